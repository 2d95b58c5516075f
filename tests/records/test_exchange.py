"""Games as a file: what comes back, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from records.test_record import pasted, solved

from unriddle.core import BadInput
from unriddle.records import read_export, write_export


def test_a_file_comes_back_without_what_is_forged() -> None:
    true = solved(pasted())
    forged = replace(true, id="2", plan="", name="forged")
    taken, refused = read_export(write_export([true, forged]))
    assert taken == [true]
    assert [one.name for one in refused] == ["forged"]
    assert "does not solve" in refused[0].problem


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"format": "unriddle records"})])
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"is |another version"):
        read_export(text, "some.json")


def test_more_games_than_anybody_has_played_are_refused_at_once() -> None:
    content = {"format": "unriddle records", "version": 1, "games": [0] * 100_001}
    with pytest.raises(BadInput, match="more than 100,000 games"):
        read_export(json.dumps(content))


def test_what_a_stranger_wrote_commands_no_terminal() -> None:
    forged = replace(solved(pasted()), name="\x1b[31mforged", rules={"\x1b[2J": 1})
    named = replace(solved(pasted()), rules={"\x1b[2J": 1})
    _, refused = read_export(write_export([forged, named]))
    assert [one.name for one in refused] == ["\\x1b[31mforged", "pasted"]
    assert "'\\x1b[2J'" in refused[1].problem
