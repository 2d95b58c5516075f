"""How the server of the page behaves with many pages, and what watching a search costs.

    ./dev python benchmarks/web.py [--clients 100] [--runs 20] [--seconds 20] [--json]

Starts `unriddle serve`, connects pages that each make a move a second and lets some of them run
long native searches; the answers are timed from outside, by one more process on the same machine.
Then a search is timed alone and watched as for a page, in CPU time, turn by turn.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import time
from collections import Counter
from dataclasses import asdict
from functools import partial
from typing import Any

from measuring import cpu, parser, server, show
from websockets.asyncio.client import ClientConnection, connect

from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.core import Limits
from unriddle.loading import load
from unriddle.solving import choose, solve
from unriddle.web import jobs
from unriddle.web.server.threads import ThreadWork

LEVELS = ("bloxorz/5", "sokoban/uit/8", "freecell/617")
LONG = {"solver": "ids", "limits": {"seconds": 300, "mebibytes": 64}}
TIMED = "freecell/1"
NODES = 6_000_000
PAIRS = 7


class Page:
    """One page: a connection, and the numbers of its questions."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.reports: Counter[str] = Counter()
        self.reader = asyncio.create_task(self.read())

    async def read(self) -> None:
        """Hand answers to the requests that wait for them, and count reports."""
        async for text in self.socket:
            message = json.loads(text)
            if "re" in message:
                self.waiting.pop(message["re"]).set_result(message)
            else:
                self.reports[message["type"]] += 1

    def ask(self, type: str, **fields: Any) -> asyncio.Future[dict[str, Any]]:
        """Ask the server; await the answer."""
        self.number += 1
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting[self.number] = answer
        message = json.dumps({"type": type, "n": self.number, **fields})
        asyncio.create_task(self.socket.send(message)).add_done_callback(lambda task: task.result())
        return answer

    async def close(self) -> None:
        """Go."""
        await self.socket.close()
        self.reader.cancel()


async def visit(address: str) -> Page:
    """A page that is connected."""
    target = address.replace("http", "ws", 1) + "socket"
    return Page(await connect(target, origin=address.rstrip("/"), max_queue=None))  # type: ignore[arg-type]


async def player(page: Page, index: int, level: str, until: float) -> list[float]:
    """Makes a move and takes it back, once a second, and times the answers."""
    opened = await page.ask("open", id=level)
    move = opened["legal"][0]
    rng = random.Random(index)
    times = []
    turn = 0
    await asyncio.sleep(rng.random())
    while time.monotonic() < until:
        started = time.perf_counter()
        await (page.ask("undo") if turn % 2 else page.ask("move", move=move))
        times.append(time.perf_counter() - started)
        turn += 1
        await asyncio.sleep(0.5 + rng.random())
    return times


async def crowd(address: str, clients: int, runs: int, seconds: float) -> dict[str, float]:
    """Many pages at once, some of them with a search."""
    pages = [await visit(address) for _ in range(clients)]
    until = time.monotonic() + seconds
    players = [
        asyncio.create_task(player(page, at, TIMED if at < runs else LEVELS[at % 3], until))
        for at, page in enumerate(pages)
    ]
    await asyncio.sleep(1)
    searching = pages[:runs]
    for page in searching:
        page.ask("solve", run="long", **LONG)
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)
    before = [page.reports["stats"] for page in searching]
    started = time.monotonic()
    await asyncio.sleep(max(1.0, until - time.monotonic() - 1))
    passed = time.monotonic() - started
    rates = [
        (page.reports["stats"] - b) / passed for page, b in zip(searching, before, strict=True)
    ]
    times = [one for some in await asyncio.gather(*players) for one in some]
    for page in pages:
        await page.close()
    cuts = statistics.quantiles(times, n=100)
    return {
        "clients": clients,
        "runs": runs,
        "moves": len(times),
        "median_ms": round(cuts[49] * 1e3, 2),
        "p95_ms": round(cuts[94] * 1e3, 2),
        "p99_ms": round(cuts[98] * 1e3, 2),
        "max_ms": round(max(times) * 1e3, 2),
        "updates_per_second_least": round(min(rates, default=0), 1),
        "updates_per_second_median": round(statistics.median(rates), 1) if rates else 0,
    }


def watched(puzzle: AnyPuzzle, limits: Limits) -> tuple[float, float]:
    """CPU seconds of a search that is watched as for a page, and the reports in a second."""
    reports: list[str] = []
    chosen = jobs.NamedChoice.of(choose(entry_of(puzzle), "ids"))
    run = ThreadWork(
        partial(jobs.search, puzzle, chosen, limits),
        lambda stats, state: reports.append(json.dumps(asdict(stats))),
    )
    before, started = time.process_time(), time.perf_counter()
    asyncio.run(run.outcome())
    return time.process_time() - before, len(reports) / (time.perf_counter() - started)


def alone(puzzle: AnyPuzzle, limits: Limits) -> float:
    """CPU seconds of the same search without anybody watching."""
    return cpu(lambda: solve(puzzle, "ids", limits=limits))[0]


def cost_of_watching() -> dict[str, float]:
    """The same search in turn alone and watched; the best of each counts."""
    puzzle, limits = load(TIMED), Limits(nodes=NODES, mebibytes=64)
    alone(puzzle, limits)
    pairs = [(alone(puzzle, limits), *watched(puzzle, limits)) for _ in range(PAIRS)]
    plain, seen = (min(one[side] for one in pairs) for side in (0, 1))
    return {
        "alone_cpu_s": round(plain, 3),
        "watched_cpu_s": round(seen, 3),
        "slower_percent": round((seen / plain - 1) * 100, 2),
        "updates_per_second": round(statistics.median(one[2] for one in pairs), 1),
    }


async def measure(given: argparse.Namespace) -> list[dict[str, float]]:
    """With and without searches."""
    with server() as address:
        return [
            await crowd(address, given.clients, 0, given.seconds / 2),
            await crowd(address, given.clients, given.runs, given.seconds),
        ]


def main() -> None:
    """Measure and print."""
    options = parser(__doc__)
    options.add_argument("--clients", type=int, default=100)
    options.add_argument("--runs", type=int, default=20)
    options.add_argument("--seconds", type=float, default=20)
    given = options.parse_args()
    show(asyncio.run(measure(given)), as_json=given.json)
    show([cost_of_watching()], as_json=given.json)


if __name__ == "__main__":
    main()
