"""The program as a folder of static files (`./dev site`), in Chromium: every view, no server.

One page is used from test to test, as a visitor would; Python is loaded once.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Worker, expect
from web.page_server import PATIENCE

from unriddle import native

ROOT = Path(__file__).resolve().parents[2]
HOW = "the site cannot be built here: install Node and npm, then run `./dev site`"
UNAVAILABLE = 69
UPGRADED = "0123456789ab"
"""Another version of the same files."""
UPGRADE = """patience => new Promise((resolve, reject) => {
  navigator.serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true });
  setTimeout(reject, patience, "there is no other version");
  navigator.serviceWorker.ready.then((found) => found.update());
})"""


class Quiet(SimpleHTTPRequestHandler):
    """A static server that does not talk."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, below a folder of its server."""
    if not (shutil.which("npm") and shutil.which("node")):
        pytest.skip(HOW)
    site = tmp_path_factory.mktemp("served") / "sub"
    words = [sys.executable, str(ROOT / "website" / "build.py"), "--quick", "--out", str(site)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode == UNAVAILABLE:
        pytest.skip(f"{HOW}: {done.stderr}")
    assert done.returncode == 0, done.stderr
    return site


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/sub/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def visitor(browser: Browser, address: str) -> Iterator[Page]:
    """A page that has come to the gallery, where Python could not be loaded at first."""
    context = browser.new_context(locale="en-US", color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    hosts: set[str | None] = set()
    missing: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    context.on("request", lambda request: hosts.add(urlsplit(request.url).hostname))
    context.on("response", lambda got: missing.append(got.url) if got.status >= 400 else None)
    context.route("**/pyodide.asm.wasm", lambda route: route.abort(), times=1)
    damaged = {"body": "not WebAssembly", "content_type": "application/wasm"}
    context.route("**/pyodide.asm.wasm", lambda route: route.fulfill(**damaged), times=1)
    page.goto(address)
    expect(page.locator("main > *").first).to_be_visible()
    yield page
    context.close()
    assert not errors, errors
    assert not missing, missing
    assert hosts <= {"127.0.0.1", None}  # and addresses of this browser alone (blob:)


def go(page: Page, fragment: str) -> None:
    """Open another view, and wait until it has taken the place of this one."""
    page.evaluate(
        "to => { document.querySelector('main > *').dataset.old = ''; location.hash = to; }",
        fragment,
    )
    expect(page.locator("main > [data-old]")).to_have_count(0)


def book_of(page: Page) -> Worker:
    """The worker that answers it."""
    return next(one for one in page.workers if one.url.endswith("/server.js"))


def test_the_gallery_is_there_before_python(visitor: Page) -> None:
    for puzzle in ("bloxorz", "sokoban", "freecell"):
        expect(visitor.locator(f".section-{puzzle} .level-card svg").first).to_be_visible()
    expect(visitor.locator(".banner")).to_contain_text("Starting Python")
    expect(visitor.locator(".banner")).to_be_hidden()  # it was tried again until it came


def test_a_game_with_hints(visitor: Page) -> None:
    visitor.locator("[data-level='sokoban/uit/1']").click()
    expect(visitor.locator("[data-outlook=yes]")).to_be_visible()
    expect(visitor.locator(".figure-optimum dd")).to_have_text("12 moves")
    visitor.keyboard.press("ArrowRight")
    expect(visitor).to_have_url(re.compile("moves=r$"))
    visitor.click("[data-do=undo]")
    visitor.click("[data-do=hint]")
    expect(visitor.locator(".hint-words")).to_contain_text("12 moves to go")


def test_a_solution_is_proved_and_replayed(visitor: Page) -> None:
    go(visitor, "#/solve/bloxorz/3")
    visitor.select_option("#solver", "bfs")
    visitor.click("[data-do=solve]")
    expect(visitor.locator(".ending.good")).to_contain_text("proved optimal")
    visitor.click("[data-do=replay-next]")
    expect(visitor.locator(".replay-where")).to_contain_text("move 1 of")


def test_a_long_search_is_stopped_and_another_begun(visitor: Page) -> None:
    go(visitor, "#/solve/freecell/1")
    visitor.select_option("#solver", "ids")
    visitor.fill("#seconds", "300")
    visitor.click("[data-do=solve]")
    expanded = visitor.locator(".statistics .figure dd").first
    expect(expanded).not_to_have_text("0")
    before = expanded.inner_text()
    expect(expanded).not_to_have_text(before)
    visitor.click("[data-do=stop]")
    expect(visitor.locator("[data-status=stopped]")).to_contain_text("Nothing is proved")
    visitor.select_option("#solver", "greedy")
    visitor.click("[data-do=solve]")
    expect(visitor.locator(".ending.good")).to_be_visible()


def search(page: Page, step: int) -> None:
    """Open a search view at a step."""
    go(page, f"#/search/sokoban/uit/1?solver=greedy&step={step}")
    expect(page.locator("#scrub")).to_have_value(str(step))


def test_the_search_view(visitor: Page) -> None:
    search(visitor, 15)
    visitor.keyboard.press("ArrowRight")
    expect(visitor.locator("#scrub")).to_have_value("16")


def test_what_a_browser_cannot_do_is_told_with_the_command(visitor: Page, tmp_path: Path) -> None:
    search(visitor, 16)
    visitor.click(".tools .menu summary")
    visitor.click("[data-do=gif]")
    visitor.fill("#stretch-first", "9")
    words = shlex.split(visitor.locator("dialog .command").inner_text())
    visitor.keyboard.press("Escape")
    out = tmp_path / words.pop()
    assert words[:3] == ["unriddle", "trace", "sokoban/uit/1"]
    assert words[words.index("--from") :][:4] == ["--from", "9", "--steps", "16"]
    done = subprocess.run([sys.executable, "-m", *words, str(out)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert out.read_bytes().startswith(b"GIF89a")


def test_steps_become_a_page_of_their_own(visitor: Page) -> None:
    search(visitor, 20)
    visitor.click(".tools .menu summary")
    visitor.click("[data-do=html]")
    with visitor.expect_download(timeout=PATIENCE) as download:
        visitor.click("[data-do=stretch-save]")
    assert "<title>" in download.value.path().read_text("utf-8")


def test_a_crash_is_told_and_the_page_lives(visitor: Page) -> None:
    go(visitor, "#/solve/bloxorz/3")
    book_of(visitor).evaluate(
        """() => {
          const { postMessage } = Worker.prototype;
          Worker.prototype.postMessage = function () {
            Worker.prototype.postMessage = postMessage;
            this.onmessage({ data: { crash: "by a test" } });
          };
        }"""
    )
    visitor.click("[data-do=solve]")
    expect(visitor.locator(".ending.bad")).to_contain_text("the search has crashed: by a test")
    visitor.click("[data-do=solve]")
    expect(visitor.locator(".ending.good")).to_be_visible()


def test_what_is_asked_while_there_is_no_python_is_answered_by_the_next(visitor: Page) -> None:
    go(visitor, "#/records")
    expect(visitor.locator(".banner")).to_be_hidden()
    book_of(visitor).evaluate("() => void setTimeout(() => { throw new Error('by a test'); })")
    expect(visitor.locator(".banner")).to_be_visible()
    lose_a_level_of_ones_own(visitor)


def test_solvers_race(visitor: Page) -> None:
    go(visitor, "#/compare/bloxorz/1")
    visitor.fill("#race-seconds", "60")
    visitor.click("[data-do=race]")
    for solver in ("bfs", "ucs", "greedy", "astar"):
        row = visitor.locator(f"tr[data-solver={solver}]")
        expect(row).to_have_attribute("data-status", "solved")


def lose_a_level_of_ones_own(page: Page) -> None:
    go(page, "#/")
    page.fill("#own-text", "#######\n#     #\n# $@  #\n#   . #\n#######\n")
    page.click("[data-do=own-read]")
    expect(page.locator("[data-outlook=yes]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-outlook=no]")).to_be_visible()


def test_the_editor(visitor: Page) -> None:
    go(visitor, "#/edit/sokoban")
    expect(visitor.locator(".edit-verdict")).to_have_text("Legal and solvable")


def test_a_level_of_ones_own_has_a_link(visitor: Page, address: str) -> None:
    lose_a_level_of_ones_own(visitor)
    assert visitor.url.startswith(f"{address}#/play/custom?level=")


@pytest.mark.skipif(not native.available, reason=native.why_not)
def test_both_engines_give_the_same_answers(visitor: Page, site: Path) -> None:
    """All stages and maps, a hundred deals, the twins of every search: in the site's own worker."""
    if not list(site.glob("static/*/unriddle-engine.wasm")):
        pytest.skip("the site has no engine: run `./dev wasm`, which needs Emscripten")
    script = ROOT / "tests" / "native" / "both_engines.py"
    expect(visitor.locator(".banner")).to_be_hidden()
    wanted = subprocess.run([sys.executable, script], capture_output=True, text=True).stdout
    files = {script.name: script.read_text("utf-8")}
    run = script.with_name("in_worker.js").read_text("utf-8")
    answers = book_of(visitor).evaluate(run, {"files": files, "words": [script.name]})
    assert len(answers) > 400
    assert answers == wanted.splitlines()


def test_an_open_page_outlives_an_upgrade_and_then_the_server(visitor: Page, site: Path) -> None:
    """What it has not loaded yet is not on the server any more, and then there is none.

    What was fetched once is enough; the link of a level is all that is needed.
    """
    lose_a_level_of_ones_own(visitor)
    visitor.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (old,) = (site / "static").iterdir()
    old.rename(old.with_name(UPGRADED))
    for name in ("index.html", "worker.js"):
        path = site / name
        path.write_text(path.read_text("utf-8").replace(old.name, UPGRADED), "utf-8")
    visitor.evaluate(UPGRADE, PATIENCE)
    visitor.click("[data-do=language]")
    expect(visitor.locator("[data-outlook=no]")).to_contain_text("Còn giải được không?")

    visitor.context.set_offline(True)
    visitor.reload()
    assert UPGRADED in visitor.content()
    expect(visitor.locator("[data-outlook=no]")).to_contain_text("Còn giải được không?")
    visitor.click("[data-do=undo]")
    expect(visitor.locator("[data-outlook=yes]")).to_be_visible()
    go(visitor, "#/records")
    expect(visitor.locator("main h1, main h2").first).to_be_visible()
    visitor.context.set_offline(False)
