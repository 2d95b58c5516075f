"""The complete analysis of a Bloxorz stage by the native engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unriddle.core import Limits
from unriddle.engines.bloxorz import NATIVE, stage_of
from unriddle.engines.run import NativeRun, limits_of
from unriddle.puzzles.bloxorz.level import Cell
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State

if TYPE_CHECKING:
    from unriddle.native._core import BloxorzAnalysis


class NativeKnowledge:
    """What the engine found out about a stage, in the words of Python."""

    def __init__(self, puzzle: Bloxorz, found: BloxorzAnalysis) -> None:
        self._found = found
        self.states, self.dead, arrows, with_space, ever_on, ever_off = found.findings()
        self.arrows = _cheapest(arrows)
        self.with_space = _cheapest(with_space)
        self._changing = set(ever_on) & set(ever_off)
        self._level = puzzle.level
        self._width = len(puzzle.level.rows[0])
        self._bridges = {bridge.name: i for i, bridge in enumerate(puzzle.level.bridges)}

    def touched(self, by: str) -> tuple[frozenset[Cell], frozenset[str]]:
        """The squares and the switches that are touched."""
        squares, switches, splits = self._found.touched(by)
        cells = frozenset(divmod(square, self._width) for square in squares)
        names = [self._level.switches[i].name for i in switches]
        names += [self._level.splits[i].name for i in splits]
        return cells, frozenset(names)

    def changing(self) -> frozenset[str]:
        """The bridges that are on in some states and off in others."""
        return frozenset(self._level.bridges[i].name for i in self._changing)

    def distance(self, state: State) -> int | None:
        """What it costs to solve `state`; None if it is dead. Raises `KeyError`."""
        first, second, split, on = state
        found = -2
        if all(map(self._level.has, (first, second))) and on <= self._bridges.keys():
            found = self._found.distance(
                first[0] * self._width + first[1],
                second[0] * self._width + second[1],
                split,
                [self._bridges[name] for name in on],
            )
        if found == -2:
            raise KeyError(state)
        return None if found == -1 else found


def _cheapest(found: tuple[int, list[int]] | None) -> tuple[int, int] | None:
    """The least moves, and the number of plans with that many, out of its parts of 64 bits."""
    return found and (found[0], sum(part << 64 * i for i, part in enumerate(found[1])))


class NativeAnalysisRun(NativeRun[State, Move]):
    """The native exploration of a stage, running."""

    def __init__(self, puzzle: Bloxorz, limits: Limits) -> None:
        from unriddle.native import _core

        self._found = _core.bloxorz_analysis(stage_of(puzzle), limits_of(limits))
        super().__init__(puzzle, self._found.run, NATIVE, optimal=True)
        self._stage = puzzle

    def knowledge(self) -> NativeKnowledge | None:
        """What was found out; None if something ended the exploration before it had seen all."""
        self._wait()
        if self._run.result()[0] not in ("solved", "exhausted"):
            return None
        return NativeKnowledge(self._stage, self._found)
