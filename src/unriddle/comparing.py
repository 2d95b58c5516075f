"""Several solvers on one level, and results as tables for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from unriddle.catalog import AnyPuzzle, entry_of, kind_name
from unriddle.core import BadInput, FaultyCode, Limits, Result, label_of
from unriddle.out_of_memory import is_out_of_memory, lacking
from unriddle.plans import Level, puzzle_from
from unriddle.plugins import fault_of
from unriddle.solving import Estimator, Solver, Within, choose
from unriddle.wording import FAULTY, aligned, seconds, status

USUAL = ("bfs", "ucs", "greedy", "astar")
"""What is compared unless solvers are named."""
SECONDS = 10.0
"""What each of them has unless told otherwise."""


@dataclass(frozen=True, repr=False)
class Comparison:
    """How several solvers ended on one puzzle."""

    puzzle: AnyPuzzle
    results: Mapping[str, Result[Any]]
    """By what the solvers are called, in their order."""
    faults: Mapping[str, FaultyCode] = field(default_factory=dict)
    """Solvers that a user wrote and that did what they must not: they have no result."""

    def __getitem__(self, solver: str) -> Result[Any]:
        if solver in self.faults:
            raise self.faults[solver]
        return self.results[solver]

    def __repr__(self) -> str:
        """A table: how each ended, what its plan costs, and what it took."""
        rows = [("solver", "status", "cost", "optimal", "expanded", "time")]
        for name, ended, cost, proved, expanded, took in self._rows():
            price = "-" if cost is None else str(cost)
            rows.append((name, ended, price, proved, f"{expanded:,}", seconds(took)))
        lines = [f"<Comparison {label_of(self.puzzle)}>", *aligned(rows)]
        lines += [f"{name}  {FAULTY}: {fault.problem}" for name, fault in self.faults.items()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """What a notebook shows: the same as a table, and the work of each as bars."""
        from unriddle.pictures.tables import comparison_html  # only notebooks need it

        columns = ("solver", "status", "cost", "proved optimal", "expanded", "seconds")
        rows: list[tuple[Any, ...]] = list(self._rows())
        for name, fault in self.faults.items():
            rows.append((name, f"{FAULTY}: {fault.problem}", None, "", None, None))
        named = [dict(zip(columns, row, strict=True)) for row in rows]
        return comparison_html(named, label="solver", values=("expanded", "seconds"))

    def _rows(self) -> Iterator[tuple[str, str, int | None, str, int, float]]:
        """Solver, status, cost, whether it is proved optimal, expanded states and seconds."""
        for name, result in self.results.items():
            proved, stats = "yes" if result.optimal else "", result.stats
            yield name, status(result), result.cost, proved, stats.expanded, stats.seconds

    def to_dicts(self) -> list[dict[str, Any]]:
        """The figures of each result, with the level and the solver."""
        return rows_of(self)

    def to_pandas(self) -> Any:
        """The same as a pandas data frame."""
        return to_pandas(self)

    def to_polars(self) -> Any:
        """The same as a polars data frame."""
        return to_polars(self)


def compare(
    puzzle: Level[Any, Any],
    solvers: Iterable[Solver] | Mapping[str, Solver] = USUAL,
    *,
    heuristic: Estimator | None = None,
    limits: Within = SECONDS,
    engine: str | None = None,
) -> Comparison:
    """Run solvers, names or functions, one after the other on one puzzle.

    Each has 10 seconds unless `limits` say otherwise. `heuristic` applies to the solvers that use
    one. The keys of a mapping name the solvers. A fault in your own solver ends that solver alone.
    """
    if isinstance(solvers, str) or not isinstance(solvers, Iterable):
        raise BadInput(f"{solvers!r} are not solvers", hint="pass a list, such as ['bfs', 'astar']")
    game, within = puzzle_from(puzzle), Limits.of(limits)
    entry = entry_of(game)
    named = (
        solvers.items() if isinstance(solvers, Mapping) else ((_name(one), one) for one in solvers)
    )
    chosen = {}
    for name, solver in named:
        choice = choose(entry, solver, engine=engine)
        if heuristic is not None and choice.solver.informed:
            choice = choose(entry, solver, heuristic=heuristic, engine=engine)
        if name in chosen:
            raise BadInput(f"two solvers are called {name}", hint="pass them in a dictionary")
        chosen[name] = choice
    if heuristic is not None and chosen and not any(one.solver.informed for one in chosen.values()):
        choose(entry, solver, heuristic=heuristic, engine=engine)  # says that it uses none
    results: dict[str, Result[Any]] = {}
    faults: dict[str, FaultyCode] = {}
    for name, choice in chosen.items():
        try:
            results[name] = choice.start(game, within).result()
        except Exception as error:
            if not choice.own or is_out_of_memory(error):
                raise
            told = f"{name} raised {type(error).__name__}: {error}"
            faults[name] = fault_of(error) or FaultyCode(told)
    return Comparison(game, results, faults)


def _name(solver: Solver) -> str:
    return solver if isinstance(solver, str) else getattr(solver, "__name__", str(solver))


Results = Comparison | Mapping[str, Result[Any]] | Iterable[Result[Any] | Comparison]
"""What frames are made of: comparisons, results by name, or results in a row."""


def rows_of(results: Results) -> list[dict[str, Any]]:
    """The figures of results, one dictionary each; the keys are those of `--json`.

    Each says its puzzle and its level, as far as the result knows them.
    """
    if isinstance(results, Comparison):
        head = _head(results.puzzle)
        rows = [{**row, **head} for row in rows_of(results.results)]
        for name, fault in results.faults.items():
            rows.append({**head, "solver": name, "status": FAULTY, "fault": str(fault)})
        return rows
    if isinstance(results, Mapping):
        return [_plain(one, solver=name) for name, one in results.items()]
    rows = []
    for one in results:
        rows += rows_of(one) if isinstance(one, Comparison) else [_plain(one)]
    return rows


def _head(puzzle: AnyPuzzle | None) -> dict[str, Any]:
    if puzzle is None:
        return {"puzzle": None, "level": None}
    return {"puzzle": kind_name(puzzle), "level": puzzle.name}


def _plain(result: object, **head: str) -> dict[str, Any]:
    if not isinstance(result, Result):
        raise BadInput(f"{str(result)[:60]!r} is not a result", hint="pass what solve returns")
    figures = result.to_dict()
    proof = figures.pop("proof") or {}
    head = {**_head(result.puzzle), **head}
    return {
        **head,
        **figures,
        "proof_states": proof.get("states"),
        "proof_claims": proof.get("claims"),
    }


def to_pandas(results: Results) -> Any:
    """Results as a pandas data frame, one row each; raises `BadInput` without pandas."""
    return _module("pandas").DataFrame(rows_of(results))


def to_polars(results: Results) -> Any:
    """Results as a polars data frame, one row each; raises `BadInput` without polars."""
    rows = rows_of(results)
    return _module("polars").DataFrame(rows, infer_schema_length=max(1, len(rows)))


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise lacking(error, f"{name} is not installed", hint=f"pip install {name}") from error
