"""The code of a user's search in place of pseudo-code."""

from __future__ import annotations

from unriddle.tracing.source import MOST, own_pseudocode


def documented(puzzle: object) -> int:
    """Is documented.

    In more than one line.
    """
    # This is a comment.
    if puzzle:
        return 1

    return 2


def test_code_without_docstring_and_comments() -> None:
    lines = own_pseudocode(documented)
    assert [line["text"]["en"] for line in lines] == [
        "def documented(puzzle: object) -> int:",
        "if puzzle:",
        "return 1",
        "return 2",
    ]
    assert [line["depth"] for line in lines] == [0, 1, 2, 1]
    first = documented.__code__.co_firstlineno
    assert [line["name"] for line in lines] == [f"L{first + n}" for n in (0, 6, 7, 9)]


def test_what_has_no_source_has_no_lines() -> None:
    assert own_pseudocode(None) == []
    assert own_pseudocode(len) == []


def test_long_code_is_cut() -> None:
    import inspect

    assert len(own_pseudocode(inspect.getsourcelines)) <= MOST
