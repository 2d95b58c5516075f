"""Monte Carlo tree search for one player: grow a tree where random play has shown promise.

Each iteration walks down the tree (selection), adds one node to it (expansion), plays at random
from there (simulation), and tells every node on the way what came of it (back-propagation). A
single player may keep the best that was ever seen below a node, where a game against an opponent
would have to keep the mean; both are offered.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, Literal

from unriddle.core import A, BadInput, Puzzle, S, Step
from unriddle.search.node import Ending, Expansion, Node, Search
from unriddle.search.pseudocode import explain
from unriddle.search.rng import SplitMix64


class Branch(Generic[S, A]):
    """A node of the tree, and what the simulations through it have shown."""

    __slots__ = ("children", "node", "parent", "total", "untried", "value", "visits")

    def __init__(self, node: Node[S, A], parent: Branch[S, A] | None = None) -> None:
        self.node = node
        self.parent = parent
        self.untried: list[Step[A, S]] = []
        self.children: list[Branch[S, A]] = []
        self.visits = 0
        self.total = 0.0
        self.value = -math.inf
        """The maximum or the mean of the rewards of all simulations through here."""


def mcts(
    puzzle: Puzzle[S, A],
    *,
    selection: Literal["max", "mean"] = "max",
    threshold: bool = True,
    unique: bool = False,
    previous: int = 2,
    points: Sequence[float] = (),
    depth: int = 30,
    c: float = 1.4,
    seed: int = 0,
) -> Search[S, A]:
    """Grow a tree of states node by node, playing at random from each new node.

    `selection` and `threshold` say how the tree is walked down (see `most_promising`). With
    `unique` a state enters the tree only once. A simulation makes at most `depth` moves and
    avoids its own last `previous` states, the present one among them, where it can; with 0 it is
    purely random. `points` are the worth of the puzzle's `event_names`; none make all events
    worthless. The same `seed` gives the same run.

    Not complete: the search may grow one branch for ever, and it is for its driver to
    stop it. EXHAUSTED, when every state of the tree has been left in every way, is a proof; where
    the states are finite, `unique` makes sure that it comes to that. Not optimal. Memory: the
    tree, one node an iteration.

    Order: the initial state is the first node of the tree. A new node that is a goal ends the
    search. Its simulation follows, and ends the search if it meets a goal: the path in the tree and
    the moves of the simulation are the plan. Then it is reported, with all that was generated
    (first from the new node, then move by move). The next node is found from the root: if a node
    has untried successors, one is drawn, `below(how many)`, and taken out, the others keeping their
    order; it becomes a child unless it is in the tree already and has to be unique. A node that
    has none left is walked through to its most promising child; if it has no child either, it is
    taken out of the tree, and its parent is looked at again. Lots are drawn only for
    the moves of the simulations (see `_simulate`).
    """
    if selection not in ("max", "mean"):
        raise BadInput(f"selection = {selection}: must be max or mean")
    worth = worth_of(puzzle.event_names, points)
    rng = SplitMix64(seed)
    leaf = root = Branch(Node[S, A](puzzle.initial))  # start
    in_tree = {puzzle.key(puzzle.initial)}
    waiting = 0
    while not puzzle.is_goal(leaf.node.state):
        leaf.untried = list(puzzle.successors(leaf.node.state))  # expand
        waiting += len(leaf.untried)
        last, reward, generated = _simulate(puzzle, leaf, rng, depth, previous, worth)  # simulate
        yield Expansion(leaf.node, generated, waiting, ())
        if puzzle.is_goal(last.state):
            return last  # found
        propagate(leaf, reward, selection)  # tell

        branch = root
        grown = None
        while grown is None:
            if branch.untried:
                action, state, cost = branch.untried.pop(rng.below(len(branch.untried)))  # draw
                waiting -= 1
                if unique:
                    there = puzzle.key(state)
                    if there in in_tree:
                        continue  # known
                    in_tree.add(there)
                node = Node(state, branch.node, action, branch.node.cost + cost)
                grown = Branch(node, branch)
                branch.children.append(grown)  # grow
            elif branch.children:
                branch = most_promising(branch, c, threshold=threshold)  # select
            elif branch.parent is None:
                return Ending.EXHAUSTED  # fail
            else:
                branch.parent.children.remove(branch)  # prune
                branch = branch.parent
        leaf = grown
    return leaf.node  # goal


explain(
    mcts,
    ("start", "tree ← the start; n ← the start", "cây ← trạng thái đầu; n ← trạng thái đầu"),
    (
        "goal",
        "until n is a goal (then return the way to n):",
        "cho đến khi n là đích (khi đó trả về đường tới n):",
    ),
    ("expand", "  the successors of n are untried", "các trạng thái kế của n chưa được thử"),
    ("simulate", "  simulation: play at random from n", "mô phỏng: đi ngẫu nhiên từ n"),
    ("found", "  if it met a goal: return the way to it", "nếu gặp đích: trả về đường tới đó"),
    ("tell", "  tell n and all above it the reward", "báo phần thưởng cho n và các nút phía trên"),
    (
        "select",
        "  selection: from the root, go to the most promising child",
        "chọn: từ gốc, đi tới con hứa hẹn nhất",
    ),
    (
        "draw",
        "  until one has untried successors: draw one",
        "đến nút còn trạng thái chưa thử: rút thăm một",
    ),
    (
        "known",
        "    if it has to be unique and is not: draw again",
        "nếu phải duy nhất mà đã có: rút lại",
    ),
    (
        "grow",
        "  n ← that one, a new child of the tree",
        "n ← trạng thái đó, một nút con mới của cây",
    ),
    (
        "prune",
        "  a node that has nothing left leaves the tree",
        "nút không còn gì thì rời khỏi cây",
    ),
    (
        "fail",
        "if the root has nothing left: return: no solution",
        "nếu gốc không còn gì: trả về: không có lời giải",
    ),
)


def most_promising(branch: Branch[S, A], c: float, *, threshold: bool) -> Branch[S, A]:
    """The child with the largest value + c * sqrt(ln(visits of branch) / visits of child).

    With `threshold`, c counts as 0 as soon as some child has a value other than 0: then something
    good or bad is known, and curiosity ends. Of equal children, the oldest.
    """
    if threshold and any(child.value != 0 for child in branch.children):
        c = 0.0
    log_visits = math.log(branch.visits)
    return max(
        branch.children,
        key=lambda child: child.value + c * math.sqrt(log_visits / child.visits),
    )


def scored(score: float, events: Iterable[str], worth: Mapping[str, float]) -> float:
    """What a way is worth that was worth `score` before these `events` happened, in this order.

    The first event that is worth anything decides: if it is bad, the way keeps that value whatever
    follows; if it is good, the way is worth the best event on it.
    """
    for event in events:
        if score == 0:
            score = worth[event]
        elif score > 0:
            score = max(score, worth[event])
    return score


def propagate(leaf: Branch[S, A], reward: float, selection: str) -> None:
    """Tell `leaf` and everything above it the reward of a simulation, as `selection` says."""
    branch: Branch[S, A] | None = leaf
    while branch is not None:
        branch.visits += 1
        branch.total += reward
        if selection == "max":
            branch.value = max(branch.value, reward)
        else:
            branch.value = branch.total / branch.visits
        branch = branch.parent


def _simulate(
    puzzle: Puzzle[S, A],
    leaf: Branch[S, A],
    rng: SplitMix64,
    depth: int,
    previous: int,
    worth: Mapping[str, float],
) -> tuple[Node[S, A], float, Sequence[Step[A, S]]]:
    """Play at random from `leaf`: the last node, the reward, and everything that was generated.

    Each move draws one lot, `below(how many)`, among the legal moves, in the order of the
    actions, whose states are not among the last `previous` ones of this simulation, or among all
    where there is no such move. It ends at a goal, at a dead end, or after `depth` moves. The
    reward is what the events since the leaf's parent are worth, of the move to the leaf and of the
    simulation (see `scored`). Earlier ones are not counted again: below a good event the search is
    curious until it finds the next. A goal needs no reward, because it ends the search.
    """
    node = leaf.node
    score = 0.0
    if worth and node.parent is not None:
        score = scored(score, puzzle.events(node.parent.state, node.state), worth)
    steps: Sequence[Step[A, S]] = leaf.untried
    generated = list(steps)
    recent = deque([puzzle.key(node.state)], maxlen=previous)
    for move in range(depth):
        if move > 0:
            steps = puzzle.successors(node.state)
            generated.extend(steps)
        if not steps:
            break
        fresh = [step for step in steps if puzzle.key(step[1]) not in recent] if previous else steps
        choices = fresh or steps
        action, state, cost = choices[rng.below(len(choices))]
        if worth:
            score = scored(score, puzzle.events(node.state, state), worth)
        node = Node(state, node, action, node.cost + cost)
        if puzzle.is_goal(state):
            break
        recent.append(puzzle.key(state))
    return node, score, generated


def worth_of(event_names: Sequence[str], points: Sequence[float]) -> dict[str, float]:
    """What each event is worth; empty where nothing is, so that events need not be asked for."""
    if points and len(points) != len(event_names):
        known = ", ".join(event_names) or "none"
        raise BadInput(
            f"{len(points)} points for {len(event_names)} events",
            hint=f"give one number for each event of this puzzle, in this order: {known}",
        )
    return dict(zip(event_names, points, strict=True)) if any(points) else {}
