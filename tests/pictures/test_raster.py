"""PNG and GIF: what they show, how large they are, and what they refuse."""

from __future__ import annotations

import sys
from io import BytesIO

import pytest
from pictures.samples import DrawnLamps, solved
from PIL import Image, ImageChops, ImageSequence

import unriddle
from unriddle.core import BadInput, replay
from unriddle.pictures import board_of, raster
from unriddle.pictures.colours import DARK, LIGHT

LEVELS = ["bloxorz/8", "sokoban/uit/5", "freecell/1"]


def frames_of(file: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(file)) as image:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]


def animation(level: str) -> tuple[bytes, int]:
    puzzle, plan = solved(level)
    states = replay(puzzle, plan).states
    board = board_of(puzzle, states)
    return raster.gif(board, states, plan, LIGHT), len(states)


@pytest.mark.parametrize("level", LEVELS)
def test_a_picture_has_its_natural_size_and_is_always_the_same(level: str) -> None:
    puzzle, _ = solved(level)
    board = board_of(puzzle, (puzzle.initial,))
    files = [raster.png(board, puzzle.initial, None, LIGHT) for _ in range(2)]
    assert files[0] == files[1]
    assert files[0] != raster.png(board, puzzle.initial, None, DARK)
    with Image.open(BytesIO(files[0])) as image:
        assert image.format == "PNG"
        for ours, natural in zip(image.size, board.pixels, strict=True):
            assert abs(ours - natural) <= 1
        assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 20
    with Image.open(BytesIO(raster.png(board, puzzle.initial, None, LIGHT, scale=2))) as image:
        assert abs(image.width - 2 * board.pixels[0]) <= 2


def test_the_plan_of_map_18_with_131_pushes_is_less_than_a_megabyte() -> None:
    _, plan = solved("sokoban/uit/18")
    assert sum(move.push for move in plan) == 131
    file, positions = animation("sokoban/uit/18")
    assert positions == 488
    assert len(file) < 1_000_000
    with Image.open(BytesIO(file)) as image:
        assert (image.format, image.n_frames) == ("GIF", positions)  # type: ignore[attr-defined]
        assert image.info["loop"] == 0


@pytest.mark.parametrize("level", LEVELS)
def test_every_frame_shows_its_position(level: str) -> None:
    """As a picture of that position alone would, but for the fewer colours."""
    puzzle, plan = solved(level)
    states = replay(puzzle, plan).states
    board = board_of(puzzle, states)
    frames = frames_of(animation(level)[0])
    assert len(frames) == len(states)
    for place in {0, 1, len(states) // 2, len(states) - 1}:
        move = plan[place - 1] if place else None
        with Image.open(BytesIO(raster.png(board, states[place], move, LIGHT))) as alone:
            difference = ImageChops.difference(frames[place], alone.convert("RGB"))
        bands = [band.histogram() for band in difference.split()]
        total = sum(sum(value * count for value, count in enumerate(band)) for band in bands)
        assert total / (3 * alone.width * alone.height) < 2.5, place


@pytest.mark.parametrize("level", LEVELS)
def test_a_frame_holds_only_what_changed(level: str) -> None:
    file, positions = animation(level)
    whole = len(file) / positions
    puzzle, plan = solved(level)
    board = board_of(puzzle, replay(puzzle, plan).states)
    first = raster.gif(board, [puzzle.initial] * 2, [None], LIGHT)
    assert whole < len(first)


def test_pauses_are_as_asked_with_a_longer_one_at_the_end() -> None:
    puzzle, plan = solved("bloxorz/1")
    states = replay(puzzle, plan).states
    file = raster.gif(board_of(puzzle, states), states, plan, LIGHT, seconds=0.25)
    with Image.open(BytesIO(file)) as image:
        pauses = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert pauses == [raster.FIRST_PAUSE, *[250] * (len(plan) - 1), raster.LAST_PAUSE]


def test_a_plan_without_moves_is_a_single_frame() -> None:
    puzzle, _ = solved("bloxorz/1")
    file = raster.gif(board_of(puzzle, (puzzle.initial,)), [puzzle.initial], [], LIGHT)
    assert len(frames_of(file)) == 1


def test_long_plans_are_shown_faster_and_never_too_fast() -> None:
    assert raster.pace(0) == raster.pace(10) == 0.5
    assert raster.pace(100) == 0.3
    assert raster.pace(100_000) == 0.06


def test_large_boards_are_drawn_smaller() -> None:
    wall = "#" * 200
    rows = [wall, "#@$." + " " * 195 + "#", *["#" + " " * 198 + "#"] * 197, wall]
    puzzle = unriddle.read("\n".join(rows) + "\n")[0]
    board = board_of(puzzle, (puzzle.initial,))
    assert board.pixels[0] * board.pixels[1] > raster.MOST_PIXELS
    with Image.open(BytesIO(raster.png(board, puzzle.initial, None, LIGHT))) as image:
        assert image.width * image.height <= raster.MOST_PIXELS
    with Image.open(BytesIO(raster.gif(board, [puzzle.initial], [], LIGHT))) as image:
        assert image.width * image.height <= raster.MOST_PIXELS_MOVING


def test_a_plan_of_too_many_moves_is_refused() -> None:
    puzzle, plan = solved("bloxorz/1")
    states = [puzzle.initial] * (raster.MOST_FRAMES + 1)
    with pytest.raises(BadInput, match="at most 5,000 positions"):
        raster.gif(board_of(puzzle, states[:1]), states, plan, LIGHT)


def test_a_puzzle_of_a_user() -> None:
    puzzle = DrawnLamps()
    states = replay(puzzle, [0, 1, 2]).states
    assert len(frames_of(raster.gif(board_of(puzzle, states), states, [0, 1, 2], LIGHT))) == 4


def test_no_memory_for_the_colours_is_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **keywords: object) -> None:
        raise ValueError("quantization error")  # what Pillow says then

    monkeypatch.setattr(Image.Image, "quantize", fail)
    with pytest.raises(MemoryError):
        animation("bloxorz/8")


def test_without_pillow_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    puzzle, plan = solved("bloxorz/1")
    for to in ("png", "gif"):
        with pytest.raises(BadInput, match="need Pillow") as caught:
            unriddle.export(puzzle, plan, to=to)
        assert "pip install 'unriddle[export]'" in caught.value.hint
    assert unriddle.export(puzzle, plan, to="svg")
    assert unriddle.export(puzzle, plan, to="html")
