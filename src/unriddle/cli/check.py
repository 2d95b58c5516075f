"""`unriddle check`: is this a solution, or a proof that there is none?"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any

from cyclopts import Parameter

from unriddle.catalog import AnyPuzzle, PuzzleEntry
from unriddle.cli import board, options
from unriddle.cli.exits import OF_STATUS
from unriddle.cli.output import data, print_json
from unriddle.core import BadInput, IllegalMove, Proof, Status, replay
from unriddle.judge.certificate import MOST_CHARACTERS, looks_like_proof, read
from unriddle.planning.encodings import plan_from_pddl
from unriddle.play import as_the_rules_name_it
from unriddle.text_files import STANDARD_INPUT, as_text, read_bytes
from unriddle.wording import counted, length, unsolvable

MOST_WRONG = 20
"""Rows of a table that are named one by one."""
ALL_IT_TAKES = 2**62
"""The work of a judge that is not in a hurry; Ctrl-C ends it."""


def check(
    level: Annotated[
        str, Parameter(help="An id, a file with one level, or -; with --all a table.")
    ],
    solution: Annotated[
        str | None, Parameter(help="The moves, a file that holds them or a proof, or -.")
    ] = None,
    *,
    written: Annotated[
        str | None, Parameter(name="--from", help="pddl: the plan comes from a planner.")
    ] = None,
    every: Annotated[
        bool,
        Parameter(
            name="--all",
            help="Replay every row of a table (Parquet, CSV, JSON Lines, a store, a data set).",
        ),
    ] = False,
    levels: Annotated[
        str | None, Parameter(help="With --all: the folder of the levels that rows name by number.")
    ] = None,
    columns: Annotated[
        str | None, Parameter(help="With --all: what columns hold, level=board,plan=solution.")
    ] = None,
    digits: Annotated[
        str | None, Parameter(help="With --all: what 0, 1, 2 and 3 mean in plans, such as urdl.")
    ] = None,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="One JSON object.")] = False,
    **settings: options.AnyRule,
) -> int:
    """Replay a solution by the rules, or judge a proof; returns the exit code."""
    common.apply()
    if every:
        if solution is not None or written is not None or settings:
            raise BadInput(
                "--all takes a table and nothing else",
                hint="leave out the solution and the settings",
            )
        return _check_all(level, levels, columns, digits, puzzle, json=json)
    for name, given in (("levels", levels), ("columns", columns), ("digits", digits)):
        if given is not None:
            raise BadInput(f"--{name} is for tables", hint="add --all")
    if solution is None:
        raise BadInput("check: the solution is missing", hint="moves, a file, a proof, or --all")
    entry, instance = one_level(level, puzzle, settings)
    notation = entry.notation
    content = _content(solution)
    if written is not None:
        plan: Sequence[Any] = _planned(instance, written, solution, content)
    elif content is not None and looks_like_proof(content):
        return _check_proof(instance, content, solution, json=json)
    else:
        plan = _plan(entry, solution, content)
    console = data()
    try:
        played = replay(instance, plan)
    except IllegalMove as error:
        legal = plan[: (error.step or 1) - 1]
        if json:
            print_json({"level": instance.name, "legal_moves": len(legal), "error": str(error)})
        else:
            console.print(f"The position before move {error.step}:")
            board.show(console, instance, replay(instance, legal).states[-1])
        raise
    named = as_the_rules_name_them(instance, plan, played.states)
    if json:
        print_json(
            {
                "level": instance.name,
                "solved": played.solved,
                "moves": len(plan),
                "cost": played.cost,
                "plan": notation.format_plan(named),
            }
        )
    elif played.solved:
        console.print(f"{instance.name}: solved in {length(instance, named, played.cost)}")
    else:
        console.print(f"{instance.name}: {counted(len(plan), 'legal move')}, but it is not solved:")
        board.show(console, instance, played.states[-1])
    return OF_STATUS[Status.SOLVED if played.solved else Status.GAVE_UP]


def _check_proof(instance: AnyPuzzle, content: bytes, source: str, *, json: bool) -> int:
    from unriddle.engines import proving

    certificate = read(content, source)
    judgement = proving.judge(instance, certificate, work=ALL_IT_TAKES)
    proof = Proof(certificate.states, len(certificate.claims), judgement.states)
    if json:
        told = {"accepted": judgement.accepted, "reason": judgement.reason or None}
        print_json({"level": instance.name, **told, **asdict(proof)})
    elif judgement.accepted:
        data().print(f"{instance.name}: {unsolvable(proof, accepted=True)}", soft_wrap=True)
    else:
        words = f"{instance.name}: the proof is refused, it proves nothing: {judgement.reason}"
        data().print(words, soft_wrap=True)
    return OF_STATUS[Status.UNSOLVABLE if judgement.accepted else Status.GAVE_UP]


def _check_all(
    path: str,
    levels: str | None,
    columns: str | None,
    digits: str | None,
    puzzle: str | None,
    *,
    json: bool,
) -> int:
    """Replay every row; wrong ones are named, the first of them in words."""
    from unriddle.batch.rows import ORDER, Checker, tables_of

    named = dict(part.partition("=")[::2] for part in (columns or "").split(",") if part)
    checker = Checker(levels, digits or ORDER, named, puzzle or "sokoban")
    for table in tables_of(path):
        for verdict in checker.check(table):
            if not verdict.wrong:
                continue
            if json:
                print_json({"table": table, **verdict._asdict()})
            elif checker.counts["wrong"] <= MOST_WRONG:
                place = ", ".join(filter(None, (verdict.name, verdict.plan)))
                where = f"{table}: row {verdict.row}, {place}"
                data().print(f"{where}: {verdict.wrong}", soft_wrap=True, markup=False)
    wrong = checker.counts["wrong"]
    told = {name: checker.counts[name] for name in ("right", "wrong", "without a plan")}
    if json:
        print_json({"table": path, "rows": checker.rows, **told})
    else:
        if wrong > MOST_WRONG:
            data().print(f"... and {wrong - MOST_WRONG:,} more; --json names them all")
        plans = ", ".join(f"{number:,} {name}" for name, number in told.items())
        data().print(f"{path}: {checker.rows:,} rows; plans: {plans}", soft_wrap=True)
    return OF_STATUS[Status.GAVE_UP if wrong else Status.SOLVED]


def _planned(puzzle: AnyPuzzle, form: str, solution: str, content: bytes | None) -> Sequence[Any]:
    """The moves in a plan of a planner."""
    if form != "pddl":
        raise BadInput(f"plans cannot be read from {form[:40]}", hint="--from pddl")
    if content is None:
        raise BadInput(f"there is no file {solution[:100]}", hint="name the plan of the planner")
    return plan_from_pddl(puzzle, as_text(content, solution), solution)


def one_level(
    level: str, puzzle: str | None, settings: Mapping[str, Any]
) -> tuple[PuzzleEntry, AnyPuzzle]:
    """The one level that is named, under the rules in `settings`."""
    (located,) = options.locate_all([level], puzzle)
    options.check_names(settings, [located.entry], ())
    return located.entry, located.only(level, options.rules_of(located.entry, settings))


def given_plan(entry: PuzzleEntry, solution: str) -> Sequence[Any]:
    """The moves in `solution`: these themselves, or a file that holds them."""
    return _plan(entry, solution, _content(solution))


def _content(solution: str) -> bytes | None:
    """What is in the file that `solution` names; None if it names none."""
    is_file = solution == STANDARD_INPUT or os.path.exists(solution)
    return read_bytes(solution, MOST_CHARACTERS) if is_file else None


def _plan(entry: PuzzleEntry, solution: str, content: bytes | None) -> Sequence[Any]:
    if content is None:
        try:
            return entry.notation.parse_plan(solution, "solution")
        except BadInput as error:
            if "." in solution or os.sep in solution:  # that is no move anywhere
                raise BadInput(f"there is no file {solution}", hint=str(error)) from error
            raise
    return entry.notation.parse_plan(as_text(content, solution), solution)


def as_the_rules_name_them(
    puzzle: AnyPuzzle, plan: Sequence[Any], states: Sequence[Any]
) -> tuple[Any, ...]:
    """The same moves as `actions` lists them."""
    steps = zip(plan, states, states[1:], strict=False)
    return tuple(
        as_the_rules_name_it(puzzle, before, action, after) for action, before, after in steps
    )
