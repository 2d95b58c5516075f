"""What players have done: games kept with their plans, bests and statistics (see docs/records.md).

>>> from unriddle.play import Session
>>> from unriddle.loading import load
>>> session = Session(load("bloxorz/1"))
>>> for move in "rrdrrrd": _ = session.play(move)
>>> record = record_of(session, "0001", "2026-01-31T12:00:00Z")
>>> record.solved, record.cost, record.help
(True, 7, ())
"""

from unriddle.records.exchange import Refused, read_export, write_export
from unriddle.records.keeper import Keeper
from unriddle.records.record import Record, bests, checked, content_of, key_of, record_of
from unriddle.records.statistics import Statistics, statistics
from unriddle.records.store import Store

__all__ = [
    "Keeper",
    "Record",
    "Refused",
    "Statistics",
    "Store",
    "bests",
    "checked",
    "content_of",
    "key_of",
    "read_export",
    "record_of",
    "statistics",
    "write_export",
]
