"""`unriddle records`: what was played, on the page and in the terminal app."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from unriddle.cli import options
from unriddle.cli.exits import BAD_INPUT
from unriddle.cli.output import print_json, print_rows, talk
from unriddle.core import BadInput
from unriddle.records import Store, bests, read_export, statistics, write_export
from unriddle.records.exchange import LARGEST
from unriddle.text_files import STANDARD_INPUT, as_text, read_bytes
from unriddle.wording import clock, counted, in_words
from unriddle.writing import write_file


def records(
    *,
    export: Annotated[
        str | None, Parameter(help="Write all games to this file, or -, as JSON.")
    ] = None,
    take: Annotated[
        str | None,
        Parameter(name="--import", help="Take games from this file; every plan is replayed."),
    ] = None,
    json: Annotated[bool, Parameter(help="One line of JSON for each of the best games.")] = False,
    common: options.Common = options.COMMON,
) -> int:
    """Show statistics and the best games, or write and read them; returns the exit code."""
    common.apply()
    store = Store()
    code = 0
    if take is not None:
        code = _take(store, take)
    games = store.games()
    if export is not None and store.problem:
        raise BadInput(store.problem)  # a backup that was whole must not become an empty one
    if export == STANDARD_INPUT:
        print(write_export(games), end="")
    elif export is not None:
        write_file(export, write_export(games))
        talk().print(f"{export}: {counted(len(games), 'game')}", soft_wrap=True)
    if store.problem:
        talk().print(f"note: {store.problem}", soft_wrap=True)
    best = sorted(bests(games).values(), key=lambda one: (one.name, one.key, one.help))
    if json:
        for one in best:
            print_json(one.as_json())
    elif take is None and export is None:
        figures = ("puzzle", "games", "won", "unaided", "levels", "streak", "days", "time")
        lines = [
            (
                one.puzzle,
                *map(str, (one.played, one.won, one.unaided, one.levels)),
                f"{one.streak} (most {one.best_streak})",
                f"{one.days} (most {one.best_days})",
                clock(one.seconds),
            )
            for one in statistics(games)
        ]
        print_rows([figures, *lines])
        print()
        rows = [
            (
                one.name,
                in_words(one.counts),
                clock(one.seconds),
                one.began[:10],
                ", ".join(one.help) or "-",
                " ".join(f"{name}={value}" for name, value in one.rules.items()),
            )
            for one in best
        ]
        print_rows([("level", "best", "time", "date", "help", "rules"), *rows])
    return code


def _take(store: Store, path: str) -> int:
    """Take what is true in a file; the exit code says whether a game was refused.

    Raises `BadInput` if they cannot be kept.
    """
    true, refused = read_export(as_text(read_bytes(path, LARGEST), path), path)
    new = store.take(true)
    for one in refused[: options.MOST_NAMED]:
        talk().print(f"refused: {one.name}: {one.problem}", soft_wrap=True, markup=False)
    if (more := len(refused) - options.MOST_NAMED) > 0:
        talk().print(f"refused: {counted(more, 'more game')}")
    if store.problem:
        raise BadInput(store.problem)
    told = f"{path}: {counted(len(new), 'game')} taken, {len(refused)} refused"
    talk().print(told, soft_wrap=True)
    return BAD_INPUT if refused else 0
