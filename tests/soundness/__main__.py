"""`./dev soundness`: compares the answers on generated levels with exhaustive search.

    ./dev soundness --seconds 60
    ./dev soundness --puzzle sokoban --levels 100000 --seed 7 --jobs 2 --json
    ./dev soundness --puzzle sokoban --seed 7 --only 4711
    ./dev soundness --collections

Exits with 0 if nothing failed, 1 if something did, 33 for a wrong command line. What failed is
printed as a level file, made as small as possible, with the line that reproduces it.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys
import time
from collections import Counter
from typing import NoReturn

from soundness.campaign import campaign
from soundness.checking import Failure, Tally
from soundness.kinds import KINDS
from soundness.level_collections import FOLDER, SOLVED, UNFINISHED, problems
from unriddle import native

VERDICTS = ("solvable", "unsolvable", "not known")
MINUTE = 60.0
SHOWN = 10
"""Failures of each puzzle that are printed whole."""


def main(arguments: list[str] | None = None) -> int:
    """Run the campaign that the command line describes; returns the exit code."""
    options = _options(arguments)
    if native.why_not:
        _refuse(f"the campaign needs the native engine: {native.why_not}")
    if options.collections:
        return _collections()
    names = [options.puzzle] if options.puzzle else list(KINDS)
    seconds = options.seconds
    if seconds is None and options.levels is None:
        seconds = 60.0
    failed = False
    for name in names:
        progress = _Progress(name)
        tally = campaign(
            name,
            options.seed,
            jobs=1 if options.only is not None else options.jobs,
            first=options.only or 0,
            levels=1 if options.only is not None else options.levels,
            seconds=None if seconds is None else seconds / len(names),
            progress=progress,
        )
        if sys.stderr.isatty():
            print(file=sys.stderr)
        failed |= bool(tally.failures)
        _report(name, options.seed, tally, time.time() - progress.began, as_json=options.json)
    return 1 if failed else 0


class _Parser(argparse.ArgumentParser):
    """A parser that refuses as the rest of the program does."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and how to go on."""
        _refuse(message)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="./dev soundness", description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, help="how long it runs (60 without --levels)")
    parser.add_argument("--levels", type=int, help="how many cases of each puzzle")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other levels")
    parser.add_argument("--puzzle", choices=list(KINDS), help="one puzzle only")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="this case alone")
    parser.add_argument(
        "--collections", action="store_true", help="whole level collections instead, where present"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="processes; by default one for each core",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each puzzle")
    options = parser.parse_args(arguments)
    for word, value in (("--levels", options.levels), ("--jobs", options.jobs)):
        if value is not None and value < 1:
            _refuse(f"{word} must be at least 1")
    if options.only is not None and not options.puzzle:
        _refuse("--only needs --puzzle")
    return options


def _collections() -> int:
    """Try every level of the collections; those that are absent are named."""
    failed = False
    for name in (*SOLVED, *UNFINISHED):
        if not (FOLDER / name).is_file():
            print(f"{name}: not there; UNRIDDLE_COLLECTIONS may name its folder", file=sys.stderr)
            continue
        wrong = list(problems(name))
        failed |= bool(wrong)
        print("\n".join([*wrong, f"{name}: {len(wrong)} wrong verdicts"]), flush=True)
    return 1 if failed else 0


def _refuse(message: str) -> NoReturn:
    print(f"error: {message}\nhint: ./dev soundness --help lists the options", file=sys.stderr)
    raise SystemExit(33)


class _Progress:
    """A line that is written over where somebody looks on, and elsewhere one a minute."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.began = self._said = time.time()
        self._failures = 0

    def __call__(self, tally: Tally) -> None:
        """Say how far it is, and what has failed since."""
        now, live = time.time(), sys.stderr.isatty()
        for failure in tally.failures[self._failures :]:
            print(f"case {failure.number}: {failure.check}: {failure.problem}", file=sys.stderr)
        self._failures = len(tally.failures)
        if not live and now - self._said < MINUTE:
            return
        self._said = now
        line = f"{self._name}: {tally.total:,} levels, {sum(tally.checks.values()):,} checks"
        line += f", {len(tally.failures)} failures, {now - self.began:.0f} s"
        print(f"\r{line} " if live else line, end="" if live else "\n", file=sys.stderr, flush=True)


def _report(name: str, seed: int, tally: Tally, seconds: float, *, as_json: bool) -> None:
    if as_json:
        levels: dict[str, dict[str, int]] = {}
        for (style, verdict), count in sorted(tally.levels.items()):
            levels.setdefault(style, {})[verdict] = count
        record = {
            "puzzle": name,
            "seed": seed,
            "seconds": round(seconds, 1),
            "levels": tally.total,
            "by_style": levels,
            "checks": dict(sorted(tally.checks.items())),
            "failures": [
                {**dataclasses.asdict(failure), "command": _command(seed, failure)}
                for failure in tally.failures
            ],
        }
        print(json.dumps(record), flush=True)
        return
    print(f"\n{name}: {tally.total:,} levels in {seconds:.0f} s, seed {seed}\n")
    print(f"{'style':<14}" + "".join(f"{word:>12}" for word in VERDICTS))
    for style in sorted(set(KINDS[name].schedule)):
        print(f"{style:<14}" + "".join(f"{tally.levels[style, word]:>12,}" for word in VERDICTS))
    print(f"\n{'check':<18}{'made':>12}{'failed':>12}")
    failed = Counter(failure.check.split()[0] for failure in tally.failures)
    for check in sorted({*tally.checks, *failed}):
        print(f"{check:<18}{tally.checks[check]:>12,}{failed[check]:>12,}")
    for failure in sorted(tally.failures, key=lambda one: (not one.shrunk, len(one.shrunk)))[
        :SHOWN
    ]:
        print(f"\nFAILED {failure.check}: {failure.shrunk_problem or failure.problem}")
        print(f"style {failure.style}; again: {_command(seed, failure)}")
        print(failure.shrunk or failure.level)
    print(f"\n{len(tally.failures)} failures", flush=True)


def _command(seed: int, failure: Failure) -> str:
    return f"./dev soundness --puzzle {failure.puzzle} --seed {seed} --only {failure.number}"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
