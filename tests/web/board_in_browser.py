"""A board by itself in a real browser, with Python in the part of the page.

The modules are handed to the browser without a server. Python sends scenes and legal moves and
hears what the board asks for.
"""

from __future__ import annotations

import mimetypes
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from web.pointing import point_on

from unriddle.catalog import entry_of
from unriddle.web.scenes import SCENES
from unriddle.web.server.assets import colours

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

ORIGIN = "http://boards.test"
STATIC = files("unriddle.web") / "static"
PAGE = f"""<!doctype html><html data-theme="light"><head><style>{colours()}</style>
<link rel="stylesheet" href="/css/tokens.css"><link rel="stylesheet" href="/boards/boards.css">
<link rel="stylesheet" href="/boards/bloxorz.css"><link rel="stylesheet" href="/boards/sokoban.css">
<link rel="stylesheet" href="/boards/freecell.css">
<style>html, body {{ margin: 0; height: 100% }} #board {{ width: 100%; height: 100% }}</style>
</head><body><div id="board"></div></body></html>"""

CREATE = """async ([puzzle, reducedMotion]) => {
  const { createBoard } = await import(`/boards/${puzzle}.js`);
  const { thumbnail } = await import(`/boards/${puzzle}/thumbnail.js`);
  const { boardStrings } = await import("/boards/strings.js");
  const { project } = await import("/boards/bloxorz/projection.js");
  const t = (key, values = {}) =>
    boardStrings[key][0].replace(/\\{(\\w+)\\}/g, (_, name) => values[name]);
  window.said = [];
  window.thumbnail = thumbnail;
  window.board = createBoard(document.getElementById("board"), {
    t, reducedMotion, onMove: (move) => said.push(move), onMacroMove: (macro) => said.push(macro),
    inTurn: (act) => act(),
  });
  window.screen_point = ([row, column]) => {
    const middle = [column + .5, row + .5];
    const [x, y] = puzzle === "bloxorz" ? project([...middle, 0]) : middle;
    const point = new DOMPoint(x, y).matrixTransform(document.querySelector("svg").getScreenCTM());
    return [point.x, point.y];
  };
}"""
# What is seen, without the shapes by which things that sink are cut off.
PICTURE = """() => {
  const copy = document.querySelector("svg").cloneNode(true);
  for (const clip of copy.querySelectorAll("clipPath")) clip.remove();
  return copy.innerHTML.replace(/bloxorz-\\d+/g, "");
}"""
SHOW = """([level, state, legal, options]) => {
  if (JSON.stringify(window.level) !== JSON.stringify(level)) window.level = level;
  board.setScene(window.level, state, legal, options);
}"""


class BoardInBrowser:
    """One board, and the puzzle that is played on it."""

    def __init__(self, page: Page, puzzle: Any, *, reduced: bool = True) -> None:
        entry = entry_of(puzzle)
        assert entry is not None
        kind = entry.name
        self.page, self.puzzle, self.scene = page, puzzle, SCENES[kind]
        self.state = puzzle.initial
        page.route(f"{ORIGIN}/**", serve)
        page.goto(ORIGIN)
        page.evaluate(CREATE, [kind, reduced])
        self.show()
        page.locator("#board").focus()

    def show(self, *, animate: bool = False, steps: list[Any] | None = None) -> None:
        """Send the scene to the board."""
        puzzle, state = self.puzzle, self.state
        options = {
            "animate": animate,
            "steps": steps or [],
            "tries": [str(move) for move in puzzle.tries(state)],
            "interactive": True,
        }
        legal = [str(move) for move in puzzle.actions(state)]
        scene = [self.scene.level(puzzle), self.scene.state(puzzle, state), legal, options]
        self.page.evaluate(SHOW, scene)

    def play(self, move: Any, *, animate: bool = False) -> None:
        """Carry out a move and send the scene that follows."""
        did = self.scene.did(self.puzzle, self.state, move)
        self.state = self.puzzle.apply(self.state, move)
        after = self.scene.state(self.puzzle, self.state)
        self.show(animate=animate, steps=[{"move": str(move), "state": after, "did": did}])

    def heard(self) -> list[Any]:
        """What the board asked for since the last question."""
        said: list[Any] = self.page.evaluate("said.splice(0)")
        return said

    def press(self, *keys: str) -> list[Any]:
        for key in keys:
            self.page.keyboard.press(key)
        return self.heard()

    def point(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Where a square is on the screen."""
        x, y = self.page.evaluate("cell => screen_point(cell)", list(cell))
        return x, y

    def click(self, cell: tuple[int, int]) -> list[Any]:
        self.page.mouse.click(*self.point(cell))
        return self.heard()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> list[Any]:
        """Drag from one point of the screen to another."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*end)
        mouse.up()
        return self.heard()

    def card(self, name: str) -> tuple[float, float]:
        """A point on the index of a card, which is seen even where others lie on it."""
        return point_on(self.page, f"[data-card='{name}']", 8)

    def slot(self, name: str) -> tuple[float, float]:
        """The middle of an empty place of FreeCell; columns have their name above them."""
        return point_on(self.page, f"[data-place='{name}']")

    def label(self) -> str:
        return self.page.locator("#board").get_attribute("aria-label") or ""


def serve(route: Route) -> None:
    """Answer a request of the browser from the files of the package."""
    path = route.request.url.removeprefix(ORIGIN).strip("/")
    if not path:
        route.fulfill(body=PAGE, content_type="text/html")
        return
    found = STATIC / path
    if found.is_file():
        kind = mimetypes.guess_type(path)[0] or "text/plain"
        route.fulfill(body=found.read_bytes(), content_type=kind)
    else:
        route.fulfill(status=404, body="")
