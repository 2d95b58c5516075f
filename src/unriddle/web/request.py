"""A message from a page: JSON that may be anything, read with care."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from unriddle.core import BadInput
from unriddle.web import limits
from unriddle.web.scenes import Json

LARGEST = 2**53
"""Whole numbers that a page can tell apart."""


MOST_STRUCTURE = 2000
"""Characters of a long message outside its texts: what opens a level has few fields."""
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""How JSON spells one half of a character outside the first plane."""


@dataclass(frozen=True)
class Request:
    """What a page asks; the parts that we read have the right type, or are refused."""

    type: str
    number_of_request: int
    fields: Json
    problem: str = ""
    """Why it makes no sense; such a request is not carried out."""

    @classmethod
    def read(cls, text: str) -> Request:
        """The request in a message."""
        odd: list[str] = []
        if len(text) > limits.MESSAGE and not _is_simple(text):
            return cls("", 0, {}, "the request is too large")
        try:
            fields = json.loads(
                text,
                parse_constant=odd.append,
                parse_float=partial(_finite, odd, float),
                parse_int=partial(_finite, odd, int),
            )
        except (ValueError, RecursionError):
            return cls("", 0, {}, "a request must be JSON")
        if not isinstance(fields, dict):
            return cls("", 0, {}, "a request must be a JSON object")
        kind, number = fields.get("type"), fields.get("n")
        number = number if isinstance(number, int) and abs(number) < LARGEST else 0
        if not isinstance(kind, str):
            return cls("", number, {}, "a request must have a type")
        problem = ""
        if odd:
            problem = f"{odd[0][:20]} is not a number that JSON knows"
        elif _HALF.search(text) and not _can_be_sent(fields):
            problem = "a text holds half a character (a lone surrogate)"
        elif kind != "open" and len(text) > (most := _longest(kind)):
            problem = f"this is too long: it may have {most} characters"
        return cls("", number, {}, problem) if problem else cls(kind, number, fields)

    def text(self, name: str, longest: int) -> str:
        """A text, empty if there is none; raises `BadInput`."""
        value = self.fields.get(name, "")
        if value is None:
            return ""
        if not isinstance(value, str) or len(value) > longest:
            raise BadInput(f"{name} must be a text of at most {longest} characters")
        return value

    def number(self, name: str) -> int:
        """A whole number, 0 if there is none; raises `BadInput`."""
        value = self.fields.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**12:
            raise BadInput(f"{name} must be a whole number")
        return value

    def flag(self, name: str) -> bool:
        """Is it said, and true?"""
        return self.fields.get(name) is True

    def numbers(self, name: str) -> list[int]:
        """Whole numbers, none if there are none, at most as many as are answered at once.

        Raises `BadInput`.
        """
        value = self.fields.get(name) or []
        if not isinstance(value, list) or not all(type(one) is int for one in value):
            raise BadInput(f"{name} must be whole numbers")
        if len(value) > limits.PER_ANSWER:
            raise BadInput(f"{name} must be at most {limits.PER_ANSWER} numbers")
        return value

    def table(self, name: str) -> dict[str, Any]:
        """Names with plain values, none if there is no such table; raises `BadInput`."""
        value = self.fields.get(name) or {}
        if not isinstance(value, dict) or not all(
            isinstance(one, str | int | float | list) for one in value.values()
        ):
            raise BadInput(f"{name} must be names with plain values")
        return value


def _longest(kind: str) -> int:
    """How many characters a request may have."""
    return limits.SHEET if kind in ("edit", "advise") else limits.MESSAGE


def _is_simple(text: str) -> bool:
    """Is a long JSON text a few texts with little between them? Found out without reading it."""
    plain = text.replace("\\\\", "").replace('\\"', "")
    if plain.count('"') > MOST_STRUCTURE:
        return False
    return sum(map(len, plain.split('"')[::2])) <= MOST_STRUCTURE


def _finite(odd: list[str], read: Callable[[str], float], digits: str) -> float:
    """A number that a page can hold, too: 400 digits are as infinite as 1e400."""
    if not math.isfinite(float(digits)):
        odd.append(digits)
        return 0
    return read(digits)


def _can_be_sent(fields: Json) -> bool:
    """Can this be written in UTF-8?"""
    try:
        json.dumps(fields, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True
