"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import platform
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

from unriddle.core import BadInput


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A file to write that takes the place of `path` at the end of the block.

    If the block fails, for example because the disk is full, `path` is what it was before. What is
    no regular file, such as a pipe or `/dev/stdout`, is written itself.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        yield Path(path)
        return
    with suppress(FileNotFoundError):
        os.stat(path)  # its name may be too long, or a loop of links
    target = Path(os.path.realpath(path))  # a link stays one
    _remove_leftovers(target)
    part = target.with_name(f"{_beginning(target)}{os.getpid()}.part")
    try:
        yield part
        if part.exists():  # there may have been nothing to write
            if target.exists():
                shutil.copymode(target, part)
            os.replace(part, target)
    except BaseException as error:
        with suppress(OSError):
            part.unlink()
        if isinstance(error, OSError) and error.filename == str(part):
            error.filename = str(path)  # the name that its user knows
        raise


def _beginning(target: Path) -> str:
    """How the names of its unfinished copies begin that this machine writes; a number follows."""
    return f".{target.name[:100]}.{platform.node()[:60]}."


def _remove_leftovers(target: Path) -> None:
    """Remove what processes that were killed have left of this file."""
    import psutil  # most programs write nothing, and a browser has none

    try:
        psutil.Process()
    except psutil.Error:  # without /proc nobody knows which processes have ended
        return
    for left in target.parent.glob(f"{escape(_beginning(target))}*.part"):
        process = left.name.split(".")[-2]
        if process.isdigit() and not psutil.pid_exists(int(process)):
            left.unlink(missing_ok=True)


@contextmanager
def writable(path: str | os.PathLike[str]) -> Iterator[None]:
    """Within it, `BadInput` says that `path` cannot be written, in place of an `OSError`."""
    try:
        yield
    except OSError as error:
        source = os.fspath(path)
        raise BadInput(f"cannot be written: {error.strerror}", source=source) from error


def check_writable(path: str | Path) -> None:
    """Raise `BadInput` if `write_file` could not write there: to be asked before long work."""
    with writable(path):
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if os.path.isfile(path) or not os.path.exists(path):
            with replacing(path) as part:
                part.touch()
                part.unlink()


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file, text as UTF-8 (halves of characters, which it lacks, as escapes).

    Raises `OSError`, and then leaves what was there.
    """
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    with replacing(path) as part:
        part.write_bytes(data)


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write a file whole; raises `BadInput` if that is not possible, and keeps what was there."""
    with writable(path):
        write_whole(path, content)
