"""The program as a process: signals, pipes, terminals, locales, and what it loads."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from sanitizers import WATCHED

import unriddle

UNRIDDLE = (sys.executable, "-m", "unriddle")
QUOTED = shlex.quote(sys.executable)
PATIENCE = 120
"""Seconds after which a process that should have ended is a failure."""
LEVEL = "#####\n#@$.#\n#####\nTitle: K\N{LATIN SMALL LETTER O WITH DIAERESIS}nig\n"


def environment(**changes: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PY", "LC_"))}
    for key in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        kept.pop(key, None)
    return {**kept, **changes}


def unriddle_(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    options.setdefault("env", environment())
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(
        [*UNRIDDLE, *arguments],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=PATIENCE,
        **options,
    )


def test_it_is_a_program() -> None:
    done = unriddle_("solve", "bloxorz/1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["moves"] == 7


def test_bad_input_ends_the_process_with_33() -> None:
    done = unriddle_("solve", "bloxorz/99")
    assert (done.returncode, done.stdout) == (33, "")
    assert done.stderr.startswith("error: ")


def test_the_version_loads_neither_the_command_line_nor_the_puzzles() -> None:
    script = (
        "import sys, unriddle.__main__ as m; sys.argv = ['unriddle', '--version']; m.main();"
        "print(*(name for name in ('rich', 'cyclopts', 'psutil') if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout.split() == [unriddle.__version__]
    assert unriddle_("--version").stdout.strip() == unriddle.__version__


def start_and_read_a_line(*arguments: str) -> subprocess.Popen[str]:
    """A process that has printed its first line, and is about to work on what it cannot finish."""
    process = subprocess.Popen(
        [*UNRIDDLE, *arguments, "--json", "--time", str(PATIENCE)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env=environment(),
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["status"] == "solved"
    # What comes between two searches takes a few milliseconds of CPU time, on any machine.
    until = sum(psutil.Process(process.pid).cpu_times()[:2]) + 0.3
    while sum(psutil.Process(process.pid).cpu_times()[:2]) < until:
        assert process.poll() is None
        time.sleep(0.01)
    return process


needs_signals = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@needs_signals
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "bloxorz/1", "sokoban/uit/18", "bloxorz/2", "--solver", "bfs"),
        ("compare", "sokoban/uit/1", "--solvers", "bfs,dfs-tree,astar"),
    ],
    ids=["solve", "compare"],
)
def test_interrupt_ends_a_search_with_its_statistics(arguments: tuple[str, ...]) -> None:
    process = start_and_read_a_line(*arguments)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err == ""
    (record,) = map(json.loads, out.splitlines())
    assert record["status"] == "stopped"
    assert record["expanded"] > 0


@needs_signals
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "sokoban/uit/1-16"),
        ("solve", "--json", "sokoban/uit/1-16"),
        ("show", "--text", "bloxorz"),
        ("solvers",),
        ("compare", "bloxorz/1"),
        ("--help",),
    ],
    ids=" ".join,
)
def test_whoever_reads_may_stop_reading(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*UNRIDDLE, *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            env=environment(),
            timeout=PATIENCE,
        )
    finally:
        os.close(writing)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
@pytest.mark.parametrize(
    "arguments", [("solve", "bloxorz/1"), ("solve", "bloxorz/1", "--json"), ("--version",)]
)
def test_a_full_disk_is_told(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*UNRIDDLE, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            env=environment(),
            timeout=PATIENCE,
        )
    assert done.returncode == 33
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


@needs_signals
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_are_no_reason_for_a_traceback(closed: str, tmp_path: Path) -> None:
    level = tmp_path / "level.xsb"
    level.write_text(LEVEL, encoding="utf-8")
    for command in (f"solve {level}", "solve -", "solve nothing"):
        done = subprocess.run(
            f"{QUOTED} -m unriddle {command} {closed}",
            shell=True,
            capture_output=True,
            text=True,
            env=environment(),
            timeout=PATIENCE,
        )
        assert "Traceback" not in done.stdout + done.stderr
        assert done.returncode in (0, 33), command


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
@pytest.mark.parametrize("nowhere", ["2>&-", "2>/dev/full"])
def test_talk_that_nothing_takes_changes_no_answer(nowhere: str, tmp_path: Path) -> None:
    proof = f"prove sokoban/uit/17 --out {tmp_path}/proof"
    for command in ("solve nothing", proof, f"grade bloxorz-searches {os.devnull}"):
        heard = unriddle_(*command.split())
        line = f"{QUOTED} -m unriddle {command} {nowhere}"
        unheard = subprocess.run(
            line, shell=True, stdout=subprocess.PIPE, text=True, env=environment(), timeout=PATIENCE
        )
        times = r"[\d.]+ \w*s"
        assert unheard.returncode == heard.returncode, command
        assert re.sub(times, "", unheard.stdout) == re.sub(times, "", heard.stdout)


@pytest.mark.parametrize(
    "changes",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "utf-8:strict"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["ascii", "strict", "C"],
)
def test_any_locale_will_do(changes: dict[str, str], tmp_path: Path) -> None:
    if "LC_ALL" in changes and not sys.prefix.isascii():
        pytest.skip("Python itself finds no packages in such a folder without UTF-8")
    level = os.fsencode(tmp_path) + (b"/K\xf6nig.xsb" if os.name == "posix" else b"/Konig.xsb")
    with open(level, "w", encoding="utf-8") as file:
        file.write(LEVEL)
    name = os.fsdecode(level)
    for arguments in (("solve", name), ("solve", "--json", name), ("compare", name)):
        done = unriddle_(*arguments, env=environment(**changes))
        assert done.returncode == 0
        assert done.stderr == ""
    assert unriddle_("show", name + "x", env=environment(**changes)).returncode == 33


def on_a_terminal(
    *arguments: str, columns: int = 80, until: str = "", **changes: str
) -> tuple[str, str]:
    """What a command prints where both streams are terminals of their own: output and talk.

    Ctrl-C ends it as soon as it has told `until`.
    """
    import fcntl
    import pty
    import struct
    import termios
    import threading

    texts: dict[int, bytes] = {}

    def drain(terminal: int) -> None:
        texts[terminal] = b""
        while True:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # how Linux tells that the other end is closed
                return
            if not piece:
                return
            texts[terminal] += piece

    ends = [pty.openpty(), pty.openpty()]
    for _, end in ends:
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [*UNRIDDLE, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=ends[0][1],
        stderr=ends[1][1],
        env=environment(TERM="xterm-256color", **changes),
    )
    readers = [threading.Thread(target=drain, args=(ours,)) for ours, _ in ends]
    for reader, (_, theirs) in zip(readers, ends, strict=True):
        os.close(theirs)
        reader.start()
    while until and process.poll() is None:
        if until.encode() in texts.get(ends[1][0], b""):
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.01)
    process.wait(timeout=PATIENCE)
    for reader in readers:
        reader.join(timeout=PATIENCE)
    for ours, _ in ends:
        os.close(ours)
    out, err = (texts[ours].decode() for ours, _ in ends)
    return out, err


LONG = ("solve", "sokoban/uit/18", "--solver", "dfs-tree", "--time")


@needs_signals
def test_a_long_search_shows_its_progress_on_a_terminal_only() -> None:
    out, err = on_a_terminal(*LONG, "600", columns=120, until=" s left")
    for word in ("sokoban/uit/18: ", " nodes", "/s", "frontier ", "MiB", " s left"):
        assert word in err
    assert "stopped" in out
    assert "s left" not in out
    piped = unriddle_(*LONG, "3")
    assert piped.stderr == ""
    assert "s left" not in piped.stdout


@needs_signals
def test_a_very_narrow_terminal_shows_no_line_that_would_wrap(tmp_path: Path) -> None:
    """Rich is told of 20 columns at least, and writes over the last line only."""
    out, err = on_a_terminal(*LONG, "3", columns=18)
    assert "out of time" in out
    assert err == ""
    store = ("--store", str(tmp_path / "runs.sqlite"), "--workers", "1")
    _, err = on_a_terminal("batch", "bloxorz/1-3", *store, columns=18)
    assert "\x1b[" not in err


@needs_signals
def test_the_time_left_has_room_in_80_columns() -> None:
    _, err = on_a_terminal(*LONG, "600", until=" s left")
    assert " s left" in err


@needs_signals
def test_a_short_search_shows_no_progress() -> None:
    _, err = on_a_terminal("solve", "bloxorz/1")
    assert "nodes" not in err


@needs_signals
def test_colours_are_for_terminals_without_no_color() -> None:
    def colours(text: str) -> bool:
        return "\x1b[3" in text or "\x1b[1;3" in text

    coloured, _ = on_a_terminal("solve", "bloxorz/1")
    assert colours(coloured)
    plain, _ = on_a_terminal("solve", "bloxorz/1", NO_COLOR="1")
    assert not colours(plain)
    assert "\x1b" not in unriddle_("solve", "bloxorz/1").stdout


@needs_signals
@pytest.mark.parametrize("columns", [70, 40, 20])
def test_narrow_terminals_lose_nothing_that_matters(columns: int) -> None:
    out, _ = on_a_terminal("solve", "bloxorz/1", columns=columns, NO_COLOR="1")
    assert "RRDRRRD" in out
    out, err = on_a_terminal("compare", "bloxorz/1", columns=columns, NO_COLOR="1")
    for word in ("bfs", "astar", "status", "opt.", "moves", "expanded", "generated"):
        assert word in out
    for word in ("time", "MiB", "* best of those that solved it"):
        assert word in " ".join(out.split())
    assert "…" not in out
    assert "Traceback" not in out + err
    words = ("table", "bloxorz-dfs-astar", "--levels", "1")
    out, err = on_a_terminal(*words, columns=columns, NO_COLOR="1")
    for word in ("DFS", "A*, admissible", "moves publ.", "nodes ours", "seconds", "no (7)"):
        assert word in " ".join(out.split())
    assert "Traceback" not in out + err


@pytest.mark.parametrize("columns", ["40", "0", "1", "2", "-3", "100000"])
def test_odd_widths_are_no_danger(columns: str) -> None:
    for arguments in (("compare", "bloxorz/1"), ("--help",), ("batch", "--help")):
        done = unriddle_(*arguments, env=environment(COLUMNS=columns))
        assert done.returncode == 0
        assert done.stderr == ""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the address space")
@pytest.mark.skipif(
    WATCHED, reason="AddressSanitizer reserves more address space than this test allows"
)
def test_a_machine_without_memory_is_out_of_memory() -> None:
    script = (
        "import resource, sys; from unriddle.cli import run; import unriddle.cli.solve, psutil;"
        "limit = psutil.Process().memory_info().vms + 64 * 2**20;"
        "resource.setrlimit(resource.RLIMIT_AS, (limit, limit));"
        "sys.exit(run(['solve', 'sokoban/uit/18', '--solver', 'bfs', '--engine', 'python']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 22, done.stderr
    assert "out of memory" in done.stdout


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        ImportError("libx.so: failed to map segment from shared object"),
    ],
    ids=repr,
)
def test_no_memory_to_load_the_program_is_out_of_memory(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: list[str]) -> int:
        raise error

    from unriddle import __main__ as program

    monkeypatch.setattr(program, "_run", fail)
    monkeypatch.setattr(program, "_hold_back_interrupts", lambda: None)
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    monkeypatch.setattr(sys, "argv", ["unriddle", "levels"])
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    with pytest.raises(SystemExit) as end:
        program.main()
    assert end.value.code == 22
    assert capsys.readouterr().err == "error: out of memory\n"
    error = OSError(errno.ENOENT, "No such file")
    with pytest.raises(OSError, match="No such file"):
        program.main()
