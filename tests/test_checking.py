"""No verdict without a judge: every way to an answer has its "unsolvable" proved and judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from judge.proofs import BLOCKED, ISLANDS, level

from unriddle import engines, native, solve
from unriddle.batch.chunk import FAILED, Row, solve_chunk
from unriddle.batch.jobs import Setup, Task
from unriddle.batch.runner import Progress
from unriddle.batch.store import status_of
from unriddle.catalog import SOLVERS, Optimal, SolverEntry
from unriddle.checking import CheckedRun
from unriddle.cli import run as command
from unriddle.cli.batch import _line
from unriddle.core import Limits, Proof, Puzzle, Result, Stats, Status, WrongAnswer, replay
from unriddle.engines import proving
from unriddle.engines.native_puzzle import Budget
from unriddle.experiments.measuring import Job, measure
from unriddle.judge.certificate import ACTIONS
from unriddle.judge.check import Judgement
from unriddle.loading import load
from unriddle.outlook import is_winnable
from unriddle.play import Session, starting_from
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules
from unriddle.search.node import Ending, Search
from unriddle.wording import verdict


def liar(puzzle: Any) -> Search[Any, Any]:
    """Says that nothing can be solved."""
    yield from ()
    return Ending.EXHAUSTED


@pytest.fixture
def lying(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default solver of Bloxorz lies; it is called `astar`."""
    entry = SolverEntry("astar", liar, False, "no", Optimal.NEVER)
    monkeypatch.setitem(SOLVERS, "astar", entry)
    monkeypatch.setattr(engines, "why_not", "this is a test")


class Said:
    """A run that has ended like this."""

    def __init__(self, status: Status) -> None:
        self._result: Result[Any] = Result(status, Stats(expanded=7, seconds=0.5))
        self.stopped = False

    def __iter__(self) -> Iterator[Stats]:
        return iter([self._result.stats])

    def stop(self) -> None:
        self.stopped = True

    def result(self) -> Result[Any]:
        return self._result

    def ending(self) -> tuple[Status, Stats]:
        return self._result.status, self._result.stats


@pytest.fixture(params=[True, False], ids=["engine", "book"])
def with_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Provers and judges of the engine, where it is there, or those of the book."""
    if not request.param:
        monkeypatch.setattr(native, "available", False)
    elif not native.available:
        pytest.skip("the engine is not there")


@pytest.mark.usefixtures("with_engine")
def test_what_is_true_is_checked() -> None:
    for puzzle, states in ((level(ISLANDS), 6), (level(BLOCKED), None)):
        result = solve(puzzle)
        assert result.status is Status.UNSOLVABLE
        assert result.checked
        assert result.proof is not None
        assert result.proof.complete
        assert result.proof.judged == result.proof.states
        assert states in (None, result.proof.states)
    assert solve(load("bloxorz/1")).checked
    assert solve(load("bloxorz/1")).proof is None


def test_other_endings_are_not_touched() -> None:
    for status in (Status.GAVE_UP, Status.OUT_OF_TIME, Status.STOPPED):
        result = CheckedRun(level(ISLANDS), Said(status)).result()
        assert (result.status, result.checked, result.proof) == (status, False, None)
        with pytest.raises(ValueError, match="only an answer"):
            Result(status, Stats(), checked=True)


def test_the_figures_of_the_search_are_its_own() -> None:
    said = Said(Status.UNSOLVABLE)
    run = CheckedRun(level(ISLANDS), said)
    assert list(run) == [said.ending()[1]]
    assert run.ending() == said.ending()
    assert run.result().checked
    assert run.result().stats == said.ending()[1]
    assert run.result() is run.result()


@pytest.mark.usefixtures("with_engine")
@pytest.mark.parametrize("name", ["bloxorz/1", "sokoban/uit/5", "freecell/617"])
def test_a_solver_that_lies_is_caught(name: str) -> None:
    puzzle = load(name)
    plan = solve(puzzle).plan
    assert plan is not None
    near_the_end = starting_from(puzzle, replay(puzzle, plan[:-1]).states[-1])
    with pytest.raises(WrongAnswer, match="a goal can be reached"):
        CheckedRun(near_the_end, Said(Status.UNSOLVABLE)).result()


@pytest.mark.usefixtures("lying")
def test_every_way_to_an_answer_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    stage = load("bloxorz/1")
    with pytest.raises(WrongAnswer):
        solve(stage)
    with pytest.raises(WrongAnswer):
        is_winnable(stage)
    with pytest.raises(WrongAnswer):
        Session(stage).outlook()
    for words in (("solve", "bloxorz/1"), ("compare", "bloxorz/1", "--solvers", "astar")):
        assert command([*words, "--engine", "python"]) == 1
        told = capsys.readouterr()
        assert "a goal can be reached" in told.err
        assert "report it" in told.err
        assert "Traceback" not in told.err
    setup = Setup("bloxorz", "astar", "python", None, {}, {}, {"seconds": None})
    (row,) = solve_chunk(setup.as_json(), [Task("bloxorz/1")]).rows
    assert Row(*row).status == FAILED
    assert "WrongAnswer" in (Row(*row).error or "")


def test_a_proof_that_the_judge_refuses_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        proving, "judge", lambda puzzle, given, **how: Judgement(False, 0, 1, "because")
    )
    with pytest.raises(WrongAnswer, match="the judge refused the proof: because"):
        solve(level(ISLANDS))


def test_what_is_too_large_is_not_called_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = level(ISLANDS)
    monkeypatch.setattr(proving, "budget", lambda puzzle, form: Budget(3, 1000))
    result = solve(stage)
    assert (result.checked, result.proof) == (False, Proof(3, complete=False))
    monkeypatch.setattr(proving, "budget", lambda puzzle, form: Budget(100, 5))
    result = solve(stage)
    assert not result.checked
    assert result.proof is not None
    assert 0 < result.proof.judged < result.proof.states == 6


def test_a_check_can_be_stopped() -> None:
    said = Said(Status.UNSOLVABLE)
    run = CheckedRun(level(ISLANDS), said)
    run.stop()
    assert said.stopped
    assert (run.result().status, run.result().checked) == (Status.UNSOLVABLE, False)
    assert run.result().proof is None


WIDE = "stage 1\n@#########...!\n" + "##########\n" * 4
"""A stage whose goal is out of reach, with 135 states."""


class Ring(Puzzle[int, int]):
    """A hundred places in a ring, no goal; after some steps something happens."""

    def __init__(self, after: int, happens: Callable[[], None]) -> None:
        self.initial = 0
        self.steps = 0
        self._after = after
        self._happens = happens

    def actions(self, state: int) -> Sequence[int]:
        return (1,)

    def apply(self, state: int, action: int) -> int:
        self.steps += 1
        if self.steps == self._after:
            self._happens()
        return (state + action) % 100

    def is_goal(self, state: int) -> bool:
        return False


@pytest.mark.parametrize(
    ("after", "words"),
    [  # a hundred steps to prove it, a hundred to see what is kept, a hundred to judge that
        (30, "unsolvable, not checked (stopped after 29 states of the proof)"),
        (130, "unsolvable, not checked (stopped after 0 of 100 states of the proof)"),
        (230, "unsolvable, not checked (stopped after 30 of 100 states of the proof)"),
        (400, "unsolvable, proof checked: 100 states"),
    ],
)
def test_a_judge_in_python_can_be_stopped(after: int, words: str) -> None:
    puzzle = Ring(after, lambda: run.stop())
    run = CheckedRun(puzzle, Said(Status.UNSOLVABLE))
    result = run.result()
    assert verdict(puzzle, result) == words
    assert result.checked == (after > 300)
    assert puzzle.steps <= after + 1


@pytest.mark.usefixtures("with_engine")
@pytest.mark.parametrize("name", ["sokoban/uit/17", "freecell/781948", "a stage of Bloxorz"])
def test_every_judge_can_be_stopped(name: str) -> None:
    puzzle = level(WIDE) if "Bloxorz" in name else load(name)
    found = proving.prove(puzzle, Limits()).certificate
    assert found is not None
    stopped = proving.judge(puzzle, found, work=10**9, is_stopped=lambda: True)
    assert stopped == Judgement(None, 0, found.states, "it was stopped")

    def fails() -> bool:
        raise RuntimeError("this is a test")

    with pytest.raises(RuntimeError, match="this is a test"):
        proving.judge(puzzle, found, work=10**9, is_stopped=fails)
    assert proving.judge(puzzle, found, work=10**9, is_stopped=lambda: False).accepted


@pytest.mark.usefixtures("with_engine")
def test_a_proving_pass_can_be_watched_and_stopped() -> None:
    puzzle = load("sokoban/uit/17")
    passes: list[proving.Proving] = []
    proof = proving.prove(puzzle, Limits(), started=passes.append)
    assert passes == [proof]
    assert proof.ending()[0] is Status.UNSOLVABLE
    assert proof.certificate is not None
    stopped = proving.prove(puzzle, Limits(), started=lambda proof: proof.stop())
    assert stopped.ending()[0] is Status.STOPPED
    assert stopped.certificate is None
    assert proving.prove(puzzle, Limits(nodes=5)).ending()[0] is Status.OUT_OF_NODES


def test_greedy_autoplay_can_lose_what_single_cards_win() -> None:
    columns = ("KD KH TD", "JH", "KC JD TS TH", "TC QC QH JS KS QS JC QD")
    position = Position(tuple(tuple(cards.split()) for cards in columns), (), (9, 9, 9, 9))
    free = FreeCell(position, Rules(cells=0, autoplay="none"), name="free")
    assert solve(free, "bfs").status is Status.SOLVED
    greedy = FreeCell(position, Rules(cells=0, autoplay="greedy"), name="greedy")
    result = solve(greedy, "bfs")
    assert (result.status, result.checked) == (Status.UNSOLVABLE, True)
    for limits in (Limits(), None):
        found = proving.prove(greedy, limits).certificate
        assert found is not None
        assert found.form == ACTIONS


def test_a_small_proof_by_the_rules_is_found_where_single_cards_do_far_more() -> None:
    puzzle = load("freecell/4057", cells=2, columns=7, autoplay="greedy")
    found = proving.prove(puzzle, None).certificate
    assert found is not None
    assert (found.form, found.states) == (ACTIONS, 1_957)


class Clock(Puzzle[int, int]):
    """A hand that goes on by 2 or by 4, and has to come to an hour."""

    def __init__(self, hour: int) -> None:
        self.initial = 12
        self.hour = hour

    def actions(self, state: int) -> Sequence[int]:
        return (2, 4)

    def apply(self, state: int, action: int) -> int:
        return (state + action - 1) % 12 + 1

    def is_goal(self, state: int) -> bool:
        return state == self.hour


def test_a_users_own_puzzle_is_judged_by_its_own_rules() -> None:
    assert solve(Clock(8)).cost == 2
    result = solve(Clock(5))
    assert (result.status, result.checked) == (Status.UNSOLVABLE, True)
    assert result.proof == Proof(states=6, judged=6)
    with pytest.raises(WrongAnswer, match="Clock: a solver said unsolvable"):
        CheckedRun(Clock(8), Said(Status.UNSOLVABLE)).result()


def test_every_screen_says_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of a proof that is too large, how far it came; of levels together, that it was too large."""
    stage = tmp_path / "islands.txt"
    stage.write_text(ISLANDS)
    monkeypatch.setattr(proving, "budget", lambda puzzle, form: Budget(3, 1000))
    words = "unsolvable, proof too large to check (more than 3 states)"
    for command_line in (
        ("solve", stage),
        ("analyse", stage),
        ("compare", stage, "--solvers", "bfs"),
    ):
        command(list(map(str, command_line)))
        assert words in capsys.readouterr().out, command_line
    setup = Setup("bloxorz", "bfs", "python", None, {}, {}, {"seconds": None})
    (row,) = solve_chunk(setup.as_json(), [Task("islands", text=ISLANDS)]).rows
    assert status_of(row) == "unsolvable, proof too large to check"
    progress = Progress(2, counts=Counter({"solved": 2, status_of(row): 1}))
    assert "(2 solved; 1 unsolvable, proof too large to check)" in _line(progress)
    measured = measure(Job(str(stage), "bfs", engine="python"))
    assert measured.ended == words


def test_the_words_say_no_more_than_was_done() -> None:
    def words(checked: bool, proof: Proof | None) -> str:
        said: Result[Any] = Result(Status.UNSOLVABLE, Stats(), checked=checked, proof=proof)
        return verdict(load("bloxorz/1"), said)

    assert words(True, Proof(3395, 0, 3395)) == "unsolvable, proof checked: 3,395 states"
    assert words(True, Proof(1, 1, 1)) == "unsolvable, proof checked: 1 state, 1 claim"
    assert words(True, Proof(9, 12, 9)) == "unsolvable, proof checked: 9 states, 12 claims"
    too_large = "unsolvable, proof too large to check"
    assert words(False, Proof(5000, 2, 1200)) == f"{too_large} (1,200 of 5,000 states)"
    assert words(False, Proof(5000, complete=False)) == f"{too_large} (more than 5,000 states)"
    assert words(False, None) == "unsolvable, not checked"
