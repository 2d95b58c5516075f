"""What a notebook shows: a board, a plan that can be played, where a search has been."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.core import BadInput, OnBoard, Result, replay
from unriddle.pictures import board_of, svg
from unriddle.pictures.colours import THEMES
from unriddle.pictures.markup import escape
from unriddle.pictures.player import Player, player
from unriddle.plans import moves_of, puzzle_from
from unriddle.wording import counted, verdict

__all__ = ["View", "title_of", "view"]


@dataclass(frozen=True, repr=False, eq=False)
class View:
    """A picture of a puzzle that notebooks show; `svg` and `html` are its texts."""

    puzzle: AnyPuzzle
    states: Sequence[Any]
    moves: Sequence[Any] = ()
    words: str = ""
    heat: Sequence[Any] = ()
    theme: str = "auto"

    def __repr__(self) -> str:
        return f"<View of {self._title}>"

    @property
    def _title(self) -> str:
        return ", ".join(part for part in (title_of(self.puzzle), self.words) if part)

    @property
    def svg(self) -> str:
        """The first position."""
        return svg.picture(
            board_of(self.puzzle, self.states[:1]),
            self.states[0],
            title=self._title,
            theme=THEMES.get(self.theme, THEMES["light"]),
            heat=self.heat,
        )

    @property
    def html(self) -> str:
        """The player of the plan, or the first position where there is none."""
        return self._player.frame if self.moves else self.svg

    @property
    def _player(self) -> Player:
        board = board_of(self.puzzle, self.states)
        title = title_of(self.puzzle)
        return player(board, self.states, self.moves, title=title, theme=self.theme)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.bundle()

    def bundle(self) -> dict[str, str]:
        """What a notebook may show, by kind: the board, and a player if there is a plan.

        Nothing but text for a board that is too large to be drawn.
        """
        try:
            bundle = {"image/svg+xml": self.svg}
            if self.moves:
                # Where a notebook is not trusted, it shows the words and no frame.
                words = f"<div>{escape(self.words or self._title)}</div>"
                bundle["text/html"] = f"<div>{self._player.frame}</div>{words}"
        except BadInput as error:
            return {"text/plain": f"{self!r}: {error}"}
        return {"text/plain": repr(self), **bundle}


def view(
    puzzle: AnyPuzzle | str,
    state: Any = None,
    *,
    plan: Any = None,
    heat: Iterable[Any] = (),
    theme: str = "auto",
) -> View:
    """A picture of `puzzle`, for a notebook: as it starts, or in `state`.

    With a `plan` (moves, their text or a result) it becomes a player. `heat` are states, such as
    those that a search has expanded: the places where they were most often are coloured most.
    """
    puzzle = puzzle_from(puzzle)
    if theme not in ("auto", *THEMES):
        raise BadInput(f"unknown theme {theme!r}", hint=f"there are: auto, {', '.join(THEMES)}")
    if not isinstance(heat, Iterable):
        raise BadInput(f"{str(heat)[:60]!r} are not states", hint="heat is a list of states")
    heat = tuple(heat)
    for one in (*heat, *(() if state is None else (state,))):
        _check_state(puzzle, one)
    if plan is None:
        states = (puzzle.initial if state is None else state,)
        words = counted(len(heat), "state") if heat else ""
        return View(puzzle, states, words=words, heat=heat, theme=theme)
    if state is not None:
        raise BadInput("a state and a plan at once", hint="a plan starts where the puzzle starts")
    if isinstance(plan, Result) and plan.plan is None:
        return View(puzzle, (puzzle.initial,), words=verdict(puzzle, plan), theme=theme)
    moves = moves_of(puzzle, plan)
    words = verdict(puzzle, plan) if isinstance(plan, Result) else counted(len(moves), "move")
    return View(puzzle, replay(puzzle, moves).states, moves, words=words, theme=theme)


def _check_state(puzzle: AnyPuzzle, state: object) -> None:
    """Raise `BadInput` for what is no state of a puzzle of ours; a user's may have any states."""
    entry = entry_of(puzzle)
    kind: Any = type(puzzle.initial).__base__ if isinstance(puzzle.initial, OnBoard) else object
    if entry and entry.kind is None and not isinstance(state, kind):
        hint = "trajectory(puzzle, plan) gives states"
        raise BadInput(f"{str(state)[:60]!r} is not a state of {title_of(puzzle)}", hint=hint)


def title_of(puzzle: AnyPuzzle) -> str:
    """What a picture of `puzzle` is called."""
    named = [part for part in (puzzle.name, puzzle.title) if part]
    return " ".join(named) or type(puzzle).__name__
