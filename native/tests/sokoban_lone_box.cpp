// What a single box can do: the push graph, the sides of a box, and what it costs to bring it home.
#include <algorithm>
#include <map>
#include <set>

#include "sokoban/board/flood.h"
#include "sokoban/board/push_costs.h"
#include "sokoban/board/push_graph.h"
#include "tests/sokoban_oracle.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

TEST(the_push_graph_knows_what_a_lone_box_can_do) {
    for (const Kind& kind : {Kind{4, 5, 15, 2, 2, 28}, Kind{3, 7, 16, 2, 2, 30}}) {
        on_boards(60, kind, [](auto& board, auto& plain, auto& rng, auto&) {
            const Bits walls = random_bits(rng, board, roll(rng, 3) * 8);
            Mask mask = board.with(squares_of(walls));
            const PushGraph graph(board, mask);
            const LoneBox lone(plain, walls);
            CHECK_EQUAL(marked(graph.walls(), board.squares()), walls);
            std::map<std::pair<Square, unsigned>, std::map<Square, int>> ways;  // by (box, side)
            for (Square box = 0; box < board.wall(); ++box) {
                CHECK_EQUAL(graph.is_wall(box), (walls & bit(box)) != 0);
                if (graph.is_wall(box)) continue;
                unsigned open = 0;
                std::set<Bits> regions;
                for (std::size_t d = 0; d < 4; ++d) {
                    const int beside = plain.next(box, d);
                    if (beside == no_square) continue;
                    const auto stand = static_cast<std::size_t>(beside);
                    if ((walls & bit(stand)) != 0) continue;
                    open |= 1u << d;
                    const Bits region = lone.place(box, stand).second;
                    regions.insert(region);
                    unsigned joined = 0;
                    for (std::size_t e = 0; e < 4; ++e) {
                        const int other = plain.next(box, e);
                        if (other != no_square &&
                            (region & bit(static_cast<std::size_t>(other))) != 0) {
                            joined |= 1u << e;
                        }
                    }
                    CHECK_EQUAL(graph.joined(box, d), joined);
                    ways[{box, static_cast<unsigned>(d)}] = lone.from({box, region});
                }
                CHECK_EQUAL(graph.open_sides(box), open);
                CHECK_EQUAL(graph.divides(box), regions.size() > 1);
            }
            for (const Square target : squares_of(random_bits(rng, board, 25) & ~walls)) {
                const Squares targets = {target};
                const Distances to = graph.pushes_to(targets), from = graph.pushes_from(targets);
                // What a search backwards meets, and after how many pushes.
                std::map<std::pair<Square, unsigned>, int> met;
                int last = 0;
                const auto meet = [&](Square box, unsigned there, std::uint32_t pushes) {
                    CHECK(last <= static_cast<int>(pushes));
                    last = static_cast<int>(pushes);
                    for (unsigned d = 0; d < 4; ++d) {
                        if ((there >> d & 1) == 0) continue;
                        CHECK(met.try_emplace({box, d}, last).second);
                    }
                };
                graph.search<true>(targets, meet);
                for (const auto& [place, reached] : ways) {
                    const auto way = reached.find(target);
                    CHECK_EQUAL(met.contains(place), way != reached.end());
                    if (way != reached.end()) CHECK_EQUAL(met.at(place), way->second);
                }
                graph.search<false>(targets, [&](Square box, unsigned, std::uint32_t pushes) {
                    CHECK(pushes >= from[box]);
                    CHECK(box != target || pushes != 1);
                });
                for (Square box = 0; box < board.wall(); ++box) {
                    if (graph.is_wall(box)) {
                        CHECK_EQUAL(to[box], unreachable);
                        continue;
                    }
                    int best = box == target ? 0 : unreachable, back = best;
                    for (std::size_t d = 0; d < 4; ++d) {
                        const auto way = ways.find({box, static_cast<unsigned>(d)});
                        const bool can = way != ways.end() && way->second.contains(target);
                        if (can) best = std::min(best, way->second.at(target));
                        const auto start = ways.find({target, static_cast<unsigned>(d)});
                        if (start != ways.end() && start->second.contains(box)) {
                            back = std::min(back, start->second.at(box));
                        }
                    }
                    CHECK_EQUAL(static_cast<int>(to[box]), best);
                    CHECK_EQUAL(static_cast<int>(from[box]), back);
                }
            }
        });
    }
}

TEST(push_costs_are_those_of_a_lone_box) {
    on_boards(80, {4, 5, 15, 2, 3, 28}, [](auto& board, auto& plain, auto& rng, auto&) {
        Control control;
        const Bits walls = random_bits(rng, board, roll(rng, 3) * 8);
        const PushGraph graph(board, board.with(squares_of(walls)));
        const Sides sides(board, graph, control);
        const PushCosts costs(board, graph, {}, control);
        const LoneBox lone(plain, walls);
        for (Square box = 0; box < board.wall(); ++box) {
            bool alive = board.is_goal[box] != 0;
            if (graph.is_wall(box)) {  // frozen at home, or nowhere
                for (std::size_t goal = 0; goal < board.goals.size(); ++goal) {
                    const int wanted = board.goals[goal] == box ? 0 : PushCosts::never;
                    for (Square player = 0; player < board.wall(); ++player) {
                        CHECK_EQUAL(static_cast<int>(costs.from(box, sides(box, player))[goal]),
                                    wanted);
                    }
                }
                CHECK_EQUAL(costs.is_dead()[box] != 0, !alive);
                continue;
            }
            for (Square player = 0; player < board.wall(); ++player) {
                if (player == box || (walls & bit(player)) != 0) continue;
                const auto place = lone.place(box, player);
                const auto ways = lone.from(place);
                Bits around = 0;
                for (const Square beside : board.next[box]) {
                    if (beside != board.wall()) around |= bit(beside);
                }
                CHECK_EQUAL(sides(box, player) == Sides::cut_off, (place.second & around) == 0);
                for (Square other = 0; other < board.wall(); ++other) {
                    if (other == box || (walls & bit(other)) != 0) continue;
                    const bool same = sides(box, player) == sides(box, other);
                    if ((place.second & bit(other)) != 0) CHECK(same);
                    if (sides(box, player) != Sides::cut_off && same) {
                        CHECK((place.second & bit(other)) != 0);
                    }
                }
                for (std::size_t goal = 0; goal < board.goals.size(); ++goal) {
                    const auto way = ways.find(board.goals[goal]);
                    const int wanted = way == ways.end() ? PushCosts::never : way->second;
                    CHECK_EQUAL(static_cast<int>(costs.from(box, sides(box, player))[goal]),
                                wanted);
                    alive = alive || way != ways.end();
                }
            }
            CHECK_EQUAL(costs.is_dead()[box] != 0, !alive);
        }
        CHECK(costs.is_dead()[board.wall()]);
    });
}

TEST(push_costs_follow_a_potential) {
    on_boards(60, {4, 5, 15, 2, 3, 25}, [](auto& board, auto& plain, auto& rng, auto&) {
        Control control;
        const PushGraph graph(board, board.walls);
        const Sides sides(board, graph, control);
        // Neighbours differ by at most 1: steps from a square, cut off, up or down.
        Walks walks(board);
        walks.from(roll<Square>(rng, board.wall()), board.walls);
        const int height = 1 + roll(rng, 6), sign = roll(rng, 2) == 0 ? 1 : -1;
        std::vector<std::int32_t> potential;
        for (Square square = 0; square < board.wall(); ++square) {
            potential.push_back(sign * std::min<int>(walks.steps_to(square), height));
        }
        const PushCosts costs(board, graph, {potential}, control);
        // By going round until nothing changes.
        using Key = std::pair<Square, Bits>;
        std::map<Key, std::vector<int>> best;
        constexpr int never = PushCosts::never;
        for (Square box = 0; box < board.wall(); ++box) {
            for (Square player = 0; player < board.wall(); ++player) {
                if (player == box) continue;
                auto& row = best[{box, plain.walk(bit(box), player)}];
                row.assign(board.goals.size(), never);
                for (std::size_t goal = 0; goal < row.size(); ++goal) {
                    if (board.goals[goal] == box) row[goal] = 0;
                }
            }
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (auto& [key, row] : best) {
                for (const auto& pushed : plain.pushes(bit(key.first), key.second)) {
                    const Square feet = board.next[pushed.box][opposite(pushed.direction)];
                    const int price = 1 - (potential[pushed.box] - potential[feet]);
                    const auto& there =
                        best.at({pushed.to, plain.walk(bit(pushed.to), pushed.box)});
                    for (std::size_t goal = 0; goal < row.size(); ++goal) {
                        if (there[goal] == never || there[goal] + price >= row[goal]) continue;
                        row[goal] = there[goal] + price;
                        changed = true;
                    }
                }
            }
        }
        for (Square box = 0; box < board.wall(); ++box) {
            for (Square player = 0; player < board.wall(); ++player) {
                if (player == box) continue;
                const auto& wanted = best.at({box, plain.walk(bit(box), player)});
                const auto* found = costs.from(box, sides(box, player));
                for (std::size_t goal = 0; goal < wanted.size(); ++goal) {
                    CHECK_EQUAL(static_cast<int>(found[goal]), wanted[goal]);
                }
            }
        }
    });
}
