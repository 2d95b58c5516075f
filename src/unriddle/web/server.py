"""Starts the server on an address and says where it is."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys
import threading
import webbrowser

import uvicorn

from unriddle.core import BadInput
from unriddle.web import bounds
from unriddle.web.app import build
from unriddle.web.guard import LOOPBACK

SWITCH = 0.001
"""Seconds after which a search in Python hands the interpreter over; the usual 5 ms delay moves."""


def serve(host: str, port: int, *, open_browser: bool) -> None:
    """Serve until interrupted; raises `BadInput` if the address cannot be had."""
    listener = _listen(host, port)
    address = _address(host, listener)
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        build(() if host in LOOPBACK else (host,)),
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=2 * bounds.TEXT,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    print(address, flush=True)
    print("press Ctrl-C to stop", file=sys.stderr)
    if host not in LOOPBACK:
        print(
            "note: other machines can reach this server; it asks for no password", file=sys.stderr
        )
    if open_browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end a server
        uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)  # whoever reads the address can connect at once
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise BadInput(
                f"port {port} is taken", hint="name another one with --port, or 0 for any"
            ) from error
        raise BadInput(f"cannot listen on {host} port {port}: {error.strerror}") from error
    return listener


def _address(host: str, listener: socket.socket) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listener.getsockname()[1]}/"
