"""How the beats of each search are read: what became of every successor, in which order nodes
wait, which lines of its pseudo-code ran, and what its own instrument shows.

The search knows nothing of this. What an `Expansion` does not say is read like a debugger does it,
from the variables of the paused generator. The names that a reading looks at stand in its
`variables`, and a test finds them in the code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from unriddle.core import Plan
from unriddle.search.mcts import Branch
from unriddle.search.node import Node

Json = dict[str, Any]
Variables = Mapping[str, Any]


class Beat:
    """One expansion, as far as it has been read."""

    __slots__ = ("fates", "first", "goal", "node", "numbers", "open_before", "successors")

    def __init__(
        self,
        node: Node[Any, Any],
        numbers: Mapping[Node[Any, Any], int],
        *,
        first: bool,
        open_before: int,
    ) -> None:
        self.node = node
        self.numbers = numbers
        """The numbers of the nodes that wait, or of all where the reading `keeps` them."""
        self.first = first
        """Is it the first one of the search?"""
        self.open_before = open_before
        self.fates: dict[str, int] = {}
        """How many successors had each fate."""
        self.goal = False
        """Is one of those that are kept a goal?"""
        self.successors: list[tuple[str, float | None, float | None]] = []
        """Fate, h and f of each, in the order of the actions."""

    def count(self, *fates: str) -> int:
        """How many successors had one of these fates."""
        return sum(self.fates.get(fate, 0) for fate in fates)


class Reading:
    """Breadth-first search, and what the others have in common with it."""

    order: ClassVar[str] = "queue"
    """In what order nodes wait."""
    instrument: ClassVar[str] = "queue"
    variables: ClassVar[tuple[str, ...]] = ()
    """The variables of the search that are looked at."""
    closes: ClassVar[bool] = True
    """Does it expand no state twice, unless a cheaper way comes up?"""
    reopens: ClassVar[bool] = False
    """Is a known state kept because this way is cheaper?"""
    asks_at_start: ClassVar[bool] = False
    """Is the estimate of the initial state the first that it asks for?"""
    asks_all: ClassVar[bool] = False
    """Does it ask for estimates of successors that it then leaves out, finite ones too?"""
    keeps: ClassVar[bool] = False
    """Are nodes asked for again after they were expanded?"""
    goal_ends: ClassVar[bool] = True
    """Does a goal end the search as soon as it is generated?"""
    opening: ClassVar[str] = "queue"
    """How its sentences begin: a name in `sentences`."""
    line: ClassVar[str] = "take"
    """The line of its pseudo-code where a step begins,"""
    last_line: ClassVar[str] = "fail"
    """and the one where a search ends that has found nothing."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings

    def f(self, g: int, h: float | None) -> float | None:
        """What the search orders nodes by, beside the order in which they come."""
        return None

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """What decides when a node is taken: the smallest is next. `turn` counts all nodes."""
        return (turn,)

    def begin(self, h: float | None) -> None:
        """Take note of the estimate of the initial state."""

    def look(self, variables: Variables, beat: Beat) -> None:
        """Take note of the variables, before the successors are read."""

    def starts_iteration(self, beat: Beat) -> bool:
        """Does the search begin again from the start with this beat?"""
        return False

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """What became of a successor that was not kept."""
        if h == math.inf:
            return "dead"
        return "cut" if after_goal else "known"

    def dropped(self, beat: Beat) -> list[Node[Any, Any]]:
        """Nodes that ceased to wait before this beat without being expanded."""
        return []

    def shown(self, beat: Beat, frontier: int) -> Json | None:
        """What the instrument shows, after the successors were read."""
        return None

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """How often each line ran since the beat before."""
        kept = beat.count("new")
        return {
            "start": int(beat.first),
            "take": 1,
            "expand": 1,
            "known": beat.count("known"),
            "remember": kept,
            "goal": int(beat.goal),
            "queue": kept - beat.goal,
        }

    def skipped(self, beat: Beat, frontier: int) -> int:
        """How many entries were taken and thrown away before the one that was expanded."""
        return beat.open_before + beat.count("new", "cheaper") - frontier - 1


class Stack(Reading):
    """Depth-first search on the tree."""

    order = instrument = opening = "stack"
    closes = False
    goal_ends = False

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """The last one that came is the next."""
        return (-turn,)

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """Nothing is ever skipped."""
        return {
            "start": int(beat.first),
            "take": 1,
            "expand": 1,
            "queue": beat.count("new"),
        }


class ClosedStack(Stack):
    """Depth-first search, and hill climbing that steps back."""

    closes = True

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """States that were explored meanwhile are taken and skipped."""
        skipped = self.skipped(beat, frontier)
        return {
            "start": int(beat.first),
            "take": 1 + skipped,
            "skip": skipped,
            "remember": 1,
            "expand": 1,
            "known": beat.count("known"),
            "queue": beat.count("new"),
        }


class Backtracking(ClosedStack):
    """Hill climbing that steps back."""

    instrument = opening = "climb"

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """As depth-first search, with estimates."""
        return {**super().lines(beat, frontier), "estimate": beat.count("new", "dead")}


class Priority(Reading):
    """A*."""

    order = instrument = "priority"
    opening = "astar"
    reopens = True
    asks_at_start = True
    goal_ends = False

    def f(self, g: int, h: float | None) -> float | None:
        """Cost so far and estimate."""
        return None if h is None else g + h

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """By f, then by h, then by age."""
        return (f or 0, h or 0, turn)

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """Entries to which a cheaper way was found are taken and skipped."""
        skipped = self.skipped(beat, frontier)
        kept, dead = beat.count("new", "cheaper"), beat.count("dead")
        return {
            "start": int(beat.first),
            "take": 1 + skipped,
            "skip": skipped,
            "expand": 1,
            "known": beat.count("known"),
            "estimate": kept + dead,
            "dead": dead,
            "queue": kept,
        }


class UniformCost(Priority):
    """Dijkstra's algorithm."""

    opening = "ucs"

    def f(self, g: int, h: float | None) -> float | None:
        """Only the cost counts."""
        return g


class Greedy(Priority):
    """Greedy best-first search."""

    opening = "greedy"
    reopens = False

    def f(self, g: int, h: float | None) -> float | None:
        """Only the estimate counts."""
        return h


class Weighted(Priority):
    """Weighted A*."""

    opening = "wastar"

    def f(self, g: int, h: float | None) -> float | None:
        """The estimate counts more."""
        return None if h is None else g + self.settings["weight"] * h


class Deepening(Stack):
    """Iterative deepening."""

    instrument = opening = "deepening"
    variables: ClassVar[tuple[str, ...]] = ("limit", "on_path", "path")
    goal_ends = True
    last_line = "end"

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._limit = 0
        self._iteration = 0
        self._on_path: set[Hashable] = set()
        self._path: Sequence[Hashable] = ()

    def look(self, variables: Variables, beat: Beat) -> None:
        """The limit, and the states on the path."""
        self._iteration += self.starts_iteration(beat)
        self._limit = variables["limit"]
        self._on_path, self._path = variables["on_path"], variables["path"]

    def starts_iteration(self, beat: Beat) -> bool:
        """Every iteration begins with a root of its own."""
        return beat.node.parent is None

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """It goes round in a circle, or too deep."""
        if after_goal:
            return "cut"
        return "cycle" if there in self._on_path else "depth"

    def shown(self, beat: Beat, frontier: int) -> Json | None:
        """How deep it may go, and how deep it is."""
        return {"limit": self._limit, "iteration": self._iteration, "depth": len(self._path) - 1}

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """An iteration begins with a new limit."""
        begins = int(self.starts_iteration(beat))
        return {
            "deepen": begins,
            "start": begins,
            "take": 1,
            "expand": 1,
            "cycle": beat.count("cycle"),
            "goal": int(beat.goal),
            "cut": beat.count("depth"),
            "queue": beat.count("new") - beat.goal,
        }


class Bounded(Deepening):
    """IDA*."""

    instrument = opening = "bound"
    last_line = "fail"
    asks_at_start = asks_all = True
    variables = ("beyond", "bound", "on_path", "path")
    goal_ends = False

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._bound = self._beyond = self._before = math.inf

    def f(self, g: int, h: float | None) -> float | None:
        """As in A*."""
        return None if h is None else g + h

    def look(self, variables: Variables, beat: Beat) -> None:
        """The bound, and the least value beyond it."""
        begins = self.starts_iteration(beat)
        self._iteration += begins
        self._before = math.inf if begins else self._beyond
        self._bound, self._beyond = variables["bound"], variables["beyond"]
        self._on_path, self._path = variables["on_path"], variables["path"]

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """It goes round in a circle, is lost, or seems to cost too much."""
        if there in self._on_path:
            return "cycle"
        return "dead" if h == math.inf else "bound"

    def shown(self, beat: Beat, frontier: int) -> Json | None:
        """The bound and the next one."""
        beyond = None if self._beyond == math.inf else short(self._beyond)
        return {
            "bound": short(self._bound),
            "next_bound": beyond,
            "iteration": self._iteration,
            "depth": len(self._path) - 1,
        }

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """The next bound falls only where a smaller value is met."""
        begins = self.starts_iteration(beat)
        beyond, fell = self._before, 0
        for fate, _, f in beat.successors:
            if fate == "bound" and f is not None and f < beyond:
                beyond, fell = f, fell + 1
        return {
            "raise": int(begins and not beat.first),
            "start": int(begins),
            "take": 1,
            "expand": 1,
            "cycle": beat.count("cycle"),
            "estimate": beat.count("new", "bound", "dead"),
            "queue": beat.count("new"),
            "beyond": fell,
        }


class Layers(Reading):
    """Beam search."""

    order = instrument = opening = "layers"
    line = "expand"
    variables = ("candidates", "layer", "place", "width")

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._number = 0
        self._layer: Sequence[Node[Any, Any]] = ()
        self._place = self._candidates = self._width = 0
        self._lost = 0

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """Layer by layer, the best first."""
        return (self._number + 1, h or 0, turn)

    def look(self, variables: Variables, beat: Beat) -> None:
        """Where in the layer it is."""
        self._place, self._layer = variables["place"], variables["layer"]
        self._candidates, self._width = len(variables["candidates"]), variables["width"]
        self._number += self._place == 1

    def dropped(self, beat: Beat) -> list[Node[Any, Any]]:
        """The candidates that did not fit into the layer that begins."""
        if self._place != 1:
            return []
        layer = set(self._layer)
        lost = [node for node in beat.numbers if node not in layer and node is not beat.node]
        self._lost = len(lost)
        return lost

    def shown(self, beat: Beat, frontier: int) -> Json | None:
        """How far the layer is, and how many want to be in the next one."""
        return {
            "layer": self._number,
            "place": self._place,
            "kept": len(self._layer),
            "of": self._candidates,
            "width": self._width,
        }

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """A layer is sorted before its first node is expanded."""
        begins = self._place == 1 and not beat.first
        kept = beat.count("new") - beat.goal
        return {
            "start": int(beat.first),
            "drop": int(begins and self._lost > 0),
            "sort": int(begins),
            "expand": 1,
            "known": beat.count("known"),
            "goal": int(beat.goal),
            "estimate": kept + beat.count("dead"),
            "queue": kept,
        }


class Climb(Reading):
    """Hill climbing that never looks back: to the first better successor."""

    order = "single"
    instrument = opening = "climb"
    asks_at_start = asks_all = True
    closes = False
    goal_ends = False
    line = "expand"

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """What was not asked for an estimate was not looked at."""
        return "cut" if h is None else "worse"

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """It looks at successors until one is better."""
        return {
            "start": int(beat.first),
            "step": int(not beat.first),
            "expand": 1,
            "estimate": beat.count("new", "worse"),
            "better": beat.count("new"),
        }


class SteepestClimb(Climb):
    """Hill climbing to the best successor."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._here = math.inf

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """One that is better than those before it is chosen, until a better one comes."""
        looked_at = [h for _, h, _ in beat.successors if h is not None]
        chosen, here = 0, self._here
        for h in looked_at:
            if h < here:
                here, chosen = h, chosen + 1
        self._here = here
        return {
            "start": int(beat.first),
            "step": int(not beat.first),
            "expand": 1,
            "goal": int(beat.goal),
            "estimate": len(looked_at),
            "better": chosen,
        }

    def begin(self, h: float | None) -> None:
        """No step leads to where the estimate is not lower."""
        self._here = math.inf if h is None else h


class Bursts(Reading):
    """Hybrid search."""

    order = instrument = opening = "bursts"
    variables = ("plies", "ply", "queue", "record", "recorded", "stack")

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._burst = self._ply = self._plies = self._recorded = self._before = self._record = 0
        self._queue = self._stack = 0

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """The stack first, its top before the rest; then the queue, by estimate and age."""
        return (0, -turn, 0) if self._ply < self._plies else (1, h or 0, turn)

    def look(self, variables: Variables, beat: Beat) -> None:
        """Where in the short search it is, and how full the record is."""
        self._ply, self._plies = variables["ply"], variables["plies"]
        self._burst += self._ply == 1
        self._before, self._recorded = self._recorded, len(variables["recorded"])
        self._record = variables["record"]
        self._queue, self._stack = len(variables["queue"]), len(variables["stack"])

    def shown(self, beat: Beat, frontier: int) -> Json | None:
        """Which short search it is, and what it remembers."""
        return {
            "burst": self._burst,
            "ply": self._ply,
            "plies": self._plies,
            "queue": self._queue,
            "stack": self._stack,
            "record": self._recorded,
        }

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """The record is emptied where it is full."""
        new, dead = beat.count("new"), beat.count("dead")
        size, emptied = self._before, 0
        for _ in range(new + dead):
            if size >= self._record:
                size, emptied = 0, emptied + 1
            size += 1
        kept = new - beat.goal
        pushes = self._ply < self._plies
        return {
            "start": int(beat.first),
            "burst": int(self._ply == 1),
            "take": 1,
            "expand": 1,
            "known": beat.count("known"),
            "forget": emptied,
            "remember": new + dead,
            "goal": int(beat.goal),
            "push": kept if pushes else 0,
            "join": 0 if pushes else kept,
        }


MOST_ON_PATH = 64
"""Nodes of the tree of Monte Carlo tree search, from the leaf upwards, that a step tells of."""


class Tree(Reading):
    """Monte Carlo tree search."""

    order = instrument = opening = "tree"
    line = "simulate"
    variables = ("c", "last", "leaf", "reward", "threshold")
    closes = False
    keeps = True

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._leaf: Branch[Any, Any]
        self._last: Node[Any, Any]
        self._reward = self._c = 0.0
        self._threshold = False
        self._waiting = 0
        self.untried = 0
        """How many of what was generated are successors of the new node."""

    def look(self, variables: Variables, beat: Beat) -> None:
        """The new leaf, and what the simulation has shown."""
        self._leaf, self._last = variables["leaf"], variables["last"]
        self._reward, self._c = variables["reward"], variables["c"]
        self._threshold = variables["threshold"]
        self.untried = len(self._leaf.untried)

    def left_out(self, there: Hashable, h: float | None, after_goal: bool) -> str:
        """All wait to be drawn by lot."""
        return "untried"

    @property
    def simulation(self) -> Plan[Any]:
        """The moves of the simulation."""
        moves = []
        node = self._last
        while node is not self._leaf.node and node.parent is not None:
            moves.append(node.action)
            node = node.parent
        return Plan(reversed(moves))

    def shown(self, beat: Beat, frontier: int) -> Json | None:
        """The path to the leaf, what is known along it, and what the selection chose among."""
        path: list[Branch[Any, Any]] = []
        branch: Branch[Any, Any] | None = self._leaf
        while branch is not None:
            path.append(branch)
            branch = branch.parent
        path.reverse()
        told = path[-MOST_ON_PATH:]
        simulation = self.simulation
        parent = self._leaf.parent
        return {
            "path": [beat.numbers[one.node] for one in told],
            "depth": len(path) - 1,
            "visits": [one.visits for one in told],
            "values": [_value(one) for one in told],
            "children": [] if parent is None else self._children(parent, beat),
            "reward": short(self._reward),
            "simulation": str(simulation),
            "simulated": len(simulation),
            "c": self._c,
        }

    def _children(self, parent: Branch[Any, Any], beat: Beat) -> list[Json]:
        curious = not (
            self._threshold and any(one.visits and one.value != 0 for one in parent.children)
        )
        c = self._c if curious else 0.0
        logarithm = math.log(parent.visits)
        return [
            {
                "node": beat.numbers[one.node],
                "move": str(one.node.action),
                "visits": one.visits,
                "value": _value(one),
                "uct": short(one.value + c * math.sqrt(logarithm / one.visits))
                if one.visits
                else None,
            }
            for one in parent.children
        ]

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """Between two beats a reward is told, the tree walked down, and a lot drawn.

        What was selected and then pruned is left out: `select` is how far down the leaf is.
        """
        depth = 0
        branch = self._leaf.parent
        while branch is not None and branch.parent is not None:
            branch, depth = branch.parent, depth + 1
        drawn = 0 if beat.first else self._waiting + self.untried - frontier
        self._waiting = frontier
        later = int(not beat.first)
        return {
            "start": int(beat.first),
            "tell": later,
            "select": depth,
            "draw": drawn,
            "known": max(0, drawn - 1),
            "grow": later,
            "expand": 1,
            "simulate": 1,
        }


def _value(branch: Branch[Any, Any]) -> Any:
    """What a node of the tree is worth; None before its first simulation is told."""
    return short(branch.value) if branch.visits else None


class Own(Reading):
    """A search that a user wrote: nothing is known of its order."""

    instrument = opening = "own"
    keeps = True
    goal_ends = False
    line = ""

    def key(self, turn: int, h: float | None, f: float | None) -> Sequence[float]:
        """Nobody knows what it takes next."""
        return ()

    def lines(self, beat: Beat, frontier: int) -> dict[str, int]:
        """Its code is its own."""
        return {}


def short(value: float | None) -> Any:
    """A number for JSON: whole where it is, and `inf` where it is infinite."""
    if type(value) is int or value is None:
        return value
    if value == math.inf:
        return "inf"
    if value == -math.inf:
        return "-inf"
    whole = int(value)
    return whole if whole == value else round(value, 6)


READINGS: Mapping[str, Callable[[Mapping[str, Any]], Reading]] = {
    "bfs": Reading,
    "dfs-tree": Stack,
    "dfs": ClosedStack,
    "ids": Deepening,
    "ucs": UniformCost,
    "greedy": Greedy,
    "astar": Priority,
    "wastar": Weighted,
    "idastar": Bounded,
    "beam": Layers,
    "hill-simple": Climb,
    "hill-steepest": SteepestClimb,
    "hill": Backtracking,
    "mcts": Tree,
    "hybrid": Bursts,
}
"""By the name of the solver."""
