"""Steps of a search as a file, as a page asks for it."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import pytest
from web.page_client import page, server

from unriddle.loading import load
from unriddle.web import limits
from unriddle.web.executor import Observer, Stopped
from unriddle.web.jobs import NamedChoice
from unriddle.web.scheduler import Scheduler
from unriddle.web.server.threads import ThreadExecutor
from unriddle.web.stretch import stretch

WANTED: dict[str, Any] = {
    "solver": "astar",
    "kind": "html",
    "first": 3,
    "last": 9,
    "language": "en",
    "theme": "dark",
}


def test_the_server_leads_the_search_there_once_more() -> None:
    with server() as client, page(client) as one:
        one.ask("open", id="sokoban/uit/1")
        answer = one.ask("stretch", **WANTED)
        html = b64decode(answer["content"]).decode("utf-8")
        assert html.count('"words":') == 7
        assert 'data-theme="dark"' in html
        beyond = one.ask("stretch", **{**WANTED, "first": 1000, "last": 1004})
        assert "no step 1000" not in str(beyond)  # it ends earlier: its last step is shown
        assert b64decode(beyond["content"]).decode("utf-8").count('"words":') == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "exe"}, "no such file"),
        ({"first": 9, "last": 3}, "no steps from 9 to 3"),
        ({"last": 1003}, "at most 1,000 steps"),
        ({"first": limits.STRETCH_ENDS - 1, "last": limits.STRETCH_ENDS + 1}, "beyond step 10,000"),
        ({"solver": "best"}, "best"),
    ],
)
def test_what_is_not_written(change: dict[str, Any], words: str) -> None:
    with server() as client, page(client) as one:
        one.ask("open", id="sokoban/uit/1")
        assert words in one.ask("stretch", **{**WANTED, **change})["message"]


def test_a_step_that_is_far_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRETCH_SECONDS", 0.0)
    with server() as client, page(client) as one:
        one.ask("open", id="sokoban/uit/1")
        assert "takes too long" in one.ask("stretch", **WANTED)["message"]


def test_it_ends_when_the_page_has_gone() -> None:
    class Unwanted(Observer):
        def is_wanted(self) -> bool:
            return False

    chosen = NamedChoice("bfs", None, "python", {})
    with pytest.raises(Stopped):
        stretch(load("sokoban/uit/18"), chosen, (9_900, 10_000), "gif", "en", "dark", Unwanted())


def test_a_job_of_a_server_knows_that_it_was_stopped() -> None:
    work = ThreadExecutor().begin(lambda observer: None)
    assert work.is_wanted()
    work.stop()
    assert not work.is_wanted()


def test_it_has_its_share_of_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    slot = Scheduler.slot

    def noted(self: Scheduler, of: object, mebibytes: float, **more: Any) -> Any:
        asked.append(mebibytes)
        return slot(self, of, mebibytes, **more)

    monkeypatch.setattr(Scheduler, "slot", noted)
    with server() as client, page(client) as one:
        one.ask("open", id="sokoban/uit/1")
        assert one.ask("stretch", **WANTED)["content"]
    assert limits.STRETCH_MEBIBYTES in asked
