"""From what a user names, an id, a file or a text, to puzzles.

bloxorz/8               a stage            bloxorz               the whole pack
sokoban/uit/16          a course map       sokoban/uit/1-5,9     some of a pack
freecell/31465          a deal             maps.xsb, maps.xsb#3  a file, or a level of it
-                       standard input     boxoban/hard          a folder with files of levels
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, TypeAlias, overload

from unriddle.catalog import (
    LONGEST_NAME,
    OWN_PACKS,
    PUZZLES,
    AnyPuzzle,
    Pack,
    PuzzleEntry,
    entry_of,
    load_installed,
    lookup,
    packs,
)
from unriddle.core import BadInput, T
from unriddle.lines import Draft, bounded, check_size
from unriddle.settings import Settings
from unriddle.text_files import STANDARD_INPUT, decoded, may_be_text, read_bytes, read_text

if TYPE_CHECKING:
    from unriddle.puzzles.bloxorz.rules import Bloxorz
    from unriddle.puzzles.freecell.rules import FreeCell
    from unriddle.puzzles.sokoban.rules import Sokoban

DOCUMENTS = (".md", ".rst", ".html", "domain.pddl")
"""Endings of files in a folder of levels that are no levels."""
MOST_OTHERS = 1_000
"""Files without levels after which a folder is no folder of levels: it may be the whole disk."""

Reference: TypeAlias = str | os.PathLike[str]
"""What names levels, see the head of this module."""
Broken = Callable[[str, BadInput], None]
"""Gets the name of a level that cannot be read, and the error."""


class Located(NamedTuple):
    """Levels of one kind of puzzle that were found and read, not yet built with rules."""

    entry: PuzzleEntry
    levels: Iterable[tuple[str, Callable[[Any], Any]]]
    """The name of each level, and what gives the level under certain rules, or raises `BadInput`;
    to be asked once."""
    number: int
    """How many there are."""
    shipped: bool = False
    """Are these ids, which name the same levels wherever the program is?"""

    def puzzles(
        self, rules: Mapping[str, Any] | Settings, *, broken: Broken | None = None
    ) -> Iterator[AnyPuzzle]:
        """The puzzles under the given rule settings; raises `BadInput` for settings at once.

        One that cannot be read ends it by `BadInput`, or, if `broken` is given, goes there and
        is left out.
        """
        chosen = rules if isinstance(rules, Settings) else checked_rules(self.entry, rules)
        return self._built(chosen, broken)

    def _built(self, rules: Settings, broken: Broken | None) -> Iterator[AnyPuzzle]:
        for name, level in self.levels:
            try:
                puzzle = self.entry.build(level(rules), rules, name=name)
            except BadInput as error:
                if broken is None:
                    raise
                broken(name, error)
            else:
                yield puzzle

    def only(self, reference: str, rules: Mapping[str, Any] | Settings) -> AnyPuzzle:
        """The one puzzle that `reference` names; raises `BadInput` if there are several."""
        if self.number > 1:
            first, _ = next(iter(self.levels))
            raise BadInput(f"'{reference}' names several levels", hint=f"name one, such as {first}")
        return next(self.puzzles(rules))


@overload
def load(reference: Reference, *, puzzle: Literal["bloxorz"], **rules: Any) -> Bloxorz: ...
@overload
def load(reference: Reference, *, puzzle: Literal["sokoban"], **rules: Any) -> Sokoban: ...
@overload
def load(reference: Reference, *, puzzle: Literal["freecell"], **rules: Any) -> FreeCell: ...
@overload
def load(reference: Reference, *, puzzle: str | None = None, **rules: Any) -> AnyPuzzle: ...
def load(reference: Reference, *, puzzle: str | None = None, **rules: Any) -> AnyPuzzle:
    """The one puzzle that an id or a file names: `load("sokoban/uit/5", cost="pushes")`.

    `puzzle` names the kind of puzzle in a file, if its content does not show it. `rules` are rule
    settings. Raises `BadInput`, also if the reference names several levels.
    """
    path = _path(reference)
    return locate(path, puzzle=puzzle).only(path, rules)


@overload
def load_all(
    reference: Reference, *, puzzle: Literal["bloxorz"], broken: Broken | None = None, **rules: Any
) -> Iterator[Bloxorz]: ...
@overload
def load_all(
    reference: Reference, *, puzzle: Literal["sokoban"], broken: Broken | None = None, **rules: Any
) -> Iterator[Sokoban]: ...
@overload
def load_all(
    reference: Reference, *, puzzle: Literal["freecell"], broken: Broken | None = None, **rules: Any
) -> Iterator[FreeCell]: ...
@overload
def load_all(
    reference: Reference, *, puzzle: str | None = None, broken: Broken | None = None, **rules: Any
) -> Iterator[AnyPuzzle]: ...
def load_all(
    reference: Reference, *, puzzle: str | None = None, broken: Broken | None = None, **rules: Any
) -> Iterator[Any]:
    """Every puzzle that an id or a file names, one after the other, each read when its turn comes.

    A level that cannot be read raises `BadInput`. If `broken` is given, it is called with the name
    and the error instead, and the other levels follow.
    """
    return locate(_path(reference), puzzle=puzzle).puzzles(rules, broken=broken)


def _path(reference: Reference) -> str:
    try:
        return os.fsdecode(reference)
    except TypeError:
        shown = repr(str(reference)[:60])
        raise BadInput(f"{shown} is not a level", hint="pass an id or a file") from None


@overload
def read(
    text: str, *, puzzle: Literal["bloxorz"], source: str = "", **rules: Any
) -> tuple[Bloxorz, ...]: ...
@overload
def read(
    text: str, *, puzzle: Literal["sokoban"], source: str = "", **rules: Any
) -> tuple[Sokoban, ...]: ...
@overload
def read(
    text: str, *, puzzle: Literal["freecell"], source: str = "", **rules: Any
) -> tuple[FreeCell, ...]: ...
@overload
def read(
    text: str, *, puzzle: str | None = None, source: str = "", **rules: Any
) -> tuple[AnyPuzzle, ...]: ...
def read(
    text: str, *, puzzle: str | None = None, source: str = "", **rules: Any
) -> tuple[Any, ...]:
    """The puzzles in a text of any known format; raises `BadInput` if there is none."""
    found = locate_text(text, source, puzzle=puzzle).puzzles(rules)
    return tuple(bounded(found, squares_of, source))


def squares_of(puzzle: AnyPuzzle) -> int:
    """How large the level of a puzzle is: what it says, or else the characters of its picture."""
    squares: int | None = getattr(getattr(puzzle, "level", None), "squares", None)
    if squares is not None:
        return squares
    entry = entry_of(puzzle)
    drawing = entry.notation.draw(puzzle, puzzle.initial) if entry else ()
    return sum(len(glyph.text) for row in drawing for glyph in row)


def locate(reference: str, *, puzzle: str | None = None) -> Located:
    """Find what `reference` names, see the head of this module; raises `BadInput`."""
    if reference in ("-", STANDARD_INPUT):
        return locate_text(read_text(STANDARD_INPUT), STANDARD_INPUT, puzzle=puzzle)
    prefix, _, numbers = (reference, "", "") if reference in packs() else reference.rpartition("/")
    if prefix in packs():
        entry, _ = packs()[prefix]
        if puzzle not in (None, entry.name):
            raise BadInput(f"'{reference}' is {entry.name}, not {puzzle}", hint="name no puzzle")
        return _in_pack(prefix, numbers, reference)
    path, sign, numbers = reference.rpartition("#")
    if not sign or os.path.exists(reference):
        path, numbers = reference, ""
    if not os.path.exists(path):
        if load_installed():
            return locate(reference, puzzle=puzzle)
        raise _unknown(reference)
    if os.path.isdir(path):
        return _in_folder(path, numbers, puzzle)
    return locate_text(read_text(path), path, numbers, puzzle=puzzle)


def _in_folder(folder: str, numbers: str, puzzle: str | None) -> Located:
    """The levels in all files under a folder, in the order of their names, or some of them.

    Each file is read twice, now to count and again when its turn comes: no more than one is held.
    """
    files: list[str] = []
    kinds: dict[str, str] = {}
    number = 0
    for path, entry, text in files_with_levels(folder, puzzle):
        files.append(path)
        if entry is None:
            number += 1
        else:
            kinds.setdefault(entry.name, path)
            number += _in_file(path, entry.name, text).number
    if files and not kinds:
        locate_text(read_text(files[0]), files[0])  # says what is wrong with it
    if not kinds:
        raise BadInput("no file in it holds levels", source=folder)
    if len(kinds) > 1:
        examples = ", ".join(f"{kind} in {path}" for kind, path in kinds.items())
        raise BadInput(f"it holds several puzzles: {examples}", source=folder, hint="say which")
    (kind,) = kinds
    levels = (level for path in files for level in _in_file(path, kind).levels)
    if numbers:
        wanted = set(chain.from_iterable(_ranges(numbers, range(1, number + 1), folder)))
        levels = (level for place, level in enumerate(levels, start=1) if place in wanted)
        number = len(wanted)
    return Located(PUZZLES[kind], _as_counted(levels, number, folder), number)


def _as_counted(levels: Iterable[T], number: int, folder: str) -> Iterator[T]:
    """The same levels; raises `BadInput` if there are fewer because a file has changed since."""
    came = 0
    for came, level in enumerate(levels, start=1):  # noqa: B007 - the last number counts
        yield level
    if came < number:
        raise BadInput("files in it have changed while it was read", source=folder)


def _in_file(path: str, kind: str, text: str | None = None) -> Located:
    """The levels in a file of a folder, or one that cannot be read, because the file cannot."""
    try:
        return locate_text(read_text(path) if text is None else text, path, puzzle=kind)
    except BadInput as error:
        problem = error

    def level(rules: Settings) -> NoReturn:
        raise problem

    return Located(PUZZLES[kind], [(path, level)], 1)


def files_with_levels(
    folder: str, puzzle: str | None = None
) -> Iterator[tuple[str, PuzzleEntry | None, str]]:
    """The files under a folder that hold levels, of which puzzle, and their texts, by their names.

    What holds no levels (a licence, a picture) is left out, and so are hidden files and documents,
    which may show some. A text that cannot be read, or is too large, comes with None. Too many
    files without levels end it by `BadInput`.
    """
    known: Iterable[PuzzleEntry] = PUZZLES.values()
    if puzzle:
        known = [lookup(PUZZLES, "puzzle", puzzle)]
    others = 0
    for path in _files_under(folder):
        if others >= MOST_OTHERS:
            raise BadInput(
                f"{MOST_OTHERS:,} files in it hold no levels",
                source=folder,
                hint="name the folder of the levels, or files",
            )
        entry, text = None, ""
        try:
            text = decoded(read_bytes(path)) or ""
            entry = next((one for one in known if one.notation.recognises(text)), None)
        except BadInput:
            if may_be_text(path):
                yield path, None, ""
        if entry is None:
            others += 1
        else:
            yield path, entry, text


def _files_under(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(place, name)
            hidden = name.startswith(".") or name.lower().endswith(DOCUMENTS)
            if not hidden and _is_there_to_be_read(path):
                yield path


def _is_there_to_be_read(path: str) -> bool:
    """Is it a file with content of its own? Pipes, devices and Linux's /proc may wait for ever."""
    try:
        status = os.stat(path)
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size > 0


def shipped(name: str, rules: Settings) -> AnyPuzzle:
    """The puzzle with a full id, as `locate` spells it; quick, for those who need millions."""
    prefix, _, number = name.rpartition("/")
    entry, pack = packs()[prefix]
    level = pack.level(_number(number, pack.numbers, name, number), rules)
    return entry.build(level, rules, name=name)


def _in_pack(prefix: str, numbers: str, reference: str) -> Located:
    """The levels that an id names."""
    entry, pack = packs()[prefix]
    wanted = _ranges(numbers, pack.numbers, reference) if numbers else [_whole(pack, prefix)]
    levels = ((f"{prefix}/{n}", partial(pack.level, n)) for n in chain.from_iterable(wanted))
    is_own = prefix.startswith(f"{entry.name}/{OWN_PACKS}")
    return Located(entry, levels, sum(map(len, wanted)), shipped=not is_own)


def _whole(pack: Pack, prefix: str) -> range:
    """All numbers of a pack, unless there are too many."""
    if len(pack.numbers) > 1_000_000:
        raise BadInput(
            f"'{prefix}' names {len(pack.numbers)} levels",
            hint=f"name some of them, such as {prefix}/1 or {prefix}/1-100",
        )
    return pack.numbers


def locate_text(text: str, source: str, numbers: str = "", *, puzzle: str | None = None) -> Located:
    """The levels in a text, or those of the numbers that are wanted; `source` names them.

    They are found, but not yet read: a broken one does not stop the others.
    """
    if not isinstance(text, str):
        raise BadInput(f"{type(text).__name__} is not text", source=source, hint="decode it first")
    check_size(text, source)
    entry: PuzzleEntry = lookup(PUZZLES, "puzzle", puzzle) if puzzle else _recognise(text, source)
    drafts = entry.notation.find_levels(text, source)
    every = range(1, len(drafts) + 1)
    wanted = _ranges(numbers, every, source) if numbers else [every]
    several = len(drafts) > 1
    return Located(
        entry,
        (
            (f"{source}#{n}" if several else source, FromText(drafts[n - 1]))
            for n in chain.from_iterable(wanted)
        ),
        sum(map(len, wanted)),
    )


class UnknownKind(BadInput):
    """A text of which it cannot be seen what puzzle it is of."""


@dataclass(frozen=True, slots=True)
class FromText:
    """A level that stands in a text, which is the same under all rules."""

    draft: Draft[Any]

    def __call__(self, rules: Settings) -> Any:
        """The level; raises `BadInput`."""
        return self.draft.read()


def _recognise(text: str, source: str) -> PuzzleEntry:
    for entry in PUZZLES.values():
        if entry.notation.recognises(text):
            return entry
    if not text.strip():
        raise BadInput("it is empty", source=source)
    for entry in PUZZLES.values():
        if source.lower().endswith(entry.suffixes):
            return entry  # whose reader says what is wrong, and where
    raise UnknownKind(
        "this does not look like a level of any puzzle",
        source=source,
        hint=f"say which puzzle it is: {', '.join(PUZZLES)}",
    )


def checked_rules(entry: PuzzleEntry, rules: Mapping[str, Any]) -> Settings:
    """The rules of a puzzle from rule settings by name; raises `BadInput`."""
    known = {setting.name for setting in entry.rules.settings()}
    for name in rules:
        if name not in known:
            raise BadInput(
                f"{entry.name} has no rule '{name}'",
                hint=f"its rules are: {', '.join(sorted(known))}",
            )
    return entry.rules(**rules)


def _ranges(text: str, allowed: range, source: str) -> list[range]:
    """`1-5,9` as ranges of numbers, each of them allowed."""
    return [_range(part.strip(), allowed, source) for part in text.split(",")]


def _range(part: str, allowed: range, source: str) -> range:
    first, dash, last = part.partition("-")
    low = _number(first, allowed, source, part)
    high = _number(last, allowed, source, part) if dash else low
    if low > high:
        raise BadInput(f"'{part}' runs backwards", source=source, hint=f"write {high}-{low}")
    return range(low, high + 1)


def _number(digits: str, allowed: range, source: str, part: str) -> int:
    """The number of a level, which must be allowed; `part` is what was written."""
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise BadInput(
            f"'{part}' is not a level number", source=source, hint="write a number or 1-5,9"
        )
    number = int(digits)
    if number not in allowed:
        raise BadInput(
            f"there is no level {number}",
            source=source,
            hint=f"the levels are {allowed[0]} to {allowed[-1]}",
        )
    return number


def _unknown(reference: str) -> BadInput:
    from difflib import get_close_matches

    examples = [f"{prefix}/{pack.numbers[0]}" for prefix, (_, pack) in packs().items()]
    named = reference[:LONGEST_NAME].rstrip("0123456789-,").rstrip("/")
    close = get_close_matches(named, packs(), n=1)
    meant = f"did you mean {close[0]}/...? " if close else ""
    return BadInput(
        f"'{reference}' is neither a level nor a file",
        hint=f"{meant}levels are named like {', '.join(examples)}; `unriddle levels` lists them",
    )
