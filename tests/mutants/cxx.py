"""A C++ file as tokens, as far as making small changes in it needs to know.

Not a compiler: templates are told from comparisons by the spaces that our format puts around
operators. What is not code of ours to judge is left out: comments, strings, preprocessor lines,
static assertions, attributes and what stands between the angle brackets of templates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""
    (?P<skip>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*|\s+)
  | (?P<string>R"\(.*?\)"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)')
  | (?P<number>(?:0[xX][0-9a-fA-F']+|0[bB][01']+|\d[\d']*(?:\.\d+)?(?:[eE][+-]?\d+)?)[uUlLzZfF]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<operator><=>|<<=|>>=|->\*|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)

OPENING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Token:
    """A piece of code: text[start:end]."""

    kind: str
    text: str
    start: int
    end: int
    spaced: bool
    """Is there a space on both sides, as around a binary operator?"""


def tokens_of(text: str) -> list[Token]:
    """The code of a file without what is not to be changed; see above."""
    found = [
        Token(
            kind,
            match.group(),
            match.start(),
            match.end(),
            text[match.start() - 1 : match.start()].isspace()
            and text[match.end() : match.end() + 1].isspace(),
        )
        for match in TOKEN.finditer(text)
        if (kind := str(match.lastgroup)) != "skip"
    ]
    return _without_static_parts(found)


def closing(tokens: list[Token], index: int) -> int:
    """The index of the bracket that closes the one at `index`; the last token if none does."""
    depth = 0
    for at in range(index, len(tokens)):
        if tokens[at].text in OPENING:
            depth += 1
        elif tokens[at].text in OPENING.values():
            depth -= 1
            if depth == 0:
                return at
    return len(tokens) - 1


def function_bodies(tokens: list[Token], name: str) -> list[tuple[int, int]]:
    """Where in the text functions of this name are defined, from the name to the closing brace."""
    bodies = []
    for index, token in enumerate(tokens[:-1]):
        if token.text != name or tokens[index + 1].text != "(":
            continue
        # `operator()` has a pair of brackets before those of its parameters.
        at = closing(tokens, index + 1) + 1
        if name == "operator" and tokens[at].text == "(":
            at = closing(tokens, at) + 1
        while at < len(tokens) and tokens[at].text not in (";", "{", "}", ")", ","):
            if tokens[at].text == ":":  # the members that a constructor sets
                at = _end_of_members(tokens, at)
                break
            at = closing(tokens, at) + 1 if tokens[at].text == "(" else at + 1
        if at < len(tokens) and tokens[at].text == "{":
            bodies.append((token.start, tokens[closing(tokens, at)].end))
    return bodies


def _end_of_members(tokens: list[Token], colon: int) -> int:
    """The index of the brace that opens the body of a constructor."""
    at = colon + 1
    while at < len(tokens):
        while at < len(tokens) and tokens[at].text not in ("(", "{"):
            at += 1
        at = closing(tokens, at) + 1
        if at >= len(tokens) or tokens[at].text != ",":
            return at
        at += 1
    return at


def _without_static_parts(tokens: list[Token]) -> list[Token]:
    kept: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        after = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if token.text == "static_assert":
            index = closing(tokens, index + 1) + 1
        elif token.text == "[" and after == "[":
            index = closing(tokens, index) + 1
        elif token.text == "<" and _opens_template(tokens, index):
            # The brackets stay away too: nobody compares here.
            index = _closing_angle(tokens, index) + 1
        else:
            kept.append(token)
            index += 1
    return kept


def _opens_template(tokens: list[Token], index: int) -> bool:
    before = tokens[index - 1]
    return before.text == "template" or (before.kind == "name" and not tokens[index].spaced)


def _closing_angle(tokens: list[Token], index: int) -> int:
    depth = 0
    for at in range(index, len(tokens)):
        text = tokens[at].text
        if text == "<":
            depth += 1
        elif text in (">", ">>"):
            depth -= len(text)
            if depth <= 0:
                return at
        elif text in (";", "{"):  # it was a comparison after all
            return index
    return index
