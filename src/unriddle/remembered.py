"""Collections of one's own that are remembered: files and folders, as packs of the catalogue.

They are named in a small file in the user's data folder. A collection `maps.xsb` of Sokoban is the
pack `sokoban/mine/maps`, and its levels are `sokoban/mine/maps/1` and so on, as far as they can be
read.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from unriddle.catalog import OWN_PACKS, PUZZLES
from unriddle.catalog.puzzle_entry import ListedPack
from unriddle.core import BadInput
from unriddle.loading import Broken, locate
from unriddle.writing import write_whole

MOST = 5_000
"""Levels of a collection that are in its pack."""
_PATIENCE = 30.0
"""Seconds to wait for another program that is writing."""


class Remembered(NamedTuple):
    """A collection that is remembered."""

    name: str
    """The end of the name of its pack."""
    puzzle: str
    path: str

    @property
    def pack(self) -> str:
        """What its ids begin with."""
        return f"{self.puzzle}/{OWN_PACKS}{self.name}"


def _file() -> Path:
    return user_data_path("unriddle", appauthor=False) / "collections.json"


def remembered() -> list[Remembered]:
    """The collections, the oldest first; raises `BadInput` if their file is damaged."""
    file = _file()
    try:
        kept = [Remembered(**one) for one in json.loads(file.read_text("utf-8"))]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise _damaged(str(error)) from error
    if not all(isinstance(value, str) for one in kept for value in one):
        raise _damaged("names and paths are text")
    return kept


def _damaged(problem: str) -> BadInput:
    return BadInput(
        f"the list of your packs cannot be read: {problem}",
        source=str(_file()),
        hint="repair the file, or remove it and add your packs again",
    )


@contextmanager
def _alone() -> Iterator[None]:
    """Within it, no other program changes the collections; raises `BadInput`."""
    lock = _file().with_suffix(".lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(lock, timeout=_PATIENCE)) as database:
            database.execute("BEGIN EXCLUSIVE")  # ends with the connection, or with the program
            yield
    except (sqlite3.Error, OSError) as error:
        problem = error.strerror if isinstance(error, OSError) else error
        raise BadInput(
            f"the list of your packs cannot be changed: {problem}",
            source=str(lock.parent),
        ) from error


def remember(path: str, puzzle: str | None = None, *, broken: Broken | None = None) -> Remembered:
    """Remember a file or a folder; raises `BadInput`, also if it holds no levels.

    `broken` gets the levels that cannot be read.
    """
    full = os.path.realpath(path)
    if os.path.exists(full) and not (os.path.isfile(full) or os.path.isdir(full)):
        raise BadInput(
            "is neither a file nor a folder", source=path, hint="save it as a file first"
        )
    base = re.sub(r"[^\w.-]+", "-", Path(full).stem).strip("-.") or "levels"
    added = Remembered(base, locate(full, puzzle=puzzle).entry.name, full)
    if not _read(added, broken).levels:
        raise BadInput("none of its levels can be read", source=path)
    with _alone():
        for one in (kept := remembered()):
            if (one.path, one.puzzle) == (full, added.puzzle):
                return one
        taken = {one.pack for one in kept}
        number = 1
        while added.pack in taken:
            number += 1
            added = added._replace(name=f"{base}-{number}")
        _keep([*kept, added])
    return added


def forget(collection: str) -> Remembered:
    """Forget a collection by its pack or its path; the files stay. Raises `BadInput`."""
    full = os.path.realpath(collection)
    with _alone():
        kept = remembered()
        for one in kept:
            if one.pack == collection or one.path == full:
                _keep([other for other in kept if other != one])
                return one
    names = ", ".join(one.pack for one in kept) or "none"
    raise BadInput(f"'{collection}' is not one of your packs", hint=f"there are: {names}")


def register() -> list[str]:
    """Put the collections beside the shipped packs; says what is wrong with those left out."""
    problems = []
    try:
        collections = remembered()
    except BadInput as error:
        return [str(error)]
    for one in collections:
        try:
            pack = _read(one)
        except BadInput as error:
            problems.append(f"{one.pack} is left out: {error}")
            continue
        if pack.levels:
            PUZZLES[one.puzzle].packs[f"{OWN_PACKS}{one.name}"] = pack
    return problems


def unregister() -> None:
    """Take them away again, from where others could see them."""
    for entry in PUZZLES.values():
        for name in [one for one in entry.packs if one.startswith(OWN_PACKS)]:
            del entry.packs[name]


def _keep(collections: list[Remembered]) -> None:
    write_whole(_file(), json.dumps([one._asdict() for one in collections], indent=1) + "\n")


def _read(one: Remembered, broken: Broken | None = None) -> ListedPack:
    located = locate(one.path, puzzle=one.puzzle)
    rules = located.entry.rules()
    levels = []
    for name, level in islice(located.levels, MOST):
        try:
            levels.append(level(rules))
        except BadInput as error:  # who opens the file is told what is wrong
            if broken is not None:
                broken(name, error)
    return ListedPack(Path(one.path).name, levels)
