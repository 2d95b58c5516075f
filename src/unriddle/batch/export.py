"""Rows as a table for other programs: CSV, JSON lines or Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from unriddle.batch.store import Store, batched
from unriddle.figures import COLUMNS
from unriddle.out_of_memory import lacking, need_address_space

FORMATS = ("csv", "jsonl", "parquet")

ROW_GROUP = 50_000
"""Rows of a Parquet file that are held in memory together."""

Record = dict[str, Any]


def write_text(store: Store, form: str, to: TextIO) -> int:
    """Write every result as `csv` or `jsonl`; returns how many there were."""
    return write_lines(store.records(), form, to)


def write_parquet(store: Store, path: Path) -> int:
    """Write every result to a Parquet file; returns how many there were."""
    return write_columns(store.records(), {column.name: column.kind for column in COLUMNS}, path)


def write_lines(records: Iterable[Record], form: str, to: TextIO) -> int:
    """Write rows, all with the same names, as `csv` or `jsonl`; returns how many there were."""
    count = 0
    table: csv.DictWriter[str] | None = None
    for record in records:
        count += 1
        if form == "jsonl":
            to.write(json.dumps(record, ensure_ascii=False) + "\n")
            continue
        if table is None:
            table = csv.DictWriter(to, list(record), lineterminator="\n")
            table.writeheader()
        table.writerow(_flat(record))
    return count


def write_columns(records: Iterable[Record], kinds: Mapping[str, type], path: Path) -> int:
    """Write rows to a Parquet file, text where no kind is said; returns how many there were."""
    pyarrow = parquet()
    types = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    count = 0
    with ExitStack() as files:
        writer = None
        for rows in batched(records, ROW_GROUP):
            schema = pyarrow.schema(
                [(name, types.get(kinds.get(name, str), pyarrow.string())) for name in rows[0]]
            )
            if writer is None:  # pyarrow itself takes no name that is no Unicode
                file = files.enter_context(open(path, "wb"))
                writer = files.enter_context(pyarrow.parquet.ParquetWriter(file, schema))
            writer.write_table(pyarrow.Table.from_pylist([_flat(row) for row in rows], schema))
            count += len(rows)
    return count


def parquet() -> Any:
    """The library that reads and writes Parquet; raises `BadInput` if it is not there."""
    need_address_space(1024)  # its OpenBLAS aborts with less, and its threads crash
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise lacking(
            error,
            "Parquet needs pyarrow, which is not installed",
            hint="pip install 'unriddle[datasets]', or use csv",
        ) from error
    return pyarrow


def _flat(record: Record) -> Record:
    """A record whose settings are text, so that it fits into a row."""
    return {
        name: json.dumps(value, sort_keys=True) if isinstance(value, dict) else value
        for name, value in record.items()
    }
