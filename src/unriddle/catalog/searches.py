"""The textbook searches by the names that users type; the engine lists its twins by the same."""

from __future__ import annotations

from functools import partial

from unriddle.catalog.solver_entry import FINITE, Optimal, SolverEntry, parameter
from unriddle.search.beam import beam
from unriddle.search.best_first import astar, greedy, uniform_cost, weighted_astar
from unriddle.search.breadth_first import breadth_first
from unriddle.search.depth_first import depth_first, depth_first_tree
from unriddle.search.hill_climbing import (
    backtracking_hill_climbing,
    simple_hill_climbing,
    steepest_hill_climbing,
)
from unriddle.search.hybrid import hybrid
from unriddle.search.idastar import idastar
from unriddle.search.iterative_deepening import iterative_deepening
from unriddle.search.mcts import mcts

_of_mcts = partial(parameter, mcts)
_SEARCHES = (
    SolverEntry("bfs", breadth_first, False, FINITE, Optimal.UNIT_COST, title="BFS"),
    SolverEntry(
        "dfs-tree",
        depth_first_tree,
        False,
        "no: it can run in circles",
        Optimal.NEVER,
        title="DFS on the tree",
    ),
    SolverEntry("dfs", depth_first, False, FINITE, Optimal.NEVER, title="DFS"),
    SolverEntry(
        "ids", iterative_deepening, False, FINITE, Optimal.UNIT_COST, title="Iterative deepening"
    ),
    SolverEntry("ucs", uniform_cost, False, FINITE, Optimal.ALWAYS, title="Uniform cost"),
    SolverEntry("greedy", greedy, True, FINITE, Optimal.NEVER, title="Greedy"),
    SolverEntry("astar", astar, True, FINITE, Optimal.ADMISSIBLE, title="A*"),
    SolverEntry(
        "wastar",
        weighted_astar,
        True,
        FINITE,
        Optimal.NEVER,
        (
            parameter(
                weighted_astar,
                "weight",
                "how much more the estimate counts than the cost",
                minimum=0,
            ),
        ),
        title="Weighted A*",
    ),
    SolverEntry("idastar", idastar, True, FINITE, Optimal.ADMISSIBLE, title="IDA*"),
    SolverEntry(
        "beam",
        beam,
        True,
        "no: it forgets states",
        Optimal.NEVER,
        (parameter(beam, "width", "how many states each layer keeps", minimum=1, maximum=10**9),),
        title="Beam",
    ),
    SolverEntry(
        "hill-simple",
        simple_hill_climbing,
        True,
        "no: it stops on a local peak",
        Optimal.NEVER,
        title="Simple hill climbing",
    ),
    SolverEntry(
        "hill-steepest",
        steepest_hill_climbing,
        True,
        "no: it stops on a local peak",
        Optimal.NEVER,
        title="Steepest hill climbing",
    ),
    SolverEntry(
        "hill", backtracking_hill_climbing, True, FINITE, Optimal.NEVER, title="Hill climbing"
    ),
    SolverEntry(
        "mcts",
        mcts,
        False,
        "no: it plays at random",
        Optimal.NEVER,
        (
            _of_mcts("seed", "the same seed gives the same run", minimum=0, maximum=2**64 - 1),
            _of_mcts("depth", "how many moves a simulation has at most", minimum=1, maximum=10_000),
            _of_mcts("c", "how much the selection explores", minimum=0),
            _of_mcts(
                "selection",
                "max: a node is worth the best simulation through it; mean: their mean",
                choices=("max", "mean"),
            ),
            _of_mcts("threshold", "stop exploring once something good or bad is known"),
            _of_mcts("unique", "a state enters the tree only once"),
            _of_mcts(
                "previous",
                "how many of its last states a simulation avoids",
                minimum=0,
                maximum=10_000,
            ),
            _of_mcts("points", "what the events of the puzzle are worth, in their order"),
        ),
        title="Monte Carlo tree search",
    ),
    SolverEntry(
        "hybrid",
        hybrid,
        True,
        FINITE,
        Optimal.NEVER,
        (
            parameter(hybrid, "plies", "how deep the short searches go", minimum=1, maximum=10**6),
            parameter(
                hybrid,
                "record",
                "how many states it remembers at once",
                minimum=1,
                maximum=10**10,
            ),
        ),
        title="Hybrid",
    ),
)

SOLVERS: dict[str, SolverEntry] = {entry.name: entry for entry in _SEARCHES}
"""The solvers that any puzzle can be solved with."""
