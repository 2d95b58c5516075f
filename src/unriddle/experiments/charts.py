"""The charts of a report, as Altair objects made of plain rows.

Colours are those of Okabe and Ito, which people with any colour vision can tell apart, and each
solver has a shape as well. Published figures are hollow, measured ones are filled. Log axes have
a line and a label at whole decades only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import altair as alt

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
PUBLISHED_AND_MEASURED = ("published", "measured")

Rows: TypeAlias = Sequence[Mapping[str, Any]]

_SECONDS = (
    "datum.value >= 1 ? format(datum.value, ',~r') + ' s' : datum.value >= 0.001 ? "
    "format(datum.value * 1e3, '~r') + ' ms' : format(datum.value * 1e6, '~r') + ' µs'"
)
_LABELS = {"seconds": _SECONDS, "ratio": "format(datum.value, '~r')"}


def per_level(rows: Rows, solvers: Sequence[str], figure: str) -> Any:
    """A figure of every level on a log axis; rows: level, solver, kind, value."""
    base = _over_levels(rows, solvers).encode(y=_log(alt.Y, "value", rows, figure, figure))
    published, measured = (
        base.transform_filter(f"datum.kind == '{kind}'") for kind in PUBLISHED_AND_MEASURED
    )
    filled = measured.mark_point(filled=True, size=60, opacity=0.95)
    if all(row["kind"] == "measured" for row in rows):
        return filled
    return published.mark_point(filled=False, size=150, strokeWidth=1.6) + filled


def against_optimum(rows: Rows, solvers: Sequence[str]) -> Any:
    """Length divided by the optimum, for every level; rows: level, solver, value."""
    highest = max(row["value"] for row in rows)
    ticks = [tick for tick in (1, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100) if tick < highest * 1.3]
    line = (
        alt.Chart(alt.InlineData(values=[{"one": 1}]))
        .mark_rule(color="#444", strokeDash=[5, 4])
        .encode(y=alt.Y("one:Q"))
    )
    y = alt.Y(
        "value:Q",
        scale=alt.Scale(type="log", domain=[0.93, max(highest, ticks[-1]) * 1.08], nice=False),
        axis=alt.Axis(values=ticks, labelExpr=_LABELS["ratio"]),
        title="length / optimum (log scale)",
    )
    points = _over_levels(rows, solvers).mark_point(filled=True, size=80, opacity=0.9)
    return line + points.encode(y=y)


def spread(dots: Rows, bars: Rows, beyond: Rows, variants: Sequence[str], figure: str) -> Any:
    """Every run as a dot, and the minimum, mean and maximum, published and measured, as bars.

    dots: variant, kind, value; bars: variant, kind, low, high, mean; beyond: variant, kind, text.
    """
    y = alt.Y(
        "variant:N",
        sort=list(variants),
        title=None,
        axis=alt.Axis(labelLimit=240, ticks=False, grid=True),
    )
    kinds = list(PUBLISHED_AND_MEASURED)
    where = {
        "y": y,
        "yOffset": alt.YOffset("kind:N", sort=kinds),
        "color": alt.Color(
            "kind:N",
            scale=alt.Scale(domain=kinds, range=[PALETTE[1], PALETTE[0]]),
            legend=alt.Legend(title=None, symbolOpacity=1),
        ),
    }
    values = [
        *({"value": row["value"]} for row in dots),
        *({"value": row[end]} for row in bars for end in ("low", "high")),
    ]

    def x(field: str) -> Any:
        if figure == "seconds":
            return _log(alt.X, field, values, figure, figure)
        axis = alt.Axis(format="~r", tickCount=8)
        return alt.X(f"{field}:Q", scale=alt.Scale(zero=False), axis=axis, title=figure)

    layers: list[Any] = []
    if bars:
        base = alt.Chart(alt.InlineData(values=list(bars)))
        layers.append(base.mark_rule(strokeWidth=3).encode(x=x("low"), x2="high:Q", **where))
        layers.append(base.mark_tick(thickness=4, size=16).encode(x=x("mean"), **where))
    if dots:
        base = alt.Chart(alt.InlineData(values=list(dots)))
        layers.append(
            base.mark_point(filled=True, size=55, opacity=0.45).encode(x=x("value"), **where)
        )
    if beyond:
        base = alt.Chart(alt.InlineData(values=list(beyond)))
        text = base.mark_text(align="left", fontSize=12, dx=2)
        layers.append(text.encode(x=alt.value(4), text="text:N", **where))
    return alt.layer(*layers)


def cactus(rows: Rows, solvers: Sequence[str], *, with_points: bool) -> Any:
    """How many levels a solver has solved within a time; rows: solver, seconds, solved."""
    return (
        alt.Chart(alt.InlineData(values=list(rows)))
        .mark_line(interpolate="step-after", strokeWidth=2.2, point=with_points)
        .encode(
            x=_log(
                alt.X,
                "seconds",
                [{"value": row["seconds"]} for row in rows],
                "seconds",
                "time for a level, at most",
            ),
            y=alt.Y("solved:Q", title="levels solved", axis=alt.Axis(tickMinStep=1, format="~r")),
            color=_colour(solvers),
        )
    )


def finished(chart: Any, title: str, subtitle: str, width: int, height: int) -> Any:
    """What all charts have in common: sizes, fonts, quiet grids."""
    return (
        chart.properties(
            width=width,
            height=height,
            title=alt.TitleParams(title, subtitle=subtitle, anchor="start"),
        )
        .configure_view(stroke=None)
        .configure_axis(gridColor="#e4e4e4", domainColor="#888", labelFontSize=12, titleFontSize=13)
        .configure_legend(labelFontSize=12, titleFontSize=12, symbolSize=90, labelLimit=260)
        .configure_title(fontSize=16, subtitleFontSize=12, subtitleColor="#555", offset=14)
    )


def width_for(levels: int, solvers: int) -> int:
    """Wide enough to tell the points apart, and not wider than a page."""
    return max(420, min(1100, levels * (14 * solvers + 12)))


def _over_levels(rows: Rows, solvers: Sequence[str]) -> Any:
    levels = list(dict.fromkeys(str(row["level"]) for row in rows))
    return alt.Chart(alt.InlineData(values=list(rows))).encode(
        x=alt.X("level:N", sort=levels, title="level", axis=alt.Axis(labelAngle=0, grid=True)),
        xOffset=alt.XOffset("solver:N", sort=list(solvers)),
        color=_colour(solvers),
        shape=alt.Shape(
            "solver:N",
            scale=alt.Scale(
                domain=list(solvers), range=[SHAPES[i % len(SHAPES)] for i in range(len(solvers))]
            ),
            title="solver",
        ),
    )


def _colour(solvers: Sequence[str]) -> Any:
    """The same colour for the same solver, in the order of the spec."""
    colours = [PALETTE[i % len(PALETTE)] for i in range(len(solvers))]
    scale = alt.Scale(domain=list(solvers), range=colours)
    return alt.Color("solver:N", scale=scale, title="solver")


def _log(channel: Any, field: str, rows: Rows, figure: str, title: str) -> Any:
    """A log axis over whole decades, with units that people read."""
    ticks = _decades(row["value"] for row in rows)
    label = _LABELS.get(figure, "format(datum.value, '~s')")
    return channel(
        f"{field}:Q",
        # A little more than the decades, so that no point lies on the frame.
        scale=alt.Scale(type="log", domain=[ticks[0] * 0.8, ticks[-1] * 1.25], nice=False),
        axis=alt.Axis(values=ticks, labelExpr=label, grid=True),
        title=f"{title} (log scale)",
    )


def _decades(values: Iterable[float]) -> list[float]:
    """The powers of ten around some values."""
    found = [value for value in values if value > 0]
    low = math.floor(math.log10(min(found)))
    high = max(math.ceil(math.log10(max(found))), low + 1)
    return [10.0**power for power in range(low, high + 1)]
