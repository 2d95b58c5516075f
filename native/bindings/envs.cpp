// Batches of games that are stepped together: vector environments.
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>

#include <mutex>

#include "bindings/bindings.h"
#include "envs/batch.h"

namespace unriddle {

namespace {

using envs::Batch, envs::Games;
template <class Number>
using Given = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
const Number* checked(const Batch& batch, const std::optional<Given<Number>>& given) {
    if (!given) return nullptr;
    if (given->shape(0) != batch.settings.envs) {
        throw std::invalid_argument("one entry for each environment is needed");
    }
    return given->data();
}

void reset(Batch& batch, const std::optional<Given<std::uint64_t>>& seeds,
           const std::optional<Given<std::int64_t>>& levels,
           const std::optional<Given<bool>>& which) {
    const auto* seed = checked(batch, seeds);
    const auto* level = checked(batch, levels);
    const auto* one = checked(batch, which);
    const Unlocked unlocked;
    const std::lock_guard lock(batch.busy);
    batch.reset(seed, level, one);
}

void step(Batch& batch, const Given<std::int64_t>& actions) {
    const std::int64_t* all = checked(batch, std::optional(actions));
    const Unlocked unlocked;
    const std::lock_guard lock(batch.busy);
    batch.step(all);
}

void sample(Batch& batch, nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig> into) {
    if (into.shape(0) != batch.settings.envs) {
        throw std::invalid_argument("one entry for each environment is needed");
    }
    const Unlocked unlocked;
    const std::lock_guard lock(batch.busy);
    batch.sample(into.data());
}

// An array of the batch as it is, which only the batch can write.
template <class Shown>
nb::object view(const auto& all, nb::handle owner) {
    using Array = nb::ndarray<nb::numpy, const Shown, nb::ndim<1>>;
    return nb::cast(Array(reinterpret_cast<const Shown*>(all.data()), {all.size()}, owner));
}

nb::dict arrays(nb::handle_t<Batch> self) {
    const auto& batch = nb::cast<const Batch&>(self);
    nb::dict all;
    all["grids"] = view<std::uint8_t>(batch.grids, self);
    all["planes"] = view<std::uint8_t>(batch.planes, self);
    all["masks"] = view<std::int8_t>(batch.masks, self);
    all["rewards"] = view<double>(batch.rewards, self);
    all["terminated"] = view<bool>(batch.terminated, self);
    all["truncated"] = view<bool>(batch.truncated, self);
    all["level"] = view<std::int32_t>(batch.level, self);
    all["final_grids"] = view<std::uint8_t>(batch.final_grids, self);
    all["final_planes"] = view<std::uint8_t>(batch.final_planes, self);
    all["final_masks"] = view<std::int8_t>(batch.final_masks, self);
    all["final_level"] = view<std::int32_t>(batch.final_level, self);
    return all;
}

std::unique_ptr<Batch> batch_of(std::shared_ptr<Games> games, std::size_t envs,
                                std::uint32_t most_steps, const std::array<double, 6>& rewards,
                                bool same_step, bool masks, bool planes, std::size_t threads) {
    const auto [step, forward, backward, solved, lost, illegal] = rewards;
    return games->batch(games, {envs,
                                most_steps,
                                {step, forward, backward, solved, lost, illegal},
                                same_step ? envs::Autoreset::same_step : envs::Autoreset::next_step,
                                masks,
                                planes,
                                threads});
}

}  // namespace

void bind_envs(nb::module_& module) {
    nb::class_<Batch>(module, "Batch")
        .def("reset", &reset, nb::kw_only(), "seeds"_a = nb::none(), "levels"_a = nb::none(),
             "which"_a = nb::none(),
             nb::sig("def reset(self, *, seeds: NDArray[np.uint64] | None = None, "
                     "levels: NDArray[np.int64] | None = None, "
                     "which: NDArray[np.bool_] | None = None) -> None"))
        .def("step", &step, "actions"_a,
             nb::sig("def step(self, actions: NDArray[np.int64]) -> None"))
        .def("sample", &sample, "into"_a,
             nb::sig("def sample(self, into: NDArray[np.int64]) -> None"))
        .def("arrays", &arrays, nb::sig("def arrays(self) -> dict[str, NDArray[Any]]"));

    nb::class_<Games>(module, "Games")
        .def_prop_ro("levels", &Games::levels)
        .def_prop_ro("bytes", &Games::bytes)
        .def("reserve", &Games::reserve, "levels"_a)
        .def("batch", &batch_of, nb::kw_only(), "envs"_a, "most_steps"_a, "rewards"_a,
             "same_step"_a, "masks"_a, "planes"_a, "threads"_a);
}

}  // namespace unriddle
