"""Rows of a store that contradict themselves: somebody has changed them by hand.

What a row says about its plan can be checked without the level. Whether the plan solves it is for
`unriddle check --all` to say.
"""

from __future__ import annotations

from typing import Final

from unriddle.batch.chunk import CRASHED, FAILED, ROW
from unriddle.core import Status
from unriddle.figures import COLUMNS

_TYPES = {bool: "integer", int: "integer", float: "real"}
_TYPE_OF = {column.name: _TYPES.get(column.kind, "text") for column in COLUMNS}
_NUMBERS = [name for name, kind in _TYPE_OF.items() if kind != "text"]
YES_OR_NO = [column.name for column in COLUMNS if column.kind is bool]
_STATUSES = ", ".join(f"'{status}'" for status in (*Status, FAILED, CRASHED))
_PROBLEMS = {
    **{
        f"its {name} is no {_TYPE_OF.get(name, 'text')}": f"typeof({name}) NOT IN "
        f"('{_TYPE_OF.get(name, 'text')}', 'null')"
        for name in (*ROW, "finished")
    },
    **{f"its {name} is below 0": f"{name} < 0" for name in _NUMBERS},
    **{f"its {name} is neither yes nor no": f"{name} > 1" for name in YES_OR_NO},
    "its status is unknown": f"status NOT IN ({_STATUSES})",
    **{
        f"it is solved without {name}": f"status = '{Status.SOLVED}' AND {name} IS NULL"
        for name in ("plan", "moves", "cost")
    },
    "it has a plan or a cost and is not solved": f"status <> '{Status.SOLVED}' AND "
    "coalesce(plan, moves, cost, nullif(optimal, 0)) IS NOT NULL",
    "its cost is below its lower_bound": "cost < lower_bound",
    "it is optimal, and its lower_bound is not its cost": "optimal AND lower_bound IS NOT cost",
    "it is checked without an answer": "checked AND status NOT IN "
    f"('{Status.SOLVED}', '{Status.UNSOLVABLE}')",
    "it has no error": f"status IN ('{FAILED}', '{CRASHED}') AND error IS NULL",
    "its proof is no JSON object": "CASE WHEN json_valid(proof) "
    "THEN json_type(proof) <> 'object' ELSE proof IS NOT NULL END",
}
"""What may be wrong with a row, each with its condition in SQL."""

_CASES = " ".join(f"WHEN {is_so} THEN '{what}'" for what, is_so in _PROBLEMS.items())
FIND: Final = (
    f"SELECT level, CASE {_CASES} END AS problem FROM results WHERE problem IS NOT NULL LIMIT 1"
)
"""The first row that contradicts itself, and how."""

_TEXTS = [name for name in (*ROW, "finished") if _TYPE_OF.get(name, "text") == "text"]
ALL_TEXT: Final = f"SELECT {' || '.join(f'coalesce({one}, 0)' for one in _TEXTS)} FROM results"
"""All the text of each row: only who reads it notices bytes that are no text, not SQLite."""
