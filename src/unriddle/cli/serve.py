"""`unriddle serve`: the page, on this machine."""

from __future__ import annotations

import re
from typing import Annotated

from cyclopts import Parameter

from unriddle.cli import options
from unriddle.core import BadInput
from unriddle.out_of_memory import need_address_space


def serve(
    *,
    port: Annotated[int, Parameter(help="The port; 0 takes any free one.")] = 8642,
    host: Annotated[
        str, Parameter(help="The address to listen on; by default only this machine can connect.")
    ] = "127.0.0.1",
    memory: Annotated[
        float, Parameter(help="MiB that the searches of one page may use together.")
    ] = 640.0,
    embed: Annotated[
        tuple[str, ...],
        Parameter(
            help="An origin, such as https://course.example, whose pages may show this page in a "
            "frame; can be repeated.",
            negative="",
        ),
    ] = (),
    open: Annotated[bool, Parameter(help="Open the page in the browser.")] = False,
    common: options.Common = options.COMMON,
) -> int:
    """Serve the page until interrupted."""
    if not 0 <= port < 2**16:
        raise BadInput(f"port {port} is not from 0 to 65535")
    if not 160 <= memory <= 2**20:
        raise BadInput(f"--memory must be 160 to 1048576 MiB, not {memory:g}")
    for origin in embed:
        if not re.fullmatch(r"https?://[\w.-]+(:\d+)?", origin, re.ASCII):
            raise BadInput(f"{origin[:60]!r} is not an origin", hint="write https://course.example")
    common.apply()
    need_address_space(256)  # with less it cannot start all its threads, or not even be loaded
    from unriddle.web.server.serving import serve as serve_page  # heavy: only this command needs it

    serve_page(host, port, memory=memory, open_browser=open, embed=embed)
    return 0
