"""Pseudo-code and code say the same: every search is followed through its lines of Python.

A line of a search that ends in `# take` belongs to the line of pseudo-code of that name. The lines
that really run between two expansions are counted, and compared with what the trace says.
"""

from __future__ import annotations

import inspect
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from generators.graphs import Guess, guesses
from hypothesis import HealthCheck, given, settings
from tracing.following import VARIANTS, choice_of, traced

from unriddle.catalog import SOLVERS
from unriddle.core import Status, finish
from unriddle.search.pseudocode import Line, Pseudocode
from unriddle.tracing.readings import READINGS
from unriddle.tracing.tracer import Tracer

FOLDER = str(Path(inspect.getfile(Line)).parent)
TEXTBOOK = list(READINGS)


@cache
def marks(file: str) -> dict[int, str]:
    """The names at the ends of lines of a module, by the number of the line."""
    with open(file, encoding="utf-8") as source:
        tokens = list(tokenize.generate_tokens(io.StringIO(source.read()).readline))
    found = {}
    for token in tokens:
        match = re.fullmatch(r"# ([a-z]+)", token.string)
        if token.type == tokenize.COMMENT and match and token.line.strip() != token.string:
            found[token.start[0]] = match[1]
    return found


class Follower:
    """Counts the marked lines that run, as long as it is on."""

    def __init__(self) -> None:
        self.ran: Counter[str] = Counter()
        self.codes: set[CodeType] = set()

    @contextmanager
    def following(self) -> Iterator[None]:
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(FOLDER) or code.co_name in ("<lambda>", "<listcomp>"):
            return None
        self.codes.add(code)
        return self._line

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            name = marks(frame.f_code.co_filename).get(frame.f_lineno)
            if name is not None:
                self.ran[name] += 1
        return self._line


def told(names: Counter[str]) -> dict[str, int]:
    """What a trace says of such counts: what was selected and then pruned is left out."""
    counts = dict(names)
    pruned = counts.pop("prune", 0)
    if pruned:
        counts["select"] -= pruned
    return {name: count for name, count in counts.items() if count}


@pytest.mark.parametrize("name", VARIANTS)
@given(guess=guesses(admissible=False))
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_the_lines_that_a_step_names_are_those_that_ran(name: str, guess: Guess) -> None:
    follower = Follower()
    tracer = Tracer(guess.puzzle, choice_of(VARIANTS[name], guess))
    finish(tracer.prepare())
    tracer.header()
    for _ in range(40):
        follower.ran.clear()
        with follower.following():
            step = tracer.step()
        if step is None:
            break
        assert step["lines"] == told(follower.ran)
        assert step["line"] in step["lines"]
    else:
        tracer.stop(Status.OUT_OF_NODES)
        return
    end = tracer.ended()
    if tracer.expanded:
        line = end["line"]
        assert follower.ran[line] or (line == "found" and follower.ran["goal"])


@cache
def codes_of(solver: str) -> frozenset[CodeType]:
    """The functions of a search that have marked lines."""
    search = SOLVERS[solver].search
    module = inspect.getmodule(search)
    assert module is not None
    functions = {
        name: one.__code__
        for name, one in vars(module).items()
        if inspect.isfunction(one) and one.__module__ == module.__name__
    }
    assert search is not None
    found: set[CodeType] = set()
    waiting = [search.__code__]
    while waiting:
        code = waiting.pop()
        if code not in found:
            found.add(code)
            waiting += [functions[name] for name in code.co_names if name in functions]
    return frozenset(found)


@pytest.mark.parametrize("solver", TEXTBOOK)
def test_every_line_of_pseudocode_is_in_the_code_and_the_other_way_round(solver: str) -> None:
    lines: Pseudocode = SOLVERS[solver].pseudocode
    names = [line.name for line in lines if line.name]
    assert 7 <= len(lines) <= 13
    assert len(set(names)) == len(names)
    marked = set()
    for code in codes_of(solver):
        numbers = {line for _, _, line in code.co_lines() if line}
        marked |= {name for line, name in marks(code.co_filename).items() if line in numbers}
    assert marked == set(names)
    for line in lines:
        assert line.en
        assert line.vi
        assert line.depth >= 0


@pytest.mark.parametrize("solver", TEXTBOOK)
def test_the_variables_that_are_looked_at_are_those_of_the_search(solver: str) -> None:
    names = {name for code in codes_of(solver) for name in code.co_varnames}
    assert set(READINGS[solver]({"weight": 1}).variables) <= names


@given(guess=guesses(admissible=True))
def test_the_bounds_of_idastar_are_those_that_it_takes_next(guess: Guess) -> None:
    _, (_, *steps, _) = traced("idastar", guess)
    bounds = {}
    following = {}
    for step in steps:
        shown = step["instrument"]
        bounds[shown["iteration"]] = shown["bound"]
        following[shown["iteration"]] = shown["next_bound"]
    for number, bound in bounds.items():
        if number + 1 in bounds:
            assert following[number] == bounds[number + 1] > bound


@given(guess=guesses(admissible=False))
def test_beam_layers_hold_at_most_their_width(guess: Guess) -> None:
    _, (_, *steps, _) = traced("beam:width=2", guess)
    for step in steps:
        shown = step["instrument"]
        assert 1 <= shown["place"] <= shown["kept"] <= shown["width"] == 2


@given(guess=guesses(admissible=False))
def test_monte_carlo_is_told_as_it_was_before_the_simulation(guess: Guess) -> None:
    """Visits and values, reckoned again from the paths and rewards that were told before."""
    _, (_, *steps, _) = traced("mcts:depth=3", guess)
    visits: Counter[int] = Counter()
    values: dict[int, float] = {}
    for step in steps:
        shown = step["instrument"]
        assert shown["path"][-1] == step["node"]
        assert shown["visits"] == [visits[one] for one in shown["path"]]
        assert shown["values"] == [values.get(one) for one in shown["path"]]
        for child in shown["children"]:
            assert child["visits"] == visits[child["node"]]
        if len(shown["path"]) > 2:  # the selection went on where UCT is largest
            chosen = [one for one in shown["children"] if one["node"] == shown["path"][-2]]
            assert [max(one["uct"] for one in shown["children"])] == [one["uct"] for one in chosen]
        for one in shown["path"]:
            visits[one] += 1
            values[one] = max(values.get(one, shown["reward"]), shown["reward"])
