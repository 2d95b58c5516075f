"""The site of `./dev site`, served to the benchmarks that open it in a browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parent.parent / "build" / "website"
"""Where `./dev site` puts it."""


class Quiet(SimpleHTTPRequestHandler):
    """A static server that does not talk."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def served(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """The address of a static server of a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
