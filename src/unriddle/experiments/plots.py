"""Which pictures a finished table gets; drawn by vl-convert, offline."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from statistics import fmean
from typing import Any, NamedTuple

from unriddle.experiments.spec import TOTAL, Figure
from unriddle.experiments.table import BEYOND_LIMIT, FinishedTable, Part, Row
from unriddle.out_of_memory import is_out_of_memory

SHORTEST = 1e-6
"""Seconds; what took less was too short for the clock, and needs a place on a log axis."""
ENOUGH_LEVELS = 5
"""For a picture of solvers over a collection."""
MOST_POINTS = 500
"""Of a line; more cannot be seen."""


class Picture(NamedTuple):
    """A chart with what it shows in words."""

    name: str
    caption: str
    chart: Any


def missing() -> list[str]:
    """The packages without which there are no pictures."""
    return [
        package
        for package, module in (("altair", "altair"), ("vl-convert-python", "vl_convert"))
        if not _loads(module)
    ]


def _loads(module: str) -> bool:
    """Is it there, with all that it needs itself?"""
    try:
        import_module(module)
    except ImportError as error:
        if is_out_of_memory(error):
            raise
        return False
    return True


def pictures(finished: FinishedTable) -> list[Picture]:
    """All pictures that the runs of a table allow."""
    made: list[Picture] = []
    for number, part in enumerate(finished.parts, 1):
        made += [
            picture._replace(name=f"{finished.experiment.name}-{number}-{picture.name}")
            for picture in _of_part(finished, part)
        ]
    made += [
        picture._replace(name=f"{finished.experiment.name}-{picture.name}")
        for picture in _cactus(finished)
    ]
    return made


FORMATS: Mapping[str, dict[str, Any]] = {"png": {"scale": 2}, "svg": {}, "pdf": {}}
"""How a picture can be written, by the ending of its file; PNG is sharp on fine screens."""


def drawn(picture: Picture, form: str) -> Any:
    """The picture in one of these forms: SVG as text, PNG and PDF as bytes."""
    import vl_convert

    draw = getattr(vl_convert, f"vegalite_to_{form}")
    described = json.dumps(picture.chart.to_dict(), ensure_ascii=False)
    # The name of a file may be no Unicode.
    return draw(described.encode("utf-8", "replace").decode(), **FORMATS[form])


def _of_part(finished: FinishedTable, part: Part) -> Iterator[Picture]:
    if part.block.runs > 1:
        for figure in ("seconds", "moves"):
            if figure in part.block.figures:
                yield from _spread(finished, part, figure)
        return
    rows = [row for row in part.rows if not row.level.startswith(TOTAL)]
    if len({row.level for row in rows}) > 1:
        for figure in ("nodes", "seconds"):
            if figure in part.block.figures:
                yield from _per_level(finished, part, rows, figure)
        if "optimal" in part.block.figures:
            yield from _against_optimum(finished, part, rows)


def _per_level(
    finished: FinishedTable, part: Part, rows: Sequence[Row], figure: str
) -> Iterator[Picture]:
    from unriddle.experiments import charts

    points = [
        {"level": _short(row.level), "solver": row.solver, "kind": kind, "value": value}
        for row in rows
        for kind, values in (
            ("published", _number(row.cells[figure].published)),
            ("measured", _number(row.cells[figure].measured) if row.is_whole else []),
        )
        for value in values
    ]
    if not points:
        return
    solvers = [solver.name for solver in part.block.solvers]
    both = any(point["kind"] == "published" for point in points)
    subtitle = part.block.title + (": hollow published, filled measured" if both else "")
    chart = charts.finished(
        charts.per_level(points, solvers, figure),
        f"{figure.capitalize()} per level",
        f"{finished.experiment.title}. {subtitle}",
        charts.width_for(len({point["level"] for point in points}), len(solvers)),
        330,
    )
    caption = f"{figure.capitalize()} per level. {subtitle}. Runs beyond a limit are left out."
    yield Picture(figure, caption, chart)


def _against_optimum(finished: FinishedTable, part: Part, rows: Sequence[Row]) -> Iterator[Picture]:
    from unriddle.experiments import charts

    points = [
        {"level": _short(row.level), "solver": row.solver, "value": value / row.optimum}
        for row in rows
        if row.optimum and "moves" in row.cells
        for value in _number(row.cells["moves"].measured)
    ]
    if not points:
        return
    solvers = [solver.name for solver in part.block.solvers]
    chart = charts.finished(
        charts.against_optimum(points, solvers),
        "Length against the optimum",
        f"{finished.experiment.title}. {part.block.title}: on the dashed line is optimal",
        charts.width_for(len({point["level"] for point in points}), len(solvers)),
        240,
    )
    caption = f"Length of the plans divided by the proved optimum. {part.block.title}."
    yield Picture("length", caption, chart)


def _spread(finished: FinishedTable, part: Part, figure: str) -> Iterator[Picture]:
    from unriddle.experiments import charts

    number = finished.parts.index(part)
    dots: list[dict[str, str | float]] = [
        {
            "variant": _variant(part.block.solvers[key.solver].name, key.level),
            "kind": "measured",
            "value": max(float(getattr(measured, figure)), SHORTEST),
        }
        for key, measured in finished.runs.items()
        if key.block == number and measured.is_solved
    ]
    bars: list[dict[str, str | float]] = []
    beyond = []
    for row in part.rows:
        cell = row.cells[figure]
        variant = _variant(row.solver, row.level)
        if isinstance(cell.published, tuple):
            low, high, mean = cell.published
            bars.append(
                {"variant": variant, "kind": "published", "low": low, "high": high, "mean": mean}
            )
        for kind, value in (("published", cell.published), ("measured", cell.measured)):
            if value == BEYOND_LIMIT:
                text = f"{BEYOND_LIMIT} limit exceeded"
                beyond.append({"variant": variant, "kind": kind, "text": text})
    if not dots and not bars:
        return
    variants = list(dict.fromkeys(_variant(row.solver, row.level) for row in part.rows))
    for variant in variants:
        ours = [float(dot["value"]) for dot in dots if dot["variant"] == variant]
        if len(ours) > 1:
            ends = {"low": min(ours), "high": max(ours), "mean": fmean(ours)}
            bars.append({"variant": variant, "kind": "measured", **ends})
    subtitle = "bar: minimum to maximum, tick: mean; dots: our runs"
    chart = charts.finished(
        charts.spread(dots, bars, beyond, variants, figure),
        part.block.title,
        subtitle,
        620,
        62 * len(variants),
    )
    yield Picture(figure, f"{part.block.title}: {figure} of every run. {subtitle}.", chart)


def _cactus(finished: FinishedTable) -> Iterator[Picture]:
    """The solvers of all blocks over the same collection in one picture."""
    from unriddle.experiments import charts

    times: dict[str, list[float]] = {}
    levels = set()
    for key, measured in finished.runs.items():
        block = finished.experiment.blocks[key.block]
        if block.runs > 1:
            return
        levels.add(key.level)
        mine = times.setdefault(_name(finished, key.block, key.solver), [])
        if measured.is_solved:
            mine.append(max(measured.seconds, SHORTEST))
    rows = [
        {"solver": solver, "seconds": seconds, "solved": count}
        for solver, all_ in times.items()
        for count, seconds in _thinned(sorted(all_))
    ]
    if len(levels) < ENOUGH_LEVELS or not rows:
        return
    solvers = [solver for solver, all_ in times.items() if all_]
    chart = charts.finished(
        charts.cactus(rows, solvers, with_points=len(levels) <= 60),
        "Levels solved within a time",
        f"{finished.experiment.title}. {len(levels):,} levels; further left is faster",
        620,
        340,
    )
    yield Picture("cactus", "Levels solved within a time, by all solvers of the table.", chart)


def _name(finished: FinishedTable, block: int, solver: int) -> str:
    """The name of a solver, with that of its block where several blocks have one of that name."""
    blocks = finished.experiment.blocks
    name = blocks[block].solvers[solver].name
    shared = sum(name in [solver.name for solver in other.solvers] for other in blocks) > 1
    return f"{name} ({blocks[block].title.partition(',')[0]})" if shared else name


def _thinned(times: Sequence[float]) -> list[tuple[int, float]]:
    """The points of a line, the last one among them."""
    step = max(1, len(times) // MOST_POINTS)
    points = list(enumerate(times, 1))
    return [point for point in points if point[0] % step == 0 or point[0] == len(times)]


def _number(value: Figure | None) -> list[float]:
    """The value if it is a number that a log axis can show."""
    if value is None or isinstance(value, str | tuple) or value <= 0:
        return []
    return [float(value)]


def _short(level: str) -> str:
    return level.rpartition("/")[2]


def _variant(solver: str, level: str) -> str:
    return f"level {_short(level)} · {solver}"
