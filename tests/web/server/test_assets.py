"""The files of the page: kept for good by their version, compressed, preloaded, whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from json import loads
from pathlib import Path

import pytest
from playwright.sync_api import Page
from starlette.testclient import TestClient
from web.page_client import server as server_without_browser
from web.page_server import Server, visit

from unriddle.pictures.colours import PAGE
from unriddle.web.server.app import build
from unriddle.web.server.assets import STATIC, Assets


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with server_without_browser() as client:
        yield client


def version_of(page: str) -> str:
    found = re.search(r"static/(\w+)/page\.css", page)
    assert found
    return found[1]


def test_files_are_kept_for_good_by_their_version(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    address = f"/static/{version_of(page.text)}/app.js"
    answer = client.get(address, headers={"accept-encoding": "gzip"})
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    same = client.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert same.status_code == 304
    assert not same.content
    assert client.get("/static/app.js").headers["cache-control"] == "no-cache"
    assert client.get("/static/000000000000/app.js").status_code == 404
    assert version_of(page.text) in client.get("/worker.js").text


def test_another_file_is_another_version(tmp_path: Path) -> None:
    for name in ("index.html", "app.js", "theme.js", "worker.js"):
        (tmp_path / name).write_text((STATIC / name).read_text("utf-8"), "utf-8")
    page = (tmp_path / "index.html").read_text("utf-8")
    (tmp_path / "index.html").write_text(
        re.sub('static/(css|boards)/[^"]+', "static/one.css", page)
    )
    (tmp_path / "app.js").write_text('import "./theme.js";\n')
    versions = []
    for colour in ("red", "blue"):
        (tmp_path / "one.css").write_text(f"b {{ color: {colour} }}\n")
        versions.append(Assets(tmp_path).version)
    assert versions[0] != versions[1]


def test_every_colour_that_is_named_is_there() -> None:
    sheet = Assets().files["page.css"].content.decode()
    assert "--wall: light-dark(#5d6678, #3a4252);" in sheet
    paths = [path for path in STATIC.rglob("*") if path.suffix in (".css", ".js")]
    texts = "\n".join([sheet, *(path.read_text("utf-8") for path in paths)])
    known = set(re.findall(r'--([\w-]+)"?[:,]', texts))
    assert set(re.findall(r"var\(--([\w-]+)", texts)) <= known
    picture = (STATIC / "boards" / "drawn" / "picture.js").read_text("utf-8")
    looks = re.findall(r': \["([\w-]*)", "([\w-]+)"\]', picture)
    assert len(looks) > 9
    assert {name for look in looks for name in look if name} <= PAGE.keys()


def test_what_a_view_needs_is_known(client: TestClient) -> None:
    found = re.search(r'data-needs="([^"]+)"', client.get("/").text)
    assert found
    needs = loads(unescape(found[1]))
    assert {"app.js", "language.js", "wire.js"} <= set(needs[""])
    assert "boards/sokoban/scenery.js" in needs["boards/sokoban"]
    assert "parts/outlook.js" in needs["views/play"]
    assert not set(needs["views/play"]) & set(needs[""])


def test_only_named_origins_may_show_it_in_a_frame() -> None:
    origin = "https://course.example"
    with TestClient(build(embed=[origin]), base_url="http://127.0.0.1:8642") as client:
        policy = client.get("/").headers["content-security-policy"]
    assert policy.endswith(f"frame-ancestors {origin}")
    with server_without_browser() as client:
        assert client.get("/").headers["content-security-policy"].endswith("frame-ancestors 'none'")


def test_every_module_is_whole_without_its_comments(page: Page) -> None:
    server = Server()
    try:
        visit(page, server)
        names = [one.relative_to(STATIC).as_posix() for one in STATIC.rglob("*.js")]
        names = [one for one in names if one not in ("theme.js", "worker.js", "app.js")]
        page.evaluate(
            "names => Promise.all(names.map(name => import(`/static/${name}`).catch(problem => {"
            "  throw new Error(`${name}: ${problem}`); })))",
            names,
        )
    finally:
        server.stop()
