"""Takes the pictures of the pages anew: `./dev python docs/pictures.py [FOLDER]`.

Needs what the tests of the page need, Playwright and Chromium (`./dev setup` and, on Debian,
`apt-get install chromium`). Look at each picture before you commit it.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from unriddle.tui.app import UnriddleApp

FOLDER = Path(__file__).resolve().parent / "images"
SIZE = {"width": 1280, "height": 800}
SCALE = 0.6875
"""A picture has 880 by 550 pixels."""


def gallery(page: Page) -> None:
    """The levels to choose from."""
    page.wait_for_selector(".section-freecell .level-card")


def play(page: Page) -> None:
    """A game of Bloxorz, split into two cubes, with a hint."""
    page.wait_for_selector(".frame-board svg")
    for count, key in enumerate(("ArrowRight", "ArrowRight", "ArrowLeft"), start=1):
        page.keyboard.press(key)
        page.wait_for_function(
            "n => document.querySelector('.figure-main dd')?.textContent === String(n)", arg=count
        )
    page.click("[data-do=hint]")
    page.wait_for_timeout(3000)


def solve(page: Page) -> None:
    """A solution of Sokoban, some moves on."""
    page.wait_for_selector(".frame-board svg")
    page.select_option("#solver", "best")
    page.click("[data-do=solve]")
    page.wait_for_selector("[data-do=replay-next]")
    for _ in range(9):
        page.click("[data-do=replay-next]")
    page.wait_for_timeout(500)


def compare(page: Page) -> None:
    """Solvers side by side, when all have ended."""
    page.click("[data-do=race]")
    page.wait_for_timeout(8000)
    page.mouse.move(0, 0)


SCENES = {
    "page-gallery": ("", "light", gallery),
    "page-play": ("#/play/bloxorz/10", "dark", play),
    "page-solve": ("#/solve/sokoban/uit/16", "light", solve),
    "page-compare": ("#/compare/sokoban/uit/8", "dark", compare),
}
"""By the name of a picture: an address of the page, a theme, and what happens before it."""


def page_pictures(browser: Browser, address: str, folder: Path) -> None:
    """The pictures of the page."""
    for name, (fragment, theme, scene) in SCENES.items():
        context = browser.new_context(
            viewport=SIZE,
            device_scale_factor=SCALE,
            locale="en-US",
            color_scheme=theme,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(address + fragment)
        scene(page)
        page.screenshot(path=folder / f"{name}.png")
        context.close()


async def terminal_picture(folder: Path) -> None:
    """A game of FreeCell in the terminal, as SVG that names no font of another host."""
    app = UnriddleApp("freecell/617")
    async with app.run_test(size=(100, 22)) as pilot:
        await pilot.pause(4)  # the outlook and the best cost are worked out
        await pilot.press("8", "3")
        await pilot.pause(2)
        picture = app.export_screenshot(title="unriddle play freecell/617")
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    picture = re.sub(r"font-family: [^;]+;", "font-family: monospace;", picture)
    (folder / "terminal.svg").write_text(picture, "utf-8")


def main() -> None:
    """Take all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    asyncio.run(terminal_picture(folder))
    server = subprocess.Popen(
        [sys.executable, "-m", "unriddle", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page_pictures(browser, address, folder)
            browser.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


if __name__ == "__main__":
    main()
