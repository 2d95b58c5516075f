"""The compiled engine, if there is one.

The engine is optional: where it was not built, everything runs in Python. `available` says whether
it is there, and `why_not` why it is not, in words that a user can act on. The engine is
`_core`, which has two makers: the extension module of that name, or `wasm`, where a page has loaded
the engine as WebAssembly. Both are described in `_core.pyi`; ask `available` before you use it, and
import it here: `from unriddle.native import _core`.
"""

from __future__ import annotations

import sys

__all__ = ["available", "why_not"]

available: bool
"""Is there a `_core`?"""
why_not: str
"""The reason if there is none, else an empty text."""

try:
    if sys.platform == "emscripten":
        from unriddle.native import wasm as _core  # noqa: F401
    else:
        import unriddle.native._core  # noqa: F401
except ModuleNotFoundError:
    available = False
    why_not = (
        "the engine was not built: install a C++20 compiler and the headers of Python "
        "(python3-dev), then install unriddle again"
    )
except ImportError as error:
    available = False
    why_not = f"the engine cannot be loaded: {error}"
else:
    available = True
    why_not = ""
