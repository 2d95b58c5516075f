"""The course is a notebook that runs: every claim in it is checked by an `assert` of its own."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from unriddle import engines

DOCS = Path(__file__).resolve().parent.parent / "docs"
NOTEBOOK = DOCS / "course.ipynb"

sys.path.insert(0, str(DOCS))
from run_notebook import cells, markdown, run  # type: ignore[import-not-found]  # noqa: E402


@pytest.mark.skipif(bool(engines.why_not), reason="the course uses solvers of the engine")
def test_the_course_runs_and_shows_something_in_most_cells() -> None:
    ran = list(run(NOTEBOOK))
    code = [cell for cell in ran if cell.kind == "code"]
    assert len(code) > 15
    assert sum(cell.shown is not None for cell in code) > 12
    kinds = [kind for cell in code for kind in cell.shown or ()]
    assert kinds.count("text/html") > 8
    assert kinds.count("image/svg+xml") > 8
    page = markdown(iter(ran))
    assert page.count("<iframe") > 3
    assert page.count("```python") == len(code) + 1


def test_the_course_tells_all_five_reports() -> None:
    text = "\n".join(cell.source for cell in cells(NOTEBOOK) if cell.kind == "markdown")
    assert set(re.findall(r"^## Report (\d)", text, re.MULTILINE)) == set("12345")


def test_the_course_is_kept_without_outputs() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    assert notebook["nbformat"] == 4
    for cell in notebook["cells"]:
        assert cell["id"]
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
