"""Attacks on the server of the page, by HTTP and by WebSocket, while many pages play.

Every attack is one page, or one visitor, that takes what it can get. After each of them another
page has to be served. The time of the moves of those who play is measured from outside, by another
process, and so is the memory of the server.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import psutil
from attack.own_thread import run_in_own_thread
from attack.raw_client import PING, TEXT, RawClient, http, post
from attack.report import Report

PAGES = 200
MOST_MEBIBYTES = 1024
"""That the server may take while one page attacks."""
MOST_LOG = 1 << 20
"""Bytes that the server may write about it."""

BOMB = f"200#|{'|'.join(['#198-#'] * 196)}|#@$.195-#|200#\n\n"
"""A board of 200 by 199 squares in 1.4 KB."""
BOXES = "\n".join(
    ["#" * 120, "#@" + "-" * 117 + "#", *["#" + "-$" * 59 + "#", "#" + "-" * 118 + "#"] * 20]
    + ["#" + "." * 118 + "#"] * 20
    + ["#" * 120]
).replace("-", " ")
"""A board with 1180 boxes."""
DRAWN = "\n".join(["#" * 50, "#@$ ." + " " * 44 + "#", *["#" + " " * 48 + "#"] * 47, "#" * 50])
"""The largest board that is searched in Python."""

Attack: TypeAlias = Callable[[str, random.Random, float], Awaitable[int]]
"""Of the address, chance, and the time at which it is to end; how often something was tried."""


class Unanswered(AssertionError):
    """The server did something that it must not do."""


async def half_headers(address: str, rng: random.Random, until: float) -> int:
    """More connections than there may be, each with half of the headers of a request."""
    return await _hold(address, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", 1100, until)


async def slow_bodies(address: str, rng: random.Random, until: float) -> int:
    """Level files that never come to their end."""
    return await _hold(address, post(address, b"#" * 60_000, length=1_000_000), 700, until)


async def _hold(address: str, beginning: bytes, number: int, until: float) -> int:
    """Hold so many connections on which nothing follows; see that others are served, and again."""
    tried = 0
    while time.monotonic() < until:
        clients: list[RawClient] = []
        try:
            while time.monotonic() < until and len(clients) < number:
                client = RawClient(address)
                with suppress(OSError):
                    await client.open()
                    client.write(beginning)
                    clients.append(client)
            await serves(address)
        finally:
            for client in clients:
                client.close()
        tried += len(clients)
    return tried


async def odd_requests(address: str, rng: random.Random, until: float) -> int:
    """Bytes that are no HTTP, or nearly."""
    here = urlsplit(address).netloc.encode()
    whole = b"GET /api/levels?pack=sokoban/uit HTTP/1.1\r\nHost: " + here + b"\r\n\r\n"
    tried = 0
    while time.monotonic() < until:
        bad = bytearray(whole)
        for _ in range(rng.randint(1, 8)):
            bad[rng.randrange(len(bad))] = rng.randrange(256)
        if rng.random() < 0.2:
            bad = bytearray(rng.randbytes(rng.randint(1, 5000)))
        with suppress(OSError, TimeoutError):
            client = RawClient(address)
            await client.open()
            client.write(bytes(bad))
            with suppress(TimeoutError):
                await asyncio.wait_for(client.reader.read(100), 0.05)
            client.close()
        tried += 1
    return tried


async def lists(address: str, rng: random.Random, until: float) -> int:
    """Many lists of levels at once, of which nothing is read."""
    here = urlsplit(address).netloc
    tried = 0
    while time.monotonic() < until:
        clients = []
        for _ in range(40):
            pack = rng.choice(("freecell", "bloxorz", "sokoban/uit"))
            path = f"/api/levels?pack={pack}&count=100&first={rng.randrange(10**6)}"
            client = RawClient(address)
            with suppress(OSError):
                await client.open()
                client.write(f"GET {path} HTTP/1.1\r\nHost: {here}\r\n\r\n".encode())
                clients.append(client)
                tried += 1
        await asyncio.sleep(0.1)
        for client in clients:
            client.close()
    return tried


async def bombs(address: str, rng: random.Random, until: float) -> int:
    """Small texts that are large boards."""
    tried = 0
    async with RawClient(address) as page:
        while time.monotonic() < until:
            body = (BOMB * 120).encode()
            expect(b" 200 " in (await http(address, post(address, body)))[:20], "bombs are listed")
            answer = await page.ask("open", text=BOMB * 120, index=rng.randrange(120))
            expect(answer["type"] == "opened", answer)
            tried += 2
    return tried


async def many_boxes(address: str, rng: random.Random, until: float) -> int:
    """Long games, macro moves, hints and search views with many boxes."""
    tried = 0
    async with RawClient(address) as page:
        while time.monotonic() < until:
            answer = await page.ask("open", text=BOXES, moves="DU" * 10_000)
            expect(answer["type"] == "opened", answer)
            for _ in range(20):
                square = [rng.randrange(60), rng.randrange(120)]
                kinds: list[dict[str, Any]] = [
                    {"type": "macro", "kind": "walk", "to": square},
                    {"type": "macro", "kind": "push", "to": square, "box": [2, 2]},
                    {"type": "move", "move": rng.choice("udlrUDLR")},
                    {"type": "stepper", "solver": "bfs"},
                    {"type": "step", "count": 10_000},
                    {"type": "nodes", "nodes": [rng.randrange(10_000) for _ in range(100)]},
                    {"type": "way", "node": rng.randrange(10_000), "count": 100},
                    {"type": "outlook"},
                    {"type": "hint"},
                    {"type": "solve", "run": "r", "solver": "bfs", "limits": {"seconds": 1}},
                ]
                told(await page.ask(**rng.choice(kinds)))
                tried += 1
                if time.monotonic() > until:
                    break
    return tried


async def hints(address: str, rng: random.Random, until: float) -> int:
    """Thousands of hints, some of them a megabyte long, and outlooks for another page meanwhile."""
    async with RawClient(address) as page, RawClient(address) as other:
        await page.ask("open", id="sokoban/uit/18")
        await other.ask("open", id="sokoban/uit/8")
        reading = asyncio.create_task(read_on(page))
        tried = 0
        while time.monotonic() < until:
            for _ in range(100):
                page.send(rng.choice(("hint", "outlook", "optimum")))
                page.send("undo")
            page.send("hint", padding="x" * (1 << 20))
            await page.drain()
            tried += 201
            expect((await other.ask("outlook"))["type"] == "outlook", "an outlook")
        reading.cancel()
    return tried


async def never_reads(address: str, rng: random.Random, until: float) -> int:
    """A page that asks and takes no answer."""
    tried = 0
    types = ("restart", "undo", "redo", "hint", "frames", "jump")
    while time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError):
            async with RawClient(address) as page:
                page.send("open", text=BOXES)
                while time.monotonic() < until and not page.is_closed():
                    for _ in range(200):
                        page.send(rng.choice(types))
                    await page.drain()
                    tried += 200
    return tried


async def pings(address: str, rng: random.Random, until: float) -> int:
    """A page that sends pings and takes no pong."""
    tried = 0
    while time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError):
            async with RawClient(address) as page:
                while time.monotonic() < until and not page.is_closed():
                    for _ in range(100):
                        page.frame(b"x" * 125, PING)
                    await page.drain()
                    tried += 100
    return tried


ODD_VALUES = (
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", '"\\ud800"', '"\\udfff\\ud800"', "null"),
    *("true", "[]", "{}", "[[1]]", "1e308", "9" * 400, "-1", "0.5", '""', '"x"', '"\\u0000"'),
    *('{"a": NaN}', '["\\ud800"]', '{"\\ud800": 1}', "[1, 2]", '"1-5"', '"/etc/passwd"', '"-"'),
)
FIELDS = (
    *("id", "text", "name", "index", "rules", "moves", "move", "kind", "to", "box", "count", "run"),
    *("solver", "heuristic", "engine", "settings", "limits", "here", "first", "n", "type"),
)
TYPES = (
    *("open", "move", "macro", "undo", "redo", "restart", "jump", "hint", "outlook", "optimum"),
    *("solve", "stop", "frames", "stepper", "step", "nodes", "way", "close stepper", "?", ""),
)


async def nonsense(address: str, rng: random.Random, until: float) -> int:
    """Requests of every type with values that make no sense; the page must stay in talk."""
    tried = 0
    while time.monotonic() < until:
        async with RawClient(address) as page:
            for _ in range(200):
                if rng.random() < 0.1:
                    page.send("open", id=rng.choice(("bloxorz/8", "sokoban/uit/1", "freecell/3")))
                fields = {name: rng.choice(ODD_VALUES) for name in rng.sample(FIELDS, 4)}
                fields.setdefault("type", json.dumps(rng.choice(TYPES)))
                text = "{" + ", ".join(f'"{name}": {value}' for name, value in fields.items()) + "}"
                if rng.random() < 0.2:
                    at = rng.randrange(len(text))
                    text = text[:at] + rng.choice('{}[]",:\\ \0e') + text[at + 1 :]
                page.frame(text.encode(), TEXT)
                tried += 1
            page.send("stop", run="")
            told(await page.ask("close stepper"))
            if time.monotonic() > until:
                break
    return tried


async def heavy_json(address: str, rng: random.Random, until: float) -> int:
    """Messages of a megabyte that are nothing but brackets."""
    tried = 0
    async with RawClient(address) as page:
        while time.monotonic() < until:
            body = rng.choice(("[" + "[]," * 300_000 + "0]", "[" * 10**6, '{"type":"open","a":1}'))
            page.frame(body.encode())
            told(await page.ask("close stepper"))
            tried += 1
    return tried


async def searches(address: str, rng: random.Random, until: float) -> int:
    """As many searches, search views and hints as a page gets, with all the memory it gets."""
    tried = 0
    async with RawClient(address) as page:
        await page.ask("open", id="freecell/1")
        reading = asyncio.create_task(read_on(page))
        while time.monotonic() < until:
            for engine in ("native", "python"):
                limits = {"seconds": 600, "mebibytes": 1e9}
                solver = rng.choice(("bfs", "ucs", "astar", "dfs"))
                page.send("solve", run=str(tried), solver=solver, engine=engine, limits=limits)
                tried += 1
            page.send("stepper", solver="bfs")
            page.send("step", count=10**6)
            page.send("hint")
            page.send("stop", run=str(rng.randrange(tried)))
            await page.drain()
            await asyncio.sleep(0.1)
        reading.cancel()
    return tried


async def comings_and_goings(address: str, rng: random.Random, until: float) -> int:
    """Pages that come, begin something and go."""
    tried = 0
    while time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError):
            async with RawClient(address) as page:
                page.send("open", id="sokoban/uit/18")
                page.send("solve", run="r", solver="bfs", limits={"seconds": 600})
                page.send("hint")
                await page.drain()
        tried += 1
    return tried


async def handshakes(address: str, rng: random.Random, until: float) -> int:
    """Pages that go as soon as they have asked to talk, and some that stay and say nothing."""
    tried = 0
    while time.monotonic() < until:
        silent: list[RawClient] = []
        for _ in range(300):
            client = RawClient(address)
            with suppress(OSError):
                await client.open()
                client.ask_to_talk()
                if rng.random() < 0.8:
                    client.close()
                else:
                    silent.append(client)
            tried += 1
        await serves(address)
        for client in silent:
            client.close()
    return tried


async def chunks(address: str, rng: random.Random, until: float) -> int:
    """Level files in thousands of chunks."""
    head = (
        post(address, b"").partition(b"Content-Length")[0] + b"Transfer-Encoding: chunked\r\n\r\n"
    )
    tried = 0
    while time.monotonic() < until:
        with suppress(OSError):
            answer = await http(address, head + b"1\r\n#\r\n" * rng.randint(1, 10_000))
            expect(b" 200 " not in answer[:20], "a body in chunks is refused")
        tried += 1
    return tried


async def looks_back(address: str, rng: random.Random, until: float) -> int:
    """All that takes a moment of a long game, as often as a page may ask."""
    tried = 0
    async with RawClient(address) as page:
        expect((await page.ask("open", text=BOXES, moves="DU" * 9_000))["type"] == "opened", "")
        reading = asyncio.create_task(read_on(page))
        while time.monotonic() < until:
            for _ in range(24):
                page.send(rng.choice(("reach", "where lost", "optimum")), box=[2, 2])
            await page.drain()
            tried += 24
            await asyncio.sleep(0.05)
        reading.cancel()
    return tried


async def animations(address: str, rng: random.Random, until: float) -> int:
    """The longest animations of a large board."""
    tried = 0
    search = {"solver": "bfs", "first": 1, "language": "en", "theme": "dark"}
    async with RawClient(address) as page:
        expect((await page.ask("open", text=DRAWN))["type"] == "opened", "a level")
        reading = asyncio.create_task(read_on(page))
        while time.monotonic() < until:
            for kind, last in (("gif", 500), ("html", 1000)):
                page.send("stretch", kind=kind, last=last, **search)
            await page.drain()
            tried += 2
            await asyncio.sleep(0.2)
        reading.cancel()
    return tried


async def games(address: str, rng: random.Random, until: float) -> int:
    """As many games as fit into a text, most of which are none."""
    tried = 0
    game = json.dumps(
        {"id": "x", "puzzle": "sokoban", "name": "", "board": "", "level": "", "rules": {}}
        | {"key": "", "began": "2026-01-31T12:00:00Z"}
    )
    while time.monotonic() < until:
        one, number = rng.choice((("{}", 340_000), ("0", 500_000), (game, 6_000), ("[]", 6_000)))
        body = f'{{"games": [{",".join([one] * number)}]}}'.encode()
        path = rng.choice(("/api/records", "/api/statistics"))
        with suppress(OSError):  # a request that is refused may be hung up on
            answer = await http(address, post(address, body, path=path))
            expect(b"500 Internal" not in answer, answer)
        tried += 1
    return tried


ATTACKS: tuple[Attack, ...] = (
    *(half_headers, slow_bodies, odd_requests, lists, bombs, many_boxes, hints, never_reads),
    *(pings, nonsense, heavy_json, searches, comings_and_goings, handshakes, chunks, looks_back),
    *(animations, games),
)


def expect(is_right: bool, what: object) -> None:
    """Raise `Unanswered` unless it is right."""
    if not is_right:
        raise Unanswered(str(what)[:300])


def told(answer: Any) -> None:
    """An answer may be anything but a failure of the server."""
    expect("server failed" not in str(answer.get("problem", "")), answer)


async def read_on(page: RawClient) -> None:
    """Take whatever comes."""
    with suppress(OSError, asyncio.IncompleteReadError):
        while True:
            told(await page.receive())


async def serves(address: str) -> None:
    """Another page comes, and plays."""
    for attempt in range(3):
        try:
            async with asyncio.timeout(30), _visit(address) as page:
                expect((await page.ask("open", id="bloxorz/1"))["type"] == "opened", "a level")
                expect((await page.ask("move", move="R"))["type"] == "position", "a move")
                return
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            if attempt == 2:
                raise Unanswered(f"another page is not served: {type(error).__name__}") from error
            await asyncio.sleep(1)


@asynccontextmanager
async def _visit(address: str) -> AsyncIterator[RawClient]:
    async with RawClient(address) as page:
        yield page


@asynccontextmanager
async def server(log: Path) -> AsyncIterator[tuple[str, psutil.Process]]:
    """`unriddle serve` in a process of its own, where it is told: its address, and itself."""
    with log.open("wb") as errors:
        command = [sys.executable, "-m", "unriddle", "serve", "--port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors)
    try:
        assert process.stdout is not None
        address = (await asyncio.to_thread(process.stdout.readline)).decode().strip()
        yield address, psutil.Process(process.pid)
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


async def attack(
    report: Report, seconds: float, seed: int, pages: int, attacks: tuple[Attack, ...]
) -> None:
    """All attacks, one after the other, while others play."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        async with server(log) as (address, process):
            players = await asyncio.create_subprocess_exec(
                *(sys.executable, str(Path(__file__).parent / "players.py")),
                *(address, str(pages), str(seconds)),
                stdout=subprocess.PIPE,
            )
            assert players.stdout is not None
            await players.stdout.readline()  # they have come
            playing = asyncio.create_task(players.stdout.read())
            highest = 0
            watching = asyncio.create_task(_watch(process))
            spans = {}
            for number, one in enumerate(attacks):
                rng = random.Random(f"{seed} {number}")
                name = getattr(one, "__name__", "attack")
                begun, clock = time.time(), time.monotonic()
                try:
                    report.tried += await one(address, rng, clock + 0.8 * seconds / len(attacks))
                    await serves(address)
                except (Unanswered, OSError, asyncio.IncompleteReadError, TimeoutError) as error:
                    report.failures.append(f"{name}, seed {seed}: {type(error).__name__} {error}")
                spans[name] = (begun, time.time())
                highest = max(highest, process.memory_info().rss)
                report.figures[f"{name}: server, MB"] = process.memory_info().rss / 1e6
            moves = json.loads(await playing)
            highest = max(highest, watching.result() if watching.done() else 0)
            watching.cancel()
            with suppress(asyncio.CancelledError):
                highest = max(highest, await watching)
            await players.wait()
        size = log.stat().st_size
        if size > MOST_LOG:
            report.failures.append(f"the server wrote {size >> 20} MiB of log")
        if b"Traceback" in log.read_bytes():
            report.failures.append(f"a traceback in the log: {log.read_text()[:2000]}")
    _judge(report, moves, spans, highest, size)


async def _watch(process: psutil.Process) -> int:
    """The highest memory of a process, looked at again and again until that is enough."""
    highest = 0
    with suppress(asyncio.CancelledError, psutil.Error):
        while True:
            highest = max(highest, process.memory_info().rss)
            await asyncio.sleep(0.05)
    return highest


def _judge(
    report: Report,
    moves: list[list[float]],
    spans: dict[str, tuple[float, float]],
    highest: int,
    log: int,
) -> None:
    lost = sum(took > 1e5 for _, took in moves)
    if lost:
        report.failures.append(f"{lost} pages lost their connection")
    for name, (begun, ended) in spans.items():
        within = [took for at, took in moves if begun <= at <= ended]
        if within:  # in a short attack there may be none
            report.figures[f"{name}: p95 of a move, ms"] = _p95(within)
    report.figures["moves"] = len(moves)
    report.figures["p95 of a move, ms"] = _p95([took for _, took in moves])
    report.figures["server, MB"] = highest / 1e6
    report.figures["log, KB"] = log / 1e3
    if highest > MOST_MEBIBYTES << 20:
        report.failures.append(f"the server took {highest >> 20} MiB")


def _p95(seconds: list[float]) -> float:
    ordered = sorted(seconds)
    return 1000 * ordered[int(0.95 * len(ordered))] if ordered else 0.0


def run(
    seconds: float, seed: int, *, pages: int = PAGES, attacks: tuple[Attack, ...] = ATTACKS
) -> Report:
    """Attack a server for so long while `pages` play."""
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # of our own broken connections
    report = Report("server")
    run_in_own_thread(attack(report, seconds, seed, pages, attacks))
    return report


async def nothing(address: str, rng: random.Random, until: float) -> int:
    """No attack, to compare with."""
    await asyncio.sleep(until - time.monotonic())
    return 0


if __name__ == "__main__":
    chosen = tuple(one for one in (nothing, *ATTACKS) if getattr(one, "__name__", "") in sys.argv)
    done = run(float(sys.argv[1]), int(sys.argv[2]), attacks=chosen or ATTACKS)
    print(json.dumps({"tried": done.tried, **done.figures}, indent=1))
    print("\n".join(done.failures))
