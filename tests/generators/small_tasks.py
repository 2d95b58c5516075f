"""Small random levels of each puzzle from a seed, as general planners can take them."""

from __future__ import annotations

from itertools import count, islice
from random import Random

from generators.sokoban_boards import random_level

from unriddle.loading import load_all
from unriddle.puzzles.bloxorz.level import Level
from unriddle.puzzles.bloxorz.notation import parse_levels
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.freecell.cards import KING, card_of
from unriddle.puzzles.freecell.rules import FreeCell, Position
from unriddle.puzzles.freecell.rules import Rules as FreeCellRules
from unriddle.puzzles.sokoban.rules import Rules, Sokoban


def sokoban(seed: int, number: int, *, boxes: int = 3, cost: str = "moves") -> list[Sokoban]:
    """Boards of at most 6 by 6 squares, some of which cannot be solved."""
    random = Random(seed)
    every = (random_level(random) for _ in count())
    some = islice((level for level in every if len(level.boxes) <= boxes), number)
    return [
        Sokoban(level, Rules(cost), name=f"board {n} of seed {seed}")
        for n, level in enumerate(some, start=1)
    ]


def bloxorz(seed: int, number: int, *, switches: bool = False) -> list[Bloxorz]:
    """Platforms of at most 6 by 6 squares, with or without a bridge and its switch; some of them
    cannot be solved.
    """
    random = Random(seed)
    return [
        Bloxorz(_platform(random, switches=switches), name=f"platform {n} of seed {seed}")
        for n in range(1, number + 1)
    ]


def _platform(random: Random, *, switches: bool) -> Level:
    height, width = random.randint(3, 6), random.randint(4, 6)
    squares = [random.choice("#####~.") for _ in range(height * width)]
    start, goal, *marked = random.sample(range(height * width), 6)
    told = ""
    if switches:
        for place, mark in zip(marked, "aaAA", strict=True):
            squares[place] = mark
        verb = random.choice(("toggle", "open", "close"))
        told = f"bridge a {random.choice(('on', 'off'))}\nswitch A soft {verb} a\n"
    squares[start], squares[goal] = "@", "!"
    rows = ["".join(squares[row * width : (row + 1) * width]) for row in range(height)]
    (level,) = parse_levels("\n".join([*rows, told]))
    return level


def stages() -> list[Bloxorz]:
    """The 33 stages."""
    return list(load_all("bloxorz", puzzle="bloxorz"))


def freecell(
    seed: int, number: int, *, left: int = 12, autoplay: str = "raymond"
) -> list[FreeCell]:
    """Ends of games, single cards counted, some of which cannot be won."""
    random = Random(seed)
    return [
        FreeCell(
            _endgame(random, left),
            FreeCellRules(cells=random.randint(0, 2), autoplay=autoplay, cost="cards"),
            name=f"endgame {n} of seed {seed}",
        )
        for n in range(1, number + 1)
    ]


def _endgame(random: Random, left: int) -> Position:
    home = [KING] * 4
    for _ in range(left):
        home[random.randrange(4)] -= 1
    cards = [card_of(rank, suit) for suit in range(4) for rank in range(home[suit] + 1, KING + 1)]
    random.shuffle(cards)
    columns: list[list[str]] = [[], [], [], []]
    for card in cards:
        random.choice(columns).append(card)
    clubs, diamonds, hearts, spades = home
    return Position(tuple(map(tuple, columns)), (), (clubs, diamonds, hearts, spades))
