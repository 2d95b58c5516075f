"""The Sokoban expert: it solves, it proves, and it is never wrong about what is lost."""

from __future__ import annotations

import math
import os
from random import Random

import pytest
from generators.sokoban_boards import random_level as crowded_level

import unriddle
from unriddle import native
from unriddle.core import BadInput, Limits, Status
from unriddle.engines.sokoban import level_of, rules
from unriddle.play import starting_from
from unriddle.puzzles.sokoban.notation import format_level, parse_levels
from unriddle.puzzles.sokoban.rules import Level, Sokoban, State
from unriddle.search.rng import SplitMix64

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

MANY = int(os.environ.get("UNRIDDLE_LEVELS", "300"))
"""How many seeds the soundness test takes; more on demand: UNRIDDLE_LEVELS=5000 pytest."""


def random_level(seed: int) -> Level | None:
    """A small level, mostly a hard or an unsolvable one; None where the throw makes no level."""
    rng = SplitMix64(seed)
    width, height, count = 4 + rng.below(3), 3 + rng.below(3), 1 + rng.below(4)
    squares = [" " if rng.below(100) < 82 else "#" for _ in range(width * height)]
    for symbol in "$" * count + "." * (count + (rng.below(8) == 0)) + "@":
        squares[rng.below(width * height)] = symbol
    rows = ["".join(squares[row * width : (row + 1) * width]) for row in range(height)]
    rim = "#" * (width + 2)
    try:
        return parse_levels("\n".join([rim, *(f"#{row}#" for row in rows), rim]))[0]
    except BadInput:
        return None


def verdict(
    puzzle: Sokoban,
    start: State | None = None,
    plain_first: int = 2000,
    without: str = "",
    threads: int = 1,
) -> str:
    """How the expert ends on a position."""
    names = [name for name in without.split("+") if name]
    settings = {"plain_first": plain_first, "without": names, "threads": threads}
    run = level_of(puzzle, start).solve("expert", settings)
    run.wait()
    return run.result()[0]


def everything(puzzle: Sokoban) -> tuple[set[State], set[State]]:
    """All states that can be reached, and those of them that can be solved, by the rules alone."""
    before: dict[State, list[State]] = {puzzle.initial: []}
    queue = [puzzle.initial]
    for state in queue:
        for _, after, _ in puzzle.successors(state):
            if after not in before:
                before[after] = []
                queue.append(after)
            before[after].append(state)
    solvable = {state for state in before if puzzle.is_goal(state)}
    queue = list(solvable)
    for state in queue:
        fresh = set(before[state]) - solvable
        solvable |= fresh
        queue += fresh
    return set(before), solvable


@pytest.mark.parametrize("number", [number for number in range(1, 19) if number != 17])
def test_course_maps_are_solved(number: int) -> None:
    result = unriddle.solve(unriddle.load(f"sokoban/uit/{number}"), "expert")
    assert result.status is Status.SOLVED
    assert not result.optimal


def test_the_map_without_solution_is_proved_so() -> None:
    result = unriddle.solve(unriddle.load("sokoban/uit/17"), "expert")
    assert result.status is Status.UNSOLVABLE


_RULES = rules("expert") if native.available else []
_LEFT_OUT = ["", *_RULES, "+".join(_RULES)]


@pytest.mark.parametrize("without", _LEFT_OUT)
def test_every_rule_is_sound(without: str) -> None:
    """With and without each rule: the verdict of an exhaustive search.

    By turns with the plain search and without it, which leaves small levels to the feature search.
    """
    counts = {"solved": 0, "exhausted": 0}
    for seed in range(MANY):
        for turn, level in enumerate((random_level(seed), crowded_level(Random(seed)))):
            if level is None:
                continue
            puzzle = Sokoban(level, name=f"seed {seed}")
            if puzzle.is_goal(puzzle.initial):
                continue
            expected = exhaustive(level)
            plain_first = 2000 * ((seed + turn) % 2)
            assert verdict(puzzle, None, plain_first, without) == expected, format_level(level)
            counts[expected] += 1
    assert min(counts.values()) > MANY / 8  # the levels must be worth the trouble


_known: dict[str, str] = {}


def exhaustive(level: Level) -> str:
    """What breadth-first search, which knows no deadlock, says."""
    key = format_level(level)
    if key not in _known:
        truth = unriddle.solve(Sokoban(level), "bfs").status
        _known[key] = {Status.SOLVED: "solved", Status.UNSOLVABLE: "exhausted"}[truth]
    return _known[key]


def test_no_position_that_can_be_solved_is_given_up() -> None:
    """Every position of many small levels, asked one by one."""
    asked = 0
    for seed in range(5000, 5400):
        level = random_level(seed)
        if level is None or len(level.boxes) < 2:
            continue
        puzzle = Sokoban(level)
        states, solvable = everything(puzzle)
        for state in sorted(states)[:: 1 + len(states) // 25]:
            if puzzle.is_goal(state):
                continue
            assert (verdict(puzzle, state, asked % 2 * 2000) == "solved") == (state in solvable)
            asked += 1
    assert asked > 1000


def test_solved_levels_need_no_move() -> None:
    puzzle = Sokoban(parse_levels("#####\n#@* #\n#####")[0])
    assert unriddle.solve(puzzle, "expert").plan == ()


SOLVABLE = {
    "boxes at home behind frozen ones": """
########
#.*    #
#.*##$ #
#*## @ #
#.###  #
########
""",
    "a box at home that nobody can reach": """
#######
#.$@  #
##### #
#.*  *#
#######
""",
    "one push from the end": """
########
# .  $+#
######$#
#*  * .#
########
""",
    "macro pushes that end where they began": """
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
""",
}


@pytest.mark.parametrize("plain_first", [2000, 0])
@pytest.mark.parametrize("name", SOLVABLE)
def test_what_can_be_solved_is_solved(name: str, plain_first: int) -> None:
    puzzle = Sokoban(parse_levels(SOLVABLE[name])[0])
    assert verdict(puzzle, plain_first=plain_first) == "solved"


@pytest.mark.parametrize("name", SOLVABLE)
def test_no_state_of_a_solution_is_called_lost(name: str) -> None:
    puzzle = Sokoban(parse_levels(SOLVABLE[name])[0])
    plan = unriddle.solve(puzzle, "expert").plan
    assert plan is not None
    for state in unriddle.replay(puzzle, plan).states:
        assert unriddle.is_winnable(starting_from(puzzle, state)).solvable is True


def test_spare_goals_are_no_obstacle() -> None:
    puzzle = Sokoban(parse_levels("#######\n#.    #\n# $   #\n#.  $.#\n#  @  #\n#######")[0])
    assert verdict(puzzle) == verdict(puzzle, plain_first=0) == "solved"


@pytest.mark.parametrize(
    ("rows", "columns", "boxes", "reason"),
    [(65, 10, 1, "64 by 64"), (10, 65, 1, "64 by 64"), (20, 20, 101, "100 boxes")],
)
def test_what_is_too_large_is_refused(rows: int, columns: int, boxes: int, reason: str) -> None:
    inside = list("@" + "." * boxes + "$" * boxes + " " * (rows * columns - 2 * boxes - 1))
    lines = ["".join(inside[row * columns : (row + 1) * columns]) for row in range(rows)]
    rim = "#" * (columns + 2)
    puzzle = Sokoban(parse_levels("\n".join([rim, *(f"#{line}#" for line in lines), rim]))[0])
    with pytest.raises(BadInput, match=reason) as refused:
        unriddle.solve(puzzle, "expert")
    assert "astar" in refused.value.hint


def test_what_is_too_large_for_it_is_left_to_a_textbook_solver() -> None:
    rows = ["#" * 72, "#" + " " * 70 + "#", "#@ $ ." + " " * 65 + "#", "#" * 72]
    puzzle = Sokoban(parse_levels("\n".join(rows))[0])
    assert unriddle.solve(puzzle).cost == 3
    assert unriddle.is_winnable(puzzle).solvable is True
    assert unriddle.Session(puzzle).outlook().solvable is True
    with pytest.raises(BadInput, match="64 by 64"):
        unriddle.solve(puzzle, threads=2)


HARD = """
###################
#.................#
#.$ $ $ $ $ $ $ $ #
#                 #
# $ $ $ $ $ $ $ $ #
#                 #
# # # # # # # # # #
#                 #
#        @        #
###################
"""


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize(
    ("limits", "status"),
    [
        (Limits(nodes=5), Status.OUT_OF_NODES),
        (Limits(seconds=1e-6), Status.OUT_OF_TIME),
        (Limits(mebibytes=0.01), Status.OUT_OF_MEMORY),
    ],
)
def test_limits_end_it(limits: Limits, status: Status, threads: int) -> None:
    puzzle = Sokoban(parse_levels(HARD)[0])
    result = unriddle.solve(puzzle, "expert", limits=limits, threads=threads)
    assert result.status is status
    assert result.stats.expanded <= (limits.nodes or result.stats.expanded)
    assert result.stats.memory <= 2**20 * (limits.mebibytes or math.inf)


@pytest.mark.parametrize("threads", [1, 2])
def test_it_can_be_watched_and_stopped(threads: int) -> None:
    run = unriddle.start(Sokoban(parse_levels(HARD)[0]), "expert", threads=threads)
    seen = 0
    for stats in run:
        seen = max(seen, stats.expanded)
        run.stop()
    assert run.result().status in (Status.STOPPED, Status.SOLVED)


@pytest.mark.parametrize("threads", [2, 3, 16])
def test_threads_agree_with_exhaustive_search(threads: int) -> None:
    """Whoever comes first says the same; no plain search in front, so that all take part."""
    for seed in range(7000, 7000 + MANY // 4):
        level = crowded_level(Random(seed))
        puzzle = Sokoban(level, name=f"seed {seed}")
        if not puzzle.is_goal(puzzle.initial):
            assert verdict(puzzle, plain_first=0, threads=threads) == exhaustive(level)


def test_one_thread_always_finds_the_same() -> None:
    puzzle = unriddle.load("sokoban/uit/18")
    first, second = (unriddle.solve(puzzle, "expert", threads=1) for _ in range(2))
    assert (first.plan, first.stats.expanded) == (second.plan, second.stats.expanded)


@pytest.mark.parametrize("threads", [0, 17, "two"])
def test_a_wrong_number_of_threads_is_refused(threads: object) -> None:
    with pytest.raises(BadInput, match="threads"):
        unriddle.solve(unriddle.load("sokoban/uit/1"), "expert", threads=threads)
