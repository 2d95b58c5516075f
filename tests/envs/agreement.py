"""Plays the engine's batches beside the environments of Python, step by step.

    ./dev python tests/envs/agreement.py --steps 10000000

plays so many steps of each puzzle with random actions, half of them legal ones, on many levels,
and compares every observation, mask, reward and ending. The tests play a small share.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from unriddle.envs import PuzzleEnv, Rewards

PAYS = Rewards(step=-0.1, forward=1.0, backward=-1.5, solved=10.0, lost=-5.0, illegal=-0.25)


GAMES = 1_000
"""At once, where millions of steps are played."""


class Case(NamedTuple):
    """An environment and what it is made with."""

    id: str
    levels: str
    steps: int
    """Of an episode."""
    rules: dict[str, Any] = {}  # noqa: RUF012 - never changed


CASES = (
    Case("unriddle/Sokoban-v0", "sokoban/uit", 60),
    Case("unriddle/Bloxorz-v0", "bloxorz", 60),
    Case("unriddle/Bloxorz-v0", "bloxorz", 60, {"split": "contact", "parked": "falls"}),
    Case("unriddle/FreeCell-v0", "freecell/1-500", 120),
    Case("unriddle/FreeCell-v0", "freecell/1-50", 120, {"cells": 2, "autoplay": "greedy"}),
)


def settings_of(case: Case) -> dict[str, Any]:
    """What the environments of a case are made with."""
    return {
        "levels": case.levels,
        "rules": case.rules,
        "reward": PAYS,
        "max_episode_steps": case.steps,
    }


def pair(
    case: Case, number: int, mode: AutoresetMode, **more: Any
) -> tuple[Any, gymnasium.vector.VectorEnv[Any, Any, Any]]:
    """The same environments in the engine, on two threads, and in Python."""
    settings = {**settings_of(case), **more}
    native = gymnasium.make_vec(case.id, number, threads=2, autoreset_mode=mode, **settings)

    def make() -> gymnasium.Env[Any, Any]:
        return gymnasium.make(case.id, disable_env_checker=True, **settings)

    return native, SyncVectorEnv([make] * number, autoreset_mode=mode)


def play(native: Any, book: Any, steps: int, seed: int) -> Iterator[int]:
    """Play both, so many steps in each environment, and compare; yields how many are done."""
    same(native.reset(seed=seed), book.reset(seed=seed))
    rng = np.random.default_rng(seed)
    for done in range(steps):
        actions = rng.integers(native.single_action_space.n, size=native.num_envs)
        if native.unwrapped.has_masks:
            legal = native.unwrapped.sample_legal()
            actions = np.where(rng.random(native.num_envs) < 0.5, legal, actions)
        same(native.step(actions), book.step(actions))
        yield (done + 1) * native.num_envs


def same(one: Any, other: Any, which: Any = slice(None)) -> None:
    """Are both the same, but for what does not count in environments that are not in `which`?"""
    if isinstance(other, dict):
        assert one.keys() == other.keys()
        for key, value in other.items():
            same(one[key], value, other.get(f"_{key}", which))
    elif isinstance(other, tuple):
        for left, right in zip(one, other, strict=True):
            same(left, right)
    elif other.dtype == object:  # of an observation that ended: only some have one
        for index in np.flatnonzero(which):
            last = (
                {key: value[index] for key, value in one.items()}
                if isinstance(one, dict)
                else one[index]
            )
            same(last, other[index])
    else:
        assert np.array_equal(one[which], other[which])


class Book:
    """What the environments of Python say about positions: each is asked once about each action.

    Positions have numbers. When there are too many, all but those that are played are forgotten.
    """

    ROOM = 1 << 15

    def __init__(self, case: Case, number: int) -> None:
        env: Any = gymnasium.make(case.id, disable_env_checker=True, **settings_of(case)).unwrapped
        self.envs: list[PuzzleEnv] = [copy(env) for _ in range(number)]
        actions = int(env.action_space.n)
        self.grids = np.zeros((self.ROOM, *env.observation_space.shape), np.uint8)
        self.masks = np.zeros((self.ROOM, actions), np.int8)
        self.rewards = np.zeros((self.ROOM, actions))
        self.ends = np.zeros((self.ROOM, actions), np.bool_)
        self.after = np.full((self.ROOM, actions), -1, np.int32)
        """The position to which an action leads, -1 if nobody has asked."""
        self.states: list[tuple[int, Any]] = []
        self.numbers: dict[tuple[int, Any], int] = {}

    def number(self, env: PuzzleEnv, seen: Any, info: dict[str, Any]) -> int:
        """The number of the position in which an environment is."""
        key = env.level, env.state
        known = self.numbers.setdefault(key, len(self.states))
        if known == len(self.states):
            self.states.append(key)
            self.grids[known], self.masks[known] = seen, info["action_mask"]
        return known

    def step(self, games: Any, here: Any, actions: Any) -> Any:
        """The positions after these actions, one in each of some games."""
        for i in np.flatnonzero(self.after[here, actions] < 0):
            at, action = here[i], actions[i]
            if self.after[at, action] >= 0:  # another game has asked meanwhile
                continue
            env = self.envs[games[i]]
            level, state = self.states[at]
            if env.level != level:
                env.reset(options={"level": level})
            if env.state is not state:
                env._arrive(state)
            seen, reward, terminated, _, info = env.step(action)
            self.rewards[at, action], self.ends[at, action] = reward, terminated
            self.after[at, action] = self.number(env, seen, info)
        return self.after[here, actions]

    def forget(self, here: Any) -> Any:
        """If there is little room left, all but these positions; says which they are now."""
        if len(self.states) + 2 * len(here) <= self.ROOM:
            return here
        kept, now = np.unique(here, return_inverse=True)
        self.grids[: len(kept)], self.masks[: len(kept)] = self.grids[kept], self.masks[kept]
        self.after.fill(-1)
        self.states = [self.states[one] for one in kept]
        self.numbers = {key: number for number, key in enumerate(self.states)}
        return now


def play_bare(case: Case, number: int, steps: int, seed: int) -> Iterator[int]:
    """The same as `play` for millions of steps: without what Gymnasium puts around environments."""
    native: Any = gymnasium.make_vec(case.id, number, threads=2, **settings_of(case))
    seen, infos = native.reset(seed=seed)
    book = Book(case, number)
    rng = np.random.default_rng(seed)
    here = np.array(
        [book.number(env, *env.reset(seed=seed + i)) for i, env in enumerate(book.envs)]
    )
    ages = np.zeros(number, int)
    over = np.zeros(number, bool)
    for done in range(steps):
        assert np.array_equal(seen, book.grids[here])
        assert np.array_equal(infos["action_mask"], book.masks[here])
        actions = rng.integers(native.single_action_space.n, size=number)
        actions = np.where(rng.random(number) < 0.5, native.unwrapped.sample_legal(), actions)
        seen, rewards, terminated, truncated, infos = native.step(actions)
        here = book.forget(here)
        played, ended = np.flatnonzero(~over), np.flatnonzero(over)
        before, tried = here[played], actions[played]
        here[played] = book.step(played, before, tried)
        for i in ended:
            here[i] = book.number(book.envs[i], *book.envs[i].reset())
        ages = np.where(over, 0, ages + 1)
        assert np.array_equal(rewards[played], book.rewards[before, tried])
        assert np.array_equal(terminated[played], book.ends[before, tried])
        assert not rewards[ended].any()
        assert not terminated[ended].any()
        assert np.array_equal(truncated, ages >= case.steps)
        over = terminated | truncated
        yield (done + 1) * number


def main() -> None:
    """Play as long as one asks for, and say how it went."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=1_000_000, help="steps of each puzzle")
    parser.add_argument("--only", default="", help="part of an id")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    shares = {case.id: sum(one.id == case.id for one in CASES) for case in CASES}
    for case in CASES:
        if options.only not in case.id:
            continue
        began, rounds = time.monotonic(), options.steps // shares[case.id] // GAMES
        for done in play_bare(case, GAMES, rounds, options.seed):
            if done % 500_000 == 0:
                print(f"... {done:,}", file=sys.stderr, flush=True)
        seconds = time.monotonic() - began
        print(
            f"{case.id} {case.rules or ''}: {done:,} steps, all equal, {seconds:.0f} s", flush=True
        )


if __name__ == "__main__":
    main()
