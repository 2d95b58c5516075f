"""Starts the server on an address and says where it is."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Collection
from ipaddress import ip_address

import uvicorn

from unriddle.core import BadInput
from unriddle.remembered import unregister
from unriddle.web import limits
from unriddle.web.server import connections
from unriddle.web.server.app import build
from unriddle.web.server.log_filter import limit_log

SWITCH = 0.0001
"""Seconds after which a thread hands the interpreter over; a move waits for it several times."""
COLLECT = (10_000, 20, 20)
"""When Python looks for garbage: less often than usual, because players wait for it."""
OTHER_FILES = 300
"""What the server has open beside its connections: files, and connections that came at once with
others, or that have to go and are not yet gone."""
FEWEST_CONNECTIONS = 10


def serve(
    host: str, port: int, *, memory: float, open_browser: bool, embed: Collection[str] = ()
) -> None:
    """Serve until interrupted; raises `BadInput` if the address cannot be had.

    `memory` is in MiB, for the searches of one page. Pages of the origins `embed` may show the page
    in a frame.
    """
    limits.MEBIBYTES = memory
    limits.TOTAL_MEBIBYTES = max(limits.TOTAL_MEBIBYTES, memory)
    listener = _listen(host, port)
    address = _address(host, listener)
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECT)
    _allow_connections()
    _keep_little_memory()
    is_open = not ip_address(listener.getsockname()[0]).is_loopback
    if is_open:
        unregister()  # strangers do not see the collections of the user who serves
    config = uvicorn.Config(
        build((host, *_names()) if is_open else (host,), open_to_others=is_open, embed=embed),
        log_level="warning",
        timeout_graceful_shutdown=1,
        server_header=False,
        **connections.options(),
    )
    limit_log()
    print(address, flush=True)
    print("press Ctrl-C to stop", file=sys.stderr)
    if is_open:
        port = listener.getsockname()[1]
        print(
            "note: other machines can reach this server without a password, at an address of this "
            f"machine or at http://{socket.gethostname()}:{port}/",
            file=sys.stderr,
        )
    if open_browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end a server
        uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if not host:
        raise BadInput("the host is empty", hint="0.0.0.0 is every address of this machine")
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)  # before the address is printed: it can be used at once
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise BadInput(
                f"port {port} is taken", hint="name another one with --port, or 0 for any"
            ) from error
        raise BadInput(f"cannot listen on {host} port {port}: {error.strerror}") from error
    except (TypeError, ValueError) as error:  # a name that cannot be one
        listener.close()
        raise BadInput(f"there is no host {host[:60]!r}") from error
    return listener


def _names() -> set[str]:
    """What this machine is called in its network."""
    name = socket.gethostname()
    return {name, f"{name.partition('.')[0]}.local", socket.getfqdn()}


def _allow_connections() -> None:
    """See to it that the limit on connections is below that of the system on files."""
    try:
        import resource
    except ImportError:  # another system, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.CONNECTIONS + OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    fewest = OTHER_FILES + FEWEST_CONNECTIONS
    if soft < fewest:
        raise BadInput(
            f"the server needs {fewest} files and connections, the system allows {soft}",
            hint=f"allow more with `ulimit -n {wanted}`",
        )
    limits.CONNECTIONS = min(limits.CONNECTIONS, soft - OTHER_FILES)


def _keep_little_memory() -> None:
    """Tell the C library to give back what threads have freed, where it can be told."""
    with contextlib.suppress(OSError, AttributeError):
        arenas = -8
        ctypes.CDLL(None).mallopt(arenas, 2)


def _address(host: str, listener: socket.socket) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listener.getsockname()[1]}/"
