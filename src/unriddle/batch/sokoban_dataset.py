"""Sokoban levels with their optima as a data set: shards, their checksums and a description.

Each shard is a share of the levels, solved by moves and by pushes into a store, then written. So
whatever ends the program loses at most the chunks on their way; the same command goes on. Before a
row is written, its plans are read back from its own text and replayed by the readable rules on the
board that the row has.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from unriddle.batch.chunk import CRASHED
from unriddle.batch.export import Record, write_columns, write_lines
from unriddle.batch.jobs import Setup, Task
from unriddle.batch.store import Store, batched
from unriddle.catalog import PuzzleEntry
from unriddle.core import BadInput, IllegalMove, Puzzle, WrongAnswer, replay
from unriddle.heuristic_check import all_distances
from unriddle.loading import shipped
from unriddle.puzzles.sokoban.notation import format_level, parse_levels, parse_plan
from unriddle.puzzles.sokoban.rules import Rules, Sokoban
from unriddle.text_files import as_text, read_bytes
from unriddle.version import __version__
from unriddle.writing import replacing, write_whole

COSTS: Final = ("moves", "pushes")
MANIFEST: Final = "dataset.json"
SHARD: Final = 10_000
"""Rows of a shard unless told otherwise."""
SPLITS: Final = ("train", "valid", "validation", "test")


class Column(NamedTuple):
    """A column of the data set."""

    kind: type
    about: str


COLUMNS: Final = {
    "id": Column(str, "the file and the number of the level in it"),
    "split": Column(str, "train, valid or test, if a folder of its path is called so"),
    "source_id": Column(str, "the title of the level where it was read: its number in Boxoban"),
    "level": Column(str, "the board in XSB, one line a row"),
    "boxes": Column(int, "how many boxes there are"),
    **{
        f"{name}_{cost}": Column(kind, about.format(cost))
        for cost in COSTS
        for name, kind, about in (
            ("status", str, "how the search for the fewest {} ended"),
            ("optimum", int, "the fewest {}, proved; null if that is not proved"),
            ("lower", int, "proved: no plan has fewer {}"),
            ("upper", int, "{} of the best plan that was found"),
            ("plan", str, "that plan, in LURD, replayed"),
            ("expanded", int, "nodes that the search for the fewest {} expanded"),
        )
    },
    "dead_share": Column(
        float, "the share of the reachable states that are lost; null if they were not all visited"
    ),
}


def refuse_others(entries: Iterable[PuzzleEntry]) -> None:
    """Raise `BadInput` for levels of another puzzle."""
    for entry in entries:
        if entry.build is not Sokoban:
            hint = "--export writes the results of other puzzles"
            raise BadInput(f"data sets are made of Sokoban, not of {entry.name}", hint=hint)


@dataclass
class Dataset:
    """A data set in a folder, as far as it is written."""

    folder: Path
    form: str
    setups: dict[str, Setup]
    """By what is counted."""
    dead_states: int = 0
    """States of a level that are visited to tell the lost ones; 0 for none."""
    retry: bool = False
    """Are shards with levels that crashed made again?"""
    shards: list[dict[str, Any]] = field(default_factory=list)
    _known: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find what an earlier run has written; raises `BadInput` for a folder of others."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"cannot write {self.folder}: {error.strerror}") from error
        if not os.path.exists(path := self.folder / MANIFEST):
            return
        text = as_text(read_bytes(str(path)), str(path))
        self._known = {one["file"]: one for one in read_manifest(text, self.folder)["shards"]}

    def is_written(self, tasks: Sequence[Task]) -> bool:
        """Is the next shard there as it would be written now? Then it counts as done."""
        name = self._next()
        known = self._known.get(name)
        path = self.folder / name
        if known is None or known.get("made_of") != self._made_of(tasks) or not path.exists():
            return False
        if self.retry and any(CRASHED in counts for counts in known["counts"].values()):
            return False
        if checksum(path) != known["sha256"]:
            return False
        self.shards.append(known)
        return True

    def write(self, tasks: Sequence[Task], store: Store) -> None:
        """Write the next shard of levels that have their results in the store."""
        name = self._next()
        counts: dict[str, Counter[str]] = {cost: Counter() for cost in COSTS}
        path = self.folder / name
        with replacing(path) as part:
            rows = self._rows(tasks, store, counts)
            if self.form == "parquet":
                number = write_columns(rows, {one: COLUMNS[one].kind for one in COLUMNS}, part)
            else:
                with open(part, "w", encoding="utf-8", newline="") as file:
                    number = write_lines(rows, self.form, file)
        self.shards.append(
            {
                "file": name,
                "rows": number,
                "sha256": checksum(path),
                "made_of": self._made_of(tasks),
                "counts": {cost: dict(count) for cost, count in counts.items()},
            }
        )
        self._describe(complete=False)

    def finish(self) -> dict[str, Any]:
        """Describe what was written, and forget shards of an earlier, larger set."""
        written = {shard["file"] for shard in self.shards}
        for name in self._known.keys() - written:
            (self.folder / name).unlink(missing_ok=True)
        return self._describe(complete=True)

    def _next(self) -> str:
        return f"part-{len(self.shards):05d}.{self.form}"

    def _made_of(self, tasks: Iterable[Task]) -> str:
        """Tells shards of other levels, settings and versions apart."""
        from hashlib import sha256  # takes a while to load, and other batches need none of it

        digest = sha256(repr(self.dead_states).encode())
        for cost in COSTS:
            digest.update(self.setups[cost].as_json().encode())
        for task in tasks:
            digest.update(f"{task.level}\n{task.digest}\n".encode())
        return digest.hexdigest()

    def _describe(self, *, complete: bool) -> dict[str, Any]:
        counts: dict[str, Counter[str]] = {cost: Counter() for cost in COSTS}
        for shard in self.shards:
            for cost in COSTS:
                counts[cost].update(shard["counts"][cost])
        manifest = {
            "format": "unriddle-dataset",
            "version": 1,
            "program": f"unriddle {__version__}",
            "complete": complete,
            "rows": sum(shard["rows"] for shard in self.shards),
            "counts": {cost: dict(count) for cost, count in counts.items()},
            "columns": {
                name: {"type": column.kind.__name__, "about": column.about}
                for name, column in COLUMNS.items()
            },
            "setups": {cost: json.loads(setup.as_json()) for cost, setup in self.setups.items()},
            "shards": self.shards,
        }
        write_whole(self.folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")
        return manifest

    def _rows(
        self, tasks: Sequence[Task], store: Store, counts: dict[str, Counter[str]]
    ) -> Iterator[Record]:
        numbers = {cost: store.setup_id(self.setups[cost]) for cost in COSTS}
        for block in batched(tasks):
            found = {cost: store.results(numbers[cost], block) for cost in COSTS}
            for task in block:
                row: Record = dict.fromkeys(COLUMNS)
                text = task.text or _board(task.level)
                row |= {"id": task.level, "split": split_of(task.level), "level": text}
                puzzles = {}
                if not task.problem:
                    (level,) = parse_levels(text)
                    puzzles = {cost: Sokoban(level, Rules(cost), name=task.level) for cost in COSTS}
                    bare = replace(level, title="", author="")
                    row["level"] = format_level(bare).rstrip("\n")
                    row |= {"source_id": level.title or None, "boxes": len(level.boxes)}
                for cost in COSTS:
                    result = found[cost][task.level, task.digest]
                    row |= _result(result, cost, puzzles.get(cost))
                    proved = " and proved" if row[f"optimum_{cost}"] is not None else ""
                    counts[cost][f"{result['status']}{proved}"] += 1
                if self.dead_states and puzzles:
                    row["dead_share"] = dead_share(puzzles["moves"], self.dead_states)
                yield row


def _board(name: str) -> str:
    """A level that comes with the program, as text."""
    puzzle = shipped(name, Rules())
    assert isinstance(puzzle, Sokoban)
    return format_level(puzzle.level)


def _result(result: Record, cost: str, puzzle: Sokoban | None) -> Record:
    """What a row says about one of the costs, its plan replayed; raises `WrongAnswer`."""
    plan, upper, optimal = result["plan"], result["cost"], bool(result["optimal"])
    if plan is not None:
        assert puzzle is not None
        try:
            played = replay(puzzle, parse_plan(plan, puzzle.name))
        except (BadInput, IllegalMove) as error:
            raise WrongAnswer(f"{puzzle.name}: the store has a wrong plan: {error}") from error
        if not played.solved or played.cost != upper:
            raise WrongAnswer(
                f"{puzzle.name}: the store has a plan of {upper} {cost}; replayed, it has "
                f"{played.cost} and ends {'' if played.solved else 'un'}solved"
            )
    figures = {
        "status": result["status"],
        "optimum": upper if optimal else None,
        "lower": result["lower_bound"],
        "upper": upper,
        "plan": plan,
        "expanded": result["expanded"],
    }
    return {f"{name}_{cost}": value for name, value in figures.items()}


def split_of(name: str) -> str | None:
    """The last folder in the path of a level that names a split."""
    folders = re.split(r"[/\\]", name)[:-1]
    return next((one for one in reversed(folders) if one.lower() in SPLITS), None)


def checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    from hashlib import file_digest

    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()


def read_manifest(text: str, folder: Path) -> dict[str, Any]:
    """What is said about a data set; raises `BadInput`."""
    try:
        manifest = json.loads(text)
        if manifest["format"] == "unriddle-dataset" and all(map(_is_shard, manifest["shards"])):
            found: dict[str, Any] = manifest
            return found
        problem = "it is not one of ours"
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        problem = f"{type(error).__name__}: {error}"
    hint = "name another folder"
    raise BadInput(f"{folder / MANIFEST} describes no data set: {problem}", hint=hint)


def _is_shard(one: Mapping[str, Any]) -> bool:
    """Is it described as we describe a shard?"""
    numbers = [one["rows"], *(number for cost in COSTS for number in one["counts"][cost].values())]
    return bool(
        re.fullmatch(r"part-\d{5,}\.(csv|jsonl|parquet)", one["file"])
        and one["sha256"]
        and all(isinstance(number, int) for number in numbers)
    )


def dead_share(puzzle: Puzzle[Any, Any], most: int) -> float | None:
    """The share of the reachable states from which there is no solution; None beyond `most`."""
    known = all_distances(puzzle, most)
    if known is None:
        return None
    return 1 - sum(one.distance < math.inf for one in known) / len(known)
