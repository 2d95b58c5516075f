"""`unriddle completion`: commands, options and names, completed by the shell."""

from __future__ import annotations

from collections.abc import Iterable
from glob import escape, glob
from os.path import isdir
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from unriddle.catalog import PUZZLES, SOLVERS, packs

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext

MOST = 200
"""How many levels of a pack are listed."""


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="Which shell.")], /
) -> int:
    """Write the script to standard output."""
    from unriddle.cli import app

    print(app.generate_completion(shell=shell))
    return 0


def candidates(context: CompletionContext) -> list[str]:
    """What a word may become: the names that are known, else files.

    The shell asks for them when somebody presses Tab.
    """
    begun, argument = context.incomplete, context.argument
    solvers = [*SOLVERS, *(name for one in PUZZLES.values() for name in one.native_solvers)]
    names: Iterable[str]
    match argument.field_info.name:
        case "level" | "levels":
            names = [*_levels(begun), *_files(begun)]
        case "solver":
            names = solvers
        case "solvers":
            before = begun[: begun.rfind(",") + 1]
            names = [before + name for name in ("all", *solvers)]
        case "heuristic":
            names = [name for one in PUZZLES.values() for name in one.heuristics]
        case "puzzle":
            names = PUZZLES
        case _:
            names = argument.get_choices(force=True) or _files(begun)
    return sorted({name for name in names if name.startswith(begun)})


def _levels(begun: str) -> list[str]:
    """The packs that fit; the levels of one that fits alone, so that no blank ends the word."""
    fitting = {f"{prefix}/": pack for prefix, (_, pack) in packs().items()}
    fitting = {
        prefix: pack
        for prefix, pack in fitting.items()
        if prefix.startswith(begun) or begun.startswith(prefix)
    }
    if len(fitting) != 1:
        return list(fitting)
    ((prefix, pack),) = fitting.items()
    return [f"{prefix}{number}" for number in pack.numbers[:MOST]]


def _files(begun: str) -> list[str]:
    """The files that fit; in a folder that fits alone, what is in it."""
    found = glob(f"{escape(begun)}*")
    if len(found) == 1 and isdir(found[0]):
        return glob(f"{escape(found[0])}/*")
    return [f"{path}/" if isdir(path) else path for path in found]
