"""The environments of Python: Gymnasium's own checks, what they promise, and misuse."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv

import unriddle
import unriddle.envs
from unriddle.core import BadInput
from unriddle.envs import NativeVectorEnv, PuzzleEnv, Rewards, SokobanEnv
from unriddle.envs.levels import Pool

IDS = {
    "sokoban": "unriddle/Sokoban-v0",
    "bloxorz": "unriddle/Bloxorz-v0",
    "freecell": "unriddle/FreeCell-v0",
}
LEVELS = {"sokoban": "sokoban/uit/1-5", "bloxorz": "bloxorz/1-9", "freecell": "freecell/1-9"}


def make(puzzle: str = "sokoban", **settings: Any) -> Any:
    return gymnasium.make(IDS[puzzle], **{"levels": LEVELS[puzzle], **settings})


def bare(puzzle: str = "sokoban", **settings: Any) -> PuzzleEnv:
    env = make(puzzle, **settings).unwrapped
    assert isinstance(env, PuzzleEnv)
    return env


@pytest.mark.parametrize("base", [PuzzleEnv, NativeVectorEnv])
def test_the_base_of_the_environments_names_the_way_out(base: Callable[[], object]) -> None:
    with pytest.raises(BadInput, match="base of all environments") as refused:
        base()
    assert "gymnasium.make" in str(refused.value.hint)


def played(env: PuzzleEnv, plan: Any) -> list[tuple[Any, ...]]:
    """Play moves of the puzzle by their numbers."""
    scene = env.kind.scene(env.puzzle, env.source.frame)
    return [env.step(scene.number(env.state, move)) for move in plan]


@pytest.mark.parametrize("puzzle", IDS)
@pytest.mark.parametrize("observation", ["grid", "planes", "text"])
@pytest.mark.parametrize("action_mask", ["info", "observation", None])
def test_gymnasium_finds_nothing_wrong(puzzle: str, observation: str, action_mask: Any) -> None:
    check_env(
        bare(puzzle, observation=observation, action_mask=action_mask), skip_render_check=True
    )


@pytest.mark.parametrize("puzzle", IDS)
def test_render_modes(puzzle: str) -> None:
    env = make(puzzle, render_mode="ansi")
    env.reset(options={"level": 0})
    assert env.render() == str(env.unwrapped.puzzle)
    env = make(puzzle, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first.dtype == np.uint8
    assert first.shape[2] == 3
    env.step(int(np.argmax(env.unwrapped.action_masks())))
    assert env.render().shape == first.shape
    assert not np.array_equal(env.render(), first)


@pytest.mark.parametrize("puzzle", IDS)
def test_gymnasium_finds_nothing_wrong_with_pictures_and_windows(
    puzzle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pygame", reason="no pygame: pip install 'unriddle[envs]'")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    check_env(make(puzzle).unwrapped)


def test_a_window_can_be_closed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame", reason="no pygame: pip install 'unriddle[envs]'")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = bare(render_mode="human")
    env.reset()
    env.step(0)
    env.close()
    env.close()


def test_a_window_needs_pygame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(gymnasium.error.DependencyNotInstalled, match=r"unriddle\[envs\]"):
        bare(render_mode="human").reset()


@pytest.mark.parametrize("puzzle", IDS)
def test_a_plan_solves_an_episode(puzzle: str) -> None:
    env = bare(puzzle, reward=Rewards(step=-0.5, solved=7.0))
    env.reset(options={"level": 0})
    plan = unriddle.solve(env.puzzle).plan
    assert plan is not None
    steps = played(env, plan)
    assert [step[2] for step in steps] == [False] * (len(plan) - 1) + [True]
    assert [step[1] for step in steps] == [-0.5] * (len(plan) - 1) + [6.5]


def test_a_fall_is_a_loss_and_a_time_limit_is_not() -> None:
    env = make("bloxorz", levels="bloxorz/1", max_episode_steps=3, reward=Rewards(lost=-1.0))
    _, info = env.reset()
    fatal = next(a for a in range(4) if not info["action_mask"][a])
    assert env.step(fatal)[1:4] == (-1.0, True, False)
    _, info = env.reset()
    assert env.step(4)[1:4] == (0.0, False, False)  # no cubes to swap
    assert env.step(4)[3] is False
    assert env.step(4)[2:4] == (False, True)


def test_no_move_left_is_a_loss() -> None:
    env = bare("freecell", levels="freecell/11982", rules={"cells": 0})
    _, info = env.reset()
    terminated = False
    while not terminated:
        _, _, terminated, _, info = env.step(int(np.argmax(info["action_mask"])))
    assert terminated
    assert env.lost
    assert not info["action_mask"].any()


@pytest.mark.parametrize("puzzle", IDS)
def test_the_mask_is_the_rules(puzzle: str) -> None:
    env = bare(puzzle)
    _, info = env.reset(seed=4)
    env.action_space.seed(4)
    for _ in range(60):
        legal = env.puzzle.actions(env.state)
        scene = env.kind.scene(env.puzzle, env.source.frame)
        assert sorted(np.flatnonzero(info["action_mask"])) == sorted(
            scene.number(env.state, m) for m in legal
        )
        _, _, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if ended:
            _, info = env.reset()


def test_freecell_has_a_number_for_every_move() -> None:
    env = bare("freecell")
    assert len(env.action_names) == len(set(env.action_names)) == env.action_space.n == 224
    assert bare("sokoban").action_names == ("up", "right", "down", "left")
    assert bare("bloxorz").action_names == ("up", "right", "down", "left", "swap")


def test_an_illegal_action_changes_nothing() -> None:
    for puzzle in IDS:
        env = bare(puzzle, reward=Rewards(illegal=-3.0))
        seen, info = env.reset(seed=2)
        action = (
            env.action_space.n - 1 if puzzle == "bloxorz" else int(np.argmin(info["action_mask"]))
        )
        after, reward, terminated, _, _ = env.step(action)
        assert (reward, terminated) == (-3.0, False)
        assert np.array_equal(after, seen)


def test_the_rewards_of_other_environments() -> None:
    level = unriddle.read("######\n#@$ .#\n# $. #\n######")[0]
    env = bare(levels=level, reward="gym-sokoban")
    env.reset()
    right, down, left = 1, 2, 3
    assert env.step(right)[1] == pytest.approx(-0.1)
    assert env.step(right)[1] == pytest.approx(0.9)
    assert env.step(left)[1] == pytest.approx(-0.1)
    for action in (left, down):
        env.step(action)
    _, reward, terminated, _, _ = env.step(right)
    assert terminated
    assert reward == pytest.approx(10.9)
    assert gymnasium.spec(IDS["sokoban"]).max_episode_steps == 120


def test_a_seed_gives_the_same_levels_again() -> None:
    def drawn(env: Any, seed: int) -> list[int]:
        return [env.reset(seed=seed)[1]["level"], *(env.reset()[1]["level"] for _ in range(20))]

    env = make()
    assert drawn(env, 7) == drawn(env, 7) == drawn(make(), 7) != drawn(env, 8)
    assert len({make().reset()[1]["level"] for _ in range(30)}) > 1


def test_levels_from_everywhere(tmp_path: Path) -> None:
    file = tmp_path / "level.xsb"
    file.write_text("#####\n#@$.#\n#####\n")
    one = unriddle.load("sokoban/uit/1")
    assert bare(levels=str(file)).reset()[0].shape == (3, 5)
    assert bare(levels=file, frame=(6, 6)).reset()[0].shape == (6, 6)
    several = bare(levels=[file, one, "sokoban/uit/2"]).source
    assert isinstance(several, Pool)
    assert several.names == [str(file), "sokoban/uit/1", "sokoban/uit/2"]
    env = bare(levels=lambda seed: unriddle.load(f"sokoban/uit/{1 + seed % 9}"), frame=(20, 20))
    first = [env.reset(seed=1)[0].tolist(), env.reset()[0].tolist()]
    assert [env.reset(seed=1)[0].tolist(), env.reset()[0].tolist()] == first
    stream = bare(levels=(unriddle.load(f"sokoban/uit/{n}") for n in count(1)))
    stream.reset()
    assert stream.puzzle.name == "sokoban/uit/1"
    with pytest.raises(BadInput, match="does not fit"):
        [stream.reset() for _ in range(16)]


@pytest.mark.parametrize(
    ("attempt", "said"),
    [
        (lambda: make(levels="sokoban/uit/99"), "no level 99"),
        (lambda: make(levels="bloxorz/1"), "bloxorz, not sokoban"),
        (lambda: make(levels=[]), "no levels"),
        (lambda: make(levels=7), "not levels"),
        (lambda: make(levels=[7]), "not a level"),
        (lambda: make(levels=unriddle.load("bloxorz/1")), "not a level of sokoban"),
        (lambda: make(frame=(3,)), "not a frame"),
        (lambda: make(frame=(4, 4)).reset(options={"level": 3}), "does not fit"),
        (lambda: make(observation="pixels"), "pixels"),
        (lambda: make(action_mask="elsewhere"), "elsewhere"),
        (lambda: make(reward="huge"), "huge"),
        (lambda: make(reward=3), "not a reward"),
        (lambda: make(oracle=-1), "oracle"),
        (lambda: make(rules={"colour": 1}), "no rule"),
        (lambda: make(levels=iter(()), rules={"cost": "moves"}), "bring their rules"),
        (lambda: SokobanEnv(render_mode="video"), "video"),
        (lambda: bare().step(0), "reset"),
        (lambda: bare().reset(options={"level": "sokoban/uit/9"}), "no level"),
        (
            lambda: make("freecell", levels=["freecell/1", unriddle.load("freecell/2", cells=3)]),
            "go together",
        ),
    ],
)
def test_what_cannot_be_is_refused(attempt: Callable[[], object], said: str) -> None:
    with pytest.raises((BadInput, TypeError, gymnasium.error.Error), match=said):
        attempt()


def test_what_is_no_action_is_refused() -> None:
    env = bare()
    env.reset()
    for action in (4, -1, 1.5, "up"):
        with pytest.raises(BadInput, match="not an action"):
            env.step(action)  # type: ignore[arg-type]


def test_environments_travel() -> None:
    env = bare()
    env.reset(seed=3)
    other = pickle.loads(pickle.dumps(env))
    for action in (0, 1, 2, 3, 1, 1):
        assert np.array_equal(env.step(action)[0], other.step(action)[0])
    assert env.reset()[1]["level"] == other.reset()[1]["level"]
    far = AsyncVectorEnv([make] * 2, context="spawn")
    try:
        assert far.reset(seed=1)[0].shape[0] == 2
        assert far.step([0, 1])[1].tolist() == [0.0, 0.0]
    finally:
        far.close()
