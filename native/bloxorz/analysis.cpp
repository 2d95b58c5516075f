#include "bloxorz/analysis.h"

#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "bloxorz/analysis_distances.h"
#include "bloxorz/analysis_solutions.h"
#include "bloxorz/analysis_space.h"
#include "bloxorz/domain.h"

namespace unriddle::bloxorz {

namespace {

class AnalysisOf final : public Analysis {
  public:
    AnalysisOf(const Stage& stage, Limits limits)
        : run_([this](Control& control) { return work(control); }, limits), domain_(stage) {}

    ~AnalysisOf() override {  // what the run works on must outlive its work
        run_.stop();
        run_.wait(std::numeric_limits<double>::infinity());
    }

    Run& run() override { return run_; }
    const Findings& findings() const override {
        known();
        return findings_;
    }

    std::pair<Known, std::uint32_t> look_up(Index first, Index second, bool split,
                                            const std::vector<Index>& on) const override {
        known();
        const auto parts = parts_of(first, second, split, on);
        const auto ref = parts ? space_->find(*parts) : std::nullopt;
        if (!ref) return {Known::unreached, 0};
        const std::uint32_t distance = (*distances_)[space_->number(*ref)];
        if (distance == Distances::dead) return {Known::dead, 0};
        return {Known::solvable, distance};
    }

  private:
    // A state in the words of the domain, if there can be such a state.
    std::optional<Bloxorz::Parts> parts_of(Index first, Index second, bool split,
                                           const std::vector<Index>& on) const {
        const Board& board = domain_.board();
        const auto number = [&](Index square) {
            const bool inside =
                square >= 0 && static_cast<std::size_t>(square) < board.numbers.size();
            return inside ? board.number(square) : nowhere;
        };
        Bloxorz::Parts parts{number(first), number(second), {}};
        if (parts.place == nowhere || parts.other == nowhere) return {};
        for (const Index bridge : on) {
            if (bridge < 0 || bridge >= domain_.stage().bridges) return {};
            parts.on |= only(static_cast<std::size_t>(bridge));
        }
        if (split) return parts;
        if (parts.place != parts.other) {
            parts.place = board.lying_on(parts.place, parts.other);
            if (parts.place == nowhere) return {};
        }
        parts.other = domain_.no_cube();
        return parts;
    }

    void known() const {
        if (!run_.done() || !distances_) throw std::logic_error("the analysis is not complete");
    }

    Outcome work(Control& control) {
        control.check_limits();
        try {
            space_.emplace(domain_, control);
            distances_.emplace(control);
            study(control);
        } catch (...) {
            distances_.reset();
            space_.reset();
            throw;
        }
        if (!findings_.arrows) return {Status::exhausted};
        const bool counted = domain_.stage().rules.space_counts;
        return {Status::solved, findings_.plan,
                (counted ? findings_.with_space : findings_.arrows)->cost};
    }

    void study(Control& control) {
        const bool free_here = !domain_.stage().rules.space_counts;
        std::optional<Cheapest> other;  // with the other price of a swap
        if (space_->has_cubes() && !free_here) {
            distances_->measure(*space_, true, space_->start());
            if (is_solvable())
                other = Solutions(*space_, *distances_, true, control).count(nullptr);
        }
        distances_->measure(*space_, free_here);
        findings_.states = space_->states();
        findings_.dead = distances_->dead_states();
        trace();
        if (is_solvable()) {
            const Solutions solutions(*space_, *distances_, free_here, control);
            Traces traces(*space_);
            const Cheapest own = solutions.count(&traces);
            findings_.optimal = traces.touched();
            findings_.plan = solutions.first_plan();
            if (space_->has_cubes() && free_here) {
                other = solutions.count_with_swaps(*space_, findings_.plan.size());
            }
            if (!other) other = own;  // without cubes it is all the same
            findings_.arrows = free_here ? own : *other;
            findings_.with_space = free_here ? *other : own;
        }
        space_->forget_leaps();
    }

    bool is_solvable() const {
        return (*distances_)[space_->number(space_->start())] != Distances::dead;
    }

    // What is within reach, and what some solution touches.
    void trace() {
        Traces reached(*space_), solving(*space_);
        for (const bool whole : {false, true}) reached.fire(whole, space_->fired(whole));
        for (std::uint32_t i = 0; i < space_->layers(); ++i) {
            const auto& layer = space_->layer(i);
            for (std::size_t word = 0; word < space_->mover(layer).words(); ++word) {
                const std::uint32_t at = space_->index(layer, word);
                if (at == Space::none) continue;
                const auto& block = space_->block(at);
                reached.rest(layer, word, block.reached);
                solving.rest(layer, word, block.reached & ~block.open);
            }
        }
        space_->all_landings([&](std::uint32_t from, Place place, std::uint32_t to) {
            const auto& source = space_->layer(from);
            const bool whole = space_->is_whole(source);
            const Slot slot = space_->mover(source).slot[place];
            if (solving.has_fired(whole, slot)) return;
            const auto landed = space_->land(source, place);
            const auto& target = space_->layer(to);
            if (!landed.is_legal || landed.parts.other != target.other) return;
            if (!space_->has_roll_to(source, slot)) return;
            const Slot end = space_->mover(target).slot[landed.parts.place];
            const bool dead = space_->block(space_->index({to, end})).open & bit(end);
            if (!dead) solving.fires(whole, slot);
        });
        findings_.reached = reached.touched();
        findings_.solving = solving.touched();

        Bridges on = 0, off = 0;
        for (std::uint32_t i = 0; i < space_->bridge_sets().size(); ++i) {
            on |= space_->bridge_sets()[i];
            off |= ~space_->bridge_sets()[i];
        }
        for (Index bridge = 0; bridge < domain_.stage().bridges; ++bridge) {
            const Bridges one = only(static_cast<std::size_t>(bridge));
            if (holds(on, one)) findings_.ever_on.push_back(bridge);
            if (holds(off, one)) findings_.ever_off.push_back(bridge);
        }
    }

    Run run_;  // destroyed last: it counts the memory of all the others
    const Bloxorz domain_;
    std::optional<Space> space_;
    std::optional<Distances> distances_;
    Findings findings_;
};

}  // namespace

std::unique_ptr<Analysis> make_analysis(const Stage& stage, Limits limits) {
    if (stage.squares.size() >= 1u << 26) throw std::invalid_argument("the stage is too large");
    return std::make_unique<AnalysisOf>(stage, limits);
}

}  // namespace unriddle::bloxorz
