"""Settings: what a user may type is read, and everything else is refused with what is allowed."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.catalog import PUZZLES, SOLVERS
from unriddle.core import BadInput
from unriddle.settings import Setting, Settings, Value, setting

FLAG = Setting("flag", False, "yes or no")
WIDTH = Setting("width", 100, "a whole number", minimum=1)
CELLS = Setting("cells", 4, "a whole number in bounds", minimum=0, maximum=8)
WEIGHT = Setting("weight", 2.0, "a number", minimum=0)
COST = Setting("cost", "moves", "a choice", choices=("moves", "cards", "player"))
POINTS = Setting("points", (), "numbers")
ALL = (FLAG, WIDTH, CELLS, WEIGHT, COST, POINTS)


@pytest.mark.parametrize(
    ("known", "given_value", "value"),
    [
        (FLAG, True, True),
        (FLAG, "yes", True),
        (FLAG, "ON", True),
        (FLAG, "1", True),
        (FLAG, "no", False),
        (FLAG, "False", False),
        (WIDTH, 7, 7),
        (WIDTH, "7", 7),
        (WIDTH, 10**400, 10**400),
        (CELLS, "0", 0),
        (CELLS, 8, 8),
        (WEIGHT, "3", 3.0),
        (WEIGHT, "1e3", 1000.0),
        (WEIGHT, 0, 0.0),
        (COST, "cards", "cards"),
        (POINTS, "", ()),
        (POINTS, "0, .5,-0.5", (0.0, 0.5, -0.5)),
        (POINTS, [1, 2.5], (1.0, 2.5)),
    ],
)
def test_values_are_read(known: Setting, given_value: object, value: object) -> None:
    read = known.read(given_value)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("known", "value"),
    [
        (FLAG, "maybe"),
        (FLAG, ""),
        (FLAG, 2),
        (WIDTH, "0"),
        (WIDTH, -1),
        (WIDTH, "7.5"),
        (WIDTH, 7.5),
        (WIDTH, True),
        (WIDTH, "seven"),
        (WIDTH, None),
        (WIDTH, "9" * 5000),
        (CELLS, 9),
        (CELLS, "-1"),
        (WEIGHT, "nan"),
        (WEIGHT, math.inf),
        (WEIGHT, 10**400),
        (WEIGHT, "-0.1"),
        (WEIGHT, "\0"),
        (COST, "Moves"),
        (COST, ""),
        (COST, 3),
        (POINTS, "1,a"),
        (POINTS, "1,nan"),
        (POINTS, "inf"),
        (POINTS, [[]]),
    ],
)
def test_other_values_are_refused(known: Setting, value: object) -> None:
    with pytest.raises(BadInput) as refusal:
        known.read(value)
    message = str(refusal.value)
    assert message.startswith(f"{known.name} = ")
    assert message.endswith(f"must be {known.allowed}")
    assert len(message) < 200


@given(
    st.sampled_from(ALL),
    st.text() | st.integers() | st.floats() | st.booleans() | st.lists(st.integers()) | st.none(),
)
def test_any_value_is_read_or_refused(known: Setting, value: object) -> None:
    try:
        read = known.read(value)
    except BadInput:
        return
    assert type(read) is type(known.default)
    assert known.read(read) == read


def test_what_is_allowed_is_said_in_words() -> None:
    assert FLAG.allowed == "yes or no"
    assert CELLS.allowed == "a whole number from 0 to 8"
    assert WIDTH.allowed == "a whole number, at least 1"
    for choice in COST.choices:
        assert choice in COST.allowed
    assert "5" in Setting("most", 1, "", maximum=5).allowed
    assert Setting("one", "a", "", choices=("a",)).allowed == "a"


@dataclass(frozen=True)
class Example(Settings):
    """Two rules."""

    cells: int = setting(4, "how many", minimum=0, maximum=8)
    cost: str = setting("moves", "what counts", choices=("moves", "pushes"))


def test_a_class_of_settings_checks_and_converts_its_values() -> None:
    text: Any = "5"
    example = Example(cells=text)
    assert example == Example(cells=5)
    assert example.cells == 5
    with pytest.raises(BadInput, match="cells = 9: must be a whole number from 0 to 8"):
        Example(cells=9)
    with pytest.raises(FrozenInstanceError):
        example.cells = 3  # type: ignore[misc]


def test_a_class_of_settings_knows_its_settings_in_order() -> None:
    cells, cost = Example.settings()
    assert cells == Setting("cells", 4, "how many", minimum=0, maximum=8)
    assert cost == Setting("cost", "moves", "what counts", choices=("moves", "pushes"))


def test_a_name_on_the_command_line_means_one_thing() -> None:
    """Rules and solver settings are typed side by side, and beside the options of `solve`."""
    options = {
        *("solver", "heuristic", "engine", "time", "nodes", "memory", "puzzle", "json", "steps"),
        *("text", "solvers", "help", "version", "limits", "name"),
    }
    of_solvers = {known.name for solver in SOLVERS.values() for known in solver.settings}
    of_rules = {known.name for entry in PUZZLES.values() for known in entry.rules.settings()}
    assert not of_solvers & of_rules
    assert not (of_solvers | of_rules) & options
    for name in of_solvers | of_rules:
        assert name.isidentifier()
        assert name.islower()


@pytest.mark.parametrize("default", [2.0, 3, True, (1.0,)])
def test_a_very_long_text_is_no_number(default: Value) -> None:
    with pytest.raises(BadInput, match="must be"):
        Setting("some", default, "of a kind").read("1" * 10_001)
    assert Setting("some", "", "a text").read("1" * 10_001) == "1" * 10_001
