"""A trace as plain text."""

from __future__ import annotations

from unriddle.tracing.text import as_text
from unriddle.tracing.trace import tracing


def test_boards_and_sentences() -> None:
    header, first, *_, end = as_text(tracing("sokoban/uit/1", "astar"))
    assert header.startswith("sokoban/uit/1")
    assert "    n ← take the node of open with the least f\n" in header
    assert first.startswith("step 1\n    ####")
    assert "Takes (5,2) with f = " in first
    assert "u: new #1  f = " in first
    assert first.rstrip().endswith("closed 1")
    assert "is a goal: solved" in end


def test_in_vietnamese_and_without_boards() -> None:
    header, first, second, *_ = as_text(tracing("bloxorz/1", "bfs", boards=False), "vi")
    assert "khi open chưa rỗng:" in header
    assert first.startswith("bước 1\nLấy (4,4), nút chờ lâu nhất;")
    assert second.startswith("bước 2  sau R")
    assert not {"step", "after", "new", "known", "open", "closed"} & set(
        second.replace(":", "").split()
    )
