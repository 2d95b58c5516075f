"""From an experiment to its runs, one after the other, so that they do not slow each other down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from unriddle.core import BadInput, Limits
from unriddle.experiments.measuring import Job, Measurement, choice_of
from unriddle.experiments.reports import SEARCHES
from unriddle.experiments.spec import TOTAL, Block, Experiment
from unriddle.experiments.worker import JobRunner
from unriddle.plugins import sources
from unriddle.solving import Choice


@dataclass(frozen=True)
class RunKey:
    """Which run it is: block and solver by their places, the level by its id, the seed."""

    block: int
    solver: int
    level: str
    seed: int | None


def adjusted(
    experiment: Experiment,
    *,
    limits: Limits | None = None,
    runs: int | None = None,
    levels: Sequence[str] = (),
    full: bool = False,
) -> Experiment:
    """The experiment with other limits or fewer runs or levels; raises `BadInput` if none is left.

    `levels` are ids, or what stands in them after the last slash, or ranges of that (`1-5`);
    `full` takes all levels where the spec names a sample.
    """
    blocks = [_adjusted(block, limits, runs, levels, full) for block in experiment.blocks]
    kept = tuple(block for block in blocks if block.solvers)
    if not kept:
        names = dict.fromkeys(
            level for b in experiment.blocks for solver in b.solvers for level in solver.levels
        )
        raise BadInput(
            f"none of these levels is in the table '{experiment.name}': {', '.join(levels)}",
            hint=f"they are {next(iter(names))} to {list(names)[-1]}",
        )
    return replace(experiment, blocks=kept)


def _adjusted(
    block: Block, limits: Limits | None, runs: int | None, wanted: Sequence[str], full: bool
) -> Block:
    old = block.limits
    new = limits or Limits()
    solvers = []
    for solver in block.solvers:
        chosen, published = solver.levels, solver.published
        if wanted:
            chosen = tuple(level for level in chosen if _is_among(level, wanted))
            # What was published for all levels together says nothing about some of them.
            published = {level: row for level, row in published.items() if level != TOTAL}
        elif not full:
            chosen = chosen[block.every - 1 :: block.every] or chosen
        if chosen:
            solvers.append(replace(solver, levels=chosen, published=published))
    return replace(
        block,
        solvers=tuple(solvers),
        limits=Limits(
            new.seconds or old.seconds, new.nodes or old.nodes, new.mebibytes or old.mebibytes
        ),
        runs=min(runs, block.runs) if runs and block.runs > 1 else block.runs,
    )


def _is_among(level: str, wanted: Sequence[str]) -> bool:
    number = level.rpartition("/")[2]
    for word in wanted:
        if word in (level, number):
            return True
        first, dash, last = word.partition("-")
        in_digits = dash and all(map(str.isdecimal, (first, last, number)))
        if in_digits and int(first) <= int(number) <= int(last):
            return True
    return False


def keys(experiment: Experiment) -> Iterator[RunKey]:
    """Every run, level by level, so that what is compared runs close together."""
    for number, block in enumerate(experiment.blocks):
        seeds = range(block.seed, block.seed + block.runs) if block.runs > 1 else (None,)
        levels = dict.fromkeys(level for solver in block.solvers for level in solver.levels)
        members = [frozenset(solver.levels) for solver in block.solvers]
        for level in levels:
            for place in range(len(block.solvers)):
                if level in members[place]:
                    for seed in seeds:
                        yield RunKey(number, place, level, seed)


def job_of(experiment: Experiment, key: RunKey) -> Job:
    """What has to be run."""
    block = experiment.blocks[key.block]
    solver = block.solvers[key.solver]
    seed = {} if key.seed is None else {"seed": key.seed}
    return Job(
        level=key.level,
        solver=solver.solver,
        engine=solver.engine,
        settings={**solver.settings, **seed},
        rules=solver.rules,
        limits=block.limits,
        copy=experiment.copies.get(key.level) if solver.copies else None,
        memory="memory" in block.figures,
        own=sources(),
    )


def choices(experiment: Experiment) -> Iterator[Choice]:
    """What its solvers are carried out by, without the searches of reports; raises `BadInput`."""
    told = set()
    for key in keys(experiment):
        job = job_of(experiment, key)
        if (key.block, key.solver) not in told and job.solver not in SEARCHES:
            yield choice_of(job)
        told.add((key.block, key.solver))


def carry_out(experiment: Experiment) -> Iterator[tuple[RunKey, Measurement | None]]:
    """Each run before it begins, without a result, and again when it has ended, with one.

    Runs that a block calls hopeless are left out. The caller may stop at any time.
    """
    beyond: dict[tuple[int, int, str], int] = {}
    with JobRunner() as runner:
        for key in keys(experiment):
            same = (key.block, key.solver, key.level)
            hopeless = experiment.blocks[key.block].hopeless
            if hopeless and beyond.get(same, 0) >= hopeless:
                continue
            yield key, None
            measured = runner.run(job_of(experiment, key))
            beyond[same] = beyond.get(same, 0) + 1 if measured.is_beyond else 0
            yield key, measured
