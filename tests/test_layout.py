"""The test of a module is where one looks for it: that of src/unriddle/a/b.py is tests/a/test_b.py.

A package may have one test for all its modules, tests/test_a.py. What the catalogue names is tested
by the tests that go through the catalogue, tests/contract. Other modules are listed here under the
test that has them.
"""

from __future__ import annotations

from inspect import getfile, unwrap
from pathlib import Path

from unriddle.catalog import PUZZLES, SOLVERS

TESTS = Path(__file__).resolve().parent
SOURCES = TESTS.parent / "src" / "unriddle"

TESTED_ELSEWHERE = {
    "test_planning.py": "catalog: planners",
    "batch/test_damage.py": "batch: contradictions",
    "batch/test_runner.py": "batch: chunk executor jobs local",
    "batch/test_store.py": "batch: export | figures",
    "cli/test_batch.py": "batch: cluster | worker",
    "cli/test_commands.py": """
        cli: analyse board compare levels options output play polish progress records serve show
        solve solvers""",
    "cli/test_generate.py": "cli: rate",
    "cli/test_own.py": "cli: completion heuristic_check",
    "cli/test_prove.py": "cli: check",
    "contract/test_promises.py": "catalog: puzzle_entry searches solver_entry",
    "engines/test_run.py": "engines: native_puzzle",
    "envs/test_env.py": "envs: bloxorz freecell kind levels rendering rewards sokoban",
    "envs/test_vector.py": "engines: batches",
    "experiments/test_spec_file.py": "experiments: spec",
    "experiments/test_table.py": """
        experiments: charts measuring plots report running text worker""",
    "editing/test_sheet.py": "editing: bloxorz sokoban",
    "grading/test_assignment_file.py": "grading: assignment",
    "grading/test_grader.py": """
        grading: child faults guard handing_in judging protocol reference results seal states
        recorder""",
    "grading/test_gradescope.py": "grading: words | cli: grade",
    "grading/test_sandbox.py": "grading: guardian",
    "judge/test_check.py": "judge: explore forms generic rules",
    "judge/test_lemmas.py": "judge: freecell sokoban",
    "pictures/test_svg.py": "pictures: bloxorz colours drawn freecell shapes sokoban",
    "puzzles/bloxorz/test_notation.py": "puzzles/bloxorz: level stage_file",
    "puzzles/freecell/test_notation.py": "puzzles/freecell: layouts",
    "puzzles/freecell/test_rules.py": "puzzles/freecell: cards table",
    "puzzles/sokoban/test_collection.py": "puzzles/sokoban: slc",
    "puzzles/sokoban/test_heuristics.py": "puzzles/sokoban: deadlocks distances matching",
    "puzzles/sokoban/test_notation.py": "puzzles/sokoban: xsb",
    "search/test_answers.py": "search: node",
    "search/test_own_run.py": "confirming | search: own_checks own_thread",
    "test_solving.py": "plans",
    "test_plugins.py": "catalog: own | search: own_heuristic",
    "tracing/test_readings.py": """
        search: pseudocode | tracing: layered_readings reading tree_reading""",
    "tracing/test_tracer.py": "tracing: nodes telling",
    "tui/screens/test_play.py": """
        tui: advice saying | tui/screens: records | tui/widgets: board_view""",
    "tui/screens/test_menu.py": "tui: packs",
    "tui/screens/test_search.py": """
        tui: background results | tui/screens: replay solver_choice table""",
    "tui/test_boards.py": "tui: ascii",
    "tui/test_snapshots.py": "tui: app styles | tui/screens: help | tui/widgets: keyed_screen",
    "tui/test_terminal.py": "tui: launch",
    "web/test_boards.py": "web/scenes: bloxorz freecell scene sokoban",
    "web/test_client.py": """
        web: game jobs request runs stepper executor | web/server: threads""",
    "web/test_drawn_board.py": "web/scenes: drawn",
    "web/test_limits.py": "web: outbox",
    "web/test_page.py": "web: macro_move",
    "web/server/test_app.py": "web: levels menu problem questions | web/server: guard",
    "web/server/test_connections.py": "web/server: log_filter serving",
}
"""By test: the modules that it has, as `folder: names`."""
TESTED_BY_ALL = {"__init__", "__main__", "version"}


def listed_modules() -> list[Path]:
    """The modules that are tested elsewhere."""
    found = []
    for entry in TESTED_ELSEWHERE.values():
        for part in entry.split("|"):
            folder, _, names = part.strip().rpartition(":")
            found += [Path(folder, f"{name}.py") for name in names.split()]
    return found


def in_the_catalogue() -> set[Path]:
    """The modules of its searches, and of each puzzle the entry and what every puzzle must have."""
    searches = [entry.search for entry in SOLVERS.values() if entry.search]
    found = {Path(getfile(unwrap(search))).resolve().relative_to(SOURCES) for search in searches}
    for name in PUZZLES:
        folder = Path("puzzles", name)
        found |= {folder / f"{module}.py" for module in ("rules", "notation", "heuristics")}
        found.add(Path("catalog", f"{name}.py"))
    return found


def has_its_test(module: Path) -> bool:
    """Has it a test of its own, or one for its package?"""
    own = TESTS / module.with_name(f"test_{module.name}")
    package = (
        TESTS / module.parent.with_name(f"test_{module.parent.name}.py")
        if module.parent.name
        else own
    )
    return own.is_file() or package.is_file()


def test_every_module_has_its_test_where_one_looks_for_it() -> None:
    modules = [path.relative_to(SOURCES) for path in SOURCES.rglob("*.py")]
    assert modules
    catalogue = in_the_catalogue()
    assert catalogue <= set(modules)
    wanted = {
        path
        for path in set(modules) - catalogue
        if path.stem not in TESTED_BY_ALL and not has_its_test(path)
    }
    listed = listed_modules()
    assert len(set(listed)) == len(listed)
    assert wanted == set(listed)


def test_the_tests_elsewhere_are_there() -> None:
    missing = [path for path in TESTED_ELSEWHERE if not (TESTS / path).is_file()]
    assert not missing
