"""A search view that is led on until it ends: does the page still answer, and what does it take?

    ./dev python benchmarks/long_trace.py [--level bloxorz/32?solver=ids] [--json]

Starts `unriddle serve`, opens a search in headless Chromium and searches to the end, which is the
limit of a view for most searches. `page_mb` is the memory of its script, `server_mb` that of the
server. `back_ms` is how long it takes to show step 1 at the end, `answer_ms` how long the server
then takes to open another level.
"""

from __future__ import annotations

import time
from typing import Any

import psutil
from measuring import chromium, parser, server, show

LEVELS = ("bloxorz/32?solver=ids", "sokoban/uit/18?solver=bfs", "freecell/1?solver=bfs")
PATIENCE = 600_000
"""Milliseconds to the end."""


def server_megabytes() -> float:
    """The memory of the server, our only child that serves."""
    children = psutil.Process().children()
    return sum(one.memory_info().rss / 1e6 for one in children if "serve" in one.cmdline())


def followed(address: str, browser: Any, search: str) -> dict[str, Any]:
    """One search to its end."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{address}#/search/{search}")
    page.locator(".tree-card").first.wait_for()
    started = time.perf_counter()
    page.keyboard.press("End")
    page.locator(".search-outcome .ending").wait_for(timeout=PATIENCE)
    seconds = time.perf_counter() - started
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")
    row = {
        "search": search,
        "ended": page.locator(".search-outcome .ending").get_attribute("data-status"),
        "expanded": int(page.locator("#scrub").get_attribute("max")),
        "seconds": round(seconds, 1),
        "page_mb": round((heap["usedSize"] + heap.get("backingStorageSize", 0)) / 1e6),
        "server_mb": round(server_megabytes()),
    }
    started = time.perf_counter()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#scrub').value === '1'")
    row["back_ms"] = round(1000 * (time.perf_counter() - started))
    started = time.perf_counter()
    page.goto(f"{address}#/play/bloxorz/1")
    page.locator(".frame-board svg").first.wait_for()
    row["answer_ms"] = round(1000 * (time.perf_counter() - started))
    page.close()
    return row


def main() -> None:
    """Follow each and print."""
    options = parser(__doc__)
    options.add_argument("--level", action="append")
    given = options.parse_args()
    with server() as address, chromium() as browser:
        rows = (followed(address, browser, one) for one in given.level or LEVELS)
        show(rows, as_json=given.json)


if __name__ == "__main__":
    main()
