"""Where episodes get their levels from: ids, files, puzzles, or what makes them one by one."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, SupportsIndex, TypeAlias

from unriddle.catalog import PUZZLES, AnyPuzzle, PuzzleEntry, entry_of
from unriddle.core import BadInput, Puzzle, label_of
from unriddle.envs.kind import Frame, Kind
from unriddle.loading import Reference, checked_rules, files_with_levels, locate, shipped
from unriddle.search.rng import SplitMix64
from unriddle.text_files import read_bytes

Levels: TypeAlias = (
    Reference
    | AnyPuzzle
    | Iterable[Reference | AnyPuzzle]
    | Callable[[int], AnyPuzzle]
    | Iterator[AnyPuzzle]
)
"""An id or a file, a puzzle, several of these; a function from a seed to a puzzle; an iterator."""

FRAMES = "say how large levels are shown: frame=(rows, columns), or (columns, cells, cards)"
KEPT = 4096
"""How many puzzles a pool keeps once they were built."""


class Pool:
    """Levels that can be counted; each is built when it is first drawn."""

    def __init__(self, kind: Kind, levels: Levels, rules: Mapping[str, Any], frame: Frame | None):
        self._kind = kind
        self._rules = {**kind.rules, **rules}
        self.names: list[str] = []
        self._makers: list[Callable[[], AnyPuzzle]] = []
        self._built: dict[int, AnyPuzzle] = {}
        entry: PuzzleEntry = PUZZLES[kind.name]
        self._settings = checked_rules(entry, self._rules)
        uniform = True
        several = [levels] if isinstance(levels, str | os.PathLike | Puzzle) else levels
        for one in several:  # type: ignore[union-attr] # what is left is a collection
            uniform &= self._add(one)
        if not self.names:
            raise BadInput("there are no levels", hint="name some, such as sokoban/uit/1-16")
        self.frame: Frame = frame or ()
        if frame and len(frame) != len(kind.frame_of(self._makers[0]())):
            raise BadInput(f"{frame} is not a frame", hint=FRAMES)
        self.frame = frame or self._smallest_frame(uniform and len(several) == 1)  # type: ignore[arg-type]

    def _add(self, one: object) -> bool:
        """Take up what one name, file or puzzle gives; says whether it was an id."""
        if isinstance(one, Puzzle):
            if (entry := entry_of(one)) is None or entry.name != self._kind.name:
                raise BadInput(f"{label_of(one)} is not a level of {self._kind.name}")
            self.names.append(one.name)
            self._makers.append(partial(_itself, one))
            return False
        if not isinstance(one, str | os.PathLike):
            raise BadInput(
                f"{str(one)[:60]!r} is not a level", hint="pass an id, a file or a puzzle"
            )
        found = locate(os.fspath(one), puzzle=self._kind.name)
        for name, level in found.levels:
            self.names.append(name)
            self._makers.append(
                partial(shipped, name, self._settings)
                if found.shipped
                else partial(_read, found.entry, level, self._settings, name)
            )
        return found.shipped

    def _smallest_frame(self, one_pack: bool) -> Frame:
        frame = self._kind.frame_of(self[0])
        if not (one_pack and self._kind.same_frames):
            for index in range(1, len(self)):
                frame = self._kind.larger(frame, self._kind.frame_of(self[index]))
        return frame

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, index: int) -> AnyPuzzle:
        puzzle = self._built.get(index)
        if puzzle is None:
            puzzle = self._makers[index]()
            check_fit(self._kind, puzzle, self.frame)
            if len(self._built) < KEPT:
                self._built[index] = puzzle
        return puzzle

    def draw(self, rng: SplitMix64) -> tuple[int, AnyPuzzle]:
        """One of them, each as likely."""
        index = rng.below(len(self))
        return index, self[index]

    def index(self, wanted: Any) -> int:
        """The number of a level, which may be given by its name; raises `BadInput`."""
        if isinstance(wanted, str) and wanted in self.names:
            return self.names.index(wanted)
        if isinstance(wanted, SupportsIndex) and 0 <= int(wanted) < len(self):
            return int(wanted)
        last = len(self) - 1
        raise BadInput(
            f"there is no level {wanted!r} here",
            hint=f"they are {self.names[0]} to {self.names[-1]}, or 0 to {last}",
        )

    def find(self, wanted: Any) -> tuple[int, AnyPuzzle]:
        """The level of a number or a name."""
        index = self.index(wanted)
        return index, self[index]


def _itself(puzzle: AnyPuzzle) -> AnyPuzzle:
    return puzzle


def _read(entry: PuzzleEntry, level: Callable[[Any], Any], rules: Any, name: str) -> AnyPuzzle:
    puzzle: AnyPuzzle = entry.build(level(rules), rules, name=name)
    return puzzle


class Packed:
    """Levels of plain files, which only the engine holds: a byte a square.

    They are named `file#1`, `file#2` and so on, as everywhere.
    """

    def __init__(self, files: Sequence[str], counts: Sequence[int], frame: Frame) -> None:
        self.files = files
        self._counts = counts
        self.frame = frame

    def __len__(self) -> int:
        return sum(self._counts)

    def index(self, wanted: Any) -> int:
        """The number of a level, which may be given by its name; raises `BadInput`."""
        if isinstance(wanted, SupportsIndex) and 0 <= int(wanted) < len(self):
            return int(wanted)
        path, _, number = str(wanted).rpartition("#")
        before = 0
        for file, count in zip(self.files, self._counts, strict=True):
            if wanted == file and count == 1:
                return before
            if path == file and number.isdecimal() and 1 <= int(number) <= count:
                return before + int(number) - 1
            before += count
        hint = f"they are 0 to {len(self) - 1}, or {self.files[0]}#1 and so on"
        raise BadInput(f"there is no level {wanted!r} here", hint=hint)


def packed(kind: Kind, levels: object, frame: Frame | None) -> Packed | None:
    """Files that the engine can read by itself; None for other levels."""
    several = levels if isinstance(levels, list | tuple) else [levels]
    files: list[str] = []
    counts: list[int] = []
    needed: Frame = ()
    for path, content in chain.from_iterable(_contents(kind, one) for one in several):
        found = kind.scan(content) if kind.scan and content else None
        if found is None:
            return None
        files.append(path)
        counts.append(found[0])
        needed = kind.larger(needed or found[1:], found[1:])
    if not files:
        return None
    if frame and (len(frame) != len(needed) or not kind.fits(needed, frame)):
        raise BadInput(f"{needed} does not fit into {frame}", source=files[0], hint=FRAMES)
    return Packed(files, counts, frame or needed)


def _contents(kind: Kind, one: object) -> Iterator[tuple[str, bytes]]:
    """The files that a path names, itself or those in a folder; nothing is in what is no path."""
    path = os.fspath(one) if isinstance(one, str | os.PathLike) else ""
    if os.path.isdir(path):
        for file, entry, text in files_with_levels(path, kind.name):
            yield file, text.encode() if entry else read_bytes(file)
    else:
        yield path, read_bytes(path) if os.path.isfile(path) else b""


class Stream:
    """Levels that are made one by one, from seeds or in an order of their own."""

    def __init__(self, kind: Kind, levels: Any, frame: Frame | None) -> None:
        self._kind = kind
        self._make: Callable[[int], AnyPuzzle] | None = levels if callable(levels) else None
        self._next: Iterator[AnyPuzzle] = iter(()) if callable(levels) else levels
        self.frame: Frame = frame or ()
        if not frame:
            first = self._made(0)
            self.frame = kind.frame_of(first)
            self._next = chain([first], self._next)

    def _made(self, seed: int) -> AnyPuzzle:
        puzzle = self._make(seed) if self._make else next(self._next, None)
        if puzzle is None:
            raise BadInput(
                "there are no more levels", hint="pass a function from a seed to a level"
            )
        entry = entry_of(puzzle) if isinstance(puzzle, Puzzle) else None
        if entry is None or entry.name != self._kind.name:
            raise BadInput(f"{str(puzzle)[:60]!r} is not a puzzle of {self._kind.name}")
        check_fit(self._kind, puzzle, self.frame)
        return puzzle

    def draw(self, rng: SplitMix64) -> tuple[int, AnyPuzzle]:
        """The next one, or that of a seed that `rng` draws."""
        return -1, self._made(rng.below(2**32) if self._make else 0)

    def find(self, wanted: Any) -> tuple[int, AnyPuzzle]:
        """Refuses: these levels have no numbers."""
        raise BadInput("levels that are made one by one cannot be chosen", hint="leave it out")


def frame_given(frame: Iterable[SupportsIndex] | None) -> Frame | None:
    """A frame as users write it, a list or numbers of NumPy too; raises `BadInput`."""
    if frame is None:
        return None
    try:
        sizes = tuple(operator.index(one) for one in frame)
    except TypeError:
        sizes = (-1,)
    if not sizes or min(sizes) < 0:
        raise BadInput(f"{frame!r} is not a frame", hint=FRAMES)
    return sizes


def source_of(
    kind: Kind, levels: Levels | None, rules: Mapping[str, Any], frame: Frame | None
) -> Pool | Stream:
    """What to draw levels from; raises `BadInput`."""
    if levels is None:
        levels = kind.levels
    if not isinstance(levels, Puzzle) and (callable(levels) or isinstance(levels, Iterator)):
        if rules:
            raise BadInput("levels that are made one by one bring their rules along")
        return Stream(kind, levels, frame)
    if not isinstance(levels, str | os.PathLike | Puzzle | Iterable):
        raise BadInput(f"{str(levels)[:60]!r} are not levels", hint="pass an id, a file or puzzles")
    return Pool(kind, levels, rules, frame)


def check_fit(kind: Kind, puzzle: AnyPuzzle, frame: Frame) -> None:
    """Raise `BadInput` for a puzzle that is larger than the frame, if there is one yet."""
    needed = kind.frame_of(puzzle)
    if frame and not kind.fits(needed, frame):
        raise BadInput(f"{needed} does not fit into {frame}", source=puzzle.name, hint=FRAMES)
