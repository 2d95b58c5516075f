"""`--with FILE` in every command and on every screen, and mistakes on the command line."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tui.harness import PLAIN, perform, screen_text, until
from web.page_client import page, server

from unriddle import plugins
from unriddle.cli import COMMANDS, EXAMPLES, app, run
from unriddle.cli.exits import BAD_INPUT, FAULTY_CODE
from unriddle.core import Limits
from unriddle.solving import start
from unriddle.tui.app import UnriddleApp
from unriddle.web.menu import menu

EXAMPLE_FILES = Path(__file__).resolve().parents[2] / "examples"
SEARCH, HEURISTIC, PUZZLE = (
    str(EXAMPLE_FILES / f"own_{what}.py") for what in ("search", "heuristic", "puzzle")
)

WRONG = {
    "illegal": ("return 'UUUUUUU'", "cannot be played: move 4 of 7, U: "),
    "elsewhere": ("return 'r'", "does not solve the puzzle"),
    "nonsense": ("return 5", "which is not a plan"),
    "unreadable": ("return 'xyz'", "a plan that cannot be read"),
    "raises": ("return {}['no']", "your code raised KeyError: 'no'"),
    "deep": ("return mine(puzzle)", "your code raised RecursionError"),
    "exits": ("raise SystemExit(0)", "tried to end the program"),
    "unsolvable": ("return unriddle.Ending.EXHAUSTED", "a goal can be reached"),
    "yields": ("yield 3", "which is not an expansion"),
}


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def records(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    code, out, err = told(capsys, *words, "--json")
    assert code == 0, err
    return [json.loads(line) for line in out.splitlines()]


# Every command.


def test_rate_measures_an_own_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    (rated,) = records(capsys, "rate", "rush/1", "--with", PUZZLE)
    (solved,) = records(capsys, "solve", "rush/1", "--with", PUZZLE, "--solver", "astar")
    assert (rated["optimum"], rated["states"], rated["difficulty"]) == (solved["cost"], 14, None)
    assert rated["expansions"]["astar"] == solved["expanded"]


def test_solve_and_compare_know_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    (solved,) = records(capsys, "solve", "bloxorz/3", "--with", SEARCH, "--solver", "rbfs")
    assert (solved["solver"], solved["engine"], solved["optimal"]) == ("rbfs", "python", True)
    both = records(capsys, "compare", "bloxorz/3", "--with", SEARCH, "--solvers", "astar,rbfs")
    assert [one["cost"] for one in both] == [19, 19]


def test_solve_knows_a_heuristic_and_several_files(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("sokoban/uit/1", "--with", SEARCH, "--with", HEURISTIC, "--solver", "astar")
    (solved,) = records(capsys, "solve", *words, "--heuristic", "nearest")
    assert (solved["cost"], solved["heuristic"], solved["optimal"]) == (12, "nearest", True)


def test_every_command_knows_a_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    own = ("--with", PUZZLE)
    assert [one["cost"] for one in records(capsys, "solve", "rush", *own)] == [7, 16, 9]
    assert "cars in a jam" in told(capsys, "levels", *own)[1]
    assert "a small jam" in told(capsys, "levels", "rush", *own)[1]
    assert "X  X  A" in told(capsys, "show", "rush/1", *own)[1]
    assert "solved in 7 moves" in told(capsys, "check", "rush/1", "Av Av Av X> X> X> X>", *own)[1]
    assert told(capsys, "check", "rush/1", "X>", *own)[0] == BAD_INPUT
    assert "Slide the cars" in told(capsys, "solvers", *own)[1]
    assert told(capsys, "prove", "rush/1", *own)[0] == 0
    assert told(capsys, "heuristic-check", "none", "rush/1", *own)[0] == 0


def test_a_batch_takes_the_code_to_its_workers_and_keeps_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    shutil.copy(PUZZLE, file)
    store = ("--store", str(tmp_path / "runs.sqlite"))
    batch = ("batch", "rush", "--with", str(file), *store, "--workers", "2")
    code, out, err = told(capsys, *batch)
    assert (code, out.startswith("3 new results")) == (0, True), err
    assert told(capsys, *batch)[1].startswith("no new results")
    with open(file, "a") as text:
        text.write("# something else\n")
    assert told(capsys, *batch)[1].startswith("3 new results"), "other code, other results"
    assert "mine.py" in told(capsys, "batch", "status", *store)[1]
    exported = told(capsys, "batch", "--export", "csv", *store)[1]
    rows = list(csv.DictReader(io.StringIO(exported)))
    assert sorted(row["cost"] for row in rows) == ["16", "16", "7", "7", "9", "9"]


def test_what_fails_in_a_batch_is_told_in_its_row(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = _wrong(tmp_path, "return {}['no']")
    store = ("--store", str(tmp_path / "runs.sqlite"))
    words = ("batch", "bloxorz/1", "--with", file, "--solver", "mine", "--workers", "1")
    assert told(capsys, *words, *store)[0] == 1
    exported = told(capsys, "batch", "--export", "csv", *store)[1]
    (row,) = csv.DictReader(io.StringIO(exported))
    assert row["status"] == "failed"
    assert "KeyError: 'no'" in row["error"]
    assert file in row["error"]


def test_a_table_runs_what_a_user_wrote(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    spec = tmp_path / "mine.toml"
    spec.write_text(
        'title = "Mine"\n[[block]]\nlevels = ["rush/1", "rush/3"]\nfigures = ["moves"]\n'
        '[[block.solver]]\nsolver = "astar"\n[[block.solver]]\nsolver = "rbfs"\n'
    )
    words = ("table", str(spec), "--with", PUZZLE, "--with", SEARCH, "--nodes", "5000", "--json")
    code, out, err = told(capsys, *words)
    assert code == 0, err
    rows = json.dumps(json.loads(out))
    assert "rush/3" in rows
    assert "crashed" not in rows


# The screens.


def test_a_puzzle_is_played_in_the_terminal() -> None:
    plugins.load_file(PUZZLE)
    plugins.load_file(SEARCH)

    async def scene(pilot: Any) -> None:
        assert " X  X  A  .  .  ." in screen_text(pilot.app)
        await pilot.press("A", "v")
        await until(pilot, lambda: [str(move) for move in pilot.app.screen.session.moves] == ["Av"])
        await pilot.press("h")
        await until(pilot, lambda: "hint: " in screen_text(pilot.app))

    perform(UnriddleApp("rush/1", support=PLAIN), scene)


def test_a_puzzle_and_a_search_are_on_the_page() -> None:
    plugins.load_file(PUZZLE)
    plugins.load_file(SEARCH)
    with server() as client:
        menu = client.get("/api/menu").json()
        (rush,) = [one for one in menu["puzzles"] if one["name"] == "rush"]
        assert (rush["board"], rush["native"]) == ("drawn", False)
        (rbfs,) = [one for one in menu["solvers"] if one["name"] == "rbfs"]
        assert rbfs["informed"]
        with page(client) as talk:
            opened = talk.ask("open", id="rush/1")
            assert opened["state"]["rows"][2][0] == [" X  X ", "player"]
            assert talk.ask("move", move="Av")["moves"] == ["Av"]
            assert talk.ask("move", move="X>")["type"] == "refused"
            ended = talk.ask("solve", run="one", solver="rbfs")
            assert (ended["status"], ended["engine"]) == ("solved", "python")
            view = talk.ask("stepper", solver="rbfs")
            assert view["expanded"] == 0
            while view["expanded"] < 3:  # a slow machine sends fewer lines at once
                view = talk.ask("step", count=3 - view["expanded"])
            assert view["expanded"] == 3
            while not (view := talk.ask("step", count=100))["end"]:
                pass
            assert view["end"]["moves"][-1] == "X>"


def test_the_page_tells_what_is_wrong_with_code(tmp_path: Path) -> None:
    plugins.load_file(_wrong(tmp_path, "return {}['no']"))
    endless = tmp_path / "endless.py"
    endless.write_text(
        "import unriddle\n@unriddle.search\ndef endless(puzzle):\n"
        "    yield unriddle.Expansion(unriddle.Node(puzzle.initial), [], 0)\n    return 'RR'\n"
    )
    plugins.load_file(str(endless))
    with server() as client, page(client) as talk:
        talk.ask("open", id="bloxorz/1")
        answer = talk.ask("solve", run="one", solver="mine")
        assert answer["type"] == "error"
        assert "KeyError: 'no'" in answer["message"]
        refused = talk.ask("stepper", solver="mine")
        assert "shows searches that yield" in refused["message"]
        talk.ask("stepper", solver="endless")
        while not (view := talk.ask("step", count=5))["end"]:
            pass
        assert view["end"]["end"] == "gave up"


def _serve(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "unriddle", "serve", "--port", "0", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_serve_takes_files() -> None:
    import urllib.request

    process = _serve("--with", PUZZLE)
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    try:
        with urllib.request.urlopen(f"{address}api/menu") as answer:
            assert "rush" in [one["name"] for one in json.load(answer)["puzzles"]]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=300)


# What is wrong.


def _wrong(tmp_path: Path, body: str, name: str = "mine", **claims: Any) -> str:
    path = tmp_path / f"{name}.py"
    given = ", ".join(f"{key}={value}" for key, value in claims.items())
    path.write_text(
        f"import unriddle\n\n@unriddle.search({given})\ndef {name}(puzzle):\n    {body}\n"
    )
    return str(path)


@pytest.mark.parametrize(("body", "problem"), WRONG.values(), ids=WRONG)
def test_a_wrong_search_is_told_what_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, body: str, problem: str
) -> None:
    file = _wrong(tmp_path, body)
    code, out, err = told(capsys, "solve", "sokoban/uit/1", "--with", file, "--solver", "mine")
    assert code == FAULTY_CODE
    assert out == ""
    assert "error: " in err
    assert problem in err
    assert "Traceback" not in err
    assert "own_run.py" not in err


PUZZLE_IN_ERROR = """\
import unriddle

@unriddle.puzzle(name="steps", levels=[3])
class Steps(unriddle.Puzzle):
    def __init__(self, length): self.initial = length
    def actions(self, state): return [1]
    def apply(self, state, action): return state - 1
    def is_goal(self, state): return state == 0
"""


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("def __init__(self, one, two): pass", "line 9, in __init__"),
        ("def is_goal(self): return True", "line 9, in is_goal"),
        ("def cost(self): return 1", "Steps.cost() takes 1 positional argument"),
        ("def actions(self, state): pass", "the actions here cannot be listed"),
        ("def successors(self, state): return [(1, 2)]", "which is not (action, state, cost)"),
    ],
)
@pytest.mark.parametrize("words", [["solve", "steps"], ["check", "steps", "1 1 1"]])
def test_a_wrong_puzzle_is_told_what_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], line: str, problem: str
) -> None:
    file = tmp_path / "steps.py"
    file.write_text(f"{PUZZLE_IN_ERROR}    {line}\n")
    code, _, err = told(capsys, *words, "--with", str(file))
    assert code == FAULTY_CODE
    assert problem in err


def test_a_puzzle_may_yield_its_actions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "steps.py"
    file.write_text(PUZZLE_IN_ERROR.replace("return [1]", "yield 1"))
    assert told(capsys, "check", "steps", "1 1 1", "--with", str(file))[0] == 0
    assert records(capsys, "rate", "steps", "--with", str(file))[0]["branching"] == 1


def test_a_false_optimal_is_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plan = "udrUUdRdrUUluL"
    file = _wrong(tmp_path, f"return '{plan}'", optimal=True)
    words = ("sokoban/uit/1", "--with", file, "--solver", "mine")
    code, _, err = told(capsys, "solve", *words)
    assert code == FAULTY_CODE
    assert "calls a plan optimal that costs 14; there is one of cost 12" in err


def test_a_traceback_shows_the_lines_of_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = _wrong(tmp_path, "return {}['no']")
    err = told(capsys, "solve", "bloxorz/1", "--with", file, "--solver", "mine")[2]
    assert f'File "{file}", line 5, in mine' in err
    assert "return {}['no']" in err
    assert err.count("File ") == 1


def test_an_endless_search_ends_at_its_limit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = _wrong(tmp_path, "while True: pass")
    words = ("solve", "bloxorz/1", "--with", file, "--solver", "mine", "--time", "0.2", "--json")
    code, out, _ = told(capsys, *words)
    assert (code, json.loads(out)["status"]) == (23, "out of time")


@pytest.mark.skipif(os.name != "posix", reason="there are no signals to send")
def test_ctrl_c_ends_an_endless_search(tmp_path: Path) -> None:
    file = _wrong(tmp_path, "open(__file__ + '.begun', 'w').close()\n    while True: pass")
    command = [sys.executable, "-m", "unriddle", "solve", "bloxorz/1", "--with", file]
    process = subprocess.Popen([*command, "--solver", "mine"], stdout=subprocess.PIPE)
    while not os.path.exists(f"{file}.begun"):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=300)
    assert process.returncode == 130


# Heuristics.


def test_a_false_claim_is_shown_with_its_state(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "far.py"
    file.write_text(
        "import unriddle\n\n"
        "@unriddle.heuristic(puzzle='bloxorz', admissible=True, consistent=True)\n"
        "def far(puzzle, state):\n"
        "    (a, b), (c, d) = state.first, puzzle.goal\n"
        "    return (abs(a - c) + abs(b - d) + 1) // 2\n"
    )
    code, out, _ = told(capsys, "heuristic-check", str(file), "bloxorz/1")
    assert code == 0
    assert "far  admissible, consistent, 89 states, mean h/h* 0." in out
    code, out, _ = told(capsys, "heuristic-check", str(file), "bloxorz/1,16")
    assert code == FAULTY_CODE
    assert "it claims to be consistent, and is not: the estimate is" in out
    assert " . . ." in out
    file.write_text(file.read_text().replace("+ 1) // 2", "+ 0)"))
    code, out, _ = told(capsys, "heuristic-check", str(file), "bloxorz/1")
    assert code == FAULTY_CODE
    assert "it claims to be admissible, and is not: the estimate is" in out
    code, out, _ = told(capsys, "heuristic-check", "far", "bloxorz/1", "--json")
    found = json.loads(out)
    assert (found["admissible"], found["complete"]) == (False, True)

    assert "admissible" in found["refuted"]
    assert found["counterexamples"]["admissible"]["estimate"] > 7
    code, _, err = told(capsys, "heuristic-check", str(file), "sokoban/uit/1")
    assert (code, "registers no heuristic for sokoban" in err) == (BAD_INPUT, True)


def test_a_faulty_heuristic_does_not_keep_the_others_from_being_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "two.py"
    file.write_text(
        "import unriddle\n\n"
        "@unriddle.heuristic(puzzle='bloxorz')\ndef text(state):\n    return '3'\n\n"
        "@unriddle.heuristic(puzzle='bloxorz')\ndef zero(state):\n    return 0\n"
    )
    code, out, _ = told(capsys, "heuristic-check", str(file), "bloxorz/1")
    assert code == FAULTY_CODE
    assert "text  the heuristic returned '3' (str)" in out
    assert "zero  admissible, consistent, 89 states" in out


def test_what_is_not_known_is_no_success(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(*what: Any, limits: Limits) -> Any:
        return start(*what, limits=Limits(nodes=9))

    monkeypatch.setattr("unriddle.heuristic_check.start", give_up)
    words = ("heuristic-check", "freeze", "sokoban/uit/18", "--states", "9")
    code, out, _ = told(capsys, *words)
    assert code == 12
    assert "the distances are not known" in out


# The command line itself.


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("solve bloxorz/1 --tiem 5", "did you mean --time?"),
        ("solve bloxorz/1 --jsn", "did you mean --json?"),
        ("solve sokoban/uit/1 --cots pushes", "did you mean --cost?"),
        ("solve sokoban/uit/1 --solver wastar --wieght 3", "did you mean --weight?"),
        ("play bloxorz/1 --cots pushes", "did you mean --cost?"),
        ("play bloxorz/1 --asci yes", "did you mean --ascii?"),
        ("compare bloxorz/1 --slovers bfs", "did you mean --solvers?"),
        ("serve --prt 5", "Did you mean --port?"),
        ("slove bloxorz/1", 'Did you mean "solve"?'),
        ("solve bloxorz/1 --solver wastar:wieght=3", "did you mean weight?"),
        ("solve bloxorz/1 --zzzzzz 3", "settings here: "),
        ("solve bloxorz/1 --fragile --solver astar", "--fragile: it needs a value"),
        ("show bloxorz/1 --fragile --text", "--fragile: it needs a value"),
    ],
)
def test_what_was_meant_is_guessed(
    capsys: pytest.CaptureFixture[str], words: str, hint: str
) -> None:
    code, out, err = told(capsys, *words.split())
    assert (code, out) == (BAD_INPUT, "")
    assert hint in err


@pytest.mark.parametrize(
    "words",
    [
        "solve sokoban/uit/1 --first --improve 3",
        "solve sokoban/uit/1 --first --solver astar",
        "solve sokoban/uit/1 --steps --json",
        "solve sokoban/uit/1 --solver wastar:weight=3 --weight 4",
        "solve sokoban/uit/1 --solver astar:heuristic=walk --heuristic freeze",
        "solve sokoban/uit/1 --cost pushes --cost moves",
        "solve sokoban/uit/1 --solver expert --heuristic walk",
        "solve sokoban/uit/1 --solver best --engine python",
        "batch bloxorz --workers 2 --cluster tcp://127.0.0.1:1",
        "batch bloxorz --out results.csv",
        "table --all sokoban-1",
        "table --levels 3",
    ],
)
def test_what_contradicts_itself_is_refused(capsys: pytest.CaptureFixture[str], words: str) -> None:
    code, out, err = told(capsys, *words.split())
    assert (code, out) == (BAD_INPUT, ""), err
    assert err.startswith("error: ")


def test_the_same_said_twice_is_no_contradiction(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("solve", "sokoban/uit/1", "--solver", "wastar:weight=3", "--weight", "3")
    assert told(capsys, *words)[0] == 0


def test_quiet_leaves_answers_and_errors(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("solve", "bloxorz/3", "--with", SEARCH, "--solver", "rbfs")
    assert "note: " in told(capsys, *words)[2]
    code, out, err = told(capsys, *words, "--quiet")
    assert (code, err) == (0, "")
    assert "solved in 19 moves" in out
    assert "note: " in told(capsys, *words)[2], "only this once"
    broken = tmp_path / "two.xsb"
    broken.write_text("#####\n#@$.#\n#####\n\n#####\n#@?.#\n#####\n")
    code, _, err = told(capsys, "solve", str(broken), "--quiet")
    assert (code, err.startswith("error: ")) == (BAD_INPUT, True)


@pytest.mark.parametrize("flag", ["-V", "--version"])
def test_the_version_is_told(capsys: pytest.CaptureFixture[str], flag: str) -> None:
    from unriddle import __version__

    assert told(capsys, flag)[1].strip() == __version__
    line = [sys.executable, "-m", "unriddle", flag]
    assert subprocess.check_output(line, text=True).strip() == __version__


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_a_script_that_they_can_read(
    capsys: pytest.CaptureFixture[str], shell: str, tmp_path: Path
) -> None:
    code, script, _ = told(capsys, "completion", shell)
    assert code == 0
    assert all(command in script for command in COMMANDS)
    assert "--heuristic" in script or "-l heuristic" in script
    if shutil.which(shell):
        file = tmp_path / "script"
        file.write_text(script)
        subprocess.run([shell, "-n", str(file)], check=True)
    if shell == "zsh" and shutil.which("zsh"):  # it is told whom the function completes
        line = f"autoload -Uz compinit; compinit -D -u; source {file}; print $_comps[unriddle]"
        known = subprocess.check_output(["zsh", "-f", "-c", line], text=True)
        assert known.strip() == "_cyclopts_unriddle"
    assert told(capsys, "completion", "tcsh")[0] == BAD_INPUT


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("solve bloxorz/3", {"bloxorz/3", *(f"bloxorz/{number}" for number in range(30, 34))}),
        ("solve bloxorz/", {"bloxorz/generated/", *(f"bloxorz/{n}" for n in range(1, 34))}),
        ("solve sok", {"sokoban/generated/", "sokoban/uit/"}),
        ("play --puzzle f", {"freecell"}),
        ("solve bloxorz/1 --solver wa", {"wastar"}),
        ("compare bloxorz/1 --solvers bfs,wa", {"bfs,wastar"}),
        ("batch bloxorz --heuristic rol", {"rolls"}),
        ("solve bloxorz/1 --engine ", {"native", "python"}),
        ("solve pypro", {"pyproject.toml"}),
    ],
)
def test_names_are_completed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, meant: set[str]
) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    code, said, _ = told(capsys, "__complete", *typed.split(" "))
    assert code == 0
    assert {line for line in said.split("\n") if line and line[0] != "\x1f"} == meant


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_of_the_help_can_be_typed(command: str) -> None:
    for example in EXAMPLES[command]:
        called, bound, _ = app.parse_args(example.split(), exit_on_error=False, print_error=False)
        assert example.split()[0] == command
        assert bound is not None
        assert callable(called)


def test_a_comparison_has_a_row_for_faulty_code(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "own.py"
    file.write_text("import unriddle\n@unriddle.search\ndef mine(puzzle):\n    return {}['no']\n")
    words = ("compare", "bloxorz/1", "--with", str(file), "--solvers", "mine,bfs")
    code, out, err = told(capsys, *words)
    assert code == FAULTY_CODE
    assert "faulty code" in out
    assert "bfs" in out
    assert "solved" in out
    assert "your code raised KeyError: 'no'" in err
    code, out, _ = told(capsys, *words, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == FAULTY_CODE
    assert [row["status"] for row in rows] == ["faulty code", "solved"]
    assert "KeyError" in rows[0]["fault"]
    code, _, err = told(capsys, "compare", "bloxorz/1", "--solvers", "bfs", "--heuristic", "rolls")
    assert code == BAD_INPUT
    assert "solver bfs uses no heuristic" in err


def test_what_a_file_prints_is_no_answer(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "import unriddle\nprint('loaded')\n@unriddle.search\ndef mine(puzzle):\n"
        "    print('searching')\n    return 'RRDRRRD'\n"
    )
    code, out, err = told(
        capsys, "solve", "bloxorz/1", "--with", str(file), "--solver", "mine", "--json"
    )
    assert code == 0
    assert json.loads(out)["status"] == "solved"
    assert "loaded\n" in err
    assert "searching\n" in err


def test_the_page_hears_which_searches_are_of_the_user() -> None:
    plugins.load_file(SEARCH)
    own = {one["name"] for one in menu()["solvers"] if one["own"]}
    assert own == {"rbfs"}
