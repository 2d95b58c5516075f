#include "bindings/bindings.h"
#include "interface/judging.h"

namespace unriddle {

namespace {

using Numbers = std::vector<std::int64_t>;
using Plain = nb::typed<nb::dict, std::string, nb::object>;

// Ends the judgement by saying yes.
using IsStopped = std::optional<nb::typed<nb::callable, bool()>>;

struct ByName {
    const Plain& plain;

    template <class Value>
    Value get(const char* name) const {
        return nb::cast<Value>(plain[name]);
    }
};

auto replayed(const std::string& puzzle, const Plain& game, const judge::Plan& plan) {
    return judging::replayed(puzzle, ByName{game}, plan);
}

// Judges without the lock of the interpreter.
std::tuple<std::optional<bool>, std::size_t, std::string> judged(
    const std::string& puzzle, const Plain& start, Numbers parents, Numbers moves,
    const std::vector<Claim>& claims, std::uint64_t most, const IsStopped& is_stopped) {
    const judging::Judge judge = judging::judge_of(puzzle, ByName{start});
    const judge::Proof proof = judging::proof_of(std::move(parents), std::move(moves), claims);
    judge::Work work(most, [&] {
        return is_interrupted([&] { return is_stopped && nb::cast<bool>((*is_stopped)()); });
    });
    judge::Judgement judgement;
    {
        const Unlocked unlocked;
        judgement = judge(proof, work);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return {judgement.accepted, judgement.states, judgement.reason};
}

}  // namespace

void bind_judge(nb::module_& module) {
    module.def("judge", &judged, "puzzle"_a, "start"_a, "parents"_a, "moves"_a, "claims"_a,
               "work"_a, "is_stopped"_a = nb::none());
    module.def("replay", &replayed, "puzzle"_a, "game"_a, "plan"_a);
}

}  // namespace unriddle
