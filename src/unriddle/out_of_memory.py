"""What says that there is no memory left, and what to do before libraries fail for want of it."""

from __future__ import annotations

import errno
import os
import sys

from unriddle.core import BadInput

_NO_MEMORY = (
    "failed to map segment",
    "annot allocate memory",
    "can't start new thread",
    "Resource temporarily unavailable",
)


def is_out_of_memory(error: BaseException) -> bool:
    """Does an exception say that there is no memory left, in whatever words?

    Python has `MemoryError`, the system a number, its loader of libraries and its threads a text.
    """
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    return isinstance(error, (ImportError, OSError, RuntimeError)) and any(
        words in str(error) for words in _NO_MEMORY
    )


def lacking(error: ImportError, problem: str, hint: str) -> BadInput | MemoryError:
    """What to raise where a library cannot be imported: it may also be memory that is lacking."""
    return MemoryError() if is_out_of_memory(error) else BadInput(problem, hint=hint)


def silent_without_memory(unraisable: sys.UnraisableHookArgs) -> None:
    """Where memory is used up, tidying up fails as well; that need not be reported."""
    if not isinstance(unraisable.exc_value, MemoryError):
        sys.__unraisablehook__(unraisable)


def need_address_space(mebibytes: int) -> None:
    """Raise `MemoryError` if less is allowed (`ulimit -v`), or less than 64 MiB a processor more.

    For what ends the whole process where memory is short while it starts its threads.
    """
    try:
        import resource
    except ImportError:  # no such system
        return
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    needed = mebibytes + 64 * (os.cpu_count() or 1)
    if allowed != resource.RLIM_INFINITY and allowed < needed * 2**20:
        raise MemoryError
