"""How soon the program is there without a server: the site of `./dev site`, from loopback.

    ./dev python benchmarks/site.py [--site build/website] [--json]

Serves the folder and opens a level in headless Chromium, five times with nothing kept and once more
each with what the browser has kept. In seconds, medians: `gallery`, until its pictures are drawn;
`move`, until the first move was made, and `hint`, until one was given, both from the first request.
`MB` is all that a first visit needs, each file compressed. The goals: 9 MB, gallery in 1 s, move in
5 s, later in 2.5 s.
"""

from __future__ import annotations

import gzip
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from measuring import chromium, parser, show
from playwright.sync_api import BrowserContext
from serving import SITE, served

TIMES = 5


def main() -> None:
    """Measure and print."""
    options = parser(__doc__)
    options.add_argument("--site", type=Path, default=SITE, help="the folder")
    chosen = options.parse_args()
    show(rows(chosen.site), as_json=chosen.json)


def rows(site: Path) -> Iterator[dict[str, str | float]]:
    """The first visit and the next one."""
    files = [
        path for path in site.rglob("*") if path.is_file() and site / "docs" not in path.parents
    ]
    size = sum(len(gzip.compress(path.read_bytes())) for path in files) / 1e6
    first, later = [], []
    with served(site) as address, chromium() as browser:
        for _ in range(TIMES):
            context = browser.new_context()
            first.append(visit(context, address))
            later.append(visit(context, address))
            context.close()
    for name, visits in (("first visit", first), ("later visit", later)):
        figures = {key: statistics.median(one[key] for one in visits) for key in visits[0]}
        yield {"": name, "MB": round(size, 2), **{key: round(s, 2) for key, s in figures.items()}}


def visit(context: BrowserContext, address: str) -> dict[str, float]:
    """Seconds until each was there."""
    page = context.new_page()
    started = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(".section-freecell .level-card svg")
    gallery = time.perf_counter() - started
    page.click("[data-level='bloxorz/1']")
    page.wait_for_selector(".frame-board svg")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**moves=**")
    move = time.perf_counter() - started
    page.click("[data-do=hint]")
    page.wait_for_selector(".hint-words:has-text('to go')")
    hint = time.perf_counter() - started
    page.evaluate("navigator.serviceWorker.ready")
    page.close()
    return {"gallery": gallery, "move": move, "hint": hint}


if __name__ == "__main__":
    main()
