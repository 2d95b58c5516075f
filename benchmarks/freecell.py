"""FreeCell solvers on the same deals, side by side: ours and Freecell Solver's.

    ./dev python benchmarks/freecell.py [--deals 1-32000] [--solvers fast,short] [--json]

Freecell Solver takes part where it is installed (Debian: apt install freecell-solver-bin), as the
library that its programs use, called in this process, with the presets of `--peers` (lg is what its
author calls the fastest; `--peers none` leaves it out). The solvers take turns in blocks of deals,
so other work on the machine slows them all alike.

CPU is time of this thread from the position to the solution: for ours from lists of numbers to the
moves, for the peer from its board text until it has solved. Reading the moves and replaying them,
which is done for every solution of every solver, is not timed. Moves are counted in two ways:
every move, where a sequence that moves as one counts one; and without the moves home.
Memory is what our search reserved at its highest, and for the peer the resident memory of a process
of its own that solves the first block.

`--replay 100` replays only every hundredth solution: for a million deals.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from measuring import numbers, parser, show

from unriddle.catalog import PUZZLES
from unriddle.core import IllegalMove, replay
from unriddle.engines.freecell import NATIVE, game_of, move_of
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.notation import parse_plan
from unriddle.puzzles.freecell.rules import FreeCell, Move, Rules
from unriddle.puzzles.freecell.table import HOME

BLOCK = 250
"""Deals that a solver solves before the next one has its turn."""


@dataclass(frozen=True)
class Answer:
    """What a solver made of a deal."""

    microseconds: float
    ending: str
    plan: Sequence[Move] = ()
    memory: int = 0


class Ours:
    """A native-only solver of this project; plans are replayed under its `rules`."""

    rules = Rules(cost="moves")

    def __init__(self, name: str) -> None:
        self.name = name
        defaults = PUZZLES["freecell"].native_solvers[name].defaults
        self._settings = dict(NATIVE.solvers[name](None, defaults))

    def solve(self, puzzle: FreeCell) -> Answer:
        """Solve it and say what it took."""
        game = game_of(puzzle)
        start = time.thread_time_ns()
        run = game.solve(self.name, self._settings)
        run.wait()
        ending, codes, _ = run.result()
        spent = (time.thread_time_ns() - start) / 1e3
        plan = [move_of(code) for code in codes or ()]
        return Answer(spent, ending, plan, run.poll()[3])

    def memory(self, first: int, last: int) -> int | None:
        """Every answer tells it."""
        return None


class _PeerMove(ctypes.Structure):
    _fields_ = (("c", ctypes.c_ubyte * 4),)


class Peer:
    """Freecell Solver's library with one of its presets."""

    rules = Rules(autoplay="none", cost="moves")
    _ENDINGS = ("solved", "exhausted", "solved already", "suspended")
    _EXTENDED_NOTATION = 2

    def __init__(self, library: ctypes.CDLL, preset: str) -> None:
        self.name = f"Freecell Solver -l {preset}"
        self._preset = preset
        self._library = library
        library.freecell_solver_user_alloc.restype = ctypes.c_void_p
        self._user = ctypes.c_void_p(library.freecell_solver_user_alloc())
        words = (ctypes.c_char_p * 2)(b"-l", preset.encode())
        problem, last = ctypes.c_char_p(), ctypes.c_int()
        library.freecell_solver_user_cmd_line_parse_args(
            self._user, 2, words, 0, None, None, None, ctypes.byref(problem), ctypes.byref(last)
        )
        if last.value != 2:
            raise SystemExit(f"Freecell Solver has no preset {preset}")

    def solve(self, puzzle: FreeCell) -> Answer:
        """Solve it and say what it took."""
        text = "".join(f": {' '.join(column)}\n" for column in puzzle.initial.columns).encode()
        start = time.thread_time_ns()
        code = self._library.freecell_solver_user_solve_board(self._user, text)
        spent = (time.thread_time_ns() - start) / 1e3
        ending = self._ENDINGS[code] if 0 <= code < len(self._ENDINGS) else f"code {code}"
        plan = parse_plan(" ".join(self._moves())) if ending == "solved" else ()
        self._library.freecell_solver_user_recycle(self._user)
        return Answer(spent, ending, plan)

    def _moves(self) -> Iterator[str]:
        move, text = _PeerMove(), ctypes.create_string_buffer(64)
        while self._library.freecell_solver_user_get_next_move(self._user, ctypes.byref(move)) == 0:
            self._library.freecell_solver_user_stringify_move_w_state(
                self._user, text, move, self._EXTENDED_NOTATION
            )
            yield text.value.decode()

    def memory(self, first: int, last: int) -> int | None:
        """The resident memory of a process of its own, at its highest."""
        program = shutil.which("freecell-solver-range-parallel-solve")
        if program is None or sys.platform != "linux":
            return None
        deals = [str(first), str(last), str(last), "-l", self._preset]
        command = [sys.executable, "-c", _CHILD, program, *deals]
        return int(subprocess.run(command, capture_output=True, check=True).stdout) * 1024


_CHILD = (
    "import resource, subprocess, sys;"
    "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True);"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
)


Solver = Ours | Peer


def peers(presets: str) -> list[Solver]:
    """Freecell Solver with each preset, where it is installed."""
    name = ctypes.util.find_library("freecell-solver") or "libfreecell-solver.so.0"
    try:
        library = ctypes.CDLL(name)
    except OSError:
        print("Freecell Solver is not installed: apt install freecell-solver-bin", file=sys.stderr)
        return []
    return [Peer(library, preset) for preset in presets.split(",")]


@dataclass
class Score:
    """What a solver did so far."""

    solver: Solver
    microseconds: list[float] = field(default_factory=list)
    solved: int = 0
    proved: list[int] = field(default_factory=list)
    undecided: list[int] = field(default_factory=list)
    memory: int = 0
    replayed: int = 0
    moves: int = 0
    without_home: int = 0

    def add(self, number: int, puzzle: FreeCell, answer: Answer, *, check: bool) -> None:
        """Take an answer into account; every plan is replayed if `check`."""
        self.microseconds.append(answer.microseconds)
        self.memory = max(self.memory, answer.memory)
        if answer.ending == "exhausted":
            self.proved.append(number)
        elif answer.ending != "solved":
            self.undecided.append(number)
        else:
            self.solved += 1
            if check:
                self._count(number, puzzle, answer.plan)

    def _count(self, number: int, puzzle: FreeCell, plan: Sequence[Move]) -> None:
        try:
            played = replay(puzzle, plan)
        except IllegalMove as error:
            raise SystemExit(f"{self.solver.name}, deal {number}: {error}") from error
        if not played.solved:
            raise SystemExit(f"{self.solver.name}, deal {number}: the plan does not solve it")
        self.replayed += 1
        self.moves += played.cost
        self.without_home += sum(move.target != HOME for move in plan)

    def row(self) -> dict[str, Any]:
        """The figures."""
        times = sorted(self.microseconds)
        count = max(1, self.replayed)
        return {
            "solver": self.solver.name,
            "deals": len(times),
            "solved": self.solved,
            "proved_unsolvable": self.proved,
            "undecided": self.undecided,
            "mean_us": statistics.fmean(times),
            "median_us": statistics.median(times),
            "p99_us": times[len(times) * 99 // 100],
            "max_us": times[-1],
            "memory_mib": self.memory / 2**20,
            "replayed": self.replayed,
            "moves": self.moves / count,
            "moves_without_home": self.without_home / count,
        }


def measure(
    solvers: Sequence[Solver], deals: Sequence[int], replay_every: int
) -> Iterator[list[Score]]:
    """Let the solvers take turns; the scores after every block."""
    scores = [Score(solver) for solver in solvers]
    for score in scores:
        score.memory = score.solver.memory(deals[0], deals[: 2 * BLOCK][-1]) or 0
    for first in range(0, len(deals), BLOCK):
        block = deals[first : first + BLOCK]
        for turn in range(len(scores)):
            score = scores[(first // BLOCK + turn) % len(scores)]
            puzzles = [FreeCell(deal(number), score.solver.rules) for number in block]
            answers = [score.solver.solve(puzzle) for puzzle in puzzles]
            for number, puzzle, answer in zip(block, puzzles, answers, strict=True):
                score.add(number, puzzle, answer, check=number % replay_every == 0)
        yield scores


def main() -> None:
    """Print the table."""
    options = parser(__doc__, native=True)
    options.add_argument(
        "--deals", type=numbers, default="1-32000", help="numbers, such as 1-32000"
    )
    options.add_argument("--solvers", default="fast", help="ours, separated by commas")
    options.add_argument("--peers", default="lg", help="presets of Freecell Solver, or none")
    options.add_argument("--replay", type=int, default=1, help="replay every Nth deal")
    given = options.parse_args()
    names = [name for name in given.solvers.split(",") if name]
    for name in names:
        if name not in NATIVE.solvers:
            options.error(f"there is no solver {name}; there are: {', '.join(NATIVE.solvers)}")
    solvers: list[Solver] = [Ours(name) for name in names]
    if given.peers != "none":
        solvers += peers(given.peers)
    scores: list[Score] = []
    for scores in measure(solvers, given.deals, given.replay):
        done = len(scores[0].microseconds)
        print(f"\r{done:,} of {len(given.deals):,} deals", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    show((score.row() for score in scores), as_json=given.json)


if __name__ == "__main__":
    main()
