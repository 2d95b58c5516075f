"""A message from a page: JSON that may be anything, read with care."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from unriddle.core import BadInput
from unriddle.web.scenes import Json


@dataclass(frozen=True)
class Request:
    """What a page asks; whatever it sent, the parts that are asked for have the right type."""

    type: str
    number_of_request: int
    fields: Json

    @classmethod
    def read(cls, text: str) -> Request:
        """The request in a message; one that makes no sense has a type that nobody answers."""
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError):
            return cls("?", 0, {})
        if not isinstance(fields, dict) or not isinstance(fields.get("type"), str):
            return cls("?", 0, {})
        number = fields.get("n")
        return cls(fields["type"], number if isinstance(number, int) else 0, fields)

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

    def table(self, name: str) -> dict[str, Any]:
        """Names with plain values, none if there is no such table; raises `BadInput`."""
        value = self.fields.get(name) or {}
        if not isinstance(value, dict) or not all(
            isinstance(one, str | int | float | list) for one in value.values()
        ):
            raise BadInput(f"{name} must be names with plain values")
        return value
