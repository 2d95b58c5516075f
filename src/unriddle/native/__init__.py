"""The door to the compiled engine.

The engine is optional: where it was not built, everything runs in Python. `available` says whether
it is there, and `why_not` why it is not, in words that a user can act on. What is behind the door
is described in `_core.pyi`: ask `available` before you use it.
"""

from __future__ import annotations

__all__ = ["available", "why_not"]

available: bool
"""Can `unriddle.native._core` be imported?"""
why_not: str
"""The reason if it cannot, else an empty text."""

try:
    import unriddle.native._core  # noqa: F401
except ModuleNotFoundError:
    available = False
    why_not = "the engine was not built: install a C++20 compiler, then install unriddle again"
except ImportError as error:
    available = False
    why_not = f"the engine cannot be loaded: {error}"
else:
    available = True
    why_not = ""
