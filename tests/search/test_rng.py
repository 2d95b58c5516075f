"""The random generator follows its specification to the last bit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.search.rng import SplitMix64


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (
            1234567,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821,
            ],
        ),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
    ],
)
def test_published_words(seed: int, words: list[int]) -> None:
    rng = SplitMix64(seed)
    assert [rng.next() for _ in words] == words


def test_below_scales_the_high_half_of_one_word() -> None:
    rng = SplitMix64(1234567)
    assert rng.below(1000) == (6457827717110365317 >> 32) * 1000 >> 32 == 350
    assert rng.below(6) == (3203168211198807973 >> 32) * 6 >> 32 == 1


def test_unit_scales_the_high_53_bits_of_one_word() -> None:
    rng = SplitMix64(1234567)
    assert rng.unit() == (6457827717110365317 >> 11) * 2.0**-53
    assert rng.unit() == (3203168211198807973 >> 11) * 2.0**-53


@given(st.integers(), st.integers(1, 2**32))
def test_every_draw_is_in_its_range(seed: int, n: int) -> None:
    rng = SplitMix64(seed)
    assert 0 <= rng.below(n) < n
    assert 0.0 <= rng.unit() < 1.0
    assert 0 <= rng.next() < 2**64


@given(st.integers())
def test_a_seed_counts_modulo_a_word(seed: int) -> None:
    assert SplitMix64(seed).next() == SplitMix64(seed + 2**64).next()


def test_every_face_comes_up_about_equally_often() -> None:
    rng = SplitMix64(1)
    faces = [0] * 6
    for _ in range(6000):
        faces[rng.below(6)] += 1
    assert all(900 < count < 1100 for count in faces)
