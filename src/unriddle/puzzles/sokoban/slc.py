"""Level files in XML (`.slc`), with a row of a board in each `<L>`, as lines of a plain file.

Each line stays in its place, and each row in its columns, so that a mistake is named where it
stands, unless several rows share a line. It is read by its lines, not as XML: such files are
written in one way only, and nothing in them can grow while it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import unescape

_ROW = re.compile(r"(.*<L>)(.*)</L>.*")
_LEVEL = re.compile(r"\s*<Level\b.*?\bId=([\"'])(.*?)\1.*")
_AUTHOR = re.compile(r"\bCopyright=([\"'])(.*?)\1")


def plain_lines(lines: Sequence[str], *, in_place: bool = True) -> Sequence[str]:
    """The lines of a file in XML as those of a plain one; others as they are.

    `in_place` keeps rows in their columns.
    """
    found = each_plain_line(lines, in_place=in_place)
    return lines if found is lines else list(found)


def each_plain_line(lines: Sequence[str], *, in_place: bool = True) -> Iterable[str]:
    """The same, made one by one."""
    if not any("<L>" in line for line in lines):
        return lines
    if any(line.count("<L>") > 1 for line in lines):  # then lines have no numbers worth keeping
        split = re.sub(r"(?=<L>|</?Level\b)", "\n", "\n".join(lines)).split("\n")
        lines = [line for line in split if line.strip()]  # a blank one would end a board
    return (_plain_line(line, in_place) for line in lines)


def _plain_line(line: str, in_place: bool) -> str:
    if "<L>" in line and (row := _ROW.fullmatch(line)):
        return " " * (len(row[1]) * in_place) + unescape(row[2])
    if "<Level" not in line:
        return ""
    if level := _LEVEL.fullmatch(line):
        return f"Title: {unescape(level[2])}"
    _, _, collection = line.partition("<LevelCollection")
    if author := _AUTHOR.search(collection):
        return f"Author: {unescape(author[2])}"
    return ""
