"""Tables and bar charts for notebooks: HTML and SVG that take their colours from around them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from unriddle.core import BadInput
from unriddle.pictures.colours import LIGHT
from unriddle.pictures.markup import escape
from unriddle.pictures.svg import SANS, number
from unriddle.wording import seconds

Row = Mapping[str, object]
"""The figures of a row by the heading of their column."""

_CELL = "padding:3px 10px;border-bottom:1px solid rgba(128,128,128,.25)"
BAR, LINE = 13, 22
"""The height of a bar and of its line, in pixels."""
LABELS, WIDTH = 150, 320
"""The room for names, and that for the longest bar."""


def comparison_html(rows: Sequence[Row], *, label: str, values: Sequence[str] = ()) -> str:
    """Rows as a table, with a bar chart of each of the `values`; `label` names the rows."""
    charts = "".join(chart_svg(rows, label=label, value=value) for value in values)
    return f"<div>{table_html(rows)}<div>{charts}</div></div>"


def table_html(rows: Sequence[Row]) -> str:
    """Rows as a table: a column for each heading, numbers to the right, nothing for None.

    What is called `seconds` is written with a unit that suits it.
    """
    headings = list(dict.fromkeys(heading for row in rows for heading in row))
    cells = [[_shown(heading, row.get(heading)) for heading in headings] for row in rows]
    numeric = {
        place
        for place, heading in enumerate(headings)
        if any(is_number(row.get(heading)) for row in rows)
    }
    return grid_html(headings, cells, numeric)


def grid_html(
    headings: Sequence[str], rows: Sequence[Sequence[str]], to_the_right: set[int]
) -> str:
    """Texts as a table; `to_the_right` are the numbers of the columns that end at their right."""

    def cell(kind: str, place: int, text: str) -> str:
        side = "right" if place in to_the_right else "left"
        wrap = "nowrap" if kind == "td" else "normal"
        style = f"{_CELL};white-space:{wrap};text-align:{side}"
        return f'<{kind} style="{style}">{escape(text)}</{kind}>'

    def line(kind: str, texts: Sequence[str]) -> str:
        return f"<tr>{''.join(cell(kind, place, text) for place, text in enumerate(texts))}</tr>"

    body = "".join(line("td", row) for row in rows)
    return (
        '<div style="overflow-x:auto"><table style="border-collapse:collapse;'
        'font-variant-numeric:tabular-nums;font-size:13px">'
        f"<thead>{line('th', headings)}</thead><tbody>{body}</tbody></table></div>"
    )


def chart_svg(rows: Sequence[Row], *, label: str, value: str) -> str:
    """A bar for each row that has this value, logarithmic if the values differ much."""
    found = [(str(row.get(label, "")), row.get(value)) for row in rows]
    bars = [(name, float(size)) for name, size in found if is_number(size)]
    if any(not 0 <= size < math.inf for _, size in bars):
        raise BadInput(f"{value}: a bar shows a number from 0 on")
    positive = [size for _, size in bars if size > 0]
    most, least = max(positive, default=1.0), min(positive, default=1.0)
    is_wide = most / least > 100
    floor = 10 ** math.floor(math.log10(least) - 1e-9) if is_wide else 0.0

    def length(size: float) -> float:
        if size <= 0:
            return 0.0
        if not is_wide:
            return WIDTH * size / most
        return WIDTH * math.log10(size / floor) / math.log10(most / floor)

    title = f"{value}, logarithmic" if is_wide else value
    parts = [_words(0, 13, title, "start", bold=True)]
    for index, (name, size) in enumerate(bars):
        top = 22 + index * LINE
        width = number(max(1.5, length(size)))
        text = _shown(value, int(size) if size.is_integer() else size)
        parts += [
            _words(LABELS - 8, top + 11, name[:24], "end"),
            f'<rect x="{LABELS}" y="{top}" width="{width}" height="{BAR}" rx="3" '
            f'fill="{LIGHT["bridge"]}"/>',
            _words(LABELS + length(size) + 8, top + 11, text, "start"),
        ]
    wide, high = LABELS + WIDTH + 100, 26 + len(bars) * LINE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" style="max-width:100%;margin:8px 16px 0 0" role="img" '
        f'aria-label="{escape(title)}" fill="currentColor">{"".join(parts)}</svg>'
    )


def _words(x: float, y: float, text: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-family="{SANS}" font-size="12" '
        f'text-anchor="{anchor}"{weight}>{escape(text)}</text>'
    )


def is_number(value: object) -> TypeGuard[int | float]:
    """Is it a figure, and not yes or no?"""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(heading: str, value: object) -> str:
    if value is None:
        return ""
    if heading == "seconds" and is_number(value):
        return seconds(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
