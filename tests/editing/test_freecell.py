"""Positions of FreeCell that are laid out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core import BadInput
from unriddle.editing import CardTable
from unriddle.editing.freecell import STOCK, TEMPLATE
from unriddle.loading import read
from unriddle.puzzles.freecell.cards import DECK
from unriddle.puzzles.freecell.table import CELL_NAMES, COLUMN_NAMES, HOME

PLACES = (STOCK, HOME, *CELL_NAMES[:4], *COLUMN_NAMES[:8])


def whole(table: CardTable) -> list[str]:
    """Every card as often as it is somewhere."""
    lying = [card for pile in (*table.columns, table.cells, table.stock) for card in pile if card]
    return lying + [card for card in DECK if table._is_home(card)]


@given(st.lists(st.tuples(st.sampled_from(DECK), st.sampled_from(PLACES), st.integers(-1, 9))))
def test_every_card_is_somewhere_once(moves: list[tuple[str, str, int]]) -> None:
    table = CardTable.read(TEMPLATE)
    for card, to, depth in moves:
        table = table.moved(card, to, depth if depth >= 0 else None)
        assert sorted(whole(table)) == sorted(DECK)
    assert CardTable.read(table.text) == table
    if not table.stock:
        assert len(read(table.text)) == 1


def test_where_cards_go() -> None:
    table = CardTable.read("Foundations: C-2 D-0 H-0 S-0\nKS KH\n3C 4C\n:\n")
    assert table.moved("KD", "1", 1).columns[0] == ("KS", "KD", "KH")
    assert table.moved("KS", "a").moved("KH", "a").cells[0] == "KH"  # the other one is in stock
    home = table.moved("5C", HOME)
    assert (home.foundations[0], home.columns[1]) == (5, ())
    back = home.moved("4C", "3")
    assert (back.foundations[0], back.columns[2], "5C" in back.stock) == (3, ("4C",), True)
    assert home.cleared().stock == table.cleared().stock
    assert len(table.cleared().stock) == 52
    dealt = table.dealt(7)
    assert dealt.stock == ()
    assert dealt == table.dealt(7) != table.dealt(8)
    assert {len(column) for column in dealt.columns} == {16, 17}
    assert "KH" in table.moved("KH", "3").widened(-1).stock
    with pytest.raises(BadInput, match="no place '9'"):
        table.moved("KD", "9")
    with pytest.raises(BadInput, match="11 columns"):
        table.widened(8)


def test_what_is_wrong_in_a_text_is_left_out() -> None:
    board = CardTable.read("# Mine\nFoundations: C-A X-9\nFC: 10D zz AC\nKS KS ?\n: 1h\n")
    assert (board.title, board.foundations) == ("Mine", (1, 0, 0, 0))
    assert board.cells == ("TD", None, None, None)
    assert board.columns == (("KS",), ("AH",))
    report = CardTable.read(".. KS .. .. AC .. .. ..\n.. TD\n.. 5S\n")
    assert (report.cells[1], report.foundations[0]) == ("KS", 1)
    assert report.columns == ((), ("TD", "5S"))
    assert CardTable.read("").columns == ((),) * 8
