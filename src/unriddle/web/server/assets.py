"""The files of the page, read once and held ready: named by their content, compressed, preloaded.

Every file is served below `static/VERSION/`, where VERSION is a digest of all of them. What such an
address gives never changes, so a browser keeps it for good, and asks for other addresses after an
upgrade. The page itself is asked for each time; it names the version. So that modules do not wait
for each other, it knows which of them each view needs (`theme.js` preloads them). Nothing is built
but the colours, which pictures share: what else a reader sees in the browser is what is in the
folder, without its comments.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from unriddle.pictures.colours import PAGE, declared

STATIC = Path(__file__).parent.parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
"""Keep it, but ask whether it is still the same."""
SHEET = "page.css"
"""All style sheets of the page in one file, and before them its colours."""
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_IMPORT = re.compile(r'^(?:import|export)\b[^";]*"(\.[^"]+)";', re.MULTILINE)
_LATER = re.compile(r"(views|boards)/\w+\.js|boards/\w+/thumbnail\.js|\w+-vi\.js")
"""What is loaded only where it is needed."""
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.M | re.S)
"""On lines of its own, as in no text of the page: a quarter of what would be sent."""
_LINK = re.compile(r' *<link rel="stylesheet" href="static/([^"]+)" />\n')


class Asset(NamedTuple):
    """A file as it is sent."""

    type: str
    content: bytes
    packed: bytes
    """The same by gzip."""
    tag: str


class Assets:
    """All files of the page; `version` changes when one of them does, or what is `beside` them."""

    def __init__(self, folder: Path = STATIC, *, beside: str = "") -> None:
        texts = {
            path.relative_to(folder).as_posix(): path.read_text("utf-8")
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES
        }
        sheets = (texts[name] for name in _LINK.findall(texts["index.html"]))
        texts[SHEET] = "".join([colours(), *sheets])
        self.version = hashlib.sha256(f"{json.dumps(texts)}{beside}".encode()).hexdigest()[:12]
        texts["worker.js"] = texts["worker.js"].replace("VERSION", self.version)
        if not beside:  # a server is there: nothing has to be fetched for later
            texts["worker.js"] = texts["worker.js"].replace("ALL_FILES", "")
        texts["index.html"] = self._page(texts)
        self.files = {name: _asset(name, _COMMENT.sub("", text)) for name, text in texts.items()}

    def _page(self, texts: dict[str, str]) -> str:
        """The page with one style sheet, addresses of this version, and what to preload."""
        at_once = _needed(texts, ["app.js"])
        parts = filter(_LATER.fullmatch, texts)
        later = {part[:-3]: sorted(_needed(texts, [part]) - at_once) for part in parts}
        needs = {"": sorted(at_once), **later}
        first, *others = _LINK.finditer(texts["index.html"])
        page = texts["index.html"]
        for one in others:
            page = page.replace(one[0], "")
        page = page.replace(first[1], SHEET).replace("NEEDS", escape(json.dumps(needs)))
        return page.replace("static/", f"static/{self.version}/")

    def answer(self, request: Request, name: str) -> Response:
        """A file; `name` may begin with a version."""
        version, _, rest = name.partition("/")
        is_ours = version == self.version
        asset = self.files.get(rest if is_ours else name)
        if asset is None:
            return Response(status_code=404)
        headers = {"Cache-Control": FOR_GOOD if is_ours else ASK_AGAIN, "ETag": asset.tag}
        if asset.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = asset.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            content = asset.packed
            headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(content, media_type=asset.type, headers=headers)


def colours() -> str:
    """The colours of both themes as a style sheet."""
    return f":root {{{declared(PAGE)}}}\n"


def _asset(name: str, text: str) -> Asset:
    content = text.encode()
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return Asset(TYPES[posixpath.splitext(name)[1]], content, gzip.compress(content, mtime=0), tag)


def _needed(texts: dict[str, str], names: Iterable[str]) -> set[str]:
    """The modules with these names, and all that they import."""
    needed: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            folder = posixpath.dirname(name)
            found = _IMPORT.findall(texts[name])
            waiting += (posixpath.normpath(posixpath.join(folder, one)) for one in found)
    return needed
