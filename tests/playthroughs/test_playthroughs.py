"""Recorded games: both engines find the same positions, legal moves, costs and endings again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from playthroughs.record import LOSING, RULE, Playthrough, PythonRules, files, lines_of, parse

from unriddle import native
from unriddle.catalog import PUZZLES

FILES = pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)


class NativeRules:
    """The rules as the engine has them; it knows no losing moves, only legal ones."""

    def __init__(self, game: Playthrough) -> None:
        assert game.entry.native is not None
        self.game, self.native = game, game.entry.native
        self.engine = self.native.engine_of(game.puzzle)
        self.packed = self.engine.initial()

    def position(self) -> str:
        state = self.native.state_of(self.game.puzzle, self.engine.describe(self.packed))
        return self.game.entry.notation.format_state(self.game.puzzle, state)

    def steps(self) -> list[tuple[Any, bytes, int]]:
        return [
            (self.native.move_of(code), packed, cost)
            for code, packed, cost in self.engine.successors(self.packed)
        ]

    def legal(self) -> list[tuple[Any, int]]:
        return [(move, cost) for move, _, cost in self.steps()]

    def losing(self) -> list[Any]:
        return []

    def is_solved(self) -> bool:
        return self.engine.is_goal(self.packed)

    def play(self, move: Any) -> None:
        self.packed = next(packed for legal, packed, _ in self.steps() if legal == move)


def recorded(path: Path) -> list[str]:
    return path.read_text("utf-8").partition(f"{RULE}\n")[2].splitlines()


def compare(path: Path, wanted: list[str], told: Iterable[str]) -> None:
    """Stop at the first line that differs."""
    for number, (line, told_line) in enumerate(zip_longest(wanted, told), 1):
        assert told_line == line, f"{path.name}, line {number} of the game"


@FILES
def test_the_python_rules_reproduce_it(path: Path) -> None:
    game = parse(path.read_text("utf-8"))
    compare(path, recorded(path), lines_of(game, PythonRules(game)))


@FILES
@pytest.mark.skipif(not native.available, reason=native.why_not)
def test_the_engine_reproduces_it(path: Path) -> None:
    game = parse(path.read_text("utf-8"))
    wanted = [line for line in recorded(path) if not line.startswith(LOSING)]
    compare(path, wanted, lines_of(game, NativeRules(game), losing=False))


def test_there_are_games_of_every_puzzle_and_every_rule() -> None:
    """Each value of each rule setting, falls, and games that are won."""
    games = [parse(path.read_text("utf-8")) for path in files()]
    told = "\n".join(line for path in files() for line in recorded(path))
    assert LOSING in told
    assert "\nsolved" in told
    for name, entry in PUZZLES.items():
        played = [game.puzzle.rules for game in games if game.entry is entry]
        for setting in entry.rules.settings():
            values = {getattr(rules, setting.name) for rules in played}
            assert values >= set(setting.choices), f"{name}: {setting.name}"
