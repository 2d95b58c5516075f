"""What a submission registers: the decorators of `unriddle` as the child has them.

There they stand in for `unriddle.plugins`, which would load every solver: they remember what is
registered and look nothing up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from unriddle.core import FaultyCode
from unriddle.search.own_heuristic import name_of

Function = Callable[..., Any]


@dataclass
class Submitted:
    """A function, and what is claimed about it."""

    function: Function
    claims: dict[str, Any] = field(default_factory=dict)


@dataclass
class Submission:
    """The searches and heuristics that a file registers, by name."""

    searches: dict[str, Submitted] = field(default_factory=dict)
    heuristics: dict[str, Submitted] = field(default_factory=dict)

    def decorators(self) -> ModuleType:
        """A module in the place of `unriddle.plugins`."""
        module = ModuleType("unriddle.plugins")
        vars(module).update(search=self._search, heuristic=self._heuristic, puzzle=_puzzle)
        return module

    def _search(
        self,
        function: Function | None = None,
        /,
        *,
        name: str = "",
        optimal: bool = False,
        complete: str = "",
    ) -> Any:
        def register(function: Function) -> Function:
            self.searches[name or name_of(function)] = Submitted(function, {"optimal": optimal})
            return function

        return register if function is None else register(function)

    def _heuristic(
        self, *, puzzle: str, name: str = "", admissible: Any = False, consistent: Any = False
    ) -> Any:
        def register(function: Function) -> Function:
            claims = {"admissible": admissible, "consistent": consistent}
            self.heuristics[name or name_of(function)] = Submitted(function, claims)
            return function

        return register


def _puzzle(kind: Any = None, /, **_: Any) -> Any:
    """A class of puzzles needs no registration here: its levels were made by the grader."""
    return (lambda given: given) if kind is None else kind


def pick(found: dict[str, Submitted], wanted: str, what: str, defined: dict[str, Any]) -> Submitted:
    """The function of that name, or the only one; raises `FaultyCode`.

    A function that is defined and not registered is taken, too, without claims.
    """
    if wanted and wanted in found:
        return found[wanted]
    if wanted and callable(defined.get(wanted)):
        return Submitted(defined[wanted])
    if not wanted and len(found) == 1:
        return next(iter(found.values()))
    there = f"it registers {', '.join(found)}" if found else f"it registers no {what}"
    named = f"there is no {what} named {wanted}" if wanted else f"the name of the {what} is missing"
    example = f"@unriddle.{what}" + ("(puzzle=...)" if what == "heuristic" else "")
    raise FaultyCode(f"{named}; {there}", hint=f"put {example} above def {wanted or 'it'}(...)")
