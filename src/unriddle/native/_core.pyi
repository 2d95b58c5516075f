"""The compiled engine of unriddle (native/bindings/); a test keeps this stub true.

In a browser wasm.py offers the same, but for `Batch` and `Games`.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

SEARCHES: dict[str, tuple[str, ...]]
HEURISTICS: dict[str, tuple[str, ...]]
SOLVERS: dict[str, tuple[str, ...]]
"""By puzzle: what there is, by the names of the catalogue."""

class Limits:
    """What a run may take; None is no limit."""

    def __init__(
        self, *, seconds: float | None = None, nodes: int | None = None, bytes: int | None = None
    ) -> None: ...

class Run:
    """A search that is running."""

    def start(self) -> None:
        """Begin to search in a thread of its own."""

    def wait(self, seconds: float | None = None, pulse: Callable[[], bool] | None = None) -> bool:
        """Wait for the end and say whether it has come.

        Without `start`, and always where there are no threads, the search happens here and now, for
        as long as it takes; Ctrl-C and other threads get their turn. Meanwhile `pulse` is called
        about fifty times a second, and stops it by returning True.
        """

    def poll(self) -> tuple[int, int, int, int, bool]:
        """(expanded, generated, frontier, bytes of memory, done) at this moment."""

    def bounds(self) -> tuple[int | None, int | None]:
        """(no plan costs less, the cheapest plan so far) at this moment; None if not known."""

    def latest(self) -> list[int]:
        """A state that the search was at a moment ago, as `Engine.describe` shows it.

        It is the one that answers the call before; the first answer, and that of a search that
        tells nothing, is empty. A search whose runs nobody asks takes no time for it.
        """

    def stop(self) -> None:
        """Ask the search to end soon."""

    def result(self) -> tuple[str, list[int] | None, int | None]:
        """(how it ended, action codes, cost) of a run that is done.

        It ended `solved`, `exhausted`, `stuck`, `out of time`, `out of nodes`, `out of memory` or
        `stopped`; without a plan the last two are None.
        """

    def proof(self) -> tuple[list[int], list[int], list[tuple[bool, list[int], int, list[int]]]]:
        """(parents, moves, claims), as `judge` takes them, of a prover that ended `exhausted`."""

    @property
    def proved(self) -> bool:
        """Has the run, which is done, proved that no plan costs less than its own?"""

    @property
    def seconds(self) -> float:
        """How long the run took that is done."""

class Engine:
    """One instance of a puzzle, ready to be searched.

    States are bytes; those that this engine did not make itself have no meaning for it.
    """

    def search(
        self, name: str, settings: dict[str, object] = {}, limits: Limits | None = None
    ) -> Run:
        """A run of the search with this name in the catalogue.

        `settings` are all that its Python function takes, and for an informed search the name of
        the `heuristic`.
        """

    def initial(self) -> bytes:
        """The packed initial state."""

    def successors(self, state: bytes) -> list[tuple[int, bytes, int]]:
        """Every (action code, packed state, cost), in the order of the Python rules."""

    def is_goal(self, state: bytes) -> bool:
        """Is the puzzle solved here?"""

    def same(self, one: bytes, other: bytes) -> bool:
        """Do the two states have the same key?"""

    def events(self, before: bytes, after: bytes) -> int:
        """What happened between two states: bit i is event i."""

    def estimate(self, heuristic: str, state: bytes) -> float:
        """The estimate of one state by the named heuristic."""

    def describe(self, state: bytes) -> list[int]:
        """The state as numbers; what they mean is the puzzle's own."""

    def layers(self, depth: int) -> list[int]:
        """How many states are exactly 0, 1, 2 ... `depth` steps away, without empty ones."""

    @property
    def bytes_per_node(self) -> int:
        """What a stored state costs, with its parent, action and cost."""

class Problem:
    """A level or position with its rules, as data."""

    def engine(self) -> Engine:
        """What carries out the textbook searches on it."""

    def solve(
        self, name: str, settings: dict[str, object] = {}, limits: Limits | None = None
    ) -> Run:
        """A run of the solver with this name, see `SOLVERS`."""

    def prove(self, limits: Limits | None = None) -> Run:
        """A run that makes a certificate that it has no solution.

        It ends `exhausted` with the certificate, or `solved` without a plan if it meets a goal.
        """

class BloxorzStage(Problem):
    """A Bloxorz stage. A square of the frame is row * width + column.

    `squares` is 0 for void, 1 for a tile, 2 for a fragile one; `bridge_at`, `switch_at` and
    `split_at` say what else is on each square, -1 for nothing. A switch is (heavy, toggle, open,
    close) with lists of bridges, a split switch the two squares where the cubes appear, and `start`
    is (first, second, split, bridges that are on), which is also how `Engine.describe` shows a
    state, as one flat list. Action codes: 0 to 3 are left, right, up, down, and 4 swaps the cubes.
    """

    def __init__(
        self,
        *,
        width: int,
        squares: Sequence[int],
        bridge_at: Sequence[int],
        switch_at: Sequence[int],
        split_at: Sequence[int],
        bridges: int,
        switches: Sequence[tuple[bool, Sequence[int], Sequence[int], Sequence[int]]],
        splits: Sequence[tuple[int, int]],
        goal: int,
        start: tuple[int, int, bool, Sequence[int]],
        space_counts: bool,
        split_on_contact: bool,
        parked_falls: bool,
    ) -> None: ...

class BloxorzAnalysis:
    """Everything about a Bloxorz stage."""

    @property
    def run(self) -> Run:
        """The exploration; all the rest is known when it has ended and seen all."""

    def findings(
        self,
    ) -> tuple[
        int, int, tuple[int, list[int]] | None, tuple[int, list[int]] | None, list[int], list[int]
    ]:
        """(states, dead ones, arrow moves, moves with Space, bridges ever on, bridges ever off).

        Moves are the least of a plan, and the number of plans with that many, which comes in parts
        of 64 bits, the lowest first; None where there is no solution.
        """

    def touched(self, of: str) -> tuple[list[int], list[int], list[int]]:
        """(squares, switches, split switches) that are touched.

        By anything (`reached`), by a solution (`solving`) or by an optimal one (`optimal`).
        """

    def distance(self, first: int, second: int, split: bool, on: Sequence[int]) -> int:
        """What it costs to solve a state; -1 if it is dead, -2 if it cannot be reached."""

def bloxorz_analysis(stage: BloxorzStage, limits: Limits | None = None) -> BloxorzAnalysis:
    """The analysis of a stage within limits; nothing happens before its run is awaited."""

class FreeCellGame(Problem):
    """A FreeCell position and its rules.

    A card is 4 * (rank - 1) + suit, suits in the order clubs, diamonds, hearts, spades. `columns`
    are lists of cards from the bottom to the open one, `cells` has an entry a cell, -1 where it is
    empty, and every other card is home. `Engine.describe` shows a state as one flat list: of each
    column the number of cards and the cards, then the cells. Action codes are source + 32 * target
    + 1024 * cards: columns are 0 to 9, cells 10 to 17, home is 18, and `cards` is above 1 only into
    an empty column.
    """

    def __init__(
        self,
        *,
        columns: Sequence[Sequence[int]],
        cells: Sequence[int],
        autoplay: str,
        cost: str,
    ) -> None: ...

def freecell_shuffled(number: int) -> bytes:
    """The cards of a numbered deal, a byte each, in the order in which they are dealt."""

class SokobanLevel(Problem):
    """A Sokoban level and what its steps cost. A square is row * width + column.

    `floor` is every square that takes part in the game; it, `goals` and `boxes` are in ascending
    order. A step costs `push_cost` if it pushes a box, or else `walk_cost`. `Engine.describe` shows
    a state as the square of the player and those of the boxes. Action codes: 0 to 3 are up, down,
    left, right, and 4 more if a box is pushed.
    """

    def __init__(
        self,
        *,
        width: int,
        floor: Sequence[int],
        goals: Sequence[int],
        boxes: Sequence[int],
        player: int,
        walk_cost: int,
        push_cost: int,
    ) -> None: ...
    def find_deadlock(self, seconds: float) -> tuple[str, list[int]]:
        """Why the position is lost: (the rule, the squares of the boxes that it speaks of).

        The rule is dead square, freeze, pair, corral, pattern, matching or goal room, or empty if
        none is found within the time.
        """

class SokobanPulls:
    """The positions of a room by their distance from being solved, see generating/pulls.py."""

    def __init__(
        self, *, width: int, floor: Sequence[int], goals: Sequence[int], most: int, widest: int
    ) -> None: ...
    @property
    def layers(self) -> list[int]:
        """How many positions are 0, 1, 2, ... moves away."""

    @property
    def exact(self) -> bool:
        """Is every distance exact? Not where a layer was thinned."""

    def position(self, number: int) -> list[int]:
        """The square of the player and those of the boxes, of a position by its number."""

def sokoban_rules(solver: str) -> list[str]:
    """The names of the rules that a solver can do without."""

def judge(
    puzzle: str,
    start: dict[str, object],
    parents: Sequence[int],
    moves: Sequence[int],
    claims: Sequence[tuple[bool, Sequence[int], int, Sequence[int]]],
    work: int,
    is_stopped: Callable[[], bool] | None = None,
) -> tuple[bool | None, int, str]:
    """Judge a proof that `start`, which is told by the words of the problem, has no solution.

    State 0 is the start; state i + 1 comes from state `parents[i]` by `moves[i]`. In Bloxorz that
    is the number of a move among those that do not lose. In FreeCell it is 64 * card + destination:
    a card to lie on, a cell (52), an empty column (53) or home (54). In Sokoban it is
    4 * square of the box + direction. Only Sokoban has claims, which are (is it about goals?,
    boxes, player, frozen boxes). `is_stopped` is asked now and then, and ends it by saying yes.
    Gives (accepted, or None if the work ran out or it was stopped; how many of the states are in
    order; why it was not accepted).
    """

def replay(puzzle: str, game: dict[str, object], plan: Sequence[int]) -> tuple[int, bool, int, str]:
    """Play a plan by the rules of the judge; `game` is a start and its rules, as to the problem.

    Moves are action codes of the engine. Gives (cost, does it end solved?, 0, "") or, where a move
    is not legal, (0, False, its number from 1, why).
    """

def splitmix64(seed: int, count: int) -> list[int]:
    """The first draws of the generator that all random searches use."""

class Batch:
    """Games that are stepped together; its arrays, flat and read-only, change in place."""

    def reset(
        self,
        *,
        seeds: NDArray[np.uint64] | None = None,
        levels: NDArray[np.int64] | None = None,
        which: NDArray[np.bool_] | None = None,
    ) -> None:
        """Begin an episode in all games, or in some; a level of -1 is drawn."""

    def step(self, actions: NDArray[np.int64]) -> None:
        """One action a game; a ValueError, and no step, for one that there is not."""

    def sample(self, into: NDArray[np.int64]) -> None:
        """Write a random legal action for each game, 0 where there is none."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All by name; `final_` before it: of games that began again in the last step, their end.

        What is seen as `grids` and, if wanted, as `planes`, one for each bit of the grids, and
        `masks` of legal actions; the number of the `level`; these four have a `final_` array too.
        What the last step paid in `rewards`, and whether it `terminated` the game, won or lost, or
        `truncated` the episode, which was as long as it may be.
        """

class Games:
    """A pack of levels within one frame."""

    @property
    def levels(self) -> int:
        """How many there are."""

    def reserve(self, levels: int) -> None:
        """Make room for this many levels."""

    @property
    def bytes(self) -> int:
        """What the levels take."""

    def batch(
        self,
        *,
        envs: int,
        most_steps: int,
        rewards: Sequence[float],
        same_step: bool,
        masks: bool,
        planes: bool,
        threads: int,
    ) -> Batch:
        """Games on these levels; 0 steps are no limit, 0 threads as many as there are cores.

        Rewards are those of `unriddle.envs.Rewards` in its order.
        """

class SokobanGames(Games):
    """Levels of Sokoban within a frame."""

    def __init__(self, rows: int, columns: int) -> None: ...
    def add(self, squares: bytes, columns: int) -> None:
        """A level as its first observation, row by row."""

    def add_text(self, text: bytes) -> None:
        """All levels of a text that `scan` takes."""

    @staticmethod
    def scan(text: bytes) -> tuple[int, int, int] | None:
        """How many levels a text of plain boards holds, and the most rows and columns.

        None for any other text, which the readers of Python may be able to read.
        """

class BloxorzGames(Games):
    """Stages of Bloxorz within a frame."""

    def __init__(self, rows: int, columns: int) -> None: ...
    def add(self, stage: BloxorzStage, squares: bytes) -> None:
        """A stage with its first observation, row by row."""

class FreeCellGames(Games):
    """Positions of FreeCell on tables of one size; no column grows longer than `height`."""

    def __init__(self, columns: int, cells: int, height: int) -> None: ...
    def add(self, game: FreeCellGame) -> None:
        """A position with its rules."""
