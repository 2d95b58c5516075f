"""Sokoban as PDDL, in the shape of the domain `sokoban-sequential` of the planning competitions.

Predicates, actions and the names of objects are those of the problems of 2008 and 2011, so what
was made for them takes these. There, a push costs 1 and a move nothing; here the rule `cost` says
what counts. Only squares that the player could reach are locations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from unriddle.core import BadInput
from unriddle.planning.task import Action, Task, domain, misplaced, problem, unknown
from unriddle.puzzles.sokoban.ipc import DOMAIN
from unriddle.puzzles.sokoban.rules import Direction, Level, Move, Sokoban

_PUSH = """
  (:action $name
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and
      (at ?p ?ppos)
      (at ?s ?from)
      (clear ?to)
      (move-dir ?ppos ?from ?dir)
      (move-dir ?from ?to ?dir)
      ($kind ?to))
    :effect (and
      (not (at ?p ?ppos))
      (not (at ?s ?from))
      (not (clear ?to))
      (at ?p ?from)
      (at ?s ?to)
      (clear ?ppos)
      (increase (total-cost) $$push)
      $home))
"""


def _push(name: str, kind: str, home: str) -> str:
    return _PUSH.replace("$name", name).replace("$kind", kind).replace("$home", home)


_TEMPLATE = f"""\
(define (domain {DOMAIN})
  (:requirements :typing :action-costs)
  (:types thing location direction - object
          player stone - thing)
  (:predicates
    (clear ?l - location)
    (at ?t - thing ?l - location)
    (at-goal ?s - stone)
    (is-goal ?l - location)
    (is-nongoal ?l - location)
    (move-dir ?from ?to - location ?dir - direction))
  (:functions (total-cost) - number)

  (:action move
    :parameters (?p - player ?from ?to - location ?dir - direction)
    :precondition (and
      (at ?p ?from)
      (clear ?to)
      (move-dir ?from ?to ?dir))
    :effect (and
      (not (at ?p ?from))
      (not (clear ?to))
      (increase (total-cost) $walk)
      (at ?p ?to)
      (clear ?from)))
{_push("push-to-goal", "is-goal", "(at-goal ?s)")}\
{_push("push-to-nongoal", "is-nongoal", "(not (at-goal ?s))")})
""".replace("$$", "$")

_DIRECTIONS: Final = {f"dir-{one.name.lower()}": one for one in Direction}
_PLAYER: Final = "player-01"
_ACTIONS: Final = ("move", "push-to-goal", "push-to-nongoal")
_PLACE = re.compile(r"pos-(\d{1,9})-(\d{1,9})")


def task(puzzle: Sokoban, *, costs: bool = True) -> Task:
    """The level as a domain and a problem."""
    level, start = puzzle.level, puzzle.initial
    name = {square: _name(level, square) for square in sorted(puzzle.floor)}
    stones = {f"stone-{n:02d}": square for n, square in enumerate(sorted(start.boxes), start=1)}
    facts = [
        f"{'is-goal' if square in puzzle.goals else 'is-nongoal'} {named}"
        for square, named in name.items()
    ]
    facts += [
        f"move-dir {named} {name[square + step]} dir-{direction.name.lower()}"
        for square, named in name.items()
        for direction, step in level.steps.items()
        if square + step in name
    ]
    facts.append(f"at {_PLAYER} {name[start.player]}")
    facts += [f"at {stone} {name[square]}" for stone, square in stones.items()]
    facts += [f"at-goal {stone}" for stone, square in stones.items() if square in puzzle.goals]
    taken = start.boxes | {start.player}
    facts += [f"clear {named}" for square, named in name.items() if square not in taken]
    objects = {
        "direction": _DIRECTIONS,
        "player": (_PLAYER,),
        "stone": stones,
        "location": name.values(),
    }
    goals = [f"at-goal {stone}" for stone in stones]
    counted = puzzle.rules.cost
    walk, push = int(counted != "pushes"), int(counted != "walks")
    return Task(
        domain(_TEMPLATE, costs=costs, walk=walk, push=push),
        problem(
            puzzle, DOMAIN, objects, facts, goals, costs=costs, note=f"(the cost is {counted})"
        ),
    )


def _name(level: Level, square: int) -> str:
    """Column and row, as in the competitions, counted from 1."""
    row, column = level.place(square)
    return f"pos-{column:02d}-{row:02d}"


def same_cost(puzzle: Sokoban, *, costs: bool = True) -> bool:
    """Yes: the rule `cost` is written down; without costs, moves are counted."""
    return costs or puzzle.rules.cost == "moves"


def moves(puzzle: Sokoban, actions: Sequence[Action]) -> list[Move]:
    """The moves of a plan; every action has to begin where the player is.

    The squares may be counted from another corner than ours, as in problems of others.
    """
    plan: list[Move] = []
    square = puzzle.initial.player
    corner: tuple[int, int] | None = None
    for action in actions:
        if action.name not in _ACTIONS:
            raise unknown(action, _ACTIONS)
        pushes = action.name != "move"
        if len(action.arguments) != (6 if pushes else 4):
            raise BadInput(f"{action} has a wrong number of names", line=action.line)
        direction = _DIRECTIONS.get(action.arguments[-1])
        if direction is None:
            hint = f"directions are {', '.join(_DIRECTIONS)}"
            raise BadInput(f"unknown direction {action.arguments[-1]}", line=action.line, hint=hint)
        row, column = divmod(square, puzzle.level.width)
        said = action.arguments[2 if pushes else 1]
        if found := _PLACE.fullmatch(said):
            shift = int(found[2]) - row, int(found[1]) - column
            if corner is None:
                corner = shift
            if shift != corner:
                true = f"pos-{column + corner[1]:02d}-{row + corner[0]:02d}"
                raise misplaced(action, said, true)
        plan.append(Move(direction, push=pushes))
        square += puzzle.level.steps[direction]
    return plan
