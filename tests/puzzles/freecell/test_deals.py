from __future__ import annotations

import pytest
from generators.freecell import deal_numbers
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core import BadInput
from unriddle.puzzles.freecell.cards import DECK
from unriddle.puzzles.freecell.deals import LAST_DEAL, deal
from unriddle.puzzles.freecell.notation import format_level

# As Freecell Solver's make-microsoft-freecell-board prints them.
PRINTED = {
    1: """
        JD KD 2S 4C 3S 6D 6S
        2D KC KS 5C TD 8S 9C
        9H 9S 9D TS 4S 8D 2H
        JC 5S QD QH TH QS 6H
        5D AD JS 4H 8H 6C
        7H QC AS AC 2C 3D
        7C KH AH 4D JH 8C
        5H 3H 3C 7S 7D TC
    """,
    617: """
        7D TD TH KD 4C 4S JD
        AD 7S QC 5H QS TS KS
        5C QD 3H 9S 9C 2H KC
        3S AC 9D 3C 9H 5D 4H
        5S 6D 6S 8S 7C JC
        8C 8H 8D 7H 6H 6C
        2D AS 3D 4D 2C JH
        AH KH TC JS 2S QH
    """,
    11982: """
        AH 3D KD JC 6C JD KC
        AS 3H 6H 5D 2C 7D 8D
        4H QS 5S 5C TH 8H 2S
        AC QC 4D 8C QH 9C 3S
        2D 8S 9H 9D 6D 2H
        6S 7H JH TD TC QD
        TS AD 9S KH 4S 4C
        JS KS 3C 7C 7S 5H
    """,
    31465: """
        4H JH 9H JD TC 6C KS
        QH 8C TS 4S 7S KC 3D
        6D AD JS 7H 6H TD QC
        QD AH 8S 4D 5D TH 9D
        3S JC KH 2D 8D AC
        5S 2H 2C 7D 3C 2S
        9C 5H 9S 4C 6S 3H
        5C AS 7C KD 8H QS
    """,
    2**31: """
        QH 3H 7D 4D TS QD 6D
        QC JD 3C 5D 7H 6H 4S
        2H KC 8S TD JH AD 5S
        6S 7C 7S TC 5H 9S AC
        2S 8H TH 9C 3S 2D
        3D 5C JC AH 6C KH
        KS 8D AS 4H 2C 4C
        8C 9H QS JS 9D KD
    """,
    2**32: """
        TS 3S KC 4H 9H 3H 4D
        5S QD 3D 9S 2H 6H KH
        2S 7C 9C 8D 6S AH JH
        TD 7D 8C 5C 2D QC QH
        3C 8S TH 7S TC 7H
        AD 5D JD AS 6C 9D
        JC 5H 2C 4S KS KD
        6D 4C QS JS 8H AC
    """,
    2**33 - 1: """
        TC 8S 8C 6C 5H 5C 9C
        2S TD 6D 8D 9H 9S 6S
        JS TH 3S JD 4H QC 3D
        5S QS KD AH AS JH 4S
        4D 4C 7D JC 2D AD
        6H KH TS 7H QD QH
        3H 2C KC 2H 5D 9D
        7C KS 8H 3C AC 7S
    """,
}


@pytest.mark.parametrize("number", PRINTED)
def test_numbers_give_the_known_layouts(number: int) -> None:
    printed = [line.strip() for line in PRINTED[number].strip().splitlines()]
    title, *lines = format_level(deal(number)).splitlines()
    assert lines == printed
    assert title == f"# FreeCell deal {number}"


@given(deal_numbers, st.integers(4, 10))
def test_the_same_cards_go_row_by_row_over_any_number_of_columns(number: int, columns: int) -> None:
    dealt = deal(number, columns).columns
    usual = deal(number).columns
    assert len(dealt) == columns
    rows = [dealt[index % columns][index // columns] for index in range(52)]
    assert rows == [usual[index % 8][index // 8] for index in range(52)]
    assert sorted(rows) == sorted(DECK)


@pytest.mark.parametrize(
    "number", [0, -1, LAST_DEAL + 1, 10**5000, -(10**5000)], ids=["0", "-1", "last", "huge", "tiny"]
)
def test_other_numbers_are_refused_with_the_range(number: int) -> None:
    with pytest.raises(BadInput, match="from 1 to 8589934591"):
        deal(number)


@pytest.mark.parametrize("columns", [3, 11])
def test_other_column_counts_are_refused(columns: int) -> None:
    with pytest.raises(BadInput, match="from 4 to 10 columns"):
        deal(1, columns)
