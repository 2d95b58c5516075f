"""A puzzle as a Gymnasium environment, by the readable rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar, Final, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput, IllegalMove, LosingMove, text_of
from unriddle.envs.bloxorz import BLOXORZ
from unriddle.envs.freecell import FREECELL
from unriddle.envs.kind import Frame, Grid, Kind, Mask, Scene
from unriddle.envs.levels import KEPT, Levels, frame_given, source_of
from unriddle.envs.oracle import PATIENCE, Oracle, oracle_for
from unriddle.envs.rendering import Pictures, Window
from unriddle.envs.rewards import Rewards, rewards_of
from unriddle.envs.sokoban import SOKOBAN
from unriddle.search.rng import SplitMix64

OBSERVATIONS: Final = ("grid", "planes", "text")
MASKS: Final = ("info", "observation", None)
_CHARACTERS: Final = frozenset(map(chr, range(32, 127))) | {"\n"}


class PuzzleEnv(gymnasium.Env[Any, int]):
    """Episodes on levels that are drawn at random, the base of the environments of all puzzles.

    `observation` is `grid`, `planes` (the bits of the grid, a plane each) or `text`. `action_mask`
    says where the mask is: in `info`, in the observation, a dictionary then, or nowhere (None).
    `reward` is a preset or `Rewards`. With `oracle`, `info` says what is known about the position;
    a number says how many seconds a position may take. `frame` is the size in which levels are
    shown, that of the largest if it is not given. `rules` are rule settings of the puzzle.

    An episode is terminated when the puzzle is solved, when a move loses it, and when nothing can
    be done any more. An action that the rules do not allow changes nothing.
    """

    metadata = {  # noqa: RUF012 - Gymnasium declares it
        "render_modes": ["ansi", "rgb_array", "human"],
        "render_fps": 4,
    }
    kind: ClassVar[Kind]

    def __init__(
        self,
        levels: Levels | None = None,
        *,
        observation: str = "grid",
        action_mask: str | None = "info",
        reward: str | Rewards = "sparse",
        oracle: bool | float = False,
        frame: Frame | None = None,
        rules: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        refuse_base(self)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadInput(f"there is no render mode {render_mode!r}")
        self.render_mode = render_mode
        self.rewards = rewards_of(reward)
        self.source = source_of(self.kind, levels, rules or {}, frame_given(frame))
        self.action_names = self.kind.actions(self.source.frame)
        self.action_space: Any = spaces.Discrete(len(self.action_names))
        self.observation_space = observation_space(
            self.kind, self.source.frame, observation, action_mask
        )
        self._observation, self._action_mask = observation, action_mask
        self._seconds = oracle_seconds(oracle)
        self._rng: SplitMix64 | None = None
        self._oracles: dict[int, tuple[AnyPuzzle, Oracle]] = {}
        self._window: Window | None = None
        self._pictures: Pictures | None = None
        self.level = -1
        """The number of the level, -1 if it has none."""
        self._scene: Scene | None = None
        self._scenes: dict[int, Scene] = {}
        self._moves: dict[int, Any] = {}
        """What can be tried now, by its number."""

    @property
    def puzzle(self) -> AnyPuzzle:
        """The level of this episode."""
        return self._now.puzzle

    @property
    def _now(self) -> Scene:
        if self._scene is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._scene

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode on a level drawn at random, or on `options["level"]`.

        That is the id of a level, or its number, counted from 0.
        """
        super().reset(seed=seed)
        if seed is not None or self._rng is None:
            drawn = int(self.np_random.integers(2**63)) if seed is None else seed
            self._rng = SplitMix64(drawn)
        wanted = (options or {}).get("level")
        self.level, puzzle = (
            self.source.draw(self._rng) if wanted is None else self.source.find(wanted)
        )
        self._scene = self._scene_of(puzzle)
        self._pictures = None
        self._arrive(puzzle.initial)
        if self.render_mode == "human":
            self.render()
        return self._seen(), self._info()

    def _scene_of(self, puzzle: AnyPuzzle) -> Scene:
        """The level as it is shown; that of a level which is played again is kept."""
        known = self._scenes.get(self.level)
        if known is None or known.puzzle is not puzzle:
            if len(self._scenes) >= KEPT:
                self._scenes.clear()
            known = self._scenes[self.level] = self.kind.scene(puzzle, self.source.frame)
        return known

    def step(self, action: SupportsIndex) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move; see the class for what ends an episode."""
        scene, state = self._now, self.state
        if not self.action_space.contains(action):
            raise BadInput(
                f"{action!r} is not an action", hint=f"they are 0 to {self.action_space.n - 1}"
            )
        puzzle = scene.puzzle
        illegal = lost = False
        try:
            move = self._moves.get(int(action))
            if move is None:
                illegal = True
            else:
                self._arrive(puzzle.apply(state, move))
        except LosingMove:
            lost = True
        except IllegalMove:
            illegal = True
        solved = puzzle.is_goal(self.state)
        self.lost = lost or (not solved and not self._moves)
        progress = scene.progress(self.state) - scene.progress(state)
        reward = self.rewards.of(progress, solved=solved, lost=self.lost, illegal=illegal)
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, solved or self.lost, False, self._info()

    def _arrive(self, state: Any) -> None:
        scene = self._now
        self.state = state
        self.lost = False
        self._moves = scene.moves(state)
        self._mask: Mask = np.zeros(self.action_space.n, np.int8)
        self._mask[scene.legal(state, self._moves)] = 1

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal, for MaskablePPO of sb3-contrib."""
        return self._mask.astype(bool)

    def _seen(self) -> Any:
        scene = self._now
        seen: Any
        if self._observation == "text":
            seen = text_of(scene.puzzle, self.state)
            if not _CHARACTERS.issuperset(seen):
                raise BadInput(f"{scene.puzzle.name} has letters beyond ASCII", hint="use the grid")
        else:
            seen = scene.grid(self.state)
            if self._observation == "planes":
                seen = planes_of(seen, self.kind.planes)
        if self._action_mask == "observation":
            return {"observation": seen, "action_mask": self._mask.copy()}
        return seen

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"level": self.level}
        if self._action_mask is not None:
            info["action_mask"] = self._mask.copy()
        if self._seconds:
            info |= {"solvable": False} if self.lost else self._ask()
        return info

    def _ask(self) -> dict[str, Any]:
        """What is known about this position; the oracle of a level is kept."""
        scene = self._now
        known = self._oracles.get(self.level)
        if known is None or known[0] is not scene.puzzle:
            if len(self._oracles) > 256:
                self._oracles.clear()
            known = scene.puzzle, oracle_for(scene.puzzle, self.kind, self._seconds)
            self._oracles[self.level] = known
        return known[1].info(scene, self.state)

    def render(self) -> Any:
        """The position as the render mode says: a text, an array of pixels, or a window."""
        scene = self._now
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render() was called without a render mode: make(..., render_mode='ansi')"
            )
            return None
        if self.render_mode == "ansi":
            return text_of(scene.puzzle, self.state)
        if self._pictures is None:
            self._pictures = Pictures(scene)
        pixels = self._pictures.pixels(self.state)
        if self.render_mode == "rgb_array":
            return pixels
        if self._window is None:
            self._window = Window(f"unriddle: {scene.puzzle.name}")
        self._window.show(pixels, self.metadata["render_fps"])
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None


def refuse_base(env: object) -> None:
    """Raise `BadInput` for the class that the environments of all puzzles share."""
    if not hasattr(env, "kind"):
        raise BadInput(
            f"{type(env).__name__} is the base of all environments",
            hint="name a puzzle: gymnasium.make('unriddle/Sokoban-v0')",
        )


def planes_of(grid: Grid, planes: int) -> Grid:
    """The bits of the entries, a plane each, the lowest first."""
    bits = np.arange(planes, dtype=np.uint8).reshape(-1, 1, 1)
    return (grid >> bits & 1).astype(np.uint8)


def observation_space(
    kind: Kind, frame: Frame, observation: str, action_mask: str | None
) -> spaces.Space[Any]:
    """What is to be seen; raises `BadInput` for what there is not."""
    if observation not in OBSERVATIONS:
        hint = f"there are: {', '.join(OBSERVATIONS)}"
        raise BadInput(f"there is no observation {observation!r}", hint=hint)
    if action_mask not in MASKS:
        raise BadInput(f"no place {action_mask!r} for the mask", hint="info, observation or None")
    shape = kind.shape(frame)
    space: spaces.Space[Any]
    if observation == "text":
        space = spaces.Text(kind.text_size(frame), charset=_CHARACTERS)
    elif observation == "planes":
        space = spaces.Box(0, 1, (kind.planes, *shape), np.uint8)
    else:
        space = spaces.Box(0, 2**kind.planes - 1, shape, np.uint8)
    if action_mask != "observation":
        return space
    mask = spaces.MultiBinary(len(kind.actions(frame)))
    return spaces.Dict({"observation": space, "action_mask": mask})


def oracle_seconds(given: bool | float) -> float:
    """How long an oracle may think about a position; 0 for no oracle; raises `BadInput`."""
    if isinstance(given, bool):
        return PATIENCE if given else 0.0
    if not isinstance(given, int | float) or not 0 <= given < math.inf:
        raise BadInput(f"oracle={given!r}", hint="say True, or how many seconds it may take")
    return float(given)


class SokobanEnv(PuzzleEnv):
    """Sokoban; see `unriddle.envs.sokoban` for observations and actions."""

    kind = SOKOBAN


class BloxorzEnv(PuzzleEnv):
    """Bloxorz; see `unriddle.envs.bloxorz` for observations and actions."""

    kind = BLOXORZ


class FreeCellEnv(PuzzleEnv):
    """FreeCell; see `unriddle.envs.freecell` for observations and actions."""

    kind = FREECELL
