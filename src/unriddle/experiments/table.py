"""From runs to rows: published and measured figures side by side, and how far they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import NamedTuple

from unriddle.core import Limits, Status
from unriddle.experiments.measuring import Measurement
from unriddle.experiments.running import RunKey, adjusted, carry_out
from unriddle.experiments.spec import TOTAL, Block, Experiment, Figure
from unriddle.experiments.spec_file import find
from unriddle.wording import counted, unsolvable_ones

BEYOND_LIMIT = "#"
"""Stands where a limit was exceeded, as in the reports."""

Runs = Mapping[RunKey, Measurement]


@dataclass(frozen=True)
class Cell:
    """A figure of a row."""

    published: Figure | None = None
    measured: Figure | None = None

    exact: bool = False
    """Does the spec say that they are equal?"""

    @property
    def is_equal(self) -> bool | None:
        """Do they agree? None if there is only one of them, or only words that say little."""
        published = _PROVED.get(str(self.published), self.published)
        if published is None or self.measured is None:
            return None
        if isinstance(published, str) and published not in (BEYOND_LIMIT, Status.UNSOLVABLE):
            return None
        if _is_not_proved(self.measured) and self.measured != published:
            return None  # it might have come to that
        return published == self.measured


def _is_not_proved(measured: Figure) -> bool:
    return measured == BEYOND_LIMIT or str(measured).startswith(unsolvable_ones(""))


_PROVED = {"no solution": str(Status.UNSOLVABLE)}
"""What reports call it, and what it is if it is proved."""


@dataclass(frozen=True)
class Row:
    """What one solver did on one level, or on all of them."""

    level: str
    solver: str
    cells: Mapping[str, Cell]
    optimum: int | None = None
    runs: int = 1
    """How many runs the figures come from."""
    is_whole: bool = True
    """False if a run was cut short, so that its time and its nodes are only lower bounds."""
    notes: tuple[int, ...] = ()
    """The numbers of its footnotes."""


class Agreement(NamedTuple):
    """In how many rows a figure is as published, in how many not, and how many were cut short."""

    equal: int
    unequal: int
    cut_short: int


@dataclass(frozen=True)
class Part:
    """A block of the finished table."""

    block: Block
    rows: tuple[Row, ...]

    @property
    def figures_published(self) -> tuple[str, ...]:
        """Which figures have something published beside them."""
        return tuple(
            figure
            for figure in self.block.figures
            if any(
                figure in row.cells and row.cells[figure].published is not None for row in self.rows
            )
        )

    def agreement(self) -> dict[str, Agreement]:
        """How far each figure agrees that should."""
        found: dict[str, Agreement] = {}
        for figure in self.figures_published:
            rows = [
                row
                for row in self.rows
                if figure in row.cells
                and row.cells[figure].exact
                and row.cells[figure].published is not None
            ]
            judged = [row.cells[figure].is_equal for row in rows if row.is_whole]
            if rows:
                found[figure] = Agreement(
                    judged.count(True), judged.count(False), len(rows) - len(judged)
                )
        return found


@dataclass(frozen=True)
class FinishedTable:
    """A table that was made, or the part of it that was."""

    experiment: Experiment
    runs: Runs
    parts: tuple[Part, ...]
    footnotes: tuple[str, ...] = field(default=())
    optima: Mapping[str, int] = field(default_factory=dict)
    """By level: what the solvers that are the reference have proved."""

    def __repr__(self) -> str:
        rows = sum(len(part.rows) for part in self.parts)
        return f"<FinishedTable {self.experiment.name}: {counted(rows, 'row')}>"

    def __str__(self) -> str:
        """The whole table, as Markdown."""
        from unriddle.experiments.text import to_markdown

        return to_markdown(self)

    def _repr_html_(self) -> str:
        """What a notebook shows: the rows, and how far they agree with what was published."""
        from unriddle.experiments.text import to_html

        return to_html(self)


def repeat(
    name: str,
    *,
    levels: Sequence[str] = (),
    runs: int | None = None,
    limits: Limits | None = None,
    blocks: Sequence[int] = (),
) -> FinishedTable:
    """Make a table of a report again, or one of your own: by its name or its spec file.

    `levels`, `runs`, `limits` and `blocks` (parts of the table, counted from 1) do less. Each run
    has its own process, so a script calls this under `if __name__ == "__main__":`.
    """
    experiment = find(name)
    if blocks:
        kept = tuple(experiment.blocks[number - 1] for number in blocks)
        experiment = replace(experiment, blocks=kept)
    experiment = adjusted(experiment, limits=limits, runs=runs, levels=levels)
    return arrange(experiment, {key: run for key, run in carry_out(experiment) if run is not None})


def arrange(experiment: Experiment, runs: Runs) -> FinishedTable:
    """Set the runs that there are in rows."""
    levels = {level for b in experiment.blocks for solver in b.solvers for level in solver.levels}
    noted = [level for level in experiment.level_notes if level in levels]
    numbers = {level: number for number, level in enumerate(noted, 1)}
    optima = _optima(experiment, runs)
    by_row: dict[tuple[int, int, str], list[Measurement]] = {}
    for key, measured in runs.items():
        by_row.setdefault((key.block, key.solver, key.level), []).append(measured)
    parts = []
    for number, block in enumerate(experiment.blocks):
        rows: list[Row] = []
        if "levels" in block.rows:
            rows += _rows_of_levels(block, number, by_row, optima, numbers)
        if TOTAL in block.rows:
            rows += _rows_of_totals(block, number, by_row)
        parts.append(Part(block, tuple(rows)))
    notes = tuple(experiment.level_notes[level] for level in noted)
    return FinishedTable(experiment, runs, tuple(parts), notes, optima)


def _optima(experiment: Experiment, runs: Runs) -> dict[str, int]:
    """The proved optimum of each level, from the solvers that are the reference for it."""
    return {
        key.level: measured.cost
        for key, measured in runs.items()
        if measured.optimal
        and measured.cost is not None
        and experiment.blocks[key.block].solvers[key.solver].reference
    }


def _rows_of_levels(
    block: Block,
    number: int,
    by_row: Mapping[tuple[int, int, str], Sequence[Measurement]],
    optima: Mapping[str, int],
    notes: Mapping[str, int],
) -> Iterable[Row]:
    for level in dict.fromkeys(level for solver in block.solvers for level in solver.levels):
        for place, solver in enumerate(block.solvers):
            measured = by_row.get((number, place, level))
            if not measured:
                continue
            optimum = optima.get(level)
            is_whole = not any(one.is_beyond for one in measured)
            yield Row(
                level=level,
                solver=solver.name,
                cells={
                    figure: Cell(
                        solver.published.get(level, {}).get(figure),
                        _figure(figure, measured, block.runs, optimum),
                        figure in solver.exact,
                    )
                    for figure in block.figures
                },
                optimum=optimum,
                runs=len(measured),
                is_whole=is_whole,
                notes=(notes[level],) if level in notes else (),
            )


def _figure(
    name: str, measured: Sequence[Measurement], runs: int, optimum: int | None
) -> Figure | None:
    """The figure of one run, or min, max and mean of several."""
    if name == "optimal":
        verdicts = [is_optimal(one, optimum) for one in measured]
        return None if None in verdicts else "yes" if all(verdicts) else "no"
    if runs > 1:
        failed = [one for one in measured if not one.is_solved]
        if failed:
            return BEYOND_LIMIT if any(one.is_beyond for one in failed) else failed[0].ended
        values = [value for one in measured if (value := getattr(one, name, None)) is not None]
        return (min(values), max(values), fmean(values)) if values else None
    one = measured[0]
    if name in ("moves", "cost") and not one.is_solved:
        return BEYOND_LIMIT if one.is_beyond else one.ended
    figure: float | None = getattr(one, name, None)
    return figure


def is_optimal(one: Measurement, optimum: int | None) -> bool | None:
    """Is the plan as short as the proved optimum? None if there is no plan, or no proof."""
    if optimum is None or one.moves is None:
        return None
    return one.moves == optimum


_SUMS: Mapping[str, Callable[[Sequence[Measurement]], float]] = {
    "solved": lambda all_: sum(one.is_solved for one in all_),
    "percent": lambda all_: round(100 * sum(one.is_solved for one in all_) / len(all_), 3),
    "unsolvable": lambda all_: sum(one.status == Status.UNSOLVABLE for one in all_),
    "checked": lambda all_: sum(one.status == Status.UNSOLVABLE and one.checked for one in all_),
    "unfinished": lambda all_: sum(
        not (one.is_solved or one.status == Status.UNSOLVABLE) for one in all_
    ),
    "seconds": lambda all_: sum(one.seconds for one in all_),
    "nodes": lambda all_: sum(one.nodes for one in all_),
    "expanded": lambda all_: sum(one.expanded for one in all_),
    "generated": lambda all_: sum(one.generated for one in all_),
    "moves": lambda all_: fmean([one.moves for one in all_ if one.moves is not None] or [0]),
    "cost": lambda all_: fmean([one.cost for one in all_ if one.cost is not None] or [0]),
    "memory": lambda all_: max(one.memory or 0 for one in all_),
}
"""All levels together: sums, but of lengths and costs the mean, and of memory the most."""
MEANS = frozenset({"moves", "cost"})


def _rows_of_totals(
    block: Block, number: int, by_row: Mapping[tuple[int, int, str], Sequence[Measurement]]
) -> Iterable[Row]:
    for place, solver in enumerate(block.solvers):
        measured = [
            one
            for (block_number, solver_place, _), all_ in by_row.items()
            if (block_number, solver_place) == (number, place)
            for one in all_
        ]
        published = solver.published.get(TOTAL, {})
        if measured:
            yield Row(
                level=f"{TOTAL} of {len(measured):,}",
                solver=solver.name,
                cells={
                    figure: Cell(published.get(figure), _SUMS[figure](measured))
                    for figure in block.figures
                    if figure in _SUMS
                },
                runs=len(measured),
            )
