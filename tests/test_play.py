"""A game in progress, for every kind of puzzle in the catalogue."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from unriddle import play
from unriddle.catalog import PUZZLES, AnyPuzzle, Deadlock
from unriddle.core import IllegalMove, Limits, Result, Stats, Status, replay
from unriddle.loading import load, read
from unriddle.outlook import Outlook
from unriddle.play import Session, starting_from
from unriddle.solving import start_default

LEVELS = {"bloxorz": "bloxorz/2", "sokoban": "sokoban/uit/1", "freecell": "freecell/3"}
ILLEGAL = {"bloxorz": "S", "sokoban": "d", "freecell": "a1"}
"""A move that cannot be made at the start: no cube to swap, a wall, an empty cell."""
EVERY_KIND = pytest.mark.parametrize("kind", LEVELS)


def game(kind: str) -> Session[Any, Any]:
    return Session(load(LEVELS[kind]))


def wander(session: Session[Any, Any], moves: int, seed: int = 1) -> None:
    """Make so many legal moves at random."""
    rng = random.Random(seed)
    for _ in range(moves):
        assert session.play(rng.choice(session.legal()))


def lost_game() -> Session[Any, Any]:
    """Two moves made, two taken back, and then a fall."""
    session = game("bloxorz")
    wander(session, 4)
    session.jump(2)
    state = session.state
    (fall, *_) = (action for action in session.puzzle.tries(state) if action not in session.legal())
    assert session.play(fall) is False
    return session


def test_there_is_a_game_of_each_kind() -> None:
    assert list(LEVELS) == list(PUZZLES)


@EVERY_KIND
def test_a_game_starts_at_the_start(kind: str) -> None:
    session = game(kind)
    assert session.state == session.puzzle.initial
    assert session.moves == ()
    assert session.cost == 0
    assert session.lost == ""
    assert not session.solved
    assert session.legal() == tuple(session.puzzle.actions(session.state))
    assert not session.undo()
    assert not session.redo()


@EVERY_KIND
def test_a_game_is_what_its_moves_say(kind: str) -> None:
    session = game(kind)
    wander(session, 10)
    played = replay(session.puzzle, session.moves)
    assert session.state == played.states[-1]
    assert session.cost == played.cost
    assert len(session.moves) == 10


@EVERY_KIND
def test_undo_and_redo_go_back_and_forth(kind: str) -> None:
    session = game(kind)
    wander(session, 10)
    moves, state, cost = session.moves, session.state, session.cost
    for left in reversed(range(10)):
        assert session.undo()
        assert session.moves == moves[:left]
        assert session.state == replay(session.puzzle, moves[:left]).states[-1]
    assert not session.undo()
    for _ in range(10):
        assert session.redo()
    assert not session.redo()
    assert (session.moves, session.state, session.cost) == (moves, state, cost)


@EVERY_KIND
def test_restart_can_be_taken_back(kind: str) -> None:
    session = game(kind)
    wander(session, 6)
    moves = session.moves
    session.restart()
    assert session.state == session.puzzle.initial
    assert session.cost == 0
    session.jump(6)
    assert session.moves == moves


@EVERY_KIND
def test_jump_goes_to_any_position(kind: str) -> None:
    session = game(kind)
    wander(session, 8)
    moves = session.moves
    for count in (3, 8, 0, 5, 5):
        session.jump(count)
        assert session.moves == moves[:count]
    session.jump(-1)
    assert session.moves == ()
    session.jump(100)
    assert session.moves == moves


@EVERY_KIND
def test_the_same_move_again_keeps_the_rest_to_redo(kind: str) -> None:
    session = game(kind)
    wander(session, 5)
    moves = session.moves
    session.jump(2)
    session.play(moves[2])
    session.jump(5)
    assert session.moves == moves


@EVERY_KIND
def test_another_move_forgets_the_rest(kind: str) -> None:
    session = game(kind)
    wander(session, 5)
    session.jump(2)
    other = next(action for action in session.legal() if action != session._undone[-1].action)
    session.play(other)
    assert len(session.moves) == 3
    assert not session.redo()


@EVERY_KIND
def test_an_illegal_move_changes_nothing(kind: str) -> None:
    session = game(kind)
    wander(session, 1)
    session.undo()
    move = PUZZLES[kind].notation.parse_move(ILLEGAL[kind])
    with pytest.raises(IllegalMove):
        session.play(move)
    assert session.state == session.puzzle.initial
    assert (session.moves, session.cost, session.lost) == ((), 0, "")
    assert session.redo()


def test_a_fall_ends_the_game_until_it_is_taken_back() -> None:
    session = lost_game()
    state, moves = session.state, session.moves
    assert session.lost
    assert session.legal() == ()
    assert not session.solved
    assert not session.redo()
    assert session.hint() is None
    with pytest.raises(IllegalMove, match="the game is lost"):
        session.play(session.puzzle.actions(state)[0])
    assert session.undo()
    assert session.lost == ""
    assert (session.state, session.moves) == (state, moves)
    assert session.legal()


def test_after_a_fall_what_was_taken_back_is_still_there() -> None:
    session = lost_game()
    assert session.undo()
    assert session.redo()
    assert len(session.moves) == 3


def test_jump_leaves_a_lost_game() -> None:
    for count in (0, 2, 4):
        session = lost_game()
        session.jump(count)
        assert session.lost == ""
        assert len(session.moves) == count
        assert session.legal()


def test_restart_leaves_a_lost_game() -> None:
    session = lost_game()
    session.restart()
    assert session.lost == ""
    assert session.moves == ()


@EVERY_KIND
def test_hints_lead_to_the_goal_by_one_plan(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = game(kind)
    solved = 0

    def counting(*arguments: Any, **options: Any) -> Any:
        nonlocal solved
        solved += 1
        return start_default(*arguments, **options)

    monkeypatch.setattr("unriddle.play.start_default", counting)
    while (move := session.hint(limits=Limits(seconds=120))) is not None:
        assert session.hint() == move
        assert session.play(move)
        assert len(session.moves) < 500
    assert session.solved
    assert solved == 1
    session.jump(len(session.moves) // 2)
    assert session.hint() == session._undone[-1].action
    assert solved == 1


@EVERY_KIND
def test_a_player_who_leaves_the_plan_gets_another_one(kind: str) -> None:
    session = game(kind)
    move = session.hint(limits=Limits(seconds=120))
    assert move is not None
    other = next(action for action in session.legal() if action != move)
    session.play(other)
    again = session.hint(limits=Limits(seconds=120))
    assert again in session.legal()


def test_advice_says_when_it_is_too_late() -> None:
    (puzzle,) = read("#######\n#     #\n# $@$.#\n#  .  #\n#######")
    session = Session(puzzle)
    left = next(action for action in session.legal() if str(action) == "L")
    session.play(left)
    assert session.advise().status is Status.UNSOLVABLE
    assert session.hint() is None
    session.undo()
    assert session.advise().status is Status.SOLVED
    assert session.hint() is not None


def test_a_hint_has_limits() -> None:
    session = Session(load("sokoban/uit/18"))
    assert session.hint("bfs", limits=Limits(nodes=10)) is None
    assert session.advise("bfs", limits=Limits(nodes=10)).status is Status.OUT_OF_NODES


def test_a_hint_may_come_from_any_solver() -> None:
    session = game("sokoban")
    assert session.hint("bfs") in session.legal()


@EVERY_KIND
def test_the_same_puzzle_from_another_state(kind: str) -> None:
    session = game(kind)
    wander(session, 5)
    puzzle: AnyPuzzle = session.puzzle
    before = puzzle.initial
    moved = starting_from(puzzle, session.state)
    assert moved.initial == session.state
    assert puzzle.initial == before
    assert moved.name == puzzle.name
    assert list(moved.successors(moved.initial)) == list(puzzle.successors(session.state))


def test_a_move_is_counted_as_what_it_does_however_it_is_written() -> None:
    session = Session(load("sokoban/uit/1"))
    for letter in "rurdruulldlu":
        session.play(letter)
    assert session.solved
    assert session.counts == {"move": 12, "push": 6}
    assert sum(move.push for move in session.moves) == 6


@EVERY_KIND
def test_the_outlook_is_good_at_the_start_and_along_the_plan(kind: str) -> None:
    session = game(kind)
    outlook = session.outlook(limits=Limits(nodes=10**6))
    assert outlook.solvable
    assert outlook.cost is not None
    assert session.play(session.hint())  # of a plan that is as good or better
    along = session.outlook().cost
    assert along is not None
    assert along + session.cost <= outlook.cost
    assert session.play(session.hint())
    assert session.outlook().cost == along - 1
    assert str(session.outlook()).startswith("still solvable")


def test_the_outlook_of_a_lost_game_says_why() -> None:
    outlook = lost_game().outlook()
    assert outlook.solvable is False
    assert outlook.reason in str(outlook)


def test_the_outlook_is_bad_where_it_is_proved() -> None:
    (open_box,) = read("#######\n#@ $ .#\n#######", puzzle="sokoban")
    assert Session(open_box).outlook().solvable
    (dead_box,) = read("######\n#@ $ #\n#   .#\n######", puzzle="sokoban")
    stuck = Session(dead_box)
    outlook = stuck.outlook()
    assert outlook.solvable is False
    assert str(outlook).startswith("lost: ")


def test_the_outlook_is_not_known_where_the_limit_is_too_tight() -> None:
    outlook = game("freecell").outlook(limits=Limits(nodes=1))
    assert outlook.solvable is None
    assert "not known" in str(outlook)


def sokoban(text: str) -> AnyPuzzle:
    (puzzle,) = read(text)
    return puzzle


def test_a_no_that_a_player_sees_was_judged() -> None:
    """The box in the corner is a claim of its own, however much could be done with the others."""
    cornered = sokoban("#########\n#$  .   #\n#  @  $ #\n#  $.   #\n#   .   #\n#########")
    outlook = Session(cornered).outlook()
    assert (outlook.solvable, outlook.checked) == (False, True)
    assert "row 2, column 2" in str(outlook)
    assert "not checked" not in str(outlook)
    assert str(Outlook[Any](False, reason="so it is")) == "lost: so it is (not checked)"


def test_a_no_by_search_is_judged_as_far_as_that_goes() -> None:
    outlook = Session(load("freecell/11982")).outlook()
    if outlook.solvable is not None:  # without the engine it takes longer
        assert outlook.solvable is False
        assert ("proof checked: " in str(outlook)) is outlook.checked


def test_a_rule_that_the_judge_does_not_follow_is_not_the_last_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def doubtful(puzzle: Any, state: Any) -> Deadlock:
        return Deadlock("nobody knows", checked=False)

    monkeypatch.setattr(
        play, "entry_of", lambda puzzle: SimpleNamespace(find_deadlock=doubtful, kind=None)
    )
    assert Session(load("sokoban/uit/5")).outlook().solvable  # a plan was found and replayed
    cornered = sokoban("######\n#$ . #\n#  @ #\n######")
    outlook = Session(cornered).outlook()
    assert (outlook.solvable, outlook.checked, outlook.reason) == (False, True, "nobody knows")
    unfinished: Result[Any] = Result(Status.OUT_OF_TIME, Stats())
    monkeypatch.setattr(Session, "advise", lambda self, **options: unfinished)
    outlook = Session(cornered).outlook()
    assert str(outlook) == "lost: nobody knows (not checked)"


# Where a game was lost, and how long it took.


def test_the_losing_move_is_found_and_only_proofs_count(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(read("######\n#    #\n#@$ .#\n#    #\n######\n", puzzle="sokoban")[0])
    for move in "drUrd":
        session.play(move)
    found = play.where_lost(session)
    assert (found.won_until, found.lost_from, str(found.move)) == (2, 3, "U")
    assert str(found) == "it was won until move 3: U"
    session.jump(2)
    assert str(play.where_lost(session)) == "it can still be won"
    session.jump(5)
    unproved: Outlook[Any] = Outlook(False, reason="looks bad")
    monkeypatch.setattr(Session, "outlook", lambda self, limits, started: unproved)
    assert str(play.where_lost(session)).startswith("not known")
    known: dict[int, Outlook[Any]] = {0: Outlook(True), 5: Outlook(False, checked=True)}
    monkeypatch.setattr(
        Session, "outlook", lambda self, limits, started: known.get(len(self.moves), Outlook(None))
    )
    assert "one of the moves 1 to 5" in str(play.where_lost(session))


def test_a_fall_and_a_level_without_a_solution_are_told() -> None:
    session = lost_game()
    assert play.where_lost(session).lost_from == 3
    hopeless = Session(read("#####\n#$@.#\n#####\n", puzzle="sokoban")[0])
    assert str(play.where_lost(hopeless)) == "it could not be won from the start"


def test_the_stopwatch_runs_from_the_first_move_to_the_solution() -> None:
    now = [0.0]
    session = Session(read("######\n#@$ .#\n######\n", puzzle="sokoban")[0])
    session.stopwatch = play.Stopwatch(lambda: now[0])
    now[0] = 10.0
    session.play("r")
    now[0] = 13.0
    session.stopwatch.pause()
    now[0] = 20.0
    session.stopwatch.start()
    now[0] = 21.0
    session.play("r")
    now[0] = 99.0
    assert session.solved
    assert session.stopwatch.seconds == 4.0
    session.restart()
    assert session.stopwatch.seconds == 0.0


def test_nothing_is_searched_when_looking_back_is_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    session: Session[Any, Any] = Session(load("sokoban/uit/18"))
    for move in "rl" * 50:
        session.play(move)
    looks: list[object] = []
    monkeypatch.setattr(Session, "outlook", lambda *asked, **more: looks.append(asked))
    answers = iter([False])
    found = play.where_lost(session, go_on=lambda: next(answers))
    assert (found.won_until, found.lost_from, looks) == (None, None, [])
