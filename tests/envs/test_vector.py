"""Batches in the engine: the same as the environments of Python, and hard to misuse."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from envs.agreement import CASES, Case, pair, play, play_bare, same
from gymnasium.vector import AutoresetMode

import unriddle.envs
from unriddle import native
from unriddle.core import BadInput
from unriddle.engines.batches import scan_sokoban
from unriddle.envs import NativeVectorEnv
from unriddle.envs.levels import Packed, Pool

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

SOKOBAN = CASES[0]
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


def vector(number: Any = 3, **settings: Any) -> NativeVectorEnv:
    settings = {"levels": "sokoban/uit/1-4", **settings}
    made = gymnasium.make_vec("unriddle/Sokoban-v0", number, **settings).unwrapped
    assert isinstance(made, NativeVectorEnv)
    return made


def began(seed: Any, number: Any = 2, **settings: Any) -> Any:
    """The levels that a seed, which may be none, gives."""
    return vector(number, **settings).reset(seed=seed)[1]["level"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id}{len(case.rules)}")
def test_random_steps_are_those_of_the_rules(case: Case) -> None:
    for done in play(*pair(case, 8, AutoresetMode.NEXT_STEP), steps=120, seed=1):
        assert done
    for done in play_bare(case, 40, steps=40, seed=2):
        assert done


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("observation", ["grid", "planes"])
@pytest.mark.parametrize("action_mask", ["info", "observation", None])
def test_every_way_to_see_and_to_begin_again(
    mode: AutoresetMode, observation: str, action_mask: str | None
) -> None:
    for case in (CASES[0], CASES[1], CASES[3]):
        one, other = pair(
            case._replace(steps=7), 3, mode, observation=observation, action_mask=action_mask
        )
        assert one.metadata["autoreset_mode"] is mode
        assert one.single_observation_space == other.single_observation_space
        assert one.observation_space == other.observation_space
        assert one.action_space == other.action_space
        for _ in play(one, other, steps=25, seed=5):
            pass


@pytest.mark.parametrize("threads", [0, 2, 1000])
def test_threads_change_nothing(threads: int) -> None:
    one, other = vector(9), vector(9, threads=threads)
    same(one.reset(seed=3), other.reset(seed=3))
    for _ in range(60):
        actions = one.sample_legal()
        assert np.array_equal(actions, other.sample_legal())
        same(one.step(actions), other.step(actions))


def test_a_seed_gives_the_same_levels_again() -> None:
    envs = vector(20)
    first = envs.reset(seed=11)[1]["level"].copy()
    second = envs.reset()[1]["level"].copy()
    assert np.array_equal(envs.reset(seed=11)[1]["level"], first)
    assert np.array_equal(envs.reset()[1]["level"], second)
    assert not np.array_equal(first, second)
    seeds = [30 - i for i in range(20)]
    assert np.array_equal(envs.reset(seed=seeds)[1]["level"], first[::-1])  # 11 to 30, backwards
    assert np.array_equal(began(np.array(seeds), np.int64(20)), first[::-1])
    assert np.array_equal(began(np.int64(11), 20, frame=[12, np.int8(12)]), first)
    assert sorted(set(first)) == [0, 1, 2, 3]


def test_levels_can_be_chosen() -> None:
    envs = vector(3)
    _, info = envs.reset(options={"level": "sokoban/uit/2"})
    assert list(info["level"]) == [1, 1, 1]
    _, info = envs.reset(options={"level": [0, 3, "sokoban/uit/3"]})
    assert list(info["level"]) == [0, 3, 2]
    before = envs.reset(options={"level": 0})[0].copy()
    envs.reset(options={"level": 3, "reset_mask": np.array([False, True, False])})
    assert list(info["level"]) == [0, 3, 0]
    assert np.array_equal(envs.reset(options={"level": 0})[0], before)


def test_levels_of_different_sizes_share_a_frame(tmp_path: Path) -> None:
    file = tmp_path / "two.xsb"
    file.write_text("#####\n#@$.#\n#####\n\n####\n#@ #\n#$ #\n#. #\n####\n")
    for done in play(*pair(Case(SOKOBAN.id, str(file), 20), 6, MODES[0]), steps=60, seed=2):
        assert done
    envs = vector(2, levels=str(file))
    seen, _ = envs.reset(options={"level": [0, 1]})
    assert seen.shape == (2, 5, 5)
    assert (seen[0, 3:] == 1).all()
    assert (seen[1, :, 4] == 1).all()
    with pytest.raises(BadInput, match="does not fit"):
        vector(2, levels=str(file), frame=(4, 5))
    assert vector(2, levels=str(file), frame=(9, 7)).reset()[0].shape == (2, 9, 7)


def test_a_player_who_cannot_move_has_lost(tmp_path: Path) -> None:
    file = tmp_path / "stuck.xsb"
    file.write_text("#####\n##@##\n##$##\n##$##\n##.##\n##.##\n#####\n")
    for _ in play(*pair(Case(SOKOBAN.id, str(file), 20), 2, MODES[0]), steps=6, seed=2):
        pass
    envs = vector(1, levels=str(file))
    _, info = envs.reset()
    assert not info["action_mask"].any()
    assert envs.sample_legal()[0] == 0
    assert envs.step([2])[2][0]


def test_arrays_are_views_that_nobody_can_write_or_copies() -> None:
    envs = vector(2)
    seen, info = envs.reset(seed=1)
    for array in (seen, info["level"], info["action_mask"], *envs.step([0, 0])[1:4]):
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
    assert envs.step([1, 2])[0] is seen
    copies = vector(2, copy=True, action_mask="observation")
    kept, info = copies.reset(seed=1)
    before = {key: value.copy() for key, value in kept.items()}
    for _ in range(20):
        copies.step(copies.sample_legal())
    same(kept, before)
    kept["observation"][:] = 0
    assert info["level"].flags.writeable


def test_arrays_outlive_the_environment() -> None:
    envs = vector(4)
    seen, _ = envs.reset(seed=1)
    before = seen.copy()
    envs.close()
    envs.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.step([0, 0, 0, 0])
    del envs
    gc.collect()
    assert np.array_equal(seen, before)


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([0, 4, 0], "environment 1: action 4"),
        ([-1, 0, 0], "environment 0: action -1"),
        ([0.0, 1.0, 2.0], "float64"),
        ([0, 0], "shape"),
        ([[0, 0, 0]], "shape"),
        (["up", "up", "up"], "whole numbers"),
    ],
)
def test_what_is_no_action_is_refused_and_nothing_happens(actions: Any, said: str) -> None:
    envs = vector(3)
    seen = envs.reset(seed=1)[0].copy()
    with pytest.raises(BadInput, match=said):
        envs.step(actions)
    assert np.array_equal(envs._seen, seen)
    envs.step(np.array([1, 2, 3], np.uint8)[::1])


@pytest.mark.parametrize(
    ("attempt", "said"),
    [
        (lambda: vector(0), "num_envs"),
        (lambda: vector(2, threads=-1), "threads"),
        (lambda: vector(2, levels=[]), "no levels"),
        (lambda: vector(2, levels=lambda seed: 7), "not a puzzle"),
        (lambda: vector(2, levels=iter([unriddle.load("sokoban/uit/1")])), "counted"),
        (lambda: vector(2, oracle=True), "oracle"),
        (lambda: vector(2, observation="text"), "text"),
        (lambda: vector(2, render_mode="ansi"), "rendering"),
        (lambda: vector(2, autoreset_mode=AutoresetMode.DISABLED), "autoreset"),
        (lambda: vector(2).step([0, 0]), "reset"),
        (lambda: vector(2).sample_legal(), "reset"),
        (lambda: vector(2, autoreset_mode="Same"), "autoreset"),
        (lambda: vector(2, max_episode_steps=0), "max_episode_steps=0"),
        (lambda: vector(2, max_episode_steps=1.5), "whole number"),
        (lambda: vector(2, frame=(300, 300)), "3 to 255"),
        (lambda: vector(2, frame="9x9"), "not a frame"),
        (lambda: vector(2, frame=(-1, 9)), "not a frame"),
        (lambda: began(1.5), "seed=1.5"),
        (lambda: began("12"), "seed='12'"),
        (lambda: began(-1), "seed=-1"),
        (lambda: began([1.5, 2]), "seed=1.5"),
        (lambda: vector(2).reset(seed=[1]), "1 seeds for 2"),
        (lambda: vector(2).reset(options={"level": 4}), "no level 4"),
        (lambda: vector(2).reset(options={"level": [0]}), "1 levels for 2"),
    ],
)
def test_what_cannot_be_is_refused(attempt: Callable[[], object], said: str) -> None:
    with pytest.raises((BadInput, gymnasium.error.ResetNeeded), match=said):
        attempt()


def test_wrappers_of_gymnasium_work() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    envs = RecordEpisodeStatistics(vector(2, max_episode_steps=5))
    envs.reset(seed=1)
    infos = [envs.step(np.array([0, 1]))[4] for _ in range(6)]
    assert any("episode" in info for info in infos)
    legal = vector(1, action_mask=None)
    legal.reset()
    with pytest.raises(BadInput, match="no masks"):
        legal.sample_legal()


def boxoban(number: int) -> str:
    """Boards as Boxoban writes them: one that any player can leave, many times."""
    boards = []
    for index in range(number):
        row, column = 1 + index % 8, 1 + index // 8 % 7
        rows = ["#" * 10, *["#" + " " * 8 + "#"] * 8, "#" * 10]
        line = rows[row]
        rows[row] = line[:column] + "@$"[: 1 + (column < 8)] + line[column + 2 :]
        rows[9 - row] = rows[9 - row][:8] + "." + rows[9 - row][9:]
        boards.append(f"; {index}\n" + "\n".join(rows) + "\n")
    return "\n".join(boards)


def test_files_like_those_of_boxoban_are_read_by_the_engine(tmp_path: Path) -> None:
    files = [tmp_path / "000.txt", tmp_path / "001.txt"]
    files[0].write_text(boxoban(40))
    files[1].write_text(boxoban(7).replace("\n", "\r\n"))
    read = vector(47, levels=files)
    assert isinstance(read.pool, Packed)
    known = [*unriddle.load_all(files[0]), *unriddle.load_all(files[1])]
    book = vector(47, levels=known)
    assert isinstance(book.pool, Pool)
    numbers = list(range(47))
    same(read.reset(options={"level": numbers}), book.reset(options={"level": numbers}))
    names = [puzzle.name for puzzle in known]
    assert [read.pool.index(name) for name in names] == numbers
    (tmp_path / "LICENSE").write_text("No levels here.\n")
    whole = vector(47, levels=tmp_path)  # a folder: what holds no levels is left out
    assert isinstance(whole.pool, Packed)
    same(whole.reset(options={"level": names}), read.reset(options={"level": numbers}))
    for missing in (47, f"{files[0]}#41", "elsewhere", f"{files[0]}"):
        with pytest.raises(BadInput, match="no level"):
            read.pool.index(missing)


@pytest.mark.parametrize(
    "text",
    [
        "#####\n#@$.#\n#### \n",  # not a rectangle of walls
        "#####\n#@$.#\n#####\nTitle: one\n",
        "#####\n#@$.#\n#####\n\n#####\n#@$@#\n#####\n",  # two players
        "#####\n#@$ #\n#####\n",  # no goal
        "#######\n#@$.#$#\n#######\n",  # a box out of reach
        "#####\n#@@.#\n#####\n",
        "#####\n#@_.#\n#####\n",
        "###\n",
        "",
    ],
)
def test_other_texts_are_left_to_the_readers_of_python(text: str) -> None:
    assert scan_sokoban(text.encode()) is None
    assert scan_sokoban(b"#####\n#@$.#\n#####\n\n" + text.encode()) in (None, (1, 3, 5))
