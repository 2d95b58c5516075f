"""Large and malicious texts: read in proportion to their size, or refused with the limit named."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from unriddle import lines
from unriddle.catalog import PUZZLES, lookup
from unriddle.core import BadInput
from unriddle.loading import locate_text, read
from unriddle.planning import plans
from unriddle.puzzles.bloxorz.level import MAX_SQUARES
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.sokoban import notation
from unriddle.puzzles.sokoban.collection import Collection
from unriddle.puzzles.sokoban.rules import MAX_SIDE, Sokoban

MB = 10**6
BOMB = f"200#|{'|'.join(['#198-#'] * 196)}|#@$.195-#|200#"
"""A board of 200 by 199 squares in 1.4 KB."""
ONE = "#####\n#@$.#\n#####\n"

REPEATED = {
    "levels": ONE + "\n",
    "stages": "stage 1: a title so long that there are not too many lines\n@##!\n",
    "deals": "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS\n\n",
    "notes": "; a note, as there are many of them\n",
    "comments": "Comment: and what it says\n",
    "open comments": "Comment:\nno end of it\n\n",
    "keys": "Author: somebody or other\n",
    "rows of stages": "####################\n",
    "bridges": "bridge aaaa on and more words\n",
    "headers": "Foundations: C-3 D-A H-0 S-2\n",
    "words": "some words of a text\n",
    "counts": "199-#|",
    "digits": "1234567890",
    "walls": "#",
    "cards": "AS 2S 3S ",
}


@pytest.fixture
def peak() -> Iterator[list[int]]:
    """Begins to measure; `tracemalloc` knows the peak since then."""
    tracemalloc.start()
    yield []
    tracemalloc.stop()


def attempt(text: str, puzzle: str | None) -> None:
    """Find the levels of a text and read the first and the last of them, whatever comes of it."""
    try:
        found = locate_text(text, "large", puzzle=puzzle)
    except BadInput:
        return
    entry, drafts = found.entry, found.entry.notation.find_levels(text, "large")
    assert len(drafts) == found.number
    for draft in (drafts[0], drafts[-1]):
        with suppress(BadInput):
            entry.build(draft.read(), entry.rules())


@pytest.mark.parametrize("kind", [None, *PUZZLES])
@pytest.mark.parametrize("what", REPEATED)
def test_memory_is_in_proportion(what: str, kind: str | None, peak: list[int]) -> None:
    text = REPEATED[what] * (MB // 4 // len(REPEATED[what]))
    tracemalloc.reset_peak()
    attempt(text, kind)
    assert tracemalloc.get_traced_memory()[1] < 8 * MB


@pytest.mark.parametrize("what", REPEATED)
def test_time_is_in_proportion(what: str) -> None:
    def seconds(size: int) -> float:
        text = REPEATED[what] * (size // len(REPEATED[what]))
        best = 9e9
        for _ in range(3):
            started = time.process_time()
            for kind in (None, *PUZZLES):
                attempt(text, kind)
            best = min(best, time.process_time() - started)
        return best

    # Four times as much may take four times as long, or a bit more; sixteen times would be wrong.
    assert seconds(MB // 2) < 10 * seconds(MB // 8) + 0.05


def shorten(text: str) -> str:
    """Write another solution under the heading of the first one."""
    file = Collection(text)
    return file.having({file.attached()[0][0]: notation.parse_plan("R")})


ODD_LINES: dict[str, tuple[int, Callable[[int], object]]] = {
    "XML": (500, lambda n: locate_text("<L>#@$.#</L>\n" + "<LevelCollection " * n, "large")),
    "a plan of a planner": (75, lambda n: plans.parse(f"step{' ' * n}x(")),
    "a heading": (4000, lambda n: shorten(f"{ONE}Solution{' ' * n}!\nrlR\n")),
}


@pytest.mark.parametrize("what", ODD_LINES)
def test_no_line_is_tried_in_more_and_more_ways(what: str) -> None:
    size, look = ODD_LINES[what]

    def seconds(size: int) -> float:
        best = 9e9
        for _ in range(3):
            started = time.process_time()
            with suppress(BadInput):
                look(size)
            best = min(best, time.process_time() - started)
        return best

    assert seconds(8 * size) < 20 * seconds(size) + 0.05


def test_too_many_lines_are_refused_with_the_limit() -> None:
    for end in ("\n", "\r", "\r\n"):
        with pytest.raises(BadInput, match=f"more than {lines.MOST_LINES:,} lines") as error:
            read(ONE + end * (lines.MOST_LINES + 1), source="long")
        assert error.value.source == "long"
        assert error.value.hint


def test_a_text_that_is_too_large_is_refused_with_the_limit() -> None:
    for kind in (None, *PUZZLES):
        with pytest.raises(BadInput, match="larger than 16 MiB"):
            read("#" * (lines.LARGEST_TEXT + 1), puzzle=kind)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_plan_that_is_too_large_is_refused_with_the_limit(name: str) -> None:
    notation = PUZZLES[name].notation
    with pytest.raises(BadInput, match="2 MiB") as error:
        notation.parse_plan(" " * (lines.LARGEST_PLAN + 1), "plan")
    assert error.value.source == "plan"
    notation.parse_plan(" " * lines.LARGEST_PLAN, "plan")


def test_a_large_board_takes_a_few_megabytes(peak: list[int]) -> None:
    (puzzle,) = read(BOMB)
    assert isinstance(puzzle, Sokoban)
    assert puzzle.level.width == MAX_SIDE
    now, highest = tracemalloc.get_traced_memory()
    assert now < 5 * MB
    assert highest < 10 * MB


def test_many_large_boards_are_made_one_by_one(peak: list[int]) -> None:
    located = locate_text("\n\n".join([BOMB] * 120), "bombs")
    assert located.number == 120
    assert tracemalloc.get_traced_memory()[1] < 2 * MB
    for _, puzzle in zip(range(3), located.puzzles({}), strict=False):
        assert puzzle.level.squares == 200 * 199  # type: ignore[attr-defined]
    assert tracemalloc.get_traced_memory()[1] < 15 * MB


def test_many_large_boards_are_not_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_SQUARES", 100_000)
    assert len(read("\n\n".join([BOMB] * 2))) == 2
    for kind in (None, "sokoban"):
        with pytest.raises(BadInput, match="more than 100,000 squares"):
            read("\n\n".join([BOMB] * 3), puzzle=kind)
    with pytest.raises(BadInput, match="more than 100,000 squares"):
        notation.parse_levels("\n\n".join([BOMB] * 3))


@pytest.mark.parametrize(
    "text",
    [
        f"stage 1\n@{'#' * MAX_SQUARES}!\n",
        f"stage 1\n@{'#' * 100_000}!\n" + "#\n" * 100_000,  # 200 KB, but 10,000 million squares
        "stage 1\n@!\n" + f"{'#' * 1000}\n" * 1001,
    ],
    ids=["wide", "ragged", "long"],
)
def test_a_stage_has_only_so_many_squares(text: str, peak: list[int]) -> None:
    with pytest.raises(BadInput, match=f"more than {MAX_SQUARES:,} squares"):
        read(text)
    assert tracemalloc.get_traced_memory()[1] < 20 * MB


def test_the_largest_stage_is_read_and_played(peak: list[int]) -> None:
    (stage,) = read(f"stage 1\n@{'#' * (MAX_SQUARES - 3)}!\n")
    assert isinstance(stage, Bloxorz)
    assert stage.goal == (0, MAX_SQUARES - 2)
    assert len(stage.actions(stage.initial)) == 1
    assert tracemalloc.get_traced_memory()[1] < 20 * MB


def test_a_long_title_reads_back_the_same() -> None:
    (level,) = notation.parse_levels(f"{ONE}Title:{'x y ' * 1000}\n")
    assert notation.parse_levels(notation.format_level(level)) == (level,)


def test_a_long_name_that_nobody_knows_is_told_in_short() -> None:
    with pytest.raises(BadInput) as error:
        lookup(PUZZLES, "puzzle", "x" * MB)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\n#\r#"])
def test_all_line_ends_count(end: str) -> None:
    ends = len(lines.lines_of(end)) - 1
    text = end * (lines.MOST_LINES // ends)
    assert len(lines.lines_of(text)) == lines.MOST_LINES + 1
    with pytest.raises(BadInput, match="more than 400,000 lines"):
        lines.lines_of(text + end)
