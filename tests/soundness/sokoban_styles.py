"""Sokoban levels in many styles, small enough for exhaustive search and nasty to solvers.

A level is made of a board, a filling and twists.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from soundness.sokoban_boards import (
    STEPS,
    STRIDE,
    Board,
    any_board,
    board_of,
    corridors,
    flood,
    level_of,
    loops,
    parts,
    rectangle,
    room,
    rooms,
    thin,
)
from unriddle.puzzles.sokoban.notation import parse_levels
from unriddle.puzzles.sokoban.rules import Level


def random_level(style: str, random: Random) -> Level | None:
    """A level in one of `STYLES`; None where the throw makes no level worth a look."""
    board = STYLES[style](random)
    return None if board is None else level_of(board)


# Fillings: they place the goals, the boxes and the player.


def strewn(random: Random, floor: set[int], most: int = 5) -> Board | None:
    """Everything anywhere; some boxes on goals."""
    cells = sorted(floor)
    if len(cells) < 4:
        return None
    random.shuffle(cells)
    if random.random() < 0.8:  # a box in a corner is lost too soon
        cells.sort(key=lambda cell: is_frozen({cell}, floor))
    count = random.randint(1, min(most, (len(cells) - 1) // 2))
    player, boxes = cells[0], set(cells[1 : count + 1])
    home = random.randint(0, count) if random.random() < 0.6 else 0
    others = random.sample(cells[count + 1 :], count - home)
    goals = set(cells[1 : home + 1]) | set(others)
    return Board(floor, goals, boxes, player)


def pulled(random: Random, floor: set[int], most: int = 5, *, home: bool = False) -> Board | None:
    """Boxes pulled off their goals, so there is a solution.

    With `home` as many boxes as possible stand on goals again: the way there and back is forgotten,
    and the solution may have to move a box away from its goal and back.
    """
    board = strewn(random, floor, most)
    if board is None:
        return None
    board.boxes = set(board.goals)
    if board.player in board.goals:
        return None
    best, best_home = None, -1
    for _ in range(random.randint(2, 30)):
        reach = flood(board.player, floor, board.boxes)
        pulls = [
            (box, step)
            for box in sorted(board.boxes)
            for step in STEPS
            if box + step in reach and box + 2 * step in floor - board.boxes
        ]
        if not pulls:
            break
        box, step = random.choice(pulls)
        board.boxes = board.boxes - {box} | {box + step}
        board.player = box + 2 * step
        at_home = len(board.boxes & board.goals)
        if at_home < len(board.boxes) and (not home or at_home >= best_home):
            best, best_home = Board(floor, board.goals, board.boxes, board.player), at_home
    if best is not None and random.random() < 0.5:
        best.player = random.choice(sorted(flood(best.player, floor, best.boxes)))
    return best


def frozen(random: Random, floor: set[int]) -> Board | None:
    """Groups of boxes that cannot be moved, most of them on goals, and some that can."""
    board = (pulled if random.random() < 0.6 else strewn)(random, floor, 3)
    if board is None:
        return None
    blocks = [
        block
        for cell in sorted(floor)
        for block in ({cell, cell + 1}, {cell, cell + STRIDE}, square(cell), {cell})
        if block <= floor and is_frozen(block, floor)
    ]
    for block in random.sample(blocks, min(len(blocks), random.randint(1, 3))):
        if board.player not in block:
            board.boxes = board.boxes | block
            board.goals = board.goals | block
    if random.random() < 0.2 and board.goals:
        board.goals = board.goals - {random.choice(sorted(board.goals))}
    return board


def square(cell: int) -> set[int]:
    """Two by two cells."""
    return {cell, cell + 1, cell + STRIDE, cell + STRIDE + 1}


def is_frozen(boxes: set[int], floor: set[int]) -> bool:
    """Is each of the boxes held, along its row and along its column, by walls or one another?"""
    held = boxes | {cell + step for cell in boxes for step in STEPS} - floor
    return all(
        (cell - 1 in held or cell + 1 in held) and (cell - STRIDE in held or cell + STRIDE in held)
        for cell in boxes
    )


def any_filling(random: Random, floor: set[int]) -> Board | None:
    """One of the fillings above."""
    throw = random.random()
    if throw < 0.35:
        return strewn(random, floor)
    if throw < 0.8:
        return pulled(random, floor, home=random.random() < 0.6)
    return frozen(random, floor)


# Twists.


def with_spare_goals(random: Random, board: Board, most: int = 4) -> Board:
    """More goals than boxes."""
    places = sorted(board.floor - board.goals)
    more = random.sample(places, min(len(places), random.randint(1, most)))
    return Board(board.floor, board.goals | set(more), board.boxes, board.player)


def mirrored(random: Random, board: Board) -> Board:
    """A board beside its mirror image, across or down, sharing a row or column or a wall."""
    down = random.random() < 0.5
    size = STRIDE if down else 1
    far = max(cell // STRIDE if down else cell % STRIDE for cell in board.floor)
    axis = 2 * far + random.choice((0, 0, 1, 2))

    def image(cells: set[int]) -> set[int]:
        places = ((cell, cell // STRIDE if down else cell % STRIDE) for cell in cells)
        return cells | {cell + (axis - 2 * place) * size for cell, place in places}

    floor = image(board.floor)
    if axis == 2 * far + 2:  # a wall between them, with a door or two in it
        place = far + 1
        doors = [
            cell
            for cell in (
                [place * STRIDE + c for c in range(1, 24)]
                if down
                else [r * STRIDE + place for r in range(1, 24)]
            )
            if cell - size in floor and cell + size in floor
        ]
        floor |= set(random.sample(doors, min(len(doors), random.randint(1, 2))))
    return Board(floor, image(board.goals), image(board.boxes), board.player)


def with_pockets(random: Random, board: Board) -> Board:
    """Closed rooms beside the board, empty or with boxes and goals in them."""
    rows = [cell // STRIDE for cell in board.floor]
    columns = [cell % STRIDE for cell in board.floor]
    floor, goals, boxes = set(board.floor), set(board.goals), set(board.boxes)
    for _ in range(random.randint(1, 2)):
        if random.random() < 0.5:
            top, left = random.choice((max(rows) + 2, max(rows) + 3)), min(columns)
        else:
            top, left = min(rows), random.choice((max(columns) + 2, max(columns) + 3))
        pocket = rectangle(top, left, random.randint(1, 3), random.randint(1, 3)) - floor
        pocket = {cell for cell in pocket if not any(cell + step in floor for step in STEPS)}
        floor |= pocket
        for cell in sorted(pocket):
            goals |= {cell} if random.random() < 0.4 else set()
            boxes |= {cell} if random.random() < 0.3 else set()
    return Board(floor, goals, boxes, board.player)


def shut_in(random: Random, board: Board) -> Board:
    """The player begins in the smallest region that the boxes close off."""
    regions = parts(board.floor - board.boxes)
    if len(regions) < 2:
        return board
    region = min(regions, key=lambda region: (len(region), min(region)))
    return Board(board.floor, board.goals, board.boxes, random.choice(sorted(region)))


# Styles.


def plain(make: Callable[[Random], set[int]]) -> Callable[[Random], Board | None]:
    """The style of boards of one kind, filled in any way."""
    return lambda random: any_filling(random, make(random))


def twisted(
    twist: Callable[[Random, Board], Board], share: float = 0.4
) -> Callable[[Random], Board | None]:
    """The style of any board with a twist, and often with another one."""

    def style(random: Random) -> Board | None:
        board = any_filling(random, any_board(random))
        if board is None:
            return None
        board = twist(random, board)
        return with_spare_goals(random, board, 2) if random.random() < share else board

    return style


def _strewn(random: Random) -> Board | None:
    return strewn(random, any_board(random))


def _pulled(random: Random) -> Board | None:
    return pulled(random, any_board(random))


def _home(random: Random) -> Board | None:
    return pulled(random, any_board(random), home=True)


def _frozen(random: Random) -> Board | None:
    board = frozen(random, any_board(random))
    return with_spare_goals(random, board, 2) if board and random.random() < 0.4 else board


def _symmetric(random: Random) -> Board | None:
    small = corridors if random.random() < 0.2 else room
    floor = small(random) if small is corridors else room(random, most=12)
    board = any_filling(random, floor)
    if board is None:
        return None
    board = mirrored(random, board)
    if random.random() < 0.3 and len(board.floor) < 24:
        board = mirrored(random, board)
    return board if len(board.boxes) <= 6 else None


def _large(random: Random) -> Board | None:
    floor = room(random, 60) | {cell + 3 for cell in rooms(random)}
    return pulled(random, floor, 7, home=random.random() < 0.4)


def _loops(random: Random) -> Board | None:
    return pulled(random, loops(random), 6, home=random.random() < 0.3)


def _halves(random: Random) -> Board | None:
    """Loops beside their mirror image."""
    floor = loops(random, random.randint(4, 6), random.randint(3, 4))
    board = pulled(random, floor, 3, home=random.random() < 0.3)
    return mirrored(random, board) if board else None


NASTY = """
########
#.*    #
#.*##$ #
#*## @ #
#.###  #
########

########
# .  $+#
######$#
#*  * .#
########

#########
#   #   #
# $ * $ #
#..# #..#
# $ # $ #
# .$@$. #
# $ # $ #
#..# #..#
# $ * $ #
#   #   #
#########

########
#   #  #
# #  $ #
#. ## .#
# $##$ #
# .$@. #
#   #$ #
#..# . #
# $ *$ #
#   #  #
########

########
#  #   #
#  $   #
# # #  #
# $@ . #
#.# #..#
#  $ $ #
#  #   #
########
"""
"""Levels that a solver was once wrong about, or smaller ones made of them."""


def _changed(random: Random) -> Board | None:
    """A level that was once nasty, with some squares changed."""
    board = board_of(random.choice(_nasty()))
    rows = {cell // STRIDE for cell in board.floor}
    columns = {cell % STRIDE for cell in board.floor}
    inside = sorted(r * STRIDE + c for r in rows for c in columns)
    for _ in range(random.randint(1, 6)):
        cell, other = random.choice(inside), random.choice(sorted(board.floor))
        change = random.randrange(5)
        if change == 0:
            board.floor ^= {cell}
        elif change == 1 and board.boxes:
            board.boxes = board.boxes - {random.choice(sorted(board.boxes))} | {other}
        elif change == 2 and board.goals:
            board.goals = board.goals - {random.choice(sorted(board.goals))} | {other}
        elif change == 3:
            board.goals = board.goals | {other}
        elif board.boxes:
            board.boxes = board.boxes - {random.choice(sorted(board.boxes))}
    board.floor |= {board.player}
    return board


@cache
def _nasty() -> tuple[Level, ...]:
    return parse_levels(NASTY)


STYLES: dict[str, Callable[[Random], Board | None]] = {
    "room": plain(room),
    "rooms": plain(rooms),
    "corridors": plain(corridors),
    "thin": plain(thin),
    "strewn": _strewn,
    "pulled": _pulled,
    "home": _home,
    "frozen": _frozen,
    "spare goals": twisted(with_spare_goals, 0.0),
    "symmetric": _symmetric,
    "pockets": twisted(with_pockets),
    "shut in": twisted(shut_in),
    "loops": _loops,
    "halves": _halves,
    "changed": _changed,
    "large": _large,
}
"""By name: what makes a board of each style, or None where the throw makes none."""

COSTLY = ("loops", "changed", "halves", "large", "changed")
"""Styles of larger boards, on which little can be settled by exhaustive search."""
_SMALL = tuple(style for style in STYLES if style not in COSTLY)
SCHEDULE = tuple(style for costly in COSTLY for style in (*_SMALL * 8, costly))
"""Every small style 40 times, and every costly one once or twice."""
