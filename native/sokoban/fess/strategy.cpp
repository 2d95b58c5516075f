#include "sokoban/fess/strategy.h"

#include <algorithm>
#include <utility>

#include "sokoban/fess/backward.h"
#include "sokoban/fess/forward.h"
#include "sokoban/fess/gather.h"
#include "sokoban/fess/spread.h"

namespace unriddle::sokoban::fess {

namespace {

constexpr std::size_t most_plans = 2;
constexpr std::size_t most_endings = 3;

// A plan made backwards, and the search that follows it.
class FollowPlan : public Strategy {
  public:
    FollowPlan(Context& context, Plan plan) : context_(context), plan_(std::move(plan)) {}

    std::optional<FeatureSearch::End> advance(std::uint64_t work) override {
        if (forward_ == nullptr) {
            forward_ = std::make_unique<ForwardSearch>(context_, plan_);
            forward_->begin();
        }
        return forward_->run(work);
    }

    std::vector<Push> solution() override {
        return FeatureSearch::pushes_along(context_, forward_->stands(forward_->best()));
    }

  private:
    Context& context_;
    Plan plan_;
    std::unique_ptr<ForwardSearch> forward_;
};

// An open position found backwards, and the search that brings the boxes there.
class MeetHalfway : public Strategy {
  public:
    MeetHalfway(Context& context, Squares goals, Square ending)
        : context_(context), backward_(context, std::move(goals)) {
        backward_.begin(ending);
    }

    std::optional<FeatureSearch::End> advance(std::uint64_t work) override {
        if (backward_.run(work / 2) == FeatureSearch::End::nothing_left) return {};
        if (forward_ == nullptr || target_ != backward_.best()) {
            target_ = backward_.best();
            const auto boxes = backward_.boxes(backward_.spot(target_));
            forward_ =
                std::make_unique<GatherSearch>(context_, Squares(boxes.begin(), boxes.end()));
            forward_->meet(backward_);
            forward_->begin();
        }
        return forward_->run(work);
    }

    std::vector<Push> solution() override {
        std::vector<FeatureSearch::Stand> stands = forward_->stands(forward_->best());
        const std::uint64_t hash = FeatureSearch::hash(context_.prepared, stands.back());
        if (backward_.knows(hash)) {
            const std::vector<FeatureSearch::Stand> rest = backward_.stands_to(hash);
            for (std::size_t i = rest.size() - 1; i > 0; --i) {  // what was pulled is pushed back
                stands.push_back({rest[i - 1].boxes, rest[i - 1].player, rest[i].to, rest[i].from});
            }
        }
        return FeatureSearch::pushes_along(context_, stands);
    }

  private:
    Context& context_;
    SpreadSearch backward_;
    std::uint32_t target_ = FeatureSearch::no_spot;
    std::unique_ptr<GatherSearch> forward_;
};

// As many goals as there are boxes: where there are more, some that the boxes can share.
Squares goals_of(Context& context) {
    const PreparedLevel& prepared = context.prepared;
    if (prepared.goals.size() == prepared.bases.size()) return prepared.goals;
    Squares chosen;
    Matching& matching = context.matching;
    matching.begin(prepared.goals.size());
    for (const Square base : prepared.bases) {
        matching.add(matching.row(
            [&](std::size_t goal) { return prepared.to_goal[goal][base] != unreachable; }));
    }
    for (std::size_t goal = 0; goal < prepared.goals.size(); ++goal) {
        if (matching.is_taken(goal)) chosen.push_back(prepared.goals[goal]);
    }
    return chosen;
}

// The regions of the solved board in which the player may have ended, by their lowest squares; the
// largest region first.
Squares endings(Context& context, const Squares& goals) {
    const Mask full = context.prepared.with(goals);
    std::vector<std::pair<std::size_t, Square>> found;
    Regions regions(context.prepared);
    regions.label(full.data(), context.flood);
    for (std::size_t region = 1; region <= regions.count(); ++region) {
        const Square lowest = regions.lowest(region);
        if (context.can_pull(lowest, full)) found.emplace_back(regions.size(region), lowest);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    Squares endings;
    for (const auto& [size, lowest] : found) endings.push_back(lowest);
    return endings;
}

// Plans of different orders, for each region in which the player may end: complete ones, if any.
// Where some region has led to a plan, those from which nothing comes are taken out of `ends`.
std::vector<Plan> make_plans(Context& context, const Squares& goals, Squares& ends) {
    std::vector<Plan> plans;
    Squares hopeless;
    bool complete = false;
    for (const auto order :
         {BackwardSearch::PullOrder::from_afar, BackwardSearch::PullOrder::from_nearby}) {
        for (const Square ending : ends) {
            if (complete && plans.size() == most_plans) break;
            BackwardSearch backward(context, goals, order);
            backward.begin(ending);
            const FeatureSearch::End end = backward.run(second_of_work);
            const bool found = end == FeatureSearch::End::found;
            if (end == FeatureSearch::End::nothing_left) hopeless.push_back(ending);
            if (complete && !found) continue;
            if (!complete && found) plans.clear();
            complete |= found;
            Plan plan = backward.plan();
            if (std::find(plans.begin(), plans.end(), plan) == plans.end()) {
                plans.push_back(std::move(plan));
            }
        }
    }
    if (complete) {
        std::erase_if(ends, [&](Square ending) {
            return std::find(hopeless.begin(), hopeless.end(), ending) != hopeless.end();
        });
    }
    return plans;
}

}  // namespace

std::vector<std::unique_ptr<Strategy>> make_strategies(Context& context, unsigned thread,
                                                       unsigned threads) {
    const Squares goals = goals_of(context);
    Squares ends = endings(context, goals);
    if (ends.size() > most_endings) ends.resize(most_endings);
    std::vector<Plan> plans;
    if (context.rules.plans) plans = make_plans(context, goals, ends);
    if (!context.rules.meeting) ends.clear();
    std::vector<std::unique_ptr<Strategy>> strategies;
    std::size_t turn = 0;
    const auto is_ours = [&] { return turn++ % threads == thread; };
    for (std::size_t i = 0; i < std::max(most_plans, most_endings); ++i) {
        if (i < std::min(most_plans, plans.size()) && is_ours()) {
            strategies.push_back(std::make_unique<FollowPlan>(context, std::move(plans[i])));
        }
        if (i < ends.size() && is_ours()) {
            strategies.push_back(std::make_unique<MeetHalfway>(context, goals, ends[i]));
        }
    }
    return strategies;
}

}  // namespace unriddle::sokoban::fess
