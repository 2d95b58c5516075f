"""The puzzles as environments of Gymnasium (the extra `envs`); importing this registers them.

>>> import gymnasium, unriddle.envs
>>> env = gymnasium.make("unriddle/Sokoban-v0", levels="sokoban/uit/1-16")
>>> observation, info = env.reset(seed=7)
>>> info["action_mask"].shape
(4,)
"""

from __future__ import annotations

try:
    import gymnasium
except ImportError as error:
    raise ImportError("environments need Gymnasium: pip install 'unriddle[envs]'") from error

from unriddle.envs.env import BloxorzEnv, FreeCellEnv, PuzzleEnv, SokobanEnv
from unriddle.envs.rewards import PRESETS, Rewards
from unriddle.envs.vector import NativeVectorEnv

__all__ = [
    "PRESETS",
    "BloxorzEnv",
    "FreeCellEnv",
    "NativeVectorEnv",
    "PuzzleEnv",
    "Rewards",
    "SokobanEnv",
]

for _name, _steps in (("Sokoban", 120), ("Bloxorz", 300), ("FreeCell", 300)):
    if f"unriddle/{_name}-v0" not in gymnasium.registry:
        gymnasium.register(
            f"unriddle/{_name}-v0",
            entry_point=f"unriddle.envs.env:{_name}Env",
            vector_entry_point=f"unriddle.envs.vector:{_name}VectorEnv",
            max_episode_steps=_steps,
        )
