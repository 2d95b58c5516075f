"""What the engine promises where there are no threads; to be run in Pyodide, see in_pyodide.mjs."""

from __future__ import annotations

import ast
import time
from pathlib import Path
from typing import Any

from unriddle.catalog import entry_of
from unriddle.core import Limits, Stats, Status
from unriddle.engines.run import NativeRun
from unriddle.loading import load
from unriddle.native import _core
from unriddle.solving import choose

LARGE = "sokoban/uit/18"


def run_of(limits: Limits, solver: str = "bfs") -> NativeRun[Any, Any]:
    """A search that takes long."""
    puzzle = load(LARGE)
    run = choose(entry_of(puzzle), solver, engine="native").start(puzzle, limits).search
    assert isinstance(run, NativeRun)
    return run


def refused(work: Any, error: type[Exception]) -> str:
    """What is raised."""
    try:
        work()
    except error as raised:
        return str(raised)
    raise AssertionError(f"no {error.__name__}")


def limits_hold() -> None:
    started = time.perf_counter()
    status, stats = run_of(Limits(seconds=0.3)).ending()
    assert status is Status.OUT_OF_TIME
    assert stats.expanded > 1000
    assert time.perf_counter() - started < 5
    assert run_of(Limits(nodes=1234)).ending()[1].expanded == 1234
    status, stats = run_of(Limits(mebibytes=8)).ending()
    assert status is Status.OUT_OF_MEMORY
    assert stats.memory <= 8 * 2**20


def progress_arrives_and_a_search_can_be_stopped() -> None:
    run = run_of(Limits(seconds=60))
    heard: list[Stats] = []

    def tell(stats: Stats) -> None:
        heard.append(stats)
        if len(heard) == 3:
            run.stop()

    run.tell = tell
    assert run.result().status is Status.STOPPED
    assert 0 < heard[0].expanded < heard[1].expanded < heard[2].expanded


def what_a_listener_raises_comes_out() -> None:
    run = run_of(Limits(seconds=60))

    def tell(stats: Stats) -> None:
        raise ZeroDivisionError("by a listener")

    run.tell = tell
    assert refused(run.result, ZeroDivisionError) == "by a listener"
    assert run_of(Limits(nodes=10)).ending()[1].expanded == 10  # the engine lives


def errors_are_those_of_python() -> None:
    level = load(LARGE)
    engine = run_of(Limits())._native.engine_of(level)
    assert "there are: bfs, " in refused(lambda: engine.search("none"), ValueError)
    refused(lambda: engine.describe(b"no state"), ValueError)
    refused(lambda: engine.search("beam", {"width": -1}), ValueError)
    refused(lambda: _core.freecell_shuffled(0), IndexError)
    unready = engine.search("bfs")
    assert refused(unready.result, RuntimeError) == "the search has not ended"
    assert _core.splitmix64(2**64 - 1, 2) == [16490336266968443936, 16834447057089888969]


def names_are_those_of_the_stub() -> None:
    """All but the vector environments, with all their methods."""
    stub = ast.parse(Path(_core.__file__).with_name("_core.pyi").read_text("utf-8"))
    for item in stub.body:
        if isinstance(item, ast.ClassDef) and not {"Batch", "Games"} & {
            item.name,
            *(base.id for base in item.bases if isinstance(base, ast.Name)),
        }:
            methods = [one.name for one in item.body if isinstance(one, ast.FunctionDef)]
            missing = [name for name in methods if not hasattr(getattr(_core, item.name), name)]
            assert not missing, (item.name, missing)
        elif isinstance(item, ast.FunctionDef):
            assert callable(getattr(_core, item.name))


if __name__ == "__main__":
    limits_hold()
    progress_arrives_and_a_search_can_be_stopped()
    what_a_listener_raises_comes_out()
    errors_are_those_of_python()
    names_are_those_of_the_stub()
    print("all kept")
