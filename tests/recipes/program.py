"""A copy of the program, with a search, a heuristic and a puzzle added by docs/recipes.md."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from unriddle import native

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
ADDED = Path(__file__).resolve().parent / "added"
PATIENCE = 3600
"""Seconds after which a command that does not end is a failure, on the slowest machine."""


class Line(NamedTuple):
    """A line, or a function, that is put behind a text that is there."""

    behind: str
    text: str


@dataclass(frozen=True)
class Recipe:
    """What is added: files that lie in `added/`, and lines to files that there are."""

    files: Sequence[str]
    lines: Mapping[str, Sequence[Line]]


def in_vietnamese(*texts: str, table: str = "catalogue") -> Sequence[Line]:
    """The lines that translate texts; what they say is no matter here."""
    return [Line(f"export const {table}Vi = {{\n", f'  "{text}": "-",\n') for text in texts]


SEARCH = Recipe(
    ["search/enforced.py"],
    {
        "catalog/searches.py": [
            Line(
                "import depth_first, depth_first_tree\n",
                "from unriddle.search.enforced import enforced\n",
            ),
            Line(
                'Optimal.ADMISSIBLE, title="IDA*"),\n',
                '    SolverEntry("enforced", enforced, True, "no: it never steps back", '
                "Optimal.NEVER),\n",
            ),
        ],
        "docs/command-line.md": [
            Line(
                "| `idastar` | A\\* with the memory of a depth-first search |\n",
                "| `enforced` | looks for a better state in layers, and goes there |\n",
            )
        ],
        "docs/architecture.md": [Line("    hill_climbing.py  mcts.py  ", "enforced.py  ")],
        "web/static/catalogue-vi.js": in_vietnamese(
            "enforced",
            "no: it never steps back",
            "Climb; where no neighbour is better, look for the nearest state that is.",
        ),
    },
)
HEURISTIC = Recipe(
    [],
    {
        "puzzles/sokoban/heuristics.py": [
            Line(
                "    return Heuristic.prepared(prepare, admissible=puzzle.rules.cost == "
                '"moves")\n\n\n',
                "def boxes_left(puzzle: Sokoban) -> Heuristic[State]:\n"
                '    """How many boxes are not on a goal."""\n'
                "    return Heuristic(\n"
                "        lambda state: len(state.boxes - puzzle.goals),\n"
                '        admissible=puzzle.rules.cost != "walks",\n'
                "    )\n\n\n",
            )
        ],
        "catalog/sokoban.py": [
            Line(
                '        "player": heuristics.player,\n',
                '        "boxes-left": heuristics.boxes_left,\n',
            )
        ],
        "web/static/catalogue-vi.js": in_vietnamese(
            "boxes-left", "How many boxes are not on a goal."
        ),
    },
)
PUZZLE = Recipe(
    [
        "puzzles/frogs/__init__.py",
        "puzzles/frogs/rules.py",
        "puzzles/frogs/notation.py",
        "puzzles/frogs/heuristics.py",
        "catalog/frogs.py",
        "levels/frogs.txt",
    ],
    {
        "catalog/__init__.py": [
            Line(
                "from unriddle.catalog.freecell import FREECELL\n",
                "from unriddle.catalog.frogs import FROGS\n",
            ),
            Line("    FREECELL,\n", "    FROGS,\n"),
        ],
        "levels/SOURCES.md": [
            Line("|---|---|---|\n", "| `frogs.txt` | `frogs/1` | This project. |\n")
        ],
        "web/static/catalogue-vi.js": in_vietnamese(
            "Frogs and toads change places on a row of stones.",
            "rows of stones",
            "leap",
            "how many neighbours one may leap over",
            "displaced",
            "How many are not yet where they want to be.",
        ),
        "web/static/messages-vi.js": in_vietnamese(
            "{stones} is no row of stones",
            "{stone} is not the number of a stone",
            "write F, T and at least one _, at most {number}",
            table="messages",
        ),
        "docs/architecture.md": [Line("freecell.py  an entry each", ", frogs.py")],
        "tests/contract/test_promises.py": [Line('UNSOLVABLE = {"', 'frogs/5", "')],
    },
)
TWIN = Recipe(
    ["native/search/enforced.h"],
    {
        "native/search/engine.h": [
            Line('#include "search/depth_first.h"\n', '#include "search/enforced.h"\n'),
            Line(
                '        {"hill", guided<backtracking_hill_climbing<D>>},\n',
                '        {"enforced", guided<enforced<D>>},\n',
            ),
        ]
    },
)


HEURISTIC_TWIN = Recipe(
    [],
    {
        "native/sokoban/textbook/estimates.cpp": [
            Line(
                "    return static_cast<double>(nearest) - 1;\n}\n\n",
                "double boxes_left(const Board& board, std::span<const Square> boxes, Square) {\n"
                "    double left = 0;\n"
                "    for (const Square box : boxes) left += !board.is_goal[box];\n"
                "    return left;\n"
                "}\n\n",
            ),
            Line(
                '    {"player", {.rest = player}},\n', '    {"boxes-left", {.rest = boxes_left}},\n'
            ),
        ]
    },
)


def path_of(name: str) -> str:
    """Where a file of the recipes is: in the package, unless its path has a beginning."""
    rooted = name.startswith(("docs/", "tests/", "native/search/", "native/sokoban/"))
    return name if rooted else f"src/unriddle/{name}"


def follow(recipe: Recipe, folder: Path) -> None:
    """Do in a folder, a copy of the project, what a recipe says."""
    for name in recipe.files:
        path = folder / path_of(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ADDED / name, path)
    for name, lines in recipe.lines.items():
        path = folder / path_of(name)
        text = path.read_text("utf-8")
        for line in lines:
            assert text.count(line.behind) == 1, (name, line.behind)
            text = text.replace(line.behind, line.behind + line.text)
        path.write_text(text, "utf-8")


# An editable installation stands before PYTHONPATH, in every process that is started.
_WITHOUT_EDITABLE = """\
import sys
sys.meta_path[:] = [one for one in sys.meta_path if "Redirecting" not in type(one).__name__]
"""


@dataclass(frozen=True)
class Program:
    """Where the copy is, and how its commands are run."""

    folder: Path

    @property
    def package(self) -> Path:
        """The package itself."""
        return self.folder / "src" / "unriddle"

    @property
    def environment(self) -> dict[str, str]:
        """In which `import unriddle` means the copy, and helpers of the tests are found."""
        path = os.pathsep.join([str(self.folder / "src"), str(self.folder / "tests")])
        return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}

    def python(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run Python with the copy."""
        return subprocess.run(
            [sys.executable, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=self.folder,
            timeout=PATIENCE,
        )

    def run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command of the copy, which must not fail."""
        done = self.python("-m", "unriddle", *arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr
        return done


def make_program(folder: Path) -> Program:
    """Copy the project to a folder and follow the recipes there."""
    program = Program(folder)
    for name in ("src", "tests", "docs", "native", "website"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    if native.available:
        from unriddle.native import _core

        shutil.copy(_core.__file__, program.package / "native")
    for recipe in (SEARCH, HEURISTIC, PUZZLE):
        follow(recipe, folder)
    (folder / "src" / "sitecustomize.py").write_text(_WITHOUT_EDITABLE)
    return program
