"""Settings that a user may type: their names, values, limits and help, stated once.

The rules of a puzzle are a frozen dataclass whose fields are made by `setting`; the parameters of a
search are a tuple of `Setting`. Command line, web page and documentation read both the same way.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from unriddle.core import BadInput

Value: TypeAlias = bool | int | float | str | tuple[float, ...]

_KINDS = {
    bool: "yes or no",
    int: "a whole number",
    float: "a number",
    str: "text",
    tuple: "numbers with commas or slashes between them",
}
LONGEST = 10_000
"""Characters of a number, or of several: more mean nothing, and take long to read."""
_YES = frozenset({"yes", "true", "on", "1"})
_NO = frozenset({"no", "false", "off", "0"})


@dataclass(frozen=True, slots=True)
class Setting:
    """A named value with a default; the type of the default is the type of the value."""

    name: str
    default: Value
    help: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    titles: tuple[str, ...] = ()
    """What people call the choices, in their order; none if they are called as they are typed."""
    until_limit: bool = False
    """Where it is not set, is it without bound as soon as there is a limit of time or nodes?"""

    def shown(self, value: Value) -> str:
        """What people call a value."""
        known = dict(zip(self.choices, self.titles, strict=False))
        return known.get(str(value), str(value))

    @property
    def allowed(self) -> str:
        """What a value may be, in words."""
        if self.choices:
            return " or ".join(self.choices)
        kind = _KINDS[type(self.default)]
        if self.minimum is not None and self.maximum is not None:
            return f"{kind} from {self.minimum} to {self.maximum}"
        if self.minimum is not None:
            return f"{kind}, at least {self.minimum}"
        if self.maximum is not None:
            return f"{kind}, at most {self.maximum}"
        return kind

    def read(self, value: object) -> Value:
        """The value itself, converted from text where needed; raises `BadInput`."""
        converted = _convert(value, type(self.default))
        if (
            converted is None
            or (self.choices and converted not in self.choices)
            or (isinstance(converted, int | float) and not self._within_bounds(converted))
        ):
            shown = str(value)[:40]
            raise BadInput(f"{self.name} = {shown}: must be {self.allowed}")
        return converted

    def _within_bounds(self, number: float) -> bool:
        return (
            -math.inf < number < math.inf
            and (self.minimum is None or number >= self.minimum)
            and (self.maximum is None or number <= self.maximum)
        )


def _convert(value: object, kind: type) -> Value | None:
    """`value` as a `kind`, or None if it is not one."""
    if isinstance(value, str) and kind is not str and len(value) > LONGEST:
        return None
    if kind is bool:
        if isinstance(value, bool):
            return value
        word = str(value).lower()
        return True if word in _YES else False if word in _NO else None
    if isinstance(value, bool):
        return None
    try:
        if kind is int:
            return value if isinstance(value, int) else int(str(value))
        if kind is float:
            return float(value) if isinstance(value, int | float) else float(str(value))
        if kind is tuple:
            return _numbers(
                value
                if isinstance(value, tuple | list)
                else str(value).replace("/", ",").split(",")
            )
    except (ValueError, OverflowError):
        return None
    return str(value)


def _numbers(words: Iterable[object]) -> tuple[float, ...]:
    """Finite numbers; raises `ValueError` where a word is none."""
    numbers = tuple(float(str(word)) for word in words if str(word).strip())
    if not all(map(math.isfinite, numbers)):
        raise ValueError(words)
    return numbers


def setting(default: Value, help: str, **limits: Any) -> Any:
    """A dataclass field of a `Settings` class; `limits` are the other fields of its `Setting`."""
    known = Setting("", default, help, **limits)
    return dataclasses.field(default=default, metadata={"setting": known})


@dataclass(frozen=True)
class Settings:
    """Base of the rule settings of a puzzle: every field is made by `setting` and is checked."""

    def __post_init__(self) -> None:
        for known in self.settings():
            value = known.read(getattr(self, known.name))
            object.__setattr__(self, known.name, value)

    @classmethod
    @cache
    def settings(cls) -> tuple[Setting, ...]:
        """The settings that this class knows, in the order of its fields."""
        return tuple(
            dataclasses.replace(field.metadata["setting"], name=field.name)
            for field in dataclasses.fields(cls)
            if field.default is not dataclasses.MISSING
        )
