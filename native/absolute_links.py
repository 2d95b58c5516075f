"""The README as a package index shows it: its links lead to the repository.

In a clone the links of README.md are relative, so that they work wherever the clone is. A package
index knows no clone. So the build writes the address of the repository, which `[project.urls]`
names, in front of each relative link.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LINK = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)")
"""A picture or a link whose target is a path; pictures inside of links count as well."""


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """What a build asks for: the field `readme`, its text and type."""
    text = absolute(Path("README.md").read_text("utf-8"), project["urls"]["Repository"])
    return {"readme": {"content-type": "text/markdown", "text": text}}


def absolute(text: str, repository: str) -> str:
    """A Markdown text whose relative links lead to the main branch of `repository`."""

    def found(match: re.Match[str]) -> str:
        picture, words, target = match.groups()
        kind = "raw" if picture else "blob"
        return f"{picture}{words}({repository}/{kind}/main/{target})"

    return LINK.sub(found, text)
