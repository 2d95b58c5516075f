"""The vocabulary: results that cannot contradict themselves, the judge, and errors that help."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from typing import Any

import pytest

import unriddle
from unriddle.core import (
    BadInput,
    FaultyCode,
    Glyph,
    Heuristic,
    IllegalMove,
    Limits,
    LosingMove,
    Puzzle,
    Result,
    Stats,
    Status,
    UnriddleError,
    WrongAnswer,
    certify,
    plain,
    replay,
)


class Stairs(Puzzle[int, str]):
    """Up to the fifth step; going down from the ground loses."""

    initial = 0
    unit_cost = False

    def actions(self, state: int) -> Sequence[str]:
        return ("up", "down") if state else ("up",)

    def apply(self, state: int, action: str) -> int:
        if action == "down" and state == 0:
            raise LosingMove(action, "there is a cellar")
        if action not in self.actions(state):
            raise IllegalMove(action, "stairs go up and down")
        return state + (1 if action == "up" else -1)

    def is_goal(self, state: int) -> bool:
        return state == 5

    def cost(self, state: int, action: str) -> int:
        return 2 if action == "up" else 1


def test_a_replay_tells_states_cost_and_end() -> None:
    played = replay(Stairs(), ["up", "up", "down"])
    assert played.states == (0, 1, 2, 1)
    assert played.cost == 5
    assert not played.solved
    assert replay(Stairs(), ["up"] * 5).solved


def test_a_replay_of_nothing_is_the_start() -> None:
    assert replay(Stairs(), ()) == ((0,), 0, False)


def test_a_replay_goes_through_a_goal() -> None:
    assert not replay(Stairs(), ["up"] * 6).solved


def test_a_replay_reads_its_plan_once() -> None:
    assert replay(Stairs(), iter(["up"] * 5)).solved


@pytest.mark.parametrize(("plan", "step"), [(["left"], 1), (["up", "left"], 2)])
def test_a_replay_names_the_first_illegal_move(plan: list[str], step: int) -> None:
    with pytest.raises(IllegalMove) as refusal:
        replay(Stairs(), plan)
    assert refusal.value.step == step
    assert str(refusal.value) == f"move {step}, left: stairs go up and down"


def test_a_losing_move_is_illegal_in_a_plan() -> None:
    with pytest.raises(LosingMove, match=r"^move 3, down: there is a cellar$"):
        replay(Stairs(), ["up", "down", "down"])


def test_what_is_certified_was_replayed() -> None:
    result = certify(Stairs(), ["up"] * 5, 10, Stats(), optimal=True)
    assert (result.status, result.plan, result.cost) == (Status.SOLVED, ("up",) * 5, 10)
    assert result.optimal


@pytest.mark.parametrize(
    ("plan", "cost"), [(["up"] * 5, 9), (["up"] * 4, 8), (["down"], 1), (["jump"], 1)]
)
def test_what_is_false_is_not_certified(plan: list[str], cost: int) -> None:
    with pytest.raises(WrongAnswer):
        certify(Stairs(), plan, cost, Stats(), optimal=False)


@pytest.mark.parametrize(("lower", "optimal"), [(None, False), (9, False), (10, True)])
def test_a_bound_that_meets_the_cost_is_a_proof(lower: int | None, optimal: bool) -> None:
    result = certify(Stairs(), ["up"] * 5, 10, Stats(lower=lower), optimal=False)
    assert result.optimal is optimal


def test_a_plan_below_the_bound_shows_that_the_bound_is_false() -> None:
    with pytest.raises(WrongAnswer, match="no plan costs less than 11; its own costs 10"):
        certify(Stairs(), ["up"] * 5, 10, Stats(lower=11), optimal=False)


@pytest.mark.parametrize("status", list(Status))
def test_there_is_a_plan_if_and_only_if_it_is_solved(status: Status) -> None:
    solved = status is Status.SOLVED
    for plan in (None, ()):
        for cost in (None, 0):
            if solved == (plan is not None) == (cost is not None):
                assert Result(status, Stats(), plan, cost).status is status
            else:
                with pytest.raises(ValueError, match="if and only if"):
                    Result(status, Stats(), plan, cost)
    if not solved:
        with pytest.raises(ValueError, match="optimal"):
            Result(status, Stats(), optimal=True)


@pytest.mark.parametrize("value", [0, -1, -0.5, math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("name", ["seconds", "nodes", "mebibytes"])
def test_a_limit_is_a_number_above_zero(name: str, value: float) -> None:
    chosen: dict[str, Any] = {name: value}
    with pytest.raises(BadInput, match="limit must be"):
        Limits(**chosen)


def test_a_limit_may_be_as_large_as_one_likes() -> None:
    huge = 10**400
    assert Limits(nodes=huge).nodes == huge
    assert Limits() == Limits(None, None, None)


def test_an_error_names_source_place_and_problem() -> None:
    error = BadInput("unknown square '?'", source="a.xsb", level=12, line=4, column=7, hint="see")
    assert str(error) == "a.xsb: level 12, line 4, column 7: unknown square '?'"
    assert error.hint == "see"
    assert str(BadInput("nothing in it")) == "nothing in it"
    assert str(BadInput("odd", line=3)) == "line 3: odd"
    assert str(BadInput("odd", source="-", column=0)) == "-: column 0: odd"


def test_all_errors_about_what_was_given_are_of_one_kind() -> None:
    for kind in (BadInput("x"), IllegalMove("x", "y"), LosingMove("x", "y")):
        assert isinstance(kind, UnriddleError)
        assert isinstance(kind, ValueError)
    assert not issubclass(WrongAnswer, UnriddleError)


def test_plain_text_has_no_trailing_blanks() -> None:
    drawing = [[Glyph("# "), Glyph(" "), Glyph("@", "player")], [Glyph("   ")], []]
    assert plain(drawing) == "#  @\n\n"


def test_the_defaults_of_a_puzzle_say_what_actions_and_apply_say() -> None:
    puzzle = Stairs()
    assert puzzle.successors(1) == [("up", 2, 2), ("down", 0, 1)]
    assert puzzle.key(3) == 3
    assert puzzle.tries(1) == puzzle.actions(1)
    assert puzzle.events(0, 1) == ()


def test_costs_make_a_puzzle_uneven_unless_it_says_otherwise() -> None:
    class Even(Stairs):
        unit_cost = True

        def cost(self, state: int, action: str) -> int:
            return 1

    class Silent(Even):
        def cost(self, state: int, action: str) -> int:
            return state

    assert Even().unit_cost
    assert not Silent().unit_cost


def test_what_a_puzzle_and_a_result_show_of_themselves() -> None:
    from unriddle import load, solve

    puzzle = load("sokoban/uit/5")
    heading, *board = repr(puzzle).splitlines()
    assert heading == "<Sokoban sokoban/uit/5: 11x11, 3 boxes>"
    assert board == str(puzzle).splitlines()
    assert board[3] == "#  . . .  #"
    assert repr(load("bloxorz/1")).startswith("<Bloxorz bloxorz/1: 15x10>\n")
    assert repr(load("freecell/1")).startswith("<FreeCell freecell/1: 4 cells, 8 columns>\n")
    assert str(load("freecell/1")).splitlines()[4] == " JD  2D  9H  JC  5D  7H  7C  5H"
    told = repr(solve(load("bloxorz/1"), "bfs"))
    assert told.startswith("<Result solved, cost=7, optimal=True, plan='")
    assert "plan" not in repr(solve(load("bloxorz/1"), "bfs", limits=Limits(nodes=1)))
    assert str(solve(load("bloxorz/1"), "bfs")) == "solved, cost 7, optimal: RRDRRRD"
    assert str(solve(load("bloxorz/1"), "bfs", limits=Limits(nodes=1))) == "out of nodes"


def test_what_is_known_of_a_level_is_shown_in_a_line() -> None:
    assert repr(unriddle.analyse("bloxorz/1")).startswith("<Analysis bloxorz/1: solved, ")
    assert repr(unriddle.rate("bloxorz/1")).startswith("<Rating bloxorz/1: solved, optimum=7, ")
    report = unriddle.check_heuristic("bloxorz/1", "rolls")
    assert repr(report).endswith("states, refuted: nothing>")
    (made,) = unriddle.generate("sokoban", seed=1)
    heading, *board = repr(made).splitlines()
    assert heading.startswith("<GeneratedLevel ")
    assert board == str(made.puzzle).splitlines()
    assert repr(unriddle.replay("bloxorz/1", "RRD")) == "<Replay not solved, cost=3>"
    assert repr(unriddle.load("bloxorz/1").initial) == "State(block on 4,4, bridges on: none)"
    assert repr(unriddle.solvers()["ucs"]).startswith("<SolverEntry ucs: Expand the node that is ")
    assert repr(unriddle.to_pddl(unriddle.load("bloxorz/1"))).startswith("<Task: ")


def test_a_puzzle_of_ones_own_shows_its_name() -> None:
    class Line(Puzzle[int, int]):
        initial = 0

        def actions(self, state: int) -> tuple[int, ...]:
            return (1,)

        def apply(self, state: int, action: int) -> int:
            return state + action

        def is_goal(self, state: int) -> bool:
            return state == 3

    line = Line()
    assert repr(line) == "<Line>\n0"
    line_of = [
        repr(shown).splitlines()[0]
        for shown in (unriddle.rate(line), unriddle.compare(line, ["bfs"]), unriddle.Session(line))
    ]
    assert [heading.split()[1].strip(":>") for heading in line_of] == ["Line"] * 3
    with pytest.raises(unriddle.BadInput, match=r"^'0' is not a level$"):
        unriddle.load(line)  # type: ignore[call-overload]
    line.name = "three steps"
    assert repr(line) == "<Line three steps>\n0"


LEVELS = ("bloxorz/8", "sokoban/uit/5", "freecell/3")


@pytest.mark.parametrize("level", LEVELS)
def test_puzzles_are_equal_by_content(level: str) -> None:
    from unriddle import load, read, starting_from
    from unriddle.catalog import entry_of

    puzzle: Any = load(level)
    again = load(level)
    entry = entry_of(puzzle)
    assert entry is not None
    assert puzzle == again
    assert hash(puzzle) == hash(again)
    assert len({puzzle, again}) == 1
    pasted: Any
    (pasted,) = read(entry.notation.format_level(puzzle.level), source="elsewhere")
    assert pasted.name != puzzle.name
    assert (pasted == puzzle) is (pasted.level == puzzle.level)
    other = starting_from(puzzle, puzzle.successors(puzzle.initial)[0][1])
    assert other != puzzle
    cost = {"bloxorz/8": {"space": "counted"}}.get(level, {"cost": "walks"})
    cost = {"cost": "cards"} if level.startswith("freecell") else cost
    assert load(level, **cost) != puzzle
    assert puzzle != 5
    assert all(puzzle != load(one) for one in LEVELS if one != level)


@pytest.mark.parametrize("level", LEVELS)
def test_everything_can_be_pickled(level: str) -> None:
    import unriddle
    from unriddle.catalog import entry_of

    puzzle: Any = unriddle.load(level)
    entry = entry_of(puzzle)
    assert entry is not None
    result = unriddle.solve(puzzle, limits=Limits(seconds=5))
    session = unriddle.Session(puzzle)
    session.play(puzzle.actions(puzzle.initial)[0])
    for thing in (
        puzzle,
        puzzle.initial,
        puzzle.level,
        puzzle.rules,
        puzzle.actions(puzzle.initial),
        result,
        result.plan,
        Limits(seconds=3),
        unriddle.replay(puzzle, result.plan or ()),
        unriddle.compare(puzzle, ["bfs"], limits=Limits(nodes=10)),
        tuple(entry.solvers.values()),
    ):
        assert pickle.loads(pickle.dumps(thing)) == thing
    assert pickle.loads(pickle.dumps(session)).moves == session.moves
    for make in entry.heuristics.values():
        heuristic = make(puzzle)
        again = pickle.loads(pickle.dumps(heuristic))
        assert (again.admissible, again.consistent) == (heuristic.admissible, heuristic.consistent)
        assert again.estimate(puzzle.initial) == heuristic.estimate(puzzle.initial)


def test_errors_can_be_pickled() -> None:
    for error in (
        BadInput("bad", source="file", line=3, hint="do"),
        IllegalMove("U", "a wall", step=3),
        FaultyCode("faulty", shown="board", hint="do"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), vars(again)) == (str(error), vars(error))


def test_a_heuristic_of_plain_functions_is_taken_along() -> None:
    again = pickle.loads(pickle.dumps(Heuristic(abs, admissible=True, consistent=True)))
    assert (again.estimate(-3), again.admissible, again.consistent) == (3, True, True)


def test_plans_and_states_are_written_in_their_notation() -> None:
    from unriddle import format_plan, load, solve
    from unriddle.catalog import PUZZLES

    for level in LEVELS:
        puzzle = load(level)
        result = solve(puzzle, "greedy", limits=Limits(seconds=30))
        assert result.plan is not None
        assert str(result.plan) == format_plan(puzzle, result.plan)
        assert repr(result.plan) == repr(tuple(result.plan))
        assert result.to_dict()["plan"] == str(result.plan)
    stage: Any = load("bloxorz/8")
    for state in [stage.initial, *(after for _, after, _ in stage.successors(stage.initial))]:
        assert str(state) == PUZZLES["bloxorz"].notation.format_state(stage, state)
    deal = load("freecell/3")
    assert str(deal.initial) == PUZZLES["freecell"].notation.format_state(deal, deal.initial)
