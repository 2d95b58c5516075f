"""Pictures of finished tables: Vega-Lite charts made by Altair, drawn by vl-convert, offline.

Colours are those of Okabe and Ito, which people with any colour vision can tell apart; the same
solver has the same colour in all pictures of a table. Published figures are hollow, measured ones
are filled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

from unriddle.experiments.spec import TOTAL, Figure
from unriddle.experiments.table import Finished, Part

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
SMALLEST_SECOND = 1e-6
"""Times of 0 were too short for the clock of the report; on a log axis they need a place."""


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
        if find_spec(module) is None
    ]


def pictures(finished: Finished) -> list[Picture]:
    """All pictures that the runs of a table allow."""
    made: list[Picture] = []
    for number, part in enumerate(finished.parts, 1):
        prefix = f"{finished.experiment.name}-{number}"
        made += [
            picture._replace(name=f"{prefix}-{picture.name}")
            for picture in _of_part(finished, part)
        ]
    return made


def svg(picture: Picture) -> str:
    """The picture as SVG text."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(picture.chart.to_dict()))


def png(picture: Picture) -> bytes:
    """The picture as PNG, sharp on fine screens."""
    import vl_convert

    return bytes(vl_convert.vegalite_to_png(picture.chart.to_dict(), scale=2))


def _of_part(finished: Finished, part: Part) -> Iterator[Picture]:
    if part.block.runs > 1:
        for figure in ("seconds", "moves"):
            if figure in part.block.figures:
                yield from _spread(finished, part, figure)
        return
    levels = dict.fromkeys(row.level for row in part.rows if not row.level.startswith(TOTAL))
    if len(levels) > 2:
        for figure in ("nodes", "seconds"):
            if figure in part.block.figures:
                yield from _per_level(finished, part, figure)
        yield from _against_optimum(finished, part)
    yield from _cactus(finished, part)


def _numbers(value: Figure | None) -> list[float]:
    return [] if value is None or isinstance(value, str | tuple) else [float(value)]


def _short(level: str) -> str:
    return level.rpartition("/")[2]


def _scale(part: Part) -> Any:
    """The same colour for the same solver, in the order of the spec."""
    import altair as alt

    names = [solver.name for solver in part.block.solvers]
    return alt.Scale(domain=names, range=[PALETTE[i % len(PALETTE)] for i in range(len(names))])


def _shape(part: Part) -> Any:
    import altair as alt

    names = [solver.name for solver in part.block.solvers]
    return alt.Scale(domain=names, range=[SHAPES[i % len(SHAPES)] for i in range(len(names))])


def _finish(chart: Any, title: str, subtitle: str, width: int, height: int) -> Any:
    """What all charts have in common: sizes, fonts, quiet grids."""
    import altair as alt

    return (
        chart.properties(
            width=width,
            height=height,
            title=alt.TitleParams(title, subtitle=subtitle or alt.Undefined, anchor="start"),
        )
        .configure_view(stroke=None)
        .configure_axis(gridColor="#e6e6e6", domainColor="#888", labelFontSize=12, titleFontSize=13)
        .configure_legend(labelFontSize=12, titleFontSize=12, symbolSize=90)
        .configure_title(fontSize=16, subtitleFontSize=12, subtitleColor="#555", offset=14)
    )


def _per_level(finished: Finished, part: Part, figure: str) -> Iterator[Picture]:
    """One figure per level on a log axis, published hollow, measured filled."""
    import altair as alt

    rows = [
        {"level": _short(row.level), "solver": row.solver, "kind": kind, "value": value}
        for row in part.rows
        if not row.level.startswith(TOTAL)
        for kind, figures in (
            ("published", row.cells[figure].published),
            ("measured", row.cells[figure].measured),
        )
        for value in _numbers(figures)
        if value > 0
    ]
    if not rows:
        return
    both = {row["kind"] for row in rows} == {"published", "measured"}
    levels = list(dict.fromkeys(str(row["level"]) for row in rows))
    label = {"nodes": "nodes", "seconds": "seconds"}[figure]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("level:N", sort=levels, title="level", axis=alt.Axis(labelAngle=0, grid=True)),
        y=alt.Y(
            "value:Q",
            scale=alt.Scale(type="log"),
            title=f"{label} (log scale)",
            axis=alt.Axis(format="~g" if figure == "seconds" else "~s", tickCount=7),
        ),
        xOffset=alt.XOffset("solver:N", sort=[solver.name for solver in part.block.solvers]),
        color=alt.Color("solver:N", scale=_scale(part), title="solver"),
        shape=alt.Shape("solver:N", scale=_shape(part), title="solver"),
    )
    filled = base.transform_filter("datum.kind == 'measured'").mark_point(
        filled=True, size=65, opacity=0.95
    )
    chart = filled
    if both:
        hollow = base.transform_filter("datum.kind == 'published'").mark_point(
            filled=False, size=150, strokeWidth=1.6
        )
        chart = hollow + filled
    subtitle = f"{part.block.title}" + (": hollow published, filled measured" if both else "")
    width = max(420, min(1100, len(levels) * (16 * len(part.block.solvers) + 10)))
    title = f"{finished.experiment.title}: {label} per level"
    yield Picture(
        figure,
        f"{label} per level. {subtitle}.",
        _finish(chart, title, subtitle, width, 330),
    )


def _against_optimum(finished: Finished, part: Part) -> Iterator[Picture]:
    """Length divided by the optimum, for each level."""
    import altair as alt

    rows = [
        {"level": _short(row.level), "solver": row.solver, "value": value / row.optimum}
        for row in part.rows
        if row.optimum and "moves" in row.cells
        for value in _numbers(row.cells["moves"].measured)
    ]
    if not rows or "optimal" not in part.block.figures:
        return
    levels = list(dict.fromkeys(str(row["level"]) for row in rows))
    line = (
        alt.Chart(alt.InlineData(values=[{"one": 1}]))
        .mark_rule(color="#444", strokeDash=[5, 4])
        .encode(y=alt.Y("one:Q"))
    )
    points = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_point(filled=True, size=90, opacity=0.9)
        .encode(
            x=alt.X("level:N", sort=levels, title="level", axis=alt.Axis(labelAngle=0, grid=True)),
            y=alt.Y(
                "value:Q",
                scale=alt.Scale(type="log", nice=False, padding=14),
                title="length / optimum (log scale)",
                axis=alt.Axis(format="~g", tickCount=6),
            ),
            xOffset=alt.XOffset("solver:N", sort=[solver.name for solver in part.block.solvers]),
            color=alt.Color("solver:N", scale=_scale(part), title="solver"),
            shape=alt.Shape("solver:N", scale=_shape(part), title="solver"),
        )
    )
    width = max(420, min(1100, len(levels) * (16 * len(part.block.solvers) + 10)))
    title = f"{finished.experiment.title}: length against the optimum"
    yield Picture(
        "length",
        f"Length of the plans divided by the proved optimum. {part.block.title}.",
        _finish(line + points, title, f"{part.block.title}: on the line is optimal", width, 260),
    )


def _spread(finished: Finished, part: Part, figure: str) -> Iterator[Picture]:
    """Every run as a dot, and the published minimum, mean and maximum as a bar above."""
    import altair as alt

    number = finished.parts.index(part)
    block = part.block
    dots = []
    for key, measured in finished.runs.items():
        if key.block != number or not measured.is_solved:
            continue
        value = getattr(measured, figure)
        dots.append(
            {
                "variant": _variant(block.solvers[key.solver].name, key.level),
                "kind": "measured",
                "value": max(float(value), SMALLEST_SECOND),
            }
        )
    bars = [
        {
            "variant": _variant(row.solver, row.level),
            "kind": "published",
            "low": published[0],
            "high": published[1],
            "mean": published[2],
        }
        for row in part.rows
        if isinstance(published := row.cells[figure].published, tuple)
    ]
    beyond = [
        {"variant": _variant(row.solver, row.level), "kind": kind, "text": "# limit exceeded"}
        for row in part.rows
        for kind, value in (
            ("published", row.cells[figure].published),
            ("measured", row.cells[figure].measured),
        )
        if value == "#"
    ]
    if not dots and not bars:
        return
    variants = list(dict.fromkeys(_variant(row.solver, row.level) for row in part.rows))
    y = alt.Y(
        "variant:N",
        sort=variants,
        title=None,
        axis=alt.Axis(labelLimit=220, ticks=False, grid=True),
    )
    offset = alt.YOffset("kind:N", sort=["published", "measured"])
    kinds = alt.Color(
        "kind:N",
        scale=alt.Scale(domain=["published", "measured"], range=[PALETTE[1], PALETTE[0]]),
        title=None,
    )
    scale = alt.Scale(type="log") if figure == "seconds" else alt.Scale(zero=False, nice=True)
    label = "seconds (log scale)" if figure == "seconds" else "moves"
    x = alt.X("value:Q", scale=scale, title=label, axis=alt.Axis(format="~g", tickCount=8))
    layers: list[Any] = []
    if bars:
        data = alt.InlineData(values=bars)
        layers.append(
            alt.Chart(data)
            .mark_rule(strokeWidth=3)
            .encode(y=y, yOffset=offset, color=kinds, x=alt.X("low:Q", scale=scale), x2="high:Q")
        )
        layers.append(
            alt.Chart(data)
            .mark_tick(thickness=4, size=16)
            .encode(y=y, yOffset=offset, color=kinds, x=alt.X("mean:Q", scale=scale))
        )
    if dots:
        layers.append(
            alt.Chart(alt.InlineData(values=dots))
            .mark_point(filled=True, size=55, opacity=0.45)
            .encode(y=y, yOffset=offset, color=kinds, x=x)
        )
    if beyond:
        layers.append(
            alt.Chart(alt.InlineData(values=beyond))
            .mark_text(align="left", fontSize=12, dx=2)
            .encode(y=y, yOffset=offset, color=kinds, x=alt.value(4), text="text:N")
        )
    subtitle = "bar: published minimum to maximum, tick: mean; dots: our runs"
    yield Picture(
        figure,
        f"{part.block.title}: {label.split(' (')[0]} of every run. {subtitle.capitalize()}.",
        _finish(alt.layer(*layers), part.block.title, subtitle, 620, 62 * len(variants)),
    )


def _variant(solver: str, level: str) -> str:
    return f"{_short(level)} · {solver}"


def _cactus(finished: Finished, part: Part) -> Iterator[Picture]:
    """How many levels each solver has solved within a time."""
    import altair as alt

    number = finished.parts.index(part)
    rows: list[dict[str, Any]] = []
    for place, solver in enumerate(part.block.solvers):
        times = sorted(
            max(measured.seconds, SMALLEST_SECOND)
            for key, measured in finished.runs.items()
            if (key.block, key.solver) == (number, place) and measured.is_solved
        )
        rows += [
            {"solver": solver.name, "seconds": seconds, "solved": count}
            for count, seconds in _thinned(times)
        ]
    levels = {key.level for key in finished.runs if key.block == number}
    if len(levels) < 5 or not rows:
        return
    chart = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_line(interpolate="step-after", strokeWidth=2.2, point=len(levels) <= 60)
        .encode(
            x=alt.X(
                "seconds:Q",
                scale=alt.Scale(type="log"),
                title="seconds for a level, at most (log scale)",
                axis=alt.Axis(format="~g", tickCount=8),
            ),
            y=alt.Y("solved:Q", title="levels solved", axis=alt.Axis(tickMinStep=1)),
            color=alt.Color("solver:N", scale=_scale(part), title="solver"),
        )
    )
    title = f"{finished.experiment.title}: levels solved within a time"
    subtitle = f"{part.block.title}, {len(levels):,} levels: further left is faster, higher is more"
    yield Picture(
        "cactus",
        f"Levels solved within a time. {part.block.title}.",
        _finish(chart, title, subtitle, 620, 320),
    )


def _thinned(times: Sequence[float]) -> list[tuple[int, float]]:
    """The points of a cactus plot, not more than a picture can show."""
    step = max(1, len(times) // 500)
    points = [(count, seconds) for count, seconds in enumerate(times, 1)]
    return [point for point in points if point[0] % step == 0 or point[0] == len(times)]
