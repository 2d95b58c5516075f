"""Coroutines in a thread of their own: a browser may have its event loop in the main one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_in_own_thread(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, or raises."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
