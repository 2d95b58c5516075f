"""Puzzles and plans as files: pictures, animations, a player, and text."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from unriddle.catalog import AnyPuzzle, entry_of, lookup
from unriddle.core import BadInput, replay
from unriddle.pictures import board_of, raster, svg
from unriddle.pictures.colours import THEMES
from unriddle.pictures.player import player
from unriddle.pictures.view import plan_of, title_of
from unriddle.solving import format_plan, puzzle_from

FORMATS: Final = {
    "svg": "a position as a drawing",
    "png": "a position in pixels",
    "gif": "the plan as an animation",
    "html": "the plan as a page that plays it",
    "txt": "the plan in its notation",
    "sok": "a Sokoban level with its solution",
}
"""What can be written, by the ending of the file."""
NEED_A_PLAN: Final = ("gif", "html", "txt")
LARGEST_SCALE: Final = 8


def export(
    puzzle: AnyPuzzle | str,
    plan: Any = None,
    *,
    to: str | None = None,
    out: str | Path | None = None,
    step: int | None = None,
    theme: str | None = None,
    scale: float = 1.0,
    seconds: float | None = None,
) -> str | bytes:
    """A puzzle, or a plan of it, as the text or the bytes of a file, one of `FORMATS`.

    `plan` is moves, their text, or a result; it need not solve the puzzle. `out` is a file to write
    as well, whose name can say what `to` does not. `svg` and `png` show the position after `step`
    moves, at first the last one; `gif` and `html` start there, at first at the start. `theme` is
    light or dark, and for `html` also auto, what its reader prefers. `scale` enlarges `png` and
    `gif`, and each move of `gif` and `html` takes so many `seconds`.

    Raises `BadInput` for what cannot be shown, and `IllegalMove` for a move that is not legal.
    """
    puzzle = puzzle_from(puzzle)
    to = format_of(to, out)
    theme = _theme(theme, to)
    if not 0 < scale <= LARGEST_SCALE:
        raise BadInput(f"the scale must be above 0 and at most {LARGEST_SCALE}, not {scale}")
    if seconds is not None and not 0.02 <= seconds <= 60:
        raise BadInput(f"a move takes from 0.02 to 60 seconds, not {seconds}")
    if plan is None and to in NEED_A_PLAN:
        hint = f"unriddle.export(puzzle, unriddle.solve(puzzle), to={to!r})"
        raise BadInput(f"{to} shows a plan, and none is given", hint=hint)
    moves = () if plan is None else plan_of(puzzle, plan)
    states = replay(puzzle, moves).states
    at = _step(step, len(moves), 0 if to in ("gif", "html") else len(moves))
    content: str | bytes
    if to == "txt":
        content = format_plan(puzzle, moves) + "\n"
    elif to == "sok":
        content = _sok(puzzle, None if plan is None else moves)
    elif to in ("svg", "png"):
        board = board_of(puzzle, states[at : at + 1])
        move = moves[at - 1] if at else None
        if to == "svg":
            title = title_of(puzzle)
            content = svg.picture(board, states[at], move, title=title, theme=THEMES[theme])
        else:
            content = raster.png(board, states[at], move, THEMES[theme], scale=scale)
    else:
        board = board_of(puzzle, states)
        if to == "gif":
            content = raster.gif(
                board, states[at:], moves[at:], THEMES[theme], scale=scale, seconds=seconds
            )
        else:
            content = player(
                board,
                states,
                moves,
                title=title_of(puzzle),
                theme=theme,
                start=at,
                seconds=seconds,
            ).html
    if out is not None:
        write(out, content)
    return content


def check_possible(puzzle: AnyPuzzle, to: str) -> None:
    """Raise `BadInput` for what cannot be written anyway, before a plan is looked for."""
    if to in ("png", "gif"):
        raster.pillow()
    if to == "sok":
        _sok(puzzle, None)
    elif to != "txt":
        board_of(puzzle, (puzzle.initial,))


def format_of(to: str | None, out: str | Path | None) -> str:
    """What is to be written: as said, or by the ending of the file, or else a drawing."""
    if to is None:
        to = Path(out).suffix.lower().removeprefix(".") if out is not None else "svg"
        if to not in FORMATS:
            endings = ", ".join(f".{name}" for name in FORMATS)
            raise BadInput(f"what is {out} to hold?", hint=f"endings: {endings}; or say it with to")
    lookup(FORMATS, "format", to)
    return to


def write(out: str | Path, content: str | bytes) -> None:
    """Write a file; raises `BadInput` if that is not possible."""
    data = content.encode() if isinstance(content, str) else content
    try:
        Path(out).write_bytes(data)
    except OSError as error:
        raise BadInput(f"cannot write {out}: {error.strerror}") from error


def _theme(theme: str | None, to: str) -> str:
    known = ("auto", *THEMES) if to == "html" else tuple(THEMES)
    if theme is None:
        return known[0]
    if theme not in known:
        raise BadInput(f"unknown theme {theme!r} for {to}", hint=f"there are: {', '.join(known)}")
    return theme


def _step(step: int | None, moves: int, default: int) -> int:
    if step is None:
        return default
    if not 0 <= step <= moves:
        raise BadInput(f"there is no step {step}: the plan has {moves} moves")
    return step


def _sok(puzzle: AnyPuzzle, moves: Any) -> str:
    """The level file of Sokoban programs: the board, its title and author, and the solution."""
    entry = entry_of(puzzle)
    if entry is None or ".sok" not in entry.suffixes:
        raise BadInput("sok is for Sokoban", hint="export txt: the plan in its notation")
    level = entry.notation.format_level(getattr(puzzle, "level"))  # noqa: B009 - all have it
    return level if moves is None else f"{level}Solution:\n{entry.notation.format_plan(moves)}\n"
