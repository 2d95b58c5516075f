"""`unriddle batch` as a user runs it, in processes of its own, stopped in every way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from unriddle.batch.chunk import CRASHED, FAILED
from unriddle.batch.rows import read_rows
from unriddle.batch.store import Store
from unriddle.cli.batch import INCOMPLETE
from unriddle.cli.exits import BAD_INPUT, INTERRUPTED

DEALS = "freecell/1-400"
TESTS = Path(__file__).parent.parent


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "unriddle", "batch", *words]


def run(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*words), capture_output=True, text=True, **options)  # type: ignore[call-overload,no-any-return]


def disturbed(what: str, *words: str) -> list[str]:
    """The same, but a batch that does this as soon as it has stored its first results.

    Seen from here, it could have ended before it is disturbed.
    """
    script = (
        "import os, signal, time\n"
        "from unriddle.__main__ import main\n"
        "from unriddle.batch.store import Store\n"
        "add = Store.add\n"
        "def add_and_be_disturbed(*given):\n"
        "    add(*given)\n"
        "    Store.add = add\n"
        f"    {what}\n"
        "Store.add = add_and_be_disturbed\n"
        "main()\n"
    )
    return [sys.executable, "-c", script, "batch", *words]


def results(path: Path) -> set[tuple[object, ...]]:
    """What a store says of every level, without times."""
    with Store(path, must_exist=True) as store:
        return {
            tuple(record[name] for name in ("level", "status", "cost", "plan", "expanded"))
            for record in store.records()
        }


def wait_for_results(path: Path, process: subprocess.Popen[str], number: int = 1) -> None:
    """Until a batch that runs has stored so many results; reads the store meanwhile."""
    while process.poll() is None:
        if path.exists():
            with closing(sqlite3.connect(path, timeout=60)) as database:
                try:
                    (count,) = database.execute("SELECT count(*) FROM results").fetchone()
                except sqlite3.OperationalError:  # the tables are not there yet
                    count = 0
            if count >= number:
                return
        time.sleep(0.01)
    pytest.fail("the batch ended before it was disturbed")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[object, ...]]:
    path = tmp_path_factory.mktemp("batch") / "runs.sqlite"
    done = run(DEALS, "--store", str(path), "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["new"] == 400
    assert (summary["counts"], summary["crashes"]) == ({"solved": 400}, 0)
    return results(path)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_batch_that_is_stopped_goes_on_where_it_was(
    how: signal.Signals, tmp_path: Path, undisturbed: set[tuple[object, ...]]
) -> None:
    path = tmp_path / "runs.sqlite"
    words = (DEALS, "--store", str(path), "--workers", "2")
    line = disturbed(f"os.kill(os.getpid(), {how.value})", *words)
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as process:
        _, talk = process.communicate(timeout=300)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert 1 <= len(results(path)) < 400
    if how is signal.SIGINT:
        assert process.returncode == INTERRUPTED
        assert "goes on where it stopped" in talk
    again = run(*words, "--json")
    assert again.returncode == 0, again.stderr
    summary = json.loads(again.stdout)
    assert summary["skipped"] >= 1
    assert summary["skipped"] + summary["new"] == 400
    assert results(path) == undisturbed


def test_two_at_once_share_the_work(tmp_path: Path, undisturbed: set[tuple[object, ...]]) -> None:
    path = tmp_path / "runs.sqlite"
    words = (DEALS, "--store", str(path), "--workers", "1", "--json")
    with subprocess.Popen(command(*words), stdout=subprocess.PIPE, text=True) as first:
        second = run(*words)
        out, _ = first.communicate(timeout=300)
    assert (first.returncode, second.returncode) == (0, 0)
    summaries = [json.loads(text) for text in (out, second.stdout)]
    assert sum(summary["new"] for summary in summaries) == 400
    assert [summary["new"] + summary["skipped"] for summary in summaries] == [400, 400]
    assert results(path) == undisturbed
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM leases").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM batches").fetchone() == (0,)


def test_what_a_killed_batch_was_at_goes_to_the_other(
    tmp_path: Path, undisturbed: set[tuple[object, ...]]
) -> None:
    path = tmp_path / "runs.sqlite"
    words = (DEALS, "--store", str(path), "--workers", "1", "--json")
    line = disturbed("time.sleep(600)", *words)
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as first:
        wait_for_results(path, first)
        with subprocess.Popen(command(*words), stdout=subprocess.PIPE, text=True) as second:
            first.kill()
            out, _ = second.communicate(timeout=300)
    assert second.returncode == 0
    assert json.loads(out)["new"] >= 1
    assert results(path) == undisturbed


@pytest.mark.skipif(os.name != "posix", reason="processes as POSIX has them")
def test_a_killed_batch_leaves_no_process_behind(tmp_path: Path) -> None:
    """Although its workers are in the middle of searches that take long."""
    path = tmp_path / "runs.sqlite"
    words = ("sokoban/uit/18", "--solver", "dfs-tree", "--time", "600", "--store", str(path))
    with subprocess.Popen(command(*words, "--workers", "2"), text=True) as process:
        while len(family := children(process.pid)) < 4:  # the server, its tracker, two workers
            assert process.poll() is None
            time.sleep(0.05)
        process.kill()
    _, alive = psutil.wait_procs(family, timeout=300)
    assert alive == []


def children(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def test_what_has_no_answer_shows_in_every_exit_code(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    words = ("bloxorz/1-3", "--store", str(path), "--workers", "1", "--json")
    assert run(*words).returncode == 0
    for status in (CRASHED, FAILED):
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute(
                "UPDATE results SET status = ?, error = 'it broke', checked = NULL, "
                "optimal = NULL, moves = NULL, cost = NULL, lower_bound = NULL, plan = NULL "
                "WHERE level = 'bloxorz/2'",
                [status],
            )
        again = run(*words)
        assert again.returncode == INCOMPLETE
        assert json.loads(again.stdout)["new"] == 0
    assert run("bloxorz/1", *words[1:]).returncode == 0, "of the levels that are named"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE results SET status = 'crashed' WHERE level = 'bloxorz/2'")
    assert run(*words, "--retry").returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="names as POSIX has them")
def test_a_file_with_a_name_that_is_no_text(tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/K\xf6nig.xsb"
    with open(odd, "w") as file:
        file.write("#####\n#@$.#\n#####\n")
    words = (os.fsdecode(odd), "--store", str(tmp_path / "runs.sqlite"), "--workers", "1")
    done = run(*words)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert done.stdout.startswith("1 new result (1 solved)")
    assert "1 was there before" in run(*words).stdout


OWN = """import unriddle

@unriddle.puzzle(name="halves")
class Halves(unriddle.Puzzle):
    initial = 1
    def actions(self, state): return ["\\ud800"] * state
    def apply(self, state, action): return state - 1
    def is_goal(self, state): return state == 0

@unriddle.search
def at_once(puzzle):
    return puzzle.actions(puzzle.initial)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a name")
def test_own_code_tables_and_plans_that_are_no_text(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is missing: pip install 'unriddle[datasets]'")
    own, store, table = (
        str(tmp_path / os.fsdecode(name)) for name in (b"\xff.py", "s", b"\xff.parquet")
    )
    Path(own).write_text(OWN)
    words = ["halves", "--with", own, "--solver", "at_once", "--workers", "1", "--store", store]
    for number in (1, 0):
        done = run(*words, "--json", "--export", "parquet", "--out", table)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["new"] == number
    (row,) = read_rows(table)
    assert (row["status"], row["plan"]) == ("solved", "\\ud800")


def test_a_full_disk_ends_it_with_words_and_a_whole_store(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)], capture_output=True
    )
    if not mounted or mounted.returncode != 0:
        pytest.skip("no small disk can be mounted here: run the tests as root on Linux")
    try:
        path = disk / "runs.sqlite"
        done = run("freecell/1-3000", "--store", str(path), "--workers", "2")
        assert done.returncode == BAD_INPUT, done.stderr
        assert "full" in done.stderr
        assert "run the same command again" in done.stderr
        assert "Traceback" not in done.stderr
        shutil.copytree(disk, tmp_path / "saved")
        saved = tmp_path / "saved" / "runs.sqlite"
        with closing(sqlite3.connect(saved)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert results(saved)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_status_and_export(tmp_path: Path) -> None:
    path = str(tmp_path / "runs.sqlite")
    assert run("bloxorz/1-3", "sokoban/uit/1", "--store", path).returncode == 0
    shown = run("status", "--store", path).stdout
    assert "bloxorz" in shown
    assert "sokoban" in shown
    assert "solved" in shown
    (first, second) = map(json.loads, run("status", "--store", path, "--json").stdout.splitlines())
    assert (first["done"], second["done"]) == (3, 1)
    lines = run("--export", "jsonl", "--store", path).stdout.splitlines()
    assert [json.loads(line)["level"] for line in lines][:1] == ["bloxorz/1"]
    assert len(lines) == 4
    out = tmp_path / "runs.csv"
    assert run("--export", "csv", "--out", str(out), "--store", path).returncode == 0
    assert len(out.read_text().splitlines()) == 5


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["bloxorz/1", "--export", "xml"], "unknown format"),
        (["bloxorz/1", "--workers", "0"], "workers"),
        (["bloxorz/1", "--store", "-"], "kept in files"),
        (["sokoban/uit/1", "--dataset", "-"], "kept in files"),
        (["status", "--store", "absent.sqlite"], "there is no store"),
        (["status", "--export", "csv"], "leave out `status`"),
        (["bloxorz/99"], "bloxorz/99"),
        ([], "no level"),
        (["bloxorz/1", "--cluster", "nonsense"], "not the address of a cluster"),
        (["bloxorz/1", "--cluster", "tcp://127.0.0.1:9"], "there is no Dask cluster"),
        (["--export", "parquet", "--store", "{store}"], "--out"),
    ],
)
def test_mistakes_are_named(words: list[str], problem: str, tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    Store(store).close()
    done = run(*(word.format(store=store) for word in words), cwd=tmp_path)
    assert done.returncode == BAD_INPUT
    assert problem in done.stderr
    assert "Traceback" not in done.stderr


def test_levels_without_an_answer_show_in_the_exit_code(tmp_path: Path) -> None:
    maps = tmp_path / "maps.xsb"
    maps.write_text("#####\n#@$.#\n#####\n")
    done = run(str(maps), "--store", str(tmp_path / "r.sqlite"), "--solver", "astar")
    assert done.returncode == 0
    assert INCOMPLETE not in (0, BAD_INPUT, INTERRUPTED)


@pytest.fixture
def dask() -> Iterator[tuple[str, list[int]]]:
    """The address of a Dask cluster, and the processes of its two workers."""
    pytest.importorskip("distributed", reason="no Dask: pip install 'unriddle[cluster]'")
    script = TESTS / "processes" / "dask_cluster.py"
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        address, *workers = process.stdout.readline().split()
        yield address, [int(worker) for worker in workers]
        process.stdin.close()


def test_a_cluster_does_the_same_work_and_survives_the_death_of_a_worker(
    dask: tuple[str, list[int]], tmp_path: Path, undisturbed: set[tuple[object, ...]]
) -> None:
    address, workers = dask
    path = tmp_path / "runs.sqlite"
    words = (DEALS, "--store", str(path), "--cluster", address)
    with subprocess.Popen(command(*words), stderr=subprocess.PIPE, text=True) as process:
        wait_for_results(path, process)
        os.kill(workers[0], signal.SIGKILL)
        _, talk = process.communicate(timeout=300)
    assert process.returncode == 0, talk
    assert results(path) == undisturbed


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a name")
def test_a_broken_level_in_a_file_whose_name_is_no_text_is_a_row(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"odd\xff.xsb")
    file.write_text("#####\n#@$.#\n#####\n\n#####\n#@$?#\n#####\n")
    store = tmp_path / "runs.sqlite"
    done = run(str(file), "--workers", "1", "--store", str(store))
    assert (done.returncode, "Traceback" in done.stderr) == (INCOMPLETE, False)
    with closing(sqlite3.connect(store)) as database:
        rows = database.execute("SELECT status, error FROM results ORDER BY level").fetchall()
    assert [status for status, _ in rows] == ["solved", FAILED]
    assert "odd\\udcff.xsb" in rows[1][1]
