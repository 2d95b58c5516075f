"""What players have done: games kept with their plans, bests and statistics (see docs/records.md).

>>> from unriddle.play import Session
>>> from unriddle.loading import load
>>> session = Session(load("bloxorz/1"))
>>> for move in "rrdrrrd": _ = session.play(move)
>>> record = record_of(session, "0001", "2026-01-31T12:00:00Z")
>>> record.solved, record.cost, record.help
(True, 7, ())
"""

from unriddle.records.exchange import Refused as Refused
from unriddle.records.exchange import read_export as read_export
from unriddle.records.exchange import write_export as write_export
from unriddle.records.keeper import Keeper as Keeper
from unriddle.records.record import Record as Record
from unriddle.records.record import bests as bests
from unriddle.records.record import checked as checked
from unriddle.records.record import content_of as content_of
from unriddle.records.record import key_of as key_of
from unriddle.records.record import record_of as record_of
from unriddle.records.statistics import Statistics as Statistics
from unriddle.records.statistics import statistics as statistics
from unriddle.records.store import Store as Store
