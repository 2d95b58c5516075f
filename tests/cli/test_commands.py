"""What each command prints: data on standard output, talk on standard error."""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from unriddle import native
from unriddle.catalog import PLANNERS, PUZZLES, SOLVERS, summary_of
from unriddle.cli import COMMANDS, EXAMPLES, run
from unriddle.cli.exits import BAD_INPUT, OF_STATUS
from unriddle.core import Status, plain
from unriddle.loading import load
from unriddle.play import Session
from unriddle.records import read_export, record_of, write_export

TWO = "#####\n#@$.#\n#####\nTitle: one\n\n######\n#@ $.#\n######\nTitle: two\n"
FIELDS = {
    *("puzzle", "level", "solver", "engine", "heuristic", "status", "optimal", "moves", "cost"),
    *("plan", "expanded", "generated", "seconds", "memory_bytes"),
}


class Shell:
    """Runs command lines and keeps what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.err = ""

    def __call__(self, *arguments: str, expect: int = 0) -> str:
        code = run(arguments)
        out, self.err = self._capsys.readouterr()
        assert code == expect, self.err
        return out

    def records(self, *arguments: str, expect: int = 0) -> list[dict[str, Any]]:
        out = self(*arguments, "--json", expect=expect)
        return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def maps(tmp_path: Path) -> str:
    path = tmp_path / "maps.xsb"
    path.write_text(TWO)
    return str(path)


def test_solve_shows_level_verdict_and_solution(shell: Shell) -> None:
    out = shell("solve", "sokoban/uit/1", "--solver", "astar")
    puzzle = load("sokoban/uit/1")
    assert out.startswith("sokoban/uit/1  Course map 1\n")
    picture = plain(PUZZLES["sokoban"].notation.draw(puzzle, puzzle.initial))
    assert all(row in out for row in picture.splitlines())
    assert "solved in 12 moves (6 pushes), proved optimal" in out
    assert "astar with freeze" in out
    assert shell.err == ""


def test_solve_shows_a_solution_that_check_accepts(shell: Shell, tmp_path: Path) -> None:
    for level in ("bloxorz/8", "sokoban/uit/4", "freecell/3"):
        # The first plan, because what a moment more finds depends on the machine.
        (record,) = shell.records("solve", level, "--first")
        printed = shell("solve", level, "--first")
        solution = tmp_path / "solution.txt"
        solution.write_text(record["plan"])
        assert all(line in printed for line in record["plan"].splitlines())
        assert "solved" in shell("check", level, str(solution))


@pytest.mark.parametrize("level", ["bloxorz/8", "sokoban/uit/1", "freecell/3"])
def test_json_has_every_field(shell: Shell, level: str) -> None:
    (record,) = shell.records("solve", level)
    assert set(record) >= FIELDS
    assert record["puzzle"] == level.partition("/")[0]
    assert record["level"] == level
    assert record["status"] == "solved"
    solver = PUZZLES[record["puzzle"]].solvers[record["solver"]]
    assert (record["heuristic"] in PUZZLES[record["puzzle"]].heuristics) == solver.informed
    puzzle = load(level)
    plan = PUZZLES[record["puzzle"]].notation.parse_plan(record["plan"])
    assert len(plan) == record["moves"]
    assert isinstance(record["optimal"], bool)
    assert record["cost"] >= record["moves"] or not puzzle.unit_cost
    assert record["counts"] == puzzle.counts(plan, record["cost"])
    assert record["generated"] >= record["expanded"] > 0
    assert record["seconds"] > 0
    assert record["memory_bytes"] >= 0


def test_json_without_a_solution_has_every_field_too(shell: Shell) -> None:
    (record,) = shell.records("solve", "bloxorz/2", "--solver", "bfs", "--nodes", "3", expect=24)
    assert set(record) >= FIELDS
    assert record["status"] == "out of nodes"
    assert record["heuristic"] is None
    assert (record["moves"], record["cost"], record["plan"]) == (None, None, None)
    assert record["optimal"] is False
    assert record["expanded"] == 3


def test_json_is_one_line_a_level(shell: Shell, maps: str) -> None:
    records = shell.records("solve", "bloxorz/1-3", maps, "freecell/3", f"{maps}#2")
    assert [record["level"] for record in records] == [
        *("bloxorz/1", "bloxorz/2", "bloxorz/3"),
        *(f"{maps}#1", f"{maps}#2", "freecell/3", f"{maps}#2"),
    ]
    assert {record["status"] for record in records} == {"solved"}


def test_settings_reach_rules_and_solver(shell: Shell) -> None:
    (record,) = shell.records("solve", "sokoban/uit/2", "--cost", "pushes")
    assert record["cost"] == 4
    (record,) = shell.records("solve", "bloxorz/8", "--space=counted", "--solver", "ucs")
    assert (record["cost"], record["moves"]) == (11, 11)
    options = ("--solver", "mcts", "--seed", "3", "--points", "0,.5,-.5", "--unique", "yes")
    (record,) = shell.records("solve", "bloxorz/1", *options)
    assert record["settings"] == {"seed": 3, "points": [0, 0.5, -0.5], "unique": True}


def test_settings_may_begin_with_a_minus(shell: Shell) -> None:
    options = ("--solver", "mcts", "--points=-1,0,.5")
    (record,) = shell.records("solve", "bloxorz/1", *options)
    assert record["settings"] == {"points": [-1, 0, 0.5]}


def test_a_setting_need_not_suit_every_puzzle_on_the_line(shell: Shell) -> None:
    records = shell.records("solve", "bloxorz/1", "sokoban/uit/2", "--cost", "pushes")
    assert [record["cost"] for record in records] == [7, 4]


def test_steps_show_every_position(shell: Shell) -> None:
    out = shell("solve", "bloxorz/1", "--steps")
    for number in range(1, 8):
        assert f"move {number} of 7" in out


def test_a_level_that_is_solved_already(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "done.xsb"
    path.write_text("#####\n#@*.#\n#####\n")
    (record,) = shell.records("solve", str(path))
    assert (record["moves"], record["cost"], record["plan"].strip()) == (0, 0, "")
    assert "solved in 0 moves" in shell("solve", str(path))
    assert "solved in 0 moves" in shell("check", str(path), "")


def stdin(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))


@pytest.mark.parametrize("command", ["solve", "show", "levels"])
def test_a_hyphen_is_standard_input(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    stdin(monkeypatch, TWO)
    out = shell(command, "-")
    assert "one" in out
    assert "two" in out


def test_compare_and_check_read_standard_input(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, maps: str
) -> None:
    stdin(monkeypatch, "#####\n#@$.#\n#####\n")
    assert "solved" in shell("compare", "-", "--solvers", "bfs,astar")
    stdin(monkeypatch, "rR\n")
    assert "solved in 2 moves" in shell("check", f"{maps}#2", "-")
    stdin(monkeypatch, "#####\n#@$.#\n#####\n")
    assert "solved in 1 move" in shell("check", "-", "R")


def test_show_text_can_be_read_again(shell: Shell, tmp_path: Path) -> None:
    for levels in ("bloxorz", "sokoban/uit", "freecell/1-3"):
        path = tmp_path / "levels.txt"
        written = shell("show", levels, "--text")
        path.write_text(written)
        assert shell("show", str(path), "--text") == written
        listed = shell.records("levels", levels)
        again = shell.records("levels", str(path))
        assert [level["title"] for level in again] == [level["title"] for level in listed]


def test_show_draws_every_level(shell: Shell, maps: str) -> None:
    out = shell("show", "freecell/1", f"{maps}#2", "bloxorz/1")
    for name in ("freecell/1", f"{maps}#2", "bloxorz/1"):
        assert name in out
    assert "KD" in out
    assert "\x1b" not in out


def test_levels_lists_all_packs(shell: Shell) -> None:
    out = shell("levels")
    packs = [(prefix, pack) for entry in PUZZLES.values() for prefix, pack in entry.ids()]
    records = shell.records("levels")
    assert [record["levels"] for record in records] == [prefix for prefix, _ in packs]
    for prefix, pack in packs:
        assert prefix in out
        assert pack.about in out


def test_levels_lists_a_pack_or_a_file(shell: Shell, maps: str) -> None:
    assert len(shell("levels", "bloxorz").splitlines()) == 34
    assert [record["title"] for record in shell.records("levels", maps)] == ["one", "two"]
    assert [record["level"] for record in shell.records("levels", "sokoban/uit/3-4")] == [
        "sokoban/uit/3",
        "sokoban/uit/4",
    ]


def test_levels_does_not_list_for_ever(shell: Shell) -> None:
    records = shell.records("levels", "freecell/1-8589934591")
    assert len(records) == 1000
    assert "the first 1000 are shown" in shell.err


@pytest.mark.parametrize(
    ("solution", "verdict"),
    [("rURdrUUlLdlU", "solved in 12 moves"), ("RURDRUULLDLU", "solved in 12 moves")],
    ids=["as written", "another case"],
)
def test_check_accepts_a_solution(shell: Shell, solution: str, verdict: str) -> None:
    assert verdict in shell("check", "sokoban/uit/1", solution)
    (record,) = shell.records("check", "sokoban/uit/1", solution)
    assert record["solved"] is True
    assert record["moves"] == 12
    assert record["plan"].strip().lower() == "rurdruulldlu"


@pytest.mark.skipif(not native.available, reason=native.why_not)
def test_polish_checks_and_improves_a_collection(shell: Shell, tmp_path: Path) -> None:
    long = "rrULdlUruRdrUlldlU"
    shell("export", "sokoban/uit/1", "--plan", long, "--out", str(tmp_path / "one.sok"))
    given = (tmp_path / "one.sok").read_text()
    text = f"; mine\n\n{given}\n{given.replace(long, 'rr')}\nSnapshot\nrr\n\nBy hand\nrr\n"
    (tmp_path / "two.sok").write_text(text)
    out = tmp_path / "better.sok"
    shell("polish", str(tmp_path / "two.sok"), "--time", "60", "--out", str(out), expect=33)
    assert "two.sok#2," in shell.err.replace("\n", " ")
    assert "2 solutions: 1 made shorter, 1 wrong" in shell.err.replace("\n", " ")
    better = out.read_text()
    assert long not in better
    assert re.sub(r"(?m)^[udlr]{12}$", long, better, flags=re.IGNORECASE) == text
    assert shell("polish", str(out), "--time", "60", expect=33) == better
    shell("polish", "sokoban/uit/1", long, "--out", "x", expect=33)


@pytest.mark.skipif(not native.available, reason=native.why_not)
@pytest.mark.parametrize("cost", ["moves", "pushes"])
def test_polish_keeps_the_best_by_moves_and_by_pushes(
    shell: Shell, tmp_path: Path, cost: str
) -> None:
    board = "#######\n#   . #\n# @  .#\n#  $$ #\n#   # #\n#######\n"
    by_moves, by_pushes = "ddrUUrrdLLdlUluRRRlluR", "ddrUUluRdrrdLullddrUluRR"
    path = tmp_path / "best.sok"
    path.write_text(f"{board}\nSolution/Moves\nlr{by_moves}\n\nSolution/Pushes: lr{by_pushes}\n")
    better = shell("polish", str(path), "--cost", cost)
    assert "2 solutions: 2 made shorter, 0 wrong" in " ".join(shell.err.split())
    found = re.search(r"Solution/Moves\n(\w+)\n\nSolution/Pushes: (\w+)\n", better)
    assert found is not None
    figures = [(len(plan), sum(map(str.isupper, plan))) for plan in found.groups()]
    assert figures == [(22, 9), (24, 7)]


@pytest.mark.skipif(not native.available, reason=native.why_not)
@pytest.mark.parametrize(
    "given",
    [
        b"\xef\xbb\xbf; \xc3\xa9\r\n#####\r#@$.#\n#####\n\nSolution\nR\t\r\n\tby \x1b\x0c\n",
        b"; \x83\x5c\xe9\n#####\n#@$.#\n#####\nSolution\nR",
        b"\xef\xbb\xbf; \xe9\n#####\n#@$.#\n#####\nSolution\nR",
    ],
)
def test_polish_keeps_every_byte_of_what_it_does_not_improve(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], given: bytes
) -> None:
    path, out = tmp_path / "one.sok", tmp_path / "out.sok"
    path.write_bytes(given)
    assert run(["polish", str(path), "--nodes", "10", "--out", str(out)]) == 0
    assert out.read_bytes() == given
    path.write_bytes(given.replace(b"#@$.#", b"#@ $.#").replace(b"#####", b"######"))
    assert run(["polish", str(path), "--nodes", "10"]) == BAD_INPUT
    assert capfdbinary.readouterr().out == path.read_bytes()


@pytest.mark.skipif(not native.available, reason=native.why_not)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_what_windows_programs_write_is_read_and_written_back(
    shell: Shell, tmp_path: Path, encoding: str
) -> None:
    given = "\ufeff; Đẩy\r\n#####\r\n#@$.#\r\n#####\r\n\r\nSolution\r\n{}\r\n; \U0001f600\r\n"
    path, out, moves = tmp_path / "one.sok", tmp_path / "out.sok", tmp_path / "moves.txt"
    board = given.replace("#####", "######").replace("#@$.#", "# @$.#")
    path.write_bytes(board.format("lrR").encode(encoding))
    moves.write_bytes("\ufeffR\r\n".encode(encoding))
    shell("polish", str(path), "--out", str(out))
    assert out.read_bytes() == board.format("R").encode(encoding)
    assert "solved in 1 move" in shell("check", str(path), str(moves))
    records = tmp_path / "games.json"
    shell("records", "--export", str(records))
    records.write_bytes(f"\ufeff{records.read_text('utf-8')}".encode(encoding))
    shell("records", "--import", str(records))
    assert "0 games taken, 0 refused" in " ".join(shell.err.split())


def test_polish_names_what_it_cannot_read(shell: Shell, tmp_path: Path) -> None:
    text = "#####\n#@$.#\n#####\n\nSolution\n1(R)\n\nSolution\nR,\n\nSolution: forgotten\n"
    (tmp_path / "one.sok").write_text(text)
    assert shell("polish", str(tmp_path / "one.sok"), expect=33) == text
    told = " ".join(shell.err.split())
    assert "line 8: unknown move ','" in told
    assert "line 11: unknown move 'f'" in told
    assert "3 solutions: 0 made shorter, 2 wrong" in told


@pytest.mark.skipif(not native.available, reason=native.why_not)
def test_polish_makes_a_solution_shorter(shell: Shell) -> None:
    shorter = shell("polish", "sokoban/uit/1", "rrULdlUruRdrUlldlU").strip()
    assert "18 moves (6 pushes) before; 12 moves (6 pushes) now" in shell.err
    assert "solved in 12 moves" in shell("check", "sokoban/uit/1", shorter)
    (record,) = shell.records("polish", "sokoban/uit/1", shorter, "--cost", "pushes")
    assert (record["given_moves"], record["given_cost"], record["cost"]) == (12, 6, 6)
    assert shell("polish", "sokoban/uit/1", "rr", expect=33) == ""
    assert "do not solve" in shell.err
    assert shell("polish", "bloxorz/1", "rr", expect=33) == ""


def test_check_counts_by_the_rules_that_are_given(shell: Shell) -> None:
    (record,) = shell.records("check", "sokoban/uit/1", "rURdrUUlLdlU", "--cost", "pushes")
    assert record["cost"] == 6


def test_check_tells_what_is_left(shell: Shell) -> None:
    out = shell("check", "sokoban/uit/1", "rUR", expect=12)
    assert "3 legal moves, but it is not solved" in out
    assert "#" in out
    (record,) = shell.records("check", "sokoban/uit/1", "rUR", expect=12)
    assert record["solved"] is False


def test_check_names_the_first_illegal_move(shell: Shell) -> None:
    out = shell("check", "sokoban/uit/1", "rUd" + "d" * 5, expect=33)
    assert "The position before move 4" in out
    assert shell.err.startswith("error: move 4, d: ")
    (record,) = shell.records("check", "sokoban/uit/1", "rUd" + "d" * 5, expect=33)
    assert record["legal_moves"] == 3
    assert "move 4" in record["error"]


def test_check_names_a_fall(shell: Shell) -> None:
    shell("check", "bloxorz/1", "UUUU", expect=33)
    assert shell.err.startswith("error: move ")


def test_check_names_the_place_of_what_it_cannot_read(shell: Shell, tmp_path: Path) -> None:
    solution = tmp_path / "solution"
    solution.write_text("rU\nr?\n")
    assert shell("check", "sokoban/uit/1", str(solution), expect=33) == ""
    assert f"{solution}: line 2, column 2: " in shell.err


def test_compare_sets_solvers_side_by_side(shell: Shell) -> None:
    out = shell(
        "compare", "bloxorz/2", "--solvers", "bfs,dfs,wastar:weight=3,dfs-tree", "--nodes=400"
    )
    rows = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    for solver in ("bfs", "dfs", "wastar:weight=3", "dfs-tree"):
        assert solver in rows
    assert "17*" in rows["bfs"]
    assert "yes" in rows["bfs"]
    assert "yes" not in rows["dfs"]
    assert "out of nodes" in rows["dfs-tree"]
    assert "*" not in rows["dfs-tree"]
    for heading in ("status", "moves", "expanded", "generated", "time"):
        assert heading in out


def test_compare_marks_the_best_of_every_column(shell: Shell) -> None:
    records = shell.records("compare", "bloxorz/2", "--solvers", "all", "--nodes=300")
    assert [record["solver"] for record in records] == ["best", *SOLVERS]
    out = shell("compare", "bloxorz/2", "--solvers", "all", "--nodes=300")
    rows = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    solved = [record for record in records if record["status"] == "solved"]
    for figure in ("expanded", "generated"):
        best = min(record[figure] for record in solved)
        for record in solved:
            assert (f" {record[figure]:,}*" in rows[record["solver"]]) == (record[figure] == best)


def test_compare_takes_points_for_one_solver(shell: Shell) -> None:
    records = shell.records("compare", "bloxorz/1", "--solvers", "mcts", "--points", "0,0.5,-0.5")
    assert records[0]["settings"] == {"points": [0, 0.5, -0.5]}


def test_compare_lets_the_particular_go_before_the_general(shell: Shell) -> None:
    records = shell.records(
        *("compare", "bloxorz/1", "--solvers", "wastar:weight=1,wastar", "--weight", "9")
    )
    assert [record["settings"]["weight"] for record in records] == [1, 9]


def test_compare_gives_a_heuristic_to_those_who_use_one(shell: Shell) -> None:
    records = shell.records(
        *("compare", "bloxorz/1", "--solvers", "bfs,astar", "--heuristic", "halves")
    )
    assert [record["heuristic"] for record in records] == [None, "halves"]


def test_solvers_lists_every_entry(shell: Shell) -> None:
    out = shell("solvers")
    flat = " ".join(out.split())
    for solver in SOLVERS.values():
        title = f" {solver.title}:" if solver.title else ""
        assert f"{solver.name}{title} {solver.summary}" in flat
        assert f"complete: {solver.complete}" in flat
        for setting in solver.settings:
            assert f"--{setting.name} " in flat
    for entry in PUZZLES.values():
        for rule in entry.rules.settings():
            assert f"--{rule.name} " in flat
        for heuristic, maker in entry.heuristics.items():
            assert re.search(
                rf"{heuristic} \((not )?admissible\): {re.escape(summary_of(maker))}", flat
            )
    assert "alpha (not admissible)" in flat
    assert "rolls (admissible)" in flat
    assert all(line == line.rstrip() for line in out.splitlines())
    native = [(name, entry.name) for entry in PUZZLES.values() for name in entry.native_solvers]
    listed = [(record["solver"], record["puzzle"]) for record in shell.records("solvers")]
    assert listed == [*native, *((name, None) for name in (*SOLVERS, *PLANNERS))]


def test_solvers_shows_one(shell: Shell) -> None:
    out = shell("solvers", "wastar")
    assert "--weight" in out
    assert "bfs" not in out


def test_analyse_tells_everything_about_each_stage(shell: Shell) -> None:
    first, eighth = shell.records("analyse", "bloxorz/1", "bloxorz/8")
    wanted = ("states", "dead", "optimum", "optimum_with_space", "optimal_solutions", "plan")
    assert [first[name] for name in wanted[:4]] == [89, 0, 7, 7]
    assert [eighth[name] for name in wanted[:4]] == [1283, 0, 10, 11]
    assert len(first["plan"]) == 7
    assert first["optimal_solutions"] >= 1
    assert "89, 0 of them dead" in shell("analyse", "bloxorz/1")


def test_analyse_refuses_other_puzzles(shell: Shell) -> None:
    assert shell("analyse", "bloxorz/1", "sokoban/uit/1", expect=33) == ""
    assert "only stages of Bloxorz" in shell.err


def test_records_are_shown_written_and_read(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    session: Session[Any, Any] = Session(load("bloxorz/1"))
    for move in "RRDRRRD":
        session.play(move)
    true = record_of(session, "1", "2026-01-31T12:00:00Z")
    path = tmp_path / "games.json"
    path.write_text(write_export([true, replace(true, id="2", name="forged", plan="RR")]))
    shell("records", "--import", str(path), expect=33)
    assert "1 game taken, 1 refused" in shell.err
    assert "refused: forged: its plan does not solve the level" in shell.err
    path.write_text('{"format": "unriddle records", "version": 1, "games": [' + "0," * 500 + "0]}")
    shell("records", "--import", str(path), expect=33)
    assert "refused: 401 more games" in shell.err
    assert shell.err.count("\n") < 110
    assert shell.records("records")[0]["plan"] == true.plan
    shown = shell("records")
    assert "7 moves" in shown
    assert "forged" not in shown
    shell("records", "--export", str(path))
    assert read_export(path.read_text("utf-8")) == ([true], [])
    assert shell("records", "--export", "-") == path.read_text("utf-8")


def test_records_that_cannot_be_kept_are_an_error(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "data").write_text("a file where the folder should be")
    (tmp_path / "games.json").write_text(write_export([]))
    shell("records", "--import", str(tmp_path / "games.json"), "--quiet", expect=33)
    assert shell.err.startswith("error: games are not kept")


def test_records_that_cannot_be_read_replace_no_backup(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "unriddle").mkdir()
    (tmp_path / "unriddle" / "records.db").write_bytes(b"this is no database" * 100)
    backup = tmp_path / "backup.json"
    backup.write_text("good")
    shell("records", "--export", str(backup), expect=33)
    assert shell.err.startswith("error: games are not kept")
    assert backup.read_text() == "good"


@pytest.mark.parametrize("out", [("--out", "-"), ("--out=-",)])
@pytest.mark.parametrize(
    "command",
    [
        ("export", "sokoban/uit/1", "--to", "txt"),
        ("generate", "freecell"),
        ("trace", "bloxorz/1", "--text", "--steps", "1"),
    ],
)
def test_a_hyphen_is_standard_output(
    shell: Shell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    out: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shell(*command, *out) == shell(*command) != ""
    assert list(tmp_path.iterdir()) == []


OPTIONS: dict[str, tuple[str, ...]] = {
    "play": ("--ascii", "--language", "--puzzle"),
    "solve": (
        *("--solver", "--heuristic", "--engine", "--time", "--nodes", "--memory", "--puzzle"),
        *("--json", "--steps"),
    ),
    "compare": (
        *("--solvers", "--heuristic", "--engine", "--time", "--nodes", "--memory", "--puzzle"),
        "--json",
    ),
    "trace": (
        *("--solver", "--heuristic", "--steps", "--time", "--nodes", "--memory", "--puzzle"),
        *("--out", "--text", "--language", "--no-boards"),
    ),
    "analyse": ("--engine", "--time", "--nodes", "--memory", "--puzzle", "--json"),
    "levels": ("--add", "--forget", "--puzzle", "--json"),
    "show": ("--text", "--puzzle"),
    "polish": ("--out", "--time", "--nodes", "--memory", "--puzzle", "--json"),
    "prove": ("--out", "--time", "--nodes", "--memory", "--puzzle", "--json"),
    "check": ("--puzzle", "--json"),
    "records": ("--export", "--import", "--json"),
    "solvers": ("--json",),
    "batch": (
        *("--store", "--solver", "--heuristic", "--engine", "--time", "--nodes", "--memory"),
        *("--workers", "--cluster", "--retry", "--export", "--out", "--puzzle", "--json"),
    ),
    "grade": ("--list", "--out", "--markdown", "--json"),
    "generate": (
        *("--difficulty", "--moves", "--size", "--boxes", "--longest", "--seed", "--count"),
        *("--out", "--json"),
    ),
    "rate": ("--puzzle", "--json"),
    "heuristic-check": ("--time", "--states", "--puzzle", "--json"),
    "completion": (),
    "serve": ("--host", "--port", "--embed", "--open"),
    "table": (
        *("--all", "--full", "--levels", "--out", "--pictures", "--runs"),
        *("--time", "--nodes", "--memory"),
    ),
    "export": (
        *("--to", "--out", "--plan", "--step", "--theme", "--scale", "--pace"),
        *("--solver", "--heuristic", "--engine", "--time", "--nodes", "--memory", "--puzzle"),
    ),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_mentions_every_option(shell: Shell, command: str) -> None:
    out = shell(command, "--help")
    common = () if command == "completion" else ("--with", "--quiet")
    for option in (*OPTIONS[command], *common):
        assert f"{option} " in out
    assert "[default: ]" not in out
    for example in EXAMPLES[command]:
        assert f"unriddle {example}" in " ".join(out.split())
    assert shell.err == ""


@pytest.mark.skipif(not native.available, reason=native.why_not)
def test_examples_of_the_help_work(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In their order and in one folder, but for those that need a player, a file or long."""
    left_out = (
        r"^(play|serve|batch)\b|--difficulty hard|my\.py|maps\.sok|mine\.(toml|sok)|solutions\.csv"
    )
    monkeypatch.chdir(tmp_path)
    for example in chain(*EXAMPLES.values()):
        if not re.search(left_out, example):
            proof = "map17.proof" in example
            shell(*example.split(), expect=OF_STATUS[Status.UNSOLVABLE] if proof else 0)


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_mentions_every_command(shell: Shell, arguments: tuple[str, ...]) -> None:
    out = shell(*arguments)
    for command in COMMANDS:
        assert command in out
    assert "Exit codes" in out


def test_brackets_and_colons_are_only_text(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "m[b].xsb"
    path.write_text("#####\n#@$.#\n#####\nTitle: [/x] :smile: [bold]b\n")
    for command in (("levels",), ("show",), ("solve",), ("compare",)):
        out = shell(*command, str(path))
        assert "[/x] :smile: [bold]b" in out
    assert "m[b].xsb: solved" in shell("check", str(path), "R")


def test_a_long_title_is_not_cut(shell: Shell, tmp_path: Path) -> None:
    title = "a long title " * 8
    path = tmp_path / "long.xsb"
    path.write_text(f"#####\n#@$.#\n#####\nTitle: {title}\n")
    for command in ("levels", "show", "solve"):
        assert title.strip() in shell(command, str(path))


def test_odd_characters_in_a_title_end_no_line(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "odd.xsb"
    path.write_text("#####\n#@$.#\n#####\nTitle: a\x1b[31m\u2028b\x85c\n")
    for command in ("levels", "show", "solve"):
        assert "\x1b" not in shell(command, str(path))


def test_a_file_that_is_not_there_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "sokoban/uit/17", "nofile.proof"]) == BAD_INPUT
    assert "there is no file nofile.proof" in capsys.readouterr().err
    assert run(["check", "sokoban/uit/17", "xyz"]) == BAD_INPUT
    assert "no file" not in capsys.readouterr().err
