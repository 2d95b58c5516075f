"""Traces as programs use them: limits, files, words, and what a notebook shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import unriddle
from unriddle.core import BadInput, Limits, Status
from unriddle.tracing.trace import STEPS, Trace, tracing


def test_a_trace_is_its_lines() -> None:
    trace = unriddle.trace("bloxorz/1", "astar")
    header, *steps, end = trace
    assert header["format"] == "unriddle-trace"
    assert (header["name"], header["heuristic"], header["level"]) == ("A*", "rolls", "bloxorz/1")
    assert trace.steps == steps
    assert (len(trace), trace.end) == (7, end)
    assert repr(trace) == "<Trace of A* with rolls on bloxorz/1: 7 steps, solved, cost 7>"


def test_settings_and_heuristics_are_taken() -> None:
    trace = unriddle.trace("sokoban/uit/1", "wastar", heuristic="manhattan", weight=3)
    assert trace.header["settings"] == {"weight": 3}
    root = trace.header["root"]
    assert root["f"] == 3 * root["h"]


def test_steps_are_limited_as_solve_limits_nodes() -> None:
    assert len(unriddle.trace("sokoban/uit/5", "bfs")) == STEPS
    trace = unriddle.trace("sokoban/uit/1", "bfs", steps=10)
    assert trace.end is not None
    assert (len(trace), trace.end["end"], trace.end["expanded"]) == (10, "out of nodes", 10)
    result = unriddle.solve("sokoban/uit/1", "bfs", engine="python", limits=Limits(nodes=10))
    assert result.status is Status.OUT_OF_NODES
    assert trace.end["generated"] == result.stats.generated
    exact = unriddle.trace("bloxorz/1", "astar", steps=7)  # it needs no more
    assert exact.end is not None
    assert exact.end["end"] == "solved"


def test_time_and_memory_are_limited() -> None:
    *_, end = tracing("freecell/1", "bfs", limits=0.05)
    assert end["end"] == "out of time"
    *_, end = tracing("freecell/1", "bfs", limits=Limits(mebibytes=1.0))
    assert end["end"] == "out of memory"


def test_files_are_written_and_read(tmp_path: Path) -> None:
    trace = unriddle.trace("sokoban/uit/1", "idastar", steps=50)
    trace.write(tmp_path / "trace.jsonl")
    again = Trace.read(tmp_path / "trace.jsonl")
    assert list(again) == json.loads(json.dumps(list(trace)))
    assert again.sentence(7) == trace.sentence(7)
    assert repr(again) == repr(trace)


def test_a_trace_of_another_program_may_say_little(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text(
        '{"format": "unriddle-trace", "version": 1, "root": {"id": 0}}\n'
        '{"step": 1, "node": 0, "successors": [{"fate": "new", "node": {"id": 1}}]}\n\n'
    )
    trace = Trace.read(file)
    assert (len(trace), set(trace.nodes), trace.end) == (1, {0, 1}, None)
    assert trace.sentence(1) == trace.sentence() == ""
    assert repr(trace) == "<Trace of a search on a puzzle: 1 step>"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not a trace"),
        ("{}\n", "is not a trace"),
        ('{"format": "unriddle-trace", "version": 2}\n', "another version"),
        ('{"format": "unriddle-trace", "version": 1}\nx\n', "line 2: is not JSON"),
        ('{"format": "unriddle-trace", "version": 1}\n' + "[" * 100_000, "line 2: is not JSON"),
        ('{"format": "unriddle-trace", "version": 1}\n[]\n', "line 2: is not a JSON object"),
        ('{"format": "unriddle-trace", "version": 1, "root": {}}\n', "is not a trace"),
        ('{"format": "unriddle-trace", "version": "1"}\n', "another version"),
        (
            '{"format": "unriddle-trace", "version": 1, "sentences": {"a": "b"}}\n'
            '{"step": 1, "node": 0, "sentence": "a"}\n',
            "is not a trace",
        ),
        (
            '{"format": "unriddle-trace", "version": 1}\n'
            '{"step": 1, "node": 0, "instrument": "x"}\n',
            "is not a trace",
        ),
    ],
)
def test_what_is_no_trace_is_told(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_text(text)
    with pytest.raises(BadInput, match=problem):
        Trace.read(file)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        Trace.read("nowhere.jsonl")
