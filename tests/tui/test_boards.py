"""Pictures and keys of the boards, what terminals support, and the small drawing tools."""

from __future__ import annotations

import pytest
from rich.text import Text
from tui.harness import PLAIN

import unriddle
from unriddle.play import Session
from unriddle.tui.ascii import in_ascii
from unriddle.tui.boards import board_for
from unriddle.tui.boards.board import Answer, Board
from unriddle.tui.boards.picture import Picture, Size, crop
from unriddle.tui.terminal import Colours, Support, support_of

SUPPORTS = [Support(unicode, colours) for unicode in (True, False) for colours in Colours]
LEVELS = ["bloxorz/8", "bloxorz/23", "sokoban/uit/5", "freecell/617"]


def drawn(picture: Picture) -> str:
    return "\n".join(line.plain for line in picture.lines)


@pytest.mark.parametrize("support", SUPPORTS, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_every_line_of_a_picture_is_of_its_width(level: str, support: Support) -> None:
    puzzle = unriddle.load(level)
    for room in (Size(20, 5), Size(60, 20), Size(100, 40), Size(250, 90)):
        picture = board_for(puzzle, support).picture(puzzle.initial, room)
        assert {line.cell_len for line in picture.lines if line.plain} == {picture.width}
        assert support.unicode or drawn(picture).isascii()
        shown = crop(picture, room).split("\n")
        assert len(shown) <= room.height
        assert all(line.cell_len <= room.width for line in shown)


@pytest.mark.parametrize("room", [Size(40, 12), Size(60, 20), Size(120, 40)])
@pytest.mark.parametrize("support", [PLAIN, Support(True, Colours.NONE)], ids=str)
def test_the_block_can_be_told_without_colours(support: Support, room: Size) -> None:
    puzzle = unriddle.load("bloxorz/8")
    board = board_for(puzzle, support)
    session = Session(puzzle)
    pictures = [drawn(board.picture(session.state, room))]
    words = [board.describe(session.state)]
    for key in ("right", "down", "up", "right", "space"):
        answer = board.key(session, key, "")
        assert answer is not None
        session.play(answer.moves[0])
        pictures.append(drawn(board.picture(session.state, room)))
        words.append(board.describe(session.state))
    assert words[0] == "the block stands upright"
    assert words[1] == words[2] == "the block lies along a row"
    assert all(word.startswith("two cubes") for word in words[4:])
    assert len(set(pictures) - {pictures[3]}) == len(pictures) - 2  # down and up leads back


def test_a_block_lies_along_rows_and_columns() -> None:
    puzzle = unriddle.load("bloxorz/1")
    board = board_for(puzzle, PLAIN)
    small = Size(22, 8)
    row, column = (puzzle.apply(puzzle.initial, move) for move in ("R", "D"))
    assert "[==]" in drawn(board.picture(row, small))
    assert "/\\" in drawn(board.picture(column, small))
    assert board.describe(column) == "the block lies along a column"


@pytest.mark.parametrize("height", [21, 40])
def test_freecell_shows_whole_columns(height: int) -> None:
    """King to two on top of six cards is the longest column that can be played to here."""
    king_down = ["KH", "QS", "JH", "TS", "9H", "8S", "7H", "6S", "5H", "4S", "3H", "2S"]
    buried = ["KC", "KD", "KS", "QC", "QD", "QH"]
    rest = [
        card
        for card in (rank + suit for rank in "A23456789TJQK" for suit in "CDHS")
        if card not in {*king_down, *buried}
    ]
    columns = [[*buried, *king_down], *(rest[index::7] for index in range(7))]
    text = "\n".join(" ".join(column) for column in columns)
    (puzzle,) = unriddle.read(text, puzzle="freecell", autoplay="none")
    picture = board_for(puzzle, PLAIN).picture(puzzle.initial, Size(60, height))
    assert picture.height <= height
    assert all(card in drawn(picture) for column in columns for card in column)


def test_a_puzzle_without_a_board_of_its_own_is_shown_and_played_as_it_is_written() -> None:
    puzzle = unriddle.load("sokoban/uit/5")
    board = Board(puzzle, PLAIN)
    session = Session(puzzle)
    assert "@" in drawn(board.picture(puzzle.initial, Size(80, 24)))
    for key, character in (("l", "l"), ("left", "")):
        answer = board.key(session, key, character)
        assert answer is not None
        assert [str(move) for move in answer.moves] == ["l"]
    assert "l" in board.describe(puzzle.initial)
    assert board.key(session, "h", "h") is None  # begins no move: the screen gives a hint


def test_a_move_that_others_begin_with_waits_for_enter() -> None:
    puzzle = unriddle.load("freecell/1", autoplay="none")
    moves = {str(move): move for move in puzzle.actions(puzzle.initial)}
    first = next(iter(moves))
    board = Board(puzzle, PLAIN)
    session = Session(puzzle)
    begun = board.key(session, first[0], first[0])
    assert begun is not None
    assert not begun.moves
    assert board.typed == first[0]
    assert board.key(session, "backspace", "") == Answer()
    board.key(session, first[0], first[0])
    wrong = board.key(session, "enter", "\r")
    assert wrong is not None
    assert not wrong.moves
    assert wrong.say
    for character in first:
        made = board.key(session, character, character)
    assert made is not None
    assert made.moves == [moves[first]]


@pytest.mark.parametrize(
    ("environment", "encoding", "support"),
    [
        ({"TERM": "xterm-256color"}, "UTF-8", Support(True, Colours.MANY)),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "utf8", Support(True, Colours.MANY)),
        ({"TERM": "xterm"}, "UTF-8", Support(True, Colours.SIXTEEN)),
        ({"TERM": "linux"}, "UTF-8", Support(False, Colours.SIXTEEN)),
        ({"TERM": "xterm-256color"}, "ANSI_X3.4-1968", Support(False, Colours.MANY)),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "UTF-8", Support(True, Colours.NONE)),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "UTF-8", Support(True, Colours.MANY)),
        ({"TERM": "vt100"}, "UTF-8", Support(True, Colours.NONE)),
    ],
)
def test_the_look_of_a_terminal(
    environment: dict[str, str], encoding: str, support: Support
) -> None:
    assert support_of(environment, encoding) == support
    assert support_of(environment, encoding, ascii=True) == Support(False, support.colours)


def test_ascii_keeps_the_width() -> None:
    assert in_ascii("│█ Köln ▼ 5 µs ♠ 車") == "|# Koln v 5 us ? ??"
    assert in_ascii("plain") == "plain"


def test_a_picture_is_centred_or_cropped_around_its_focus() -> None:
    picture = Picture((Text("abcdef"), Text("ghijkl"), Text("mnopqr")), 6, focus=(5, 2))
    assert crop(picture, Size(10, 5)).plain == "\n  abcdef\n  ghijkl\n  mnopqr"
    assert crop(picture, Size(3, 2)).plain == "jkl\npqr"
