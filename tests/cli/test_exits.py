"""Every documented exit code, one by one, and nothing else."""

from __future__ import annotations

import errno
import json
import weakref
from copy import copy

import pytest

from unriddle import cli
from unriddle.cli import run
from unriddle.cli.exits import EXPLAINED, OF_STATUS
from unriddle.core import Status


def code(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """What a command line comes to: exit code, standard output, standard error."""
    number = run(arguments)
    captured = capsys.readouterr()
    return number, captured.out, captured.err


def test_0_solved(capsys: pytest.CaptureFixture[str]) -> None:
    number, out, err = code(capsys, "solve", "bloxorz/1")
    assert number == 0
    assert "solved in 7 moves, proved optimal" in out
    assert err == ""


def test_10_unsolvable(capsys: pytest.CaptureFixture[str]) -> None:
    number, out, _ = code(capsys, "solve", "sokoban/uit/17")
    assert number == 10
    assert "unsolvable, proof checked: " in out


def test_12_gave_up(capsys: pytest.CaptureFixture[str]) -> None:
    number, out, _ = code(capsys, "solve", "sokoban/uit/1", "--solver", "hill-simple")
    assert number == 12
    assert "gave up" in out


def test_22_out_of_memory(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--solver", "bfs", "--memory", "0.5", "--time", "120")
    number, out, _ = code(capsys, "solve", "sokoban/uit/18", *options)
    assert number == 22
    assert "out of memory" in out


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        ImportError("some.so: failed to map segment from shared object"),
    ],
    ids=repr,
)
def test_22_out_of_memory_beside_the_search(
    error: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def show(*_: object) -> None:
        raise copy(error)  # the parameter stays, and would hold all that was at work

    monkeypatch.setattr("unriddle.cli.solve.board.show", show)
    number, _, err = code(capsys, "solve", "bloxorz/1")
    assert (number, err) == (22, "error: out of memory\n")


def test_23_out_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    number, out, _ = code(capsys, "solve", "sokoban/uit/18", "--solver", "bfs", "--time", "0.1")
    assert number == 23
    assert "out of time" in out


def test_24_out_of_nodes(capsys: pytest.CaptureFixture[str]) -> None:
    number, out, _ = code(capsys, "solve", "bloxorz/2", "--nodes", "5")
    assert number == 24
    assert "out of nodes" in out
    assert "5 expanded" in out


def test_33_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    number, out, err = code(capsys, "solve", "bloxorz/99")
    assert number == 33
    assert out == ""
    assert err.startswith("error: ")
    assert "\nhint: " in err


def test_130_interrupted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("unriddle.cli.solve.board.show", interrupted)
    number, _, err = code(capsys, "solve", "bloxorz/1")
    assert number == 130
    assert err == "interrupted\n"


def test_of_several_levels_the_first_that_is_not_0_counts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    number, out, _ = code(capsys, "solve", "bloxorz/1,2,3", "--nodes", "20", "--json")
    statuses = [json.loads(line)["status"] for line in out.splitlines()]
    assert statuses == ["solved", "out of nodes", "solved"]
    assert number == 24


def test_every_status_has_a_code_that_is_explained() -> None:
    assert set(OF_STATUS) == set(Status)
    assert len(set(OF_STATUS.values())) == len(Status)
    for number in (*OF_STATUS.values(), 33):
        assert str(number) in EXPLAINED


def test_compare_is_solved_if_one_of_them_solved_it(capsys: pytest.CaptureFixture[str]) -> None:
    solvers = ("--solvers", "hill-simple,astar")
    assert code(capsys, "compare", "sokoban/uit/1", *solvers)[0] == 0
    assert (
        code(capsys, "compare", "sokoban/uit/1", "--solvers", "hill-simple,hill-steepest")[0] == 12
    )
    assert code(capsys, "compare", "sokoban/uit/1", "--solvers", "bfs", "--nodes", "3")[0] == 24


@pytest.mark.parametrize(
    ("plan", "number"),
    [("DRRRDRR", 12), ("RRRRRRR", 33), ("R?R", 33)],
    ids=["legal", "illegal", "unreadable"],
)
def test_check_of_what_is_no_solution(
    capsys: pytest.CaptureFixture[str], plan: str, number: int
) -> None:
    solved = json.loads(code(capsys, "solve", "bloxorz/1", "--json")[1])["plan"]
    assert code(capsys, "check", "bloxorz/1", solved)[0] == 0
    if number == 12:
        plan = solved[:-1]
    assert code(capsys, "check", "bloxorz/1", plan)[0] == number


BAD = [
    (["solve"], "no level was named"),
    (["show"], "no level was named"),
    (["compare"], "level"),
    (["check", "bloxorz/1"], "solution"),
    (["solve", "nothing"], "neither a level nor a file"),
    (["solve", "bloxorz/1", "sokoban/nothing/1"], "neither a level nor a file"),
    (["solve", "bloxorz/1", "--solver", "astra"], "unknown solver 'astra'"),
    (["solve", "bloxorz/1", "--heuristic", "freeze"], "unknown bloxorz heuristic 'freeze'"),
    (["solve", "bloxorz/1", "--engine", "steam"], 'Choose from: "native", "python"'),
    (["solve", "bloxorz/1", "--cost", "pushes"], "unknown option --cost"),
    (["solve", "sokoban/uit/1", "--cots", "pushes"], "unknown option --cots"),
    (["solve", "sokoban/uit/1", "--cost", "steps"], "cost = steps: must be moves or pushes"),
    (["solve", "bloxorz/1", "--solver", "wastar", "--weight", "heavy"], "weight = heavy"),
    (["solve", "bloxorz/1", "--weight", "3"], "unknown option --weight"),
    (["solve", "bloxorz/1", "--nodes", "many"], "many"),
    (["solve", "bloxorz/1", "--nodes", "0"], "limit must be"),
    (["solve", "bloxorz/1", "--nodes", "1.5"], "1.5"),
    (["solve", "bloxorz/1", "--time", "-1"], "limit must be"),
    (["solve", "bloxorz/1", "--time", "nan"], "limit must be"),
    (["solve", "bloxorz/1", "--memory", "inf"], "limit must be"),
    (["solve", "bloxorz/1", "--puzzle"], "--puzzle"),
    (["solve", "bloxorz/1", "-x"], "-x"),
    (["solve", "bloxorz/1", "--limit", "3"], "--limit"),
    (["solve", "bloxorz/1", "--settings.a", "3"], "--settings.a"),
    (["solve", "bloxorz/1", "--settings", "3"], "--settings"),
    (["solve", "bloxorz/1", "--json", "--heuristic", "halves", "--solver", "bfs"], "no heuristic"),
    (["solve", "bloxorz/1", "--solver", "mcts", "--points", "1"], "3 events"),
    (["compare", "bloxorz/1", "--solvers", "bfs,nothing"], "unknown solver 'nothing'"),
    (["compare", "bloxorz/1-3"], "names several levels"),
    (["check", "bloxorz/1-3", "R"], "names several levels"),
    (["levels", "bloxorz/99"], "there is no level 99"),
    (["levels", "bloxorz", "sokoban"], "sokoban"),
    (["show", "bloxorz/1", "--nodes", "3"], "--nodes"),
    (["solvers", "astra"], "unknown solver 'astra'"),
    (["sovle", "bloxorz/1"], "sovle"),
    (["--nothing"], "--nothing"),
    (["polish", "sokoban/uit/3"], "after a level, name its solution"),
    (["check", "--all", f"{'x' * 300}.jsonl"], f"{'x' * 300}.jsonl: "),
    (["prove", "sokoban/uit/17", "--out", "x" * 300], f"{'x' * 300}: "),
]


@pytest.mark.parametrize(("arguments", "problem"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_is_named_with_a_way_out(
    capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str
) -> None:
    number, out, err = code(capsys, *arguments)
    assert number == 33
    assert out == ""
    assert err.startswith("error: ")
    assert problem in err
    assert len(err.splitlines()) <= 3


NUMBERS = ["9" * 400, "-" + "9" * 400, "9" * 5000, "1e999", "0x10", "", " ", "\0"]


@pytest.mark.parametrize("number", NUMBERS, ids=[ascii(word[:6]) for word in NUMBERS])
@pytest.mark.parametrize("option", ["--nodes", "--time", "--memory", "--width", "--seed"])
def test_odd_numbers_are_taken_or_refused(
    capsys: pytest.CaptureFixture[str], option: str, number: str
) -> None:
    solver = "mcts" if option == "--seed" else "beam"
    exit_code, _, err = code(capsys, "solve", "bloxorz/1", "--solver", solver, f"{option}={number}")
    assert exit_code in (0, 33)
    assert (exit_code == 33) == err.startswith("error: ")


def test_nothing_is_solved_before_all_input_is_good(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for later in ("bloxorz/99", "nothing.xsb"):
        number, out, _ = code(capsys, "solve", "bloxorz/1", later)
        assert (number, out) == (33, "")
    number, out, _ = code(capsys, "solve", "bloxorz/1", "sokoban/uit/1", "--heuristic", "rolls")
    assert (number, out) == (33, "")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_33_a_level_after_a_request_for_help(capsys: pytest.CaptureFixture[str], flag: str) -> None:
    number, _, err = code(capsys, flag, "freecell/1", "--colour")
    assert number == 33
    assert err.splitlines()[1] == "hint: unriddle --help lists the options"


def test_what_a_command_made_is_let_go_before_its_lack_of_memory_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else there is no memory for the message, and Python may not even get out of a `with`."""
    made: list[weakref.ref[object]] = []

    def use_up(*_: object) -> None:
        large = type("Large", (), {})()
        made.append(weakref.ref(large))
        raise MemoryError

    left: list[object] = []

    def is_lack(error: BaseException) -> bool:
        left.append(made[0]())
        return True

    monkeypatch.setattr("unriddle.cli.solve.board.show", use_up)
    monkeypatch.setattr(cli, "is_out_of_memory", is_lack)
    assert run(["solve", "bloxorz/1"]) == 22
    assert left == [None]
