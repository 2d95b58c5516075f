"""The engine as WebAssembly beside the native one: the same jobs, CPU time of both.

    ./dev python benchmarks/wasm.py [--json] [--xsokoban FILE] [--repeat N]

Needs `./dev site` with its engine, Chromium, and Linux. The site's own worker carries out the jobs;
every figure is CPU time of a search, the best of N runs, with what Chromium's compiler does at the
same time; and both engines must come to the same end after as many expansions. What Python does
before and after is not measured. The last row is the geometric mean of the ratios.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from measuring import Row, chromium, parser, show
from serving import SITE, Quiet, served
from wasm_jobs import measured

HERE = Path(__file__).resolve().parent


class WithClock(Quiet):
    """The site, and a clock for its workers."""

    def do_GET(self) -> None:  # noqa: N802 - as its base spells it
        """Answer."""
        if self.path != "/cpu":
            super().do_GET()
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(cpu_of_pages()).encode())


def cpu_of_pages() -> float:
    """CPU seconds of the pages of the browser that we have started, with all their threads."""
    processes = Path("/proc")
    parents = {}
    for path in processes.glob("[0-9]*/stat"):
        with suppress(OSError):  # it may have ended
            parents[path.parent] = processes / path.read_text().rpartition(")")[2].split()[1]
    me = processes / str(os.getpid())
    nanoseconds = 0
    for place in parents:
        above = place
        while above in parents and above != me:
            above = parents[above]
        if above == me and b"--type=renderer" in (place / "cmdline").read_bytes():
            tasks = place.glob("task/*/schedstat")
            nanoseconds += sum(int(task.read_text().split()[0]) for task in tasks)
    return nanoseconds / 1e9


def until_quiet() -> None:
    """Wait until the pages have done what they do beside what is measured: load, keep files."""
    used, before = cpu_of_pages(), -1.0
    while used - before > 0.02:
        time.sleep(1)
        used, before = cpu_of_pages(), used


def in_browser(xsokoban: str, repeat: int) -> list[Row]:
    """The jobs by the engine of the site, in its own worker."""
    names = ("wasm_jobs.py", "measuring.py", "bloxorz.py")
    words, files = [names[0], str(repeat)], {name: (HERE / name).read_text() for name in names}
    if xsokoban:
        words.append("xsokoban.xsb")
        files["xsokoban.xsb"] = Path(xsokoban).read_text()
    run = (HERE.parent / "tests" / "native" / "in_worker.js").read_text()
    with served(SITE, WithClock) as address, chromium() as browser:
        page = browser.new_page()
        page.goto(address)
        page.wait_for_selector(".banner", state="hidden")
        until_quiet()
        (worker,) = (one for one in page.workers if one.url.endswith("/server.js"))
        lines = worker.evaluate(run, {"files": files, "words": words})
    return [json.loads(line) for line in lines]


def compared(native: list[Row], browser: list[Row]) -> Iterator[Row]:
    """The table."""
    ratios = []
    for one, other in zip(native, browser, strict=True):
        if json.dumps(one["answer"]) != json.dumps(other["answer"]):
            sys.exit(
                f"error: {one['job']}: {one['answer']} natively, {other['answer']} in Chromium"
            )
        ratios.append(other["seconds"] / one["seconds"])
        yield {
            "job": one["job"],
            "native_ms": one["seconds"] * 1e3,
            "wasm_ms": other["seconds"] * 1e3,
            "ratio": ratios[-1],
        }
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    yield {"job": "geometric mean", "native_ms": None, "wasm_ms": None, "ratio": mean}


def main() -> None:
    """Measure both, and print the table."""
    options = parser(__doc__, native=True)
    options.add_argument("--xsokoban", default="", help="the file of XSokoban's 90 levels")
    options.add_argument(
        "--repeat", type=int, default=10, help="runs of each job; long jobs run less often"
    )
    given = options.parse_args()
    native = list(measured(given.xsokoban, given.repeat))
    show(compared(native, in_browser(given.xsokoban, given.repeat)), as_json=given.json)


if __name__ == "__main__":
    main()
