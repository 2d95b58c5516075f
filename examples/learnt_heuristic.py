"""A learnt heuristic: a value fitted to the distances that the oracle gives.

    pip install 'unriddle[envs]'
    unriddle compare sokoban/uit/16 --with examples/learnt_heuristic.py --solvers
        wastar:heuristic=learnt,wastar:heuristic=matching,astar

It learns from other levels than the one that it is used on. It is no lower bound: `wastar` finds
plans with it, and nothing is claimed about them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import gymnasium
import numpy as np

import unriddle
import unriddle.envs
from unriddle.puzzles.sokoban.heuristics import matching, walk
from unriddle.puzzles.sokoban.rules import State

LEVELS = "sokoban/uit/1-9"
STEPS = 600


def features(puzzle: unriddle.Sokoban) -> Callable[[State], list[float]]:
    """What the value is a weighted sum of: two textbook heuristics."""
    pushes, moves = matching(puzzle).estimate, walk(puzzle).estimate
    return lambda state: [pushes(state), moves(state)]


@cache
def weights() -> Any:
    """Random walks from each level: least squares between the features and the exact distances."""
    env: Any = gymnasium.make(
        "unriddle/Sokoban-v0", levels=LEVELS, oracle=True, max_episode_steps=30
    )
    env.action_space.seed(1)
    rows, distances = [], []
    _, info = env.reset(seed=1)
    for _ in range(STEPS):
        if info.get("proved"):
            rows.append(features(env.unwrapped.puzzle)(env.unwrapped.state))
            distances.append(info["distance"])
        _, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated or truncated or not info.get("solvable"):
            _, info = env.reset()
    return np.linalg.lstsq(np.array(rows), np.array(distances, float), rcond=None)[0]


@unriddle.heuristic(puzzle="sokoban", admissible=False)
def learnt(puzzle: unriddle.Sokoban) -> Callable[[State], float]:
    """The fitted value; infinity where a feature proves that the position is lost."""
    told, weight = features(puzzle), weights()

    def value(state: State) -> float:
        found = told(state)
        return math.inf if math.inf in found else max(0.0, float(np.dot(weight, found)))

    return value
