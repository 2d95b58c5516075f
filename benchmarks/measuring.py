"""What the benchmarks share: options, CPU time, a server to measure, rows as a table or JSON."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from unriddle.native import available, why_not

if TYPE_CHECKING:
    from playwright.sync_api import Browser

T = TypeVar("T")
Row = Mapping[str, Any]


def parser(about: str | None, *, native: bool = False) -> argparse.ArgumentParser:
    """The options of a benchmark, `--json` among them; where it needs the engine, that is there."""
    options = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--json", action="store_true", help="one line of JSON for each row")
    if native and not available:
        options.error(why_not)
    return options


def cpu(work: Callable[[], T], repeat: int = 1) -> tuple[float, T]:
    """The best CPU seconds of this process in `repeat` runs, and the last answer."""
    best = float("inf")
    for _ in range(repeat):
        started = time.process_time()
        answer = work()
        best = min(best, time.process_time() - started)
    return best, answer


def show(rows: Iterable[Row], *, as_json: bool) -> None:
    """Print each row as soon as it is there; the columns are named whenever they change."""
    before: list[str] = []
    for row in rows:
        if as_json:
            print(json.dumps(row), flush=True)
            continue
        widths = [24, *(max(10, len(name)) for name in list(row)[1:])]
        if before != list(row):
            print(*_cells(row, widths), sep="  ")
            before = list(row)
        print(*_cells(map(_text, row.values()), widths), sep="  ", flush=True)


def _cells(texts: Iterable[str], widths: list[int]) -> Iterator[str]:
    """The first on the left, the others on the right of their columns."""
    for place, (text, width) in enumerate(zip(texts, widths, strict=True)):
        yield text.rjust(width) if place else text.ljust(width)


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return str(value)


@contextmanager
def server() -> Iterator[str]:
    """The address of an `unriddle serve` of its own."""
    command = [sys.executable, "-m", "unriddle", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        sys.exit("there is no Chromium: install it, on Debian by `apt-get install chromium`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


def numbers(text: str) -> list[int]:
    """`1-32000` or `1,5,9-20` as numbers."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found
