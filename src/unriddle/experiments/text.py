"""A finished table as text: cells for people, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from typing import Any, NamedTuple

from unriddle.experiments.spec import TOTAL, Figure
from unriddle.experiments.table import MEANS, FinishedTable, Part, Row, is_optimal
from unriddle.pictures.tables import grid_html

PUBLISHED = "published"
MEASURED = "measured"


class Grid(NamedTuple):
    """A part of a table as cells of text."""

    headings: tuple[tuple[str, str], ...]
    """What is shown, and `published`, `measured` or nothing."""
    rows: tuple[tuple[str, ...], ...]


def grid(part: Part) -> Grid:
    """The rows of a part; a level is named once; = marks agreement, ≠ a broken promise."""
    both = part.figures_published
    headings: list[tuple[str, str]] = [("level", ""), ("solver", "")]
    for figure in part.block.figures:
        label = _UNITS.get(figure, figure)
        if figure in both:
            headings.append((label, PUBLISHED))
        headings.append((label, MEASURED if figure in both else ""))
    rows = []
    before = ""
    for row in part.rows:
        marks = "".join(f" [{number}]" for number in row.notes)
        rows.append(("" if row.level == before else row.level + marks, *_cells(row, part, both)))
        before = row.level
    return Grid(tuple(headings), tuple(rows))


_UNITS = {"memory": "memory KiB"}


def _cells(row: Row, part: Part, both: Sequence[str]) -> list[str]:
    cells = [row.solver]
    for figure in part.block.figures:
        cell = row.cells.get(figure)
        if cell is None:
            cells += [""] * (2 if figure in both else 1)
            continue
        ours = _optimal(row) if figure == "optimal" else shown(figure, cell.measured)
        if figure in both:
            cells.append(shown(figure, cell.published))
        broken = cell.exact and row.is_whole and cell.is_equal is False
        mark = " =" if cell.is_equal else " ≠" if broken else ""
        mean = "mean " if figure in MEANS and row.level.startswith(TOTAL) else ""
        cells.append(mean + ours + mark)
    return cells


def _optimal(row: Row) -> str:
    """Whether the plan is optimal, and else the proved optimum."""
    verdict = shown("optimal", row.cells["optimal"].measured)
    if row.optimum is None or verdict == "yes":
        return verdict
    return f"{verdict} ({row.optimum})".lstrip()


def shown(figure: str, value: Figure | None) -> str:
    """A figure for people."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return " / ".join(shown(figure, one) for one in value)
    if figure == "memory":
        return f"{value / 1024:,.0f}"
    if figure == "percent":
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if figure == "seconds":
        return (
            f"{value:,.0f}" if value >= 1000 else f"{value:.3g}" if value >= 0.001 else _tiny(value)
        )
    return f"{int(value):,}" if value == int(value) else f"{value:,.1f}"


def _tiny(seconds: float) -> str:
    """Less than a millisecond, without an exponent."""
    return f"{seconds:.6f}".rstrip("0").rstrip(".") or "0"


def heading(part: Part) -> str:
    """What stands above a part."""
    block = part.block
    several = f"min / max / mean of {block.runs} runs" if block.runs > 1 else ""
    return ": ".join(text for text in (block.title, several) if text)


def agreement(finished: FinishedTable) -> list[str]:
    """How many of the published counts come out again, in words."""
    return [
        f"{part.block.title or 'Table'}: {figure} as published in {found.equal} "
        f"of {sum(found)} rows"
        + (f", {found.cut_short} cut short by a limit." if found.cut_short else ".")
        for part in finished.parts
        for figure, found in part.agreement().items()
    ]


def to_markdown(finished: FinishedTable, pictures: Sequence[str] = ()) -> str:
    """The whole table, with its source, its way of counting and its notes."""
    experiment = finished.experiment
    lines = [f"# {experiment.title}", ""]
    lines += [experiment.about, ""] if experiment.about else []
    lines += [f"Source: {experiment.source}", ""] if experiment.source else []
    lines += [f"Counting: {experiment.counting}", ""] if experiment.counting else []
    for part in finished.parts:
        if not part.rows:  # it was interrupted
            continue
        cells = grid(part)
        lines += [f"## {heading(part)}", ""] if heading(part) else []
        headings = [_heading(heading) for heading in cells.headings]
        lines.append(f"| {' | '.join(headings)} |")
        lines.append("|---|---" + "|--:" * (len(headings) - 2) + "|")
        lines += [f"| {' | '.join(map(_escaped, row))} |" for row in cells.rows]
        lines.append("")
    for number, note in enumerate(finished.footnotes, 1):
        lines.append(f"[{number}] {note}  ")
    lines += [""] if finished.footnotes else []
    lines += [f"- {note}" for note in (*agreement(finished), *experiment.notes)]
    lines += ["", *(f"![{name}]({name})" for name in pictures)] if pictures else []
    return "\n".join(lines).rstrip() + "\n"


def to_html(finished: FinishedTable) -> str:
    """The rows of the table, and how far they agree with what was published."""
    parts = []
    for part in finished.parts:
        cells = grid(part)
        if heading(part):
            parts.append(f"<p><b>{escape(heading(part))}</b></p>")
        headings = [_heading(heading) for heading in cells.headings]
        parts.append(grid_html(headings, cells.rows, set(range(2, len(headings)))))
    notes = "".join(f"<li>{escape(note)}</li>" for note in agreement(finished))
    return f"<div>{''.join(parts)}{f'<ul>{notes}</ul>' if notes else ''}</div>"


def _heading(heading: tuple[str, str]) -> str:
    label, kind = heading
    return f"{label}, {kind}" if kind else label


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def records(finished: FinishedTable) -> list[dict[str, Any]]:
    """Every run as plain values, with what was published for its level.

    `optimal` says what the table says: is the plan as short as the proved optimum? Whether the run
    itself has proved that is another question, `proved`.
    """
    found = []
    for key, measured in finished.runs.items():
        block = finished.experiment.blocks[key.block]
        solver = block.solvers[key.solver]
        optimum = finished.optima.get(key.level)
        found.append(
            {
                "table": finished.experiment.name,
                "block": block.title,
                "level": key.level,
                "solver": solver.name,
                "search": solver.solver,
                "seed": key.seed,
                **asdict(measured),
                "optimal": is_optimal(measured, optimum),
                "optimum": optimum,
                "proved": measured.optimal,
                "published": dict(solver.published.get(key.level, {})),
            }
        )
    return found


def to_json(finished: FinishedTable) -> dict[str, Any]:
    """The table with everything that is in it."""
    experiment = finished.experiment
    return {
        "table": experiment.name,
        "title": experiment.title,
        "source": experiment.source,
        "counting": experiment.counting,
        "notes": list(experiment.notes),
        "level_notes": dict(experiment.level_notes),
        "blocks": [
            {
                "title": part.block.title,
                "agreement": {
                    figure: found._asdict() for figure, found in part.agreement().items()
                },
                "rows": [
                    {
                        "level": row.level,
                        "solver": row.solver,
                        "runs": row.runs,
                        "optimum": row.optimum,
                        "published": {
                            name: cell.published
                            for name, cell in row.cells.items()
                            if cell.published is not None
                        },
                        "measured": {name: cell.measured for name, cell in row.cells.items()},
                    }
                    for row in part.rows
                ],
            }
            for part in finished.parts
        ],
        "runs": records(finished),
    }


def to_csv(finished: FinishedTable) -> str:
    """One line a run; published figures in columns of their own."""
    rows = records(finished)
    published = list(dict.fromkeys(name for row in rows for name in row["published"]))
    columns = [name for name in (rows[0] if rows else {}) if name != "published"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*columns, *(f"published_{name}" for name in published)])
    for row in rows:
        values = [row["published"].get(name) for name in published]
        writer.writerow(
            [row[name] for name in columns]
            + ["/".join(map(str, v)) if isinstance(v, tuple) else v for v in values]
        )
    return text.getvalue()
