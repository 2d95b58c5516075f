from __future__ import annotations

import dataclasses
import random
from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

import pytest
from generators.freecell import AUTOPLAYS, COSTS, endgames, rules
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.core import BadInput, IllegalMove, replay
from unriddle.puzzles.freecell.cards import (
    DECK,
    LIES_ON,
    OTHER_COLOUR,
    RANK,
    SAME_COLOUR,
    SUIT,
    SUITS,
    card_of,
)
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.notation import parse_levels, parse_plan
from unriddle.puzzles.freecell.rules import FreeCell, Move, Position, Rules, State
from unriddle.puzzles.freecell.table import (
    CELL_NAMES,
    COLUMN_NAMES,
    cards_moved,
    carry_out,
    into_empty_column,
    objection,
    single_moves,
    supermove_limit,
)


def position(*columns: str, cells: str = "") -> Position:
    """A position from the open cards of columns; all other cards lie in order on one more column.

    That last column is so far from being in sequence that only its open king matters.
    """
    named = tuple(tuple(column.split()) for column in columns)
    held = tuple(None if card == "-" else card for card in cells.split())
    used = {card for column in (*named, held) for card in column}
    rest = tuple(card for card in DECK if card not in used)
    return Position((*named, rest), held)


def playout(puzzle: FreeCell, seed: int, length: int) -> Iterator[State]:
    """States of a random game."""
    chance = random.Random(seed)
    state = puzzle.initial
    for _ in range(length):
        yield state
        actions = puzzle.actions(state)
        if not actions:
            return
        state = puzzle.apply(state, chance.choice(actions))
    yield state


def reachable(puzzle: FreeCell, limit: int = 10**9) -> list[State]:
    """Every state that can be reached, nearest first; states of equal keys only once."""
    seen = {puzzle.key(puzzle.initial)}
    states = [puzzle.initial]
    for state in states:
        for _, after, _ in puzzle.successors(state):
            key = puzzle.key(after)
            if key not in seen and len(states) < limit:
                seen.add(key)
                states.append(after)
    return states


def solvable(puzzle: FreeCell) -> bool:
    return any(map(puzzle.is_goal, reachable(puzzle)))


# Cards


def test_a_card_lies_on_the_two_next_higher_cards_of_the_other_colour() -> None:
    assert LIES_ON["7H"] == {"8C", "8S"}
    assert LIES_ON["TS"] == {"JD", "JH"}
    assert LIES_ON["KC"] == frozenset()
    assert sum(map(len, LIES_ON.values())) == 96


# Settings


def test_the_settings_have_the_documented_defaults() -> None:
    assert Rules() == Rules(cells=4, columns=8, autoplay="raymond", cost="player")


@pytest.mark.parametrize(
    "wrong",
    [{"cells": -1}, {"cells": 9}, {"columns": 3}, {"columns": 11}, {"autoplay": "x"}, {"cost": ""}],
    ids=str,
)
def test_settings_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput, match=f"{next(iter(wrong))} = "):
        Rules(**wrong)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("autoplay", AUTOPLAYS)
def test_unit_cost_is_claimed_exactly_where_it_holds(cost: str, autoplay: str) -> None:
    puzzle = FreeCell(deal(1), Rules(cost=cost, autoplay=autoplay))
    assert puzzle.unit_cost == (cost == "player" or (cost == "moves" and autoplay == "none"))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"columns": ()}, "0 columns"),
        ({"columns": ((),) * 11}, "11 columns"),
        ({"cells": (None,) * 8 + ("AC",)}, "9 cells"),
        ({"foundations": (0, 0, 0, 14)}, "foundations"),
        ({"cells": ("1X",)}, "unknown card: '1X'"),
        ({"cells": ("AC",)}, "doubled card: AC"),
        ({"foundations": (1, 1, 0, 0)}, "doubled cards: AC AD"),
        ({"columns": ((), DECK[1:])}, "missing card: AC"),
    ],
)
def test_positions_without_a_proper_deck_are_refused(
    change: dict[str, object], problem: str
) -> None:
    with pytest.raises(BadInput, match=problem):
        dataclasses.replace(deal(1), **change)  # type: ignore[arg-type]  # wrong on purpose


# Moves


@given(st.integers(1, 32_000), rules, st.integers())
def test_successors_are_actions_applied(number: int, rules: Rules, seed: int) -> None:
    puzzle = FreeCell(deal(number, rules.columns), rules)
    for state in playout(puzzle, seed, 12):
        assert list(puzzle.successors(state)) == [
            (move, puzzle.apply(state, move), puzzle.cost(state, move))
            for move in puzzle.actions(state)
        ]
        if puzzle.unit_cost:
            assert {cost for _, _, cost in puzzle.successors(state)} <= {1}


@settings(max_examples=25)
@given(st.integers(1, 32_000), rules, st.integers())
def test_actions_are_all_that_apply_accepts_up_to_symmetry(
    number: int, rules: Rules, seed: int
) -> None:
    puzzle = FreeCell(deal(number, rules.columns), rules)
    places = "1234567890abcdefghi"
    for state in playout(puzzle, seed, 20):
        moves = set(puzzle.actions(state))
        assert len(moves) == len(puzzle.actions(state))
        keys = {puzzle.key(puzzle.apply(state, move)) for move in moves}
        for move in (Move(a, b, n) for a in places for b in places for n in (1, 2, 3)):
            try:
                after = puzzle.apply(state, move)
            except IllegalMove:
                assert move not in moves
                continue
            moved_nothing = puzzle.key(after) == puzzle.key(state)
            assert moved_nothing or puzzle.key(after) in keys


@given(endgames(left=12, columns=4, cells=3), st.randoms(use_true_random=False))
def test_the_order_of_columns_and_cells_does_not_matter(
    level: Position, chance: random.Random
) -> None:
    columns, cells = list(level.columns), [*level.cells, None]
    chance.shuffle(columns)
    chance.shuffle(cells)
    mixed = dataclasses.replace(level, columns=tuple(columns), cells=tuple(cells))
    one, other = FreeCell(level), FreeCell(mixed)
    assert one.key(one.initial) == other.key(other.initial)
    assert sorted(map(str, (one.key(after) for _, after, _ in one.successors(one.initial)))) == (
        sorted(map(str, (one.key(after) for _, after, _ in other.successors(other.initial))))
    )


@given(st.integers(1, 32_000), st.integers())
def test_different_states_have_different_keys(number: int, seed: int) -> None:
    puzzle = FreeCell(deal(number), Rules(autoplay="none"))
    for state in playout(puzzle, seed, 10):
        keys = {puzzle.key(after) for _, after, _ in puzzle.successors(state)}
        tables = {
            (frozenset(filter(None, after.columns)), frozenset(filter(None, after.cells)))
            for _, after, _ in puzzle.successors(state)
        }
        assert len(keys) == len(tables)


def test_the_order_of_actions_is_the_documented_one() -> None:
    level = position("8S", "7D AC", "9D", "", "6C 5H", cells="7H - 2D")
    puzzle = FreeCell(level, Rules(cells=4, autoplay="none"))
    assert " ".join(map(str, puzzle.actions(puzzle.initial))) == (
        "2h 13 a1 24 54 64 a4 c4 1b 2b 3b 5b 6b"
    )


def test_a_column_moves_as_a_sequence_and_the_target_decides_how_many_cards() -> None:
    level = position("QH JC TD 9S", "QD", "JS", "")
    puzzle = FreeCell(level, Rules(cells=1, autoplay="none"))
    state = puzzle.apply(puzzle.initial, Move("1", "2"))
    assert state.columns[:2] == (("QH",), ("QD", "JC", "TD", "9S"))
    state = puzzle.apply(puzzle.initial, Move("1", "3"))
    assert state.columns[2] == ("JS", "TD", "9S")
    state = puzzle.apply(puzzle.initial, Move("1", "4", 2))
    assert state.columns[3] == ("TD", "9S")
    assert puzzle.apply(puzzle.initial, Move("1", "4")).columns[3] == ("9S",)
    assert puzzle.apply(puzzle.initial, Move("1", "2", 3)).columns[1][-1] == "9S"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("13", "7H does not go on 9S"),
        ("32", "9S does not go on 8S"),
        ("62", "no card of QH JC TD 9C goes on 8S"),
        ("64v3", "3 cards, but only 2 can be moved at once"),
        ("61v2", "no card of QH JC TD 9C goes on 7H"),
        ("12v2", "7H goes on 8S, not 2 cards"),
        ("14v2", "column 1 does not have 2 cards"),
        ("84v2", "the last 2 cards of column 8 are not in sequence"),
        ("41", "column 4 is empty"),
        ("b1", "cell b is empty"),
        ("1a", "cell a holds 2C"),
        ("ab", "from a cell a card goes to a column or home"),
        ("1h", "7H does not go home yet: hearts need AH"),
        ("ah", "2C does not go home yet: clubs need AC"),
        ("11", "the card lies there already"),
        ("91", "there is no column 9"),
        ("1c", "there is no cell c"),
    ],
)
def test_what_is_not_legal_is_refused_with_the_reason(move: str, reason: str) -> None:
    level = position("7H", "8S", "9S", "", "KH 5C", "QH JC TD 9C", "QD", cells="2C")
    puzzle = FreeCell(level, Rules(cells=2))
    with pytest.raises(IllegalMove) as caught:
        puzzle.apply(puzzle.initial, parse_plan(move)[0])
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "move", [Move("h", "1"), Move("x", "1"), Move("1", ""), Move("1", "2", 0), Move("1", "b", 2)]
)
def test_what_cannot_be_written_is_refused_as_well(move: Move) -> None:
    puzzle = FreeCell(position("7H", "8S"), Rules(cells=2))
    with pytest.raises(IllegalMove):
        puzzle.apply(puzzle.initial, move)


# Supermoves


Stack: TypeAlias = tuple[int, ...]
Stacks: TypeAlias = tuple[Stack, Stack, tuple[Stack, ...], tuple[Stack, ...]]


def fewest_single_moves(cards: int, cells: int, columns: int) -> int | None:
    """By exhaustive search: how many single moves bring the sequence cards..1 to its target.

    Places are stacks of numbers. A number goes on the next higher one, to an empty spare column
    or cell, and the highest to the target, which is empty at first.
    """
    start: Stacks = (tuple(range(cards, 0, -1)), (), ((),) * columns, ((),) * cells)
    distance = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        source, target, spare, held = here
        if len(target) == cards:
            return distance[here]
        stacks = [source, target, *spare, *held]
        for i, one in enumerate(stacks):
            for j, onto in enumerate(stacks):
                if not one or i == j:
                    continue
                if onto:
                    fits = j < 2 + columns and onto[-1] == one[-1] + 1
                else:
                    fits = j > 1 or (j == 1 and one[-1] == cards)
                if not fits:
                    continue
                after = list(stacks)
                after[i], after[j] = one[:-1], (*onto, one[-1])
                spare_after, held_after = after[2 : 2 + columns], after[2 + columns :]
                there = (after[0], after[1], tuple(sorted(spare_after)), tuple(sorted(held_after)))
                if there not in distance:
                    distance[there] = distance[here] + 1
                    queue.append(there)
    return None


@pytest.mark.parametrize(
    ("cells", "columns"), [(0, 0), (1, 0), (3, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (0, 3)]
)
def test_supermoves_are_what_single_cards_can_do(cells: int, columns: int) -> None:
    limit = supermove_limit(cells, columns)
    for cards in range(1, limit + 1):
        assert fewest_single_moves(cards, cells, columns) == single_moves(cards, cells, columns)
    assert fewest_single_moves(limit + 1, cells, columns) is None


@pytest.mark.parametrize("cells", range(4))
@pytest.mark.parametrize("empty", range(4))
def test_the_limit_holds_on_the_table(cells: int, empty: int) -> None:
    sequence = "QC JD TC 9D 8C 7D 6C 5D 4C 3D 2C"
    limit = (cells + 1) * 2**empty
    rules = Rules(cells=cells, autoplay="none")
    for count in range(1, 12):
        below = card_of(count + 2, SUITS.index("HS"[count % 2 == 0]))
        puzzle = FreeCell(position(sequence, below, *[""] * empty), rules)
        move = Move("1", "2")
        assert (move in puzzle.actions(puzzle.initial)) == (count <= limit)
        assert (not objection(puzzle.initial, move)) == (count <= limit)
        if empty:
            move = Move("1", "3", count)
            assert (move in puzzle.actions(puzzle.initial)) == (count <= min(limit // 2, 10))
            assert (not objection(puzzle.initial, move)) == (count <= limit // 2)


# Automatic moves


@given(endgames(left=20, columns=5, cells=2), st.sampled_from(AUTOPLAYS))
def test_what_goes_home_by_itself_is_safe_and_is_all(level: Position, autoplay: str) -> None:
    puzzle = FreeCell(level, Rules(autoplay=autoplay))
    bare = FreeCell(level, Rules(autoplay="none"))
    for move in puzzle.actions(puzzle.initial):
        state = bare.apply(bare.initial, move)
        home = list(state.foundations)

        def is_safe(card: str, home: list[int] = home) -> bool:
            rank, suit = RANK[card], SUIT[card]
            others = [home[other] for other in OTHER_COLOUR[suit]]
            horne = rank <= 2 or min(others) >= rank - 1
            raymond = min(others) >= rank - 2 and home[SAME_COLOUR[suit]] >= rank - 3
            return {
                "none": False,
                "horne": horne,
                "raymond": horne or raymond,
                "greedy": True,
            }[autoplay]

        for card in puzzle.autoplayed(puzzle.initial, move):
            assert is_safe(card)
            assert RANK[card] == home[SUIT[card]] + 1
            home[SUIT[card]] += 1
        after = puzzle.apply(puzzle.initial, move)
        assert list(after.foundations) == home
        open_cards = [column[-1] for column in after.columns if column]
        open_cards += filter(None, after.cells)
        assert not any(is_safe(c) for c in open_cards if RANK[c] == home[SUIT[c]] + 1)


def test_the_deal_itself_is_shown_as_dealt() -> None:
    level = position("AC", "AD")
    puzzle = FreeCell(level, Rules(autoplay="greedy"))
    assert puzzle.initial.columns[:2] == (("AC",), ("AD",))
    assert puzzle.autoplayed(puzzle.initial, Move("1", "h")) == ("AD",)
    assert puzzle.events(puzzle.initial, puzzle.apply(puzzle.initial, Move("1", "h"))) == (
        "card home",
    )
    assert puzzle.events(puzzle.initial, puzzle.initial) == ()


def test_automatic_moves_go_columns_first_from_left_to_right() -> None:
    level = position("2D AC", "AH", "AD", "KS", cells="- AS")
    puzzle = FreeCell(level)
    assert puzzle.autoplayed(puzzle.initial, Move("4", "a")) == (("AC", "AH", "AD", "2D", "AS"))


@settings(max_examples=60)
@given(endgames(left=11, columns=3, cells=1), st.sampled_from(["horne", "raymond"]))
def test_safe_autoplay_never_loses_a_solution(level: Position, autoplay: str) -> None:
    cells = len(level.cells)
    kept = solvable(FreeCell(level, Rules(cells=cells, autoplay="none")))
    assert solvable(FreeCell(level, Rules(cells=cells, autoplay=autoplay))) == kept


# Costs


def test_the_three_ways_to_count() -> None:
    level = position("2C KS 9H 8S 7D", "TS", "AC", "", cells="2D")
    expected = {"moves": 1, "cards": 5, "player": 1}
    for cost, count in expected.items():
        puzzle = FreeCell(level, Rules(cells=3, cost=cost, autoplay="none"))
        assert puzzle.cost(puzzle.initial, Move("1", "2")) == count
    level = position("AC", "2C", "KS")
    for cost, count in {"moves": 2, "cards": 2, "player": 1}.items():
        puzzle = FreeCell(level, Rules(cost=cost))
        assert puzzle.cost(puzzle.initial, Move("1", "h")) == count


# Counts that every implementation of these rules must reproduce


@pytest.mark.parametrize(
    ("number", "autoplay", "counts"),
    [
        (1, "none", [1, 8, 42, 178, 646, 1313]),
        (1, "raymond", [1, 8, 42, 176, 627, 1344]),
        (617, "greedy", [1, 11, 62, 258, 893, 1902]),
    ],
)
def test_states_at_each_depth(number: int, autoplay: str, counts: list[int]) -> None:
    puzzle = FreeCell(deal(number), Rules(autoplay=autoplay))
    seen = {puzzle.key(puzzle.initial)}
    layer = [puzzle.initial]
    found = []
    for _ in range(6):
        found.append(len(layer))
        following = []
        for state in layer:
            for _, after, _ in puzzle.successors(state):
                if puzzle.key(after) not in seen:
                    seen.add(puzzle.key(after))
                    following.append(after)
        layer = following
    assert found == counts


def test_deal_11982_is_proved_unsolvable() -> None:
    puzzle = FreeCell(deal(11982))
    states = reachable(puzzle)
    assert len(states) == 61_643
    assert not any(map(puzzle.is_goal, states))


def test_a_known_solution_is_replayed() -> None:
    level = parse_levels("Foundations: C-J D-K H-K S-J\n: QC KS\n: KC QS")[0]
    puzzle = FreeCell(level, Rules(cells=1, autoplay="none"))
    played = replay(puzzle, parse_plan("1a 1h 2h 2h ah"))
    assert (played.solved, played.cost) == (True, 5)
    with pytest.raises(IllegalMove) as caught:
        replay(puzzle, parse_plan("1a 2a 1h"))
    assert caught.value.step == 2


DEAL_1_IN_81_MOVES = """
7a 4b 74 7c 47 87 24 34 63 63 82 84 8h 52 5d 5h 8h bh 1b 14 18 1h 8h 61 71 6h dh 26v3 25 2h 6h
78v2 2d 7h ah 57v2 2a 12v4 3c 45 6h 4h 2h 3h 7h 1h 31 3h 4h 2h 4h 4h
"""
"""Found by `optimal`; Paul and Helmert's table has 82."""


def card_by_card(state: State, source: str, target: str, count: int) -> State:
    """Move a sequence by single cards, each judged by the rules; nothing goes by itself."""
    referee = FreeCell(deal(1), Rules(autoplay="none"))
    cells = [CELL_NAMES[i] for i, card in enumerate(state.cells) if card is None]
    if count > len(cells) + 1:
        empty = [name for i, name in enumerate(COLUMN_NAMES[:8]) if not state.columns[i]]
        aside = next(name for name in empty if name != target)
        state = card_by_card(state, source, aside, count // 2)
        state = card_by_card(state, source, target, count - count // 2)
        return card_by_card(state, aside, target, count // 2)
    for cell in cells[: count - 1]:
        state = referee.apply(state, Move(source, cell))
    state = referee.apply(state, Move(source, target))
    for cell in reversed(cells[: count - 1]):
        state = referee.apply(state, Move(cell, target))
    return state


def test_deal_1_takes_81_moves_that_can_be_made_card_by_card() -> None:
    puzzle = FreeCell(deal(1), Rules(cost="moves"))
    plan = parse_plan(DEAL_1_IN_81_MOVES)
    played = replay(puzzle, plan)
    assert (played.solved, played.cost) == (True, 81)
    beyond_the_cells = []
    for state, move in zip(played.states, plan, strict=False):
        count = cards_moved(state, move)
        if count == 1:
            continue
        assert card_by_card(state, move.source, move.target, count) == carry_out(state, move)
        if into_empty_column(state, move):
            cells, columns = state.cells.count(None), state.columns.count(())
            assert count <= (cells + 1) * 2 ** (columns - 1)
            if count > cells + 1:
                beyond_the_cells.append(str(move))
    assert beyond_the_cells == ["26v3", "12v4"]
