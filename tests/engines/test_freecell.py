"""The native rules of FreeCell are those of Python: state by state, on deals and on endgames."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from generators.freecell import endgames, rules
from hypothesis import example, given, settings
from hypothesis import strategies as st

from unriddle import native
from unriddle.engines.freecell import NATIVE, move_of, shuffled, state_of
from unriddle.puzzles.freecell import deals
from unriddle.puzzles.freecell.cards import DECK, card_of
from unriddle.puzzles.freecell.deals import LAST_DEAL, deal
from unriddle.puzzles.freecell.heuristics import alpha, cards_left, deadlock, evaluation
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules, State

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

HEURISTICS = {
    "cards-left": cards_left,
    "deadlock": deadlock,
    "alpha": alpha,
    "evaluation": evaluation,
}


@given(st.integers(1, LAST_DEAL))
@example(1)
@example(2**31 - 1)
@example(2**31)
@example(2**32 - 1)
@example(2**32)
@example(LAST_DEAL)
def test_deals_are_shuffled_alike(number: int) -> None:
    assert shuffled(number) == deals.shuffled(number)


@pytest.mark.parametrize("number", [0, LAST_DEAL + 1])
def test_numbers_of_no_deal_are_refused(number: int) -> None:
    with pytest.raises(IndexError):
        shuffled(number)


def play_both(puzzle: FreeCell, seed: int, moves: int) -> None:
    """Play at random by both rules side by side, and compare all there is to know on the way."""
    random = Random(seed)
    engine = NATIVE.engine_of(puzzle)
    estimates = {name: make(puzzle).estimate for name, make in HEURISTICS.items()}
    state, packed = puzzle.initial, engine.initial()
    past: list[tuple[State, bytes]] = []
    assert state_of(puzzle, engine.describe(packed)) == state
    for _ in range(moves):
        assert engine.is_goal(packed) == puzzle.is_goal(state)
        for name, estimate in estimates.items():
            assert engine.estimate(name, packed) == estimate(state), name
        past.append((state, packed))
        for old, old_packed in past[-6:]:
            assert engine.same(old_packed, packed) == (puzzle.key(old) == puzzle.key(state))

        steps = [
            (move_of(code), state_of(puzzle, engine.describe(after)), cost, after)
            for code, after, cost in engine.successors(packed)
        ]
        assert [step[:3] for step in steps] == list(puzzle.successors(state))
        if not steps:
            break
        for _, after, _, after_packed in steps:
            events = engine.events(packed, after_packed)
            named = [name for i, name in enumerate(puzzle.event_names) if events >> i & 1]
            assert named == list(puzzle.events(state, after))
        _, state, _, packed = random.choice(steps)


@given(st.integers(1, 10**6), rules, st.integers(0, 2**32))
@settings(max_examples=150)
def test_the_rules_are_the_same_along_random_games(number: int, variant: Rules, seed: int) -> None:
    play_both(FreeCell(deal(number, variant.columns), variant), seed, 40)


@pytest.mark.parametrize("columns", range(1, 11))
@given(st.data(), rules, st.integers(0, 2**32))
@settings(max_examples=40)
def test_the_rules_are_the_same_from_any_position(
    columns: int, data: st.DataObject, variant: Rules, seed: int
) -> None:
    left = data.draw(st.integers(0, 52))
    position = data.draw(endgames(left=left, columns=columns, cells=variant.cells))
    play_both(FreeCell(position, variant), seed, 15)


@given(st.integers(1, 10**6), rules)
@settings(max_examples=20)
def test_an_engine_can_start_anywhere(number: int, variant: Rules) -> None:
    puzzle = FreeCell(deal(number, variant.columns), variant)
    for _, state, _ in puzzle.successors(puzzle.initial):
        engine = NATIVE.engine_of(puzzle, state)
        assert state_of(puzzle, engine.describe(engine.initial())) == state
        steps = engine.successors(engine.initial())
        expected = [(move, cost) for move, _, cost in puzzle.successors(state)]
        assert [(move_of(code), cost) for code, _, cost in steps] == expected


@pytest.mark.parametrize("cells", range(9))
def test_long_sequences_cost_the_same_single_moves(cells: int) -> None:
    sequence = tuple(card_of(rank, (3, 1)[rank % 2]) for rank in range(13, 0, -1))
    column = (*(card for card in reversed(DECK) if card not in sequence), *sequence)
    longest = 0
    for empty in range(1, 10):
        position = Position((column, *[()] * empty))
        puzzle = FreeCell(position, Rules(cells=cells, autoplay="none", cost="cards"))
        play_both(puzzle, seed=0, moves=1)
        longest = max(longest, *(move.cards for move in puzzle.actions(puzzle.initial)))
    assert longest == 13


def test_the_order_of_columns_and_cells_does_not_matter_to_a_key() -> None:
    # Five cards go round on five columns and three cells, and meet again in other places.
    position = Position((("KS", "QH"), ("QC", "KH"), ("KC",), (), ()), (), (11, 13, 11, 12))
    puzzle = FreeCell(position, Rules(cells=3, autoplay="none"))
    engine = NATIVE.engine_of(puzzle)
    found = {puzzle.initial: engine.initial()}
    queue = [puzzle.initial]
    for state in queue:
        for (_, after, _), (_, packed, _) in zip(
            puzzle.successors(state), engine.successors(found[state]), strict=True
        ):
            if after not in found and len(found) < 400:
                found[after] = packed
                queue.append(after)
    reordered = 0
    for (one, one_packed), (other, other_packed) in combinations(found.items(), 2):
        equal = puzzle.key(one) == puzzle.key(other)
        assert engine.same(one_packed, other_packed) == equal
        assert one_packed != other_packed
        reordered += equal
    assert reordered > 100


@pytest.mark.parametrize(
    ("number", "variant", "depth"),
    [
        (1, Rules(), 4),
        (617, Rules(autoplay="none"), 3),
        (11982, Rules(cells=2, columns=9), 5),
        (31465, Rules(cells=8, columns=4, autoplay="greedy"), 4),
        (164, Rules(cells=1, columns=10, autoplay="horne", cost="cards"), 5),
        (146692, Rules(cells=0), 99),
    ],
    ids=str,
)
def test_the_layers_are_the_same(number: int, variant: Rules, depth: int) -> None:
    puzzle = FreeCell(deal(number, variant.columns), variant)
    layer = {puzzle.key(puzzle.initial): puzzle.initial}
    seen = set(layer)
    sizes: list[int] = []
    while layer and len(sizes) <= depth:
        sizes.append(len(layer))
        steps = [step for state in layer.values() for step in puzzle.successors(state)]
        layer = {key: state for _, state, _ in steps if (key := puzzle.key(state)) not in seen}
        seen.update(layer)
    assert NATIVE.engine_of(puzzle).layers(depth) == sizes


def test_the_lost_deal_has_as_many_states_as_are_known() -> None:
    assert sum(NATIVE.engine_of(FreeCell(deal(11982))).layers(10**6)) == 61_643


@pytest.mark.parametrize(
    ("columns", "cells", "size"), [(8, 4, 29), (8, 0, 26), (4, 4, 26), (10, 8, 34), (9, 1, 28)]
)
def test_a_state_takes_as_many_bytes_as_the_design_says(
    columns: int, cells: int, size: int
) -> None:
    engine = NATIVE.engine_of(FreeCell(deal(1, columns), Rules(cells=cells)))
    assert len(engine.initial()) == size
    assert engine.bytes_per_node == size + 10


def cards(*numbers: range | int) -> list[int]:
    return [card for part in numbers for card in (part if isinstance(part, range) else [part])]


WHOLE: dict[str, Any] = {
    "columns": [cards(range(52)), []],
    "cells": [-1],
    "autoplay": "raymond",
    "cost": "moves",
}


def test_the_smallest_data_make_an_engine() -> None:
    from unriddle.native import _core

    engine = _core.FreeCellGame(**WHOLE).engine()
    assert [code >> 5 & 31 for code, _, _ in engine.successors(engine.initial())] == [1, 10]
    solved = _core.FreeCellGame(**{**WHOLE, "columns": [[]], "cells": []}).engine()
    assert solved.is_goal(solved.initial())


@pytest.mark.parametrize(
    "wrong",
    [
        {"columns": []},
        {"columns": [cards(range(52))] + [[]] * 10},
        {"cells": [-1] * 9},
        {"cells": [0]},
        {"cells": [-2]},
        {"columns": [cards(range(51), 52)]},
        {"columns": [cards(range(51), 50)]},
        {"columns": [cards(range(51))]},
        {"columns": [cards(0, range(8, 52))]},
    ],
    ids=str,
)
def test_data_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    from unriddle.native import _core

    with pytest.raises(ValueError, match="not a FreeCell position"):
        _core.FreeCellGame(**{**WHOLE, **wrong})


@pytest.mark.parametrize(("name", "known"), [("autoplay", "raymond"), ("cost", "player")])
def test_rules_that_do_not_exist_are_refused_with_those_that_do(name: str, known: str) -> None:
    from unriddle.native import _core

    with pytest.raises(ValueError, match=f"no {name} 'magic'; there are: .*{known}"):
        _core.FreeCellGame(**{**WHOLE, name: "magic"})


def test_an_unknown_estimate_is_refused_with_the_known_ones() -> None:
    from unriddle.native import _core

    engine = NATIVE.engine_of(FreeCell(deal(1)))
    with pytest.raises(ValueError, match=", ".join(_core.HEURISTICS["freecell"])):
        engine.estimate("magic", engine.initial())
