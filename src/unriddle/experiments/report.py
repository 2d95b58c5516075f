"""A folder with all that is known about some tables: Markdown, CSV, JSON, pictures, one page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from itertools import product
from pathlib import Path

from unriddle.core import BadInput
from unriddle.experiments import text
from unriddle.experiments.plots import Picture, drawn, missing, pictures
from unriddle.experiments.table import FinishedTable
from unriddle.version import __version__
from unriddle.writing import check_writable, writable, write_whole

PAGE = "report.html"


def make_folder(folder: Path) -> None:
    """Make it if it is not there; raises `BadInput` if nothing could be written into it."""
    with writable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    check_writable(folder / PAGE)


def write(
    tables: Sequence[FinishedTable], folder: Path, *, endings: Sequence[str] = ("png",)
) -> Path:
    """Write everything into `folder`; returns the page, which needs no other file.

    `endings` are those of the pictures, among `plots.FORMATS`; Markdown shows the first. There are
    no pictures where the packages for them are not installed.
    """
    sections = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for finished in tables:
            made = [] if missing() else pictures(finished)
            for picture, ending in product(made, endings):
                write_whole(folder / f"{picture.name}.{ending}", drawn(picture, ending))
            name = finished.experiment.name
            shown = [f"{picture.name}.{endings[0]}" for picture in made]
            files = {
                "md": text.to_markdown(finished, shown),
                "csv": text.to_csv(finished),
                "json": json.dumps(text.to_json(finished), ensure_ascii=False, indent=1) + "\n",
            }
            for ending, written in files.items():
                write_whole(folder / f"{name}.{ending}", written)
            sections.append(_section(finished, made))
        page = folder / PAGE
        write_whole(page, _page(tables, sections))
    except OSError as error:
        raise BadInput(
            f"cannot be written: {error.strerror}",
            source=str(error.filename or folder),
            hint="name another folder with --out",
        ) from error
    return page


def _page(tables: Sequence[FinishedTable], sections: Sequence[str]) -> str:
    links = "".join(map(_link, tables))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<title>unriddle: published and measured</title>\n"
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>Published and measured</h1>\n"
        f"<p>Made by <code>unriddle table</code>, version {escape(__version__)}. "
        "= marks a published figure that came out again, ≠ a count that should have and did not; "
        "# says that a limit was exceeded.</p>\n"
        f"<nav><ul>{links}</ul></nav>\n{''.join(sections)}</body>\n</html>\n"
    )


def _link(finished: FinishedTable) -> str:
    """A table in the list at the top, and how far it agrees with what was published."""
    experiment = finished.experiment
    found = [
        f"{figure} {one.equal} of {sum(one)} as published"
        for part in finished.parts
        for figure, one in part.agreement().items()
    ]
    agreement = f" <small>{escape(', '.join(found))}</small>" if found else ""
    title = escape(experiment.title)
    return f'<li><a href="#{escape(experiment.name)}">{title}</a>{agreement}</li>\n'


def _section(finished: FinishedTable, made: Sequence[Picture]) -> str:
    experiment = finished.experiment
    parts = [f'<section id="{escape(experiment.name)}">\n<h2>{escape(experiment.title)}</h2>\n']
    parts += [f"<p>{escape(experiment.about)}</p>\n"] if experiment.about else []
    for label, value in (("Source", experiment.source), ("Counting", experiment.counting)):
        parts += [f"<p><b>{label}.</b> {escape(value)}</p>\n"] if value else []
    for number, part in enumerate(finished.parts, 1):
        if not part.rows:  # it was interrupted before
            continue
        parts.append(f"<h3>{escape(text.heading(part))}</h3>\n{_table(text.grid(part))}")
        own = f"{experiment.name}-{number}-"
        parts += [_figure(picture) for picture in made if picture.name.startswith(own)]
        made = [picture for picture in made if not picture.name.startswith(own)]
    parts += [_figure(picture) for picture in made]
    notes = [f"[{number}] {note}" for number, note in enumerate(finished.footnotes, 1)]
    notes += [*text.agreement(finished), *experiment.notes]
    parts.append("<ul>" + "".join(f"<li>{escape(note)}</li>" for note in notes) + "</ul>\n")
    parts.append("</section>\n")
    return "".join(parts)


def _figure(picture: Picture) -> str:
    caption = escape(picture.caption)
    return f"<figure>{drawn(picture, 'svg')}<figcaption>{caption}</figcaption></figure>\n"


def _table(cells: text.Grid) -> str:
    head = "".join(
        f"<th>{escape(label)}{f'<br><small>{escape(kind)}</small>' if kind else ''}</th>"
        for label, kind in cells.headings
    )
    body = []
    for row in cells.rows:
        columns = []
        for (_, kind), value in zip(cells.headings, row, strict=True):
            style = kind
            if value.endswith(" ="):
                style += " equal"
            elif value.endswith(" ≠"):
                style += " unequal"
            columns.append(f'<td class="{style.strip()}">{escape(value)}</td>')
        body.append(f'<tr class="{"first" if row[0] else ""}">{"".join(columns)}</tr>\n')
    return (
        f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{''.join(body)}</tbody></table></div>\n"
    )


_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }
h2 { margin-top: 3rem; border-bottom: 2px solid #0072B2; padding-bottom: .2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .2rem .7rem; text-align: right; white-space: nowrap; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
thead th { border-bottom: 1.5px solid #444; vertical-align: bottom; }
thead small { font-weight: normal; color: #666; }
tr.first td { border-top: 1px solid #ddd; }
td.published { color: #777; }
td.equal { color: #00664b; }
td.unequal { color: #a33f00; }
nav small { color: #00664b; margin-left: .5rem; }
.wide { overflow-x: auto; }
figure { margin: 1.5rem 0; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: #555; font-size: .9rem; }
"""
