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
ZSH_ENDING = """\
if [[ $funcstack[1] == _unriddle ]]; then
  _cyclopts_unriddle "$@"
else
  compdef _cyclopts_unriddle unriddle
fi
"""
"""Cyclopts only defines the function; zsh has to be told whom it completes."""


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="Which shell.")], /
) -> int:
    """Write the script to standard output."""
    from unriddle.cli import app

    print(app.generate_completion(shell=shell))
    if shell == "zsh":
        print(ZSH_ENDING)
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
    """The levels of the pack that the word is in, and the packs that it may become.

    A pack that fits alone is opened, so that no blank ends the word.
    """
    known = {f"{prefix}/": pack for prefix, (_, pack) in packs().items()}
    entered = [prefix for prefix in known if begun.startswith(prefix)]
    ahead = [prefix for prefix in known if prefix.startswith(begun) and prefix not in entered]
    if not entered and len(ahead) == 1:
        entered, ahead = ahead, []
    found = (f"{prefix}{number}" for prefix in entered for number in known[prefix].numbers[:MOST])
    return [*ahead, *found]


def _files(begun: str) -> list[str]:
    """The files that fit; in a folder that fits alone, what is in it."""
    found = glob(f"{escape(begun)}*")
    if len(found) == 1 and isdir(found[0]):
        return glob(f"{escape(found[0])}/*")
    return [f"{path}/" if isdir(path) else path for path in found]
