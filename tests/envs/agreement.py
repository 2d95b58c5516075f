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
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from unriddle.envs import PuzzleEnv, Rewards

PAYS = Rewards(step=-0.1, forward=1.0, backward=-1.5, solved=10.0, lost=-5.0, illegal=-0.25)


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


def pair(
    case: Case, number: int, mode: AutoresetMode, **more: Any
) -> tuple[Any, gymnasium.vector.VectorEnv[Any, Any, Any]]:
    """The same environments in the engine, on two threads, and in Python."""
    settings = {
        "levels": case.levels,
        "rules": case.rules,
        "reward": PAYS,
        "max_episode_steps": case.steps,
        **more,
    }
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


def play_bare(case: Case, number: int, steps: int, seed: int) -> Iterator[int]:
    """The same as `play` without what Gymnasium puts around environments, for millions of steps."""
    native, book = pair(case, number, AutoresetMode.NEXT_STEP)
    envs: list[PuzzleEnv] = [env.unwrapped for env in book.envs]  # type: ignore[attr-defined]
    seen, infos = native.reset(seed=seed)
    expected, masks = np.zeros_like(seen), np.zeros_like(infos["action_mask"])
    rng = np.random.default_rng(seed)
    ages = [0] * number
    over = [False] * number
    for i, env in enumerate(envs):
        expected[i], info = env.reset(seed=seed + i)
        masks[i] = info["action_mask"]
    for done in range(steps):
        assert np.array_equal(seen, expected)
        assert np.array_equal(infos["action_mask"], masks)
        actions = rng.integers(native.single_action_space.n, size=number)
        actions = np.where(rng.random(number) < 0.5, native.unwrapped.sample_legal(), actions)
        seen, *results, infos = native.step(actions)
        outcome: list[tuple[float, bool, bool]] = []
        for i, env in enumerate(envs):
            if over[i]:
                expected[i], info = env.reset()
                ages[i], over[i] = 0, False
                outcome.append((0.0, False, False))
            else:
                expected[i], reward, terminated, _, info = env.step(actions[i])
                ages[i] += 1
                outcome.append((reward, terminated, ages[i] >= case.steps))
                over[i] = terminated or ages[i] >= case.steps
            masks[i] = info["action_mask"]
        for one, other in zip(results, zip(*outcome, strict=True), strict=True):
            assert one.tolist() == list(other)
        yield (done + 1) * number


def main() -> None:
    """Play as long as one asks for, and say how it went."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=1_000_000, help="of each puzzle")
    parser.add_argument("--only", default="", help="part of an id")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    shares = {case.id: sum(one.id == case.id for one in CASES) for case in CASES}
    for case in CASES:
        if options.only not in case.id:
            continue
        began, rounds = time.monotonic(), options.steps // shares[case.id] // 100
        for done in play_bare(case, 100, rounds, options.seed):
            if done % 500_000 == 0:
                print(f"... {done:,}", file=sys.stderr, flush=True)
        seconds = time.monotonic() - began
        print(
            f"{case.id} {case.rules or ''}: {done:,} steps, all equal, {seconds:.0f} s", flush=True
        )


if __name__ == "__main__":
    main()
