"""`unriddle prove`: a certificate that a level has no solution, judged and written to a file."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

from cyclopts import Parameter

from unriddle.catalog import AnyPuzzle, rules_in_force
from unriddle.cli.check import ALL_IT_TAKES, one_level
from unriddle.cli.exits import OF_STATUS
from unriddle.cli.options import AnySetting, LimitOptions, PuzzleName
from unriddle.cli.output import data, print_json, talk, tell_engine
from unriddle.cli.progress import finish, follow
from unriddle.core import BadInput, Limits, Proof, Status, WrongAnswer
from unriddle.engines import proving
from unriddle.judge.certificate import Certificate, write
from unriddle.loading import STANDARD_INPUT
from unriddle.solving import Choice, choose
from unriddle.wording import seconds, size, verdict


def prove(
    level: Annotated[str, Parameter(help="An id, a file with one level, or -.")],
    *,
    out: Annotated[str | None, Parameter(help="The file to write the proof to.")] = None,
    limit: Annotated[LimitOptions, Parameter(name="*")] = LimitOptions(),  # noqa: B008 - frozen
    puzzle: PuzzleName = None,
    json: Annotated[bool, Parameter(help="One JSON object.")] = False,
    **settings: AnySetting,
) -> int:
    """Prove that a level is unsolvable and have it judged; returns the exit code."""
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
    status = _solve(choice, instance, limits, told)
    if status is Status.UNSOLVABLE:
        status = _prove(instance, limits, out, told)
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
        raise BadInput("a proof is no text for standard output", hint="--out FILE")
    if Path(out).is_dir() or not Path(out).parent.is_dir():
        raise BadInput(f"{out} cannot be written", hint="name a file in a folder that is there")


def _solve(choice: Choice, puzzle: AnyPuzzle, limits: Limits, told: dict[str, Any]) -> Status:
    """Can it be solved? What the default solver says, in `told`."""
    search = choice.start(puzzle, limits).search
    result, interrupted = follow(search, limits, puzzle.name, talk())
    told["words"] = verdict(result)
    if interrupted:
        return Status.STOPPED
    if result.status is Status.SOLVED:
        told["words"] = f"can be solved, so there is nothing to prove: {verdict(result)}"
    return result.status


def _prove(puzzle: AnyPuzzle, limits: Limits, out: str | None, told: dict[str, Any]) -> Status:
    """Prove it and have it judged; what came of it, in `told`."""
    label = f"{puzzle.name}, proof"
    proof = proving.prove(puzzle, limits, watch=lambda pass_: finish(pass_, limits, label, talk()))
    status, stats = proof.ending()
    told["seconds_proving"] = round(stats.seconds, 6)
    if status is Status.SOLVED:
        raise WrongAnswer(f"{puzzle.name}: a solver said unsolvable, but a goal can be reached")
    if proof.certificate is None:
        told["words"] = f"{status} after {stats.expanded:,} states of the proof; nothing is proved"
        return status
    _judge(puzzle, proof.certificate, told)
    if out is not None:
        content = write(proof.certificate)
        try:
            Path(out).write_bytes(content)
        except OSError as error:
            raise BadInput(f"{out} cannot be written: {error.strerror}") from error
        told |= {"file": out, "bytes": len(content)}
        talk().print(f"{len(content):,} bytes written to {out}", soft_wrap=True)
    return status


def _judge(puzzle: AnyPuzzle, certificate: Certificate, told: dict[str, Any]) -> None:
    started = perf_counter()
    judgement = proving.judge(puzzle, certificate, work=ALL_IT_TAKES)
    took = perf_counter() - started
    if not judgement.accepted:
        raise WrongAnswer(f"{puzzle.name}: the judge refused the proof: {judgement.reason}")
    proof = Proof(certificate.states, len(certificate.claims))
    told |= {"checked": True, "states": proof.states, "claims": proof.claims}
    told["seconds_judging"] = round(took, 6)
    told["words"] = (
        f"unsolvable, proof checked: {size(proof)} (found in {seconds(told['seconds_proving'])}, "
        f"judged in {seconds(took)})"
    )
