"""The complete analysis of Bloxorz, timed: native beside the readable Python of the same run.

    ./dev python benchmarks/bloxorz.py [--json] [--quick]

Every figure is CPU time of this process, the best of several runs. "engine" is the analysis alone,
"call" is the whole library call from a puzzle object to its answers. The boards are generated here,
always the same ones; `--quick` leaves out all but the smallest of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from measuring import cpu, parser, show

from unriddle.bloxorz_analysis import Analysis, analyse
from unriddle.loading import load_all
from unriddle.puzzles.bloxorz.level import Bridge, Level, Switch
from unriddle.puzzles.bloxorz.rules import Bloxorz


def rooms(height: int, width: int, switches: int, bridges_each: int = 1) -> Bloxorz:
    """An open board with switches, each of which toggles bridges somewhere on it.

    Nearly every place can be reached with nearly every set of bridges that can be.
    """
    letters = [chr(code) for code in range(ord("\u0430"), ord("\u0450"))]
    bridges = letters[: switches * bridges_each]
    rows = [["#"] * width for _ in range(height)]
    for index in range(switches):
        letter = letters[index].upper()
        rows[3 + index * 7 % (height - 6)][3 + index * 11 % (width - 6)] = letter
    for index, letter in enumerate(bridges):
        row, column = 2 + index * 5 % (height - 4), (5 + index * 13) % width
        while rows[row][column] != "#":
            column = (column + 1) % width
        rows[row][column] = letter
    rows[-1][-1] = "!"
    return Bloxorz(
        Level(
            rows=tuple("".join(row) for row in rows),
            start=((0, 0), (0, 0)),
            bridges=tuple(Bridge(letter, True) for letter in bridges),
            switches=tuple(
                Switch(letter.upper(), index % 2 == 1, toggle=tuple(bridges[index::switches]))
                for index, letter in enumerate(letters[:switches])
            ),
        ),
        name=f"{height} x {width}, {len(bridges)} bridges",
    )


def chain(rooms: int) -> Bloxorz:
    """Rooms in a row; the switch in each opens the bridge to the next: many bridge bits."""
    letters = [chr(code) for code in range(ord("\u0430"), ord("\u0450"))][: rooms - 1]
    rows = ["", "", "", "", ""]
    for letter in [*letters, ""]:
        gap = letter or "."
        room = ["#####", "#" + (letter.upper() or "#") + "###", "#####", "#####", "#####"]
        rows = [row + part + (gap * 2) for row, part in zip(rows, room, strict=True)]
    rows = [row[:-2] for row in rows]
    rows[-1] = rows[-1][:-1] + "!"
    return Bloxorz(
        Level(
            rows=tuple(rows),
            start=((0, 0), (0, 0)),
            bridges=tuple(Bridge(letter, False) for letter in letters),
            switches=tuple(Switch(letter.upper(), False, open=(letter,)) for letter in letters),
        ),
        name=f"{rooms} rooms, {len(letters)} bridges",
    )


def engine_alone(puzzle: Bloxorz) -> Callable[[], Any]:
    """The native analysis of a stage that was translated before."""
    from unriddle.engines.bloxorz import stage_of
    from unriddle.native import _core

    stage = stage_of(puzzle)

    def work() -> Any:
        analysis = _core.bloxorz_analysis(stage)
        analysis.run.wait()
        return analysis

    return work


def measure(puzzles: list[Bloxorz], name: str, repeat: int, *, python: bool) -> dict[str, Any]:
    """One row of the table."""
    engines = [engine_alone(puzzle) for puzzle in puzzles]
    engine, _ = cpu(lambda: [work() for work in engines], repeat)
    call, found = cpu(lambda: [analyse(puzzle, engine="native") for puzzle in puzzles], repeat)
    analyses: list[Analysis] = found
    states = sum(analysis.states for analysis in analyses)
    row: dict[str, Any] = {
        "what": name,
        "states": states,
        "engine_ms": engine * 1e3,
        "call_ms": call * 1e3,
        "million_states_per_second": states / engine / 1e6,
        "bytes_per_state": sum(analysis.stats.memory for analysis in analyses) / states,
        "python_ms": None,
        "ratio": None,
    }
    del analyses, found
    if python:
        slow, _ = cpu(lambda: [analyse(puzzle, engine="python") for puzzle in puzzles], 1)
        row |= {"python_ms": slow * 1e3, "ratio": slow / engine}
    return row


def rows(*, quick: bool) -> Iterator[dict[str, Any]]:
    """The table, row by row."""
    stages = [stage for stage in load_all("bloxorz") if isinstance(stage, Bloxorz)]
    yield measure(stages, "all 33 stages", 20, python=True)
    yield measure([stages[22]], "stage 23", 50, python=True)
    boards = [
        *(rooms(20, 22, 6), rooms(40, 42, 10), chain(32)),
        *(rooms(12, 14, 15, bridges_each=2), rooms(40, 42, 13)),
    ]
    for board in boards[: 1 if quick else None]:
        small = board.name.startswith(("20 x", "32"))
        yield measure([board], board.name, 5 if small else 2, python=small)


def main() -> None:
    """Print the table."""
    options = parser(__doc__, native=True)
    options.add_argument("--quick", action="store_true", help="only the small boards")
    given = options.parse_args()
    show(rows(quick=given.quick), as_json=given.json)


if __name__ == "__main__":
    main()
