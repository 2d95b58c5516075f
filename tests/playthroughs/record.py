"""Recorded games: a level, some moves, and every position on the way, as text.

    ./dev python tests/playthroughs/record.py

writes the positions of all files here anew, from the lines above `---` in each: the kind of puzzle,
the rules, the level (an id, or a text whose lines begin with `|`) and the moves. Do so when you add
a file, or change the rules of a puzzle or its notation on purpose, and read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from unriddle.catalog import PUZZLES
from unriddle.catalog.puzzle_entry import PuzzleEntry
from unriddle.loading import load, read

FOLDER = Path(__file__).resolve().parent
RULE = "---"
LOSING = "loses: "
"""Begins the line that only the Python rules can write."""


@dataclass(frozen=True)
class Playthrough:
    """What stands above the rule in a file: what is played, and how."""

    entry: PuzzleEntry
    puzzle: Any
    moves: Sequence[Any]


class Rules(Protocol):
    """One of the two implementations of a puzzle, at some position of a game."""

    def position(self) -> str:
        """As text, in the notation of the puzzle."""

    def legal(self) -> list[tuple[Any, int]]:
        """The legal moves in their order, with their costs."""

    def losing(self) -> list[Any]:
        """Moves that a player can make and that lose the game."""

    def is_solved(self) -> bool:
        """Is the game won?"""

    def play(self, move: Any) -> None:
        """Make a legal move."""


class PythonRules:
    """The rules as the book has them; every position is read again from its text."""

    def __init__(self, game: Playthrough) -> None:
        self.puzzle, self.notation = game.puzzle, game.entry.notation
        self.state = self.puzzle.initial

    def position(self) -> str:
        """Of the position that its own text stands for."""
        text = self.notation.format_state(self.puzzle, self.state)
        self.state = self.notation.parse_state(self.puzzle, text)
        return self.notation.format_state(self.puzzle, self.state)

    def legal(self) -> list[tuple[Any, int]]:
        """As `actions` and `cost` say it."""
        return [
            (move, self.puzzle.cost(self.state, move)) for move in self.puzzle.actions(self.state)
        ]

    def losing(self) -> list[Any]:
        """What can be tried and is not legal."""
        legal = set(self.puzzle.actions(self.state))
        return [move for move in self.puzzle.tries(self.state) if move not in legal]

    def is_solved(self) -> bool:
        """Is it a goal?"""
        return bool(self.puzzle.is_goal(self.state))

    def play(self, move: Any) -> None:
        """By `apply`."""
        self.state = self.puzzle.apply(self.state, move)


def parse(text: str) -> Playthrough:
    """The upper part of a file."""
    values: dict[str, str] = {}
    board = []
    for line in text.partition(f"{RULE}\n")[0].splitlines():
        if line.startswith("|"):
            board.append(line[1:])
        elif not line.startswith(";"):
            word, _, value = line.partition(" ")
            values[word] = value
    entry = PUZZLES[values["puzzle"]]
    rules = dict(part.split("=") for part in values["rules"].split())
    if board:
        (puzzle,) = read("\n".join(board) + "\n", puzzle=values["puzzle"], **rules)
    else:
        puzzle = load(values["level"], **rules)
    return Playthrough(
        entry, puzzle, [entry.notation.parse_move(w) for w in values["moves"].split()]
    )


def lines_of(game: Playthrough, rules: Rules, *, losing: bool = True) -> Iterator[str]:
    """The lower part of a file, as an implementation of the rules tells it."""

    def words(moves: Sequence[Any]) -> Iterator[str]:
        return (game.entry.notation.format_plan([move]) for move in moves)

    total = 0
    for number, move in enumerate([None, *game.moves]):
        if number:
            costs = dict(rules.legal())
            name = next(words([move]))
            if move in costs:
                total += costs[move]
                yield f"{number}. {name}: cost {costs[move]}, {total} in all"
                rules.play(move)
            else:
                yield f"{number}. {name}: not legal, and taken back"
        yield from (f"  {line}".rstrip() for line in rules.position().splitlines())
        legal = rules.legal()
        named = zip(words([move for move, _ in legal]), legal, strict=True)
        yield f"legal: {' '.join(f'{name}={cost}' for name, (_, cost) in named)}".rstrip()
        if losing and (lost := rules.losing()):
            yield LOSING + " ".join(words(lost))
        if rules.is_solved():
            yield "solved"


def files() -> list[Path]:
    """All playthroughs."""
    return sorted(FOLDER.glob("*.txt"))


if __name__ == "__main__":
    for path in files():
        text = path.read_text("utf-8")
        game = parse(text)
        head = text.partition(f"{RULE}\n")[0]
        body = lines_of(game, PythonRules(game))
        path.write_text("\n".join([head + RULE, *body]) + "\n", "utf-8")
