"""What is wrong with a command line, for `cli.run` to say more about it."""

from __future__ import annotations

from collections.abc import Iterable

from unriddle.core import BadInput


class UnknownOption(BadInput):
    """An option that is no setting either: `given` is its name, `known` are the settings."""

    def __init__(self, given: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown option --{given}")
        self.given = given
        self.known = tuple(known)
