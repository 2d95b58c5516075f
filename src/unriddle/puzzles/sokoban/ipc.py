"""Sokoban problems in PDDL, in the shape of the planning competitions of 2008 and 2011.

A problem of the domain `sokoban-sequential` names locations, what leads from one to the next
(`move-dir`), goals, the player and the stones. It says nothing about walls: the board is laid out
by following the ways from the player, whatever the locations are called, and walls are put around.
What no board can show (a way in one direction only, a stone that need not come home) is refused.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from unriddle.core import BadInput
from unriddle.lines import Drafts
from unriddle.puzzles.sokoban.rules import Level, Place, enclosed, one_line
from unriddle.s_expressions import Group, Word, read

DOMAIN = "sokoban-sequential"

_STEPS: dict[str, Place] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_NAME = re.compile(r"\D*(\d+)-(\d+)")
"""A location that says its column and its row: pos-03-12."""
_FACTS = {"at": 2, "at-goal": 1, "clear": 1, "is-goal": 1, "is-nongoal": 1, "move-dir": 3}
"""The predicates of the domain, and how many names follow each."""


def recognises(text: str) -> bool:
    """Does the text begin as PDDL does?"""
    return re.match(r"\ufeff?(?:\s|;[^\n\r]*+[\n\r])*+\(\s*+define\b", text, re.I) is not None


def find_levels(text: str, source: str = "") -> Drafts[Level]:
    """The problems in a text, not yet read as levels; raises `BadInput` if there is none."""
    problems = [one for one in read(text, source) if _named(one, "problem")]
    if not problems:
        hint = "pass the file with (define (problem ...) ...)"
        raise BadInput("this is PDDL, but it holds no problem", source=source, hint=hint)
    return Drafts(len(problems), lambda index: _Draft(problems[index], text, source))


def _named(group: Group, kind: str) -> Group | None:
    """The `(problem NAME)` of a definition."""
    if group.head == "define" and len(group.items) > 1 and isinstance(group.items[1], Group):
        inner = group.items[1]
        if inner.head == kind and len(inner.items) == 2 and inner.words:
            return inner
    return None


@dataclass(frozen=True)
class _Draft:
    """A problem that was found."""

    group: Group
    text: str
    source: str

    def read(self) -> Level:
        try:
            return _level(_problem(self.group))
        except BadInput as error:
            error.source = self.source
            raise


class _Said(NamedTuple):
    """A fact without its predicate, and where it stands."""

    names: tuple[str, ...]
    line: int


@dataclass
class _Problem:
    """What a problem says, by predicate."""

    name: str
    line: int
    kinds: dict[str, str] = field(default_factory=dict)
    """The type of each object."""
    facts: dict[str, list[_Said]] = field(default_factory=dict)
    goals: dict[str, int] = field(default_factory=dict)
    """The stones that have to come home, with the lines."""

    def named(self, predicate: str) -> dict[str, int]:
        """The names of which a predicate with one place holds, with the lines."""
        return {said.names[0]: said.line for said in self.facts.get(predicate, ())}


def _problem(group: Group) -> _Problem:
    head = _named(group, "problem")
    assert head is not None
    problem = _Problem((head.words or ("", ""))[1], group.line)
    sections = {one.head: one for one in group.items if isinstance(one, Group)}
    for name in (":objects", ":init", ":goal"):
        if name not in sections:
            raise BadInput(f"the problem has no {name}", line=group.line)
    problem.kinds = dict(_typed(sections[":objects"]))
    for fact in sections[":init"].items[1:]:
        _add(problem, fact)
    for goal in _parts(sections[":goal"]):
        words = goal.words if isinstance(goal, Group) else None
        if words is None or len(words) != 2 or words[0] != "at-goal":
            hint = "(at-goal STONE) for every stone"
            raise BadInput("the goal asks for something else", line=goal.line, hint=hint)
        problem.goals[words[1]] = goal.line
    return problem


def _typed(objects: Group) -> Iterator[tuple[str, str]]:
    """`a b - kind` as pairs of a name and its kind."""
    waiting: list[str] = []
    items = iter(objects.items[1:])
    for item in items:
        if not isinstance(item, Word):
            raise BadInput("objects are names, and - before their type", line=item.line)
        if item.text != "-":
            waiting.append(item.text)
            continue
        kind = next(items, None)
        if not isinstance(kind, Word):
            raise BadInput("a type has to follow the -", line=item.line)
        yield from ((name, kind.text) for name in waiting)
        waiting = []
    if waiting:
        hint = "write player-01 - player, stone-01 - stone"
        raise BadInput(f"object {waiting[0]} has no type", line=objects.line, hint=hint)


def _add(problem: _Problem, fact: Word | Group) -> None:
    if isinstance(fact, Group) and fact.head == "=":
        return  # what the plan has cost before it begins
    words = fact.words if isinstance(fact, Group) else None
    if not words or _FACTS.get(words[0]) != len(words) - 1:
        shown = " ".join(words) if words else "this"
        hint = f"its facts are: {', '.join(_FACTS)}"
        raise BadInput(f"'{shown[:60]}' is not a fact of {DOMAIN}", line=fact.line, hint=hint)
    problem.facts.setdefault(words[0], []).append(_Said(words[1:], fact.line))


def _parts(goal: Group) -> Sequence[Word | Group]:
    """What a goal asks for, one by one."""
    if len(goal.items) == 2 and isinstance(inner := goal.items[1], Group):
        return inner.items[1:] if inner.head == "and" else [inner]
    raise BadInput("a goal is one condition, or (and ...)", line=goal.line)


def _level(problem: _Problem) -> Level:
    at = {said.names[0]: said for said in problem.facts.get("at", ())}
    if len(at) < len(problem.facts.get("at", ())):
        raise BadInput("something is at two locations", line=problem.line)
    players = [said for name, said in at.items() if problem.kinds.get(name) == "player"]
    stones = {name: said for name, said in at.items() if problem.kinds.get(name) == "stone"}
    if len(players) != 1 or len(players) + len(stones) != len(at):
        problem_is = f"there must be one player, and stones: {len(players)} players are somewhere"
        raise BadInput(problem_is, line=problem.line)
    ways = _ways(problem, {said.names[1] for said in at.values()})
    places = _laid_out(players[0].names[1], ways, problem.line)
    goals = problem.named("is-goal")
    _check_marks(problem, places, goals)
    boxes = set(_boxes(problem, stones, places, goals))
    at_home = {places[name] for name in goals if name in places}
    player = places[players[0].names[1]]
    return enclosed(set(places.values()), at_home, boxes, player, one_line(problem.name))


def _ways(problem: _Problem, taken: set[str]) -> dict[str, dict[Place, str]]:
    """From each location the next ones, by step; what is neither clear nor taken is a wall."""
    clear = problem.named("clear")
    for name in taken & clear.keys():
        raise BadInput(f"{name} is clear, and something is there", line=clear[name])
    ways: dict[str, dict[Place, str]] = {name: {} for name in taken}
    lines: dict[tuple[str, Place], int] = {}
    for (start, end, direction), line in problem.facts.get("move-dir", ()):
        if not all(name in clear or name in taken for name in (start, end)):
            continue
        step = _step(start, end, direction, line)
        if ways.setdefault(start, {}).setdefault(step, end) != end:
            raise BadInput(f"two ways lead {direction} from {start}", line=line)
        lines[start, step] = line
    for (start, (down, right)), line in lines.items():
        end = ways[start][down, right]
        if ways.get(end, {}).get((-down, -right)) != start:
            hint = "on a board every way leads back"
            raise BadInput(f"no way leads back from {end} to {start}", line=line, hint=hint)
    return ways


def _step(start: str, end: str, direction: str, line: int) -> Place:
    """A direction by its name, or else by the names of the locations."""
    word = direction.removeprefix("dir-")
    if word in _STEPS:
        return _STEPS[word]
    first, second = _NAME.fullmatch(start), _NAME.fullmatch(end)
    if first and second:
        step = int(second[2]) - int(first[2]), int(second[1]) - int(first[1])
        if step in _STEPS.values():
            return step
    hint = "directions are dir-up, dir-down, dir-left and dir-right"
    raise BadInput(f"unknown direction {direction}", line=line, hint=hint)


def _laid_out(start: str, ways: dict[str, dict[Place, str]], line: int) -> dict[str, Place]:
    """Row and column of every location that the player could reach if there were no stones."""
    places: dict[str, Place] = {start: (0, 0)}
    queue = deque(places)
    while queue:
        name = queue.popleft()
        row, column = places[name]
        for (down, right), other in ways[name].items():
            place = row + down, column + right
            if other not in places:
                places[other] = place
                queue.append(other)
            elif places[other] != place:
                raise BadInput(f"{other} does not lie on a board with the others", line=line)
    at = {place: name for name, place in places.items()}
    if len(at) < len(places):
        raise BadInput("two locations lie on the same square of a board", line=line)
    for name, (row, column) in places.items():
        for down, right in _STEPS.values():
            other = at.get((row + down, column + right), "")
            if other and (down, right) not in ways[name]:
                hint = "between two squares of a board there is no wall"
                raise BadInput(f"no way leads from {name} to {other}", line=line, hint=hint)
    return places


def _check_marks(problem: _Problem, places: dict[str, Place], goals: dict[str, int]) -> None:
    """Every location is a goal or none, and says so: a stone can be pushed nowhere else."""
    others = problem.named("is-nongoal")
    for name in places:
        if name in goals and name in others:
            raise BadInput(f"{name} is a goal and is none", line=others[name])
        if name not in goals and name not in others:
            problem_is = f"{name} is neither is-goal nor is-nongoal"
            raise BadInput(problem_is, line=problem.line)


def _boxes(
    problem: _Problem, stones: dict[str, _Said], places: dict[str, Place], goals: dict[str, int]
) -> Iterator[Place]:
    """Where the stones are that the player can reach, all of which have to come home."""
    home = problem.named("at-goal")
    for name, ((_, location), line) in stones.items():
        if (name in home) != (location in goals):
            problem_is = f"{name} is at {location}, and at-goal does not say the same"
            raise BadInput(problem_is, line=line)
        if location in places:
            if name not in problem.goals:
                hint = "every stone has to come home"
                raise BadInput(f"the goal leaves {name} out", line=line, hint=hint)
            yield places[location]
        elif name in problem.goals and name not in home:
            raise BadInput(f"the player can never reach {name}", line=line)
    for name, line in problem.goals.items():
        if name not in stones:
            raise BadInput(f"the goal asks for {name}, which is nowhere", line=line)
