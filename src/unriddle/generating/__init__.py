"""Levels that nobody has drawn: made, solved and measured before they are given out.

>>> from unriddle import generate
>>> level = next(generate("sokoban", size=(7, 7), boxes=2, seed=1))
>>> level.result.optimal
True

The same criteria and the same seed give the same levels on every machine: limits are counted in
expansions, and no clock decides anything. docs/generate.md says what is promised.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import randrange
from typing import Any

from unriddle.catalog import PUZZLES, AnyPuzzle, lookup
from unriddle.core import BadInput
from unriddle.generating import bloxorz, freecell, sokoban
from unriddle.generating.criteria import Criteria, GeneratedLevel, told
from unriddle.loading import checked_rules, locate
from unriddle.search.rng import SplitMix64
from unriddle.wording import counted

__all__ = ["GENERATORS", "GeneratedLevel", "generate", "generate_longest", "random_level"]

GENERATORS = {"sokoban": sokoban.MAKER, "bloxorz": bloxorz.MAKER, "freecell": freecell.MAKER}


def generate(
    puzzle: str,
    *,
    difficulty: str | None = None,
    moves: tuple[int, int] | None = None,
    size: tuple[int, int] | None = None,
    boxes: int | None = None,
    seed: int = 0,
    count: int = 1,
) -> Iterator[GeneratedLevel]:
    """Make levels, one after the other, each with its proved optimum.

    `GeneratedLevel.note` says which criteria are not met. `moves` are the least and the most of an
    optimal solution (of a deal moves home included), `size` the most columns and rows, walls
    included. Raises `BadInput` at once for what cannot be asked for, and later if no level at all
    was found.
    """
    criteria = Criteria(difficulty, moves, size, boxes)
    maker = lookup(GENERATORS, "generator", puzzle)
    for name in maker.unused:
        if getattr(criteria, name) is not None:
            raise BadInput(f"{puzzle} takes no {name}", hint="leave it out")
    if count < 1:
        raise BadInput(f"{count} levels cannot be made", hint="ask for 1 or more")
    maker.candidates(criteria, SplitMix64(0))  # says at once what is wrong with the criteria
    base = SplitMix64(seed).next()
    return (_made(puzzle, criteria, seed, base, number) for number in range(1, count + 1))


def _made(kind: str, criteria: Criteria, seed: int, base: int, number: int) -> GeneratedLevel:
    """The level with this number: the first that meets the criteria, or else the nearest."""
    maker = GENERATORS[kind]
    tries = maker.tries(criteria)
    nearest: GeneratedLevel | None = None
    for aim in criteria.wider():  # where no level has that many moves
        for found in islice(maker.candidates(aim, SplitMix64(base + number)), tries):
            if found is None:
                continue
            made = GeneratedLevel(kind, *found, seed, number)
            if nearest is None or criteria.misses(made) < criteria.misses(nearest):
                nearest = made
            if criteria.misses(nearest) == (0, 0):
                break
        if nearest is not None:
            break
    if nearest is None:
        problem = f"no such level of {kind} was found in {tries:,} tries"
        raise BadInput(problem, hint=maker.if_none)
    note = told(criteria, nearest, maker.note(criteria))
    return replace(nearest, puzzle=_titled(nearest), note=note)


def _titled(made: GeneratedLevel, title: str = "") -> AnyPuzzle:
    """The puzzle with a title of its own; a deal has its id for that."""
    puzzle: Any = made.puzzle
    title = title or puzzle.name or f"{made.difficulty.capitalize()} {made.seed}-{made.number}"
    return PUZZLES[made.kind].build(
        replace(puzzle.level, title=title), puzzle.rules, name=puzzle.name
    )


def generate_longest(width: int, height: int, boxes: int | None = None) -> Iterator[GeneratedLevel]:
    """For each number of boxes, or for one: a level of Sokoban with the longest optimum in moves.

    The room is an empty rectangle of this size, walls included; all goals and all positions are
    looked at. Raises `BadInput` where these are too many.
    """
    found = sokoban.longest(width, height, boxes)
    for number, one in enumerate(found, start=1):
        made = GeneratedLevel("sokoban", *one, 0, number)
        boxes_here = counted(len(one.puzzle.initial.boxes), "box")
        yield replace(made, puzzle=_titled(made, f"Longest of {width}x{height}, {boxes_here}"))


def random_level(puzzle: str, *, seed: int | None = None, **rules: Any) -> AnyPuzzle:
    """A random level; a seed always gives the same one.

    For FreeCell it is any numbered deal, whether it can be solved or not; `generate` gives only
    deals that can. For the other puzzles it is a generated level.
    """
    entry = lookup(PUZZLES, "puzzle", puzzle)
    chosen = checked_rules(entry, rules)
    seed = randrange(2**64) if seed is None else seed
    for prefix, pack in entry.ids():
        if pack.drawn_from is not None:
            number = pack.drawn_from[SplitMix64(seed).below(len(pack.drawn_from))]
            name = f"{prefix}/{number}"
            return locate(name).only(name, chosen)
    if puzzle not in GENERATORS:
        raise BadInput(
            f"{puzzle} has no levels at random", hint=f"these have: {', '.join(GENERATORS)}"
        )
    made: Any = next(generate(puzzle, seed=seed)).puzzle
    built: AnyPuzzle = entry.build(made.level, chosen, name=made.name)
    return built
