"""Small changes of C++ code, as a tired programmer might make them, one at a time."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from mutants.cxx import Token, closing, tokens_of

SWAPS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "%": ("/",),
    "&": ("|",),
    "|": ("&",),
    "^": ("|",),
    "<<": (">>",),
    ">>": ("<<",),
}
"""What a binary operator becomes."""
ASSIGNMENTS = {
    "+=": ("-=",),
    "-=": ("+=",),
    "|=": ("&=", "="),
    "&=": ("|=", "="),
    "^=": ("|=",),
    "<<=": (">>=",),
    ">>=": ("<<=",),
}
STEPS = {"++": "--", "--": "++"}
NAMES = {"true": "false", "false": "true", "min": "max", "max": "min"}
KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        """if else for while do switch case default return break continue goto using namespace
        struct class enum template typename const constexpr static inline auto throw try catch
        delete new public private protected friend operator explicit virtual requires concept""",
    )
)
LONGEST_NUMBER = 6
"""Digits; longer constants mix hashes, and another one is as good."""


@dataclass(frozen=True)
class Change:
    """One change of a file: text[start:end] becomes `new`."""

    line: int
    start: int
    end: int
    new: str

    def apply(self, text: str) -> str:
        """The file after it."""
        return text[: self.start] + self.new + text[self.end :]

    def lines(self, text: str) -> tuple[str, str]:
        """The lines it touches before and after it, without the spaces around them, in one line."""
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", self.end)
        last = len(text) if last < 0 else last
        after = text[first : self.start] + self.new + text[self.end : last]
        return " ".join(text[first:last].split()), " ".join(after.split())


def changes_of(text: str) -> list[Change]:
    """Every change of a file that we know how to make, in the order of the file."""
    starts = [0, *(i + 1 for i, letter in enumerate(text) if letter == "\n")]
    tokens = tokens_of(text)
    # Lines stay where they are, so that nothing but the change is changed.
    found = [
        Change(bisect_right(starts, start), start, end, new + "\n" * text.count("\n", start, end))
        for start, end, new in _edits(tokens, text)
    ]
    return sorted(set(found), key=lambda change: (change.start, change.end, change.new))


def _edits(tokens: list[Token], text: str) -> Iterator[tuple[int, int, str]]:
    headers = _loop_headers(tokens)
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else token
        before = tokens[index - 1] if index else token
        if token.text in SWAPS and token.spaced and before.text != "operator":
            for new in SWAPS[token.text]:
                yield token.start, token.end, new
        elif token.text in ASSIGNMENTS:
            for new in ASSIGNMENTS[token.text]:
                yield token.start, token.end, new
        elif token.text in STEPS and index not in headers:
            yield token.start, token.end, STEPS[token.text]
        elif token.text in ("!", "~") and (after.kind == "name" or after.text in ("(", "*")):
            if not (token.text == "~" and before.text in (";", "{", "}", ":")):  # a destructor
                yield token.start, token.end, ""
        elif token.kind == "number":
            yield from ((token.start, token.end, new) for new in _other_numbers(token.text))
        elif token.text in NAMES and (token.text in ("true", "false") or before.text == "::"):
            yield token.start, token.end, NAMES[token.text]
        elif token.text in ("continue", "break", "return") and after.text == ";":
            yield token.start, token.end, ""
        elif token.text in ("if", "while") and after.text == "(":
            yield from _decided(tokens, index, text)
        if token.text in (";", "{", "}", ")", "else"):
            yield from _dropped(tokens, index + 1)


def _loop_headers(tokens: list[Token]) -> set[int]:
    """Where loops count: turned round, they would only take for ever."""
    inside: set[int] = set()
    for index, token in enumerate(tokens[:-1]):
        if token.text == "for" and tokens[index + 1].text == "(":
            inside.update(range(index, closing(tokens, index + 1)))
    return inside


def _other_numbers(text: str) -> list[str]:
    digits = text.replace("'", "").rstrip("uUlLzZ")
    suffix = text[len(text.rstrip("uUlLzZ")) :]
    try:
        value = int(digits, 0)
    except ValueError:  # a fraction, or 08
        return []
    if len(digits) > LONGEST_NUMBER:
        return []
    return [f"{other}{suffix}" for other in (value + 1, value - 1) if other >= 0]


def _decided(tokens: list[Token], index: int, text: str) -> Iterator[tuple[int, int, str]]:
    """A condition that always or never holds."""
    end = closing(tokens, index + 1)
    inside = tokens[index + 2 : end]
    if not inside or any(token.text in ("=", ";") for token in inside):
        return  # it declares something
    start, stop = inside[0].start, inside[-1].end
    for new in ("true", "false") if tokens[index].text == "if" else ("false",):
        if text[start:stop] != new:
            yield start, stop, new


def _dropped(tokens: list[Token], index: int) -> Iterator[tuple[int, int, str]]:
    """A statement that is left out: a call, an assignment or a step."""
    at = index
    if at < len(tokens) and tokens[at].text in (*STEPS, "*"):
        at += 1
    if at >= len(tokens) or tokens[at].kind != "name" or tokens[at].text in KEYWORDS:
        return
    at += 1
    while at + 1 < len(tokens):
        if tokens[at].text in ("(", "["):
            at = closing(tokens, at) + 1
        elif tokens[at].text in (".", "->", "::"):
            at += 2
        else:
            break
    changed = {"=", *ASSIGNMENTS, *STEPS, "*=", "/="}
    if at >= len(tokens) or tokens[at].text not in changed | {";"}:
        return
    depth = 0
    while at < len(tokens) and (depth or tokens[at].text != ";"):
        depth += (tokens[at].text in "([{") - (tokens[at].text in ")]}")
        if depth < 0:
            return
        at += 1
    if at < len(tokens):
        yield tokens[index].start, tokens[at].start, ""
