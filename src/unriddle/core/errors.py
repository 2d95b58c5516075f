"""What is raised: each message says what is wrong, where, and what to do."""

from __future__ import annotations


class UnriddleError(ValueError):
    """Something is wrong with what was given, and the message says what."""


class IllegalMove(UnriddleError):
    """An action that the rules do not allow; `step` counts from 1 where a whole plan was played."""

    def __init__(self, action: object, reason: str, *, step: int | None = None) -> None:
        super().__init__(action, reason)
        self.action = action
        self.reason = reason
        self.step = step

    def __str__(self) -> str:
        place = f"move {self.step}, " if self.step is not None else ""
        return f"{place}{self.action}: {self.reason}"


class LosingMove(IllegalMove):
    """An action that a player can make and that ends the game lost; for a search it is illegal."""


class FaultyCode(UnriddleError):
    """Code that a user wrote does what it must not: the message says what, and shows where.

    `shown` is a board, or the traceback in the user's file.
    """

    def __init__(self, problem: str, shown: str = "", hint: str = "") -> None:
        super().__init__(problem, shown, hint)
        self.problem = problem
        self.shown = shown
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.problem}\n{self.shown}" if self.shown else self.problem


class BadInput(UnriddleError):
    """An input that cannot be read or used: names the place, what is wrong and the way out."""

    def __init__(
        self,
        problem: str,
        *,
        source: str = "",
        level: int | str | None = None,
        line: int | None = None,
        column: int | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.source = source
        self.level = level
        self.line = line
        self.column = column
        self.hint = hint

    def __str__(self) -> str:
        named = (("level", self.level), ("line", self.line), ("column", self.column))
        place = ", ".join(f"{word} {value}" for word, value in named if value is not None)
        return ": ".join(part for part in (self.source, place, self.problem) if part)


class WrongAnswer(RuntimeError):
    """A solver returned a plan that the rules refuse, or called a solvable puzzle unsolvable.

    A bug of the solver, never of the user.
    """


class JudgesDiffer(WrongAnswer):
    """A quick judge of plans says something else than the readable rules: do not trust either."""
