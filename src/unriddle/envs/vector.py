"""Vector environments whose games live in the engine: `gymnasium.make_vec` returns one.

The arrays that `reset` and `step` return belong to the engine and cannot be written; the next step
overwrites them. With `copy=True` they are copies, which stay as they are.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from unriddle.catalog import PUZZLES
from unriddle.core import BadInput
from unriddle.engines.batches import Start, games_in, games_of
from unriddle.envs.bloxorz import BLOXORZ
from unriddle.envs.env import observation_space, refuse_base
from unriddle.envs.freecell import FREECELL
from unriddle.envs.kind import Frame, Kind
from unriddle.envs.levels import Levels, Packed, Pool, Stream, frame_given, packed, source_of
from unriddle.envs.rewards import Rewards, rewards_of
from unriddle.envs.sokoban import SOKOBAN
from unriddle.text_files import read_bytes

_MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


def _number(name: str, given: Any, least: int) -> int:
    """A whole number, which may be one of NumPy; raises `BadInput`."""
    try:
        number = operator.index(given)
    except TypeError:
        number = least - 1
    if number < least:
        raise BadInput(f"{name}={given!r}: it must be a whole number from {least} on")
    return number


class NativeVectorEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games that the engine steps at once, on `threads` threads, 0 for all cores.

    The other arguments are those of `PuzzleEnv`. The same seeds give the same levels and the same
    episodes as a `SyncVectorEnv` of these environments, whatever the number of threads.
    """

    kind: ClassVar[Kind]

    def __init__(
        self,
        num_envs: int = 1,
        levels: Levels | None = None,
        *,
        observation: str = "grid",
        action_mask: str | None = "info",
        reward: str | Rewards = "sparse",
        oracle: bool | float = False,
        frame: Frame | None = None,
        rules: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = False,
    ) -> None:
        refuse_base(self)
        self._refuse(observation, oracle, render_mode)
        if autoreset_mode not in (*_MODES, *(one.value for one in _MODES)):
            raise BadInput(f"no autoreset mode {autoreset_mode}", hint="NextStep or SameStep")
        mode = AutoresetMode(autoreset_mode)
        num_envs = _number("num_envs", num_envs, 1)
        threads = _number("threads", threads, 0)
        steps = 0  # without a limit, as with -1 in `gymnasium.make`
        if max_episode_steps not in (None, -1):
            steps = _number("max_episode_steps", max_episode_steps, 1)
        frame = frame_given(frame)
        source = packed(self.kind, levels, frame) or source_of(
            self.kind, levels, rules or {}, frame
        )
        if isinstance(source, Stream):
            hint = "draw some first, list(islice(levels, 1000)), or use vectorization_mode='sync'"
            raise BadInput("a batch needs levels that can be counted", hint=hint)
        self.pool: Packed | Pool = source
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._copy, self._action_mask = copy, action_mask
        self._same_step = mode is AutoresetMode.SAME_STEP
        self.single_observation_space = observation_space(
            self.kind, source.frame, observation, action_mask
        )
        self.action_names = self.kind.actions(source.frame)
        self.single_action_space = spaces.Discrete(len(self.action_names))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch: Any = self._loaded(source).batch(
            envs=num_envs,
            most_steps=steps,
            rewards=list(rewards_of(reward)),
            same_step=self._same_step,
            masks=action_mask is not None,
            planes=observation == "planes",
            threads=threads,
        )
        self._view(observation)
        self._ready = False

    def _refuse(self, observation: str, oracle: bool | float, render_mode: str | None) -> None:
        for what, is_asked in (
            ("the oracle", bool(oracle)),
            ("text", observation == "text"),
            ("rendering", render_mode is not None),
        ):
            if is_asked:
                hint = "use vectorization_mode='sync' or 'async'"
                raise BadInput(f"a batch in the engine has no {what}", hint=hint)

    def _loaded(self, source: Packed | Pool) -> Any:
        """The levels in the engine."""
        try:
            if isinstance(source, Packed):
                return games_in(source.frame, map(read_bytes, source.files), len(source))
            native = PUZZLES[self.kind.name].native
            assert native is not None
            return games_of(native, source.frame, self._starts(source), len(source))
        except BadInput:
            raise
        except ValueError as error:  # too large a frame
            raise BadInput(str(error), hint="use vectorization_mode='sync'") from error

    def _starts(self, pool: Pool) -> Iterator[Start]:
        for index in range(len(pool)):
            puzzle = pool[index]
            frame = self.kind.frame_of(puzzle)
            grid = self.kind.scene(puzzle, frame).grid(puzzle.initial)
            yield puzzle, grid.tobytes(), grid.shape[1]

    def _view(self, observation: str) -> None:
        """The arrays of the engine in the shape in which they are returned."""
        arrays, number = self._batch.arrays(), self.num_envs
        shape: tuple[int, ...] = self.kind.shape(self.pool.frame)
        actions = len(self.action_names)

        grids = "grids"
        if observation == "planes":
            grids, shape = "planes", (self.kind.planes, *shape)

        def seen(when: str) -> Any:
            shown = arrays[when + grids].reshape(number, *shape)
            if self._action_mask != "observation":
                return shown
            return {"observation": shown, "action_mask": masks(when)}

        def masks(when: str) -> Any:
            return arrays[when + "masks"].reshape(number, actions)

        all_true = np.ones(number, np.bool_)
        all_true.flags.writeable = False
        self._outcome = arrays["rewards"], arrays["terminated"], arrays["truncated"]
        self._seen = seen("")
        self._info: dict[str, Any] = {"level": arrays["level"], "_level": all_true}
        self._final_info: dict[str, Any] = {}
        if self._action_mask is not None:
            self._info |= {"action_mask": masks(""), "_action_mask": all_true}
        if self._same_step:
            self._final_seen = seen("final_")
            self._final_info["level"] = arrays["final_level"]
            if self._action_mask is not None:
                self._final_info["action_mask"] = masks("final_")

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode everywhere, or where `options["reset_mask"]` is true.

        `options["level"]` is a level, by its id or its number, or one for each environment.
        """
        options = options or {}
        seeds = self._seeds(seed)
        which = options.get("reset_mask")
        if which is not None:
            which = np.ascontiguousarray(which)
            if which.dtype != np.bool_ or which.shape != (self.num_envs,) or not which.any():
                raise BadInput(
                    "reset_mask must be a bool for each environment, not all of them False"
                )
            if not self._ready:
                raise gymnasium.error.ResetNeeded("reset all environments first")
        wanted = options.get("level")
        if wanted is not None:
            several = (
                wanted
                if isinstance(wanted, list | tuple | np.ndarray)
                else [wanted] * self.num_envs
            )
            if len(several) != self.num_envs:
                raise BadInput(f"{len(several)} levels for {self.num_envs} environments")
            wanted = np.array([self.pool.index(one) for one in several], np.int64)
        self._open.reset(seeds=seeds, levels=wanted, which=which)
        self._ready = True
        return self._returned(self._seen), self._infos(None)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> NDArray[np.uint64] | None:
        """A seed for each environment, as `SyncVectorEnv` has it; None to go on as before."""
        if seed is None:
            if self._ready:
                return None
            return self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        if not isinstance(seed, Sequence | np.ndarray) or isinstance(seed, str):
            first = _number("seed", seed, 0)
            super().reset(seed=first)
            return np.array([(first + i) % 2**64 for i in range(self.num_envs)], np.uint64)
        if len(seed) != self.num_envs:
            raise BadInput(f"{len(seed)} seeds for {self.num_envs} environments")
        drawn = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        told = [
            drawn[i] if one is None else _number("seed", one, 0) % 2**64
            for i, one in enumerate(seed)
        ]
        return np.array(told, np.uint64)

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action for each environment; raises `BadInput` for what is no action."""
        if not self._ready:
            raise gymnasium.error.ResetNeeded("call reset() first")
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise BadInput(
                f"actions must be {self.num_envs} whole numbers, "
                f"not {given.dtype} of the shape {given.shape}"
            )
        try:
            self._open.step(np.ascontiguousarray(given, np.int64))
        except ValueError as error:
            raise BadInput(str(error)) from error
        rewards, terminated, truncated = self._outcome
        return (
            self._returned(self._seen),
            self._returned(rewards),
            self._returned(terminated),
            self._returned(truncated),
            self._infos(terminated | truncated if self._same_step else None),
        )

    @property
    def has_masks(self) -> bool:
        """Is it known which actions are legal?"""
        return self._action_mask is not None

    def sample_legal(self) -> NDArray[np.int64]:
        """A random legal action for each environment; 0 where none is legal."""
        if not self._ready:
            raise gymnasium.error.ResetNeeded("call reset() first")
        actions = np.empty(self.num_envs, np.int64)
        if not self.has_masks:
            raise BadInput("there are no masks", hint="make it with action_mask='info'")
        self._open.sample(actions)
        return actions

    def _returned(self, what: Any) -> Any:
        if not self._copy:
            return what
        if isinstance(what, dict):
            return {key: value.copy() for key, value in what.items()}
        return what.copy()

    def _infos(self, ended: NDArray[Any] | None) -> dict[str, Any]:
        infos: dict[str, Any] = self._returned(self._info) if self._copy else dict(self._info)
        if ended is not None and ended.any():
            infos["final_obs"] = self._returned(self._final_seen)
            infos["final_info"] = {
                **self._returned(self._final_info),
                **{f"_{key}": ended for key in self._final_info},
            }
            infos["_final_obs"] = infos["_final_info"] = ended
        return infos

    @property
    def _open(self) -> Any:
        if self._batch is None:
            raise gymnasium.error.ClosedEnvironmentError("this environment is closed")
        return self._batch

    def close_extras(self, **keywords: Any) -> None:
        """Let go of the engine's memory; arrays that were returned stay valid."""
        self._batch = None


class SokobanVectorEnv(NativeVectorEnv):
    """Many games of Sokoban."""

    kind = SOKOBAN


class BloxorzVectorEnv(NativeVectorEnv):
    """Many games of Bloxorz."""

    kind = BLOXORZ


class FreeCellVectorEnv(NativeVectorEnv):
    """Many games of FreeCell."""

    kind = FREECELL
