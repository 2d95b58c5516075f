"""How soon the page is there, and what it fetches: the gallery, and a level of each puzzle.

    ./dev python benchmarks/first_paint.py [--json]

Starts `unriddle serve` and opens each address in headless Chromium over loopback, five times with
nothing kept and once more with what the browser has kept. `paint` is the first contentful paint,
`there` the time until levels or the board are drawn, both in seconds, medians; `KB` is all that was
fetched, compressed, with headers and what the server said over its WebSocket; `files` counts
requests. The goal is a first paint within 0.5 s and 90 KB.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from measuring import chromium, parser, server, show
from playwright.sync_api import Browser, BrowserContext

ADDRESSES = ("", "#/play/bloxorz/1", "#/play/sokoban/uit/1", "#/play/freecell/1")
TIMES = 5
FIGURES = """() => {
  const fetched = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
  return {
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000,
    there: performance.now() / 1000,
    KB: fetched.reduce((sum, one) => sum + one.transferSize, 0) / 1000,
    files: fetched.filter((one) => one.transferSize > 0).length,
  };
}"""


def main() -> None:
    """Measure every address and print."""
    show(rows(), as_json=parser(__doc__).parse_args().json)


def rows() -> Iterator[dict[str, str | float]]:
    """One of each address."""
    with server() as address, chromium() as browser:
        for fragment in ADDRESSES:
            yield row(browser, address, fragment)


def row(browser: Browser, address: str, fragment: str) -> dict[str, str | float]:
    """The figures of one address."""
    cold = []
    for _ in range(TIMES):
        context = browser.new_context()
        cold.append(figures(context, address + fragment))
        again = figures(context, address + fragment)
        context.close()
    return {
        "address": fragment or "gallery",
        **{name: round(statistics.median(one[name] for one in cold), 3) for name in cold[0]},
        "there again": round(again["there"], 3),
        "files again": again["files"],
    }


def figures(context: BrowserContext, address: str) -> dict[str, float]:
    """What the browser has measured once the page is there."""
    page = context.new_page()
    said: list[int] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: said.append(len(data))))
    page.goto(address)
    page.wait_for_selector(".frame-board svg, .section-freecell .level-card svg")
    found: dict[str, float] = page.evaluate(FIGURES)
    page.close()
    return {**found, "KB": found["KB"] + sum(said) / 1000}


if __name__ == "__main__":
    main()
