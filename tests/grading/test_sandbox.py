"""Processes of submissions: two graders at once, graders that are killed, and what is left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from grading.handed_in import submission

from unriddle.cli import exits
from unriddle.grading import guard
from unriddle.grading.sandbox import PREFIX, Sandbox

pytestmark = pytest.mark.skipif(os.name != "posix", reason="submissions run on Linux and macOS")

ASSIGNMENT = """
[limits]
seconds = 600

[[task]]
hand_in = "search"
search = "mine"
levels = ["bloxorz/1-2"]
points = { correct = 1, optimal = 1 }
"""
PATIENCE = 300
"""Seconds for what must happen; nothing is said of how long it takes."""


@pytest.fixture
def assignment(tmp_path: Path) -> Path:
    path = tmp_path / "assignment.toml"
    path.write_text(ASSIGNMENT)
    return path


def start(assignment: Path, name: str, scratch: Path) -> subprocess.Popen[str]:
    """The command, with scratch folders in a folder that the test knows."""
    scratch.mkdir(exist_ok=True)
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "unriddle",
            "grade",
            str(assignment),
            str(submission(name)),
            "--json",
        ],
        env={**os.environ, "TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


def processes_in(folder: Path) -> list[int]:
    """Those that work in a folder, or were told its name."""
    found = []
    for process in psutil.process_iter():
        try:
            told = " ".join(process.cmdline())
            if process.cwd().startswith(str(folder)) or str(folder) in told:
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


def is_searching(scratch: Path) -> bool:
    """Has a child begun to run in a scratch folder?"""
    for pid in processes_in(scratch):
        with suppress(psutil.Error):  # it may have ended by now
            process = psutil.Process(pid)
            if process.cwd().startswith(str(scratch)) and process.cpu_times().user > 0.3:
                return True
    return False


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_grader_that_is_ended_leaves_no_process_and_no_folder(
    ending: signal.Signals, assignment: Path, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch"
    grader = start(assignment, "infinite_loop", scratch)
    wait_until(lambda: list(scratch.glob(f"{PREFIX}*")) and is_searching(scratch))
    grader.send_signal(ending)
    out, err = grader.communicate(timeout=PATIENCE)
    wait_until(lambda: not list(scratch.iterdir()))
    wait_until(lambda: not processes_in(scratch))
    assert out == ""
    if ending is signal.SIGINT:
        assert grader.returncode == exits.INTERRUPTED
        assert err == "interrupted\n"


def test_two_graders_work_at_once(assignment: Path, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    names = ("good_bfs", "suboptimal", "forks", "prints_results")
    graders = [start(assignment, name, scratch) for name in names]
    scores = []
    for grader in graders:
        out, err = grader.communicate(timeout=2 * PATIENCE)
        assert not err
        scores.append(json.loads(out)["score"])
    assert scores == [4, 2, 0, 0]
    assert not list(scratch.iterdir())


def test_the_folder_is_removed_whatever_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def fail() -> None:
        with Sandbox() as sandbox:
            assert Path(sandbox.root).is_dir()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not list(tmp_path.iterdir())


def test_it_is_said_where_only_the_audit_hook_keeps_the_network_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "_c_library", lambda: None)  # as on a system without namespaces
    assert guard.cut_off_network() == "no network: refused by an audit hook only"


@pytest.mark.skipif(os.name != "posix", reason="limits as POSIX has them")
def test_a_limit_that_is_lower_already_stays() -> None:
    script = (
        "import resource\n"
        "from unriddle.grading.guard import limit_memory, limit_the_rest\n"
        "for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):\n"
        "    resource.setrlimit(what, (2**32, 2**32) if what == resource.RLIMIT_AS else (5, 5))\n"
        "limit_memory(2**14)\n"
        "limit_the_rest(60)\n"
        "print(resource.getrlimit(resource.RLIMIT_AS), resource.getrlimit(resource.RLIMIT_CPU))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.split() == ["(4294967296,", "4294967296)", "(5,", "5)"], done.stderr
