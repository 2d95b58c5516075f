"""A stretch of a search as a page: board, heat map, pseudo-code, sentence and steps, and a slider.

It needs no server. Notebooks show it in a frame, as they show the player of a plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from unriddle.catalog import AnyPuzzle
from unriddle.core import BadInput
from unriddle.pictures import board_of
from unriddle.pictures.markup import escape
from unriddle.pictures.player import Player, filled_page, script_data, short
from unriddle.pictures.shapes import Board
from unriddle.pictures.svg import HOTTEST, ordered
from unriddle.tracing.trace import Trace

MOST_STEPS = 1000
"""That are shown; the others are in the trace all the same."""
WIDTH = 960
HEIGHT = 640
"""In pixels."""
_WORDS = {
    "en": {
        "controls": "Steps",
        "back": "One step back",
        "next": "One step on",
        "play": "Play or pause",
        "step": "Step",
    },
    "vi": {
        "controls": "Các bước",
        "back": "Lùi một bước",
        "next": "Tiến một bước",
        "play": "Chạy hoặc dừng",
        "step": "Bước",
    },
}
COLUMNS = ("step", "move", "f", "g", "h", "open", "closed", "event")


def bundle(trace: Trace) -> dict[str, str]:
    """What a notebook may show, by kind: words, and the page if there is something to see."""
    words = {"text/plain": repr(trace)}
    if not trace.steps or trace.puzzle is None:
        return words
    try:
        frame = page(trace, trace.puzzle).frame
    except BadInput as error:  # the board is too large to be drawn
        return {"text/plain": f"{trace!r}: {error}"}
    return {**words, "text/html": f"<div>{frame}</div><div>{escape(_told(trace))}</div>"}


class Stretch:
    """Some steps of a trace, the states that they expand, and where the search was before them."""

    def __init__(self, trace: Trace, puzzle: AnyPuzzle, first: int, most: int) -> None:
        if not 1 <= first <= len(trace):
            raise BadInput(f"there is no step {first}: the trace has {len(trace):,}")
        self.steps = trace.steps[first - 1 :][:most]
        known: dict[int, Any] = {}
        self.states = [_state(trace, puzzle, step["node"], known) for step in self.steps]
        self.board = board = board_of(puzzle, self.states)
        been = trace.steps[: first - 1] if any(board.places(self.states[0])) else ()
        states = (_state(trace, puzzle, step["node"], known) for step in been)
        self.before = [place for state in states for place in board.places(state)]
        """The places of earlier steps, one for each expansion there."""
        here = (place for state in self.states for place in board.places(state))
        self.places = list(dict.fromkeys((*self.before, *here)))


def page(
    trace: Trace,
    puzzle: AnyPuzzle,
    *,
    first: int = 1,
    language: str = "en",
    theme: str = "auto",
) -> Player:
    """The page that shows steps of a trace from `first` on, at most `MOST_STEPS`.

    Raises `BadInput`.
    """
    stretch = Stretch(trace, puzzle, first, MOST_STEPS)
    steps, board = stretch.steps, stretch.board
    lines = trace.header.get("pseudocode", [])
    names = {line["name"]: index for index, line in enumerate(lines) if line["name"]}
    sprites: dict[str, int] = {}
    places = {place: index for index, place in enumerate(stretch.places)}
    told = [
        {
            "pieces": _pieces(board, state, sprites),
            "at": [places[one] for one in board.places(state)],
            "lit": _lit(step, names),
            "words": trace.sentence(number, language),
        }
        for number, (step, state) in enumerate(zip(steps, stretch.states, strict=True), start=first)
    ]
    data = {
        "steps": told,
        "places": [[short(part) for part in place[:4]] for place in places],
        "before": [places[one] for one in stretch.before],
        "hottest": HOTTEST,
    }
    filled = {
        "language": language,
        "theme": theme,
        "title": escape(repr(trace)[1:-1]),
        "code": "".join(
            f'<li style="padding-left:{10 + 18 * line["depth"]}px">'
            f"{escape(line['text'][language])}</li>"
            for line in lines
        ),
        "last": str(len(steps) - 1),
        **_WORDS[language],
        "heads": "".join(f"<th>{name}</th>" for name in COLUMNS),
        "rows": "".join(_row(step, trace.nodes[step["node"]]) for step in steps),
        "trace": script_data(data),
    }
    return Player(filled_page("trace", board, sprites, filled), WIDTH, HEIGHT)


def _state(trace: Trace, puzzle: AnyPuzzle, number: int, known: dict[int, Any]) -> Any:
    """The state of a node, found again by the rules; `known` grows."""
    missing = []
    above: int | None = number
    while above is not None and above not in known:
        missing.append(above)
        above = trace.nodes[above]["parent"]
    for one in reversed(missing):
        node = trace.nodes[one]
        parent = node["parent"]
        known[one] = (
            puzzle.initial if parent is None else _after(puzzle, known[parent], str(node["move"]))
        )
    return known[number]


def _after(puzzle: AnyPuzzle, state: Any, move: str) -> Any:
    for action in puzzle.actions(state):
        if str(action) == move:
            return puzzle.apply(state, action)
    raise BadInput(f"the trace is not of this puzzle: there is no move {move}")


def _pieces(board: Board, state: Any, sprites: dict[str, int]) -> list[list[Any]]:
    return [
        [sprites.setdefault(piece.sprite, len(sprites)), short(piece.x), short(piece.y)]
        for piece in ordered(board.pieces(state, None))
    ]


def _lit(step: Mapping[str, Any], names: Mapping[str, int]) -> list[int]:
    ran = [step.get("line", ""), *step.get("lines", ())]
    return sorted({names[name] for name in ran if name in names})


def _row(step: Mapping[str, Any], node: Mapping[str, Any]) -> str:
    known = {**node, **step}
    cells: Sequence[Any] = [known.get(name) for name in COLUMNS]
    texts = ["" if cell is None else str(cell).replace("_", " ") for cell in cells]
    return f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in texts)}</tr>"


def _told(trace: Trace) -> str:
    shown = min(len(trace), MOST_STEPS)
    rest = f", the first {shown:,} steps are shown" if shown < len(trace) else ""
    return f"{repr(trace)[1:-1]}{rest}"
