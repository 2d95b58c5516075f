"""Stages of Bloxorz, by mutation and exact search.

It begins with a platform, and changes it at random: a patch of tiles with the goal or a switch on
it, a bridge that a switch must bring, a fragile tile, a hole, a split switch. A* solves what comes
of it. A change stays if the optimum grows towards what is wanted. Where that many moves were asked
for that this takes long, some changes stay that make the optimum a little smaller, as a way out of
dead ends. Tiles that the optimal plan does not touch are dropped on the way, and at the end
everything is tried that could be missing: what can be taken away without a change of the optimum
is.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from itertools import islice
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple

from unriddle.core import BadInput, Limits, Result, Status
from unriddle.generating.criteria import Candidate, Criteria, Maker
from unriddle.generating.drafts import Draft
from unriddle.generating.rooms import pick
from unriddle.puzzles.bloxorz.level import FLOOR, FRAGILE, GOAL, VOID, Bridge, Cell, Split, Switch
from unriddle.puzzles.bloxorz.rules import Bloxorz, Move
from unriddle.rating.difficulty import range_of, step_of
from unriddle.search.rng import SplitMix64
from unriddle.solving import start

LARGEST_SIDE = 30
SMALLEST_SIDE = 4
_SIZE, _SIZE_OF_LONG = (15, 10), (22, 14)
"""Of the original game, and where more moves are asked for than often fit there."""
_LONG = 100
_MOVES = ((12, 24), (16, 30), (28, 50), (45, 75), (65, 110))
"""By difficulty, unless asked for."""
PROOF = Limits(nodes=30_000)
_CHANGES = 800
"""For one stage."""
_PATIENCE = 1500
"""Changes without a larger optimum after which a climb to moves that were asked for ends."""
_STEP_DOWN, _ONE_IN = 3, 10
"""How much smaller the optimum may get, and how often, once the first changes are made."""
_MOST_BRIDGES = 6
_VERBS = ("toggle", "toggle", "open", "close")


class _Solved(NamedTuple):
    draft: Draft
    puzzle: Bloxorz
    result: Result[Any]

    @property
    def cost(self) -> int:
        assert self.result.cost is not None
        return self.result.cost

    @property
    def has_switches(self) -> bool:
        """Without any, a stage from which all is gone that can be missing is a mere path."""
        return bool(self.draft.switches or self.draft.splits)

    @property
    def work(self) -> int:
        return self.result.stats.expanded


def tries(criteria: Criteria) -> int:
    """How many stages are made to find one that is wanted; a climb to many moves takes longer."""
    return 40 if criteria.moves is None else 16


def candidates(criteria: Criteria, rng: SplitMix64) -> Iterator[Candidate | None]:
    """Stages without end, solved and proved, as near to the criteria as one climb comes.

    None for a climb that came to nothing. Raises `BadInput` at once for what cannot be asked for.
    """
    is_long = criteria.moves is not None and criteria.moves[0] > _LONG
    width, height = criteria.size or (_SIZE_OF_LONG if is_long else _SIZE)
    if not (min(width, height) >= SMALLEST_SIDE and max(width, height) <= LARGEST_SIDE):
        raise BadInput(
            f"a stage of {width}x{height} cannot be made",
            hint=f"its sides are {SMALLEST_SIDE} to {LARGEST_SIDE}",
        )
    least, most = criteria.moves or _MOVES[step_of(criteria.difficulty or "medium")]

    work = range_of("bloxorz", criteria.difficulty)

    def endless() -> Iterator[Candidate | None]:
        while True:
            wanted = least + rng.below(most - least + 1)
            climbed = _climb(rng, width, height, (wanted, most), work, criteria.moves is not None)
            found = climbed and _minimised(climbed)
            is_fit = found is not None and found.has_switches
            yield Candidate(found.puzzle, found.result, found.work) if found and is_fit else None

    return endless()


def _minimised(solved: _Solved) -> _Solved:
    """The stage without all that its optimum does not need."""
    tried = since = 0
    while since < (count := sum(1 for _ in solved.draft.simpler())):
        draft = next(islice(solved.draft.simpler(), tried % count, None))
        found = _solved(draft)
        if found is not None and found.cost == solved.cost:
            solved, since = found, 0  # what comes next has this number now
        else:
            tried, since = tried + 1, since + 1
    return solved


def _climb(
    rng: SplitMix64,
    width: int,
    height: int,
    moves: tuple[int, int],
    work: range,
    patient: bool,
) -> _Solved | None:
    """Change a platform until its optimum and the work of A* are what is wanted.

    Who is `patient` goes on as long as the optimum grows. None if none could be solved.
    """
    least, most = moves
    best = now = _begun(rng, width, height)
    changes = since = 0
    while changes < _CHANGES or (patient and since < _PATIENCE):
        if now and now.has_switches and now.cost >= least and now.work >= work.start:
            return now
        changes, since = changes + 1, since + 1
        draft = _begun_draft(rng, width, height) if now is None else now.draft
        changed = pick(rng, _CHANGES_OF_STAGE)(rng, draft, width, height)
        if changed is None or not _fits(changed, width, height):
            continue
        found = _solved(changed)
        if found is None or found.cost > most or found.work >= work.stop:
            continue
        down = _STEP_DOWN if changes > _CHANGES and not rng.below(_ONE_IN) else 0
        if now is None or found.cost >= now.cost - down:
            now = _pruned(found)
            since = since if best and now.cost <= best.cost else 0
            best = best if best and now.cost < best.cost else now
    return best


def _begun_draft(rng: SplitMix64, width: int, height: int) -> Draft:
    row, column = rng.below(height), rng.below(width)
    draft = Draft((row, column), {(row, column): FLOOR})
    return _patched(rng, draft, width, height)[0]


def _begun(rng: SplitMix64, width: int, height: int) -> _Solved | None:
    draft = _begun_draft(rng, width, height)
    plain = draft.plain()
    return _solved(draft.having(pick(rng, plain), GOAL)) if plain else None


def _solved(draft: Draft) -> _Solved | None:
    """The stage with its optimum; None if it has no solution, or A* finds none within limits."""
    draft = draft.without_unused()
    if GOAL not in draft.squares.values():
        return None
    puzzle = Bloxorz(draft.level())
    run = start(puzzle, "astar", limits=PROOF)
    if run.ending()[0] is not Status.SOLVED:  # no need for a proof that there is no solution
        return None
    return _Solved(draft, puzzle, run.result())


def _pruned(solved: _Solved) -> _Solved:
    """The same without the tiles that the plan does not touch: fewer tiles allow fewer moves."""
    top = min(row for row, _ in solved.draft.squares)
    left = min(column for _, column in solved.draft.squares)
    puzzle, state = solved.puzzle, solved.puzzle.initial
    touched = {state.first, state.second, puzzle.goal}
    for move in solved.result.plan or ():
        landing = () if move == Move.SWAP else puzzle.roll(state, move).landing
        state = puzzle.apply(state, move)
        touched |= {state.first, state.second, *landing}
    squares = {
        (row, column): square
        for (row, column), square in solved.draft.squares.items()
        if (row - top, column - left) in touched
    }
    if len(squares) == len(solved.draft.squares):
        return solved
    return _solved(replace(solved.draft, squares=squares)) or solved


def _fits(draft: Draft, width: int, height: int) -> bool:
    rows = [row for row, _ in draft.squares]
    columns = [column for _, column in draft.squares]
    return max(rows) - min(rows) < height and max(columns) - min(columns) < width


# The changes: each makes another draft of one, or None where it does not fit.

_Change = Callable[[SplitMix64, Draft, int, int], Draft | None]


def _patched(rng: SplitMix64, draft: Draft, width: int, height: int) -> tuple[Draft, list[Cell]]:
    """A rectangle of tiles at one that is there, and its new tiles."""
    row, column = pick(rng, sorted(draft.squares))
    rows, columns = 1 + rng.below(4), 1 + rng.below(4)
    top, left = row - rng.below(rows + 2), column - rng.below(columns + 2)
    new = [
        (r, c)
        for r in range(max(0, top), min(height, top + rows + 1))
        for c in range(max(0, left), min(width, left + columns + 1))
        if (r, c) not in draft.squares
    ]
    return replace(draft, squares={**draft.squares, **dict.fromkeys(new, FLOOR)}), new


def _new_goal(rng: SplitMix64, draft: Draft, width: int, height: int) -> Draft | None:
    draft, new = _patched(rng, draft, width, height)
    if not new:
        return None
    squares = {cell: FLOOR if square == GOAL else square for cell, square in draft.squares.items()}
    return replace(draft, squares={**squares, pick(rng, new): GOAL})


def _gate(rng: SplitMix64, draft: Draft, width: int, height: int) -> Draft | None:
    """A bridge where a tile was, and a switch for it on a new tile or an old one."""
    cells = draft.plain()
    if not cells or len(draft.bridges) >= _MOST_BRIDGES:
        return None
    cell = pick(rng, cells)
    name = _free(draft.bridges, ascii_lowercase)
    on = rng.below(4) == 0
    squares = {**draft.squares, cell: name}
    beside = (
        (cell[0] + rng.below(2), cell[1]) if rng.below(2) else (cell[0], cell[1] + rng.below(2))
    )
    if squares.get(beside) == FLOOR and beside != draft.start:
        squares[beside] = name
    draft = replace(draft, squares=squares, bridges={**draft.bridges, name: Bridge(name, on)})
    return _switch(rng, draft, width, height, name)


def _switch(
    rng: SplitMix64, draft: Draft, width: int, height: int, bridge: str = ""
) -> Draft | None:
    """A switch for a bridge that is there."""
    if not draft.bridges or len(draft.switches) >= _MOST_BRIDGES:
        return None
    bridge = bridge or pick(rng, sorted(draft.bridges))
    new: list[Cell] = []
    if rng.below(2):
        draft, new = _patched(rng, draft, width, height)
    cells = new or draft.plain()
    if not cells:
        return None
    name = _free(draft.switches, ascii_uppercase)
    switch = _with_effect(Switch(name, bool(rng.below(2))), pick(rng, _VERBS), bridge)
    draft = draft.having(pick(rng, cells), name)
    return replace(draft, switches={**draft.switches, name: switch})


def _effect(rng: SplitMix64, draft: Draft, width: int, height: int) -> Draft | None:
    """One more bridge for a switch that is there."""
    pairs = [
        (name, bridge)
        for name, switch in sorted(draft.switches.items())
        for bridge in sorted(draft.bridges)
        if bridge not in switch.bridges
    ]
    if not pairs:
        return None
    name, bridge = pick(rng, pairs)
    switch = _with_effect(draft.switches[name], pick(rng, _VERBS), bridge)
    return replace(draft, switches={**draft.switches, name: switch})


def _split(rng: SplitMix64, draft: Draft, width: int, height: int) -> Draft | None:
    """A split switch whose cubes appear on tiles that are there, or on new ones."""
    if draft.splits:
        return None
    draft, _ = _patched(rng, draft, width, height)
    draft, _ = _patched(rng, draft, width, height)
    cells = draft.plain()
    if len(cells) < 3:
        return None
    place, first, second = pick(rng, cells), pick(rng, cells), pick(rng, cells)
    if len({place, first, second}) < 3:
        return None
    return replace(draft.having(place, "1"), splits={"1": Split("1", (first, second))})


def _fragile(rng: SplitMix64, draft: Draft, width: int, height: int) -> Draft | None:
    cells = draft.plain()
    return draft.having(pick(rng, cells), FRAGILE) if cells else None


def _hole(rng: SplitMix64, draft: Draft, width: int, height: int) -> Draft | None:
    draft, _ = _patched(rng, draft, width, height)
    cells = draft.plain()
    return draft.having(pick(rng, cells), VOID) if cells else None


_CHANGES_OF_STAGE: tuple[_Change, ...] = (
    *(_new_goal, _new_goal, _gate, _gate, _gate, _switch, _effect, _split, _fragile, _hole),
)


def _with_effect(switch: Switch, verb: str, bridge: str) -> Switch:
    effects = {name: getattr(switch, name) for name in _VERBS}
    effects[verb] = (*effects[verb], bridge)
    return Switch(switch.name, switch.heavy, **effects)


def _free(taken: Container[str], names: str) -> str:
    return next(name for name in names if name not in taken)


MAKER = Maker(
    candidates,
    tries,
    unused=("boxes",),
    if_none="ask for other moves or a larger size, or try another seed",
)
