"""Whether somebody has put something else in the place of the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any


class Seal:
    """The modules of unriddle that are loaded, as they are when it is made."""

    def __init__(self) -> None:
        modules = [
            module
            for name, module in sys.modules.items()
            if name.partition(".")[0] == "unriddle" and isinstance(module, ModuleType)
        ]
        self._kept = [one for module in modules for one in _parts(module)]

    def broken(self) -> str:
        """The first name that means something else now; empty if there is none."""
        for owner, name, value, code in self._kept:
            now = vars(owner).get(name, _GONE)
            if now is not value or (code is not None and now.__code__ is not code):
                return f"{getattr(owner, '__name__', owner)}.{name}"
        return ""


_GONE = object()
_Part = tuple[Any, str, Any, Any]
"""Who has it, by which name, what it is, and the code of a function."""


def _parts(module: ModuleType) -> Iterator[_Part]:
    for name, value in list(vars(module).items()):
        if name.startswith("__") or isinstance(value, ModuleType):
            continue
        yield _part(module, name, value)
        if isinstance(value, type) and value.__module__ == module.__name__:
            for inner, part in list(vars(value).items()):
                if inner not in ("__dict__", "__weakref__", "__doc__", "__annotations__"):
                    yield _part(value, inner, part)


def _part(owner: Any, name: str, value: Any) -> _Part:
    return owner, name, value, value.__code__ if isinstance(value, FunctionType) else None
