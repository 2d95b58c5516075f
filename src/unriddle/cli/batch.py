"""`unriddle batch`: many levels, on all processors or a cluster, into a store."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import Parameter
from rich.console import Console
from rich.live import Live
from rich.table import Table

from unriddle.batch.executor import Executor
from unriddle.batch.export import FORMATS, parquet, write_parquet, write_text
from unriddle.batch.jobs import Setup, tasks_of
from unriddle.batch.local import LocalExecutor
from unriddle.batch.runner import Progress, run_batch
from unriddle.batch.sokoban_dataset import COSTS, MANIFEST, SHARD, Dataset, refuse_others
from unriddle.batch.store import Store, batched
from unriddle.cli import options
from unriddle.cli.exits import INTERRUPTED
from unriddle.cli.output import data, print_json, shows_progress, talk
from unriddle.core import BadInput, Limits
from unriddle.loading import Located
from unriddle.text_files import STANDARD_INPUT
from unriddle.wording import clock, counted
from unriddle.writing import replacing

INCOMPLETE = 1
"""The exit code when some levels crashed or failed: they have no answer."""
PROVING = "optimal:ties=no"
"""What proves the levels of a data set: of several cheapest plans, any will do."""
PLAIN_LINE = 10.0
"""Seconds between two lines where the output is no terminal."""


def batch(
    *levels: Annotated[str, Parameter(help="Ids such as freecell/1-32000, or files; or `status`.")],
    store: Annotated[str, Parameter(help="The file that keeps the results.")] = "runs.sqlite",
    solver: Annotated[
        str | None,
        Parameter(help=f"The solver; by default the quickest. {options.NAMES_OF_SOLVERS}"),
    ] = None,
    heuristic: options.HeuristicName = None,
    engine: options.EngineName = None,
    limit: options.Limit = options.LimitOptions(time=60.0),  # noqa: B008 - frozen
    workers: Annotated[
        int | None, Parameter(help="How many processes; by default one for each processor.")
    ] = None,
    cluster: Annotated[
        str | None, Parameter(help="A Dask scheduler instead: tcp://host:port.")
    ] = None,
    retry: Annotated[bool, Parameter(help="Try crashed levels again.")] = False,
    export: Annotated[
        str | None, Parameter(help=f"Write all results of the store: {', '.join(FORMATS)}.")
    ] = None,
    out: Annotated[
        options.Output, Parameter(help="Where the export goes; - is standard output.")
    ] = None,
    dataset: Annotated[
        Path | None,
        Parameter(
            help="Prove Sokoban levels by moves and by pushes, and write a data set to this "
            f"folder, as --export says, by default {FORMATS[-1]}."
        ),
    ] = None,
    shard: Annotated[int, Parameter(help="Rows of each file of a data set.")] = SHARD,
    dead_states: Annotated[
        int, Parameter(help="A data set counts the lost states of levels with at most this many.")
    ] = 0,
    puzzle: options.PuzzleName = None,
    common: options.Common = options.COMMON,
    json: Annotated[bool, Parameter(help="The summary as JSON.")] = False,
    **settings: options.AnySetting,
) -> int:
    """Solve many levels and keep every result once; returns the exit code."""
    common.apply()
    if export is not None and export not in FORMATS:
        raise BadInput(f"unknown format '{export}'", hint=f"there are: {', '.join(FORMATS)}")
    if workers is not None and cluster is not None:
        raise BadInput(
            "--workers is for this machine, --cluster for others", hint="leave out one of them"
        )
    if out is not None and export is None:
        raise BadInput("--out is where an export goes", hint=f"add --export {FORMATS[0]}")
    if STANDARD_INPUT in (store, str(dataset)):
        raise BadInput("results are kept in files", hint="--export csv writes to standard output")
    options.refuse_twice(solver, settings, heuristic)
    if dataset is not None:
        if (
            solver
            or heuristic
            or out is not None
            or "cost" in settings
            or levels in ((), ("status",))
        ):
            raise BadInput(
                "a data set is made of levels, proved by moves and by pushes",
                hint="name levels, and leave out --solver, --heuristic, --out and --cost",
            )
        if shard < 1 or dead_states < 0:
            raise BadInput("a shard has at least one row, and states are counted from 0")
    if levels == ("status",):
        if export is not None:
            raise BadInput("`status` writes no export", hint="leave out `status`")
        return _status(store, json=json)
    code = 0
    if levels or export is None:
        if workers is not None and not 1 <= workers <= 1024:
            raise BadInput(f"--workers must be 1 to 1024, not {workers}")
        located = options.locate_all(levels, puzzle)
        if dataset is not None:
            setups = _proving(located, settings, limit.limits(), engine)
            written = Dataset(dataset, export or FORMATS[-1], setups, dead_states, retry)
            make = _executor_for(workers, cluster)
            return _dataset(located, written, shard, store, make, json=json)
        chosen = options.choose_for(
            located, [solver], settings, heuristic=heuristic, engine=engine, quickest=True
        )
        jobs = {
            one.entry.name: Job(
                Setup.of(one.entry, one.choice, one.rules, limit.limits()),
                [found for found in located if found.entry is one.entry],
            )
            for one in chosen
        }
        total = sum(found.number for found in located)
        executor = _executor_for(workers, cluster)
        code = _run(list(jobs.values()), total, store, executor, retry=retry, json=json)
    if export is not None and code != INTERRUPTED:
        _export(store, export, out)
    return code


def _proving(
    located: list[Located], settings: dict[str, str], limits: Limits, engine: str | None
) -> dict[str, Setup]:
    """What proves the fewest moves, and what the fewest pushes."""
    refuse_others(found.entry for found in located)
    setups = {}
    for cost in COSTS:
        given = {**settings, "cost": cost}
        (one, *_) = options.choose_for(located, [PROVING], given, heuristic=None, engine=engine)
        setups[cost] = Setup.of(one.entry, one.choice, one.rules, limits)
    return setups


def _dataset(
    located: list[Located],
    dataset: Dataset,
    shard: int,
    path: str,
    make: Callable[[], Executor],
    *,
    json: bool,
) -> int:
    """Solve and write the levels, shard by shard."""
    errors = talk()
    total = sum(found.number for found in located)
    progress = Progress(len(COSTS) * total)
    if dataset.form == FORMATS[-1]:
        parquet()
    with Store(path) as store:
        for setup in dataset.setups.values() if dataset.retry else ():
            store.forget_crashed(store.setup_id(setup))
        executor = make()
        try:
            with _shown(errors) as report:
                for tasks in batched(tasks_of(located, {}), shard):
                    if dataset.is_written(tasks):
                        for counts in dataset.shards[-1]["counts"].values():
                            progress.before.update(counts)
                        continue
                    for setup in dataset.setups.values():
                        run_batch(setup, tasks, store, executor, progress=progress, report=report)
                    dataset.write(tasks, store)
        except KeyboardInterrupt:
            errors.print(f"stopped after {len(dataset.shards):,} files, which are kept")
            errors.print("hint: run the same command again: it goes on where it stopped")
            return INTERRUPTED
        finally:
            executor.close()
    manifest = dataset.finish()
    told = {name: manifest[name] for name in ("rows", "counts")}
    if json:
        cpu = {"cpu_seconds_solving": progress.solving, "cpu_seconds_working": progress.working}
        print_json({"dataset": str(dataset.folder), **told, "files": len(dataset.shards), **cpu})
    else:
        for cost, counts in manifest["counts"].items():
            ended = "; ".join(f"{number:,} {status}" for status, number in counts.items())
            data().print(f"{manifest['rows']:,} levels by {cost}: {ended}", soft_wrap=True)
        errors.print(f"{len(dataset.shards):,} files and {MANIFEST} in {dataset.folder}")
    return INCOMPLETE if progress.unanswered else 0


class Job(NamedTuple):
    """Levels of one kind of puzzle, and with what they are solved."""

    setup: Setup
    located: list[Located]


def _executor_for(workers: int | None, cluster: str | None) -> Callable[[], Executor]:
    if cluster is None:
        return lambda: LocalExecutor(workers or os.cpu_count() or 1)
    from unriddle.batch.cluster import ClusterExecutor

    return lambda: ClusterExecutor(cluster)


def _run(
    jobs: list[Job], total: int, path: str, make: Callable[[], Executor], *, retry: bool, json: bool
) -> int:
    errors = talk()
    progress = Progress(total)
    with Store(path) as store:
        for job in jobs if retry else ():
            store.forget_crashed(store.setup_id(job.setup))
        executor = make()
        try:
            with _shown(errors) as report:
                for setup, located in jobs:
                    tasks = tasks_of(located, setup.rules)
                    run_batch(setup, tasks, store, executor, progress=progress, report=report)
        except KeyboardInterrupt:
            kept = f"stopped after {counted(progress.done, 'new result')}, kept in {path}"
            errors.print(kept, soft_wrap=True)
            errors.print("hint: run the same command again: it goes on where it stopped")
            return INTERRUPTED
        finally:
            executor.close()
    solvers = {setup.puzzle: setup.solver for setup, _ in jobs}
    _summarise(progress, path, solvers, errors, json=json)
    return INCOMPLETE if progress.unanswered else 0


def _summarise(
    progress: Progress, path: str, solvers: dict[str, str], errors: Console, *, json: bool
) -> None:
    if json:
        print_json(
            {
                "store": path,
                "solvers": solvers,
                "new": progress.done,
                "skipped": progress.skipped,
                "counts": dict(progress.counts),
                "crashes": progress.crashes,
                "seconds": round(progress.seconds, 3),
                "cpu_seconds_solving": round(progress.solving, 3),
                "cpu_seconds_working": round(progress.working, 3),
            }
        )
        return
    data().print(_line(progress), soft_wrap=True)
    shown = f"`unriddle batch status --store {path}` shows it"
    if progress.unanswered:
        shown += ", and names levels that have no answer"
    used = ", ".join(f"{puzzle} by {solver}" for puzzle, solver in solvers.items())
    errors.print(f"{used}; kept in {path}; {shown}", soft_wrap=True)


@contextmanager
def _shown(console: Console) -> Iterator[Callable[[Progress], None]]:
    """A live table on a terminal, a line now and then elsewhere."""
    if not shows_progress(console):
        last = time.monotonic()

        def print_line(now: Progress) -> None:
            nonlocal last
            if time.monotonic() - last >= PLAIN_LINE:
                last = time.monotonic()
                console.print(_line(now))

        yield print_line
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        yield lambda now: live.update(_table(now, console.width), refresh=True)


def _line(progress: Progress) -> str:
    counts = "; ".join(f"{number:,} {status}" for status, number in progress.counts.most_common())
    parts = [f"{counted(progress.done, 'new result')} ({counts})" if counts else "no new results"]
    if progress.skipped:
        there = "was" if progress.skipped == 1 else "were"
        parts.append(f"{progress.skipped:,} {there} there before")
    parts.append(f"{progress.rate:,.0f}/s")
    if progress.left:
        parts.append(f"{clock(progress.left)} left")
    if progress.crashes:
        parts.append(f"{progress.crashes} workers died")
    return " · ".join(parts)


def _table(progress: Progress, width: int) -> Table:
    total = progress.total or 0
    grid = Table.grid(padding=(0, 2))
    share = (progress.done + progress.skipped) / total if total else 0.0
    figures = f"{progress.done + progress.skipped:,} of {total:,} ({share:.1%})"
    length = max(0, min(40, width - len(figures) - 20))  # narrow screens show the figures only
    filled = int(length * share)
    bar = "█" * filled + "░" * (length - filled)
    grid.add_row("done", f"{bar} {figures}".lstrip())
    for status, number in progress.counts.most_common():
        grid.add_row(status, f"{number:,}")
    if progress.skipped:
        grid.add_row("there before", f"{progress.skipped:,}")
    left = "" if progress.left is None else f", {clock(progress.left)} left"
    grid.add_row("rate", f"{progress.rate:,.1f}/s{left}")
    if progress.crashes:
        grid.add_row("workers died", str(progress.crashes))
    return grid


def _status(path: str, *, json: bool) -> int:
    """What is in a store, also while a batch writes to it."""
    with Store(path, must_exist=True) as store:
        summaries = store.summaries()
    console = data()
    for summary in summaries:
        if json:
            print_json(
                {
                    "setup": vars(summary.setup),
                    "done": summary.done,
                    "counts": summary.counts,
                    "first": summary.first,
                    "last": summary.last,
                    "unanswered": dict(summary.unanswered),
                }
            )
            continue
        console.print(str(summary.setup), soft_wrap=True)
        for status, number in summary.counts.items():
            console.print(f"  {number:>12,}  {status}")
        if summary.first:
            console.print(f"  from {summary.first} to {summary.last}")
        for level, reason in summary.unanswered:
            console.print(f"  {level}: {reason}", soft_wrap=True)
    if not summaries and not json:
        console.print("nothing yet")
    return 0


def _export(path: str, form: str, out: Path | None) -> None:
    with Store(path, must_exist=True) as store:
        if form == "parquet":
            if out is None:
                raise BadInput(
                    "Parquet is not text and cannot go to standard output",
                    hint="--out FILE.parquet",
                )
            with replacing(out) as part:
                count = write_parquet(store, part)
        elif out is None:
            write_text(store, form, sys.stdout)
            return
        else:
            with replacing(out) as part, open(part, "w", encoding="utf-8", newline="") as file:
                count = write_text(store, form, file)
    talk().print(f"{count:,} results written to {out}", soft_wrap=True)
