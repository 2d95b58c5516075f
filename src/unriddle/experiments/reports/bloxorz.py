"""The depth-first search and the A* of the Bloxorz report with the Monte Carlo player.

Everything on which its counts depend, found by trying what reproduces all fourteen of them:

- Moves are tried in the order left, right, up, down, swap; each costs 1, the swap too.
- A state is recorded when it is first generated, and never queued again, by a cheaper way or not.
- What has fallen is a state like any other: it is recorded, counted and queued, and thrown away
  when its turn comes. Switches under a falling part fire before the fall is noticed.
- The goal is tested when a state leaves the queue. A node is a recorded state.
- Cubes that touch become a block, which presses the soft switches under both halves again; and a
  cube that rests on a bridge falls when the bridge goes off. The game does neither.
- The queue of A* is a binary heap that compares f = g + h alone: which of two equal nodes comes
  out first depends on all that was ever put in, and that is what Python's `heapq` does. Here h is
  the sum of the Manhattan distances of both halves, which is not admissible.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from unriddle.core import LosingMove, Step
from unriddle.puzzles.bloxorz.heuristics import halves
from unriddle.puzzles.bloxorz.level import adjacent
from unriddle.puzzles.bloxorz.rules import ARROWS, Bloxorz, Move, Parts, Rules, State, switched
from unriddle.search.node import Ending, Expansion, Node, Search


class ReportedBloxorz(Bloxorz):
    """A stage under the rules of the report's program, with states for what has fallen."""

    def __init__(self, stage: Bloxorz) -> None:
        rules = Rules(space="counted", split=stage.rules.split, parked="falls")
        super().__init__(stage.level, rules, name=stage.name)

    def outcome(self, state: State, move: Move) -> tuple[State, bool]:
        """The state after a move, and whether something has fallen in it."""
        roll = self.roll(state, move)
        if roll.state is not None and (roll.state.split or not state.split):
            return roll.state, False
        first, second = roll.landing[0], state.second if state.split else roll.landing[-1]
        on = self._fired(state.on, (first,) if state.split else (first, second))
        if not (state.split and adjacent(first, second)):
            return State(first, second, state.split, on), True
        fell = bool(self._unborne((first,), state.on, upright=False))
        on = self._fired(on, (second,))
        fell = fell or bool(self._unborne((second,), on, upright=False))
        return State(min(first, second), max(first, second), False, on), fell

    def apply(self, state: State, action: Move) -> State:
        """The state after `action`; raises `LosingMove` if something falls."""
        roll = self.roll(state, action)  # refuses what is no move here
        after, fell = self.outcome(state, action)
        if fell:
            raise LosingMove(action, roll.reason or "a cube falls as it joins the other")
        return after

    def outcomes(self, state: State) -> list[tuple[Move, State, bool]]:
        """Every move that can be tried, its state, and whether something has fallen."""
        moves = tuple(Move) if state.split else ARROWS
        return [(move, *self.outcome(state, move)) for move in moves]

    def _fired(self, on: frozenset[str], parts: Parts) -> frozenset[str]:
        """The bridges that are on after `parts` have pressed what is under them."""
        for switch in self.switches_under(parts):
            on = switched(on, switch)
        return on


def depth_first(stage: ReportedBloxorz) -> Search[State, Move]:
    """The report's depth-first search: a stack, last in, first out."""
    stack: list[Node[State, Move]] = []
    return _search(stage, stack, stack.append, stack.pop)


def astar(stage: ReportedBloxorz) -> Search[State, Move]:
    """The report's A*: a heap that knows f and nothing else."""
    estimate = halves(stage).estimate
    heap: list[_ByF] = []

    def put(node: Node[State, Move]) -> None:
        heappush(heap, _ByF(node.cost + estimate(node.state), node))

    return _search(stage, heap, put, lambda: heappop(heap).node)


class _ByF:
    """A waiting node; two of equal f are equal to the heap."""

    __slots__ = ("f", "node")

    def __init__(self, f: float, node: Node[State, Move]) -> None:
        self.f = f
        self.node = node

    def __lt__(self, other: _ByF) -> bool:
        return self.f < other.f


def _search(
    stage: ReportedBloxorz,
    waiting: list[Node[State, Move]] | list[_ByF],
    put: Callable[[Node[State, Move]], None],
    take: Callable[[], Node[State, Move]],
) -> Search[State, Move]:
    """What both searches have in common; an expansion lists the states that were recorded."""
    recorded = {stage.initial}
    fallen: set[State] = set()
    put(Node(stage.initial))
    while waiting:
        node = take()
        if node.state in fallen:
            continue
        if stage.is_goal(node.state):
            return node
        new: list[Step[Move, State]] = []
        for move, state, fell in stage.outcomes(node.state):
            if state in recorded:
                continue
            recorded.add(state)
            if fell:
                fallen.add(state)
            new.append((move, state, 1))
            put(Node(state, node, move, node.cost + 1))
        yield Expansion(node, new, len(waiting))
    return Ending.EXHAUSTED
