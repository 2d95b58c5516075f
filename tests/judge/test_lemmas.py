"""The lemmas of docs/proofs.md, held against exhaustive searches that do without them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from itertools import combinations
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from generators.sokoban_boards import random_level

from unriddle.judge import freecell
from unriddle.judge.certificate import GOALS, LOST, Claim
from unriddle.judge.freecell import SingleCards
from unriddle.judge.sokoban import Board, Pushes
from unriddle.puzzles.freecell.cards import KING, RANK, SUIT, card_of, is_red
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules
from unriddle.puzzles.sokoban.rules import Sokoban, State


def is_solvable(
    start: Any,
    successors: Callable[[Any], Iterable[Any]],
    is_goal: Callable[[Any], bool],
    key: Callable[[Any], Hashable] = lambda state: state,
) -> bool:
    """By looking at every state within reach."""
    seen, waiting = {key(start)}, [start]
    while waiting:
        state = waiting.pop()
        if is_goal(state):
            return True
        for after in successors(state):
            if key(after) not in seen:
                seen.add(key(after))
                waiting.append(after)
    return False


# --- FreeCell ---------------------------------------------------------------------------------

Table = tuple[tuple[tuple[str, ...], ...], tuple[str, ...], tuple[int, ...]]


def card_moves(table: Table, cells: int) -> Iterable[Table]:
    """All that single cards can do, written once more, without any card that goes by itself."""
    columns, held, home = table
    sources = [(i, column[-1]) for i, column in enumerate(columns) if column]
    for place, card in [*sources, *((-1, card) for card in held)]:
        rest = list(columns)
        if place >= 0:
            rest[place] = rest[place][:-1]
        others = tuple(other for other in held if other != card)
        if home[SUIT[card]] == RANK[card] - 1:
            ranks = list(home)
            ranks[SUIT[card]] += 1
            yield tuple(sorted(rest)), others, tuple(ranks)
        for target, column in enumerate(columns):
            if target == place:
                continue
            if not column or (
                RANK[column[-1]] == RANK[card] + 1 and is_red(column[-1]) != is_red(card)
            ):
                after = list(rest)
                after[target] += (card,)
                yield tuple(sorted(after)), others, home
        if place >= 0 and len(held) < cells:
            yield tuple(sorted(rest)), tuple(sorted((*held, card))), home


def small_deck(random: Random, ranks: int, columns: int, cells: int) -> Any:
    """A random position of a deck that ends with this rank, as `SingleCards` reads positions."""
    cards = [card_of(rank, suit) for suit in range(4) for rank in range(1, ranks + 1)]
    random.shuffle(cards)
    held = [cards.pop() if random.random() < 0.3 else None for _ in range(cells)]
    piles: list[list[str]] = [[] for _ in range(columns)]
    for card in cards:
        random.choice(piles).append(card)
    return SimpleNamespace(initial=(tuple(map(tuple, piles)), tuple(held), (0, 0, 0, 0)))


def answers_to(position: Any, ranks: int) -> tuple[bool, bool]:
    """Can it be solved? As the judge plays, and without the rule of safe cards."""
    rules = SingleCards(position)
    with_rule = is_solvable(rules.start, partial(_after, rules), rules.is_goal)
    piles, held, home = position.initial
    start = tuple(sorted(piles)), tuple(sorted(filter(None, held))), home
    without = is_solvable(
        start, lambda table: card_moves(table, len(held)), lambda table: min(table[2]) == ranks
    )
    return with_rule, without


@pytest.mark.parametrize(
    ("ranks", "columns", "cells", "runs"),
    [
        (2, 2, 0, 400),
        (3, 2, 0, 800),
        (3, 2, 1, 400),
        (3, 3, 0, 200),
        (4, 3, 0, 200),
        (5, 3, 1, 300),
    ],
)
def test_sending_safe_cards_home_never_loses_a_solution(
    monkeypatch: pytest.MonkeyPatch, ranks: int, columns: int, cells: int, runs: int
) -> None:
    monkeypatch.setattr(freecell, "KING", ranks)
    random = Random(f"{ranks} {columns} {cells}")
    answers = []
    for _ in range(runs):
        with_rule, without = answers_to(small_deck(random, ranks, columns, cells), ranks)
        assert with_rule is without
        answers.append(without)
    assert 0.02 < sum(answers) / runs < 0.98  # both happen


@pytest.mark.parametrize(
    "piles",
    [
        ("4D 4S 3C AD 4C 3S 2D 2S 2H", "3D 4H AS AH", "2C AC 3H"),
        ("3C 2H 2D AC AD 2S", "3S AS 4H 3D AH", "3H 4S 4D 4C 2C"),
    ],
)
def test_a_card_that_may_still_be_needed_is_not_safe(
    monkeypatch: pytest.MonkeyPatch, piles: tuple[str, ...]
) -> None:
    """Here a three would be sent home too soon if its colour were asked for one rank less."""
    monkeypatch.setattr(freecell, "KING", 4)
    columns = tuple(tuple(pile.split()) for pile in piles)
    assert answers_to(SimpleNamespace(initial=(columns, (), (0, 0, 0, 0))), 4) == (True, True)


def _after(rules: Any, state: Any) -> list[Any]:
    return [after for _, after, *_ in rules.successors(state)]


@pytest.mark.parametrize("autoplay", ["none", "horne", "raymond", "greedy"])
def test_what_single_cards_cannot_solve_nothing_can(autoplay: str) -> None:
    """Supermoves and autoplay of the rules find no more than single cards; greedy ones less."""
    random = Random(autoplay)
    answers = []
    for _ in range(150):
        cells, columns, rank = random.randint(0, 1), random.randint(2, 3), random.randint(10, 11)
        cards = [card_of(r, suit) for suit in range(4) for r in range(rank, KING + 1)]
        random.shuffle(cards)
        piles: list[list[str]] = [[] for _ in range(columns)]
        for card in cards:
            random.choice(piles).append(card)
        position = Position(tuple(map(tuple, piles)), (), (rank - 1,) * 4)
        puzzle = FreeCell(position, Rules(cells=cells, autoplay=autoplay))
        rules = SingleCards(puzzle)
        by_cards = is_solvable(rules.start, partial(_after, rules), rules.is_goal)
        by_rules = is_solvable(puzzle.initial, partial(_after, puzzle), puzzle.is_goal, puzzle.key)
        assert by_cards or not by_rules
        assert autoplay == "greedy" or by_cards is by_rules
        answers.append(by_rules)
    assert any(answers)
    assert not all(answers)


# --- Sokoban ----------------------------------------------------------------------------------


def all_states(puzzle: Sokoban, boxes: int) -> list[State]:
    """Every placement of so many boxes and the player."""
    floor = sorted(puzzle.floor)
    return [
        State(player, frozenset(placed))
        for placed in combinations(floor, boxes)
        for player in floor
        if player not in placed
    ]


def solvable_states(puzzle: Sokoban, boxes: int) -> set[State]:
    """The placements from which all boxes come to goals: backwards from the solved ones."""
    before: defaultdict[State, list[State]] = defaultdict(list)
    states = all_states(puzzle, boxes)
    for state in states:
        for _, after, _ in puzzle.successors(state):
            before[after].append(state)
    solved = [state for state in states if puzzle.is_goal(state)]
    found, waiting = set(solved), solved
    while waiting:
        for state in before[waiting.pop()]:
            if state not in found:
                found.add(state)
                waiting.append(state)
    return found


def claims_about(random: Random, state: State) -> Iterable[Claim]:
    """Claims that cover the state, of every kind: some boxes of it, some of the rest frozen."""
    boxes = sorted(state.boxes)
    for kind in (LOST, GOALS):
        for count in range(1, len(boxes) + 1):
            for some in combinations(boxes, count):
                others = [box for box in boxes if box not in some]
                yield Claim(kind, some, state.player)
                if others:
                    frozen = random.sample(others, random.randint(1, len(others)))
                    yield Claim(kind, some, state.player, tuple(frozen))


def test_claims_that_are_accepted_cover_only_lost_states() -> None:
    random = Random(7)
    seen = {(kind, frozen): 0 for kind in (LOST, GOALS) for frozen in (False, True)}
    levels = 0
    while levels < 40:
        puzzle = Sokoban(random_level(random))
        boxes = len(puzzle.initial.boxes)
        if len(puzzle.floor) > 13 or not 2 <= boxes <= 4:
            continue
        levels += 1
        solvable = solvable_states(puzzle, boxes)
        states = all_states(puzzle, boxes)
        for state in random.sample(states, min(len(states), 25)):
            for claim in claims_about(random, state):
                rules = Pushes(puzzle, [claim])
                if rules.objection(0, lambda: None):
                    continue
                seen[claim.kind, bool(claim.frozen)] += 1
                assert state not in solvable
                covered = _covered(puzzle, rules, random.sample(states, min(len(states), 40)))
                assert solvable.isdisjoint(covered)
    assert min(seen.values()) > 100


def _covered(puzzle: Sokoban, rules: Pushes, states: Iterable[State]) -> set[State]:
    """The states that the only claim of `rules` speaks of."""
    board = Board(puzzle.level.width, puzzle.floor, puzzle.goals)
    normalized = {state: board.normalized(state.boxes, state.player) for state in states}
    return {state for state, key in normalized.items() if rules.cover(key) is not None}


def test_a_claim_about_all_boxes_holds_exactly_where_the_state_is_lost() -> None:
    random = Random(11)
    levels = 0
    while levels < 40:
        puzzle = Sokoban(random_level(random))
        boxes = len(puzzle.initial.boxes)
        if len(puzzle.floor) > 13 or boxes > 3:
            continue
        levels += 1
        solvable = solvable_states(puzzle, boxes)
        states = all_states(puzzle, boxes)
        for state in random.sample(states, min(len(states), 25)):
            rules = Pushes(puzzle, [Claim(LOST, tuple(state.boxes), state.player)])
            assert bool(rules.objection(0, lambda: None)) is (state in solvable)


def test_frozen_boxes_never_move() -> None:
    random = Random(13)
    frozen = 0
    for _ in range(60):
        puzzle = Sokoban(random_level(random))
        board = Board(puzzle.level.width, puzzle.floor, puzzle.goals)
        for group in combinations(sorted(puzzle.floor), 3):
            if board.is_frozen(frozenset(group)):
                frozen += 1
                players = [square for square in puzzle.floor if square not in group]
                for player in players:
                    assert not list(board.pushes(board.normalized(frozenset(group), player)))
    assert frozen > 50
