"""What a step pays."""

from __future__ import annotations

from typing import Final, NamedTuple

from unriddle.catalog import lookup
from unriddle.core import BadInput


class Rewards(NamedTuple):
    """What a step pays: the sum of what applies.

    Progress is a box that comes onto a goal, or a card that goes home; Bloxorz has none.
    """

    step: float = 0.0
    """For every step."""
    forward: float = 0.0
    """For each box that comes onto a goal, for each card that goes home."""
    backward: float = 0.0
    """For each box that leaves a goal."""
    solved: float = 0.0
    lost: float = 0.0
    """Something fell, or nothing can be done any more."""
    illegal: float = 0.0
    """For an action that the rules do not allow; it changes nothing."""

    def of(self, progress: int, *, solved: bool, lost: bool, illegal: bool) -> float:
        """What one step pays; the sum is made in this order, so that the engine's is the same."""
        gained = max(progress, 0)
        return (
            self.step
            + self.forward * gained
            + self.backward * (gained - progress)
            + self.solved * solved
            + self.lost * lost
            + self.illegal * illegal
        )


SPARSE: Final = Rewards(solved=1.0)
PRESETS: Final = {
    "sparse": SPARSE,
    "gym-sokoban": Rewards(step=-0.1, forward=1.0, backward=-1.0, solved=10.0),
    "jumanji": Rewards(step=-0.1, forward=1.0, backward=-1.0, solved=10.0),
}
"""The last two pay the same: Jumanji's `DenseReward` takes over the numbers of gym-sokoban."""


def rewards_of(given: str | Rewards) -> Rewards:
    """Rewards by the name of a preset, or themselves; raises `BadInput`."""
    if isinstance(given, Rewards):
        return Rewards(*map(float, given))
    if not isinstance(given, str):
        raise BadInput(
            f"{given!r} is not a reward", hint="name a preset, or pass unriddle.envs.Rewards"
        )
    found: Rewards = lookup(PRESETS, "reward", given)
    return found
