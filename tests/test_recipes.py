"""docs/recipes.md, followed to the letter on a copy of the program: it works everywhere."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from recipes.program import (
    HEURISTIC,
    HEURISTIC_TWIN,
    PUZZLE,
    SEARCH,
    TESTS,
    TWIN,
    Program,
    Recipe,
    follow,
)
from recipes.program import make_program as make

from unriddle import native

RECIPES = (TESTS.parent / "docs" / "recipes.md").read_text("utf-8")
NEEDS_ENGINE = pytest.mark.skipif(not native.available, reason=native.why_not)
NO_TWIN = "note: engine: python (the native engine has no {lack})"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return make(tmp_path_factory.mktemp("program"))


# What the recipes say.


def row_of(what: str) -> tuple[set[str], set[str]]:
    """The new files and those that change, as the table at the top of the recipes names them."""
    (row,) = re.findall(rf"^\| {re.escape(what)} \|(.*)\|(.*)\|$", RECIPES, re.MULTILINE)
    new, changed = (set(re.findall(r"`([^`]+)`", cell)) for cell in row)
    return new, changed


@pytest.mark.parametrize(
    ("what", "recipe", "names"),
    [
        ("a search", SEARCH, {"<name>": "enforced"}),
        ("a heuristic", HEURISTIC, {"<p>": "sokoban"}),
        ("a puzzle", PUZZLE, {"<p>": "frogs"}),
    ],
)
def test_the_table_names_every_file_that_is_touched(
    what: str, recipe: Recipe, names: dict[str, str]
) -> None:
    new, changed = row_of(what)
    for word, name in names.items():
        new = {path.replace(word, name) for path in new}
        changed = {path.replace(word, name) for path in changed}
    # A folder stands for all that is in it.
    folders = tuple(path for path in new if path.endswith("/"))
    files = {path for path in recipe.files if not path.startswith(folders or "\0")}
    assert files == new - set(folders)
    assert all(any(path.startswith(one) for path in recipe.files) for one in folders)
    assert set(recipe.lines) == changed


def test_the_table_names_the_files_of_a_twin() -> None:
    (row,) = re.findall(r"^\| its native twin \| (`native/search.*)\|$", RECIPES, re.MULTILINE)
    files = [path.replace("<name>", "enforced") for path in re.findall(r"`([^`]+)`", row)]
    assert files == [*TWIN.files, *TWIN.lines]
    (row,) = re.findall(r"^\| its native twin \| \|(.*)\|$", RECIPES, re.MULTILINE)
    assert re.findall(r"Sokoban: `([^`]+)`", row) == [*HEURISTIC_TWIN.lines]


@pytest.mark.parametrize("recipe", [SEARCH, HEURISTIC, TWIN, HEURISTIC_TWIN])
def test_the_lines_of_the_recipes_are_those_that_are_added(recipe: Recipe) -> None:
    """A block, as a reader copies it, is one line of a table."""
    entries = [
        line.text
        for name, lines in recipe.lines.items()
        for line in lines
        if name.startswith(("catalog/", "native/")) and line.text.startswith(" ")
    ]
    assert len(entries) == 1
    assert f"\n{entries[0]}```" in RECIPES


# What is run of the tests of the program: all that looks at every search, heuristic or puzzle.
OWN_TESTS = (
    "tests/contract",
    "tests/tracing",
    "tests/test_layout.py",
    "tests/test_docs.py::test_every_solver_is_documented",
    "tests/test_docs.py::test_the_architecture_names_every_module_and_nothing_else",
    "tests/test_project.py::test_every_pack_names_its_source",
    "tests/web/test_static.py::test_what_the_server_says_has_a_translation",
    "tests/web/test_messages.py::test_refusals_are_said_in_vietnamese",
)


def test_the_tests_of_the_program_want_nothing_more(program: Program) -> None:
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k"]
    new = "enforced or boxes-left or frogs or bloxorz/8 or module or documented or names or says"
    done = program.python("-m", "pytest", *OWN_TESTS, *options, new)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


# On the command line.


def test_the_copy_is_what_runs(program: Program) -> None:
    where = program.python("-c", "import unriddle; print(unriddle.__file__)").stdout
    assert Path(where.strip()).parent == program.package


def test_a_new_puzzle_is_solved_and_says_by_what(program: Program) -> None:
    done = program.run("solve", "frogs/1-3", "--json")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["cost"] for one in records] == [3, 8, 15]
    assert all(one["engine"] == "python" and one["optimal"] for one in records)
    if native.available:
        assert done.stderr.splitlines() == [NO_TWIN.format(lack="puzzle named frogs")]


def test_what_was_asked_for_is_not_said(program: Program) -> None:
    assert program.run("solve", "frogs/1", "--engine", "python").stderr == ""
    refused = program.python("-m", "unriddle", "solve", "frogs/1", "--engine", "native")
    assert refused.returncode == 33
    assert "the native engine" in refused.stderr


def test_levels_of_a_new_puzzle_come_as_text_too(program: Program) -> None:
    shown = program.run("solve", "-", "--leap", "2", stdin="FF_TT mine\nF_T\n").stdout
    assert "mine" in shown
    assert shown.count("solved in") == 2


def test_no_solution_of_a_new_puzzle_is_proved_and_judged(program: Program) -> None:
    done = program.python("-m", "unriddle", "solve", "frogs/5", "--json")
    record = json.loads(done.stdout)
    assert (record["status"], record["checked"]) == ("unsolvable", True)


def test_every_solver_is_compared_on_a_new_puzzle(program: Program) -> None:
    done = program.run("compare", "frogs/2", "--solvers", "all", "--json", "--nodes", "2000")
    solvers = {json.loads(line)["solver"] for line in done.stdout.splitlines()}
    assert {"bfs", "astar", "mcts", "enforced"} <= solvers
    if native.available:
        assert done.stderr.count("note:") == 1


def test_a_batch_of_a_new_puzzle_is_kept_and_exported(program: Program) -> None:
    store = ["--store", "frogs.sqlite"]
    program.run("batch", "frogs", *store, "--workers", "1")
    rows = list(csv.DictReader(io.StringIO(program.run("batch", "--export", "csv", *store).stdout)))
    assert {row["level"]: row["status"] for row in rows} == {
        **{f"frogs/{number}": "solved" for number in (1, 2, 3, 4)},
        "frogs/5": "unsolvable",
    }
    assert {row["engine"] for row in rows} == {"python"}


def test_lists_and_pictures_have_what_is_new(program: Program) -> None:
    listed = program.run("solvers").stdout
    for words in ("enforced", "boxes-left", "displaced", "--leap"):
        assert words in listed
    assert "rows of stones" in program.run("levels").stdout
    assert "three and three" in program.run("levels", "frogs").stdout
    assert " F  F  _  T  T" in program.run("show", "frogs/2").stdout
    assert program.run("check", "frogs/1", "1 3 2").stdout.strip().endswith("solved in 3 moves")


def test_a_level_of_a_new_puzzle_is_rated(program: Program) -> None:
    rated = json.loads(program.run("rate", "frogs/2", "--json").stdout)
    assert (rated["optimum"], rated["difficulty"]) == (8, None)
    assert "difficulty" not in program.run("rate", "frogs/2").stdout


def test_a_table_of_a_new_search(program: Program) -> None:
    spec = program.folder / "mine.toml"
    spec.write_text(
        'title = "Mine"\n[[block]]\ntitle = "Frogs"\nlevels = ["frogs/1-3"]\n'
        'figures = ["moves"]\n[[block.solver]]\nname = "a"\nsolver = "astar"\n'
        '[[block.solver]]\nname = "b"\nsolver = "enforced"\n'
    )
    done = program.run("table", str(spec))
    assert "frogs/" in done.stdout
    if native.available:
        assert done.stderr.splitlines() == [NO_TWIN.format(lack="puzzle named frogs")]


@pytest.mark.parametrize("level", ["bloxorz/1", "sokoban/uit/1", "freecell/1"])
def test_a_new_search_solves_every_puzzle(program: Program, level: str) -> None:
    done = program.python(
        "-m", "unriddle", "solve", level, "--solver", "enforced", "--json", "--nodes", "3000"
    )
    record = json.loads(done.stdout)
    assert record["engine"] == "python"
    assert record["expanded"] > 0
    if native.available:
        assert done.stderr.splitlines() == [NO_TWIN.format(lack="search named enforced")]


def test_a_new_heuristic_guides_a_search(program: Program) -> None:
    done = program.run(
        "solve", "sokoban/uit/1", "--solver", "astar", "--heuristic", "boxes-left", "--json"
    )
    record = json.loads(done.stdout)
    assert (record["heuristic"], record["cost"], record["optimal"]) == ("boxes-left", 12, True)
    if native.available:
        lack = "heuristic named boxes-left"
        assert done.stderr.splitlines() == [NO_TWIN.format(lack=lack)]


@NEEDS_ENGINE
def test_what_has_a_twin_runs_native_and_says_nothing(program: Program) -> None:
    done = program.run("compare", "sokoban/uit/1", "--solvers", "bfs,enforced", "--json")
    engines = {one["solver"]: one["engine"] for one in map(json.loads, done.stdout.splitlines())}
    assert engines == {"bfs": "native", "enforced": "python"}
    assert done.stderr.count("note:") == 1
    assert program.run("solve", "sokoban/uit/1", "--solver", "bfs").stderr == ""


# In the terminal and on the page.

PLAY = """
from tui.harness import PLAIN, perform, screen_text, until
from unriddle.tui.app import UnriddleApp

async def scene(pilot):
    screen = pilot.app.screen
    assert "F  F  _  T  T" in screen_text(pilot.app)
    assert "moves: 1, 2, 4, 5" in screen_text(pilot.app)
    await pilot.press("2")
    await pilot.pause()
    assert [str(move) for move in screen.session.moves] == ["2"]
    await pilot.press("h")
    await until(pilot, lambda: "hint: 4" in screen_text(pilot.app))
    await pilot.press("u")
    await pilot.pause()
    assert not screen.session.moves
    await until(pilot, lambda: "optimum 8" in screen_text(pilot.app))

perform(UnriddleApp("frogs/2", support=PLAIN), scene)
print("played")
"""

TALK = """
from web.page_client import page, server

with server() as client:
    menu = client.get("/api/menu").json()
    (frogs,) = [one for one in menu["puzzles"] if one["name"] == "frogs"]
    assert (frogs["board"], frogs["native"]) == ("drawn", False)
    cards = client.get("/api/levels", params={"pack": "frogs", "first": 1, "count": 9}).json()
    assert len(cards["levels"]) == 5
    assert cards["levels"][0]["state"]["rows"][0][0] == ["  F", "frog"]
    with page(client) as talk:
        opened = talk.ask("open", id="frogs/4")
        assert opened["legal"] == ["4", "5", "7", "8"]
        assert talk.ask("move", move="10")["type"] == "refused"
        moved = talk.ask("move", move="5")
        assert (moved["moves"], moved["written"]) == (["5"], "5")
        assert talk.ask("hint")["move"] in moved["legal"]
        assert talk.ask("outlook")["solvable"] is True
        optimum = talk.ask("optimum")
        assert (optimum["cost"], optimum["proved"]) == (35, True)
        assert talk.ask("undo")["moves"] == []
        ended = talk.ask("solve", run="one", solver="astar")
        assert (ended["status"], ended["engine"]) == ("solved", "python")
        assert ended["counts"] == {"move": 35}
        assert len(talk.ask("frames", run="one", first=0, count=50)["frames"]) == 35
        again = talk.ask("open", id="frogs/4", moves=" ".join(ended["plan"]))
        assert again["solved"] and again["flaw"] is None
        view = talk.ask("stepper", solver="enforced")
        assert view["expanded"] == 0
        assert talk.ask("step", count=3)["expanded"] == 3
        assert talk.ask("open", id="sokoban/uit/1")["board"] == "sokoban"
        mine = talk.ask("solve", run="two", solver="enforced", engine="")
        assert mine["engine"] == "python"
        print("talked", mine["missingTwin"])
"""


def test_a_new_puzzle_is_played_in_the_terminal(program: Program) -> None:
    done = program.python("-c", PLAY)
    assert done.stdout == "played\n", done.stderr


def test_a_new_puzzle_is_played_and_solved_by_the_server_of_the_page(program: Program) -> None:
    done = program.python("-c", TALK)
    said = " the native engine has no search named enforced" if native.available else ""
    assert done.stdout.rstrip() == f"talked{said}", done.stderr


# In the engine.

PROBE = """
#include <iostream>
#include "search/engine.h"
#include "tests/graph_domain.h"
using namespace unriddle;
int main() {
    int solved = 0, stuck = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SplitMix64 rng(seed);
        const tests::Graph graph(rng, 2 + tests::roll(rng, 50u), 9, tests::Tags::few);
        auto engine = std::make_shared<Engine<tests::Graph>>(graph);
        Settings settings;
        settings.set("heuristic", std::string("any"));
        Control control;
        const Outcome outcome = engine->search("enforced", settings)(control);
        solved += outcome.status == Status::solved;
        stuck += outcome.status == Status::stuck;
        const bool is_solved = outcome.status == Status::solved;
        if (is_solved && graph.cost_of(outcome.plan) != outcome.cost) return 1;
    }
    const bool ended = solved > 0 && stuck > 0 && solved + stuck == 200;
    std::cout << (ended ? "found" : "wrong") << std::endl;
}
"""


HEURISTIC_PROBE = """
#include <iostream>
#include "sokoban/textbook/estimates.h"
using namespace unriddle;
int main() {
    sokoban::Level level;  // a corridor: player, box, box on a goal, goal
    level.width = 6, level.floor = {7, 8, 9, 10}, level.player = 7;
    level.boxes = {8, 9}, level.goals = {9, 10};
    const sokoban::Board board(level);
    const auto boxes = board.numbers(level.boxes);
    const auto& found = named("heuristic", "boxes-left", sokoban::heuristics());
    std::cout << found.rest(board, boxes, board.number(level.player)) << std::endl;
}
"""


SOKOBAN_SOURCES = (
    "textbook/estimates textbook/eight_goals textbook/push_distances board/assignment board/board "
    "board/freeze board/push_graph"
)


@pytest.mark.parametrize(
    ("recipe", "probe", "sources", "said"),
    [
        (TWIN, PROBE, "", "found\n"),
        (HEURISTIC_TWIN, HEURISTIC_PROBE, SOKOBAN_SOURCES, "1\n"),
    ],
)
def test_a_twin_is_one_function_and_one_line(
    tmp_path: Path, recipe: Recipe, probe: str, sources: str, said: str
) -> None:
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    shutil.copytree(TESTS.parent / "native", tmp_path / "native")
    follow(recipe, tmp_path)
    (tmp_path / "probe.cpp").write_text(probe)
    others = [f"native/sokoban/{name}.cpp" for name in sources.split()]
    command = [compiler, "-std=c++20", "-O0", "-I", "native", "probe.cpp", *others, "-o", "probe"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    assert subprocess.check_output([tmp_path / "probe"], text=True) == said
