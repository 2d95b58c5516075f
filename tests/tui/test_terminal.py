"""The app in real terminals, and the message where there is none."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from unriddle.__main__ import _run
from unriddle.remembered import remember
from unriddle.tui.app import UnriddleApp
from unriddle.tui.packs import packs

PATIENCE = 120
WORDS = (sys.executable, "-m", "unriddle")
UNRIDDLE = shlex.join(WORDS)


def environment(**changes: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PY", "LC_"))}
    for key in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TMUX"):
        kept.pop(key, None)
    return {**kept, "LANG": "C.UTF-8", **changes}


def test_a_pipe_gets_a_message() -> None:
    done = subprocess.run(
        [*WORDS, "play", "sokoban/uit/5"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
        env=environment(),
    )
    assert (done.returncode, done.stdout) == (33, "")
    assert "play needs a terminal: standard input is not a terminal" in done.stderr
    assert "unriddle solve sokoban/uit/5" in done.stderr
    assert "\x1b" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs pseudo-terminals: run it on Linux or macOS")
def test_a_dumb_terminal_gets_a_message() -> None:
    import pty

    leader, follower = pty.openpty()
    done = subprocess.run(
        [*WORDS, "play"],
        stdin=follower,
        stdout=follower,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        env=environment(TERM="dumb"),
    )
    os.close(follower)
    os.close(leader)
    assert done.returncode == 33
    assert b"TERM=dumb" in done.stderr
    assert b"\x1b" not in done.stderr


def test_what_is_wrong_is_said_before_textual_or_the_command_line_is_loaded() -> None:
    script = (
        "import sys, unriddle.__main__ as program, unriddle.tui.launch;"
        "assert program._play(['play', 'bloxorz/1']) is None;"  # there is no terminal
        "assert program._play(['play', '--help']) is None;"
        "print(*(name for name in ('cyclopts', 'textual', 'psutil') if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
        env=environment(),
    )
    assert (done.stderr, done.stdout.split()) == ("", [])


def test_unknown_levels_and_rules_are_named_before_any_screen_is_drawn() -> None:
    for words, complaint in (
        (("--cels", "3"), "unknown option --cels"),
        (("--cells", "many"), "cells = many"),
    ):
        done = subprocess.run(
            [*WORDS, "play", *words],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            env=environment(),
        )
        assert done.returncode == 33
        assert complaint in done.stderr


@pytest.mark.parametrize("options", [(), ("--ascii",), ("sokoban/mine/one/1",)])
def test_collections_of_the_user_are_there_however_it_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("one", "gone"):
        (tmp_path / f"{name}.xsb").write_text("#####\n#@$.#\n#####\n")
        remember(str(tmp_path / f"{name}.xsb"))
    (tmp_path / "gone.xsb").unlink()
    opened: list[UnriddleApp] = []
    monkeypatch.setattr("unriddle.tui.launch.why_not", lambda: "")
    monkeypatch.setattr(UnriddleApp, "run", lambda app: opened.append(app))
    assert _run(["play", *options]) == 0
    assert "sokoban/mine/one" in {pack.name for pack in packs()}
    (note,) = opened[0].notes
    assert note.startswith("sokoban/mine/gone is left out: ")


class Tmux:
    """A terminal of its own, on a server of its own."""

    def __init__(self, command: str, size: tuple[int, int], **changes: str) -> None:
        self._socket = f"unriddle-{uuid.uuid4().hex[:12]}"
        width, height = map(str, size)
        self._tmux(
            *("new-session", "-d", "-x", width, "-y", height, command),
            env=environment(**changes),
        )

    def _tmux(self, *words: str, env: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, "-f", "/dev/null", *words],
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=PATIENCE,
            env=env or environment(),
        )
        return done.stdout

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def screen(self, *, styles: bool = False) -> str:
        return self._tmux("capture-pane", "-p", *(["-e"] if styles else []))

    def wait_for(self, shown: Callable[[str], bool], *, meanwhile: str = "") -> str:
        """Wait until something is shown, pressing a key again and again if that is wanted."""
        deadline = time.monotonic() + PATIENCE
        while True:
            screen = self.screen()
            if shown(screen):
                return screen
            assert time.monotonic() < deadline, f"it was not shown in time:\n{screen}"
            if meanwhile:
                self.press(meanwhile)
            time.sleep(0.2)

    def close(self) -> None:
        subprocess.run(
            ["tmux", "-L", self._socket, "kill-server"], capture_output=True, timeout=PATIENCE
        )


@pytest.fixture
def tmux() -> Iterator[Callable[..., Tmux]]:
    if shutil.which("tmux") is None:
        pytest.skip("needs tmux: apt install tmux (or brew install tmux)")
    opened: list[Tmux] = []

    def start(command: str, size: tuple[int, int] = (80, 24), **changes: str) -> Tmux:
        opened.append(Tmux(command, size, **changes))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


def test_a_game_in_a_real_terminal(tmux: Callable[..., Tmux]) -> None:
    terminal = tmux(f"{UNRIDDLE} play bloxorz/1; echo exit code $?; sleep {PATIENCE}")
    terminal.wait_for(lambda screen: "optimum 7" in screen and "solvable" in screen)
    terminal.press("Right")
    terminal.wait_for(lambda screen: "moves 1" in screen and "the block lies" in screen)
    terminal.resize(120, 40)
    terminal.press("Right", "Down", "Right", "Right", "Right", "Down")
    screen = terminal.wait_for(lambda screen: "solved in 7 moves" in screen)
    assert "nobody can do better" in screen
    terminal.press("q")
    screen = terminal.wait_for(lambda screen: "exit code 0" in screen)
    assert "leaked" not in screen  # what the engine gave is let go


@pytest.mark.parametrize("ending", ["TERM", "HUP"])
def test_a_game_goes_on_after_the_window_was_closed(
    tmux: Callable[..., Tmux], tmp_path: Path, ending: str
) -> None:
    play, number = f"{UNRIDDLE} play bloxorz/1", tmp_path / "number"
    first = shlex.quote(f"echo $$ > {number}; exec {play}")
    terminal = tmux(f"sh -c {first}; echo exit code $?; {play}")
    terminal.wait_for(lambda screen: "optimum 7" in screen and "solvable" in screen)
    terminal.press("Right")
    terminal.wait_for(lambda screen: "moves 1" in screen)
    os.kill(int(number.read_text()), signal.Signals[f"SIG{ending}"])
    terminal.wait_for(lambda screen: "your game continues" in screen)


def test_a_terminal_without_unicode_and_colours(tmux: Callable[..., Tmux]) -> None:
    terminal = tmux(
        f"{UNRIDDLE} play; echo exit code $?; sleep {PATIENCE}",
        LANG="C",
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
        NO_COLOR="1",
    )
    terminal.wait_for(lambda screen: "Play by hand" in screen)
    screen = terminal.wait_for(lambda screen: "+ solvable" in screen, meanwhile="Enter")
    assert screen.isascii()
    styled = terminal.screen(styles=True)
    assert not re.findall(r"\x1b\[(?:\d+;)*(?:[349]|10)[0-8](?:;\d+)*m", styled)
    assert "\x1b[" in styled  # bold and reversed text is still there
    terminal.press("C-q")
    terminal.wait_for(lambda screen: "exit code 0" in screen)


def test_quitting_in_the_middle_of_a_search_leaves_no_process(
    tmux: Callable[..., Tmux], tmp_path: Path
) -> None:
    gone = tmp_path / "gone"
    terminal = tmux(f"{UNRIDDLE} play freecell/169; echo $? > {gone}; sleep {PATIENCE}")
    terminal.wait_for(lambda screen: "moves 0" in screen)
    terminal.press("w")
    terminal.wait_for(lambda screen: "memory in MiB" in screen)
    terminal.press("Enter")
    terminal.wait_for(lambda screen: "searching" in screen or "a second" in screen)
    terminal.press("C-c")
    deadline = time.monotonic() + PATIENCE
    while not gone.exists() or not gone.read_text().strip():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert gone.read_text().strip() == "0", terminal.screen()
