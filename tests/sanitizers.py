"""What `./dev sanitize` does to the tests: they run with AddressSanitizer in the process."""

from __future__ import annotations

import os

WATCHED = "libasan" in os.environ.get("LD_PRELOAD", "")
"""Is it there? It reserves terabytes of addresses, and freeing memory takes some of its own."""


def without_sanitizers() -> dict[str, str | float | bool]:
    """The environment for a program that is not ours and does not bear them."""
    return {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
