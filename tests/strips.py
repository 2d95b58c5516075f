"""A small planner for tests: it reads PDDL as planners do, and looks at every state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from heapq import heappop, heappush
from itertools import product
from typing import NamedTuple

from unriddle.planning.task import Task
from unriddle.s_expressions import Group, Word, read

Fact = tuple[str, ...]
State = frozenset[Fact]


class Schema(NamedTuple):
    """An action with variables."""

    name: str
    parameters: list[tuple[str, str]]
    needs: list[Fact]
    takes: list[Fact]
    gives: list[Fact]
    price: int


def _section(group: Group, name: str) -> Group:
    return next(one for one in group.items if isinstance(one, Group) and one.head == name)


def _typed(items: object) -> list[tuple[str, str]]:
    words = [item.text for item in items if isinstance(item, Word)]  # type: ignore[attr-defined]
    pairs: list[tuple[str, str]] = []
    waiting: list[str] = []
    while words:
        word = words.pop(0)
        if word == "-":
            kind = words.pop(0)
            pairs += [(one, kind) for one in waiting]
            waiting = []
        else:
            waiting.append(word)
    assert not waiting
    return pairs


def _atoms(group: Group) -> Iterator[Group]:
    assert group.head == "and"
    for item in group.items[1:]:
        assert isinstance(item, Group)
        yield item


def _schema(action: Group) -> Schema:
    parts = dict(zip(action.items[2::2], action.items[3::2], strict=True))
    named = {key.text: part for key, part in parts.items() if isinstance(key, Word)}
    parameters, needs, effects = (named[f":{n}"] for n in ("parameters", "precondition", "effect"))
    assert isinstance(parameters, Group)
    assert isinstance(needs, Group)
    assert isinstance(effects, Group)
    takes, gives, price = [], [], 0
    for effect in _atoms(effects):
        if effect.head == "increase":
            assert isinstance(effect.items[2], Word)
            price = int(effect.items[2].text)
        elif effect.head == "not":
            assert isinstance(effect.items[1], Group)
            takes.append(effect.items[1].words or ())
        else:
            gives.append(effect.words or ())
    assert isinstance(action.items[1], Word)
    wanted = [one.words or () for one in _atoms(needs)]
    return Schema(action.items[1].text, _typed(parameters.items), wanted, takes, gives, price)


class Ground(NamedTuple):
    """An action without variables."""

    name: str
    needs: State
    takes: State
    gives: State
    price: int


class Machine:
    """A task that can be run."""

    def __init__(self, task: Task, *, unit_costs: bool = False) -> None:
        (domain,), (problem,) = read(task.domain), read(task.problem)
        self.unit_costs = unit_costs
        actions = [one for one in domain.items if isinstance(one, Group) and one.head == ":action"]
        self.schemas = [_schema(one) for one in actions]
        self.kinds = dict(_typed(_section(problem, ":objects").items[1:]))
        for one in domain.items:
            if isinstance(one, Group) and one.head == ":constants":
                self.kinds |= dict(_typed(one.items[1:]))
        self.parents = dict(_typed(_section(domain, ":types").items[1:]))
        facts = [one for one in _section(problem, ":init").items[1:] if isinstance(one, Group)]
        self.start: State = frozenset(one.words or () for one in facts if one.head != "=")
        goal = _section(problem, ":goal").items[1]
        assert isinstance(goal, Group)
        self.goal: State = frozenset(one.words or () for one in _atoms(goal))

    def is_a(self, name: str, kind: str) -> bool:
        found = self.kinds[name]
        while found != kind and found in self.parents:
            found = self.parents[found]
        return found == kind

    @cached_property
    def _actions(self) -> dict[Fact, list[Ground]]:
        """Every action without variables whose lasting conditions hold, by one of the others."""
        changing = {fact[0] for one in self.schemas for fact in (*one.takes, *one.gives)}
        lasting: dict[Fact, list[Fact]] = defaultdict(list)
        for fact in self.start:
            if fact[0] not in changing:
                for place in range(len(fact)):
                    lasting[fact[0], str(place), fact[place]].append(fact)
        found: dict[Fact, list[Ground]] = defaultdict(list)
        for schema in self.schemas:
            fixed = [fact for fact in schema.needs if fact[0] not in changing]
            rest = [fact for fact in schema.needs if fact[0] in changing]
            for some in _matches(fixed, lasting, {}):
                for bound in self._completed(schema.parameters, some):
                    needs, takes, gives = (
                        frozenset(tuple(bound.get(word, word) for word in fact) for fact in facts)
                        for facts in (rest, schema.takes, schema.gives)
                    )
                    words = [schema.name, *(bound[name] for name, _ in schema.parameters)]
                    price = 1 if self.unit_costs else schema.price
                    ground = Ground(f"({' '.join(words)})", needs, takes, gives, price)
                    found[max(needs, key=lambda fact: (len(fact), fact))].append(ground)
        return found

    def _completed(
        self, parameters: list[tuple[str, str]], bound: dict[str, str]
    ) -> Iterator[dict[str, str]]:
        """The same with every parameter bound, all of them of their types."""
        if not all(self.is_a(bound[name], kind) for name, kind in parameters if name in bound):
            return
        missing = [(name, kind) for name, kind in parameters if name not in bound]
        choices = [[one for one in self.kinds if self.is_a(one, kind)] for _, kind in missing]
        for values in product(*choices):
            yield {**bound, **dict(zip((name for name, _ in missing), values, strict=True))}

    def steps(self, state: State) -> Iterator[tuple[str, State, int]]:
        """Every action that is possible, with the state after it and its price."""
        for fact in state:
            for name, needs, takes, gives, price in self._actions.get(fact, ()):
                if needs <= state:
                    yield name, (state - takes) | gives, price

    def solve(self) -> tuple[int, str] | None:
        """The cost of a cheapest plan and its text; None if there is none."""
        waiting: list[tuple[int, int, State]] = [(0, 0, self.start)]
        best = {self.start: 0}
        came: dict[State, tuple[State, str]] = {}
        count = 0
        while waiting:
            cost, _, state = heappop(waiting)
            if cost > best[state]:
                continue
            if self.goal <= state:
                plan = []
                while state in came:
                    state, action = came[state]
                    plan.append(action)
                return cost, "\n".join(reversed(plan))
            for action, after, price in self.steps(state):
                if cost + price < best.get(after, 10**9):
                    best[after], came[after] = cost + price, (state, action)
                    count += 1
                    heappush(waiting, (cost + price, count, after))
        return None


def _matches(
    needs: list[Fact], facts: dict[Fact, list[Fact]], bound: dict[str, str]
) -> Iterator[dict[str, str]]:
    """Every way to bind variables such that all needs are facts."""
    if not needs:
        yield bound
        return
    first, *rest = needs
    words = [bound.get(word, word) for word in first]
    known = [place for place, word in enumerate(words) if not word.startswith("?")]
    for fact in facts[first[0], str(known[-1]), words[known[-1]]]:
        now = dict(bound)
        if all(
            now.setdefault(word, true) == true if word.startswith("?") else word == true
            for word, true in zip(words, fact, strict=True)
        ):
            yield from _matches(rest, facts, now)
