"""Planted faults are found and named, and what is right is not called wrong."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import Any

import pytest
from grading.handed_in import ESTIMATES, LINES, SUBMISSIONS, submission

import unriddle
from unriddle.catalog import PUZZLES, SOLVERS
from unriddle.core import Limits, Status
from unriddle.grading.assignment_file import find, parse
from unriddle.grading.faults import Kind
from unriddle.grading.grader import grade
from unriddle.grading.results import Grade, Outcome
from unriddle.heuristic_check import all_distances

pytestmark = pytest.mark.skipif(os.name != "posix", reason="submissions run on Linux and macOS")

HERE = Path(__file__).parent

SEARCH = """
[limits]
seconds = {seconds}
nodes = 2000
mebibytes = 256

[[task]]
hand_in = "search"
search = "mine"
levels = ["{level}"]
reference = "bfs"
points = {{ {points} }}
"""
HEURISTIC = """
[limits]
seconds = 60

[[task]]
hand_in = "heuristic"
heuristic_name = "mine"
levels = ["bloxorz/1"]
reference = "rolls"
points = { correct = 1, admissible = 1, consistent = 1, informed = 1, expansions = 1 }
"""
LOOPS = ("infinite_loop", "stubborn_loop")


def graded(name: str, text: str, folder: Path | None = None) -> Grade:
    return grade(parse(text, folder=folder), str(submission(name)))


def of_search(
    name: str, points: str = "correct = 1, optimal = 1, expansions = 1, order = 1", **more: Any
) -> Outcome:
    """The only test of a search on a level."""
    seconds = 2 if name in LOOPS else 60  # only these are to run out of time
    settings = {"seconds": seconds, "level": "bloxorz/1", "points": points, **more}
    (test,) = graded(name, SEARCH.format(**settings)).tests
    return test


def of_heuristic(name: str) -> Outcome:
    (test,) = graded(name, HEURISTIC).tests
    return test


SEARCHES = {
    "illegal_plan": Kind.ILLEGAL,
    "unsolved_plan": Kind.UNSOLVED,
    "suboptimal": Kind.SUBOPTIMAL,
    "false_optimal": Kind.FALSE_CLAIM,
    "wrong_tie": Kind.WRONG_ORDER,
    "wrong_cost": Kind.WRONG_COST,
    "false_unsolvable": Kind.FALSE_UNSOLVABLE,
    "finds_nothing": Kind.FINDS_NOTHING,
    "returns_a_number": Kind.NO_PLAN,
    "yields_states": Kind.NO_PLAN,
    "infinite_loop": Kind.OUT_OF_TIME,
    "stubborn_loop": Kind.OUT_OF_TIME,
    "runs_in_circles": Kind.OUT_OF_NODES,
    "memory_hog": Kind.OUT_OF_MEMORY,
    "writes_files": Kind.WRITES,
    "removes_files": Kind.WRITES,
    "forks": Kind.PROCESSES,
    "starts_a_program": Kind.PROCESSES,
    "fork_behind_python": Kind.PROCESSES,
    "daemon": Kind.PROCESSES,
    "network": Kind.NETWORK,
    "prints_megabytes": Kind.PRINTS,
    "raises": Kind.RAISES,
    "crashes": Kind.CRASHES,
    "exits": Kind.ENDS_ITSELF,
    "exits_at_once": Kind.ENDS_ITSELF,
    "imports_solver": Kind.IMPORTS,
    "calls_solve": Kind.IMPORTS,
    "imports_engine": Kind.IMPORTS,
    "reads_solver": Kind.IMPORTS,
    "changes_initial": Kind.CHANGES_STATES,
    "patches_rules": Kind.CHANGES_RULES,
    "patches_code": Kind.CHANGES_RULES,
    "patches_puzzle": Kind.CHANGES_RULES,
    "passes_by": Kind.BYPASSES,
    "no_python": Kind.NO_PYTHON,
    "nothing_registered": Kind.MISSING,
    "kills_the_grader": Kind.TAMPERS,
    "forges_an_answer": Kind.TAMPERS,
    "steals_the_token": Kind.TAMPERS,
    "lifts_limits": Kind.TAMPERS,
    "closes_everything": Kind.ENDS_ITSELF,
    "prints_results": Kind.ILLEGAL,
    "reads_the_levels": Kind.TAMPERS,
    "sets_its_count_back": Kind.TAMPERS,
    "raises_many_words": Kind.RAISES,
}
HEURISTICS = {
    "inadmissible_by_one": Kind.INADMISSIBLE,
    "false_admissible": Kind.FALSE_CLAIM,
    "inconsistent": Kind.INCONSISTENT,
    "infinite_estimate": Kind.CUTS_OFF,
    "not_a_number": Kind.NO_NUMBER,
    "negative_estimate": Kind.NO_NUMBER,
    "text_estimate": Kind.NO_NUMBER,
    "imports_heuristic": Kind.IMPORTS,
}
PARTLY = ("suboptimal", "wrong_tie", "wrong_cost", "passes_by", "false_optimal")
"""These have points for what is right about them."""


@pytest.mark.parametrize("name", SEARCHES)
def test_a_fault_of_a_search_is_found_and_named(name: str) -> None:
    test = of_search(name)
    assert SEARCHES[name] in [fault.kind for fault in test.faults], test
    assert test.faults[0].kind is SEARCHES[name]
    assert test.score < test.most
    assert (test.score > 0) == (name in PARTLY)
    assert {part.name for part in test.parts} == set(test.task.points)


@pytest.mark.parametrize("name", HEURISTICS)
def test_a_fault_of_a_heuristic_is_found_and_named(name: str) -> None:
    test = of_heuristic(name)
    assert test.faults[0].kind is HEURISTICS[name], test
    assert test.score < test.most
    assert {part.name for part in test.parts} == set(test.task.points)


def test_every_submission_is_tried() -> None:
    tried = {*SEARCHES, *HEURISTICS, "good_bfs", "good_plain", "exact", "changes_states"}
    assert tried == {*LINES, *ESTIMATES, *(path.stem for path in SUBMISSIONS.glob("*.*"))}


@pytest.mark.parametrize("name", ["good_bfs", "good_plain"])
def test_what_is_right_has_all_points(name: str) -> None:
    test = of_search(name)
    assert not test.faults
    assert test.score == test.most
    assert test.figures["cost"] == 7


def test_a_right_heuristic_has_all_points() -> None:
    test = of_heuristic("exact")
    assert not test.faults
    assert test.score == test.most
    assert test.figures["informed"] == 1


# What is told.


def test_an_illegal_move_is_told_with_the_position() -> None:
    (fault,) = of_search("illegal_plan").faults
    assert fault.words.startswith("move 4 of 23, U: ")
    assert "the position before it:\n" in fault.shown


def test_a_suboptimal_plan_is_told_with_a_shorter_one() -> None:
    (fault,) = (one for one in of_search("suboptimal").faults if one.kind is Kind.SUBOPTIMAL)
    assert "there is one of 7 moves" in fault.words
    assert "it is: RRDRRRD\nyours: " in fault.shown


def test_an_estimate_that_is_one_too_high_is_told_with_the_state() -> None:
    (fault,) = of_heuristic("inadmissible_by_one").faults[:1]
    assert fault.words == "the estimate is 8, the exact distance 7"
    puzzle = unriddle.load("bloxorz/1")
    assert fault.shown == str(puzzle)


def test_an_exception_is_told_by_the_lines_of_the_submission() -> None:
    (fault,) = of_search("raises").faults
    assert fault.words == "KeyError: 'goal'"
    assert 'return states["goal"]' in fault.shown
    assert 'File "raises.py", line 6, in mine' in fault.shown
    assert "grading" not in fault.shown


def test_another_order_is_told_with_both_boards() -> None:
    fault = of_search("wrong_tie").faults[0]
    assert fault.words == "expansion 2 is of another state than the reference's"
    assert "yours:\n" in fault.shown
    assert "the reference:\n" in fault.shown


def test_a_state_that_was_changed_is_told() -> None:
    text = SEARCH.format(seconds=60, level="stones/1", points="correct = 1")
    (test,) = graded("changes_states", f'files = ["stones.py"]\n{text}', HERE).tests
    assert [fault.kind for fault in test.faults] == [Kind.CHANGES_STATES]
    assert test.faults[0].words == "5 stones became 0 stones"
    assert test.score == 0


def test_a_puzzle_of_a_teacher_is_graded() -> None:
    text = SEARCH.format(seconds=60, level="stones", points="correct = 1, optimal = 1, order = 1")
    grade = graded("good_bfs", f'files = ["stones.py"]\n{text}', HERE)
    assert [test.figures["cost"] for test in grade.tests] == [3, 4]
    assert grade.score == grade.most == 6


def test_who_prints_or_writes_results_has_no_more_points(tmp_path: Path) -> None:
    test = of_search("prints_results")
    assert '"score": 1000' in test.printed
    assert test.score == 0
    assert not test.notes  # nothing that was prepared for the end of the program has happened


def test_files_in_the_scratch_folder_are_allowed_told_and_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    source = (SUBMISSIONS / "good_plain.py").read_text()
    path = tmp_path / "mine.py"
    path.write_text(source.replace("    ways =", '    open("log", "w").close()\n    ways =', 1))
    text = SEARCH.format(seconds=60, level="bloxorz/1", points="correct = 1")
    (test,) = grade(parse(text), str(path)).tests
    assert test.score == 1
    assert test.notes == ["it left 1 file in its folder: log"]
    assert list(tmp_path.iterdir()) == [path]


def test_an_unsolvable_level_wants_no_plan(tmp_path: Path) -> None:
    (tmp_path / "shut.xsb").write_text("#####\n#@$.#\n#####\n\n####\n#$.#\n#@ #\n####\n")
    text = SEARCH.format(seconds=60, level="shut.xsb", points="correct = 1")
    tests = graded("good_bfs", text, tmp_path).tests
    assert [test.score for test in tests] == [1, 1]
    tests = graded("finds_nothing", text, tmp_path).tests
    assert [test.score for test in tests] == [0, 1]


def test_a_search_and_its_heuristic_are_graded_together(tmp_path: Path) -> None:
    path = tmp_path / "both.py"
    path.write_text((SUBMISSIONS / "exact.py").read_text() + GREEDY)
    text = """
        [[task]]
        hand_in = "both"
        search = "climb"
        heuristic_name = "mine"
        levels = ["bloxorz/1"]
        reference = "astar"
        points = { correct = 1, optimal = 1, expansions = 1, admissible = 1 }"""
    (test,) = grade(parse(text), str(path)).tests
    assert not test.faults
    # The estimate leads it straight to the goal, after its tables were made: that counts, too.
    states = len(all_distances(unriddle.load("bloxorz/1")) or ())
    assert test.figures["expansions"] == states + 7
    assert [part.earned for part in test.parts if part.name != "expansions"] == [1, 1, 1]


GREEDY = '''

@unriddle.search
def climb(puzzle, estimate):
    """Always to the state that looks nearest."""
    state, plan = puzzle.initial, []
    while not puzzle.is_goal(state):
        action, state, _ = min(puzzle.successors(state), key=lambda step: estimate(step[1]))
        plan.append(action)
    return plan
'''


def test_a_level_with_many_states_is_compared_along_an_optimal_plan() -> None:
    text = HEURISTIC.replace('hand_in = "h', 'states = 20\nhand_in = "h')
    (test,) = graded("exact", text).tests
    assert not test.faults
    assert test.score == test.most
    assert "of an optimal plan" in test.parts[0].words
    (test,) = graded("inadmissible_by_one", text).tests
    assert test.faults[0].kind is Kind.INADMISSIBLE


def test_every_fault_has_words_of_its_own() -> None:
    assert len({str(kind) for kind in Kind}) == len(Kind)


def test_the_process_says_what_holds_it() -> None:
    grade = graded("good_bfs", SEARCH.format(seconds=60, level="bloxorz/1", points="correct = 1"))
    assert any(words.startswith("no network") for words in grade.protection)
    assert any("MiB" in words or "memory" in words for words in grade.protection)


def test_a_task_that_is_hopeless_is_not_run_on(tmp_path: Path) -> None:
    text = SEARCH.format(seconds=1, level="bloxorz/1-4", points="correct = 1")
    tests = graded("infinite_loop", text).tests
    assert [fault.kind for test in tests for fault in test.faults] == [Kind.OUT_OF_TIME] * 4
    run, passed_over = tests[1].faults[0], tests[2].faults[0]
    assert run.words == "it had not ended after 1 s"
    assert passed_over.words == "it was not run: before, it ran out of time on 2 levels"


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ("from unriddle import *", None),
        ("from functools import partial\nsearch(partial(mine))", None),
        (
            "class Mine:\n    def __call__(self, puzzle):\n        return good(puzzle)\n"
            "good, mine = mine, search(Mine())",
            None,
        ),
        ("mine = lambda puzzle, good=mine: map(str, good(puzzle))", None),
        ("async def mine(puzzle): ...", Kind.MISSING),
        ("@search\ndef mine(): ...", Kind.MISSING),
        ("x = 1\0", Kind.NO_PYTHON),
    ],
)
def test_odd_styles_are_fine_and_what_is_no_search_is_named(
    lines: str, kind: Kind | None, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    good = (SUBMISSIONS / "good_plain.py").read_text("utf-8")
    path.write_text(f"{good}\n\nfrom unriddle import search\n{lines}\n", "utf-8")
    text = SEARCH.format(seconds=60, level="bloxorz/1", points="correct = 1, order = 1")
    (test,) = grade(parse(text), str(path)).tests
    assert [fault.kind for fault in test.faults] == ([kind] if kind else [])
    assert test.score == (0 if kind else 2)


def test_the_assignment_cannot_be_read(tmp_path: Path) -> None:
    path, file = tmp_path / "hidden.toml", tmp_path / "mine.py"
    path.write_text(SEARCH.format(seconds=60, level="bloxorz/1", points="correct = 1"), "utf-8")
    good = (SUBMISSIONS / "good_plain.py").read_text("utf-8")
    file.write_text(f"{good}\n\nopen({str(path)!r})\n", "utf-8")
    (test,) = grade(find(str(path)), str(file)).tests
    assert test.faults[0].kind is Kind.TAMPERS
    assert test.faults[0].words == "reads hidden.toml"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"x = 1\x00", b"# coding: nonsense\nx = 1\n"])
def test_what_is_no_text_is_graded_too(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(content)
    text = SEARCH.format(seconds=60, level="bloxorz/1", points="correct = 1")
    (test,) = grade(parse(text), str(path)).tests
    assert test.faults[0].kind in (Kind.NO_PYTHON, Kind.RAISES, Kind.MISSING)
    assert test.score == 0


def test_who_recurses_deeply_may_have_a_larger_stack(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import resource\n"
        "limits = resource.getrlimit(resource.RLIMIT_STACK)\n"
        "resource.setrlimit(resource.RLIMIT_STACK, limits)\n"
        + (SUBMISSIONS / "good_plain.py").read_text()
    )
    text = SEARCH.format(seconds=60, level="bloxorz/1", points="correct = 1")
    (test,) = grade(parse(text), str(path)).tests
    assert test.score == 1


# No false alarm: every search and every heuristic of ours, handed in as a file.


def handed_in(function: Any, decorator: str, folder: Path) -> Path:
    """The source of the module that has the function, with the decorator applied to it."""
    source = inspect.getsource(inspect.getmodule(function))  # type: ignore[arg-type]
    path = folder / "submission.py"
    path.write_text(f"{source}\n\nimport unriddle\n{decorator}({function.__name__})\n")
    return path


END_OF_A_GAME = """\
Foundations: C-J D-J H-J S-J
KC QD
QC KD
KS QH
QS KH
:
"""
ALLOWED = """
allow = [
    "unriddle.search.pseudocode",
    "unriddle.search.rng",
    "unriddle.puzzles.sokoban.deadlocks",
    "unriddle.puzzles.sokoban.distances",
    "unriddle.puzzles.sokoban.matching",
]
"""


@pytest.mark.parametrize("level", ["bloxorz/1", "sokoban/uit/4"])
@pytest.mark.parametrize("solver", [name for name, one in SOLVERS.items() if not one.own])
def test_no_false_alarm_on_our_searches(solver: str, level: str, tmp_path: Path) -> None:
    entry = SOLVERS[solver]
    ours = unriddle.solve(level, solver, engine="python", limits=Limits(nodes=2000))
    solved = ours.status is Status.SOLVED
    points = "correct = 1, expansions = 1, order = 1" if solved else "correct = 1"
    text = SEARCH.format(seconds=60, level=level, points=points)
    text = text.replace("2000", "200_000") if solved else text
    text = text.replace('reference = "bfs"', f'reference = "{solver}"' if solved else "")
    if entry.informed:
        puzzle = PUZZLES[level.partition("/")[0]]
        text += f'heuristic = "{puzzle.heuristic_for(solver)}"\n'
    best = entry.proves_optimal(unriddle.load(level), unriddle.Heuristic(len, admissible=True))
    decorator = f"unriddle.search(name='mine', optimal={best})"
    file = handed_in(entry.search, decorator, tmp_path)
    (test,) = grade(parse(ALLOWED + text), str(file)).tests
    if solved:
        assert not test.faults, test.faults
        assert test.score == 3
        assert test.figures["cost"] == ours.cost
    else:
        kinds = {Status.OUT_OF_NODES: Kind.OUT_OF_NODES, Status.GAVE_UP: Kind.FINDS_NOTHING}
        assert [fault.kind for fault in test.faults] == [kinds[ours.status]]


@pytest.mark.parametrize(
    ("puzzle", "heuristic"),
    [(name, heuristic) for name, one in PUZZLES.items() for heuristic in one.heuristics],
)
def test_no_false_alarm_on_our_heuristics(puzzle: str, heuristic: str, tmp_path: Path) -> None:
    (tmp_path / "end.txt").write_text(END_OF_A_GAME)
    levels = {"bloxorz": "bloxorz/3", "sokoban": "sokoban/uit/2", "freecell": "end.txt"}
    maker: Any = PUZZLES[puzzle].heuristics[heuristic]
    ours = maker(unriddle.load(tmp_path / "end.txt" if puzzle == "freecell" else levels[puzzle]))
    claims = f"admissible={ours.admissible}, consistent={ours.consistent}"
    source = inspect.getsource(inspect.getmodule(maker))  # type: ignore[arg-type]
    path = tmp_path / "submission.py"
    path.write_text(
        f"{source}\n\nimport unriddle\n\n"
        f"@unriddle.heuristic(puzzle={puzzle!r}, {claims})\n"
        f"def mine(puzzle):\n    return {maker.__name__}(puzzle).estimate\n"
    )
    text = f"""
        {ALLOWED}
        [[task]]
        hand_in = "heuristic"
        heuristic_name = "mine"
        levels = ["{levels[puzzle]}"]
        reference = "{heuristic}"
        points = {{ correct = 1, equal = 1 }}
        limits = {{ seconds = 60 }}"""
    (test,) = grade(parse(text, folder=tmp_path), str(path)).tests
    if heuristic == "evaluation":  # below 0 where the game is won, which no heuristic may be
        assert [fault.kind for fault in test.faults] == [Kind.NO_NUMBER]
        return
    assert not test.faults, test.faults
    assert test.score == 2


def test_a_submission_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assignment = parse(SEARCH.format(seconds=60, level="bloxorz/1", points="correct = 1"))
    with pytest.raises(unriddle.BadInput, match=r"missing\.py"):
        grade(assignment, str(tmp_path / "missing.py"))
