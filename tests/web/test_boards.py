"""The boards by themselves in a real browser: each gesture becomes the move that it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from web.board_in_browser import ORIGIN, PICTURE, SHOW, BoardInBrowser, serve

from unriddle import load, solve
from unriddle.puzzles.bloxorz.notation import parse_levels as parse_stages
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.freecell.rules import FreeCell, Position
from unriddle.puzzles.freecell.rules import Rules as FreeCellRules
from unriddle.puzzles.sokoban.notation import parse_levels as parse_maps
from unriddle.puzzles.sokoban.rules import Sokoban

if TYPE_CHECKING:
    from playwright.sync_api import Page

STAGE = """stage 1: All there is
#####..
#@1A#aa
#####.!
####~..
bridge a off
switch A soft toggle a
split 1 to 1,1 3,1
"""
ROOM = """########
#  .   #
#  $   #
#@ $ . #
#      #
########
"""
DEAL = Position(
    (("KS", "QH", "JC"), ("KD", "QC"), ("KH", "QS"), ("KC", "QD"), ("TC",), (), (), ()),
    ("JD",),
    (9, 10, 11, 11),
)


@pytest.fixture
def stage(page: Page) -> BoardInBrowser:
    return BoardInBrowser(page, Bloxorz(parse_stages(STAGE)[0]))


@pytest.fixture
def room(page: Page) -> BoardInBrowser:
    return BoardInBrowser(page, Sokoban(parse_maps(ROOM)[0]))


@pytest.fixture
def deal(page: Page) -> BoardInBrowser:
    return BoardInBrowser(page, FreeCell(DEAL, FreeCellRules(autoplay="none")))


# Bloxorz.


def test_arrows_and_letters_roll_the_block_also_where_it_falls(stage: BoardInBrowser) -> None:
    assert stage.press("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") == ["R", "D", "L", "U"]
    assert stage.press("d", "s", "a", "w") == ["R", "D", "L", "U"]
    assert stage.press("Space") == [], "there is one block, nothing to swap"


def test_the_squares_of_a_stage_are_told_in_words(stage: BoardInBrowser) -> None:
    assert stage.label().endswith(
        "Rows: 4, columns: 7. Split switch on: row 2, column 3. "
        "Soft switch A on: row 2, column 4; toggles a. "
        "Bridge a on: row 2, column 6; row 2, column 7. Fragile tiles on: row 4, column 5."
    )


def test_a_swipe_rolls_the_block(stage: BoardInBrowser) -> None:
    for dx, dy, move in ((90, 20, "R"), (-90, 0, "L"), (-10, 80, "D"), (0, -80, "U")):
        assert stage.drag((300, 200), (300 + dx, 200 + dy)) == [move]


def test_a_tap_on_a_square_asks_for_the_way_there(stage: BoardInBrowser) -> None:
    assert stage.click((2, 4)) == [{"kind": "reach", "to": [2, 4]}]
    assert stage.click((3, 6)) == [], "there is only void"


def test_cubes_swap_by_space_and_by_a_tap_on_the_other_one(stage: BoardInBrowser) -> None:
    start = stage.puzzle.initial
    stage.state = start._replace(first=(0, 0), second=(2, 0), split=True)
    stage.show()
    assert stage.press("Space") == ["S"]
    assert stage.click((2, 0)) == ["S"]
    assert "Two cubes: the active one on row 1, column 1, the other on row 3" in stage.label()


def test_a_fall_stays_until_the_next_scene(stage: BoardInBrowser) -> None:
    faces = stage.page.locator(".block").first
    fall = {"move": "L", "landing": [[1, -1], [1, 0]], "fell": [[1, -1]]}
    stage.page.evaluate("fall => board.fall(fall, 'nothing to land on')", fall)
    assert faces.get_attribute("visibility") == "hidden"
    assert "nothing to land on" in stage.label()
    stage.show()
    assert faces.get_attribute("visibility") == "visible"
    assert "nothing" not in stage.label()


def test_an_animated_game_ends_as_the_same_picture(page: Page) -> None:
    # This stage parts the block, joins it again and leads it home.
    _animated_like_still(page, load("bloxorz/8"), None)
    assert page.locator(".block").first.get_attribute("visibility") == "hidden", "it is in the goal"


def _animated_like_still(page: Page, puzzle: Any, solver: str | None) -> None:
    """Show a game move by move, then animated, and wait until that has come to the same end."""
    plan = solve(puzzle, solver).plan
    assert plan is not None
    still = BoardInBrowser(page, puzzle)
    for move in plan:
        still.play(move)
    picture = page.evaluate(PICTURE)
    animated = BoardInBrowser(page, puzzle, reduced=False)
    page.evaluate("board.setDuration(20)")
    for move in plan:
        animated.play(move, animate=True)
    page.wait_for_function(f"picture => ({PICTURE})() === picture", arg=picture)


def test_a_whole_stage_is_played_by_keys(page: Page) -> None:
    puzzle = load("bloxorz/1")
    plan = solve(puzzle).plan
    assert plan is not None
    board = BoardInBrowser(page, puzzle)
    keys = {"L": "ArrowLeft", "R": "ArrowRight", "U": "ArrowUp", "D": "ArrowDown"}
    for move in plan:
        assert board.press(keys[str(move)]) == [str(move)]
        board.play(move)
    assert puzzle.is_goal(board.state)
    assert "The block is in the goal." in board.label()


# Sokoban.


def test_keys_walk_and_push_as_the_page_allows(room: BoardInBrowser) -> None:
    assert room.press("ArrowUp", "ArrowDown", "ArrowRight") == ["u", "d", "r"]
    assert room.press("ArrowLeft") == [], "there is a wall"
    room.state = room.state._replace(player=room.state.player + 1)
    room.show()
    assert room.press("ArrowRight", "d") == ["R", "R"]


def test_a_swipe_walks(room: BoardInBrowser) -> None:
    x, y = room.point((4, 5))
    assert room.drag((x, y), (x + 60, y + 10)) == ["r"]


def test_a_click_on_the_floor_asks_for_a_walk(room: BoardInBrowser) -> None:
    assert room.click((4, 6)) == [{"kind": "walk", "to": [4, 6]}]
    assert room.click((0, 0)) == [], "a wall is no place to walk to"


def test_a_box_is_dragged_to_where_it_should_go(room: BoardInBrowser) -> None:
    push = {"kind": "push", "box": [2, 3], "to": [1, 3]}
    assert room.drag(room.point((2, 3)), room.point((1, 3))) == [push]
    assert room.drag(room.point((2, 3)), room.point((0, 3))) == [], "no box goes into a wall"


def test_a_box_is_tapped_and_then_its_target(room: BoardInBrowser) -> None:
    assert room.click((3, 3)) == []
    assert room.click((3, 5)) == [{"kind": "push", "box": [3, 3], "to": [3, 5]}]
    room.click((3, 3))
    room.press("Escape")
    assert room.click((3, 5)) == [{"kind": "walk", "to": [3, 5]}]


def test_boxes_on_goals_are_told_apart_and_counted(room: BoardInBrowser) -> None:
    assert room.page.locator(".box.home").count() == 0
    assert "Boxes on goals: 0 of 2." in room.label()
    assert "Boxes on: " in room.label()
    assert "Goals on: " in room.label()
    width = room.puzzle.level.width
    room.state = room.state._replace(boxes=frozenset({width + 3, 3 * width + 3}))
    room.show()
    assert room.page.locator(".box.home").count() == 1
    assert "Boxes on goals: 1 of 2." in room.label()


# FreeCell.


def test_two_keys_are_a_move_in_standard_notation(deal: BoardInBrowser) -> None:
    assert deal.press("5", "h") == ["5h"]
    assert deal.press("1", "4") == ["14"]
    assert deal.press("5", "d") == ["5d"], "every empty cell can be named"
    assert deal.press("1", "7") == ["17v2"], "three would change nothing"
    assert deal.press("1", "2") == [], "a jack does not go on a queen of its colour"
    assert deal.press("a", "h") == ["ah"]
    assert deal.press("5", "Escape", "h") == []


def test_the_cursor_picks_and_puts(deal: BoardInBrowser) -> None:
    assert deal.press("ArrowDown", "Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter") == [
        "14"
    ]
    assert "Column 4: KC QD." in deal.label()
    deal.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    two = ("Shift+ArrowUp", "Shift+ArrowUp")
    assert deal.press(*two, "ArrowLeft", "Enter") == ["18v2"]


def test_a_card_is_dragged_to_a_cell_a_column_and_home(deal: BoardInBrowser) -> None:
    assert deal.drag(deal.card("TC"), deal.slot("c")) == ["5c"]
    deal.show()
    assert deal.drag(deal.card("JC"), deal.card("QD")) == ["14"]
    deal.show()
    assert deal.drag(deal.card("TC"), deal.slot("D")) == ["5h"], "home is one place for all suits"


def test_a_run_is_dragged_into_an_empty_column(deal: BoardInBrowser) -> None:
    assert deal.drag(deal.card("QH"), deal.slot("8")) == ["18v2"]
    deal.show()
    assert deal.drag(deal.card("QH"), deal.slot("b")) == [], "a cell holds one card"


def test_targets_are_shown_while_cards_are_held(deal: BoardInBrowser) -> None:
    x, y = deal.card("JC")
    deal.page.mouse.move(x, y)
    deal.page.mouse.down()
    deal.page.mouse.move(x + 30, y + 30)
    # Column 4, three empty columns and three empty cells.
    assert deal.page.locator(".target").count() == 7
    deal.page.mouse.up()
    assert deal.page.locator(".target").count() == 0


def test_a_double_click_sends_a_card_home_or_to_a_cell(deal: BoardInBrowser) -> None:
    deal.page.mouse.dblclick(*deal.card("TC"))
    assert deal.heard() == ["5h"]
    deal.page.mouse.dblclick(*deal.card("QD"))
    assert deal.heard() == ["4b"], "it does not go home yet"


def test_a_click_takes_cards_up_and_the_next_one_puts_them_down(deal: BoardInBrowser) -> None:
    deal.page.mouse.click(*deal.card("QH"))
    deal.page.mouse.click(*deal.slot("6"))
    assert deal.heard() == ["16v2"]
    deal.page.mouse.click(*deal.card("JC"))
    deal.page.mouse.click(*deal.card("QD"))
    assert deal.heard() == ["14"]


def test_cards_fly_to_where_they_would_lie(page: Page) -> None:
    _animated_like_still(page, load("freecell/1"), "greedy")
    assert "52 of 52 cards are home" in (page.locator("#board").get_attribute("aria-label") or "")


@pytest.mark.parametrize("width", [360, 1280])
def test_every_card_is_inside_the_window(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 520})
    columns = (tuple(rank + suit for rank in "KQJT98765432A" for suit in "SH"), ())
    rest = tuple(rank + suit for rank in "KQJT98765432A" for suit in "DC")
    tall = FreeCell(Position((*columns, rest, (), (), (), (), ())), FreeCellRules(autoplay="none"))
    board = BoardInBrowser(page, tall)
    for card in ("KS", "AH", "AC"):
        box = page.locator(f"[data-card='{card}'] .paper").bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= width - box["width"]
        assert box["y"] + box["height"] <= 520
    assert board.press("1", "2") == ["12"]


# All.


@pytest.mark.parametrize("name", ["bloxorz/33", "sokoban/uit/16", "freecell/617"])
def test_a_thumbnail_is_a_small_picture(page: Page, name: str) -> None:
    puzzle = load(name)
    board = BoardInBrowser(page, puzzle)
    scene = board.scene
    size = page.evaluate(
        "([level, state]) => thumbnail(level, state).querySelectorAll('*').length",
        [scene.level(puzzle), scene.state(puzzle, puzzle.initial)],
    )
    assert 5 < size < 200


@pytest.mark.parametrize("name", ["bloxorz/33", "sokoban/uit/16", "freecell/617"])
def test_a_board_that_only_shows_takes_no_input(page: Page, name: str) -> None:
    puzzle = load(name)
    board = BoardInBrowser(page, puzzle)
    scene = [board.scene.level(puzzle), board.scene.state(puzzle, puzzle.initial)]
    legal = [str(move) for move in puzzle.actions(puzzle.initial)]
    page.evaluate(SHOW, [*scene, legal, {"interactive": False}])
    assert board.press("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "6", "a", "Enter") == []
    for x in range(40, 1200, 130):
        page.mouse.click(x, 300)
    assert board.heard() == []


def test_hints_and_heat_come_and_go(page: Page) -> None:
    for name in ("bloxorz/1", "sokoban/uit/16", "freecell/1"):
        puzzle = load(name)
        board = BoardInBrowser(page, puzzle)
        move = str(puzzle.actions(puzzle.initial)[0])
        bare = page.locator("svg").inner_html()
        page.evaluate("move => board.setHint(move)", move)
        assert page.locator("svg").inner_html() != bare
        board.page.evaluate("board.setHint(null)")
        page.evaluate("board.setHeat([[4, 4, 1, 0.5]])")
        has_squares = not name.startswith("freecell")
        assert (page.locator(".been").count() > 0) == has_squares
        page.evaluate("board.setHeat([])")
        assert page.locator(".been").count() == 0


# Parts that can be asked without a picture.


def _ask(page: Page, module: str, question: str) -> Any:
    page.route(f"{ORIGIN}/**", serve)
    page.goto(ORIGIN)
    script = f"const m = await import('/boards/{module}'); return {question};"
    return page.evaluate(f"async () => {{ {script} }}")


def test_the_ground_is_found_where_it_is_seen(page: Page) -> None:
    x, y = _ask(page, "bloxorz/projection.js", "m.unproject(...m.project([3.25, 7.5, 0]))")
    assert (x, y) == (pytest.approx(3.25), pytest.approx(7.5))


def test_a_quarter_turn_over_an_edge_is_a_roll(page: Page) -> None:
    box = "{at: [2, 3, 0], size: [1, 1, 2]}"
    points = _ask(
        page,
        "bloxorz/solid.js",
        f"m.turn(m.corners({box}), m.rollEdge({box}, [0, 1]), Math.PI / 2)",
    )
    spans = [(round(min(axis), 6), round(max(axis), 6)) for axis in zip(*points, strict=True)]
    assert spans == [(3, 5), (3, 4), (0, 1)]


def test_outlines_go_around_walls_and_the_holes_in_them(page: Page) -> None:
    ring = [[row, column] for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    outer, inner = _ask(page, "sokoban/walls.js", f"m.loops({ring})")
    assert sorted(outer) == [[0, 0], [0, 3], [3, 0], [3, 3]]
    assert sorted(inner) == [[1, 1], [1, 2], [2, 1], [2, 2]]
    touching = _ask(page, "sokoban/walls.js", "m.loops([[0, 1], [1, 0]])")
    assert [len(loop) for loop in touching] == [4, 4], "squares that touch by a corner stay apart"
