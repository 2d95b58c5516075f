"""What a record belongs to, what it says, and that only true ones count."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from unriddle.core import BadInput
from unriddle.loading import load, read
from unriddle.play import Session
from unriddle.records import Record, bests, checked, content_of, key_of, record_of

BEGAN = "2026-01-31T12:00:00Z"
LEVEL = "#####\n#@$.#\n#####\n"


def solved(puzzle: Any, plan: str = "R", id: str = "1") -> Record:
    session = Session(puzzle)
    for move in plan:
        session.play(move)
    assert session.solved
    return record_of(session, id, BEGAN)


def pasted(text: str = LEVEL, **rules: Any) -> Any:
    return read(text, puzzle="sokoban", source="pasted", **rules)[0]


def test_a_record_belongs_to_the_content_of_a_level_and_not_to_its_names() -> None:
    same = pasted(LEVEL + "Title: Another\nAuthor: Somebody\n")
    other = pasted("######\n#@$ .#\n######\n")
    assert content_of(same) == content_of(pasted()) != content_of(other)
    assert key_of(same) == key_of(pasted()) != key_of(other)
    assert content_of(load("bloxorz/1")) != content_of(load("bloxorz/2"))


def test_rules_and_cost_have_records_of_their_own() -> None:
    moves, pushes = pasted(cost="moves"), pasted(cost="pushes")
    assert content_of(moves) == content_of(pushes)
    assert key_of(moves) != key_of(pushes)


def test_a_record_is_the_same_after_json() -> None:
    record = solved(load("bloxorz/1"), "RRDRRRD")
    assert Record.from_json(record.as_json()) == record == checked(record)


@pytest.mark.parametrize(
    "lie",
    [
        {"plan": "RRDRRR"},
        {"plan": "LLLLLLL"},
        {"plan": "nonsense"},
        {"cost": 6, "counts": {"move": 6}},
        {"counts": {"move": 7, "push": 1}},
        {"board": LEVEL, "name": "pasted"},
        {"rules": {"start": "stays", "off": "free", "fall": "upright", "cost": "none"}},
        {"key": "0" * 24},
        {"level": "0" * 24},
        {"puzzle": "sokoban"},
        {"rules": {"puzzle": "bloxorz"}},
        {"rules": {"source": "bloxorz"}},
    ],
)
def test_the_rules_refuse_a_forged_record(lie: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        checked(replace(solved(load("bloxorz/1"), "RRDRRRD"), **lie))


@pytest.mark.parametrize("name", ["-", "<stdin>", "/", __file__, "bloxorz/1"])
def test_the_name_of_a_record_names_nothing_that_is_read(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unriddle.text_files.read_bytes", pytest.fail)
    monkeypatch.setattr("unriddle.loading._in_folder", pytest.fail)
    named = replace(solved(pasted()), name=name)
    assert checked(named) == named


def test_a_name_that_cannot_be_shown_is_spelt_out() -> None:
    odd = pasted()
    odd.name = "b\udcff\x1bd.xsb"
    record = solved(odd)
    assert record.name == r"b\udcff\x1bd.xsb"
    assert Record.from_json(record.as_json()) == record


@pytest.mark.parametrize(
    "broken",
    [
        7,
        {},
        {"id": 1},
        {"help": ["magic"]},
        {"seconds": -1},
        {"name": "\ud800"},
        {"began": "\x1b["},
        {"began": ""},
        {"began": "2026-1-31T12:00:00Z"},
        {"began": "9999-12-31T23:59:59Z"},
    ],
)
def test_what_is_no_game_is_refused(broken: Any) -> None:
    whole = solved(pasted()).as_json()
    with pytest.raises(BadInput):
        Record.from_json({**whole, **broken} if broken and isinstance(broken, dict) else broken)


def test_a_level_that_has_no_name_here_is_read_from_the_record() -> None:
    assert checked(replace(solved(pasted()), name="nowhere.xsb#3")).solved


def test_the_best_without_help_is_kept_apart() -> None:
    best = solved(pasted())
    own = replace(best, id="own", cost=5, counts={"move": 5, "push": 1})
    aided = replace(best, id="aided", help=("hint",))
    worse = replace(aided, id="worse", cost=9)
    unsolved = replace(best, id="unsolved", solved=False, cost=0)
    found = bests([worse, own, aided, unsolved])
    assert {kind: one.id for (_, kind), one in found.items()} == {False: "own", True: "aided"}
