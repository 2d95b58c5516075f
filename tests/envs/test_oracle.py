"""What the oracle says is true: compared with the solvers and with exhaustive analysis."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest

import unriddle
import unriddle.envs
from unriddle.bloxorz_analysis import analyse
from unriddle.core import Result, Stats, Status
from unriddle.envs import oracle


def make(puzzle: str, levels: Any, **settings: Any) -> Any:
    return gymnasium.make(f"unriddle/{puzzle}-v0", levels=levels, oracle=60, **settings)


@pytest.mark.parametrize(
    ("puzzle", "level", "proved"),
    [
        ("Sokoban", "sokoban/uit/5", True),
        ("Bloxorz", "bloxorz/8", True),
        ("FreeCell", "freecell/5", False),
    ],
)
def test_the_expert_solves_in_as_many_steps_as_it_says(
    puzzle: str, level: str, proved: bool
) -> None:
    env = make(puzzle, level)
    _, info = env.reset()
    left = info["distance"]
    assert info["solvable"]
    assert info["proved"] or not proved
    if proved:
        rules = {"space": "counted"} if puzzle == "Bloxorz" else {}
        assert left == unriddle.solve(unriddle.load(level, **rules)).cost
    terminated = False
    while not terminated:
        _, _, terminated, _, info = env.step(info["expert_action"])
        assert info["distance"] <= left - 1
        left = info["distance"]
    assert left == 0
    assert "expert_action" not in info


def test_a_lost_position_is_said_to_be_lost() -> None:
    env = make("Sokoban", unriddle.read("#######\n#  .  #\n#@$   #\n#     #\n#######")[0])
    _, info = env.reset()
    assert info["solvable"]
    for action in (2, 1, 0):  # under the box, and up: it cannot come back from the wall
        _, _, _, _, info = env.step(action)
    assert info["solvable"]  # the goal is at the wall
    lost = unriddle.read("#######\n#     #\n#@$ . #\n#     #\n#######")[0]
    env = make("Sokoban", lost)
    env.reset()
    for action in (2, 1, 0):
        _, _, terminated, _, info = env.step(action)
    assert info["solvable"] is False
    assert not terminated
    assert "distance" not in info
    assert "expert_action" not in info


def test_every_state_of_a_stage() -> None:
    env = make("Bloxorz", "bloxorz/8")
    _, info = env.reset()
    exact = analyse(unriddle.load("bloxorz/8", space="counted"))
    env.action_space.seed(1)
    for _ in range(200):
        state = env.unwrapped.state
        distance = exact.distance(state)
        assert info.get("distance") == distance
        assert info["solvable"] == (distance is not None)
        _, _, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if ended:
            _, info = env.reset()


def test_a_fall_cannot_be_solved_any_more() -> None:
    env = make("Bloxorz", "bloxorz/1")
    _, info = env.reset()
    fatal = next(a for a in range(4) if not info["action_mask"][a])
    assert env.step(fatal)[4]["solvable"] is False


def test_what_is_not_known_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = unriddle.load("sokoban/uit/5")

    class Ended:
        """A search that a limit has ended, or whose answer no judge has accepted."""

        def __init__(self, status: Status) -> None:
            self.status = status

        def result(self) -> Result[Any]:
            return Result(self.status, Stats())

    for status in (Status.OUT_OF_TIME, Status.UNSOLVABLE):
        monkeypatch.setattr(oracle, "start_default", lambda *_, s=status, **__: Ended(s))
        _, info = make("Sokoban", puzzle).reset()
        assert info.keys() == {"level", "action_mask"}


def test_it_is_off_unless_asked_for() -> None:
    _, info = gymnasium.make("unriddle/Sokoban-v0", levels="sokoban/uit/1").reset()
    assert info.keys() == {"level", "action_mask"}
