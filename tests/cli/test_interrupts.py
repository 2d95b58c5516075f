"""Ctrl-C at every moment: what was found is shown, nothing goes on, and there is no traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from unriddle.__main__ import _heard_again
from unriddle.bloxorz_analysis import AnalysisRun
from unriddle.cli import run
from unriddle.core import Limits, Result, Run, Stats, Status
from unriddle.out_of_memory import silent_without_memory
from unriddle.solving import Choice

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
PATIENCE = 120


@dataclass
class PressedAtTheEnd:
    """A run during which Ctrl-C is pressed, and which ends with a plan all the same."""

    run: Run[Any]
    times: int = 1

    def __iter__(self) -> Iterator[Stats]:
        return iter(self.run)

    def stop(self) -> None:
        """It has its plan already."""

    def result(self) -> Result[Any]:
        found = self.run.result()
        for _ in range(self.times):
            os.kill(os.getpid(), signal.SIGINT)
        return found

    def ending(self) -> tuple[Status, Stats]:
        return self.run.ending()


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Choice.start

    def start_pressed(choice: Choice, puzzle: Any, limits: Limits | None = None) -> Any:
        return PressedAtTheEnd(start(choice, puzzle, limits))

    monkeypatch.setattr(Choice, "start", start_pressed)


@pytest.mark.usefixtures("pressed")
@pytest.mark.parametrize(
    "words",
    [
        ("solve", "bloxorz/1-3"),
        ("solve", "freecell/1-3", "--solver", "short", "--nodes", "1000"),
        ("solve", "sokoban/uit/1-3", "--solver", "optimal"),
        ("compare", "bloxorz/1", "--solvers", "bfs,astar,dfs"),
        ("polish", "sokoban/uit/1", "rrULdlUruRdrUlldlU", "--nodes", "100"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_run_with_a_plan_is_shown_and_everything_ends(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--json"]) == 130
    (record,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert record["status"] == "solved"
    assert record["plan"]


@pytest.mark.usefixtures("pressed")
def test_an_export_writes_what_was_found_and_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "plan.html"
    words = ("export", "bloxorz/1", "--solver", "bfs", "--out", str(out))
    assert run(words) == 130
    assert "<html" in out.read_text()
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.usefixtures("pressed")
def test_the_table_of_a_comparison_has_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "bloxorz/1", "--solvers", "bfs,astar"]) == 130
    out = capsys.readouterr().out
    assert "bfs" in out
    assert "astar" not in out


def test_an_analysis_ends_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = AnalysisRun.result
    presses = [signal.SIGINT]

    def pressed(run: AnalysisRun) -> Result[Any]:
        if presses:
            os.kill(os.getpid(), presses.pop())
        return result(run)

    monkeypatch.setattr(AnalysisRun, "result", pressed)
    assert run(["analyse", "bloxorz/1-3", "--json"]) == 130
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_second_ctrl_c_waits_for_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Choice.start
    monkeypatch.setattr(Choice, "start", lambda *words: PressedAtTheEnd(start(*words), times=2))
    assert run(["solve", "bloxorz/1-3", "--json"]) == 130
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "interrupted\n"


PRESSED_WHILE = """
import os, signal, sys
import unriddle.__main__

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            try:
                os.kill(os.getpid(), signal.SIGINT)
                for _ in range(1000): pass
            except KeyboardInterrupt:
                print("an exception in the middle of loading", file=sys.stderr)

sys.meta_path.insert(0, Finder())
sys.argv = ["unriddle", "solve", "bloxorz/1"]
unriddle.__main__.main()
"""


@pytest.mark.parametrize("name", ["unriddle.cli", "cyclopts", "rich.console", "unriddle.cli.solve"])
def test_while_the_program_is_loaded_ctrl_c_ends_it_at_once(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_WHILE.format(name=name)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


PRESSED_AT_THE_END = """
import os, signal, sys
import unriddle.__main__ as program

def run(arguments):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.getsignal = pressed
    return 0

def pressed(number):
    signal.getsignal = before
    os.kill(os.getpid(), signal.SIGINT)
    return before(number)

before, program._run = signal.getsignal, run
program.main()
"""


def test_ctrl_c_between_the_command_and_the_end_of_python_is_quiet() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_AT_THE_END], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


HELD_BACK = """
import multiprocessing.forkserver, signal
from unriddle.batch.chunk import solve_chunk
from unriddle.worker import Worker

if __name__ == "__main__":
    worker = Worker.spawn(solve_chunk)
    server = multiprocessing.forkserver._forkserver._forkserver_pid
    with open(f"/proc/{server}/status") as status:
        (blocked,) = (line.split()[1] for line in status if line.startswith("SigBlk"))
    print(bool(int(blocked, 16) & 1 << signal.SIGINT - 1))
    worker.kill()
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs Linux's /proc")
def test_ctrl_c_does_not_reach_the_server_of_workers_while_it_is_loaded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HELD_BACK], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout == "True\n", done.stderr


PRESSED_FROM_THE_START = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "unriddle.version":
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(1000): pass

sys.meta_path.insert(0, Finder())
"""
COMMAND = Path(sys.executable).with_name("unriddle")


@pytest.mark.parametrize("line", [[sys.executable, "-m", "unriddle"], [str(COMMAND)]])
def test_ctrl_c_is_quiet_from_the_first_line_of_the_package_on(
    line: list[str], tmp_path: Path
) -> None:
    if not Path(line[0]).exists():
        pytest.skip("the command is not installed")
    (tmp_path / "sitecustomize.py").write_text(PRESSED_FROM_THE_START)
    done = subprocess.run(
        [*line, "show", "bloxorz/1"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_a_program_that_uses_us_keeps_its_ctrl_c(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import signal, unriddle\n"
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
    )
    subprocess.run([sys.executable, str(program)], check=True, timeout=PATIENCE)
    subprocess.run([sys.executable, "-c", program.read_text()], check=True, timeout=PATIENCE)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    line = [sys.executable, "-m", "program", "unriddle"]
    subprocess.run(line, env=environment, check=True, timeout=PATIENCE)


def test_a_ctrl_c_that_was_held_back_is_heard() -> None:
    """`./dev run` holds it back while Python itself starts, which would end in a traceback."""
    process = subprocess.Popen(
        [sys.executable, "-m", "unriddle", "solve", "bloxorz/1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]),
    )
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, "", "")


def test_a_ctrl_c_while_python_tidies_up_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tidied:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(PATIENCE)

    def work() -> None:
        Tidied()
        time.sleep(PATIENCE)
        raise AssertionError("it was not heard")

    monkeypatch.setattr(sys, "unraisablehook", partial(_heard_again, silent_without_memory))
    with pytest.raises(KeyboardInterrupt):
        work()


def test_where_ctrl_c_is_ignored_it_stays_so() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "unriddle", "show", "bloxorz/1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
