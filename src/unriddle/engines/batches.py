"""Many games at once in the engine: puzzles as packs of levels for vector environments.

A level goes to the engine as its first observation, which the environment of Python has drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from unriddle.core import BadInput
from unriddle.engines.native_puzzle import NativePuzzle
from unriddle.native import why_not

if TYPE_CHECKING:
    from unriddle.native._core import Games, SokobanGames

Start = tuple[Any, bytes, int]
"""A puzzle, the entries of its first observation without what only fills the frame, its columns."""


def scan_sokoban(text: bytes) -> tuple[int, ...] | None:
    """How many levels are in a file that the engine can read by itself, with rows and columns."""
    if why_not:
        return None
    from unriddle.native import _core

    return _core.SokobanGames.scan(text)


def games_in(frame: tuple[int, ...], texts: Iterable[bytes], number: int) -> SokobanGames:
    """A pack of the `number` levels in files that `scan_sokoban` takes."""
    from unriddle.native import _core

    games = _core.SokobanGames(*frame)
    games.reserve(number)
    for text in texts:
        games.add_text(text)
    return games


def games_of(
    kind: NativePuzzle, frame: tuple[int, ...], starts: Iterable[Start], number: int
) -> Games:
    """A pack of `number` levels in the engine; raises `BadInput` for what it does not take."""
    if why_not:
        hint = f"use vectorization_mode='sync'; {why_not}"
        raise BadInput("batches need the native engine", hint=hint)
    from unriddle.native import _core

    games: Games = getattr(_core, kind.games)(*frame)
    games.reserve(number)
    for start in starts:
        try:
            kind.add_game(games, *start)
        except ValueError as error:
            hint = "use vectorization_mode='sync'"
            raise BadInput(str(error), source=start[0].name, hint=hint) from error
    return games
