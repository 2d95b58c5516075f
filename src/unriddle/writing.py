"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A file to write that takes the place of `path` at the end of the block.

    If the block fails, for example because the disk is full, `path` is what it was before. What is
    no regular file, such as a pipe or `/dev/stdout`, is written itself.
    """
    target = Path(os.path.realpath(path))  # a link stays one
    if target.exists() and not target.is_file():
        yield Path(path)
        return
    part = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        yield part
        if part.exists():  # there may have been nothing to write
            if target.exists():
                shutil.copymode(target, part)
            os.replace(part, target)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(part):
            error.filename = str(path)  # the name that its user knows
        raise


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file, text as UTF-8; raises `OSError`, and then leaves what was there."""
    data = content.encode() if isinstance(content, str) else content
    with replacing(path) as part:
        part.write_bytes(data)
