"""MaskablePPO of sb3-contrib learns the first stages of Bloxorz, or small levels of Sokoban.

    pip install 'unriddle[envs]' sb3-contrib
    python examples/train_ppo.py Bloxorz bloxorz/1-3 60000
    python examples/train_ppo.py Sokoban sokoban/uit/1-4 60000

The last number is how many steps it learns for. Then each level is played once, greedily.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO

from unriddle.envs import Rewards

PAYS = Rewards(step=-0.01, forward=0.2, backward=-0.2, solved=1.0, lost=-0.5)


def learn(name: str, levels: str, steps: int) -> tuple[Any, list[str]]:
    """The model, and the levels that it solves."""
    env: Any = gymnasium.make(
        f"unriddle/{name}-v0",
        levels=levels,
        observation="planes",
        reward=PAYS,
        max_episode_steps=60,
    )
    model = MaskablePPO("MlpPolicy", env, n_steps=512, ent_coef=0.02, seed=1, device="cpu").learn(
        steps
    )
    solved = []
    for number, level in enumerate(env.unwrapped.source.names):
        seen, _ = env.reset(options={"level": number})
        ended = False
        while not ended:
            action, _ = model.predict(
                seen, action_masks=env.unwrapped.action_masks(), deterministic=True
            )
            seen, reward, terminated, truncated, _ = env.step(int(action))
            ended = terminated or truncated
        if reward > 0.5:
            solved.append(level)
    return model, solved


if __name__ == "__main__":
    print("solved:", *learn(sys.argv[1], sys.argv[2], int(sys.argv[3]))[1])
