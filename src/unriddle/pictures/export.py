"""Puzzles and plans as files: pictures, animations, a player, and text."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from unriddle.catalog import AnyPuzzle, entry_of, lookup
from unriddle.core import BadInput, replay
from unriddle.pictures import board_of, raster, svg
from unriddle.pictures.colours import THEMES
from unriddle.pictures.player import player
from unriddle.pictures.view import title_of
from unriddle.planning.encodings import to_pddl
from unriddle.plans import format_plan, moves_of, puzzle_from
from unriddle.writing import write_file

FORMATS: Final = {
    "svg": "a position as a drawing",
    "png": "a position in pixels",
    "gif": "the plan as an animation",
    "html": "the plan as a page that plays it",
    "txt": "the plan in its notation",
    "sok": "a Sokoban level with its solution",
    "pddl": "a domain and a problem for planners",
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
    scale: float | None = None,
    seconds: float | None = None,
    plain: bool = False,
) -> str | bytes:
    """A puzzle, or a plan of it, as the text or the bytes of a file, one of `FORMATS`.

    `plan` is moves, their text, or a result; it need not solve the puzzle. `out` is a file to write
    as well; without `to`, its ending chooses the format. `svg` and `png` show the position after
    `step` moves, by default the last one; `gif` and `html` begin there, by default at the start.
    `theme` is light or dark, and for `html` also auto, what its reader prefers. `scale` enlarges
    `png` and `gif`, and each move of `gif` and `html` takes `seconds` seconds.

    `pddl` is a domain and a problem in one text; `out` gets the problem, and a file beside it with
    `-domain` in its name the domain. `plain` leaves their costs out.

    Raises `BadInput` for what cannot be shown, for an option that the format lacks, and for a `sok`
    whose plan does not solve the level. Raises `IllegalMove` for a move that is not legal.
    """
    puzzle = puzzle_from(puzzle)
    to = format_of(to, out)
    check_looks(to, step=step, theme=theme, scale=scale, seconds=seconds, plain=plain)
    if to == "pddl":
        return _pddl(puzzle, plan, out, plain=plain)
    theme = theme or _themes(to)[0]
    scale = 1.0 if scale is None else scale
    if plan is None and to in NEED_A_PLAN:
        hint = f"unriddle.export(puzzle, unriddle.solve(puzzle), to={to!r})"
        raise BadInput(f"{to} shows a plan, and none is given", hint=hint)
    moves = () if plan is None else moves_of(puzzle, plan)
    played = replay(puzzle, moves)
    states = played.states
    if to == "sok" and plan is not None and not played.solved:
        raise BadInput("this plan does not solve the level", hint="txt holds any plan")
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
    if isinstance(content, str):  # halves of characters, which a user's text may have, are lost
        content = content.encode("utf-8", "replace").decode()
    if out is not None:
        write_file(out, content)
    return content


def check_possible(puzzle: AnyPuzzle, to: str) -> None:
    """Raise `BadInput` for what cannot be written anyway, before a plan is looked for."""
    if to in ("png", "gif"):
        raster.pillow()
    if to == "sok":
        _sok(puzzle, None)
    elif to not in ("txt", "pddl"):
        board_of(puzzle, (puzzle.initial,))


def format_of(to: str | None, out: str | Path | None) -> str:
    """What is to be written: as said, or by the ending of the file, or else a drawing."""
    if to is None:
        to = Path(out).suffix.lower().removeprefix(".") if out is not None else "svg"
        if to not in FORMATS:
            endings = ", ".join(f".{name}" for name in FORMATS)
            raise BadInput(
                f"{out} does not say which format", hint=f"endings: {endings}; or say --to"
            )
    lookup(FORMATS, "format", to)
    ending = "" if out is None else Path(out).suffix.lower().removeprefix(".")
    if ending in FORMATS and ending != to:
        raise BadInput(f"{out} ends in {ending}, but --to says {to}", hint="leave out one")
    return to


def check_looks(
    to: str,
    *,
    step: int | None = None,
    theme: str | None = None,
    scale: float | None = None,
    seconds: float | None = None,
    plain: bool = False,
) -> None:
    """Raise `BadInput` for a look that the format `to` does not have, or that cannot be."""
    for name, value, able in (
        ("step", step, ("svg", "png", "gif", "html")),
        ("theme", theme, ("svg", "png", "gif", "html")),
        ("scale", scale, ("png", "gif")),
        ("pace", seconds, ("gif", "html")),
        ("plain form", plain or None, ("pddl",)),
    ):
        if value is not None and to not in able:
            raise BadInput(f"{to} has no {name}", hint=f"these have: {', '.join(able)}")
    known = _themes(to)
    if theme is not None and theme not in known:
        raise BadInput(f"unknown theme {theme!r} for {to}", hint=f"there are: {', '.join(known)}")
    if scale is not None and not 0 < scale <= LARGEST_SCALE:
        raise BadInput(f"the scale must be above 0 and at most {LARGEST_SCALE}, not {scale}")
    if seconds is not None and not 0.02 <= seconds <= 60:
        raise BadInput(f"a move takes from 0.02 to 60 seconds, not {seconds}")


def _themes(to: str) -> tuple[str, ...]:
    return ("auto", *THEMES) if to == "html" else tuple(THEMES)


def _step(step: int | None, moves: int, default: int) -> int:
    if step is None:
        return default
    if not 0 <= step <= moves:
        raise BadInput(f"there is no step {step}: the plan has {moves} moves")
    return step


def _pddl(puzzle: AnyPuzzle, plan: Any, out: str | Path | None, *, plain: bool) -> str:
    """The puzzle for planners: both files as one text, and written if `out` says where."""
    if plan is not None:
        raise BadInput("pddl holds no plan", hint="leave the plan out")
    task = to_pddl(puzzle, costs=not plain)
    if out is not None:
        write_file(out, task.problem)
        write_file(domain_beside(out), task.domain)
    return f"{task.domain}\n{task.problem}"


def domain_beside(out: str | Path) -> Path:
    """Where the domain goes that belongs to a problem: planners look for it there."""
    path = Path(out)
    return path.with_name(f"{path.stem}-domain{path.suffix}")


def _sok(puzzle: AnyPuzzle, moves: Any) -> str:
    """The level file of Sokoban programs: the board, its title and author, and the solution."""
    entry = entry_of(puzzle)
    if entry is None or ".sok" not in entry.suffixes:
        raise BadInput("sok is for Sokoban", hint="export txt: the plan in its notation")
    level = entry.notation.format_level(getattr(puzzle, "level"))  # noqa: B009 - all have it
    return level if moves is None else f"{level}Solution:\n{entry.notation.format_plan(moves)}\n"
