"""The file of a certificate: what is written is read again, and nothing else is."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge.proofs import BLOCKED, ISLANDS, NARROW, level, proof, proof_with_claims

from unriddle.core import BadInput
from unriddle.judge import certificate as module
from unriddle.judge.certificate import (
    ACTIONS,
    CARDS,
    GOALS,
    LOST,
    PLACES,
    PUSHES,
    Certificate,
    Claim,
    looks_like_proof,
    read,
    write,
)
from unriddle.loading import load
from unriddle.puzzles.freecell.cards import DECK

numbers = st.integers(0, 2**31 - 1)
squares = st.lists(numbers, min_size=1, max_size=5).map(tuple)
claims = st.builds(
    Claim, st.sampled_from((LOST, GOALS)), squares, numbers, st.one_of(st.just(()), squares)
)
card_moves = st.builds(
    lambda card, place: 64 * card + place,
    st.integers(0, len(DECK) - 1),
    st.integers(0, len(PLACES) - 1),
)


@st.composite
def certificates(draw: st.DrawFn) -> Certificate:
    form = draw(st.sampled_from((PUSHES, CARDS, ACTIONS)))
    count = draw(st.integers(0, 6))
    moves = card_moves if form == CARDS else numbers
    return Certificate(
        draw(st.sampled_from(("bloxorz", "sokoban", "freecell", "MyOwn", "Größe"))),
        draw(st.text("0123456789abcdef", min_size=32, max_size=32)),
        form,
        draw(st.lists(numbers, min_size=count, max_size=count)),
        draw(st.lists(moves, min_size=count, max_size=count)),
        draw(st.lists(claims, max_size=3)),
    )


def same(one: Certificate, other: Certificate) -> bool:
    def plain(given: Certificate) -> Certificate:
        return replace(
            given, parents=list(given.parents), moves=list(given.moves), claims=list(given.claims)
        )

    return plain(one) == plain(other)


@given(certificates())
def test_what_is_written_is_read(certificate: Certificate) -> None:
    content = write(certificate)
    assert looks_like_proof(content)
    assert same(read(content), certificate)
    assert same(read(gzip.decompress(content)), certificate)
    assert write(read(content)) == content


def test_files_are_small_and_always_the_same() -> None:
    for puzzle in (level(ISLANDS), level(BLOCKED), level(NARROW), load("sokoban/uit/17")):
        content = write(proof(puzzle))
        assert content == write(proof(puzzle))
        assert len(content) < 10_000
    assert same(read(write(proof_with_claims(level(NARROW)))), proof_with_claims(level(NARROW)))


GOOD = """unriddle proof 1
puzzle sokoban
level 0123456789abcdef0123456789abcdef
moves pushes
states 3
claims 2
lost 9: 10 11; frozen 12 13
goals 9: 10
0 41
1 42
"""
CARDS_TOO = """unriddle proof 1
puzzle freecell
level 0123456789abcdef0123456789abcdef
moves cards
states 3
claims 0
0 5H 6S
0 TD cell
"""


def test_the_format_of_the_docs() -> None:
    found = read(GOOD.encode())
    assert found.claims == [Claim(LOST, (10, 11), 9, (12, 13)), Claim(GOALS, (10,), 9)]
    assert list(found.parents) == [0, 1]
    assert list(found.moves) == [41, 42]
    cards = read(CARDS_TOO.encode())
    assert list(cards.moves) == [
        64 * DECK.index("5H") + DECK.index("6S"),
        64 * DECK.index("TD") + 52,
    ]


@pytest.mark.parametrize(
    ("damaged", "line", "problem"),
    [
        (GOOD.replace("proof 1", "proof 2"), 1, "the first line must be"),
        (GOOD.replace("puzzle sokoban", "sokoban"), 2, "must be 'puzzle'"),
        (GOOD.replace("puzzle sokoban", "puzzle "), 2, "must be 'puzzle'"),
        (GOOD.replace("moves pushes", "moves chess"), 4, "not 'chess'"),
        (GOOD.replace("states 3", "states 0"), 5, "at least one state"),
        (GOOD.replace("states 3", "states -3"), 5, "'-3' is not a number"),
        (GOOD.replace("states 3", "states 99999999999"), 5, "is not a number"),
        (GOOD.replace("states 3", "states 4294967296"), 5, "is too large"),
        (GOOD.replace("states 3", "states 4"), 11, "too early"),
        (GOOD.replace("states 3", "states 2"), 10, "more than"),
        (GOOD.replace("claims 2", "claims 3"), 9, "a claim is written"),
        (GOOD.replace("claims 2", "claims 1"), 8, "'goals' is not a number"),
        (GOOD.replace("goals 9", "maybe 9"), 8, "a claim is written"),
        (GOOD.replace("10 11;", "10  11;"), 7, "'' is not a number"),
        (GOOD.replace("frozen 12 13", "frozen 12 x"), 7, "'x' is not a number"),
        (GOOD.replace("1 42", "1 42 43"), 10, "two numbers"),
        (GOOD.replace("1 42", "1 \uff142"), 10, "is not a number"),
        (GOOD.rstrip("\n"), 10, "too early"),
        (GOOD + "2 43\n", 11, "more than"),
        (GOOD[:20], 2, "too early"),
        ("", 1, "too early"),
        (CARDS_TOO.replace("5H 6S", "5H"), 7, "PARENT CARD DESTINATION"),
        (CARDS_TOO.replace("5H 6S", "1H 6S"), 7, "PARENT CARD DESTINATION"),
        (CARDS_TOO.replace("cell", "nowhere"), 8, "PARENT CARD DESTINATION"),
    ],
)
def test_files_that_are_damaged_are_refused_with_the_line(
    damaged: str, line: int, problem: str
) -> None:
    for content in (damaged.encode(), gzip.compress(damaged.encode())):
        with pytest.raises(BadInput, match=problem) as caught:
            read(content, "proof.gz")
        assert (caught.value.source, caught.value.line) == ("proof.gz", line)


def test_files_that_cannot_be_unpacked_are_refused() -> None:
    packed = gzip.compress(GOOD.encode())
    broken = bytearray(packed)
    broken[len(broken) // 2] ^= 0xFF
    for content in (packed[:-9], packed[:12], bytes(broken), b"\x1f\x8b nonsense"):
        with pytest.raises(
            BadInput, match=r"unpacked|too early|plain text|number|must be|more than"
        ):
            read(content)
    with pytest.raises(BadInput, match="not plain text"):
        read(b"unriddle proof 1\npuzzle \xff\n")


def test_a_file_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CHARACTERS", 2**20)
    head = GOOD.partition("0 41")[0].replace("states 3", "states 2000000000")
    for tail in ("0" * 2**21, "0 41\n" * 2**19):
        with pytest.raises(BadInput, match=r"(larger|longer) than 1 MiB"):
            read(zlib.compress((head + tail).encode(), wbits=31))


def test_a_line_without_end_takes_little_memory() -> None:
    packed = zlib.compress(bytes(200 * 2**20), wbits=31)
    tracemalloc.start()
    with pytest.raises(BadInput, match="longer than 1 MiB"):
        read(packed)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20 * 2**20
