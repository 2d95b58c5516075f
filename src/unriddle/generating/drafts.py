"""A stage of Bloxorz that is being made: squares that come and go, and what they mean."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, ascii_uppercase

from unriddle.puzzles.bloxorz.level import FLOOR, GOAL, VOID, Bridge, Cell, Level, Split, Switch


@dataclass(frozen=True)
class Draft:
    """Squares by place, and bridges, switches and split switches by name; the block starts upright.

    What `without_unused` gives has no name that nothing stands for, so it can be a `Level`.
    """

    start: Cell
    squares: Mapping[Cell, str]
    bridges: Mapping[str, Bridge] = field(default_factory=dict)
    switches: Mapping[str, Switch] = field(default_factory=dict)
    splits: Mapping[str, Split] = field(default_factory=dict)

    def having(self, cell: Cell, square: str) -> Draft:
        """The same with one square changed; void takes it away."""
        squares = {**self.squares, cell: square}
        if square == VOID:
            del squares[cell]
        return replace(self, squares=squares)

    def plain(self) -> list[Cell]:
        """Tiles that are nothing else, the start left out, in reading order."""
        return sorted(
            cell for cell, square in self.squares.items() if square == FLOOR and cell != self.start
        )

    def without_unused(self) -> Draft:
        """The same without names that stand for nothing any more."""
        used = set(self.squares.values())
        bridges = {name: one for name, one in self.bridges.items() if name in used}
        operating = {
            name: _only(switch, bridges) for name, switch in self.switches.items() if name in used
        }
        switches = {name: switch for name, switch in operating.items() if switch.bridges}
        splits = {
            name: split
            for name, split in self.splits.items()
            if name in used and all(cell in self.squares for cell in split.to)
        }
        known = bridges.keys() | switches.keys() | splits.keys()
        squares = {
            cell: square if not square.isalnum() or square in known else FLOOR
            for cell, square in self.squares.items()
        }
        return Draft(self.start, squares, bridges, switches, splits)

    def simpler(self) -> Iterator[Draft]:
        """The same with one thing less: a tile, a fragile tile, a bridge, a switch, an effect."""
        for name in self.splits:
            yield self._as_floor(name)
        for name, switch in self.switches.items():
            yield self._as_floor(name)
            for bridge in switch.bridges if len(switch.bridges) > 1 else ():
                others = _only(switch, self.bridges.keys() - {bridge})
                yield replace(self, switches={**self.switches, name: others})
        for name in self.bridges:
            yield self._as_floor(name)
        for cell, square in sorted(self.squares.items()):
            if square != GOAL and cell != self.start:
                if square != FLOOR:
                    yield self.having(cell, FLOOR)
                yield self.having(cell, VOID)

    def _as_floor(self, name: str) -> Draft:
        squares = {
            cell: FLOOR if square == name else square for cell, square in self.squares.items()
        }
        return replace(self, squares=squares)

    def level(self, title: str = "") -> Level:
        """The stage, cropped, its names in the order of the alphabet."""
        top, left = min(row for row, _ in self.squares), min(column for _, column in self.squares)
        bottom = max(row for row, _ in self.squares)
        right = max(column for _, column in self.squares)
        names = self._names()

        def moved(cell: Cell) -> Cell:
            return cell[0] - top, cell[1] - left

        def square(row: int, column: int) -> str:
            found = self.squares.get((row, column), VOID)
            return names.get(found, found)

        def renamed(switch: Switch) -> Switch:
            kinds = (tuple(names[one] for one in kind) for kind in _kinds(switch))
            return Switch(names[switch.name], switch.heavy, *kinds)

        return Level(
            rows=tuple(
                "".join(square(row, column) for column in range(left, right + 1))
                for row in range(top, bottom + 1)
            ),
            start=(moved(self.start), moved(self.start)),
            bridges=tuple(Bridge(names[one.name], one.on) for one in self.bridges.values()),
            switches=tuple(renamed(switch) for switch in self.switches.values()),
            splits=tuple(
                Split(names[one.name], (moved(one.to[0]), moved(one.to[1])))
                for one in self.splits.values()
            ),
            title=title,
        )

    def _names(self) -> dict[str, str]:
        """New names for all that has one, without gaps."""
        return {
            **dict(zip(self.bridges, ascii_lowercase, strict=False)),
            **dict(zip(self.switches, ascii_uppercase, strict=False)),
            **dict(zip(self.splits, "123456789", strict=False)),
        }


def _kinds(switch: Switch) -> tuple[tuple[str, ...], ...]:
    return switch.toggle, switch.open, switch.close


def _only(switch: Switch, bridges: Container[str]) -> Switch:
    """A switch that operates none but these bridges."""
    kinds = (tuple(one for one in kind if one in bridges) for kind in _kinds(switch))
    return Switch(switch.name, switch.heavy, *kinds)
