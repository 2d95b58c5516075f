"""Notebooks without Jupyter: run the cells of one, and show what they show as Markdown.

A page of the site is made of docs/course.ipynb so, and a test runs it. What Jupyter does besides
(magic commands, widgets) is not needed there.
"""

from __future__ import annotations

import ast
import json
import sys
import types
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple


class Cell(NamedTuple):
    """A cell, and what came out of it."""

    kind: str
    """`markdown` or `code`."""
    source: str
    printed: str = ""
    shown: dict[str, str] | None = None
    """What its last expression shows, by kind."""


def cells(path: Path) -> list[Cell]:
    """The cells of a notebook, not run."""
    notebook = json.loads(path.read_text("utf-8"))
    return [Cell(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]


def run(path: Path) -> Iterator[Cell]:
    """The cells of a notebook, each run after those before it."""
    module = types.ModuleType("__notebook__")
    sys.modules[module.__name__] = module  # where classes of the cells say that they live
    try:
        for number, cell in enumerate(cells(path), start=1):
            if cell.kind != "code":
                yield cell
                continue
            printed = StringIO()
            with redirect_stdout(printed):
                value = _value(cell.source, f"{path.name}, cell {number}", module.__dict__)
            yield cell._replace(printed=printed.getvalue(), shown=_shown(value))
    finally:
        del sys.modules[module.__name__]


def _value(source: str, name: str, names: dict[str, Any]) -> Any:
    """Run a cell; returns the value of its last line if that is an expression."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), name, "eval"), names)


def _shown(value: Any) -> dict[str, str] | None:
    """What a notebook would show of a value, by kind."""
    if value is None:
        return None
    bundle = getattr(value, "_repr_mimebundle_", None)
    if bundle is not None:
        return dict(bundle())
    found = {"text/plain": repr(value)}
    html = getattr(value, "_repr_html_", None)
    return {**found, "text/html": html()} if html is not None else found


def markdown(ran: Iterator[Cell]) -> str:
    """Cells with what came out of them as a page."""
    parts = []
    for cell in ran:
        if cell.kind == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        if cell.printed:
            parts.append(f"```text\n{cell.printed.rstrip()}\n```")
        shown = cell.shown or {}
        for kind in ("text/html", "image/svg+xml", "text/plain"):
            if kind in shown:
                text = shown[kind]
                plain = kind == "text/plain"
                parts.append(f"```text\n{text}\n```" if plain else f"<div>{text}</div>")
                break
    return "\n\n".join(parts) + "\n"
