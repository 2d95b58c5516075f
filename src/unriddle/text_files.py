"""The text in a file or on standard input, however it is encoded."""

from __future__ import annotations

import codecs
import io
import os
import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import contextmanager

from unriddle.core import BadInput
from unriddle.lines import LARGEST_TEXT

STANDARD_INPUT = "<stdin>"
"""What error messages call it; `-` means the same."""


def read_text(path: str) -> str:
    """The text in a file, or on standard input; raises `BadInput` if there is none."""
    return as_text(read_bytes(path), path)


def read_bytes(path: str, most: int = LARGEST_TEXT) -> bytes:
    """What is in a file, or on standard input, of at most `most` bytes; raises `BadInput`."""
    try:
        if path in ("-", STANDARD_INPUT):
            if sys.stdin is None:
                raise BadInput("standard input is closed", source=path)
            content = sys.stdin.buffer.read(most + 1)
        else:
            with open(path, "rb") as file:
                content = file.read(most + 1)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", source=path) from error
    if len(content) > most:
        hint = "split it into several" if most == LARGEST_TEXT else ""
        raise BadInput(f"is larger than {most >> 20} MiB", source=path, hint=hint)
    return content


def as_text(content: bytes, path: str) -> str:
    """The content of a file as text, without its mark; raises `BadInput` if it is none."""
    text = decoded(content)
    if text is None:
        raise BadInput("is not a text file", source=path)
    return text


def as_bytes(text: str, like: bytes) -> bytes:
    """A text encoded as the file that it was read from: what is not changed has its bytes."""
    mark, encoding = _encoding(like)
    return mark + text.encode(encoding)


@contextmanager
def open_text(path: str | os.PathLike[str]) -> Iterator[Iterator[str]]:
    """The lines of a file, read one by one and decoded in the same way; raises `OSError`.

    A line that is longer than a text may be raises `BadInput`.
    """
    with open(path, "rb") as file:
        encoding = "utf-16" if file.peek(2)[:2] in _MARKS else "utf-8-sig"
        with io.TextIOWrapper(file, encoding, errors=_OR_LATIN_1, newline="") as text:
            yield _lines(text, path)


def _lines(file: io.TextIOWrapper, path: str | os.PathLike[str]) -> Iterator[str]:
    while line := file.readline(LARGEST_TEXT + 1):
        if len(line) > LARGEST_TEXT:
            problem = f"has a line of more than {LARGEST_TEXT >> 20} MiB"
            raise BadInput(problem, source=os.fspath(path))
        yield line


def decoded(content: bytes) -> str | None:
    """The text in a file, or None if there is none."""
    mark, encoding = _encoding(content)
    try:
        text = content[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def may_be_text(path: str) -> bool:
    """Does a file begin as texts do, or can that not be seen?"""
    try:
        with open(path, "rb") as file:
            start = file.read(4096)
            return b"\0" not in start or start[:2] in _MARKS
    except OSError:
        return True


_MARKS = {BOM_UTF16_LE: "utf-16-le", BOM_UTF16_BE: "utf-16-be", BOM_UTF8: "utf-8"}


def _encoding(content: bytes) -> tuple[bytes, str]:
    """The byte order mark that a text begins with, or nothing, and how the rest is encoded."""
    mark = next(filter(content.startswith, _MARKS), b"")
    encoding = _MARKS.get(mark, "utf-8")
    if encoding == "utf-8":
        try:
            content.decode(encoding)
        except UnicodeDecodeError:
            # Old collections carry titles in Latin-1; every byte is a character there.
            encoding = "latin-1"
    return mark, encoding


_OR_LATIN_1 = "unriddle-or-latin-1"
"""How a few bytes are decoded that are not UTF-8."""


def _in_latin_1(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_OR_LATIN_1, _in_latin_1)
