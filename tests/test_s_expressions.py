"""Texts in parentheses."""

from __future__ import annotations

import pytest

import unriddle
from unriddle import s_expressions
from unriddle.core import BadInput
from unriddle.planning.encodings import to_pddl
from unriddle.s_expressions import read


def test_groups_know_their_words_and_lines() -> None:
    first, second = read("; a comment (\n(Define\t(b) ; )\n  C)(d)")
    assert (first.head, first.line, first.words) == ("define", 2, None)
    inner, last = first.items[1:]
    assert (inner.line, last.line) == (2, 3)
    assert second.words == ("d",)
    assert read("") == []


def test_depth_is_no_danger() -> None:
    (group,) = read("(" * 100_000 + ")" * 100_000)
    assert group.head == ""


def test_a_text_has_a_limited_number_of_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s_expressions, "MAX_TOKENS", 10)
    assert len(read("(a b c\nd e f) ; (")) == 1
    for text in ("(" * 11, "(a)" * 4, "(a b c d e f g h i)", "(\n" * 11):
        with pytest.raises(BadInput, match="more than 10 words and parentheses"):
            read(text)


def test_a_board_of_100_by_100_is_within_the_limit() -> None:
    squares = ["#@$." + " " * 95 + "#", *["#" + " " * 98 + "#"] * 97]
    (level,) = unriddle.read("\n".join(["#" * 100, *squares, "#" * 100]))
    assert len(read(to_pddl(level).problem)) == 1


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [("(a\n(b\n)", 1, "never closed"), ("(a)\n)", 2, "closes nothing"), ("\nabc", 2, "outside")],
)
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(BadInput, match=problem) as error:
        read(text, "p01.pddl")
    assert (error.value.line, error.value.source) == (line, "p01.pddl")
