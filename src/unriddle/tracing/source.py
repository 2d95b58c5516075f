"""The code of a user's search in place of pseudo-code: every line has its number as its name."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

MOST = 60
"""Lines of code that are shown."""


def own_pseudocode(search: Callable[..., Any] | None) -> list[dict[str, Any]]:
    """The lines of a function without its docstring; none where its source is not at hand."""
    if search is None:
        return []
    try:
        lines, first = inspect.getsourcelines(search)
        function = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except (OSError, TypeError, SyntaxError):
        return []
    hidden: set[int] = set()
    if isinstance(function, ast.FunctionDef) and ast.get_docstring(function) is not None:
        documented = function.body[0]
        hidden.update(range(documented.lineno, (documented.end_lineno or documented.lineno) + 1))
    shown = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and number not in hidden and not text.startswith("#"):
            depth = (len(line) - len(line.lstrip())) // 4
            name = f"L{first + number - 1}"
            shown.append({"name": name, "depth": depth, "text": {"en": text, "vi": text}})
    return shown[:MOST]
