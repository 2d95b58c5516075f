"""What MkDocs needs to know of this project: pages and links that lie outside of docs/, and the
course, whose page is made by running its notebook.

In a clone every link is relative, so that it works there. On the site CHANGELOG.md and
CONTRIBUTING.md are pages beside the others, and a link to any other file of the project leads to
the repository that `[project.urls]` names.
"""

from __future__ import annotations

import logging
import os
import re
import tomllib
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from run_notebook import markdown, run

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages of the site that lie in the root of the project."""
COURSE, NOTEBOOK = "course.md", "course.ipynb"
"""The page that is made of the notebook beside it."""
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)")
"""The end of a link whose target is a path, with an anchor or without."""

TRY_IT = re.compile(r"<!-- try it: ([\w/]+) -->")
"""Where a page shows a level, to be played; readers elsewhere see nothing of it."""


def repository() -> str:
    """The address of the repository."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    address: str = project["urls"]["Repository"]
    return address


def on_startup(command: str, dirty: bool) -> None:
    """Count broken links under `--quiet` too, which would keep them from the strict build."""
    logger = logging.getLogger("mkdocs")
    logger.setLevel(min(logger.level, logging.WARNING))


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of the root, and the course."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, page, content=text))
    course = markdown(run(ROOT / "docs" / NOTEBOOK))
    link = f"[Download this page as a notebook]({NOTEBOOK})\n"
    files.append(File.generated(config, COURSE, content=f"{course}\n{link}"))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let each link of a page lead to where its target is on the site, or to the repository."""
    in_root = page.file.src_uri in PAGES.values()
    folder = ROOT if in_root else ROOT / "docs"

    def led(match: re.Match[str]) -> str:
        path, anchor = match.group(1), match.group(2) or ""
        target = (folder / path).resolve()
        if target.parent == ROOT and target.name in PAGES:
            return f"]({PAGES[target.name]}{anchor})"
        if target.name == NOTEBOOK and page.file.src_uri != COURSE:
            return f"]({COURSE}{anchor})"
        if target.is_relative_to(ROOT / "docs"):
            return f"]({target.relative_to(ROOT / 'docs').as_posix()}{anchor})"
        if target.is_relative_to(ROOT) and target.exists():
            return f"]({repository()}/blob/main/{target.relative_to(ROOT).as_posix()}{anchor})"
        return match.group()  # MkDocs says that it leads nowhere

    return _tried(LINK.sub(led, markdown))


def _tried(markdown: str) -> str:
    """Where the program is on the same site (`./dev site`), a page can show it."""
    home = os.environ.get("UNRIDDLE_TRY_IT")
    if not home:
        return markdown
    words = "Try it here, or in a page of its own"
    link = rf'<p><a class="md-button" href="{home}#/play/\1">{words}</a></p>'
    size = 'width="100%" height="560"'
    frame = rf'<iframe src="{home}?embed#/play/\1" title="\1" {size}></iframe>'
    return TRY_IT.sub(f"{link}\n{frame}", markdown)
