#include "sokoban/deadlock/rules.h"

#include <array>

namespace unriddle::sokoban {

std::span<const NamedRule> rules_of_optimal() {
    static constexpr std::array<NamedRule, 9> known = {{
        {"freeze", &DeadlockRules::freeze},
        {"frozen-walls", &DeadlockRules::frozen_walls},
        {"matching", &DeadlockRules::matching},
        {"pairs", &DeadlockRules::pairs},
        {"pi-corrals", &DeadlockRules::pi_corrals},
        {"patterns", &DeadlockRules::patterns},
        {"goal-rooms", &DeadlockRules::goal_rooms},
        {"learnt", &DeadlockRules::learnt},
        {"potentials", &DeadlockRules::potentials},
    }};
    return known;
}

std::span<const NamedRule> rules_of_expert() {
    static constexpr std::array<NamedRule, 10> known = {{
        {"freeze", &DeadlockRules::freeze},
        {"frozen-walls", &DeadlockRules::frozen_walls},
        {"matching", &DeadlockRules::matching},
        {"corrals", &DeadlockRules::corrals},
        {"pi-corrals", &DeadlockRules::pi_corrals},
        {"patterns", &DeadlockRules::patterns},
        {"goal-rooms", &DeadlockRules::goal_rooms},
        {"learnt", &DeadlockRules::learnt},
        {"plans", &DeadlockRules::plans},
        {"meeting", &DeadlockRules::meeting},
    }};
    return known;
}

DeadlockRules rules_without(const std::vector<std::string>& names,
                            std::span<const NamedRule> known) {
    DeadlockRules rules;
    for (const std::string& name : names) {
        rules.*named("rule", name, known) = false;
    }
    return rules;
}

}  // namespace unriddle::sokoban
