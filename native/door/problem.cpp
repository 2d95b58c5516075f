#include "door/problem.h"

#include <new>

#include "door/runs.h"

namespace unriddle {

PlainProof prove(const Problem& problem, Control& control, Control::Pulse is_over) {
    Proof proof;
    const char* ending = nullptr;
    try {
        control.begin(std::move(is_over));
        proof = problem.prove(control);
        ending = proof.is_solvable ? "solvable" : "proved";
    } catch (const Interruption& interruption) {
        ending = name_of(interruption.status);
    } catch (const std::bad_alloc&) {
        ending = name_of(Status::out_of_memory);
    }
    std::vector<PlainClaim> claims;
    for (const auto& [by_goals, boxes, player, frozen] : proof.claims) {
        claims.emplace_back(by_goals, boxes, player, frozen);
    }
    return {ending, std::move(proof.parents), std::move(proof.moves), std::move(claims)};
}

}  // namespace unriddle
