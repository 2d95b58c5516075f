"""Boards as SVG: well formed, the same every time, and safe wherever they are put."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from pictures.samples import HOSTILE, DrawnLamps, GlyphLamps, Lamps, hostile, solved

import unriddle
from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, replay
from unriddle.pictures import board_of, svg
from unriddle.pictures.colours import THEMES
from unriddle.pictures.shapes import MOST_SQUARES, Rect, bounds, joined

LEVELS = ["bloxorz/1", "bloxorz/8", "sokoban/uit/5", "freecell/1"]
SVG = "{http://www.w3.org/2000/svg}"


def picture(puzzle: AnyPuzzle, theme: str = "light") -> str:
    board = board_of(puzzle, (puzzle.initial,))
    return svg.picture(board, puzzle.initial, title=puzzle.title, theme=THEMES[theme])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_position_of_a_plan_is_well_formed_and_always_the_same(
    level: str, theme: str
) -> None:
    puzzle, plan = solved(level)
    states = replay(puzzle, plan).states
    drawn = []
    for _ in range(2):
        board = board_of(unriddle.load(level), states)
        moves = (None, *plan)
        colours = THEMES[theme]
        drawn.append(
            [
                svg.picture(board, state, move, title=level, theme=colours)
                for state, move in zip(states, moves, strict=True)
            ]
        )
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > len(states) // 2
    for text in drawn[0]:
        root = ElementTree.fromstring(text)
        assert root.tag == f"{SVG}svg"
        title = root.find(f"{SVG}title")
        assert title is not None
        assert title.text == level


@pytest.mark.parametrize("level", LEVELS)
def test_a_picture_refers_to_nothing(level: str) -> None:
    """No ids that would clash with those of other pictures, no styles, no other files."""
    text = picture(solved(level)[0])
    for word in (" id=", "<style", "href", "url(", "<script", "class="):
        assert word not in text
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("level", LEVELS)
def test_all_that_is_drawn_is_inside_of_the_frame(level: str) -> None:
    puzzle, plan = solved(level)
    states = replay(puzzle, plan).states
    board = board_of(puzzle, states)
    frame = board.frame
    for state in states:
        for piece in board.pieces(state, None):
            around = bounds(board.sprites[piece.sprite])
            assert frame.x <= piece.x + around.x
            assert frame.y <= piece.y + around.y
            assert piece.x + around.x + around.width <= frame.x + frame.width
            assert piece.y + around.y + around.height <= frame.y + frame.height


def test_a_hostile_title_stays_a_title() -> None:
    text = picture(hostile())
    root = ElementTree.fromstring(text)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == HOSTILE
    assert root.get("aria-label") == HOSTILE
    assert "<script" not in text


def test_pieces_stand_where_the_state_says() -> None:
    puzzle, plan = solved("sokoban/uit/5")
    board = board_of(puzzle, (puzzle.initial,))
    end = replay(puzzle, plan).states[-1]
    sprites = [piece.sprite for piece in board.pieces(end, plan[-1])]
    assert sorted(sprites) == ["box-home", "box-home", "box-home", "player-u"]
    places = {divmod(box, puzzle.level.width) for box in end.boxes}  # type: ignore[attr-defined]
    found = {(piece.y, piece.x) for piece in board.pieces(end, None) if piece.kind == "box"}
    assert found == places


def test_a_bridge_is_drawn_only_while_it_is_on() -> None:
    puzzle = unriddle.load("bloxorz/2")
    board = board_of(puzzle, (puzzle.initial,))
    on = puzzle.initial._replace(on=frozenset("a"))
    kinds = [[p.sprite for p in board.pieces(state, None)] for state in (puzzle.initial, on)]
    assert kinds == [["upright"], ["bridge", "bridge", "upright"]]


def test_a_table_is_as_deep_as_its_deepest_column() -> None:
    puzzle, plan = solved("freecell/1")
    states = replay(puzzle, plan).states
    deep = states[0]._replace(columns=(tuple(sum(states[0].columns, ())), *[()] * 7))
    assert board_of(puzzle, (deep,)).frame.height > board_of(puzzle, states).frame.height


@pytest.mark.parametrize("kind", [Lamps, DrawnLamps, GlyphLamps])
def test_a_puzzle_of_a_user_is_drawn_in_its_own_characters(kind: type[Lamps]) -> None:
    root = ElementTree.fromstring(picture(kind()))
    written = "".join(text.text or "" for text in root.iter(f"{SVG}text"))
    assert written == {Lamps: "(False,False,False)"}.get(kind, "...")
    lit = svg.picture(board_of(kind(), ((True, True, True),)), (True, True, True))
    if kind is DrawnLamps:
        assert "&lt;" in lit
        assert "&amp;" in lit


def test_a_heat_map_colours_where_states_were_the_more_the_more_often() -> None:
    puzzle = unriddle.load("bloxorz/1")
    state = puzzle.initial
    other = puzzle.apply(state, puzzle.actions(state)[0])
    board = board_of(puzzle, (state,))
    text = svg.picture(board, state, heat=[state, state, state, other])
    opacity = [float(one) for one in re.findall(r'fill-opacity="([.\d]+)"><title>', text)]
    assert sorted(re.findall(r"<title>(\d+)</title>", text)) == ["1", "1", "3"]
    assert max(opacity) == svg.HOTTEST
    assert min(opacity) < max(opacity)


def test_a_huge_board_is_refused() -> None:
    side = 201
    rows = [f"@!{'#' * (side - 2)}", *["#" * side] * (side - 1)]
    puzzle = unriddle.read("\n".join(["stage 1: huge", *rows, ""]), puzzle="bloxorz")[0]
    with pytest.raises(BadInput, match=f"at most {MOST_SQUARES:,} squares") as caught:
        board_of(puzzle, (puzzle.initial,))
    assert caught.value.hint


def test_squares_are_joined_along_rows_with_round_outer_corners() -> None:
    top, bottom = joined([(0, 0), (0, 1), (1, 1)], 0.2)
    assert top == Rect(0, 0, 2, 1, 0.2, (True, True, False, True))
    assert bottom == Rect(1, 1, 1, 1, 0.2, (False, False, True, True))


def test_colours_are_six_digits_or_eight_with_their_opacity() -> None:
    for theme in THEMES.values():
        assert all(re.fullmatch(r"#[0-9a-f]{6}([0-9a-f]{2})?", one) for one in theme.values())
