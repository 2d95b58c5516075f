"""What the server says to the editor of a page; the page itself is in test_editor_page.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from web import page_client
from web.page_client import Page

from unriddle.catalog import AnyPuzzle
from unriddle.core import Limits
from unriddle.editing import Advice
from unriddle.web import jobs, limits
from unriddle.web.executor import Observer


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with page_client.server() as client, page_client.page(client) as page:
        yield page


def test_a_text_is_read_painted_and_judged(page: Page) -> None:
    sheet = page.ask("edit", id="sokoban/uit/1", puzzle="sokoban")
    assert (sheet["flaw"], sheet["suffix"]) == (None, ".xsb")
    advice = page.ask("advise", puzzle="sokoban", text=sheet["text"])
    assert (advice["cost"], advice["proved"], advice["solvable"]) == (12, True, True)
    change = {"kind": "paint", "cells": [[0, 0]], "square": "@"}
    moved = page.ask("edit", puzzle="sokoban", text=sheet["text"], change=change)
    assert moved["state"]["player"] == [0, 0]
    assert "the board is open" in moved["flaw"]["problem"]
    # A text that is typed stays as it is, with its mistake at its place.
    typed = page.ask("edit", puzzle="sokoban", text="####\n#@?#\n####")
    assert typed["text"] == "####\n#@?#\n####"
    assert (typed["flaw"]["line"], typed["flaw"]["column"]) == (2, 3)
    # Squares that are told are those of the picture, also where rows and columns are empty.
    apart = "-\n-\n   ######\n   #@$ .#\n   #    #\n   ######\n"
    advice = page.ask("advise", puzzle="sokoban", text=apart)
    assert [4, 4] in advice["dead"]
    assert [3, 5] in page.ask("edit", puzzle="sokoban", text=apart)["state"]["boxes"]


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("sokoban", "####\n#@*#\n####\n", "#####\n#@$.#\n#####\nTitle: Two\n"),
        ("bloxorz", "stage 1\n@###!\n", "stage 2: Two\n@######!\n"),
    ],
)
def test_a_level_of_several_is_edited_alone(page: Page, kind: str, first: str, second: str) -> None:
    both = f"{first}\n{second}"
    for index, alone in enumerate((first, second)):
        sheet = page.ask("edit", puzzle=kind, text=both, index=index)
        assert (sheet["text"], sheet["flaw"]) == (alone, None)
    # Where no level is meant, or there is but one, the text stays as its author wrote it.
    assert page.ask("edit", puzzle=kind, text=both)["text"] == both
    noted = f"{second}; a note\n"
    assert page.ask("edit", puzzle=kind, text=noted, index=0)["text"] == noted


def test_a_stage_on_its_way(page: Page) -> None:
    sheet = page.ask("edit", puzzle="bloxorz")
    for square in ("a", "A", "1"):
        change = {"kind": "paint", "cells": [[4, "aA1".index(square) + 2]], "square": square}
        sheet = page.ask("edit", puzzle="bloxorz", text=sheet["text"], change=change)
        assert sheet["flaw"] is None
    sheet = page.ask("edit", puzzle="bloxorz", text=sheet["text"], change={"kind": "turn"})
    assert page.ask("advise", puzzle="bloxorz", text=sheet["text"])["solvable"]
    bare = page.ask("edit", puzzle="bloxorz", text="a@A1", change={"kind": "resize", "left": 1})
    assert bare["flaw"]["problem"] == "split switch '1' is on the map but not declared"
    assert bare["level"]["rows"] == [".a#A1"]


def test_cards_are_laid_out(page: Page) -> None:
    sheet = page.ask("edit", id="freecell/617", puzzle="freecell")
    assert (sheet["flaw"], sheet["suffix"]) == (None, ".txt")
    change = {"kind": "move", "card": "KH", "to": "stock"}
    sheet = page.ask("edit", puzzle="freecell", text=sheet["text"], change=change)
    assert (sheet["stock"], sheet["flaw"]["problem"]) == (["KH"], "missing card: KH")
    assert "missing card" in page.ask("advise", puzzle="freecell", text=sheet["text"])["problem"]
    # What is typed stays as it is; the picture shows what can be read of it.
    typed = page.ask("edit", puzzle="freecell", text="KS KS\n")
    assert "second time" in typed["flaw"]["problem"]
    assert (typed["text"], typed["state"]["columns"]) == ("KS KS\n", [["KS"]])
    fresh = page.ask("edit", puzzle="freecell")
    advice = page.ask("advise", puzzle="freecell", text=fresh["text"])
    assert (advice["cost"], advice["solvable"], advice["proved"]) == (12, True, True)


def test_what_is_found_at_once_is_told_first(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks twice; this server may take its time both times."""
    asked, advice = [], jobs.advice

    def noted(puzzle: AnyPuzzle, most: Limits, observer: Observer) -> Advice:
        asked.append(most)
        return advice(puzzle, replace(most, seconds=25.0), observer)

    monkeypatch.setattr(jobs, "advice", noted)
    text = page.ask("edit", id="sokoban/uit/1", puzzle="sokoban")["text"]
    answers = [page.ask("advise", puzzle="sokoban", text=text, first=one) for one in (True, False)]
    assert [one["cost"] for one in answers] == [12, 12]
    assert asked == [limits.FIRST_ADVICE, limits.OUTLOOK]


def test_a_newer_text_makes_the_older_question_moot(page: Page) -> None:
    hard = page.ask("edit", id="sokoban/uit/18", puzzle="sokoban")["text"]
    easy = page.ask("edit", id="sokoban/uit/1", puzzle="sokoban")["text"]
    first, second = (page.send("advise", puzzle="sokoban", text=text) for text in (hard, easy))
    assert page.answer(second)["cost"] == 12
    assert page.answer(first)["stale"]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"puzzle": "chess"}, "there is no editor for chess"),
        ({"puzzle": "freecell", "change": {"kind": "turn"}}, "unknown change 'turn'"),
        ({"puzzle": "freecell", "change": {"kind": "move", "card": "XX"}}, "'XX' is not a card"),
        ({"puzzle": "freecell", "change": {"kind": "deal", "number": "1"}}, "a whole number"),
        ({"text": "###", "puzzle": "sokoban", "change": {"kind": "melt"}}, "unknown change 'melt'"),
        ({"text": "###", "puzzle": "sokoban", "change": {"kind": "paint"}}, "cells must be"),
        ({"puzzle": "sokoban", "change": {"kind": "resize", "top": "x"}}, "whole numbers"),
        ({"puzzle": "sokoban", "change": {"kind": "resize", "top": 99}}, "sides from 1 to 100"),
        ({"id": "sokoban/uit/99", "puzzle": "sokoban"}, "there is no level 99"),
    ],
)
def test_what_makes_no_sense_is_refused(
    page: Page, fields: dict[str, object], problem: str
) -> None:
    assert problem in page.ask("edit", **fields)["problem"]
