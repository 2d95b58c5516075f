"""Searches, heuristics and puzzles of users: what registers them, and the files they are in.

A file that uses these decorators is loaded by `load_file`, on the command line by `--with FILE`.
What it registers stands in the tables of the catalogue beside ours, so that every command and every
screen knows it. Installed packages do the same by an entry point in the group `unriddle.plugins`.

Other processes load the same code: `sources` is what was loaded here, as text, and `load_sources`
loads it there.
"""

from __future__ import annotations

import importlib.util
import linecache
import os
import re
import sys
import traceback
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, TypeVar, overload

from unriddle.catalog import PUZZLES, SOLVERS, HeuristicMaker, PuzzleEntry, SolverEntry, lookup
from unriddle.catalog.own import puzzle_entry, search_entry
from unriddle.core import BadInput, FaultyCode, Puzzle, UnriddleError
from unriddle.search.own_heuristic import OwnHeuristic, name_of
from unriddle.search.own_thread import promptly, told
from unriddle.text_files import as_text, read_bytes

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type[Puzzle[Any, Any]])
Claim = bool | Callable[[Any], bool]
"""A promise, for all puzzles or as a function of the puzzle."""


@dataclass
class Registered:
    """What a file has registered."""

    path: str
    source: str = field(repr=False)
    searches: dict[str, SolverEntry] = field(default_factory=dict)
    heuristics: dict[tuple[str, str], HeuristicMaker] = field(default_factory=dict)
    """By puzzle and name."""
    puzzles: dict[str, PuzzleEntry] = field(default_factory=dict)


_files: dict[str, Registered] = {}
"""What was loaded, by path."""
_open: list[Registered] = []
"""The files that are being loaded, innermost last."""


@overload
def search(function: F, /) -> F: ...
@overload
def search(*, name: str = "", optimal: bool = False, complete: str = "") -> Callable[[F], F]: ...
def search(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str = "",
    optimal: bool = False,
    complete: str = "",
) -> Any:
    """Register a search: `--solver NAME` then runs it, on any puzzle, beside the others.

    The function takes the puzzle, and the estimate too if it takes two arguments. It is a generator
    that yields an `Expansion` for each node that it expands and returns the goal `Node` or an
    `Ending`; or a plain function that returns a plan, as moves or as text, or None. Arguments with
    defaults are its settings. `optimal` claims that its plans cost least: what a quick proof
    refutes is told, what it does not confirm is not called optimal.
    """

    def register(function: F) -> F:
        if not callable(function):
            raise BadInput(
                f"{function!r} is not a search", hint="put @unriddle.search above a function"
            )
        _check_text(name, "search")
        entry = search_entry(function, name, optimal=optimal, complete=complete)
        solvers = ChainMap(SOLVERS, *(one.native_solvers for one in PUZZLES.values()))
        taken = solvers.get(entry.name)
        _check_name(entry.name, "search", taken is not None and not taken.own)
        _keep("search", entry.name, entry.name, entry, lambda file: file.searches)
        SOLVERS[entry.name] = entry
        return function

    return register if function is None else register(function)


def heuristic(
    function: None = None,
    /,
    *,
    puzzle: str = "",
    name: str = "",
    admissible: Claim = False,
    consistent: Claim = False,
) -> Callable[[F], F]:
    """Register a heuristic of a puzzle: `--heuristic NAME` then uses it.

    The function takes `(state)` or `(puzzle, state)` and returns an estimate of the cost that is
    left: a number, or `math.inf` only where no plan is left. One whose only argument is called
    `puzzle` makes its tables once and returns a function of the state. `admissible` and
    `consistent` are claims: `unriddle heuristic-check` tests them.
    """
    if function is not None or puzzle == "":
        hint = 'write @unriddle.heuristic(puzzle="sokoban") above the function'
        raise BadInput("a heuristic is for one puzzle, and none is named", hint=hint)

    def register(function: F) -> F:
        entry: PuzzleEntry = lookup(PUZZLES, "puzzle", puzzle)
        _check_text(name, "heuristic")
        if not callable(function):
            raise BadInput(
                f"{function!r} is not a heuristic", hint="put the decorator above a function"
            )
        called = name or name_of(function)
        maker = OwnHeuristic(function, admissible=admissible, consistent=consistent)
        taken = entry.heuristics.get(called)
        _check_name(called, "heuristic", taken is not None and not isinstance(taken, OwnHeuristic))
        _keep("heuristic", called, (puzzle, called), maker, lambda file: file.heuristics)
        entry.heuristics[called] = maker
        if entry.default_heuristics[""] == "none":  # a puzzle of a user, which had no other
            entry.default_heuristics[""] = called
        return function

    return register


@overload
def puzzle(kind: C, /) -> C: ...
@overload
def puzzle(
    *, name: str = "", levels: Mapping[str, Any] | Iterable[Any] | None = None, about: str = ""
) -> Callable[[C], C]: ...
def puzzle(
    kind: type[Puzzle[Any, Any]] | None = None,
    /,
    *,
    name: str = "",
    levels: Mapping[str, Any] | Iterable[Any] | None = None,
    about: str = "",
) -> Any:
    """Register a class of puzzles: its levels are then `NAME/1`, `NAME/2`, ...

    `levels` are what the class is called with, in a row or by title; without them it is called
    without arguments. Arguments with defaults are rules. Actions are written as their `str`; `draw`
    is what every screen shows.
    """

    def register(kind: C) -> C:
        _check_text(name, "puzzle")
        called = name or getattr(kind, "__name__", "").lower()
        entry = puzzle_entry(kind, called, levels=levels, about=about)
        taken = PUZZLES.get(called)
        _check_name(called, "puzzle", taken is not None and taken.kind is None)
        _keep("puzzle", called, called, entry, lambda file: file.puzzles)
        PUZZLES[called] = entry
        return kind

    return register if kind is None else register(kind)


def _check_text(name: object, what: str) -> None:
    if not isinstance(name, str):
        raise BadInput(f"{name!r} cannot be the name of a {what}", hint="give a text")


def _check_name(name: str, what: str, taken: bool) -> None:
    source = _open[-1].path if _open else ""
    if not re.fullmatch(r"[^\W\d][\w-]*", name) or name == "all":
        hint = "a name has letters, digits, - and _; give name="
        raise BadInput(f"'{name[:60]}' cannot be the name of a {what}", source=source, hint=hint)
    if taken:
        problem = f"there is already a {what} named {name}"
        raise BadInput(problem, source=source, hint="give another name=")


def _keep(
    what: str, name: str, key: Any, entry: Any, table: Callable[[Registered], dict[Any, Any]]
) -> None:
    """Note what the file registers that is being loaded.

    Two files cannot use one name: which of them is meant, nobody could say. A file that is loaded
    again, and a notebook, replace what was there before.
    """
    for file in _open[-1:]:
        for other in _files.values():
            if other.path != file.path and key in table(other):
                problem = f"there is already a {what} named {name}, in {other.path}"
                raise BadInput(problem, source=file.path, hint="give another name=")
        table(file)[key] = entry


# Files.


def load_file(path: str) -> Registered:
    """Run a Python file, once, and say what it has registered.

    Raises `BadInput` if it cannot be read or registers nothing, and `FaultyCode` for what it does
    wrong, with the traceback within the file.
    """
    path = os.path.abspath(path)
    source = as_text(read_bytes(path), path)
    known = _files.get(path)
    return known if known is not None and known.source == source else _load(path, source)


def sources() -> dict[str, str]:
    """The files that were loaded, by path, with their text."""
    return {path: file.source for path, file in _files.items()}


def load_sources(files: Mapping[str, str]) -> None:
    """Load what `sources` says of another process, or of another machine."""
    for path, source in files.items():
        if path not in _files:
            _load(path, source)


def _load(path: str, source: str) -> Registered:
    from hashlib import blake2b  # takes a while to load

    registered = Registered(path, source)
    digest = blake2b(path.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    module_name = f"unriddle_with_{digest}"  # the same in every process, so that objects can travel
    spec = importlib.util.spec_from_loader(module_name, None, origin=path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = path
    vars(module)["print"] = _print
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    folder = os.path.dirname(path)
    if folder not in sys.path:
        sys.path.append(folder)  # a file may import those beside it
    sys.modules[module_name] = module
    _open.append(registered)
    try:
        code = _compiled(source, path)
        _files[path] = registered
        promptly(lambda: exec(code, vars(module)), f"running {path}")
        if not (registered.searches or registered.heuristics or registered.puzzles):
            hint = "put @unriddle.search above a function, or see docs/own.md"
            raise BadInput("registers nothing", source=path, hint=hint)
    except BaseException as error:  # also SyntaxError and SystemExit
        fault = None
        if not isinstance(error, UnriddleError | MemoryError | KeyboardInterrupt):
            fault = fault_of(error) or FaultyCode(_told(error))
        _forget(registered)
        del sys.modules[module_name]
        if fault is None:
            raise
        raise fault from error
    finally:
        _open.remove(registered)
    return registered


def _compiled(source: str, path: str) -> CodeType:
    try:
        code: CodeType = compile(source, path, "exec", dont_inherit=True)
    except (MemoryError, RecursionError):  # so Python says it
        raise BadInput("is nested too deeply for Python", source=path) from None
    return code


def _print(*values: object, file: Any = None, **how: Any) -> None:
    """`print` of a user's file: what it says goes where all but answers goes, to standard error."""
    print(*values, file=sys.stderr if file is None else file, **how)


def _forget(file: Registered) -> None:
    """Take back what a file has registered that could not be loaded to its end."""
    _files.pop(file.path, None)
    for name in file.searches:
        SOLVERS.pop(name, None)
    for puzzle, name in file.heuristics:
        PUZZLES[puzzle].heuristics.pop(name, None)
    for name in file.puzzles:
        PUZZLES.pop(name, None)


def fault_of(error: BaseException) -> FaultyCode | None:
    """An exception that came out of a file that was loaded, with its traceback cut to that file.

    None for what has nothing to do with such a file: that is a fault of ours.
    """
    if isinstance(error, FaultyCode):
        return error
    if isinstance(error, SyntaxError) and error.filename and os.path.isabs(error.filename):
        lines = traceback.format_exception_only(error)
        return FaultyCode(
            f"{error.filename} is not valid Python: {error.msg}", shown="".join(lines).rstrip()
        )
    if not isinstance(error, Exception):  # it would end the program
        error = told(error)
        assert isinstance(error, FaultyCode)
        return error
    frames = [one for one in traceback.extract_tb(error.__traceback__) if _is_theirs(one.filename)]
    frames = frames or _called(error)
    if not frames:  # a `StopIteration` of a generator is the cause of what Python raises instead
        return fault_of(error.__cause__) if isinstance(error.__cause__, StopIteration) else None
    lines = traceback.format_list(frames)
    return FaultyCode(f"your code raised {_told(error)}", shown="".join(lines).rstrip())


def _called(error: Exception) -> list[traceback.FrameSummary]:
    """The function of a file that was loaded, if it takes other arguments than it was given."""
    name = str(error).partition("(")[0] if isinstance(error, TypeError) else ""
    found = []
    for path, file in _files.items():
        codes = [_compiled(file.source, path)]
        for code in codes:
            if code.co_qualname == name:
                found.append(traceback.FrameSummary(path, code.co_firstlineno, code.co_name))
            codes += [one for one in code.co_consts if isinstance(one, CodeType)]
    return found[-1:]  # the last definition holds


def _is_theirs(path: str) -> bool:
    """Is this a file that was loaded, or one beside it that it may have imported?"""
    if path in _files:
        return True
    installed = (os.path.dirname(os.path.abspath(__file__)), sys.prefix, sys.base_prefix)
    folders = (os.path.dirname(file) for file in _files)
    return any(_is_below(path, folder) for folder in folders) and not any(
        _is_below(path, folder) for folder in installed
    )


def _is_below(path: str, folder: str) -> bool:
    return os.path.abspath(path).startswith(folder.rstrip(os.sep) + os.sep)


def _told(error: BaseException) -> str:
    """An exception in a line, as Python ends a traceback."""
    return "".join(traceback.format_exception_only(error)).strip()[:500]
