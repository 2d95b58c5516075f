"""How long `unriddle play` takes to start: CPU seconds until its first screen is drawn.

    ./dev python benchmarks/terminal.py [--json] [--runs N]

The app runs in a pseudo-terminal of 80 by 24 characters; the clock is that of the process, read
when its last line has been drawn. The figures are the least and the median of several runs, because
other work on the machine only ever adds to them.
"""

from __future__ import annotations

import fcntl
import os
import pty
import statistics
import struct
import sys
import termios
from collections.abc import Iterator

import psutil
from measuring import parser, show

STARTS = ((), ("bloxorz/1",), ("sokoban/uit/5",), ("freecell/617",))
QUIT = b"\x11"


def main() -> None:
    """Measure every way to start and print the figures."""
    options = parser(__doc__)
    options.add_argument("--runs", type=int, default=7)
    given = options.parse_args()
    show(rows(given.runs), as_json=given.json)


def rows(runs: int) -> Iterator[dict[str, str | float]]:
    """One for each way to start."""
    for words in STARTS:
        seconds = [cpu_until_drawn(words) for _ in range(runs)]
        name = " ".join(("unriddle play", *words))
        yield {"command": name, "least": min(seconds), "median": statistics.median(seconds)}


def cpu_until_drawn(words: tuple[str, ...]) -> float:
    """Start the app, wait for its first screen, read its clock, and quit it."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        os.execv(sys.executable, [sys.executable, "-m", "unriddle", "play", *words])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    drawn = b""
    seconds = 0.0
    while chunk := read(terminal):
        drawn += chunk
        if not seconds and b"quit" in drawn:
            used = psutil.Process(child).cpu_times()
            seconds = used.user + used.system
            os.write(terminal, QUIT)
    os.waitpid(child, 0)
    os.close(terminal)
    if not seconds:
        raise SystemExit(f"the app drew no screen: {drawn[-500:]!r}")
    return seconds


def read(terminal: int) -> bytes:
    """What was drawn since; nothing once the app has ended."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


if __name__ == "__main__":
    main()
