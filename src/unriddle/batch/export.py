"""A store as a table for other programs: CSV, JSON lines or Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from unriddle.batch.store import Store
from unriddle.core import BadInput
from unriddle.figures import COLUMNS

FORMATS = ("csv", "jsonl", "parquet")

ROW_GROUP = 50_000
"""Rows of a Parquet file that are held in memory together."""


def write_text(store: Store, form: str, to: TextIO) -> int:
    """Write every result as `csv` or `jsonl`; returns how many there were."""
    count = 0
    table: csv.DictWriter[str] | None = None
    for record in store.records():
        count += 1
        if form == "jsonl":
            to.write(json.dumps(record, ensure_ascii=False) + "\n")
            continue
        if table is None:
            table = csv.DictWriter(to, list(record), lineterminator="\n")
            table.writeheader()
        table.writerow(_flat(record))
    return count


def write_parquet(store: Store, path: Path) -> int:
    """Write every result to a Parquet file; returns how many there were."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise BadInput(
            "Parquet needs pyarrow, which is not installed",
            hint="pip install 'unriddle[parquet]', or export csv",
        ) from error
    types = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    kinds = {column.name: types.get(column.kind, pyarrow.string()) for column in COLUMNS}
    count = 0
    writer = None
    try:
        for rows in _groups(store.records()):
            schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in rows[0]])
            if writer is None:
                writer = pyarrow.parquet.ParquetWriter(path, schema)
            writer.write_table(pyarrow.Table.from_pylist([_flat(row) for row in rows], schema))
            count += len(rows)
    finally:
        if writer is not None:
            writer.close()
    return count


def _groups(records: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while rows := list(islice(records, ROW_GROUP)):
        yield rows


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """A record whose settings are text, so that it fits into a row."""
    return {
        name: json.dumps(value, sort_keys=True) if isinstance(value, dict) else value
        for name, value in record.items()
    }
