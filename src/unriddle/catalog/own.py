"""Catalogue entries of what users write: a search, a heuristic, a puzzle.

What an entry needs to know is read off the function or the class: a parameter with a default is a
setting, the first line of the docstring is what users read. `unriddle.plugins` puts the entries
into the tables.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from inspect import signature
from itertools import islice
from typing import Any

from unriddle.catalog.puzzle_entry import AnyPuzzle, ListedPack, PuzzleEntry
from unriddle.catalog.solver_entry import Optimal, SolverEntry, summary_of
from unriddle.core import BadInput, Drawing, FaultyCode, Heuristic, Puzzle, as_drawing, text_of
from unriddle.search.own_checks import checked_puzzle, watched_puzzle
from unriddle.search.own_heuristic import name_of, required_arguments
from unriddle.search.own_thread import promptly
from unriddle.settings import Setting, Settings, setting

MOST_STATES = 5_000
"""How many states are looked through for an action that somebody has written."""


# A search.


def search_entry(
    search: Callable[..., Any], name: str = "", *, optimal: bool = False, complete: str = ""
) -> SolverEntry:
    """The entry of a search that a user wrote: a generator function, or one that returns a plan.

    It takes the puzzle, and the estimate too if it takes two arguments. That it is `optimal` is a
    claim, which is not believed unless it can be confirmed.
    """
    if isinstance(search, type):
        hint = "pass a function of the puzzle"
        raise BadInput(f"{search.__name__} is a class, no search", hint=hint)
    return SolverEntry(
        name or name_of(search),
        search,
        len(required_arguments(search, "search")) > 1,
        complete or "not known",
        Optimal.CLAIMED if optimal else Optimal.NEVER,
        _settings_of(search),
        own=True,
    )


def _settings_of(function: Callable[..., Any]) -> tuple[Setting, ...]:
    """A setting for each argument that can be left out and that a user can type."""
    return tuple(
        Setting(name, one.default, f"an argument of {getattr(function, '__name__', 'it')}")
        for name, one in signature(function).parameters.items()
        if isinstance(one.default, bool | int | float | str)
    )


# A heuristic.


def no_estimate(puzzle: AnyPuzzle) -> Heuristic[Any]:
    """Nothing is known: every estimate is 0."""
    return Heuristic(_zero, admissible=True, consistent=True)


def _zero(state: object) -> float:
    return 0.0


# A puzzle.


def is_own(entry: PuzzleEntry | None) -> bool:
    """Is this the entry of a puzzle that a user wrote?"""
    return entry is None or entry.kind is not None


@dataclass(frozen=True)
class OwnLevel:
    """A level of a user's puzzle: whatever its class is called with."""

    content: tuple[Any, ...] = ()
    """The argument, or none."""
    title: str = ""

    def __str__(self) -> str:
        return "\n".join(map(str, self.content))


@dataclass(frozen=True)
class _Build:
    """Makes the puzzle of a level, as `PuzzleEntry.build` says."""

    kind: type[AnyPuzzle]

    def __call__(self, level: OwnLevel, rules: Settings, *, name: str = "") -> AnyPuzzle:
        settings = {one.name: getattr(rules, one.name) for one in rules.settings()}
        puzzle = promptly(
            lambda: self.kind(*level.content, **settings), f"making {name or self.kind.__name__}"
        )
        puzzle.name, puzzle.title = name, level.title
        vars(puzzle).setdefault("level", level)
        vars(puzzle)["rules"] = rules
        if not hasattr(puzzle, "initial"):
            raise FaultyCode(f"{self.kind.__name__} has no initial state", hint="set `initial`")
        return puzzle


@dataclass(frozen=True)
class OwnNotation:
    """Texts of a user's puzzle: actions and states are written as their `str`.

    A class may have `parse_move(text)`, for actions that are no texts, and `parse_level(text)`, for
    levels from files, in which blank lines stand between them.
    """

    kind: type[AnyPuzzle]
    samples: Callable[[], Iterable[AnyPuzzle]]
    """Puzzles of this kind, in which actions are looked up."""

    def recognises(self, text: str) -> bool:
        """A file says by `--puzzle` what it holds."""
        return False

    def find_levels(self, text: str, source: str = "") -> Sequence[_OwnDraft]:
        """The blocks of a text; raises `BadInput`."""
        blocks = [block.strip("\n") for block in text.replace("\r\n", "\n").split("\n\n")]
        found = [_OwnDraft(self.kind, block) for block in blocks if block.strip()]
        if not found or not hasattr(self.kind, "parse_level"):
            problem = "it is empty" if not found else f"{self.kind.__name__} reads no levels"
            hint = "" if not found else f"give {self.kind.__name__} a static method parse_level"
            raise BadInput(problem, source=source, hint=hint)
        return found

    def format_level(self, level: Any) -> str:
        """As Python writes it."""
        return str(level)

    def parse_move(self, text: str) -> Any:
        """The action that is written like this; raises `BadInput`."""
        return promptly(lambda: self._action(text.strip()), "reading a move")

    def _action(self, word: str) -> Any:
        parse = getattr(self.kind, "parse_move", None)
        if parse is not None:
            return parse(word)
        for action in self._actions():
            if str(action) == word:
                return action
        raise BadInput(f"'{word[:40]}' is not a move of {self.kind.__name__}")

    def _actions(self) -> Iterable[Any]:
        """The actions of the first states that can be reached in each sample."""
        for puzzle in map(checked_puzzle, self.samples()):
            seen, waiting = {puzzle.key(puzzle.initial)}, deque([puzzle.initial])
            for _ in range(MOST_STATES):
                if not waiting:
                    break
                for action, after, _ in puzzle.successors(waiting.popleft()):
                    yield action
                    if puzzle.key(after) not in seen:
                        seen.add(puzzle.key(after))
                        waiting.append(after)

    def parse_plan(self, text: str, source: str = "") -> Sequence[Any]:
        """Actions with blanks between them, or commas where actions have blanks.

        An action that itself has a comma or a line break stands in quotes, as JSON writes them.
        Letters may stand without blanks if no action is called like all of them together.
        """
        if '"' in text and (quoted := _quoted(text)) is not None:
            return tuple(self._action(word) for word in quoted)
        words = [
            word for word in (text.split(",") if "," in text else text.split()) if word.strip()
        ]
        try:
            return tuple(self.parse_move(word) for word in words)
        except BadInput:
            if len(words) != 1 or len(words[0]) == 1 or not words[0].isalpha():
                raise
            with suppress(BadInput):
                return tuple(self.parse_move(letter) for letter in words[0])
            raise

    def format_plan(self, plan: Iterable[Any]) -> str:
        """The same."""
        words = [str(action) for action in plan]
        if all(word.split() == [word] and not _SPECIAL.search(word) for word in words):
            return " ".join(words)
        if all(word == word.strip() != "" and not _SPECIAL.search(word) for word in words):
            return ", ".join(words) + ("," if len(words) == 1 else "")
        return " ".join(json.dumps(word, ensure_ascii=False) for word in words)

    def parse_state(self, puzzle: AnyPuzzle, text: str) -> Any:
        """Raises `BadInput`: states have no notation."""
        raise BadInput(f"states of {self.kind.__name__} cannot be read")

    def format_state(self, puzzle: AnyPuzzle, state: Any) -> str:
        """The picture as text."""
        return text_of(watched_puzzle(puzzle), state)

    def draw(self, puzzle: AnyPuzzle, state: Any) -> Drawing:
        """The picture that the puzzle draws."""
        return as_drawing(watched_puzzle(puzzle).draw(state))


_SPECIAL = re.compile(r'[,"\\]|[^\S ]|[\x00-\x1f]')
"""What an action cannot have that is written as it is."""
_IN_QUOTES = re.compile(r'\s*("(?:[^"\\]|\\.)*")', re.DOTALL)


def _quoted(text: str) -> list[str] | None:
    """The words of a text that is nothing but words in quotes; None if it is not."""
    words, at = [], 0
    text = text.strip()
    while at < len(text):
        found = _IN_QUOTES.match(text, at)
        if found is None:
            return None
        try:
            words.append(json.loads(found[1], strict=False))
        except ValueError:
            return None
        at = found.end()
    return words


@dataclass(frozen=True)
class _OwnDraft:
    kind: type[AnyPuzzle]
    text: str

    def read(self) -> OwnLevel:
        read = getattr(self.kind, "parse_level")  # noqa: B009
        return OwnLevel((promptly(lambda: read(self.text), "reading a level"),))


@cache
def _rules_of(kind: type[AnyPuzzle]) -> type[Settings]:
    """The rules that a class takes as arguments; raises `BadInput`."""
    if any(one.name == "settings" for one in _settings_of(kind)):
        hint = "call it something else"
        raise BadInput(f"{kind.__name__} has a rule named settings", hint=hint)
    fields = [
        (one.name, type(one.default), setting(one.default, one.help)) for one in _settings_of(kind)
    ]
    pickled = {"__reduce__": lambda self: (_rules, (kind, dataclasses.asdict(self)))}
    return dataclasses.make_dataclass(
        "Rules", fields, bases=(Settings,), namespace=pickled, frozen=True
    )


def _rules(kind: type[AnyPuzzle], values: dict[str, Any]) -> Settings:
    return _rules_of(kind)(**values)


def puzzle_entry(
    kind: type[AnyPuzzle],
    name: str,
    *,
    levels: Mapping[str, Any] | Iterable[Any] | None = None,
    about: str = "",
) -> PuzzleEntry:
    """The entry of a puzzle that a user wrote; raises `BadInput`.

    `levels` are what the class is called with, in a row or by title; without them it is called
    without arguments, and there is one level. Its other arguments are rules.
    """
    if not (isinstance(kind, type) and issubclass(kind, Puzzle)):
        raise BadInput(f"{kind!r} is not a class of puzzles", hint="subclass unriddle.Puzzle")
    about = about or f"levels of {kind.__name__}"
    missing = sorted(getattr(kind, "__abstractmethods__", ()))
    if missing:
        raise BadInput(f"{kind.__name__} has no {', '.join(missing)}", hint="see unriddle.Puzzle")
    if levels is None:
        pack = ListedPack(about, (OwnLevel(),))
    elif isinstance(levels, str) or not isinstance(levels, Iterable):
        raise BadInput(f"{str(levels)[:60]!r} are not levels", hint="give a list or a dictionary")
    elif isinstance(levels, Mapping):
        pack = ListedPack(about, tuple(OwnLevel((one,), str(t)) for t, one in levels.items()))
    else:
        pack = ListedPack(about, tuple(OwnLevel((one,)) for one in levels))
    if not pack.levels:
        raise BadInput(f"{kind.__name__} has no levels", hint="give at least one")
    rules = _rules_of(kind)
    build = _Build(kind)

    def samples() -> Iterable[AnyPuzzle]:
        return (build(level, rules()) for level in islice(pack.levels, 10))

    return PuzzleEntry(
        name=name,
        summary=summary_of(kind),
        build=build,
        rules=rules,
        notation=OwnNotation(kind, samples),
        packs={"": pack},
        heuristics={"none": no_estimate},
        textbook_solver="astar",
        default_heuristics={"": "none"},
        kind=kind,
    )
