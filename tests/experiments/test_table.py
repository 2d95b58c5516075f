"""From runs to tables: what is run, what is measured, and how it is written."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from unriddle.core import BadInput, Limits
from unriddle.experiments import text
from unriddle.experiments.measuring import CRASHED, REFUSED, Job, Measurement
from unriddle.experiments.running import RunKey, adjusted, carry_out, keys
from unriddle.experiments.spec import Experiment, Figure
from unriddle.experiments.spec_file import find, parse
from unriddle.experiments.table import Cell, FinishedTable, arrange
from unriddle.experiments.worker import JobRunner, answer

SPEC = """
title = "small | large"
source = "a report"
notes = ["a remark"]
[level_notes]
"bloxorz/2" = "a footnote"
[[block]]
title = "one run"
levels = ["bloxorz/1-2"]
figures = ["moves", "nodes", "seconds", "optimal"]
rows = ["levels", "total"]
rules = { space = "counted" }
[[block.solver]]
name = "A*"
solver = "astar"
reference = true
exact = ["moves", "nodes"]
published = [["bloxorz/1", 7, 37, 0.1, "-"], ["bloxorz/2", 18, 1, 2, "no"]]
[[block.solver]]
name = "DFS"
solver = "dfs"
levels = ["bloxorz/2"]
[[block]]
title = "three runs"
levels = ["bloxorz/1"]
figures = ["seconds", "moves", "memory"]
runs = 3
time = 20
hopeless = 1
[[block.solver]]
name = "MCTS"
solver = "mcts"
published = [["bloxorz/1", "#", [8, 33, 19.8], "-"]]
"""


def made(experiment: Experiment) -> FinishedTable:
    runs = {key: measured for key, measured in carry_out(experiment) if measured is not None}
    return arrange(experiment, runs)


@pytest.fixture(scope="module")
def finished() -> FinishedTable:
    return made(parse(SPEC, source="small.toml"))


def test_every_run_is_made_once(finished: FinishedTable) -> None:
    assert list(finished.runs) == list(keys(finished.experiment))
    assert [key.seed for key in finished.runs if key.block == 1] == [1, 2, 3]
    assert all(one.is_solved and one.plan for one in finished.runs.values())


def test_rows(finished: FinishedTable) -> None:
    rows = finished.parts[0].rows
    assert [(row.level, row.solver) for row in rows] == [
        ("bloxorz/1", "A*"),
        ("bloxorz/2", "A*"),
        ("bloxorz/2", "DFS"),
        ("total of 2", "A*"),
        ("total of 1", "DFS"),
    ]
    first, second, deep, total, _ = rows
    assert (first.optimum, second.optimum, deep.optimum) == (7, 17, 17)
    assert first.cells["moves"].is_equal
    assert second.cells["moves"].is_equal is False
    assert first.cells["optimal"].measured == "yes"
    assert deep.cells["optimal"].measured == "no"
    assert total.cells["moves"].measured == 12.0
    assert finished.parts[0].agreement() == {"moves": (1, 1, 0), "nodes": (0, 2, 0)}


@pytest.mark.parametrize(
    ("published", "measured", "equal"),
    [
        (7, 7, True),
        (7, 8, False),
        (7, "#", None),
        ("#", "#", True),
        ("no solution", "unsolvable", True),
        ("no solution", 7, False),
        ("not solved", "#", None),
        (None, 7, None),
        (7, None, None),
    ],
)
def test_agreement(published: Figure | None, measured: Figure | None, equal: bool | None) -> None:
    assert Cell(published, measured).is_equal is equal


def test_several_runs(finished: FinishedTable) -> None:
    (row,) = finished.parts[1].rows
    measured = row.cells["moves"].measured
    assert isinstance(measured, tuple)
    low, high, mean = measured
    assert 7 <= low <= mean <= high
    assert row.runs == 3


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the memory: run it there")
def test_memory_is_measured_alike_for_both_engines() -> None:
    """In a fresh process each, so that it does not matter what ran before."""
    limits = Limits(nodes=20_000)
    with JobRunner() as runner:
        jobs = [
            Job("freecell/1", "bfs", engine, limits=limits, memory=True)
            for engine in ("python", "python", "native" if _is_native() else "python")
        ]
        first, again, native = (runner.run(job).memory for job in jobs)
    assert first is not None
    assert again is not None
    assert native is not None
    assert first > 2**20
    assert abs(first - again) < 0.2 * first
    assert native > 2**20


def _is_native() -> bool:
    from unriddle.engines import why_not

    return not why_not


def test_memory_is_not_invented(finished: FinishedTable) -> None:
    assert all(one.memory is None for key, one in finished.runs.items() if key.block == 0)


def test_a_crash_spoils_one_run_only() -> None:
    with JobRunner() as runner:
        assert runner.run(Job("bloxorz/1", "bfs")).is_solved
        assert runner._worker is not None
        runner._worker.process.kill()
        runner._worker.process.join()
        assert runner.run(Job("bloxorz/1", "bfs")).status == CRASHED
        assert runner.run(Job("bloxorz/1", "bfs")).is_solved


def test_what_does_not_fit_into_memory_is_beyond_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def enormous(job: Job) -> Measurement:
        raise MemoryError

    monkeypatch.setattr("unriddle.experiments.worker.measure", enormous)
    measured = answer(Job("bloxorz/1", "bfs"))
    assert measured.status == "out of memory"
    assert measured.is_beyond


def test_what_cannot_be_run_is_refused() -> None:
    with JobRunner() as runner:
        measured = runner.run(Job("bloxorz/1", "bsf"))
    assert measured.status == REFUSED
    assert "unknown solver" in measured.error


def test_hopeless_runs_are_left_out() -> None:
    experiment = parse(SPEC.replace("time = 20", "nodes = 1"), source="small.toml")
    finished = made(replace(experiment, blocks=experiment.blocks[1:]))
    assert len(finished.runs) == 1
    (row,) = finished.parts[0].rows
    assert row.cells["moves"].measured == "#"
    assert row.cells["seconds"].is_equal  # both exceeded a limit


def test_adjusted() -> None:
    experiment = parse(SPEC, source="small.toml")
    fewer = adjusted(experiment, limits=Limits(seconds=3), runs=2, levels=["1"])
    assert [key.level for key in keys(fewer)] == ["bloxorz/1"] * 3
    assert fewer.blocks[1].limits.seconds == 3
    console = adjusted(find("bloxorz-console"), levels=["1"])
    assert not any(solver.published for solver in console.blocks[0].solvers)
    some = adjusted(experiment, levels=["2-9", "bloxorz/7"])
    assert [key.level for key in keys(some)] == ["bloxorz/2"] * 2
    assert [block.runs for block in adjusted(experiment, runs=9).blocks] == [1, 3]
    with pytest.raises(BadInput, match="none of these levels is in the table 'small': 7") as raised:
        adjusted(experiment, levels=["7"])
    assert "bloxorz/1 to bloxorz/2" in raised.value.hint


def test_a_sample_of_the_levels() -> None:
    deals = find("freecell-deals")
    sample = adjusted(deals).blocks[0].solvers[0].levels
    assert sample[:2] == ("freecell/64", "freecell/128")
    assert (len(sample), sample[-1]) == (500, "freecell/32000")
    assert len(adjusted(deals, full=True).blocks[0].solvers[0].levels) == 32000


@pytest.mark.parametrize(
    ("figure", "value", "expected"),
    [
        ("nodes", 71595, "71,595"),
        ("moves", 19.8, "19.8"),
        ("moves", 12.0, "12"),
        ("seconds", 0.00012, "0.00012"),
        ("seconds", 0.1234, "0.123"),
        ("seconds", 66394.26, "66,394"),
        ("seconds", 0, "0"),
        ("memory", 247076, "241"),
        ("percent", 99.06, "99.06"),
        ("percent", 100.0, "100"),
        ("moves", (8, 33, 19.8), "8 / 33 / 19.8"),
        ("moves", "#", "#"),
        ("moves", None, ""),
    ],
)
def test_figures_for_people(figure: str, value: object, expected: str) -> None:
    assert text.shown(figure, value) == expected  # type: ignore[arg-type]


def test_markdown(finished: FinishedTable) -> None:
    lines = text.to_markdown(finished).splitlines()
    assert lines[0] == "# small | large"
    assert any(line.startswith("| bloxorz/1 | A* | 7 | 7 = | 37 |") for line in lines)
    assert any("| 17 ≠ |" in line for line in lines)
    assert "[1] a footnote  " in lines
    assert "- a remark" in lines
    assert "- one run: moves as published in 1 of 2 rows." in lines
    widths = {line.count("|") for line in lines if line.startswith("|")}
    assert len(widths) == 2, "one width for each block"


def test_csv_has_a_line_for_every_run(finished: FinishedTable) -> None:
    rows = list(csv.DictReader(io.StringIO(text.to_csv(finished))))
    assert len(rows) == len(finished.runs)
    assert rows[0]["level"] == "bloxorz/1"
    assert rows[0]["moves"] == rows[0]["published_moves"] == "7"
    assert rows[-1]["published_moves"] == "8.0/33.0/19.8"


def test_json_holds_everything(finished: FinishedTable) -> None:
    whole = json.loads(json.dumps(text.to_json(finished)))
    assert whole["blocks"][0]["agreement"]["moves"] == {"equal": 1, "unequal": 1, "cut_short": 0}
    assert whole["blocks"][0]["rows"][0]["measured"]["moves"] == 7
    assert len(whole["runs"]) == len(finished.runs)
    assert whole["runs"][0]["plan"]


def test_what_was_interrupted_is_still_a_table() -> None:
    experiment = parse(SPEC, source="small.toml")
    key = RunKey(0, 0, "bloxorz/1", None)
    finished = arrange(experiment, {key: Measurement("out of time", nodes=5, seconds=1.0)})
    assert len(finished.parts[0].rows) == 2
    assert finished.parts[1].rows == ()
    assert "| # |" in text.to_markdown(finished)
    assert "moves as published in 0 of 1 rows, 1 cut short by a limit." in text.to_markdown(
        finished
    )
    assert text.to_csv(arrange(experiment, {}))


def test_the_report_needs_no_network(finished: FinishedTable, tmp_path: Path) -> None:
    pytest.importorskip("altair", reason="pictures need it: pip install 'unriddle[lab]'")
    from unriddle.experiments.report import write

    page = write([finished], tmp_path / "out")
    html = page.read_text("utf-8")
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", html))
    assert {address for address in addresses if "www.w3.org" not in address} == set()
    assert not re.search(r"<(script|link|img|iframe|object)\b|@import|url\(", html)
    assert "<svg" in html
    assert "7 =" in html
    assert "moves 1 of 2 as published, nodes 0 of 2 as published" in html
    names = {path.name for path in page.parent.iterdir()}
    assert {"small.md", "small.csv", "small.json", "report.html"} <= names
    for picture in page.parent.glob("*.png"):
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert picture.name in (page.parent / "small.md").read_text("utf-8")
    drawn = {path.stem for path in page.parent.glob("*.png")}
    assert drawn == {
        *("small-1-nodes", "small-1-seconds", "small-1-length"),
        *("small-2-seconds", "small-2-moves"),
    }


def test_pictures_for_papers(finished: FinishedTable, tmp_path: Path) -> None:
    pytest.importorskip("altair", reason="pictures need it: pip install 'unriddle[lab]'")
    from unriddle.experiments.report import write

    folder = write([finished], tmp_path / "out", endings=["svg", "pdf"]).parent
    drawings, papers = sorted(folder.glob("*.svg")), sorted(folder.glob("*.pdf"))
    assert [path.stem for path in drawings] == [path.stem for path in papers]
    assert len(drawings) == 5
    assert not list(folder.glob("*.png"))
    for drawing, paper in zip(drawings, papers, strict=True):
        assert drawing.read_text("utf-8").startswith("<svg")
        assert paper.read_bytes().startswith(b"%PDF")
        assert f"({drawing.name})" in (folder / "small.md").read_text("utf-8")


def rows_in(described: Any) -> Iterator[dict[str, Any]]:
    """The rows of data in the description of a chart, wherever Altair puts them."""
    if isinstance(described, dict):
        if "variant" in described and "kind" in described:
            yield described
        for part in described.values():
            yield from rows_in(part)
    elif isinstance(described, list):
        for part in described:
            yield from rows_in(part)


def test_repeated_runs_have_bars_from_minimum_to_maximum_with_the_mean(
    finished: FinishedTable,
) -> None:
    pytest.importorskip("altair", reason="pictures need it: pip install 'unriddle[lab]'")
    from unriddle.experiments.plots import pictures

    (moves,) = [one for one in pictures(finished) if one.name == "small-2-moves"]
    rows = list(rows_in(moves.chart.to_dict()))
    bars = [row for row in rows if row["kind"] == "measured" and "low" in row]
    runs = [row["value"] for row in rows if "value" in row]
    assert bars
    for bar in bars:
        assert bar["low"] == min(runs)
        assert bar["high"] == max(runs)
        assert bar["mean"] == pytest.approx(sum(runs) / len(runs))


def test_a_folder_that_cannot_be_written(finished: FinishedTable, tmp_path: Path) -> None:
    pytest.importorskip("altair", reason="pictures need it: pip install 'unriddle[lab]'")
    from unriddle.experiments.report import write

    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        write([finished], tmp_path / "file")


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from unriddle.experiments.table import repeat\n"
        "repeat('sokoban-1', levels=['sokoban/uit/4'], runs=1)\n"
        "print('done')\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "BadInput: no worker can be started" in done.stderr
    assert "bootstrapping" not in done.stderr
    guarded = script.read_text().replace("repeat('", "if __name__ == '__main__':\n  repeat('")
    script.write_text(guarded)
    assert "done" in subprocess.check_output([sys.executable, str(script)], text=True)
