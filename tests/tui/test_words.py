"""The language of the app: who asks for which, and that everything has its words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input
from tui.harness import PLAIN, Player, perform, screen_text, until

from unriddle.catalog import PUZZLES, entry_of
from unriddle.core import BadInput, Limits, Result, Stats, Status, replay
from unriddle.loading import load, read
from unriddle.solving import choose, solve
from unriddle.tui import saying, words
from unriddle.tui.app import UnriddleApp
from unriddle.tui.ascii import in_ascii
from unriddle.tui.launch import launch
from unriddle.tui.packs import LevelPack
from unriddle.tui.screens.menu import ACTIONS, MenuScreen
from unriddle.tui.screens.play import PlayScreen
from unriddle.tui.screens.records import RecordsScreen
from unriddle.tui.screens.replay import ReplayScreen
from unriddle.tui.screens.search import SearchScreen
from unriddle.tui.screens.solver_choice import AllLevelsChoice, CompareChoice, WatchChoice
from unriddle.tui.screens.table import TableScreen
from unriddle.tui.screens.trace import TraceScreen
from unriddle.tui.words import language_of, page_table, t

SOURCES = Path(words.__file__).parent
NAMES = {"Enter", "Home", "End", "Esc", "Space", "PageUp", "PageDown", "Escape", "Enter, Space"}
"""Keys are called what is written on them."""


@pytest.fixture(autouse=True)
def _vietnamese() -> None:
    words.use("vi")


def test_the_environment_chooses() -> None:
    assert language_of({"LANG": "vi_VN.UTF-8"}) == "vi"
    assert language_of({"LANG": "vi_VN.UTF-8", "LC_ALL": "C"}) == "en"
    assert language_of({"LANG": "vi_VN", "UNRIDDLE_LANG": "en"}) == "en"
    assert language_of({"LANGUAGE": "fr:vi:en", "LANG": "fr_FR"}) == "vi"
    assert language_of({}) == language_of({"LANG": "de_DE.UTF-8"}) == "en"
    with pytest.raises(BadInput, match="no language 'xx'"):
        launch(None, language="xx")


def test_every_text_of_the_app_has_words() -> None:
    """What is written in the source as `t("...")`, and what the keys of the screens say."""
    used = set()
    for path in SOURCES.rglob("*.py"):
        if path.name != "words.py":
            used |= set(re.findall(r"""\bt\(\s*["']([^"'\n]+)["']""", path.read_text("utf-8")))
    choices = (AllLevelsChoice, CompareChoice, WatchChoice)
    used |= {one.heading for one in choices}
    watching = (SearchScreen, TableScreen, TraceScreen)
    for screen in (MenuScreen, PlayScreen, ReplayScreen, RecordsScreen, *choices, *watching):
        used |= {text for key in screen.KEYS for text in (key.label.strip(), key.help) if text}
    used |= {label for _, label, _ in ACTIONS}
    english = {text for text in used if t(text) == text and text not in NAMES}
    assert not english


def test_page_and_app_share_their_words() -> None:
    page = dict(pair for name in words._PAGE for pair in page_table(name))
    assert t("Your best") == page["Your best"]
    lost = "nothing to land on at row 8, column 2"
    assert "hàng 8, cột 2" in t(lost)


@pytest.mark.parametrize("level", ["bloxorz/8", "sokoban/uit/3", "freecell/1"])
def test_what_is_wrong_with_a_level_has_words(level: str) -> None:
    """Whatever character of it is left out, doubled or mistyped."""
    puzzle: Any = load(level)
    entry = entry_of(puzzle)
    assert entry is not None
    text = entry.notation.format_level(puzzle.level)
    told = set()
    for at in range(len(text)):
        for other in ("", text[at] * 2, *"x9#@ \t"):
            try:
                read(text[:at] + other + text[at + 1 :], puzzle=entry.name)
            except BadInput as error:
                told |= {error.problem, error.hint} - {""}
    assert len(told) > 10
    assert [one for one in told if t(one) == one] == []


def test_a_broken_level_has_words_in_the_menu(tmp_path: Path) -> None:
    path = tmp_path / "maps.xsb"
    path.write_text("####\n#@x#\n####\n")
    (_, title), *_ = LevelPack(str(path), "a file").titles
    assert title.startswith("hỏng: không có loại ô")
    assert t(title) == title


def test_what_is_refused_has_words() -> None:
    assert t("my maps.xsb: level 1, line 2, column 4: unknown square 'x'").endswith(
        "màn 1, dòng 2, cột 4: không có loại ô 'x'"
    )
    assert t("its plan cannot be played: move 2, r: there is a wall at row 5, column 1") == (
        "không đi được theo lời giải của nó: nước 2, r: có tường ở hàng 5, cột 1"
    )
    assert t("cell c is empty") == "ô c trống"  # and not the setting c
    # What is typed keeps its name.
    assert t("cost = zz: must be moves or pushes") == "cost = zz: phải là moves hoặc pushes"
    assert (
        t("did you mean weight? its settings: weight") == "ý bạn là weight? các thiết lập: weight"
    )
    said = []

    async def scene(pilot: Player) -> None:
        await pilot.press("left")
        said.append(screen_text(pilot.app))
        await pilot.press("escape", "slash", *"nowhere.xsb", "enter")
        said.append(screen_text(pilot.app))

    async def other_scene(pilot: Player) -> None:
        await pilot.press("w")
        for settings in ("weight", "first=1"):
            pilot.app.screen.query_one("#settings", Input).value = settings
            await pilot.press("enter")
            said.append(screen_text(pilot.app))

    for played in (scene, other_scene):
        app = UnriddleApp("sokoban/uit/1", support=PLAIN._replace(unicode=True))
        perform(app, played, (110, 30))
    assert "có tường ở hàng 5, cột 1" in said[0]
    assert "'nowhere.xsb' không phải là màn, cũng không phải là tệp" in said[1]
    assert "'weight' trong 'best:weight' không phải là thiết lập; hãy viết best:name" in said[2]
    assert "thuật toán best không có thiết lập 'first'; các thiết lập: improve, threads" in said[3]


def test_a_key_is_called_what_is_written_on_it() -> None:
    """Also where a letter is the name of a setting, too, as `c` is."""
    names = [key.name for key in MenuScreen.KEYS]
    assert {"c", "w", "?"} <= set(names)
    assert in_ascii("Đẩy, đi") == "Day, di"


def test_boards_and_solvers_have_words_on_the_screen() -> None:
    """Titles of levels, what is counted, and everything about a solver; no key of other boards."""
    seen = []

    async def scene(pilot: Player) -> None:
        seen.append(screen_text(pilot.app))
        await pilot.press("e")
        seen.append(screen_text(pilot.app))
        await pilot.press("question_mark")
        seen.append(screen_text(pilot.app))
        await pilot.press("escape", "w")
        await pilot.pause()
        seen.append(screen_text(pilot.app))

    perform(UnriddleApp("sokoban/uit/1", support=PLAIN._replace(unicode=True)), scene, (110, 30))
    played, finished, keys, solvers = seen
    assert "Bản đồ môn học 1" in played
    assert "lá" not in finished + keys
    for english in ("Course map", "complete", "seconds", "no limit", "states", "settings"):
        assert english not in played + solvers


def test_names_of_solvers_are_whole_in_80_columns() -> None:
    async def scene(pilot: Player) -> None:
        await pilot.press("w")
        await pilot.pause()
        assert "…" not in screen_text(pilot.app)

    perform(UnriddleApp("sokoban/uit/18", support=PLAIN._replace(unicode=True)), scene, (80, 24))
    assert t(load("sokoban/uit/18").title) == "Bản đồ môn học 18 (màn 2 của XSokoban)"


def test_the_columns_of_a_comparison_have_words() -> None:
    async def scene(pilot: Player) -> None:
        choice = choose(PUZZLES["sokoban"], "bfs")
        pilot.app.push_screen(TableScreen("1", [(load("sokoban/uit/1"), choice)], Limits()))
        await until(pilot, lambda: "đã giải" in screen_text(pilot.app))
        shown = screen_text(pilot.app)
        for word in ("màn", "thuật toán", "kết quả", "nước", "lần đẩy", "đã mở rộng", "thời gian"):
            assert word in shown

    perform(UnriddleApp(support=PLAIN._replace(unicode=True)), scene, (120, 30))


def test_verdicts_of_searches_are_said_in_vietnamese() -> None:
    words.use("vi")
    map3, deal = load("sokoban/uit/3"), load("freecell/1")
    told = [
        saying.verdict(map3, solve(map3, "astar")),
        saying.verdict(map3, solve(map3, "hill-simple")),
        saying.verdict(map3, solve(map3, "ids", limits=Limits(nodes=10))),
        saying.verdict(deal, solve(deal, "bfs", limits=Limits(nodes=10))),
        saying.bounds(Stats(lower=293, upper=491), "move"),
        saying.bounds(Stats(lower=1), "push"),
    ]
    assert told[0] == "giải được với 15 nước (6 lần đẩy), đã chứng minh là tối ưu"
    assert told[4] == "từ 293 đến 491 nước"
    english = r"\b(?:solved|moves?|push|proved|least|most|out|nodes|gave|up|and)\b"
    assert not [text for text in told if re.search(english, text)]


@pytest.mark.parametrize(
    ("level", "cost", "told"),
    [
        ("sokoban/uit/1", "walks", "6 bước đi (12 nước, 6 lần đẩy)"),
        ("sokoban/uit/1", "pushes", "6 lần đẩy (13 nước)"),
        ("freecell/1", "cards", "1 lần chuyển lá (1 nước người chơi)"),
    ],
)
def test_every_count_is_said_in_vietnamese(level: str, cost: str, told: str) -> None:
    puzzle = load(level, cost=cost)
    plan = puzzle.actions(puzzle.initial)[:1] if cost == "cards" else solve(puzzle, "ucs").plan
    assert plan is not None
    counts = puzzle.counts(plan, replay(puzzle, plan).cost)
    assert saying.in_words(counts) == told
    found = Result(Status.SOLVED, Stats(), tuple(plan), counts[puzzle.cost_unit])
    assert saying.verdict(puzzle, found) == f"giải xong với {told}"


def test_titles_of_others_stay_as_they_were_written() -> None:
    assert words.said_title("Stage 3") == "Màn 3"
    assert words.said_title("Sun: black and white") == "Sun: black and white"
