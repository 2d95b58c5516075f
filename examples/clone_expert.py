"""Behaviour cloning: a small network learns to act as the oracle says, in stages of Bloxorz.

    pip install 'unriddle[envs]' torch
    python examples/clone_expert.py Bloxorz bloxorz/1-6 4000

The player follows the expert, but makes every fifth move at random, to see positions off the best
way. It always learns the expert's action. Then it plays each level once, greedily.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import gymnasium
import numpy as np
import torch

import unriddle.envs  # noqa: F401 - registers them


def clone(name: str, levels: str, steps: int) -> tuple[Any, list[str], float]:
    """The network, the levels that it solves, and how often it agrees with the expert."""
    env: Any = gymnasium.make(
        f"unriddle/{name}-v0",
        levels=levels,
        observation="planes",
        oracle=True,
        max_episode_steps=100,
    )
    rng, seen, said = random.Random(1), [], []
    torch.manual_seed(1)
    here, info = env.reset(seed=1)
    while len(seen) < steps:
        if "expert_action" not in info:  # solved, or lost
            here, info = env.reset()
            continue
        seen.append(here)
        said.append(info["expert_action"])
        legal = [action for action, one in enumerate(info["action_mask"]) if one]
        action = said[-1] if rng.random() < 0.8 else rng.choice(legal)
        here, _, _, truncated, info = env.step(action)
        if truncated:
            here, info = env.reset()
    inputs = torch.tensor(np.array(seen), dtype=torch.float32).flatten(1)
    answers = torch.tensor(said)
    net = torch.nn.Sequential(
        torch.nn.Linear(inputs.shape[1], 256),
        torch.nn.ReLU(),
        torch.nn.Linear(256, int(env.action_space.n)),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    for _ in range(30):
        for part in torch.randperm(len(inputs)).split(256):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(net(inputs[part]), answers[part]).backward()
            optimizer.step()
    agreed = (net(inputs).argmax(1) == answers).float().mean().item()
    return net, [level for level in env.unwrapped.source.names if solves(net, env, level)], agreed


def solves(net: Any, env: Any, level: str) -> bool:
    """Play the level as the network says, among legal actions."""
    seen, info = env.reset(options={"level": level})
    terminated = truncated = False
    while not (terminated or truncated):
        scores = net(torch.tensor(seen, dtype=torch.float32).flatten()[None])[0].detach().numpy()
        action = int(np.argmax(np.where(info["action_mask"] == 1, scores, -np.inf)))
        seen, _, terminated, truncated, info = env.step(action)
    return bool(terminated and info.get("distance") == 0)


if __name__ == "__main__":
    _, done, share = clone(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    print(f"agrees in {share:.1%} of the positions it learnt from; solved:", *done)
