"""Collections of one's own that are remembered: files and folders, as packs of the catalogue.

They are named in a small file in the user's data folder. A collection `maps.xsb` of Sokoban is the
pack `sokoban/mine/maps`, and its levels are `sokoban/mine/maps/1` and so on, as far as they can be
read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_data_path

from unriddle.catalog import OWN_PACKS, PUZZLES
from unriddle.core import BadInput
from unriddle.loading import locate
from unriddle.writing import write_whole

MOST = 5_000
"""Levels of a collection that are in its pack."""


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


@dataclass(frozen=True)
class OwnPack:
    """The levels of a collection, as they were when it was read."""

    about: str
    levels: Sequence[Any]
    drawn_from: range | None = None

    @property
    def numbers(self) -> range:
        """Levels count from 1."""
        return range(1, len(self.levels) + 1)

    def level(self, number: int, rules: Any) -> Any:
        """The level with this number."""
        return self.levels[number - 1]


def _file() -> Path:
    return user_data_path("unriddle", appauthor=False) / "collections.json"


def remembered() -> list[Remembered]:
    """The collections, the oldest first; none if the file that names them cannot be read."""
    with suppress(OSError, ValueError, TypeError):
        return [Remembered(**one) for one in json.loads(_file().read_text("utf-8"))]
    return []


def remember(path: str, puzzle: str | None = None) -> Remembered:
    """Remember a file or a folder; raises `BadInput` if it holds no levels, `OSError`."""
    found = locate(path, puzzle=puzzle)
    full = str(Path(path).resolve())
    kept = [one for one in remembered() if one.path != full]
    base = re.sub(r"[^\w.-]+", "-", Path(full).stem).strip("-.") or "levels"
    taken = {one.pack for one in kept}
    number = 1
    added = Remembered(base, found.entry.name, full)
    while added.pack in taken:
        number += 1
        added = added._replace(name=f"{base}-{number}")
    if not _read(added).levels:
        raise BadInput("none of its levels can be read", source=path)
    _keep([*kept, added])
    return added


def forget(pack: str) -> None:
    """Forget a collection by its pack; the files stay. Raises `BadInput` for an unknown one."""
    kept = remembered()
    rest = [one for one in kept if one.pack != pack]
    if len(rest) == len(kept):
        names = ", ".join(one.pack for one in kept) or "none"
        raise BadInput(f"'{pack}' is not remembered", hint=f"remembered: {names}")
    _keep(rest)


def register() -> list[str]:
    """Put the collections beside the shipped packs; says what is wrong with those left out."""
    problems = []
    for one in remembered():
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
    file = _file()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, json.dumps([one._asdict() for one in collections], indent=1) + "\n")


def _read(one: Remembered) -> OwnPack:
    located = locate(one.path, puzzle=one.puzzle)
    rules = located.entry.rules()
    levels = []
    for _, level in islice(located.levels, MOST):
        with suppress(BadInput):  # who opens the file is told what is wrong
            levels.append(level(rules))
    return OwnPack(Path(one.path).name, levels)
