"""`unriddle prove`: a certificate that a level has no solution, judged and written to a file."""

from __future__ import annotations

from threading import Event
from time import perf_counter
from typing import Annotated, Any

from cyclopts import Parameter

from unriddle.catalog import AnyPuzzle, rules_in_force
from unriddle.cli import options
from unriddle.cli.check import ALL_IT_TAKES, one_level
from unriddle.cli.exits import OF_STATUS
from unriddle.cli.output import data, print_json, talk, tell_engine
from unriddle.cli.progress import finish, follow, stopped_by_interrupt
from unriddle.core import BadInput, Limits, Proof, Run, Status, WrongAnswer
from unriddle.engines import proving
from unriddle.judge.certificate import Certificate, write
from unriddle.solving import choose, start
from unriddle.text_files import STANDARD_INPUT
from unriddle.wording import counted, seconds, unsolvable, verdict
from unriddle.writing import check_writable, write_file


def prove(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    *,
    out: Annotated[str | None, Parameter(help="The file to write the proof to.")] = None,
    limit: options.Limit = options.NO_LIMIT,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One JSON object.")] = False,
    **settings: options.AnyRule,
) -> int:
    """Prove that a level is unsolvable and have it judged; returns the exit code."""
    common.apply()
    _check_target(out)
    entry, instance = one_level(level, puzzle, settings)
    limits = limit.limits()
    told: dict[str, Any] = {
        "puzzle": entry.name,
        "level": instance.name,
        "rules": rules_in_force(instance),
        "checked": False,
    }
    choice = choose(entry)
    tell_engine(talk(), None, [choice])
    try:
        search = choice.start(instance, limits).search
    except BadInput:  # too large for the default solver: the proving pass finds out by itself
        status = _prove(instance, limits, out, told)
        if status is Status.SOLVED:
            status = _find_plan(instance, limits, told)
    else:
        status = _solve(search, instance, limits, told)
        if status is Status.UNSOLVABLE:
            status = _prove(instance, limits, out, told)
            if status is Status.SOLVED:
                raise _contradiction(instance)
    words = told.pop("words")
    if json:
        print_json({**told, "status": str(status)})
    else:
        data().print(f"{instance.name}: {words}", soft_wrap=True)
    return OF_STATUS[status]


def _check_target(out: str | None) -> None:
    """Refuse what could not be written, before anything is worked out."""
    if out is None:
        return
    if out == STANDARD_INPUT:
        raise BadInput("a proof is not text and cannot go to standard output", hint="--out FILE")
    check_writable(out)


def _solve(search: Run[Any], puzzle: AnyPuzzle, limits: Limits, told: dict[str, Any]) -> Status:
    """Can it be solved? What the solver says, in `told`."""
    result, interrupted = follow(search, limits, puzzle.name, talk(), puzzle.cost_unit)
    told["words"] = verdict(puzzle, result)
    if interrupted:
        return Status.STOPPED
    if result.status is Status.SOLVED:
        told["words"] = f"can be solved, so there is nothing to prove: {verdict(puzzle, result)}"
    return result.status


def _find_plan(puzzle: AnyPuzzle, limits: Limits, told: dict[str, Any]) -> Status:
    """The proving pass has met a goal: find a plan that can be replayed."""
    status = _solve(start(puzzle, limits=limits), puzzle, limits, told)
    if status is Status.UNSOLVABLE:
        raise _contradiction(puzzle)
    if status is not Status.SOLVED:
        told["words"] = f"a goal was met, so there is nothing to prove; {status} before a plan"
    return status


def _contradiction(puzzle: AnyPuzzle) -> WrongAnswer:
    return WrongAnswer(f"{puzzle.name}: a solver said unsolvable, but a goal can be reached")


def _prove(puzzle: AnyPuzzle, limits: Limits, out: str | None, told: dict[str, Any]) -> Status:
    """Prove it and have it judged; what came of it, in `told`.

    SOLVED if the proving pass met a goal.
    """
    label = f"{puzzle.name}, proof"
    proof = proving.prove(
        puzzle, limits, started=lambda pass_: finish(pass_, limits, label, talk())
    )
    status, stats = proof.ending()
    told["seconds_proving"] = round(stats.seconds, 6)
    if status is Status.SOLVED:
        return status
    if proof.certificate is None:
        states = counted(stats.expanded, "state")
        told["words"] = f"{status} after {states} of the proof; nothing is proved"
        return status
    stopped = Event()
    with stopped_by_interrupt(stopped.set):
        if out is not None:  # first of all, so that it is kept if the judge is stopped
            _write(proof.certificate, out, told)
        accepted = _judge(puzzle, proof.certificate, stopped, told)
    return Status.UNSOLVABLE if accepted else Status.STOPPED


def _write(certificate: Certificate, out: str, told: dict[str, Any]) -> None:
    content = write(certificate)
    write_file(out, content)
    told |= {"file": out, "bytes": len(content)}
    talk().print(f"{len(content):,} bytes written to {out}", soft_wrap=True)


def _judge(
    puzzle: AnyPuzzle, certificate: Certificate, stopped: Event, told: dict[str, Any]
) -> bool:
    """Does the judge, without a limit, accept it, or was it stopped? What it says, in `told`."""
    started = perf_counter()
    judgement = proving.judge(puzzle, certificate, work=ALL_IT_TAKES, is_stopped=stopped.is_set)
    took = perf_counter() - started
    if judgement.accepted is False:
        raise WrongAnswer(f"{puzzle.name}: the judge refused the proof: {judgement.reason}")
    accepted = judgement.accepted is True
    claims = len(certificate.claims)
    proof = Proof(certificate.states, claims, judgement.states, stopped=not accepted)
    told |= {"checked": accepted, "states": proof.states, "claims": proof.claims}
    told |= {"judged": proof.judged, "seconds_judging": round(took, 6)}
    told["words"] = unsolvable(proof, accepted=accepted)
    if accepted:
        found = seconds(told["seconds_proving"])
        told["words"] += f" (found in {found}, judged in {seconds(took)})"
    return accepted
