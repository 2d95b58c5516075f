"""`./dev attack [--seconds N] [--seed S] [WHAT...]`: attack the program, longer than the tests do.

What is attacked: parsers, commands, server, batches, memory; all of them unless some are named. The
same seed makes the same attempts. The exit code is 0 if everything held.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module

from attack.report import Report

ATTACKS = ("parsers", "commands", "server", "batches", "memory")


def main() -> int:
    """Attack, and say what came of it."""
    parser = argparse.ArgumentParser(prog="./dev attack", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for all attacks together")
    parser.add_argument("--seed", type=int, default=None, help="by default another one each time")
    parser.add_argument("what", nargs="*", choices=[*ATTACKS, []], default=[], metavar="WHAT")
    given = parser.parse_args()
    if not 0 < given.seconds < 1e9:
        parser.error(f"--seconds {given.seconds:g}: must be more than 0")
    seed = time.time_ns() % 2**32 if given.seed is None else given.seed
    wanted = given.what or ATTACKS
    print(f"seed {seed}", flush=True)
    reports = []
    for name in wanted:
        reports.append(import_module(f"attack.{name}").run(given.seconds / len(wanted), seed))
        _show(reports[-1])
    return 0 if all(report.held for report in reports) else 1


def _show(report: Report) -> None:
    figures = ", ".join(f"{name}: {value:g}" for name, value in report.figures.items())
    print(f"{report.name}: {report.tried:,} tried, {len(report.failures)} failed; {figures}")
    for failure in report.failures:
        print(f"  {failure}", file=sys.stderr)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
