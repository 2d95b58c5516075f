"""How many steps a second environments make: ours, and beside them Jumanji's and gym-sokoban.

    ./dev python benchmarks/envs.py [--json] [--others PYTHON]

Steps a second of CPU time, which other programs on the machine disturb less than the clock: on an
idle core that is steps a second, and work on two threads counts twice. Actions are drawn before,
but for legal ones; levels are 1,000 random boards of 10 x 10 squares with 4 boxes. `--others` is
the Python of a virtual environment with Jumanji and gym-sokoban, whose steps are measured in it:

    python -m venv /tmp/others && /tmp/others/bin/pip install jumanji 'jax[cpu]' gym-sokoban
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

BATCH = 4096
"""Games in a batch."""
ROUNDS = 64
"""Steps of the whole batch that are measured at once; the best of several counts."""


def best_of(work: Callable[[], object], repeat: int = 20) -> float:
    """The least CPU seconds that the work has taken."""
    work()
    seconds = []
    for _ in range(repeat):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return min(seconds)


def boards(number: int, rng: random.Random) -> list[Any]:
    """Boards of Boxoban's size; not all can be solved, which a random player does not mind."""
    from unriddle import BadInput, read

    found: list[Any] = []
    while len(found) < number:
        inner = [(row, column) for row in range(1, 9) for column in range(1, 9)]
        rng.shuffle(inner)
        signs = dict(zip(inner, "@$$$$....".ljust(9) + "#" * 18, strict=False))
        text = "\n".join(
            "".join(
                signs.get((row, column), " ") if 0 < row < 9 and 0 < column < 9 else "#"
                for column in range(10)
            )
            for row in range(10)
        )
        try:
            found += read(text, puzzle="sokoban")
        except BadInput:
            continue
    return found


def ours(levels: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The batches of the engine, and the environments of Python."""
    import gymnasium
    import numpy as np

    import unriddle.envs  # noqa: F401 - registers them

    rng = np.random.default_rng(1)
    for puzzle, settings in (
        ("Sokoban", {"action_mask": None}),
        ("Sokoban", {}),
        ("Sokoban", {"action_mask": None, "observation": "planes"}),
        ("Sokoban", {"action_mask": None, "copy": True}),
        ("Sokoban", {"action_mask": None, "autoreset_mode": "SameStep"}),
        ("Bloxorz", {"action_mask": None}),
        ("Bloxorz", {}),
        ("FreeCell", {}),
    ):
        made: Any = {"levels": levels[puzzle], "reward": "jumanji", **settings}
        envs: Any = gymnasium.make_vec(f"unriddle/{puzzle}-v0", BATCH, **made)
        envs.reset(seed=1)
        actions = [
            rng.integers(envs.single_action_space.n, size=BATCH, dtype=np.int64)
            for _ in range(ROUNDS)
        ]

        def batch(envs: Any = envs, actions: Any = actions) -> None:
            for one in actions:
                envs.step(one)

        def legal(envs: Any = envs) -> None:
            for _ in range(ROUNDS):
                envs.step(envs.unwrapped.sample_legal())

        said = ", ".join(f"{key}={value}" for key, value in settings.items())
        yield row(f"{puzzle} {said}".strip(), "random", BATCH * ROUNDS / best_of(batch))
        if "action_mask" not in settings:
            yield row(f"{puzzle} {said}".strip(), "legal", BATCH * ROUNDS / best_of(legal))
    for puzzle in levels:
        env: Any = gymnasium.make(f"unriddle/{puzzle}-v0", levels=levels[puzzle])
        yield row(f"{puzzle}, in Python", "random", single(env))
        env = gymnasium.make(f"unriddle/{puzzle}-v0", levels=levels[puzzle], oracle=True)
        yield row(f"{puzzle}, in Python, oracle", "expert", expert(env))


def single(env: Any, steps: int = 3000) -> float:
    """Random steps of one environment of Gymnasium."""
    env.reset(seed=1)
    env.action_space.seed(1)

    def work() -> None:
        for _ in range(steps):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()

    return steps / best_of(work, 3)


def expert(env: Any, steps: int = 500) -> float:
    """Steps of the expert where there is one, every tenth of them at random instead."""
    rng = random.Random(1)
    _, info = env.reset(seed=1)
    began = time.process_time()
    for _ in range(steps):
        action = info.get("expert_action") if rng.random() < 0.9 else None
        legal = [a for a, one in enumerate(info["action_mask"]) if one] or [0]
        _, _, terminated, truncated, info = env.step(
            rng.choice(legal) if action is None else action
        )
        if terminated or truncated or not info.get("solvable", True):
            _, info = env.reset()
    return steps / (time.process_time() - began)


def row(name: str, actions: str, rate: float) -> dict[str, Any]:
    """A line of the table."""
    return {"environment": name, "actions": actions, "steps a CPU second": round(rate)}


def jumanji() -> float:
    """Jumanji's Sokoban: a batch in one compiled loop. Only steps: no episode begins again."""
    import jax
    from jumanji.environments import Sokoban
    from jumanji.environments.routing.sokoban.generator import ToyGenerator

    env = Sokoban(generator=ToyGenerator())
    key = jax.random.PRNGKey(0)
    start, _ = jax.jit(jax.vmap(env.reset))(jax.random.split(key, BATCH))
    actions = jax.random.randint(key, (ROUNDS, BATCH), 0, 4)

    @jax.jit
    def play(state: Any, actions: Any) -> Any:
        def step(state: Any, one: Any) -> Any:
            state, timestep = jax.vmap(env.step)(state, one)
            return state, (timestep.reward.sum(), timestep.observation.grid.sum())

        return jax.lax.scan(step, state, actions)

    return BATCH * ROUNDS / best_of(lambda: jax.block_until_ready(play(start, actions)), 5)


def gym_sokoban() -> float:
    """gym-sokoban without its generator of levels: only steps are measured."""
    import warnings

    warnings.simplefilter("ignore")
    from gym_sokoban.envs import SokobanEnv

    env = SokobanEnv(max_steps=10**9)
    rng = random.Random(1)

    def work() -> None:
        for _ in range(500):
            env.step(rng.randrange(1, 5), observation_mode="tiny_rgb_array")

    return 500 / best_of(work, 3)


OTHERS = {"jumanji": jumanji, "gym-sokoban": gym_sokoban}


def others(python: str) -> Iterator[dict[str, Any]]:
    """The same of the others, each in a process of the Python that has them."""
    for name in OTHERS:
        line = [python, str(Path(__file__).resolve()), "--other", name]
        done = subprocess.run(line, capture_output=True, text=True)
        if done.returncode:
            print(f"note: {name}: {done.stderr.strip()[-300:]}", file=sys.stderr)
            continue
        yield row(name, "random", json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    """Measure, and print a table."""
    if sys.argv[1:2] == ["--other"]:  # in a Python that does not have unriddle
        print(OTHERS[sys.argv[2]]())
        return
    from measuring import parser, show

    options = parser(__doc__, native=True)
    options.add_argument("--others", help="a Python that has Jumanji and gym-sokoban")
    options.add_argument("--levels", help="a file of Sokoban levels instead of random boards")
    given = options.parse_args()
    levels = {
        "Sokoban": given.levels or boards(1000, random.Random(1)),
        "Bloxorz": "bloxorz",
        "FreeCell": "freecell/1-1000",
    }
    show(ours(levels), as_json=given.json)
    if given.others:
        show(others(given.others), as_json=given.json)
    else:
        print("note: --others was not given: see --help for the command", file=sys.stderr)


if __name__ == "__main__":
    main()
