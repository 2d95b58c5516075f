"""The table of FreeCell: whole columns, a cursor, and moves typed in standard notation."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from rich.text import Text

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, IllegalMove
from unriddle.puzzles.freecell.cards import SUITS, Card, card_of, is_red
from unriddle.puzzles.freecell.rules import FreeCell, Move, State
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES, HOME
from unriddle.tui.boards.board import Answer, AnySession, Board, move_from
from unriddle.tui.boards.picture import Picture, Size
from unriddle.tui.styles import style_of
from unriddle.tui.terminal import Colours, Support
from unriddle.tui.words import t

NARROWEST, WIDEST = 5, 16
"""Columns on the screen for a column of cards."""
TALLEST = 3
"""Lines of a card."""
MOST_CARDS = 13
"""The longest sequence there is."""
_SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))


class _Slot(NamedTuple):
    """A place on the table and what is to be seen there."""

    place: str
    text: str
    role: str
    open: bool = False
    """Does a mark on the place show here?"""


class FreeCellBoard(Board):
    """Cells and foundations above, columns below; a cursor walks over all of them."""

    puzzle: FreeCell
    controls = (
        ("3a, 45, 2h, 26v3", "a move: column 3 to cell a, 4 to 5, 2 home, 3 cards"),
        ("arrows", "choose a place"),
        ("Enter, Space", "take the card there; on another place, lay it down"),
        ("Enter twice", "send the card home, or else into a cell"),
        ("Escape", "let go of the card"),
        ("click", "take and lay down"),
    )

    def __init__(self, puzzle: AnyPuzzle, support: Support) -> None:
        super().__init__(puzzle, support)
        state = self.puzzle.initial
        self._columns = COLUMN_NAMES[: len(state.columns)]
        self._cells = CELL_NAMES[: len(state.cells)]
        self.cursor = self._columns[0]

    # What it looks like.

    def describe(self, state: State) -> str:
        """How many cards are home."""
        return t("{home} of 52 cards home", home=sum(state.foundations))

    def picture(self, state: State, room: Size, hint: Move | None = None) -> Picture:
        """The table, with blank lines where the room allows."""
        slots = max(len(self._columns), len(self._cells) + 4)
        width = max(NARROWEST, min(WIDEST, room.width // slots))
        longest = max(1, *map(len, state.columns))
        airy = longest + 5 <= room.height
        upper = self._upper_row(state, slots)
        names = [_Slot(name, name, "label") for name in self._columns]
        tall = max(1, min(TALLEST, (room.height - 5) // max(MOST_CARDS, longest)))
        rows = [upper, names]
        for depth in range(longest):
            row = self._row(state, depth)
            rows += [row, *[[slot._replace(text="") for slot in row]] * (tall - 1)]
        if airy:
            labels = [_Slot(slot.place, slot.place, "label") for slot in upper]
            rows = [labels, upper, [], *rows[1:]]
        marks = self._marks(hint)
        on_top = self.cursor not in self._columns
        return Picture(
            tuple(self._line(row, width, marks) for row in rows),
            slots * width,
            (0 if on_top else self._columns.index(self.cursor) * width, 0 if on_top else len(rows)),
            lambda x, y: rows[y][x // width].place if x // width < len(rows[y]) else "",
        )

    def _upper_row(self, state: State, slots: int) -> list[_Slot]:
        """The cells on the left, the foundations on the right."""
        cells = [
            _Slot(name, self._shown(card), _role(card), open=True)
            for name, card in zip(self._cells, state.cells, strict=True)
        ]
        home = []
        for suit, rank in enumerate(state.foundations):
            card = card_of(rank, suit) if rank else None
            sign = self.support.pick(_SIGNS[SUITS[suit]], SUITS[suit])
            text = self._shown(card) if card else f"-{sign}"
            home.append(_Slot(HOME, text, _role(card), open=True))
        return [*cells, *[_Slot("", "", "")] * (slots - len(cells) - len(home)), *home]

    def _row(self, state: State, depth: int) -> list[_Slot]:
        """The cards of all columns that lie at one depth."""
        row = []
        for name, column in zip(self._columns, state.columns, strict=True):
            if depth < len(column):
                card = column[depth]
                is_open = depth == len(column) - 1
                row.append(_Slot(name, self._shown(card), _role(card), open=is_open))
            elif depth == 0:
                row.append(_Slot(name, "--", "empty", open=True))
            else:
                row.append(_Slot(name, "", ""))
        return row

    def _line(self, row: list[_Slot], width: int, marks: dict[str, str]) -> Text:
        line = Text()
        for slot in row:
            role = marks.get(slot.place, slot.role) if slot.open else slot.role
            text = f"{slot.text:>3}"
            if width > NARROWEST:
                brackets = self._brackets(role)
                text = f"{brackets[0]}{text}{brackets[1]}"
            text = text.center(width - 1)
            line.append(text, style_of(role, self.support.colours)).append(" ")
        return line

    def _brackets(self, role: str) -> str:
        """What makes marks visible without colours too."""
        if self.support.colours is not Colours.NONE:
            return "  "
        return {"cursor": "><", "chosen": "[]", "hint": "**"}.get(role, "  ")

    def _marks(self, hint: Move | None) -> dict[str, str]:
        """The places that are pointed out, and how."""
        marks = {self.cursor: "cursor"}
        if hint is not None:
            marks |= {hint.source: "hint", hint.target: "hint"}
        if self.typed:
            marks[self.typed[0]] = "chosen"
        return marks

    def _shown(self, card: Card | None) -> str:
        if card is None:
            return "--"
        return card if not self.support.unicode else card[0].replace("T", "10") + _SIGNS[card[1]]

    has_way_home = True

    def way_home(self, state: State) -> list[Move]:
        """Moves home, one after the other, that end the game; none if more is needed."""
        moves: list[Move] = []
        while not self.puzzle.is_goal(state):
            home = (move for move in self.puzzle.actions(state) if move.target == HOME)
            move = next(home, None)
            if move is None:
                return []
            moves.append(move)
            state = self.puzzle.apply(state, move)
        return moves

    # What keys and clicks mean.

    def name_of(self, move: Move) -> str:
        """The move in standard notation, and in words."""
        target = (
            t("home") if move.target == HOME else t("to {place}", place=_place_name(move.target))
        )
        several = t("{count} cards ", count=move.cards) if move.cards > 1 else ""
        source = t("from {place}", place=_place_name(move.source))
        return f"{move} ({several}{source} {target})"

    def key(self, session: AnySession, key: str, character: str) -> Answer | None:
        """Arrows move the cursor, Enter takes and lays down, everything else is typed notation."""
        if key in ("left", "right", "up", "down"):
            self._move_cursor(key)
            return Answer(say=self._begun())
        if session.solved:
            return None  # Enter means the next deal
        if key in ("enter", "space"):
            if len(self.typed) > 1:
                return self._play(session, self.typed)
            return self._point_at(session, self.cursor)
        if self.typed and key in ("escape", "backspace"):
            self.typed = ""
            return Answer(say="")
        letter = character.lower()
        if not self.typed:
            if letter and letter in self._columns + self._cells:
                return self._begin(session, letter)
            return None
        if len(self.typed) == 1:
            known = self._columns + self._cells + HOME
            return self._complete(session, letter) if letter and letter in known else None
        return self._count(session, letter)

    def click(self, session: AnySession, place: Any) -> Answer | None:
        """Take the card of a place, or lay the card down that was taken."""
        if not place:
            return None
        if place != HOME:
            self.cursor = place
        self.typed = self.typed[:1]
        return self._point_at(session, place)

    def _point_at(self, session: AnySession, place: str) -> Answer:
        if not self.typed:
            return self._begin(session, place)
        if place == self.typed:
            return self._send_away(session, place)
        return self._complete(session, place)

    def _begin(self, session: AnySession, place: str) -> Answer:
        if not any(move.source == place for move in session.legal()):
            where = _place_name(place)
            return Answer(say=t("no card can be moved from {where}", where=where))
        self.typed = place
        if place != HOME:
            self.cursor = place
        return Answer(say=self._begun())

    def _begun(self) -> str:
        if not self.typed:
            return ""
        return f"{self.typed}_  {t('from {place} to ...?', place=_place_name(self.typed))}"

    def _send_away(self, session: AnySession, place: str) -> Answer:
        """Home if it goes, or else into a cell."""
        self.typed = ""
        for targets in (HOME, self._cells):
            for move in session.legal():
                if move.source == place and move.target in targets:
                    return Answer([move])
        return Answer(say="the card goes neither home nor into a cell")

    def _complete(self, session: AnySession, target: str) -> Answer:
        """Play the move, unless it leaves open how many cards go."""
        text = self.typed + target
        if len(set(self._outcomes(session.state, text).values())) > 1:
            self.typed = text
            most = max(self._outcomes(session.state, text))
            asked = t("how many cards? 1 to {most}, Enter for one", most=most)
            return Answer(say=f"{text}: {asked}")
        return self._play(session, text)

    def _count(self, session: AnySession, letter: str) -> Answer | None:
        if letter == "v":
            return Answer(say=f"{self.typed}v_")
        if letter and letter in "123456789abcd":
            count = "" if letter == "1" else f"v{letter}"
            return self._play(session, self.typed + count)
        return None

    def _outcomes(self, state: State, text: str) -> dict[int, State]:
        """What moving a number of cards leads to, for each number that the rules allow."""
        found = {}
        for count in range(1, MOST_CARDS + 1):
            with suppress(BadInput, IllegalMove):
                move = move_from(self.puzzle, text + (f"v{count:x}" if count > 1 else ""))
                found[count] = self.puzzle.apply(state, move)
        return found

    def _play(self, session: AnySession, text: str) -> Answer:
        self.typed = ""
        try:
            move = move_from(self.puzzle, text)
            session.puzzle.apply(session.state, move)
        except (BadInput, IllegalMove) as error:
            return Answer(say=str(error))
        return Answer([move])

    def _move_cursor(self, key: str) -> None:
        upper, lower = self._cells + HOME, self._columns
        row = upper if self.cursor in upper else lower
        index = row.index(self.cursor)
        if key in ("left", "right"):
            index += 1 if key == "right" else -1
            self.cursor = row[index % len(row)]
        else:
            other = lower if row is upper else upper
            self.cursor = other[min(index, len(other) - 1)]


def _role(card: Card | None) -> str:
    if card is None:
        return "empty"
    return "red card" if is_red(card) else "black card"


def _place_name(place: str) -> str:
    if place == HOME:
        return t("home")
    return t("column {place}" if place in COLUMN_NAMES else "cell {place}", place=place)
