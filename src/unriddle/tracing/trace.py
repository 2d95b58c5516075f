"""Traces as programs use them: the lines one after the other, or all of them at once, and files."""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from unriddle.catalog import AnyPuzzle, entry_of
from unriddle.core import BadInput, Limits, Status
from unriddle.lines import json_lines
from unriddle.plans import Level, puzzle_from
from unriddle.search.drive import INTERVAL, MemoryMeter, gc_paused
from unriddle.search.own_thread import Late
from unriddle.search.own_thread import within as in_own_thread
from unriddle.solving import Estimator, Solver, Within, choose
from unriddle.text_files import open_text
from unriddle.tracing.reading import Json
from unriddle.tracing.sentences import LANGUAGES, filled
from unriddle.tracing.tracer import FORMAT, VERSION, Tracer
from unriddle.writing import write_file

STEPS = 1000
"""The steps of a trace, unless somebody wants more or fewer."""


def tracing(
    puzzle: Level[Any, Any],
    solver: Solver | None = None,
    *,
    heuristic: Estimator | None = None,
    limits: Within = None,
    boards: bool = True,
    **settings: Any,
) -> Iterator[Json]:
    """The lines of a trace, as the search goes on: nothing of it is kept.

    A limit ends it with the status of that limit. Without a `solver` the puzzle's textbook one.
    """
    game = puzzle_from(puzzle)
    choice = choose(entry_of(game), solver, heuristic=heuristic, engine="python", settings=settings)
    return within(Tracer(game, choice, boards=boards), Limits.of(limits) or Limits())


def within(tracer: Tracer, limits: Limits) -> Iterator[Json]:
    """All lines of a tracer, as far as the limits allow; time and memory are checked at times."""
    clock, meter = time.perf_counter, MemoryMeter(limits.mebibytes)
    started = now = clock()
    next_report = now + INTERVAL
    deadline = math.inf if limits.seconds is None else started + limits.seconds
    if tracer.choice.own:  # it may never come back
        tracer.run = lambda step: in_own_thread(step, deadline - clock())
    for _ in tracer.prepare():
        if clock() >= deadline:
            tracer.stop(Status.OUT_OF_TIME)
            break
    else:
        yield tracer.header()
    while tracer.is_ready:
        try:
            line = tracer.step()
        except Late:
            tracer.stop(Status.OUT_OF_TIME)
            break
        if line is None:
            break
        if tracer.expanded - 1 == limits.nodes:  # this one would be one too many
            tracer.take_back()
            tracer.stop(Status.OUT_OF_NODES)
            break
        yield line
        now = clock()
        if now >= deadline:
            tracer.stop(Status.OUT_OF_TIME)
        elif now >= next_report:
            next_report = now + INTERVAL
            if meter.is_over():
                tracer.stop(Status.OUT_OF_MEMORY)
    yield tracer.ended()


def trace(
    puzzle: Level[Any, Any],
    solver: Solver | None = None,
    *,
    heuristic: Estimator | None = None,
    steps: int = STEPS,
    limits: Within = None,
    boards: bool = True,
    **settings: Any,
) -> Trace:
    """Follow a textbook search, or one of your own, step by step: `trace("bloxorz/1", "astar")`.

    It ends after `steps` steps, or at the limits. A notebook shows it, with a slider.
    """
    game = puzzle_from(puzzle)
    asked = Limits.of(limits) or Limits()
    within = Limits(asked.seconds, min(steps, asked.nodes or steps), asked.mebibytes)
    with gc_paused():
        lines = list(
            tracing(game, solver, heuristic=heuristic, limits=within, boards=boards, **settings)
        )
    return Trace(lines, game)


class Trace:
    """A search, step by step: iterate it for its lines, which are those of docs/formats.md."""

    def __init__(self, lines: Iterable[Json], puzzle: AnyPuzzle | None = None) -> None:
        self.header: Json = {}
        self.steps: list[Json] = []
        """One for each expansion."""
        self.end: Json | None = None
        self.nodes: dict[int, Json] = {}
        """The records of all nodes, by number."""
        self.puzzle = puzzle
        for line in lines:
            self.add(line)

    def add(self, line: Json) -> None:
        """Take one more line: the header first, then steps, then the end."""
        if "step" in line:
            self.steps.append(line)
        elif "end" in line:
            self.end = line
        else:
            self.header = line
        self.nodes.update(nodes_in(line))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Trace:
        """The trace in a file; raises `BadInput` with the line that is none."""
        source = os.fspath(path)
        try:
            with open_text(path) as file:
                lines = list(json_lines(file, source))
        except OSError as error:
            raise BadInput("cannot be read", source=source) from error
        if not lines or lines[0].get("format") != FORMAT:
            raise BadInput(f"is not a trace: its first line has no format {FORMAT}", source=source)
        if lines[0].get("version") != VERSION:
            raise BadInput(f"is a trace of another version than {VERSION}", source=source)
        try:
            trace = cls(lines)
            for line in (*trace.steps, trace.end or {}):  # what is odd is noticed here
                sentence_of(trace.header, line, trace.nodes.get)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise BadInput(f"is not a trace: {error!r}", source=source) from error
        return trace

    def __iter__(self) -> Iterator[Json]:
        yield self.header
        yield from self.steps
        if self.end is not None:
            yield self.end

    def __len__(self) -> int:
        """How many steps it has."""
        return len(self.steps)

    def __repr__(self) -> str:
        header = self.header
        who = header.get("name") or header.get("solver") or "a search"
        guided = f" with {header['heuristic']}" if header.get("heuristic") else ""
        where = header.get("level") or header.get("puzzle") or "a puzzle"
        steps = f"{len(self):,} step{'' if len(self) == 1 else 's'}"
        end = f", {self.end['end']}" if self.end else ""
        cost = f", cost {self.end['cost']}" if self.end and self.end.get("cost") is not None else ""
        return f"<Trace of {who}{guided} on {where}: {steps}{end}{cost}>"

    def sentence(self, step: int | None = None, language: str = "en") -> str:
        """What happens in a step, counted from 1, in words; without a number, how it ends."""
        if language not in LANGUAGES:
            raise BadInput(f"no language {language!r}", hint=f"there are: {', '.join(LANGUAGES)}")
        line = self.end if step is None else self.steps[step - 1]
        return "" if line is None else sentence_of(self.header, line, self.nodes.get, language)

    def write(
        self,
        path: str | os.PathLike[str],
        *,
        first: int = 1,
        language: str = "en",
        theme: str | None = None,
    ) -> None:
        """Write it as JSON Lines, which the page opens, or in the format that the name ends in.

        `.html` is a page that plays its steps from `first` on, `.gif` an animation. Both need the
        puzzle, so they raise `BadInput` for a trace from a file.
        """
        content: str | bytes
        if (kind := kind_of(path)) is None:
            content = "".join(map(written, self))
        else:
            content = self.picture(kind, first=first, language=language, theme=theme)
        write_file(os.fspath(path), content)

    def picture(
        self, kind: str, *, first: int = 1, language: str = "en", theme: str | None = None
    ) -> str | bytes:
        """The steps from `first` on as the text of a page, `html`, or the bytes of a `gif`."""
        if self.puzzle is None:
            raise BadInput("a trace from a file has no puzzle to draw", hint="trace it again")
        if kind == "gif":
            gif: bytes = import_module("unriddle.pictures.trace_gif").gif(
                self, self.puzzle, first=first, theme=theme or "light"
            )
            return gif
        view = import_module("unriddle.pictures.trace_view")
        html: str = view.page(
            self, self.puzzle, first=first, language=language, theme=theme or "auto"
        ).html
        return html

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: the board, the sentence and the steps, with a slider."""
        if self.puzzle is None:
            return {"text/plain": repr(self)}
        shown: dict[str, str] = import_module("unriddle.pictures.trace_view").bundle(self)
        return shown


def kind_of(path: str | os.PathLike[str]) -> str | None:
    """What is seen of a trace in a file of this name: `html`, `gif`, or None for its lines."""
    ending = os.path.splitext(os.fspath(path))[1].lower().removeprefix(".")
    return ending if ending in ("html", "gif") else None


def nodes_in(line: Json) -> dict[int, Json]:
    """The records of the nodes that a line introduces, by number."""
    if "step" in line:
        records = [line["added"]] if "added" in line else []
        records += [one["node"] for one in line.get("successors", ()) if "node" in one]
    elif "end" in line:
        records = line.get("added", [])
    else:
        records = [line["root"]] if "root" in line else []
    return {node["id"]: node for node in records}


def sentence_of(
    header: Mapping[str, Any],
    line: Mapping[str, Any],
    node_of: Callable[[int], Mapping[str, Any] | None],
    language: str = "en",
) -> str:
    """What a step or the end says in words; empty where a trace has no words for it."""
    words = (header.get("sentences") or {}).get(line.get("sentence")) or {}
    template = str(words.get(language) or "")
    number = line.get("node")
    node = None if number is None else node_of(number)
    return filled(template, line, node or {})


def written(line: Json) -> str:
    """A line as it stands in a file, with its end."""
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"{text}\n"
