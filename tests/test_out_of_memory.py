from __future__ import annotations

import errno

import pytest

from unriddle.out_of_memory import is_out_of_memory


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError(), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (ImportError("array.so: failed to map segment from shared object"), True),
        (RuntimeError("can't start new thread"), True),
        (OSError(errno.ENOSPC, "No space left on device"), False),
        (ImportError("No module named 'x'"), False),
        (ValueError("failed to map segment"), False),
    ],
    ids=repr,
)
def test_a_shortage_of_memory_has_many_names(error: Exception, expected: bool) -> None:
    assert is_out_of_memory(error) is expected
