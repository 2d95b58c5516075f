"""The board of Bloxorz: one sees at once whether the block stands, how it lies, and what rolls."""

from __future__ import annotations

from collections.abc import Sequence

from unriddle.catalog import drawing_of
from unriddle.core import Drawing
from unriddle.puzzles.bloxorz.level import Switch
from unriddle.puzzles.bloxorz.rules import Bloxorz, State
from unriddle.tui.boards.grid import Cell, GridBoard, framed, labelled, role_at
from unriddle.tui.boards.picture import Size
from unriddle.tui.words import t

_FILLINGS = {"bridge": "=", "fragile": "~"}


class BloxorzBoard(GridBoard):
    """Squares, the block in three shapes, and the meaning of the switches."""

    puzzle: Bloxorz
    controls = (
        ("arrows", "roll the block, or the cube under control"),
        ("Space", "take control of the other cube"),
        ("click", "roll towards the mouse"),
    )
    moved = frozenset({"block", "block-lying", "cube"})

    def describe(self, state: State) -> str:
        """How the block is placed, in words."""
        if state.split:
            return t("two cubes: {mark} rolls, Space swaps", mark=self.support.pick("◆◆", "<>"))
        if state.first == state.second:
            return t("the block stands upright")
        is_row = state.first[0] == state.second[0]
        return t("the block lies along a row" if is_row else "the block lies along a column")

    def legend(self) -> Sequence[str]:
        """What the switches do, and which marks are what."""
        level = self.puzzle.level
        lines = [_explained(switch) for switch in level.switches]
        lines += [t(":{name} splits the block", name=split.name) for split in level.splits]
        drawing = drawing_of(self.puzzle, self.puzzle.initial)
        roles = {glyph.role for row in drawing for glyph in row}
        if "fragile" in roles:
            lines.append(t("~ breaks under it upright"))
        return [*lines, t("() the hole")]

    def sprite(self, grid: Drawing, cell: Cell, size: Size) -> Sequence[str]:
        """A square of the map, or a part of the block."""
        glyph = grid[cell[0]][cell[1]]
        match glyph.role:
            case "block":
                return self._upright(size)
            case "block-lying":
                return self._lying(grid, cell, size)
            case "cube" | "cube-parked":
                return self._cube(size, under_control=glyph.role == "cube")
            case "goal" if size.height > 1:
                corners = self.support.pick("╭╮╰╯", "/\\\\/")
                return framed(size, corners, " ", self.support.pick("│", "|"))
            case "floor" if size.height > 1:
                return labelled(size, self.support.pick("·", "."))
            case "floor":
                return (self.support.pick(" ·", " ."),)
        return labelled(size, glyph.text.strip(), _FILLINGS.get(glyph.role, " "))

    def _upright(self, size: Size) -> Sequence[str]:
        if size.height == 1:
            return (self.support.pick("╬╬", "##"),)
        if not self.support.unicode:
            return ("#" * size.width,) * size.height
        return framed(size, "╔╗╚╝", "═", "║", "██")

    def _lying(self, grid: Drawing, cell: Cell, size: Size) -> Sequence[str]:
        """One half of the block, open towards the other half."""
        row, column = cell
        others = [(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)]
        toward = [role_at(grid, other) == "block-lying" for other in others].index(True)
        width, height = size
        if height == 1:
            ends = ("[=", "=]", *self.support.pick("╓╖ ╙╜", "/\\ \\/").split())
            return (ends[toward],)
        whole = Size(2 * width, height) if toward < 2 else Size(width, 2 * height)
        corners, across = self.support.pick("┌┐└┘", "++++"), self.support.pick("─", "-")
        lines = framed(whole, corners, across, self.support.pick("│", "|"))
        if toward >= 2:
            return lines[:height] if toward == 2 else lines[height:]
        return [line[:width] if toward == 0 else line[width:] for line in lines]

    def _cube(self, size: Size, *, under_control: bool) -> Sequence[str]:
        mark = self.support.pick("◆◆", "<>") if under_control else self.support.pick("◇◇", "><")
        if size.height == 1:
            return (mark,)
        across, upright = (
            (self.support.pick("═", "="), self.support.pick("║", "|"))
            if under_control
            else (self.support.pick("┄", "."), self.support.pick("┆", ":"))
        )
        middle = f"{upright}{mark.center(size.width - 2)}{upright}"
        lines = [upright + across * (size.width - 2) + upright] * size.height
        lines[(size.height - 1) // 2] = middle
        return tuple(lines)


def _explained(switch: Switch) -> str:
    """What a switch does, in a line."""
    sign = "x" if switch.heavy else "o"
    does = [
        f"{t(word)} {' '.join(names)}"
        for word, names in (
            ("toggles", switch.toggle),
            ("opens", switch.open),
            ("closes", switch.close),
        )
        if names
    ]
    return f"{sign}{switch.name} {', '.join(does)}{t(' (upright)') if switch.heavy else ''}"
