"""What users call: a puzzle as PDDL or for unified-planning, and the plan of a planner as moves."""

from __future__ import annotations

from typing import Any, Final

from unriddle.core import BadInput, Plan, Puzzle
from unriddle.out_of_memory import lacking
from unriddle.planning import bloxorz, freecell, plans, sokoban
from unriddle.planning.task import Encoding, Task
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.freecell.rules import FreeCell
from unriddle.puzzles.sokoban.rules import Sokoban

ENCODINGS: Final[dict[type[Puzzle[Any, Any]], Encoding]] = {
    Bloxorz: bloxorz,
    Sokoban: sokoban,
    FreeCell: freecell,
}
"""By the class of the puzzle."""


def encoding_of(puzzle: Puzzle[Any, Any]) -> Encoding:
    """How a puzzle is written; raises `BadInput` for one of a user."""
    if type(puzzle) not in ENCODINGS:
        raise BadInput("only Bloxorz, Sokoban and FreeCell are written as PDDL")
    return ENCODINGS[type(puzzle)]


def to_pddl(puzzle: Puzzle[Any, Any], *, costs: bool = True) -> Task:
    """A puzzle as a domain and a problem; raises `BadInput` where that cannot be.

    Without `costs`, they are plain STRIPS, for planners that know nothing else.
    """
    return encoding_of(puzzle).task(puzzle, costs=costs)


def plan_from_pddl(puzzle: Puzzle[Any, Any], text: str, source: str = "plan") -> Plan[Any]:
    """The moves in a plan that a planner wrote; raises `BadInput` with the line.

    They are read, not judged: replay them.
    """
    encoding = encoding_of(puzzle)
    try:
        return Plan(encoding.moves(puzzle, plans.parse(text, source)))
    except BadInput as error:
        error.source = error.source or source
        raise


def to_unified_planning(puzzle: Puzzle[Any, Any]) -> Any:
    """A puzzle as a `Problem` of unified-planning; raises `BadInput` if that is not installed."""
    task = to_pddl(puzzle)
    try:
        from unified_planning.io import PDDLReader
    except ImportError as error:
        hint = "pip install 'unriddle[planning]'"
        raise lacking(error, "unified-planning is not installed", hint) from error
    return PDDLReader().parse_problem_string(task.domain, task.problem)
