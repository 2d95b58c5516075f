"""Tables and bar charts of figures."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree

import pytest
from pictures.samples import HOSTILE

from unriddle.core import BadInput
from unriddle.experiments.table import repeat
from unriddle.pictures.tables import WIDTH, Row, chart_svg, comparison_html, table_html

ROWS: list[Row] = [
    {"solver": "bfs", "moves": 7, "proved": True, "expanded": 12345, "seconds": 0.51234},
    {"solver": "dfs", "moves": None, "proved": False, "expanded": 50},
    {"solver": HOSTILE, "moves": 9, "expanded": 0},
]


def test_figures_are_written_as_people_read_them() -> None:
    root = ElementTree.fromstring(table_html(ROWS))
    heads = [cell.text for cell in root.iter("th")]
    assert heads == ["solver", "moves", "proved", "expanded", "seconds"]
    rows = [[cell.text or "" for cell in row.iter("td")] for row in root.iter("tr")][1:]
    assert rows == [
        ["bfs", "7", "yes", "12,345", "512 ms"],
        ["dfs", "", "no", "50", ""],
        [HOSTILE, "9", "", "0", ""],
    ]
    sides = re.findall(r"text-align:(\w+)", table_html(ROWS[:1]))
    assert sides == ["left", "right", "left", "right", "right"] * 2


def bars(text: str) -> list[float]:
    namespace = "{http://www.w3.org/2000/svg}"
    return [
        float(bar.get("width", "")) for bar in ElementTree.fromstring(text).iter(f"{namespace}rect")
    ]


def test_bars_are_as_long_as_their_figures() -> None:
    rows: list[Row] = [{"solver": "a", "moves": 10}, {"solver": "b", "moves": 5}, {"solver": "c"}]
    text = chart_svg(rows, label="solver", value="moves")
    assert bars(text) == [WIDTH, WIDTH / 2]
    assert "logarithmic" not in text


def test_figures_that_differ_much_get_a_logarithmic_scale() -> None:
    rows = [{"s": "a", "nodes": 10}, {"s": "b", "nodes": 1000}, {"s": "c", "nodes": 100_000}]
    text = chart_svg(rows, label="s", value="nodes")
    assert "nodes, logarithmic" in text
    first, second, third = bars(text)
    assert third == WIDTH
    assert third - second == pytest.approx(second - first)
    assert first > 0


@pytest.mark.parametrize("size", [-1, math.inf, math.nan])
def test_what_no_bar_can_show_is_refused(size: float) -> None:
    with pytest.raises(BadInput, match="a bar shows a number from 0 on"):
        chart_svg([{"s": "a", "x": size}], label="s", value="x")


def test_a_comparison_is_a_table_with_charts() -> None:
    text = comparison_html(ROWS, label="solver", values=["moves", "expanded"])
    assert text.count("<svg") == 2
    assert text.count("<table") == 1
    assert "<script" not in text
    ElementTree.fromstring(text)
    ElementTree.fromstring(comparison_html([], label="solver", values=["moves"]))


def test_a_table_of_a_report_shows_itself() -> None:
    finished = repeat("bloxorz-dfs-astar", levels=["bloxorz/1"], blocks=[1])
    (part,) = finished.parts
    assert [(row.solver, row.cells["moves"].measured) for row in part.rows] == [
        ("DFS", 13),
        ("A*", 7),
    ]
    assert repr(finished) == "<FinishedTable bloxorz-dfs-astar: 2 rows>"
    assert "| 13 =" in str(finished)
    text = finished._repr_html_()
    ElementTree.fromstring(text)
    assert "13 =" in text
    assert "moves as published in 2 of 2 rows" in text
