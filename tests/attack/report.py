"""What an attack came to; every module here has `run(seconds, seed) -> Report`."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Report:
    """How often something was tried, what failed, and what was measured."""

    name: str
    tried: int = 0
    failures: list[str] = field(default_factory=list)
    """Each with what is needed to do it again."""
    figures: dict[str, float] = field(default_factory=dict)
    """By name, with the unit in it: `p95 of a move, ms`."""

    @property
    def held(self) -> bool:
        """Did nothing fail?"""
        return not self.failures
