"""The one source of chance: a small generator that is specified to the last bit.

Every search that draws lots draws them here, so that a seed means the same run on every machine, in
every version of Python and in every other language. The generator is SplitMix64 (Steele, Lea and
Flood, "Fast splittable pseudorandom number generators", 2014).
"""

from __future__ import annotations

_WORD = 2**64 - 1


class SplitMix64:
    """A SplitMix64 generator; the seed is any whole number, taken modulo 2**64."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def next(self) -> int:
        """A whole number from 0 to 2**64 - 1."""
        self._state = word = (self._state + 0x9E3779B97F4A7C15) & _WORD
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        return word ^ (word >> 31)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, for n from 1 to 2**32: one draw, its high half scaled."""
        return ((self.next() >> 32) * n) >> 32

    def unit(self) -> float:
        """A number from 0 up to, but not including, 1: one draw, its high 53 bits."""
        return (self.next() >> 11) / 2**53
