"""A trace says what the search did: the same counts, true fates, an open list in its order."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from generators.graphs import Guess, guesses
from hypothesis import given
from tracing.following import VARIANTS, Player, traced

from unriddle import native
from unriddle.catalog import SOLVERS, entry_of
from unriddle.core import BadInput, FaultyCode, Limits, Puzzle, Status, finish, replay
from unriddle.loading import load
from unriddle.search.node import Ending, Expansion, Node, Search
from unriddle.solving import choose, solve
from unriddle.tracing.trace import within
from unriddle.tracing.tracer import Tracer

LEVELS = ("bloxorz/1", "bloxorz/4", "sokoban/uit/1", "sokoban/uit/9", "freecell/1")
TEXTBOOK = [name for name, entry in SOLVERS.items() if not entry.own]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("solver", TEXTBOOK)
def test_a_trace_has_the_counts_of_the_run(solver: str, level: str) -> None:
    most = 60 if solver == "mcts" else 400
    puzzle = load(level)
    result = solve(puzzle, solver, engine="python", limits=Limits(nodes=most))
    tracer = Tracer(puzzle, choose(entry_of(puzzle), solver, engine="python"), boards=True)
    steps: list[dict[str, Any]] = []
    for line in within(tracer, Limits()):
        assert json.loads(json.dumps(line, allow_nan=False))
        if "step" in line:
            if len(steps) == most:
                tracer.stop(Status.OUT_OF_NODES)
                break
            steps.append(line)
    end = tracer.ended()
    assert len(steps) == result.stats.expanded
    generated = sum(step.get("generated", len(step["successors"])) for step in steps)
    assert generated == result.stats.generated
    assert steps[-1]["open"] == result.stats.frontier
    if result.status is not Status.OUT_OF_NODES:
        assert end["end"] == result.status
    if result.plan is not None:
        assert end["moves"] == [str(move) for move in result.plan]
        assert (end["cost"], end["counts"]) == (
            result.cost,
            puzzle.counts(result.plan, result.cost or 0),
        )


@pytest.mark.parametrize("name", VARIANTS)
@given(guess=guesses(admissible=False))
def test_the_open_list_is_taken_in_the_order_of_the_keys(name: str, guess: Guess) -> None:
    _, (header, *steps, end) = traced(VARIANTS[name], guess)
    player = Player(header)
    ordered = header["order"] != "tree"
    for step in steps:
        if ordered and "added" not in step:
            waiting = player.open
            stale = {one for one, key in waiting.items() if key < waiting[step["node"]]}
            if header["order"] in ("queue", "layers", "single", "bursts") or not step["lines"].get(
                "skip"
            ):
                assert not stale
        player.take(step)
        assert not ordered or len(player.open) <= step["open"] + 1
    for one in end.get("added", ()):
        player.nodes[one["id"]] = one
    if end["node"] is not None:
        assert player.way(end["node"]) == end["moves"]


@pytest.mark.parametrize("name", VARIANTS)
@given(guess=guesses(admissible=False))
def test_every_fate_is_true(name: str, guess: Guess) -> None:
    tracer, (header, *steps, end) = traced(VARIANTS[name], guess)
    puzzle = guess.puzzle
    player = Player(header)
    seen = {puzzle.key(puzzle.initial)}
    for step in steps:
        player.take(step)
        state = tracer.state_of(step["node"])
        played = replay(puzzle, tracer.way_to(step["node"]))
        assert (played.states[-1], played.cost) == (state, player.nodes[step["node"]]["g"])
        ways = puzzle.successors(state)
        assert [one["move"] for one in step["successors"]] == [str(way[0]) for way in ways]
        goal_before = False
        for successor, (_, after, cost) in zip(step["successors"], ways, strict=True):
            fate, there = successor["fate"], puzzle.key(after)
            node = successor.get("node", {})
            if "same" in successor:
                assert puzzle.key(tracer.state_of(successor["same"])) == there
            if node:
                assert node["g"] == player.nodes[step["node"]]["g"] + cost
                assert node.get("goal", False) == (
                    puzzle.is_goal(after) and fate in ("new", "cheaper")
                )
                assert tracer.state_of(node["id"]) == after
            if fate == "new":
                assert ("same" in successor) == (there in seen)
            elif fate == "cheaper":
                assert node["g"] < player.nodes[successor["same"]]["g"]
            elif fate == "known":
                assert there in seen
            elif fate == "dead":
                assert guess.estimate(after) == math.inf
            elif fate == "bound":
                assert node["g"] + guess.estimate(after) > step["instrument"]["bound"]
            elif fate == "depth":
                assert len(tracer.way_to(node["id"])) == step["instrument"]["limit"]
            elif fate == "cycle":
                assert there in {puzzle.key(one) for one in played.states}
            elif fate == "worse":
                chosen, here = step["values"]["best"], step["values"]["here"]
                goes_to_goal = any(one.get("node", {}).get("goal") for one in step["successors"])
                assert goes_to_goal or guess.estimate(after) >= float(
                    here if chosen is None else chosen
                )
            elif fate == "cut":
                assert goal_before or header["order"] == "single"
            else:
                assert fate == "untried"
            goal_before = goal_before or puzzle.is_goal(after)
            if fate in ("new", "cheaper", "dead", "bound", "depth", "worse"):
                seen.add(there)
    assert end["expanded"] == len(steps)


@given(guess=guesses(admissible=True))
def test_events_are_where_they_happen(guess: Guess) -> None:
    _, (header, *steps, end) = traced("astar", guess)
    best = header["root"].get("h", math.inf)
    best = math.inf if best == "inf" else best
    for step in steps:
        events = step.get("events") or [step["event"]] if "event" in step else []
        found = [one["node"] for one in step["successors"] if one["fate"] in ("new", "cheaper")]
        least = min([one["h"] for one in found], default=math.inf)
        assert ("new_best_h" in events) == (least < best)
        assert ("dead_end" in events) == (not found)
        assert ("goal_generated" in events) == any(one.get("goal") for one in found)
        cheaper = [one for one in step["successors"] if one["fate"] == "cheaper"]
        assert ("cheaper" in events) == bool(cheaper)
        best = min(best, least)
    assert ("event" in end) == (end["end"] == "solved")


def test_closed_counts_the_states_that_need_not_be_expanded_again() -> None:
    puzzle = load("sokoban/uit/1")
    choice = choose(entry_of(puzzle), "astar", heuristic="manhattan", engine="python")
    expanded: set[int] = set()
    tracer = Tracer(puzzle, choice)
    for line in within(tracer, Limits()):
        if "step" not in line:
            continue
        expanded.add(line["node"])
        for successor in line["successors"]:
            if successor["fate"] == "cheaper":
                expanded.discard(successor["same"])
        assert line["closed"] == len(expanded)
    assert expanded


def test_iterations_have_roots_of_their_own() -> None:
    puzzle = load("bloxorz/1")
    tracer = Tracer(puzzle, choose(entry_of(puzzle), "ids", engine="python"))
    _, *steps, end = within(tracer, Limits())
    roots = [step for step in steps if step.get("added", {"parent": 0})["parent"] is None]
    iterations = {step["instrument"]["iteration"] for step in steps}
    assert len(roots) + 1 == len(iterations) == len(end["moves"])
    assert all(step["event"] == "iteration" for step in roots)


def test_boards_are_drawn_where_they_are_wanted() -> None:
    puzzle = load("sokoban/uit/1")
    choice = choose(entry_of(puzzle), "bfs", engine="python")
    header, *_ = within(Tracer(puzzle, choice, boards=True), Limits())
    assert "\n".join(header["root"]["board"]) == str(puzzle)
    header, *_ = within(Tracer(puzzle, choice), Limits())
    assert "board" not in header["root"]


# Searches and puzzles that a user wrote.


class Walk(Puzzle[int, str]):
    """From 0 to 6, one or two at a time, and back."""

    initial = 0

    def actions(self, state: int) -> list[str]:
        return ["+1", "+2", "-1"] if state else ["+1", "+2"]

    def apply(self, state: int, action: str) -> int:
        return state + int(action)

    def is_goal(self, state: int) -> bool:
        return state == 6


def plain(puzzle: Puzzle[Any, Any]) -> Search[Any, Any]:
    """Says nothing about what it keeps."""
    queue, seen = [Node[Any, Any](puzzle.initial)], {puzzle.initial}
    for node in queue:
        if puzzle.is_goal(node.state):
            return node
        successors = puzzle.successors(node.state)
        for action, state, cost in successors:
            if state not in seen:
                seen.add(state)
                queue.append(Node(state, node, action, node.cost + cost))
        yield Expansion(node, successors, len(queue))
    return Ending.EXHAUSTED


def test_a_search_of_a_user_is_traced_without_a_word_of_its_own() -> None:
    tracer = Tracer(Walk(), choose(None, plain))
    header, *steps, end = within(tracer, Limits())
    assert header["pseudocode"][0]["text"]["en"].startswith("def plain")
    assert "Says nothing" not in str(header["pseudocode"])
    names = {line["name"]: line["text"]["en"] for line in header["pseudocode"]}
    assert all(names[step["line"]].startswith("yield") for step in steps)
    known: set[int] = {0}
    for step in steps:
        assert "added" not in step
        for one in step["successors"]:
            there = int(tracer.state_of(step["node"])) + int(one["move"])
            assert one["fate"] == ("known" if there in known else "new")
            known.add(there)
    assert (end["end"], end["moves"]) == ("solved", ["+2", "+2", "+2"])
    assert tracer.way_to(end["node"]) == end["moves"]


def test_what_cannot_be_traced_is_told() -> None:
    puzzle = load("sokoban/uit/1")
    reason = "not a textbook search" if native.available else "needs the native engine"
    with pytest.raises(BadInput, match=reason):
        Tracer(puzzle, choose(entry_of(puzzle), "expert"))

    def at_once(puzzle: Puzzle[Any, Any]) -> list[str]:
        return ["+2", "+2", "+2"]

    with pytest.raises(BadInput, match="nothing to follow"):
        finish(Tracer(Walk(), choose(None, at_once)).prepare())

    def odd(puzzle: Puzzle[Any, Any]) -> Any:
        yield "something"

    with pytest.raises(FaultyCode, match="not an expansion"):
        list(within(Tracer(Walk(), choose(None, odd)), Limits()))


@pytest.mark.parametrize(
    ("successors", "kept", "returned", "told"),
    [
        ([Node(1)], None, None, "which is not \\(action, state, cost\\)"),
        ([("+1", 1, "far")], None, None, "which is not \\(action, state, cost\\)"),
        ([("+1", 1, 1)], [7], None, "not a list of unriddle.Node"),
        ([("+1", [], 1)], None, None, "cannot be followed: TypeError"),
        ([], None, 7, "not a plan"),
        ([], None, "zz", "cannot be played"),
    ],
)
def test_what_a_search_of_a_user_says_wrongly_is_told(
    successors: Any, kept: Any, returned: Any, told: str
) -> None:
    def odd(puzzle: Puzzle[Any, Any]) -> Any:
        yield Expansion(Node(0), successors, 0, kept)
        return returned

    with pytest.raises(FaultyCode, match=told):
        list(within(Tracer(Walk(), choose(None, odd)), Limits()))


def test_a_search_of_a_user_that_never_comes_back_is_ended() -> None:
    def endless(puzzle: Puzzle[Any, Any]) -> Any:
        yield Expansion(Node(0), puzzle.successors(0), 0)
        while True:
            pass

    def leaving(puzzle: Puzzle[Any, Any]) -> Any:
        yield Expansion(Node(0), puzzle.successors(0), 0)
        raise SystemExit(0)

    *_, end = within(Tracer(Walk(), choose(None, endless)), Limits(seconds=0.5))
    assert end["end"] == "out of time"
    with pytest.raises(FaultyCode, match="tried to end the program"):
        list(within(Tracer(Walk(), choose(None, leaving)), Limits()))


def test_a_search_of_a_user_may_end_with_a_plan_or_with_nothing() -> None:
    def planning(puzzle: Puzzle[Any, Any]) -> Any:
        yield Expansion(Node(0), puzzle.successors(0), 0)
        return ["+2", "+2", "+2"]

    *_, end = within(Tracer(Walk(), choose(None, planning)), Limits())
    assert (end["end"], end["cost"], len(end["added"])) == ("solved", 3, 3)

    def nothing(puzzle: Puzzle[Any, Any]) -> Any:
        yield Expansion(Node(0), puzzle.successors(0), 0)

    *_, end = within(Tracer(Walk(), choose(None, nothing)), Limits())
    assert end["end"] == "gave up"


def test_no_such_node() -> None:
    puzzle = load("bloxorz/1")
    tracer = Tracer(puzzle, choose(entry_of(puzzle), "bfs", engine="python"))
    list(within(tracer, Limits()))
    for number in (-1, tracer.nodes):
        with pytest.raises(BadInput, match="no node"):
            tracer.way_to(number)
