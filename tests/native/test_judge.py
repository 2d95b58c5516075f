"""The native judge says what the book's says, of good certificates and of damaged ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from generators.bloxorz import STAGES
from generators.sokoban_boards import random_level
from generators.sokoban_crowded_boards import crowded_level
from soundness.bloxorz_styles import STYLES, random_stage

from unriddle import native
from unriddle.core import Limits, Puzzle, Status
from unriddle.engines.proving import judge, start
from unriddle.judge.certificate import (
    ACTIONS,
    CARDS,
    GOALS,
    LOST,
    PUSHES,
    Certificate,
    Claim,
    write,
)
from unriddle.judge.check import check
from unriddle.judge.explore import Solvable, explore
from unriddle.judge.forms import certificate as certificate_of
from unriddle.judge.forms import digest
from unriddle.loading import read
from unriddle.play import starting_from
from unriddle.puzzles.bloxorz.level import FLOOR, FRAGILE, GOAL, VOID, Level
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move, State
from unriddle.puzzles.bloxorz.rules import Rules as BloxorzRules
from unriddle.puzzles.freecell.cards import KING, card_of
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules
from unriddle.puzzles.sokoban.rules import Sokoban

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

WORK = 200_000
JUDGE = Path(__file__).parents[2] / "native" / "judge"

Damage = Callable[[Random, Certificate], Certificate]


def with_steps(certificate: Certificate, steps: list[tuple[int, int]]) -> Certificate:
    """Another tree of states."""
    return replace(certificate, parents=[p for p, _ in steps], moves=[m for _, m in steps])


def steps_of(certificate: Certificate) -> list[tuple[int, int]]:
    """The tree of states."""
    return list(zip(certificate.parents, certificate.moves, strict=True))


def without_a_leaf(random: Random, certificate: Certificate) -> Certificate:
    """A state is missing that no other comes from."""
    leaves = [i for i in range(1, certificate.states) if i not in certificate.parents]
    if not leaves:
        return certificate
    leaf = random.choice(leaves)
    steps = steps_of(certificate)
    steps = [(p - (p > leaf), m) for i, (p, m) in enumerate(steps, 1) if i != leaf]
    return with_steps(certificate, steps)


def cut_short(random: Random, certificate: Certificate) -> Certificate:
    """The last states are missing."""
    return with_steps(certificate, steps_of(certificate)[: random.randrange(certificate.states)])


def with_another_parent(random: Random, certificate: Certificate) -> Certificate:
    """A state comes from another one, perhaps from itself or from a later one."""
    steps = steps_of(certificate)
    if steps:
        i = random.randrange(len(steps))
        steps[i] = (
            random.choice((0, i, i + 1, i + 2, random.randrange(len(steps) + 1))),
            steps[i][1],
        )
    return with_steps(certificate, steps)


def with_another_move(random: Random, certificate: Certificate) -> Certificate:
    """A state comes from another move, seldom a legal one."""
    steps = steps_of(certificate)
    if steps:
        i = random.randrange(len(steps))
        moves = (random.choice(certificate.moves), random.randrange(2000), steps[i][1] ^ 1, 10**9)
        steps[i] = (steps[i][0], random.choice(moves))
    return with_steps(certificate, steps)


def with_a_state_twice(random: Random, certificate: Certificate) -> Certificate:
    """A step is there twice."""
    steps = steps_of(certificate)
    return with_steps(certificate, [*steps, random.choice(steps)] if steps else [])


def with_one_more_state(random: Random, certificate: Certificate) -> Certificate:
    """A state more, which may be a goal, or one that a claim covers."""
    parent = random.randrange(certificate.states)
    move = random.choice((*certificate.moves, random.randrange(400)))
    return with_steps(certificate, [*steps_of(certificate), (parent, move)])


def with_another_claim(random: Random, certificate: Certificate) -> Certificate:
    """A claim says more or less, is about other squares, or is missing."""
    claims = list(certificate.claims)
    if not claims:
        return certificate
    i = random.randrange(len(claims))
    claim = claims[i]
    box = random.choice(claim.boxes)
    others = tuple(other for other in claim.boxes if other != box)
    squares = [box + step for step in (-1, 1, -7, 7, 0)]
    claims[i] = random.choice(
        (
            claim._replace(kind=GOALS if claim.kind == LOST else LOST),
            claim._replace(boxes=others),
            claim._replace(boxes=(*others, random.choice(squares))),
            claim._replace(boxes=(*claim.boxes, random.choice(squares))),
            claim._replace(player=random.choice(squares)),
            claim._replace(player=claim.player + random.choice((-1, 1, 1000))),
            claim._replace(boxes=others, frozen=(*claim.frozen, box)),
            claim._replace(frozen=claim.frozen[1:]),
        )
    )
    if random.random() < 0.2:
        del claims[i]
    return replace(certificate, claims=claims)


DAMAGES: tuple[Damage, ...] = (
    without_a_leaf,
    cut_short,
    with_another_parent,
    with_another_move,
    with_a_state_twice,
    with_one_more_state,
    with_another_claim,
)


def compare(puzzle: Puzzle[Any, Any], certificate: Certificate, work: int = WORK) -> bool | None:
    """Both judges say the same, in the same words; returns whether they accept it."""
    book = check(puzzle, certificate, work=work)
    assert judge(puzzle, certificate, work=work) == book, certificate
    return book.accepted


def compare_with_damaged(
    puzzle: Puzzle[Any, Any], certificate: Certificate, random: Random
) -> Counter[bool | None]:
    """The same of the certificate and of damaged ones; how often they were accepted."""
    assert compare(puzzle, certificate)
    answers: Counter[bool | None] = Counter()
    for damage in DAMAGES:
        damaged = damage(random, certificate)
        answers[compare(puzzle, damaged)] += 1
        compare(puzzle, damaged, work=random.randrange(100))
    answers[compare(puzzle, certificate, work=random.randrange(20))] += 1
    return answers


def test_the_judges_of_sokoban_agree() -> None:
    """Of certificates with claims, and of those without any, which keep every state."""
    answers: Counter[bool | None] = Counter()
    for seed in range(300):
        random = Random(seed)
        puzzle = Sokoban((crowded_level if seed % 2 else random_level)(random))
        proving = start(puzzle, PUSHES, Limits(nodes=5000))
        proving.ending()
        if proving.certificate is None:
            continue
        answers += compare_with_damaged(puzzle, proving.certificate, random)
        plain = _explored(puzzle, PUSHES, most=300)
        if plain is not None:
            answers += compare_with_damaged(puzzle, plain, random)
            mixed = replace(plain, claims=proving.certificate.claims)
            answers += compare_with_damaged(puzzle, mixed, random)
    assert min(answers[True], answers[False], answers[None]) > 50


def test_the_judges_agree_about_any_claim() -> None:
    """Claims about the start, most of them wrong; those that hold are about lost levels."""
    answers: Counter[tuple[str, bool]] = Counter()
    reasons: Counter[str] = Counter()
    for seed in range(2000):
        random = Random(seed)
        puzzle = Sokoban((crowded_level if seed % 4 else random_level)(random))
        most = min(4, len(puzzle.initial.boxes))
        boxes = random.sample(sorted(puzzle.initial.boxes), random.randint(1, most))
        home = sorted(puzzle.initial.boxes & puzzle.goals - set(boxes))
        frozen = random.sample(home, random.randint(0, len(home))) if random.random() < 0.6 else []
        claim = Claim(
            random.choice((LOST, GOALS)), tuple(boxes), puzzle.initial.player, tuple(frozen)
        )
        certificate = certificate_of(puzzle, PUSHES, [], [], [claim])
        accepted = compare(puzzle, certificate)
        compare(puzzle, certificate, work=random.randrange(30))
        answers[claim.kind, bool(accepted)] += 1
        reasons[re.sub(r"\d+", "", judge(puzzle, certificate, work=WORK).reason)] += 1
        if accepted and frozen:
            reasons["frozen and accepted"] += 1
    assert min(answers.values()) > 50
    assert {
        "claim : its boxes can all be brought to goals",
        "claim : its boxes reach  goals",
        "claim : it calls boxes frozen that are not held by walls and each other",
        "frozen and accepted",
    } <= reasons.keys()


def test_the_judges_of_freecell_agree() -> None:
    answers: Counter[bool | None] = Counter()
    for seed in range(400):
        random = Random(seed)
        puzzle = _endgame(random)
        certificate = _explored(puzzle, CARDS, most=400)
        if certificate is None:
            continue
        answers += compare_with_damaged(puzzle, certificate, random)
        proving = start(puzzle, CARDS, Limits())
        proving.ending()
        assert proving.certificate is not None
        assert proving.certificate.states == certificate.states
        assert compare(puzzle, proving.certificate)
    assert min(answers[True], answers[False], answers[None]) > 50


def with_its_goal_out_of_reach(level: Level) -> Level:
    """The same stage with a floor where the goal was, and the goal beyond an abyss."""
    rows = [row.replace(GOAL, FLOOR) + VOID * 4 for row in level.rows]
    rows[0] = rows[0][:-1] + GOAL
    return replace(level, rows=tuple(rows))


def features(puzzle: Bloxorz) -> Iterator[str]:
    """What a stage has, as far as the judge has to know it."""
    for switch in puzzle.level.switches:
        for kind in ("toggle", "open", "close"):
            if getattr(switch, kind):
                yield f"{kind} by a {'heavy' if switch.heavy else 'soft'} switch"
    if puzzle.level.splits:
        yield f"splits, {puzzle.rules.split}"
    if puzzle.level.bridges:
        yield f"bridges, {puzzle.rules.parked}"
    if any(FRAGILE in row for row in puzzle.level.rows):
        yield "fragile tiles"
    if puzzle.initial.split:
        yield "begun with two cubes"


def test_the_judges_of_bloxorz_agree() -> None:
    """Of stages with all kinds of devices, under all rules, from the start and from the middle."""
    answers: Counter[bool | None] = Counter()
    seen: Counter[str] = Counter()
    for seed in range(400):
        random = Random(seed)
        stage = random_stage(random.choice(list(STYLES)), random)
        if stage is None:
            continue
        puzzle: Any = Bloxorz(with_its_goal_out_of_reach(stage.level), stage.rules)
        for _ in range(random.choice((0, 0, 1, 5, 20))):
            steps = puzzle.successors(puzzle.initial)
            if steps:
                puzzle = starting_from(puzzle, random.choice(steps)[1])
        certificate = _explored(puzzle, ACTIONS, most=400)
        if certificate is None:
            continue
        answers += compare_with_damaged(puzzle, certificate, random)
        seen.update(features(puzzle))
        proving = start(puzzle, ACTIONS, Limits())
        assert proving.ending()[0] is Status.UNSOLVABLE
        assert proving.certificate is not None
        assert write(proving.certificate) == write(certificate)
        solvable = Bloxorz(stage.level, stage.rules)
        answers[compare(solvable, replace(certificate, level=digest(solvable, ACTIONS)))] += 1
    assert min(answers[True], answers[False], answers[None]) > 50
    assert len(seen) == 12
    assert min(seen.values()) > 5, seen


@pytest.mark.parametrize("rules", [BloxorzRules(), BloxorzRules("counted", "contact", "falls")])
def test_the_judges_agree_about_every_shipped_stage(rules: BloxorzRules) -> None:
    """A set with a goal in it, one with a gap, and the whole once the goal is out of reach."""
    answers: Counter[bool | None] = Counter()
    for level in STAGES:
        random = Random(level.number)
        cut_off = Bloxorz(with_its_goal_out_of_reach(level), rules)
        whole = start(cut_off, ACTIONS, Limits())
        whole.ending()
        assert whole.certificate is not None
        assert judge(cut_off, whole.certificate, work=10**9).accepted
        first = with_steps(whole.certificate, steps_of(whole.certificate)[: random.randrange(800)])
        answers[compare(cut_off, first)] += 1
        if whole.certificate.states <= 1000:
            answers[compare(cut_off, whole.certificate)] += 1
        with_goal = Bloxorz(level, rules)
        answers[compare(with_goal, replace(first, level=digest(with_goal, ACTIONS)))] += 1
    assert answers[False] > 50
    assert answers[True] > 10


@pytest.mark.parametrize("count", [31, 32, 33, 64, 65, 256, 257])
def test_stages_with_many_bridges_are_judged(count: int) -> None:
    letters = [chr(code) for code in range(ord("a"), 0x3000)]
    names = [one for one in letters if one.islower() and one.upper().isupper()]
    names = [one for one in names if len(one.upper()) == 1 and one.upper().lower() == one][:count]
    strip = "".join(names)
    last = names[-1]
    text = f"stage 1\n@##{last.upper()}#{strip}##...!\n####\n"
    text += "".join(f"bridge {name} {'off' if name == last else 'on'}\n" for name in names)
    (puzzle,) = read(text + f"switch {last.upper()} soft toggle {last}\n", puzzle="bloxorz")
    certificate = _explored(puzzle, ACTIONS, most=4000)
    assert certificate is not None
    assert certificate.states > count
    assert compare(puzzle, certificate)
    assert compare(puzzle, cut_short(Random(1), certificate)) is False
    proving = start(puzzle, ACTIONS, Limits())
    assert proving.ending()[0] is Status.UNSOLVABLE
    assert proving.certificate is not None
    assert write(proving.certificate) == write(certificate)


class Trodden(Bloxorz):
    """A stage under rules of its own: nothing ever falls to the left."""

    def tries(self, state: State) -> Sequence[Move]:
        return [move for move in super().tries(state) if move != Move.LEFT]


def test_whoever_changes_the_rules_is_judged_by_his_own() -> None:
    level = with_its_goal_out_of_reach(STAGES[0])
    ours, other = (_explored(kind(level), ACTIONS, most=4000) for kind in (Bloxorz, Trodden))
    assert ours is not None
    assert other is not None
    assert other.states < ours.states
    assert judge(Trodden(level), other, work=WORK).accepted
    assert judge(Bloxorz(level), replace(other, puzzle="bloxorz", level=ours.level), work=WORK)[
        0
    ] is (False)


def test_the_native_judge_shares_no_code_with_the_solvers() -> None:
    files = [file for file in JUDGE.iterdir() if file.suffix in (".h", ".cpp")]
    assert len(files) >= 7
    for file in files:
        included = re.findall(r'#include "(.*)"', file.read_text(encoding="utf-8"))
        assert all(name.startswith("judge/") for name in included), file


def test_lists_of_different_lengths_are_an_error_of_the_caller() -> None:
    from unriddle.native import _core

    with pytest.raises(ValueError, match="as many parents as moves"):
        _core.judge("freecell", {"columns": [[51]], "cells": []}, [0], [], [], 1)
    with pytest.raises(ValueError, match="as many parents as moves"):
        _core.judge(
            "sokoban",
            {"width": 5, "floor": [6, 7, 8], "goals": [7], "boxes": [8], "player": 6},
            *([], [1], [], 1),
        )


@pytest.mark.parametrize(
    ("columns", "cells", "problem"),
    [
        ([[51, 52]], [], "no such card"),
        ([[51, 50]], [51], "a card is doubled"),
        ([[47]], [], "a card is home before a lower one of its suit"),
    ],
)
def test_what_is_no_position_is_refused(
    columns: list[list[int]], cells: list[int], problem: str
) -> None:
    from unriddle.native import _core

    with pytest.raises(ValueError, match=problem):
        _core.judge("freecell", {"columns": columns, "cells": cells}, [], [], [], 1)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"width": 0}, "bad width"),
        ({"floor": [5, 6, 7, 8]}, "the board is open at its side"),
        ({"floor": [-4, 6, 7, 8]}, "a square is off the board"),
        ({"goals": [11]}, "a goal is off the floor"),
        ({"boxes": [11]}, "a box is off the floor"),
        ({"boxes": [8, 8]}, "a box is doubled"),
        ({"player": 11}, "the player is off the floor"),
        ({"player": 8}, "the player stands on a box"),
    ],
)
def test_what_is_no_level_is_refused(changed: dict[str, Any], problem: str) -> None:
    from unriddle.native import _core

    level = {"width": 5, "floor": [6, 7, 8], "goals": [7], "boxes": [8], "player": 6}
    with pytest.raises(ValueError, match=problem):
        _core.judge("sokoban", {**level, **changed}, [], [], [], 1)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"width": 0}, "bad width"),
        ({"width": 3}, "bad width"),
        ({"bridges": -1}, "bad number of bridges"),
        ({"squares": [1, 1, 1, 3]}, "an unknown square"),
        ({"bridge_at": [-1, -1, -1, 1]}, "a map does not fit"),
        ({"switch_at": [-1, -1, -1, 1]}, "a map does not fit"),
        ({"split_at": [-1, -1, -2, -1]}, "a map does not fit"),
        ({"split_at": [-1, -1]}, "a map does not fit"),
        ({"switches": [(False, [0], [1], [])]}, "a switch of no bridge"),
        ({"splits": [(0, 4)]}, "a cube appears off the board"),
        ({"start": (0, 0, False, [1])}, "no such bridge is on"),
        ({"start": (0, 4, False, [])}, "the block is off the board"),
        ({"goal": -1}, "the block is off the board"),
        ({"moves": [0]}, "as many parents as moves"),
    ],
)
def test_what_is_no_stage_is_refused(changed: dict[str, Any], problem: str) -> None:
    from unriddle.native import _core

    nothing = [-1, -1, -1, -1]
    stage: dict[str, Any] = {
        "width": 4,
        "squares": [1, 1, 1, 1],
        "bridge_at": [-1, 0, -1, -1],
        "switch_at": [-1, -1, 0, -1],
        "split_at": nothing,
        "bridges": 1,
        "switches": [(False, [0], [], [])],
        "splits": [(0, 1)],
        "goal": 3,
        "start": (0, 0, False, [0]),
        "split_on_contact": False,
        "parked_falls": False,
    }
    judged = _core.judge("bloxorz", stage, [], [], [], 9)
    assert judged[0] is False  # it is a stage, and can be solved
    with pytest.raises(ValueError, match=problem):
        _core.judge("bloxorz", {**stage, **changed}, [], changed.get("moves", []), [], 1)


def _explored(puzzle: Puzzle[Any, Any], form: str, most: int) -> Certificate | None:
    """A certificate that keeps every state, at most so many; None if there is none."""
    exploration = explore(puzzle, form)
    try:
        while next(exploration) <= most:
            pass
    except Solvable:
        return None
    except StopIteration as end:
        found: Certificate = end.value
        return found
    return None


def _endgame(random: Random) -> FreeCell:
    """The last cards, or all, in disorder, on few columns, with few cells, some of them taken."""
    home = [KING] * 4
    for _ in range(random.choice((15, 15, 200))):
        suit = random.randrange(4)
        home[suit] = max(0, home[suit] - 1)
    cards = [card_of(rank, suit) for suit in range(4) for rank in range(home[suit] + 1, KING + 1)]
    random.shuffle(cards)
    cells = [cards.pop() if random.random() < 0.5 else None for _ in range(random.randint(0, 1))]
    columns, piles = 4, random.randint(2, 4)
    return FreeCell(
        Position(
            tuple(tuple(cards[i::piles]) if i < piles else () for i in range(columns)),
            tuple(cells),
            (home[0], home[1], home[2], home[3]),
        ),
        Rules(cells=len(cells), columns=columns),
    )
