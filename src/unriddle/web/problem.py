"""What is wrong with an input, as a page shows it."""

from __future__ import annotations

from unriddle.catalog import PUZZLES
from unriddle.core import BadInput, FaultyCode, UnriddleError
from unriddle.loading import UnknownKind
from unriddle.web.scenes import Json


def problem(error: UnriddleError) -> Json:
    """Its words, and the place, where there is one."""
    answer: Json = {"type": "error", "message": str(error), "problem": str(error)}
    if isinstance(error, BadInput):
        names = ("problem", "hint", "source", "level", "line", "column")
        answer.update({name: getattr(error, name) for name in names})
        if isinstance(error, UnknownKind):
            answer["kinds"] = list(PUZZLES)
    elif isinstance(error, FaultyCode):
        answer.update(hint=error.hint)
    return answer
