"""MaskablePPO of sb3-contrib learns the first stages of Bloxorz, or small levels of Sokoban.

    pip install 'unriddle[envs]' sb3-contrib
    python examples/train_ppo.py Bloxorz bloxorz/1-3 100000
    python examples/train_ppo.py Sokoban sokoban/uit/1-4 100000

The last number is how many steps it learns; a further number is the seed. Then it plays each level
once, greedily.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import unriddle.envs  # noqa: F401 - registers them


class Guided(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Pays 0.1 for each step nearer to the goal, takes it back for each away; a loss is the end."""

    def reset(self, **keywords: Any) -> tuple[Any, dict[str, Any]]:
        seen, info = super().reset(**keywords)
        self.distance = info.get("distance", 0)
        return seen, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        seen, reward, terminated, truncated, info = super().step(action)
        if info.get("solvable") is False:
            return seen, 0.0, True, truncated, info
        before, self.distance = self.distance, info.get("distance", self.distance)
        reward += 0.1 * (before - self.distance)
        return seen, reward, terminated, truncated, info


def learn(name: str, levels: str, steps: int, seed: int = 1) -> tuple[Any, list[str]]:
    """The model, and the levels that it solves."""
    torch.set_num_threads(1)  # more are slower with a network this small
    settings = {"levels": levels, "observation": "planes", "max_episode_steps": 60, "oracle": True}
    envs = make_vec_env(f"unriddle/{name}-v0", 16, seed, env_kwargs=settings, wrapper_class=Guided)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        learning_rate=lambda left: 1e-3 * left,
        n_steps=128,
        batch_size=256,
        n_epochs=8,
        gamma=0.9,  # the distance tells at once what a step is worth
        ent_coef=0.02,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    ).learn(steps)
    env = gymnasium.make(f"unriddle/{name}-v0", **settings)  # type: ignore[arg-type]
    return model, [level for level in env.unwrapped.source.names if solves(model, env, level)]  # type: ignore[attr-defined]


def solves(model: Any, env: Any, level: str) -> bool:
    """Play the level as the model thinks best."""
    seen, info = env.reset(options={"level": level})
    terminated = truncated = False
    while not (terminated or truncated):
        action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
        seen, _, terminated, truncated, info = env.step(int(action))
    return bool(terminated and info.get("distance") == 0)


if __name__ == "__main__":
    print("solved:", *learn(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))[1])
