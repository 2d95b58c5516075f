"""Changes the engine a little, one change at a time, and looks whether a test notices.

Each change is made in a copy. Only what it touches is compiled, and only the direct tests
(native/tests/) that contain it are run. A change that no test notices is a survivor: either a test
is missing, or the change makes no difference, and survivors.toml says why.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mutants import targets
from mutants.engine_copy import Broken, EngineCopy, Mutant, Programs, Verdict
from mutants.programs import NATIVE, CannotBuild


def main() -> int:
    """Try mutants until none or no time is left; 1 if there are new survivors."""
    options = parse()
    try:
        known = targets.known_survivors()
        wanted = targets.chosen(options.files, lines_of(options.lines))
        usual = Programs()
        mutants = mutants_of(wanted, usual)
        for name in {name for mutant in mutants for name in mutant.tests}:
            usual.seconds(name)
    except (CannotBuild, Broken, targets.BadList, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 33
    if not mutants:
        print("error: there is nothing to change in these lines", file=sys.stderr)
        return 33
    random.Random(options.seed).shuffle(mutants)
    print(f"{len(mutants)} changes, seed {options.seed}", file=sys.stderr)
    fates: Counter[str] = Counter()
    new = 0
    for verdict in verdicts(mutants, usual, options):
        mutant = verdict.mutant
        survivor = known.get((mutant.file, mutant.before, mutant.after))
        fate = verdict.fate
        if fate == "survived":
            fate = "known" if survivor else "survived"
            new += not survivor
        fates[fate] += 1
        if options.json:
            print(json.dumps(as_data(verdict, survivor)), flush=True)
        elif fate == "survived" or options.verbose:
            tell(verdict, fate)
    summary(fates, sys.stderr if options.json else sys.stdout)
    return 1 if new else 0


def parse() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    parser.add_argument(
        "--files",
        nargs="+",
        default=[],
        metavar="FILE",
        help="only these files of native/, or patterns; also files that targets.toml does not list",
    )
    parser.add_argument(
        "--lines", metavar="A-B", help="only these lines of the files, such as 60-80,97"
    )
    parser.add_argument("--seconds", type=float, help="begin no change after this many seconds")
    parser.add_argument("--count", type=int, help="how many changes to try")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives another order")
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="processes; by default one for each core",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each change")
    parser.add_argument("--verbose", action="store_true", help="print every change")
    return parser.parse_args()


def lines_of(text: str | None) -> frozenset[int]:
    """Line numbers as they are typed."""
    found: set[int] = set()
    for part in (text or "").split(","):
        if part:
            first, _, last = part.partition("-")
            if not (first.isdigit() and (last or first).isdigit()):
                raise targets.BadList(f"--lines {part}: write it as 97 or as 60-80")
            found.update(range(int(first), int(last or first) + 1))
    return frozenset(found)


def mutants_of(wanted: list[targets.Target], usual: Programs) -> list[Mutant]:
    """All changes of some targets."""
    mutants = []
    for target in wanted:
        text = (NATIVE / target.file).read_text("utf-8")
        tests = target.tests or usual.containing(target.file)
        if not tests:
            raise targets.BadList(f"no program of native/tests/ contains {target.file}")
        mutants += [
            Mutant(target.file, change, tests, *change.lines(text))
            for change in target.changes(text)
        ]
    return mutants


def verdicts(
    mutants: list[Mutant], usual: Programs, options: argparse.Namespace
) -> Iterator[Verdict]:
    """What becomes of the mutants, as far as there is time."""
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in mutants[: options.count]:
        waiting.put(mutant)
    done: queue.SimpleQueue[Verdict | None] = queue.SimpleQueue()
    deadline = time.monotonic() + options.seconds if options.seconds else float("inf")

    def work(place: Path) -> None:
        try:
            copy = EngineCopy(usual, place)
            while time.monotonic() < deadline:
                done.put(copy.try_out(waiting.get_nowait()))
        except queue.Empty:
            pass
        finally:
            done.put(None)

    with tempfile.TemporaryDirectory(prefix="unriddle-mutants-") as folder:
        places = [Path(folder) / str(i) for i in range(options.jobs)]
        for place in places:
            place.mkdir()
            threading.Thread(target=work, args=(place,), daemon=True).start()
        left = len(places)
        while left:
            verdict = done.get()
            if verdict is None:
                left -= 1
            else:
                yield verdict


def as_data(verdict: Verdict, survivor: targets.Survivor | None) -> dict[str, object]:
    """A verdict for a program."""
    mutant = verdict.mutant
    return {
        "file": f"native/{mutant.file}",
        "line": mutant.change.line,
        "before": mutant.before,
        "after": mutant.after,
        "fate": verdict.fate,
        "by": verdict.by or None,
        "known": survivor.reason if survivor else None,
        "seconds": round(verdict.seconds, 2),
    }


def tell(verdict: Verdict, fate: str) -> None:
    """A verdict for a reader."""
    mutant = verdict.mutant
    by = f" by {verdict.by}" if verdict.by else ""
    print(f"native/{mutant.file}:{mutant.change.line}: {fate}{by}")
    print(f"  - {mutant.before}\n  + {mutant.after}", flush=True)


def summary(fates: Counter[str], out: TextIO) -> None:
    """All in one line."""
    noticed = fates["killed"] + fates["time-out"]
    compiled = noticed + fates["survived"] + fates["known"]
    share = f" ({100 * noticed / compiled:.1f} %)" if compiled else ""
    print(
        f"{compiled} changes: noticed {noticed}{share}, of these time-outs {fates['time-out']}; "
        f"new survivors {fates['survived']}, known to change nothing {fates['known']}; "
        f"besides, {fates['same']} compiled to the same code and {fates['no-compile']} not at all",
        file=out,
    )


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the copies are removed
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
