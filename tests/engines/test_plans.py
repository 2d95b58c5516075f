"""The compiled judge of plans says what the readable rules say, in the same words."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from generators.bloxorz import STAGES
from generators.freecell import AUTOPLAYS, COSTS, endgames, rules
from generators.freecell import moves as freecell_moves
from hypothesis import given
from hypothesis import strategies as st
from soundness import bloxorz_styles, freecell_styles, sokoban_styles

from unriddle import native
from unriddle.batch.chunk import solve_chunk
from unriddle.batch.jobs import Setup, Task
from unriddle.core import IllegalMove, JudgesDiffer, Puzzle, Status, Verdict, WrongAnswer, replay
from unriddle.engines import bloxorz, freecell, plans, sokoban
from unriddle.engines.native_puzzle import NativePuzzle
from unriddle.loading import load, load_all
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.bloxorz.rules import Move as Roll
from unriddle.puzzles.bloxorz.rules import Rules as BloxorzRules
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Move, Rules
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES, HOME
from unriddle.puzzles.sokoban.rules import Direction, Sokoban
from unriddle.puzzles.sokoban.rules import Move as Step
from unriddle.puzzles.sokoban.rules import Rules as SokobanRules
from unriddle.solving import solve

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

KINDS: dict[type, NativePuzzle] = {
    Bloxorz: bloxorz.NATIVE,
    FreeCell: freecell.NATIVE,
    Sokoban: sokoban.NATIVE,
}
SOLVERS: dict[type, str] = {Bloxorz: "astar", FreeCell: "fast", Sokoban: "expert"}
Said = tuple[int, bool, int, str]

PLACES = COLUMN_NAMES + CELL_NAMES + HOME
STEPS = [Step(direction, push) for direction in Direction for push in (False, True)]


def by_the_book(puzzle: Puzzle[Any, Any], plan: Sequence[Any]) -> Said:
    try:
        played = replay(puzzle, plan)
    except IllegalMove as error:
        return 0, False, error.step or 0, error.reason
    return played.cost, played.solved, 0, ""


def compiled(puzzle: Puzzle[Any, Any], plan: Sequence[Any]) -> Said:
    from unriddle.native import _core

    kind = KINDS[type(puzzle)]
    return _core.replay(kind.name, kind.plain_game(puzzle), list(map(kind.code_of, plan)))


def compare(puzzle: Puzzle[Any, Any], plan: Sequence[Any]) -> str:
    """Both say the same; returns why they refuse it, or how it ends, without names and numbers."""
    said = by_the_book(puzzle, plan)
    assert compiled(puzzle, plan) == said, (puzzle, plan)
    if not said[2]:
        return "solved" if said[1] else "unsolved"
    reason = re.sub(r"\b[A2-9TJQK][CDHS]( [A2-9TJQK][CDHS])*\b", "CARDS", said[3])
    reason = re.sub(r"\b(row|column|cell|bridge) \w\w?\b", r"\1 #", reason)
    return re.sub(r"\d+", "#", reason)


def any_move(puzzle: Puzzle[Any, Any], random: Random) -> Any:
    """A move that can be written down, seldom a legal one."""
    if isinstance(puzzle, FreeCell):
        return Move(random.choice(PLACES), random.choice(PLACES), random.choice((1, 1, 1, 0, 2, 3)))
    return random.choice(STEPS if isinstance(puzzle, Sokoban) else list(Roll))


def walk(puzzle: Puzzle[Any, Any], random: Random) -> list[Any]:
    """Some legal moves."""
    state, plan = puzzle.initial, []
    for _ in range(random.choice((0, 1, 5, 30))):
        steps = puzzle.successors(state)
        if not steps:
            break
        move, state, _ = random.choice(steps)
        plan.append(move)
    return plan


def damaged(puzzle: Puzzle[Any, Any], plan: Sequence[Any], random: Random) -> list[Any]:
    """The plan with a move changed, left out, doubled, or put in; or two exchanged."""
    changed = list(plan)
    place = random.randrange(len(changed) + 1)
    how = random.randrange(5)
    if how == 0 or place == len(changed):
        changed.insert(place, any_move(puzzle, random))
    elif how == 1:
        changed[place] = any_move(puzzle, random)
    elif how == 2:
        del changed[place]
    elif how == 3:
        changed.insert(place, changed[place])
    else:
        other = random.randrange(len(changed))
        changed[place], changed[other] = changed[other], changed[place]
    if random.random() < 0.1:
        changed = changed[:place]
    return changed


def shipped() -> Iterator[Puzzle[Any, Any]]:
    for level in STAGES:
        yield Bloxorz(level)
        yield Bloxorz(level, BloxorzRules("counted", "contact", "falls"))
    for cost in ("moves", "pushes", "walks"):
        yield from load_all("sokoban/uit", cost=cost)
    yield from load_all("freecell/1-100")
    number = itertools.count(1)
    for cells, autoplay, cost in itertools.product((4, 6), AUTOPLAYS, COSTS):
        yield FreeCell(deal(next(number)), Rules(cells=cells, autoplay=autoplay, cost=cost))


def test_the_judges_agree_about_every_shipped_level_and_damaged_plans_of_it() -> None:
    endings: Counter[str] = Counter()
    damages: Counter[str] = Counter()
    for number, puzzle in enumerate(shipped()):
        random = Random(number)
        # What ends without a plan is left with an empty one.
        plan = solve(puzzle, SOLVERS[type(puzzle)]).plan or ()
        endings[compare(puzzle, plan)] += 1
        for _ in range(20):
            damages[compare(puzzle, damaged(puzzle, plan, random))] += 1
    assert endings["solved"] > 200
    assert len(endings) == 2
    assert damages.total() - damages["solved"] - damages["unsolved"] > 3000


def generated(random: Random) -> Puzzle[Any, Any] | None:
    """A level of the soundness campaign, under any rules."""
    kind = random.randrange(3)
    if kind == 0:
        stage = bloxorz_styles.random_stage(random.choice(list(bloxorz_styles.STYLES)), random)
        return None if stage is None else Bloxorz(stage.level, stage.rules)
    if kind == 1:
        game = freecell_styles.random_game(random.choice(list(freecell_styles.STYLES)), random)
        return None if game is None else FreeCell(game.position, game.rules)
    level = sokoban_styles.random_level(random.choice(list(sokoban_styles.STYLES)), random)
    cost = random.choice(("moves", "pushes", "walks"))
    return None if level is None else Sokoban(level, SokobanRules(cost))


REASONS = """
unsolved
solved
nothing to land on beyond the edge of the board
nothing to land on at row #, column #
the fragile tile at row #, column # breaks under the upright block
bridge # at row #, column # is off
bridge # at row #, column # is off where a cube appears
bridge # at row #, column # goes off under a part
the stage is solved, the block is gone
there is one whole block, no other cube to control
there is a wall at row #, column #
the box at row #, column # cannot be pushed, a wall is behind it
the box at row #, column # cannot be pushed, another box is behind it
there is no column #
there is no cell #
a card that is home stays there
column # is empty
cell # is empty
the card lies there already
a move carries at least one card
only between columns do several cards move at once
CARDS does not go home yet: clubs need CARDS
CARDS does not go home yet: diamonds need CARDS
CARDS does not go home yet: hearts need CARDS
CARDS does not go home yet: spades need CARDS
from a cell # card goes to a column # home
cell # holds CARDS
CARDS does not go on CARDS
no card of CARDS goes on CARDS
CARDS goes on CARDS, not # cards
column # does not have # cards
the last # cards of column # are not in sequence
# cards, but only # can be moved at once
""".strip().splitlines()


def test_the_judges_agree_about_tens_of_thousands_of_damaged_plans() -> None:
    """And every reason of the rules is among those for which they refuse them."""
    seen: Counter[str] = Counter()
    for seed in range(4000):
        random = Random(seed)
        puzzle = generated(random)
        if puzzle is None:
            continue
        plan = walk(puzzle, random)
        seen[compare(puzzle, plan)] += 1
        for _ in range(10):
            seen[compare(puzzle, damaged(puzzle, plan, random))] += 1
    assert sorted(seen) == sorted(REASONS)


@given(endgames(left=30, columns=5, cells=2), rules, st.lists(freecell_moves(), max_size=20))
def test_the_judges_agree_about_any_moves_of_freecell(
    position: Any, chosen: Rules, plan: list[Move]
) -> None:
    if len(position.cells) <= chosen.cells:
        compare(FreeCell(position, chosen), plan)


@given(st.sampled_from(STAGES), st.lists(st.sampled_from(list(Roll)), max_size=60))
def test_the_judges_agree_about_any_moves_of_bloxorz(level: Any, plan: list[Roll]) -> None:
    compare(Bloxorz(level), plan)


@given(st.integers(1, 17), st.lists(st.sampled_from(STEPS), max_size=60))
def test_the_judges_agree_about_any_moves_of_sokoban(number: int, plan: list[Step]) -> None:
    compare(load(f"sokoban/uit/{number}"), plan)


def test_what_has_no_number_is_judged_by_the_book() -> None:
    puzzle = load("freecell/1")
    for move in (Move("x", "y"), Move("1", "2", -1)):
        with pytest.raises(IllegalMove) as refused:
            plans.judge_plan(freecell.NATIVE, 0.0, puzzle, [move])
        assert refused.value.step == 1


def test_what_the_judge_refuses_is_refused_by_the_rules() -> None:
    with pytest.raises(IllegalMove, match="move 2, 2a: cell a holds"):
        plans.judge_plan(freecell.NATIVE, 0.0, load("freecell/1"), [Move("1", "a"), Move("2", "a")])


def liar(*_: object) -> Said:
    """In the place of the compiled judge: every plan is one move too dear."""
    return 1, True, 0, ""


def test_a_judge_who_lies_is_caught_by_the_first_plan_of_every_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("unriddle.native._core.replay", liar)
    monkeypatch.setattr(plans, "_judged", itertools.count())
    puzzle = load("freecell/1")
    with pytest.raises(
        JudgesDiffer, match=r"freecell/1: .*\(1, True, 0, ''\), \(0, False, 0, ''\)"
    ):
        plans.judge_plan(freecell.NATIVE, 0.0, puzzle, [])
    for _ in range(plans.SAMPLE - 1):
        assert plans.judge_plan(freecell.NATIVE, 0.0, puzzle, []) == Verdict(1, True)
    with pytest.raises(WrongAnswer):
        plans.judge_plan(freecell.NATIVE, 0.0, puzzle, [])
    with pytest.raises(WrongAnswer):
        plans.judge_plan(freecell.NATIVE, plans.LONG, puzzle, [])


def test_a_worker_whose_judges_differ_gives_the_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unriddle.native._core.replay", liar)
    monkeypatch.setattr(plans, "_judged", itertools.count())
    setup = Setup("freecell", "fast", "native", None).as_json()
    answer = solve_chunk(setup, [Task("freecell/1"), Task("freecell/2")])
    assert not answer.rows
    assert "the compiled judge of plans and the readable rules differ" in answer.alarm


def test_solutions_are_judged_by_the_compiled_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a plan that he calls too dear is no answer."""
    monkeypatch.setattr(plans, "_judged", itertools.count(1))
    assert solve(load("freecell/1"), "fast").status is Status.SOLVED
    monkeypatch.setattr("unriddle.native._core.replay", liar)
    with pytest.raises(WrongAnswer, match="replayed, it costs 1"):
        solve(load("freecell/1"), "fast")


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"columns": [[51, 52]]}, "no such card"),
        ({"columns": [[]] * 11}, "too many columns or cells"),
        ({"cells": [-1] * 9}, "too many columns or cells"),
        ({"autoplay": "wild"}, "no such autoplay: wild"),
        ({"cost": "time"}, "no such cost: time"),
        ({"plan": [19]}, "not a move of FreeCell"),
        ({"plan": [-1]}, "not a move of FreeCell"),
    ],
)
def test_what_is_no_game_or_no_move_is_an_error_of_the_caller(
    changed: dict[str, Any], problem: str
) -> None:
    from unriddle.native import _core

    game = {"columns": [[51]], "cells": [-1], "autoplay": "none", "cost": "moves"}
    assert _core.replay("freecell", game, []) == (0, False, 0, "")
    with pytest.raises(ValueError, match=problem):
        _core.replay("freecell", {**game, **changed}, changed.get("plan", []))
    for puzzle in (load("bloxorz/1"), load("sokoban/uit/1")):
        kind = KINDS[type(puzzle)]
        with pytest.raises(ValueError, match="not a move of"):
            _core.replay(kind.name, kind.plain_game(puzzle), [8])
