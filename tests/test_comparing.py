"""Solvers side by side, and results as tables for other programs."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import pytest

import unriddle
from unriddle import BadInput, Limits, Status
from unriddle.comparing import rows_of


def first_move(puzzle: Any) -> Any:
    return None


def test_solvers_are_compared_by_name_and_as_functions() -> None:
    found = unriddle.compare("sokoban/uit/1", ["bfs", "wastar:weight=3", first_move], limits=60)
    assert list(found.results) == ["bfs", "wastar:weight=3", "first_move"]
    assert found["bfs"].cost == 12
    assert found["bfs"].optimal
    assert found["first_move"].status is Status.GAVE_UP
    shown = repr(found).splitlines()
    assert shown[0] == "<Comparison sokoban/uit/1>"
    assert shown[1].split() == ["solver", "status", "cost", "optimal", "expanded", "time"]
    assert shown[2].split()[:5] == ["bfs", "solved", "12", "yes", "883"]
    assert pickle.loads(pickle.dumps(found["bfs"])) == found["bfs"]


def test_a_heuristic_is_for_those_that_use_one() -> None:
    found = unriddle.compare("bloxorz/2", ["bfs", "astar"], heuristic=lambda state: 0)
    assert found["bfs"].optimal
    assert not found["astar"].optimal


def test_names_can_be_chosen() -> None:
    found = unriddle.compare("bloxorz/1", {"wide": "bfs", "none": first_move})
    assert list(found.results) == ["wide", "none"]


@pytest.mark.parametrize(
    ("solvers", "problem"),
    [
        ("bfs", "are not solvers"),
        (5, "are not solvers"),
        (["bfs", "bfs"], "two solvers are called bfs"),
        (["bfs", "astra"], "unknown solver 'astra'"),
        ([5], "5 is not a solver"),
    ],
)
def test_what_cannot_be_compared_is_refused(solvers: Any, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        unriddle.compare("bloxorz/1", solvers)


def test_rows_have_the_figures_of_results() -> None:
    (stage,) = unriddle.read("stage 1\n@##.!\n", source="lost")
    found = unriddle.compare(stage, ["bfs", "dfs"])
    rows = found.to_dicts()
    assert [row["solver"] for row in rows] == ["bfs", "dfs"]
    assert {row["level"] for row in rows} == {"lost"}
    assert rows[0]["proof_states"] is not None
    result = unriddle.solve("bloxorz/1", "bfs")
    (row,) = rows_of([result])
    assert {name: row[name] for name in row if not name.startswith("proof")} == {
        "puzzle": "bloxorz",
        "level": "bloxorz/1",
    } | {name: value for name, value in result.to_dict().items() if name != "proof"}
    assert rows_of({"x": result}) == [{"solver": "x", **row}]
    assert len(rows_of([result, found])) == 3
    with pytest.raises(BadInput, match="is not a result"):
        rows_of([5])  # type: ignore[list-item]


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_frames_have_a_row_for_each_result(name: str) -> None:
    pytest.importorskip(name)
    found = unriddle.compare("bloxorz/1", ["bfs", "mcts"], limits=Limits(nodes=1))
    frame = getattr(found, f"to_{name}")()
    assert len(frame) == 2
    assert list(frame["status"]) == ["out of nodes", "out of nodes"]
    assert "cost" in frame.columns
    assert len(getattr(unriddle, f"to_{name}")([found, found])) == 4


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_without_the_package_the_command_is_named(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(BadInput, match=f"{name} is not installed") as refused:
        getattr(unriddle, f"to_{name}")([])
    assert refused.value.hint == f"pip install {name}"


def test_a_notebook_shows_a_table_and_bars() -> None:
    comparison = unriddle.compare("bloxorz/3", ["bfs", "astar"])
    text = comparison._repr_html_()
    assert text.count("<svg") == 2
    for result in comparison.results.values():
        assert f">{result.stats.expanded}</td>" in text


def raising(puzzle: Any) -> Any:
    raise KeyError("lost")


def test_a_faulty_search_ends_alone_and_has_a_row() -> None:
    def unplayable(puzzle: Any) -> Any:
        return "UUU"

    found = unriddle.compare("bloxorz/1", [raising, "bfs", unplayable])
    assert list(found.results) == ["bfs"]
    assert list(found.faults) == ["raising", "unplayable"]
    assert "raising raised KeyError: 'lost'" in repr(found)
    with pytest.raises(BadInput, match="solver dfs uses no heuristic"):
        unriddle.compare("bloxorz/1", ["bfs", "dfs"], heuristic="rolls")
    assert "cannot be played" in repr(found)
    assert "faulty code" in found._repr_html_()
    rows = {row["solver"]: row for row in found.to_dicts()}
    assert rows["bfs"]["status"] == "solved"
    assert rows["raising"]["status"] == "faulty code"
    assert "KeyError" in rows["raising"]["fault"]
    assert {row["level"] for row in rows.values()} == {"bloxorz/1"}
    with pytest.raises(unriddle.FaultyCode, match="KeyError"):
        found["raising"]


def test_rows_of_results_can_be_told_apart() -> None:
    levels = ["bloxorz/1", "sokoban/uit/1"]
    rows = rows_of([unriddle.solve(level) for level in levels])
    assert [row["level"] for row in rows] == levels
    assert [row["puzzle"] for row in rows] == ["bloxorz", "sokoban"]
