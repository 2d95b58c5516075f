"""What every puzzle in the catalogue owes to searches, screens and readers."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest

from unriddle.catalog import PUZZLES, SOLVERS, AnyPuzzle, Pack, PuzzleEntry, summary_of
from unriddle.core import IllegalMove, LosingMove, plain
from unriddle.loading import load, load_all, read
from unriddle.solving import choose, default_solver

ENTRIES = pytest.mark.parametrize("entry", PUZZLES.values(), ids=list(PUZZLES))


def numbers(pack: Pack) -> list[int]:
    """All of a pack, or a sample of one that nobody can go through."""
    known = pack.numbers
    if len(known) <= 50:
        return list(known)
    return [number for number in (1, 30, 11982, 2**31, 2**32, known[-1]) if number in known]


def shipped(entry: PuzzleEntry) -> list[str]:
    return [f"{prefix}/{number}" for prefix, pack in entry.ids() for number in numbers(pack)]


EVERY_LEVEL = pytest.mark.parametrize(
    "level", [level for entry in PUZZLES.values() for level in shipped(entry)]
)


def rule_variants(entry: PuzzleEntry) -> Iterator[dict[str, Any]]:
    """The default rules, and every single change of them to another choice or to a limit."""
    yield {}
    for known in entry.rules.settings():
        for value in (*known.choices, known.minimum, known.maximum):
            if value is not None and value != known.default:
                yield {known.name: value if isinstance(value, str) else int(value)}


VARIANTS = pytest.mark.parametrize(
    ("entry", "rules"),
    [(entry, rules) for entry in PUZZLES.values() for rules in rule_variants(entry)],
    ids=lambda value: value.name if isinstance(value, PuzzleEntry) else str(value or "default"),
)


def random_walks(entry: PuzzleEntry, rules: dict[str, Any]) -> Iterator[tuple[AnyPuzzle, Any]]:
    """Positions on random ways through some levels; the same ones every time."""
    rng = random.Random(7)
    for level in shipped(entry)[::5]:
        puzzle = load(level, **rules)
        state = puzzle.initial
        for _ in range(25):
            yield puzzle, state
            actions = puzzle.actions(state)
            if not actions:
                break
            state = puzzle.apply(state, rng.choice(actions))


@VARIANTS
def test_successors_are_actions_with_their_states_and_costs(
    entry: PuzzleEntry, rules: dict[str, Any]
) -> None:
    for puzzle, state in random_walks(entry, rules):
        told = [
            (action, puzzle.apply(state, action), puzzle.cost(state, action))
            for action in puzzle.actions(state)
        ]
        assert list(puzzle.successors(state)) == told
        assert len({str(action) for action, _, _ in told}) == len(told)
        for _, after, cost in told:
            assert isinstance(cost, int)
            assert cost >= 0
            assert cost == 1 or not puzzle.unit_cost
            assert set(puzzle.events(state, after)) <= set(puzzle.event_names)


@VARIANTS
def test_a_state_is_a_value(entry: PuzzleEntry, rules: dict[str, Any]) -> None:
    for puzzle, state in random_walks(entry, rules):
        for _, after, _ in puzzle.successors(state):
            assert hash(after) == hash(after)
            assert puzzle.key(after) == puzzle.key(after)
            assert hash(puzzle.key(after)) is not None
        fields = getattr(state, "_fields", ()) or tuple(f.name for f in dataclasses.fields(state))
        with pytest.raises(AttributeError):
            setattr(state, fields[0], None)


@VARIANTS
def test_a_move_changes_nothing_but_the_state_it_returns(
    entry: PuzzleEntry, rules: dict[str, Any]
) -> None:
    for puzzle, state in random_walks(entry, rules):
        written = entry.notation.format_state(puzzle, state)
        before = list(puzzle.successors(state))
        assert entry.notation.format_state(puzzle, state) == written
        assert list(puzzle.successors(state)) == before


@VARIANTS
def test_what_a_player_may_try_is_legal_or_loses(entry: PuzzleEntry, rules: dict[str, Any]) -> None:
    for puzzle, state in random_walks(entry, rules):
        legal = list(puzzle.actions(state))
        tries = list(puzzle.tries(state))
        assert [action for action in tries if action in legal] == legal
        for action in tries:
            if action not in legal:
                with pytest.raises(LosingMove) as loss:
                    puzzle.apply(state, action)
                assert loss.value.reason


@ENTRIES
def test_moves_of_elsewhere_are_refused_or_lead_where_a_legal_move_leads(
    entry: PuzzleEntry,
) -> None:
    everywhere: dict[str, Any] = {}
    refusals, elsewhere = [], 0
    for puzzle, state in random_walks(entry, {}):
        legal = puzzle.actions(state)
        everywhere |= {str(action): action for action in legal}
        keys = {puzzle.key(after) for _, after, _ in puzzle.successors(state)}
        elsewhere += len(everywhere) - len(legal)
        for action in everywhere.values():
            try:
                after = puzzle.apply(state, action)
            except IllegalMove as refusal:
                refusals.append((action in legal, str(refusal), f"{action}: {refusal.reason}"))
            else:
                assert puzzle.key(after) in keys, action
    assert refusals or not elsewhere  # there are puzzles in which every move is always legal
    for was_legal, message, expected in refusals:
        assert not was_legal
        assert message == expected
        assert not message.endswith(": ")


@VARIANTS
def test_positions_and_moves_can_be_written_and_read(
    entry: PuzzleEntry, rules: dict[str, Any]
) -> None:
    notation = entry.notation
    for puzzle, state in random_walks(entry, rules):
        assert notation.parse_state(puzzle, notation.format_state(puzzle, state)) == state
        actions = puzzle.actions(state)
        for action in actions:
            assert notation.parse_move(str(action)) == action
        # A plan that starts at this position need not be a plan of the level: only text is tested.
        assert list(notation.parse_plan(notation.format_plan(actions))) == list(actions)


@ENTRIES
def test_an_empty_plan_can_be_written_and_read(entry: PuzzleEntry) -> None:
    assert tuple(entry.notation.parse_plan(entry.notation.format_plan(()))) == ()


@EVERY_LEVEL
def test_every_shipped_level_can_be_written_read_and_recognised(level: str) -> None:
    puzzle = load(level)
    entry = PUZZLES[level.partition("/")[0]]
    assert puzzle.name == level
    assert type(puzzle) is entry.build
    known = puzzle.level  # type: ignore[attr-defined]
    written = entry.notation.format_level(known)
    (draft,) = entry.notation.find_levels(written)
    assert draft.read() == known
    (again,) = read(written)
    assert type(again) is entry.build
    assert again.initial == puzzle.initial
    assert again.title == puzzle.title


@ENTRIES
def test_levels_written_one_below_the_other_are_read_as_they_were(entry: PuzzleEntry) -> None:
    for prefix, pack in entry.ids():
        known = [load(f"{prefix}/{number}").level for number in numbers(pack)]  # type: ignore[attr-defined]
        written = "\n".join(entry.notation.format_level(level) for level in known)
        assert [draft.read() for draft in entry.notation.find_levels(written)] == known


@VARIANTS
def test_a_picture_is_plain_text(entry: PuzzleEntry, rules: dict[str, Any]) -> None:
    for puzzle, state in random_walks(entry, rules):
        drawing = entry.notation.draw(puzzle, state)
        picture = plain(drawing)
        assert picture.isascii()
        assert picture.strip()
        assert len(picture.split("\n")) == len(drawing)
        assert max(map(len, picture.split("\n"))) < 80
        for row in drawing:
            for glyph in row:
                assert glyph.text.isprintable()


@ENTRIES
def test_moves_show_in_the_picture(entry: PuzzleEntry) -> None:
    for puzzle, state in random_walks(entry, {}):
        pictures = {plain(entry.notation.draw(puzzle, s)) for _, s, _ in puzzle.successors(state)}
        states = {s for _, s, _ in puzzle.successors(state)}
        assert len(pictures) == len(states)


@ENTRIES
def test_rules_are_documented_and_checked(entry: PuzzleEntry) -> None:
    assert entry.summary.endswith(".")
    assert entry.rules.settings()
    for known in entry.rules.settings():
        assert known.help
        assert known.read(known.default) == known.default
        assert known.read(str(known.default)) == known.default


@ENTRIES
def test_names_in_an_entry_lead_somewhere(entry: PuzzleEntry) -> None:
    assert choose(entry).solver.name in entry.solvers
    assert default_solver(entry, quickest=True) in entry.solvers
    assert choose(entry, engine="python").solver.name in SOLVERS
    assert not set(entry.native_solvers) & set(SOLVERS)
    assert "" in entry.default_heuristics
    for solver, heuristic in entry.default_heuristics.items():
        assert solver == "" or SOLVERS[solver].informed
        assert heuristic in entry.heuristics
    for maker in entry.heuristics.values():
        assert summary_of(maker).endswith(".")


@ENTRIES
def test_a_pack_without_a_number_is_all_of_it(entry: PuzzleEntry) -> None:
    for prefix, pack in entry.ids():
        assert pack.about
        if len(pack.numbers) <= 1000:
            names = [puzzle.name for puzzle in load_all(prefix)]
            assert names == [f"{prefix}/{number}" for number in pack.numbers]
