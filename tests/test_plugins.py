"""Files of users: what they register, what is wrong with them, and that everybody knows it."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle
from unriddle import BadInput, FaultyCode, Limits, Status, catalog, plugins
from unriddle.catalog import PUZZLES, SOLVERS
from unriddle.catalog.own import OwnNotation

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

MINE = '''
import unriddle

@unriddle.search
def mine(puzzle, depth: int = 50):
    """Always the first move."""
    state, plan = puzzle.initial, []
    while not puzzle.is_goal(state) and len(plan) < depth:
        plan.append(puzzle.actions(state)[0])
        state = puzzle.apply(state, plan[-1])
    return plan if puzzle.is_goal(state) else None

@unriddle.heuristic(puzzle="bloxorz", admissible=True)
def nothing(state):
    """Nothing is known."""
    return 0

@unriddle.puzzle(levels={"short": 3, "long": 9}, about="lines of stones")
class Stones(unriddle.Puzzle[int, int]):
    """Take one stone, or two, until none is left."""

    def __init__(self, stones, *, most: int = 2):
        self.initial = stones
        self.most = most

    def actions(self, state):
        return list(range(1, min(self.most, state) + 1))

    def apply(self, state, action):
        if action not in self.actions(state):
            raise unriddle.IllegalMove(action, "there are not so many")
        return state - action

    def is_goal(self, state):
        return state == 0

    def draw(self, state):
        return "o" * state or "-"
'''


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return str(path)


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "own.py"
    path.write_text(text)
    return str(path)


# What a file registers.


def test_a_file_says_what_it_registers_and_is_run_once(mine: str) -> None:
    first = plugins.load_file(mine)
    assert list(first.searches) == ["mine"]
    assert list(first.heuristics) == [("bloxorz", "nothing")]
    assert list(first.puzzles) == ["stones"]
    assert plugins.load_file(mine) is first
    assert plugins.sources() == {mine: MINE}


def test_an_object_that_is_called_has_the_name_of_its_class(tmp_path: Path) -> None:
    text = (
        "import unriddle\n"
        "class Zero:\n    def __call__(self, state): return 0\n"
        "unriddle.heuristic(puzzle='bloxorz')(Zero())\n"
        "class First:\n    def __call__(self, puzzle): return None\n"
        "unriddle.search(First())\n"
    )
    found = plugins.load_file(written(tmp_path, text))
    assert [*found.heuristics, *found.searches] == [("bloxorz", "Zero"), "First"]


def test_a_file_that_has_changed_is_run_again(mine: str) -> None:
    before = plugins.load_file(mine)
    Path(mine).write_text(MINE.replace("Always the first", "Now and then another"))
    after = plugins.load_file(mine)
    assert after is not before
    assert SOLVERS["mine"].summary == "Now and then another move."


def test_what_is_registered_stands_beside_ours(mine: str) -> None:
    plugins.load_file(mine)
    assert SOLVERS["mine"].summary == "Always the first move."
    assert [one.name for one in SOLVERS["mine"].settings] == ["depth"]
    result = unriddle.solve("stones/2", "mine")
    assert (result.status, result.cost) == (Status.SOLVED, 9)
    assert unriddle.solve("stones/2", "mine", depth=2).status is Status.GAVE_UP
    assert unriddle.solve("stones/2").cost == 5
    assert unriddle.solve(unriddle.load("stones/2", most=4)).cost == 3
    assert unriddle.load("stones/1").title == "short"
    assert unriddle.levels("stones") == ("stones/1", "stones/2")
    assert unriddle.solve("bloxorz/1", "astar", heuristic="nothing").optimal


def test_functions_can_be_passed_with_what_they_claim(mine: str) -> None:
    file = plugins.load_file(mine)
    search = file.searches["mine"].search
    maker: Any = file.heuristics["bloxorz", "nothing"]
    assert search is not None
    assert unriddle.solve("stones/1", search, depth=9).cost == 3
    assert unriddle.solve("bloxorz/1", "astar", heuristic=maker.function).optimal


def test_moves_of_any_kind_are_written_and_read(mine: str) -> None:
    plugins.load_file(mine)
    puzzle = unriddle.load("stones/2")
    assert unriddle.parse_plan(puzzle, "2 2 1") == (2, 2, 1)
    assert unriddle.replay(puzzle, "2 2 2 2 1").solved
    with pytest.raises(BadInput, match="'7' is not a move of Stones"):
        unriddle.parse_plan(puzzle, "7")
    session = unriddle.Session(puzzle)
    session.play("2")
    assert session.state == 7


def test_puzzles_and_states_of_a_file_travel(mine: str) -> None:
    plugins.load_file(mine)
    puzzle = unriddle.load("stones/2")
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert again != unriddle.load("stones/1")
    assert unriddle.load("stones/2", most=3) != puzzle
    heuristic = PUZZLES["bloxorz"].heuristics["nothing"](unriddle.load("bloxorz/1"))
    assert pickle.loads(pickle.dumps(heuristic)).admissible


def test_sources_are_loaded_in_another_process(mine: str) -> None:
    plugins.load_file(mine)
    program = (
        "import json, sys, unriddle\n"
        "from unriddle import plugins\n"
        "plugins.load_sources(json.load(sys.stdin))\n"
        "print(unriddle.solve('stones/2', 'mine').cost)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(plugins.sources()),
        capture_output=True,
        text=True,
    )
    assert done.stdout == "9\n", done.stderr


@pytest.mark.parametrize("decorator", ["search", "search()"])
def test_the_decorator_is_there_whatever_was_loaded_before(decorator: str) -> None:
    for first in ("import unriddle", "import unriddle.search.node, unriddle"):
        program = (
            f"{first}\n@unriddle.{decorator}\ndef mine(puzzle): pass\n"
            "from unriddle.search.beam import beam\nimport unriddle.search.beam as b\n"
            "print(unriddle.search.beam.beam is beam, len(unriddle.levels('sokoban/uit')))"
        )
        assert subprocess.check_output([sys.executable, "-c", program], text=True) == "True 18\n"


def test_levels_of_a_file_are_read_by_a_class_that_can(tmp_path: Path) -> None:
    reader = "    @staticmethod\n    def parse_level(text):\n        return len(text)\n\n"
    text = MINE.replace("    def draw", f"{reader}    def draw")
    plugins.load_file(written(tmp_path, text))
    puzzles = unriddle.read("ooo\n\noo\n", puzzle="stones")
    assert [puzzle.initial for puzzle in puzzles] == [3, 2]
    with pytest.raises(BadInput, match="it is empty"):
        unriddle.read("\n", puzzle="stones")


@given(st.lists(st.text("ab xyz", min_size=1, max_size=5).map(str.strip).filter(bool), max_size=6))
def test_plans_of_texts_are_read_as_they_were_written(plan: list[str]) -> None:
    class AnyMoves(unriddle.Puzzle[int, str]):
        initial = 0

        def actions(self, state: int) -> list[str]:
            return plan

        def apply(self, state: int, action: str) -> int:
            return state

        def is_goal(self, state: int) -> bool:
            return False

    notation = OwnNotation(AnyMoves, lambda: [AnyMoves()])
    assert list(notation.parse_plan(notation.format_plan(plan))) == plan


# What is wrong.


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "registers nothing"),
        ("import unriddle\n@unriddle.search(name='astar')\ndef f(p): ...", "already a search"),
        ("import unriddle\n@unriddle.search(name='best')\ndef f(p): ...", "already a search"),
        ("import unriddle\n@unriddle.search(name='a b')\ndef f(p): ...", "cannot be the name"),
        ("import unriddle\n@unriddle.search(name='all')\ndef f(p): ...", "cannot be the name"),
        ("import unriddle\nunriddle.search(5)", "is not a search"),
        ("import unriddle\n@unriddle.puzzle\ndef f(p): ...", "is not a class of puzzles"),
        ("import unriddle\n@unriddle.puzzle\nclass P(unriddle.Puzzle): ...", "has no actions"),
        (
            "import unriddle\n@unriddle.puzzle\nclass P(unriddle.Puzzle):\n"
            "    def __init__(self, settings=1): ...\n"
            "    actions = apply = is_goal = lambda *_: ...",
            "P has a rule named settings",
        ),
        (
            "import unriddle\n@unriddle.heuristic(puzzle='sokoba')\ndef f(s): ...",
            "unknown puzzle 'sokoba'",
        ),
        (
            "import unriddle\n@unriddle.heuristic(puzzle='sokoban', name='walk')\ndef f(s): ...",
            "already a heuristic",
        ),
    ],
)
def test_what_cannot_be_registered_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    before = dict(SOLVERS), dict(PUZZLES)
    with pytest.raises(BadInput, match=problem):
        plugins.load_file(written(tmp_path, text))
    assert (dict(SOLVERS), dict(PUZZLES)) == before
    assert not plugins.sources()


def test_a_file_that_fails_takes_back_what_it_registered(tmp_path: Path) -> None:
    path = written(tmp_path, f"{MINE}\n\ndef helper():\n    return 1 / 0\n\nhelper()\n")
    with pytest.raises(FaultyCode, match="your code raised ZeroDivisionError") as told:
        plugins.load_file(path)
    assert told.value.shown.count(f'File "{path}"') == 2
    assert "return 1 / 0" in told.value.shown
    assert "plugins.py" not in told.value.shown
    assert "mine" not in SOLVERS
    assert "stones" not in PUZZLES
    assert "nothing" not in PUZZLES["bloxorz"].heuristics


def test_a_file_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.py"
    file.write_text("x=" + "-" * 100_000 + "1")
    with pytest.raises(BadInput, match="nested too deeply"):
        plugins.load_file(str(file))


def test_no_python_is_told_with_the_place(tmp_path: Path) -> None:
    path = written(tmp_path, "def f(:\n")
    with pytest.raises(FaultyCode, match="is not valid Python") as told:
        plugins.load_file(path)
    assert "line 1" in told.value.shown


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        plugins.load_file(str(tmp_path / "nothing.py"))
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="not a text file"):
        plugins.load_file(str(tmp_path / "bytes.py"))
    if os.path.exists("/dev/zero"):
        with pytest.raises(BadInput, match="is larger than"):
            plugins.load_file("/dev/zero")
    with pytest.raises(FaultyCode, match="SystemExit"):
        plugins.load_file(written(tmp_path, "raise SystemExit(3)"))


def test_a_traceback_is_cut_to_the_file(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "import unriddle, heapq\n@unriddle.search\ndef mine(puzzle):\n"
        "    return inner([{}, {}])\n\ndef inner(rows):\n    return heapq.nsmallest(1, rows)\n",
    )
    plugins.load_file(path)
    with pytest.raises(TypeError) as raised:
        unriddle.solve("bloxorz/1", "mine")
    told = plugins.fault_of(raised.value)
    assert told is not None
    assert "your code raised TypeError" in told.problem
    lines = [line for line in told.shown.splitlines() if line.lstrip().startswith("File ")]
    assert len(lines) == 2
    assert all(path in line for line in lines)
    assert plugins.fault_of(ValueError("ours")) is None


def test_a_generator_that_raises_stop_iteration_is_at_fault(tmp_path: Path) -> None:
    text = "import unriddle\n@unriddle.search\ndef mine(puzzle):\n    yield next(iter([]))\n"
    plugins.load_file(written(tmp_path, text))
    with pytest.raises(RuntimeError) as raised:  # what Python makes of it
        unriddle.solve("bloxorz/1", "mine")
    told = plugins.fault_of(raised.value)
    assert told is not None
    assert "your code raised StopIteration" in told.problem
    assert "next(iter([]))" in told.shown


# What is installed.


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with an entry point, in a folder that can be put on the path."""
    info = tmp_path / "more_searches-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-searches\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[unriddle.plugins]\nmore = more_searches\n")
    (tmp_path / "more_searches.py").write_text(MINE)
    return tmp_path


def test_installed_packages_are_asked_when_a_name_is_not_known(package: Path) -> None:
    program = (
        "import sys, unriddle\n"
        "unriddle.solve('bloxorz/1', 'bfs')\n"
        "print('more_searches' in sys.modules)\n"
        "print(unriddle.solve('stones/2', 'mine').cost)\n"
        "print(unriddle.solve('bloxorz/1', 'astar', heuristic='nothing').cost)"
    )
    for text, expected in (
        (program, "False\n9\n7\n"),
        ("import unriddle; print('mine' in unriddle.solvers())", "True\n"),
        ("import unriddle; print('stones' in unriddle.levels())", "True\n"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", text],
            env={"PYTHONPATH": str(package)},
            capture_output=True,
            text=True,
        )
        assert done.stdout == expected, done.stderr


def test_a_package_that_cannot_be_loaded_is_in_nobodys_way(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "more_searches.py").write_text("1 / 0")
    monkeypatch.syspath_prepend(str(package))
    monkeypatch.setattr(catalog, "_installed", False)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert catalog.find_solver(None, "mine") is None
    assert "the plugin more cannot be used: ZeroDivisionError" in str(told[0].message)


def test_a_file_beside_the_file_is_theirs_too(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("def broken(puzzle):\n    return {}['oops']\n", "utf-8")
    text = "import unriddle\nfrom beside import broken\nunriddle.search(name='broken')(broken)\n"
    plugins.load_file(written(tmp_path, text))
    with pytest.raises(KeyError) as told:
        unriddle.solve("bloxorz/1", "broken")
    fault = plugins.fault_of(told.value)
    assert fault is not None
    assert "your code raised KeyError: 'oops'" in str(fault)
    assert "beside.py" in fault.shown
    with pytest.raises(ZeroDivisionError) as ours:
        1 / 0  # noqa: B018
    assert plugins.fault_of(ours.value) is None


@pytest.mark.parametrize("wrong", ["'no'", "None", "1"])
def test_a_claim_that_is_none_is_refused(tmp_path: Path, wrong: str) -> None:
    text = (
        f"import unriddle\n@unriddle.heuristic(puzzle='bloxorz', admissible={wrong})\n"
        "def h(state):\n    return 0\n"
    )
    with pytest.raises(BadInput, match="is not a claim"):
        plugins.load_file(written(tmp_path, text))


STUCK = """
import sys
import unriddle

class Base(unriddle.Puzzle):
    initial = 0
    def actions(self, state): return [1]
    def apply(self, state, action): return 1
    def is_goal(self, state): return state == 1

@unriddle.puzzle(name="stuck")
class Stuck(Base):
    def __init__(self):
        while True:
            pass

@unriddle.puzzle(name="leaves")
class Leaves(Base):
    def __init__(self): sys.exit(0)

@unriddle.puzzle(name="undrawn")
class Undrawn(Base):
    def draw(self, state):
        while True:
            pass
"""


def test_what_never_ends_outside_a_search_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugins.load_file(written(tmp_path, STUCK))
    with pytest.raises(FaultyCode, match=r"tried to end the program: exit\(0\)"):
        unriddle.load("leaves/1")
    puzzle = unriddle.load("undrawn/1")
    monkeypatch.setattr("unriddle.search.own_thread.PATIENCE", 0.3)
    monkeypatch.setattr("unriddle.search.own_checks.PATIENCE", 0.3)
    with pytest.raises(FaultyCode, match=r"making stuck/1 has not ended in 0\.3 s"):
        unriddle.load("stuck/1")
    with pytest.raises(FaultyCode, match="`draw` of Undrawn has not ended"):
        PUZZLES["undrawn"].notation.draw(puzzle, 0)
    endless = tmp_path / "endless.py"
    endless.write_text("while True:\n    pass\n", "utf-8")
    with pytest.raises(FaultyCode, match="has not ended in"):
        plugins.load_file(str(endless))


# The worked examples.


@pytest.mark.parametrize("name", ["own_search", "own_heuristic", "own_puzzle"])
def test_no_example_is_long(name: str) -> None:
    assert len((EXAMPLES / f"{name}.py").read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("level", ["bloxorz/1", "bloxorz/3", "sokoban/uit/2"])
def test_the_search_of_the_example_is_optimal(level: str) -> None:
    plugins.load_file(str(EXAMPLES / "own_search.py"))
    result = unriddle.solve(level, "rbfs", limits=Limits(nodes=100_000))
    assert result.optimal
    assert result.cost == unriddle.solve(level, "astar").cost


def test_the_search_of_the_example_finds_out_that_there_is_no_plan() -> None:
    plugins.load_file(str(EXAMPLES / "own_search.py"))
    (stage,) = unriddle.read("stage 1\n@##.!\n")
    assert unriddle.solve(stage, "rbfs").status is Status.UNSOLVABLE


def test_the_puzzle_of_the_example_is_solved_by_our_searches() -> None:
    plugins.load_file(str(EXAMPLES / "own_puzzle.py"))
    assert [unriddle.solve(level).cost for level in unriddle.levels("rush")] == [7, 16, 9]
    puzzle = unriddle.load("rush/1")
    assert str(puzzle).splitlines()[2] == " X  X  A  .  .  ."
    with pytest.raises(unriddle.IllegalMove, match="cannot move there"):
        unriddle.replay(puzzle, "X>")


ANY: Any = unriddle
"""The package as it is called by those who check no types."""
ONE_SEARCH = "import unriddle\n@unriddle.search\ndef mine(puzzle): return None\n"
ONE_HEURISTIC = "import unriddle\n@unriddle.heuristic(puzzle='sokoban')\ndef low(state): return 0\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [(ONE_SEARCH, "search named mine"), (ONE_HEURISTIC, "heuristic named low")],
)
def test_two_files_cannot_use_one_name(tmp_path: Path, text: str, what: str) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text(text)
    second.write_text(text)
    plugins.load_file(str(first))
    with pytest.raises(BadInput, match=f"already a {what}, in {first}") as refused:
        plugins.load_file(str(second))
    assert str(second) in str(refused.value)
    assert list(plugins.sources()) == [str(first)]
    first.write_text(f"{text}# changed\n")
    plugins.load_file(str(first))


def test_two_files_cannot_have_one_puzzle(mine: str, tmp_path: Path) -> None:
    plugins.load_file(mine)
    other = tmp_path / "other.py"
    other.write_text(
        "import unriddle\nfrom unriddle.puzzles.bloxorz.rules import Bloxorz\n"
        "@unriddle.puzzle(name='stones')\nclass Other(Bloxorz): pass\n"
    )
    with pytest.raises(BadInput, match="already a puzzle named stones, in"):
        plugins.load_file(str(other))


def test_a_name_may_have_letters_of_any_alphabet(tmp_path: Path) -> None:
    plugins.load_file(written(tmp_path, ONE_SEARCH.replace("mine", "搜索")))
    assert "搜索" in SOLVERS


@pytest.mark.parametrize(
    ("use", "problem"),
    [
        (lambda: ANY.puzzle(3), "3 is not a class of puzzles"),
        (lambda: ANY.puzzle(name=3)(unriddle.Bloxorz), "3 cannot be the name"),
        (lambda: ANY.puzzle(levels=3)(unriddle.Bloxorz), "'3' are not levels"),
        (lambda: ANY.heuristic(puzzle=3)(len), "'3' is not a puzzle"),
        (lambda: ANY.heuristic(len), "none is named"),
        (lambda: ANY.heuristic(puzzle="sokoban", name=3)(len), "3 cannot be the name"),
        (lambda: ANY.search(name=3)(len), "3 cannot be the name"),
        (lambda: ANY.solve("bloxorz/1", int), "int is a class"),
    ],
)
def test_decorators_say_what_they_cannot_use(use: Any, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        use()


def test_an_async_search_is_called_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="mine is an async function"):
        plugins.load_file(written(tmp_path, ONE_SEARCH.replace("def", "async def")))


def test_the_heuristic_of_the_example_travels() -> None:
    example = Path(__file__).resolve().parents[1] / "examples" / "own_heuristic.py"
    plugins.load_file(str(example))
    puzzle = unriddle.load("sokoban/uit/1")
    heuristic = PUZZLES["sokoban"].heuristics["nearest"](puzzle)
    again = pickle.loads(pickle.dumps(heuristic))
    assert again.admissible
    assert again.estimate(puzzle.initial) == heuristic.estimate(puzzle.initial)
