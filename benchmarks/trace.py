"""How many expansions a second the search view delivers to a page, as lines of a trace.

    ./dev python benchmarks/trace.py [--seconds 3] [--json]

Starts `unriddle serve` and follows searches over the WebSocket, one request after the other, as the
page does when it plays as fast as it can. Every line is read. Measured from outside, in another
process on the same machine. Then the same searches are followed without a server, in CPU time,
which other programs on the machine disturb less.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from measuring import parser, server, show
from websockets.asyncio.client import connect

from unriddle.loading import load
from unriddle.solving import choose
from unriddle.web.game import Game
from unriddle.web.stepper import Stepper

SEARCHES = (
    ("bloxorz/23", "bfs"),
    ("bloxorz/23", "astar"),
    ("bloxorz/32", "astar"),
    ("bloxorz/32", "ids"),
    ("bloxorz/32", "idastar"),
    ("bloxorz/32", "mcts"),
    ("sokoban/uit/16", "bfs"),
    ("sokoban/uit/18", "astar"),
    ("freecell/1", "bfs"),
    ("freecell/1", "astar"),
)


async def followed(address: str, level: str, solver: str, seconds: float) -> dict[str, Any]:
    """One search, until its end or as long as is said."""
    target = address.replace("http", "ws", 1) + "socket"
    origin: Any = address.rstrip("/")
    async with connect(target, origin=origin, max_size=None) as socket:

        async def ask(type: str, **fields: Any) -> tuple[dict[str, Any], int]:
            await socket.send(json.dumps({"type": type, "n": 1, **fields}))
            text = await socket.recv()
            return json.loads(text), len(text)

        await ask("open", id=level)
        report, _ = await ask("stepper", view="a", solver=solver)
        while report["preparing"]:
            report, _ = await ask("step", view="a", count=0)
        started, lines, size, answers = time.perf_counter(), 0, 0, 0
        while not report["end"] and time.perf_counter() - started < seconds:
            report, read = await ask("step", view="a", count=10**6)
            lines += len(report["lines"])
            size += read
            answers += 1
        passed = time.perf_counter() - started
    return {
        "level": level,
        "solver": solver,
        "expansions": lines,
        "a second": round(lines / passed),
        "bytes a line": round(size / max(1, lines)),
        "answers": answers,
        "ended": (report["end"] or {}).get("end", ""),
    }


def carried(level: str, solver: str, seconds: float) -> dict[str, Any]:
    """One search as the server follows it, its answers written as JSON, in CPU seconds."""
    game = Game(load(level), shipped=True)
    stepper = Stepper(game, choose(game.entry, solver, engine="python"))
    report = stepper.step(0)
    while report["preparing"]:
        report = stepper.step(0)
    started = time.process_time()
    while not report["end"] and time.process_time() - started < seconds:
        report = stepper.step(10**6)
    passed = time.process_time() - started
    return {
        "level": level,
        "solver": solver,
        "expansions": report["expanded"],
        "a CPU second": round(report["expanded"] / passed),
    }


async def measure(seconds: float) -> list[dict[str, Any]]:
    """All searches, one after the other."""
    with server() as address:
        return [await followed(address, level, solver, seconds) for level, solver in SEARCHES]


def main() -> None:
    """Measure and print."""
    options = parser(__doc__)
    options.add_argument("--seconds", type=float, default=3)
    given = options.parse_args()
    show(asyncio.run(measure(given.seconds)), as_json=given.json)
    rows = [carried(level, solver, given.seconds) for level, solver in SEARCHES]
    show(rows, as_json=given.json)


if __name__ == "__main__":
    main()
