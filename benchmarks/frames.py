"""How smoothly the page moves, boards and search view: frames a second, and what a frame costs.

    ./dev python benchmarks/frames.py [--json]

Starts `unriddle serve` and plays a solution of a level of each puzzle by keyboard in headless
Chromium, which draws without a graphics card; then it plays searches in the search view, at 100
expansions a second and as fast as it can. `frames a second` counts while something moves;
`late` is the share of frames that came a whole frame or more behind their time; `busy` is what the
page itself spends on a frame (script, style, layout, paint), in milliseconds of CPU time: at 60
frames a second there are 16.7. `steps a second` are the expansions that were shown. A busy machine
makes frames late; it hardly changes what they cost.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from itertools import pairwise

from measuring import chromium, parser, server, show
from playwright.sync_api import Page

import unriddle

LEVELS = ("bloxorz/5", "sokoban/uit/8", "freecell/1941")
SEARCHES = ("bloxorz/32?solver=ids", "sokoban/uit/18?solver=astar", "freecell/1?solver=astar")
SPEEDS = {"100 a second": "6", "10,000 a second": "12"}
"""Of the search view, and where they are on its slider."""
PLAYED = 3000
"""Milliseconds of playing."""
MOVES = 20
BETWEEN = 250
"""Milliseconds from one move to the next; their animations take about as long."""
RATE = 60

KEYS = {
    "bloxorz": {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight", "S": " "},
    "sokoban": {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"},
}

COUNT_FRAMES = """() => {
  window.frameTimes = [];
  const note = (time) => { window.frameTimes.push(time); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""


def main() -> None:
    """Measure every puzzle and print."""
    show(rows(), as_json=parser(__doc__).parse_args().json)


def rows() -> Iterator[dict[str, str | float]]:
    """One of each puzzle."""
    with server() as address, chromium() as browser:
        for level in LEVELS:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            yield {"level": level, **smoothness(page, f"{address}#/play/{level}", level)}
            page.close()
        for search in SEARCHES:
            for speed, at in SPEEDS.items():
                page = browser.new_page(viewport={"width": 1280, "height": 720})
                page.goto(f"{address}#/search/{search}")
                yield {"level": f"{search}, {speed}", **playback(page, at)}
                page.close()


def smoothness(page: Page, address: str, level: str) -> dict[str, float]:
    """Play the beginning of a solution, and see how the frames come."""
    page.goto(address)
    page.locator(".frame-board svg").first.wait_for()
    page.wait_for_timeout(1000)

    def play() -> None:
        for move in moves_of(level):
            for key in move:
                page.keyboard.press(key)
            page.wait_for_timeout(BETWEEN)

    return watched(page, play)


def playback(page: Page, speed: str) -> dict[str, float]:
    """Play a search in the search view."""
    page.locator(".tree-card").first.wait_for()
    page.wait_for_timeout(3000)  # the first thousand steps are fetched meanwhile
    page.locator("#speed").fill(speed)
    page.click("[data-do=stepper-run]")
    page.wait_for_timeout(1000)
    before = int(page.locator("#scrub").input_value())
    seen = watched(page, lambda: page.wait_for_timeout(PLAYED))
    steps = int(page.locator("#scrub").input_value()) - before
    return {**seen, "steps_a_second": round(1000 * steps / PLAYED)}


def watched(page: Page, act: Callable[[], None]) -> dict[str, float]:
    """How the frames come while something happens."""
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        answer = metrics.send("Performance.getMetrics")
        values = {one["name"]: float(one["value"]) for one in answer["metrics"]}
        return values["TaskDuration"]

    page.evaluate(COUNT_FRAMES)
    before = busy()
    act()
    spent = busy() - before
    times = page.evaluate("window.frameTimes")
    gaps = [later - earlier for earlier, later in pairwise(times)]
    return {
        "frames_a_second": round(1000 / statistics.mean(gaps), 1),
        "late_percent": round(100 * sum(gap > 2000 / RATE for gap in gaps) / len(gaps), 1),
        "busy_ms_a_frame": round(1000 * spent / len(gaps), 2),
    }


def moves_of(level: str) -> list[list[str]]:
    """The keys of the first moves of a solution."""
    plan = unriddle.solve(unriddle.load(level)).plan
    assert plan is not None
    keys = KEYS.get(level.partition("/")[0])
    moves = [str(move) for move in plan[:MOVES]]
    return [[keys[move.upper()]] if keys else list(move[:2]) for move in moves]


if __name__ == "__main__":
    main()
