from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from unriddle.core import BadInput
from unriddle.text_files import as_bytes, as_text, open_text, read_text

TEXT = "Một \U0001f4e6\r\nK\xf6nig\n"


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        f"\ufeff{TEXT}".encode("utf-16-le"),
        f"\ufeff{TEXT}".encode("utf-16-be"),
    ],
)
def test_texts_of_all_encodings_are_read_and_written_again(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a text"
    path.write_bytes(content)
    assert read_text(str(path)) == TEXT
    assert as_bytes(TEXT, content) == content
    with open_text(path) as file:
        assert list(file) == TEXT.splitlines(keepends=True)


def test_latin_1_is_read_and_written_again(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_bytes(content := "K\xf6nig\n".encode("latin-1"))
    assert as_text(content, "old") == "K\xf6nig\n"
    assert as_bytes("K\xf6nig\n", content) == content
    with open_text(path) as file:
        assert list(file) == ["K\xf6nig\n"]


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(BadInput, match="a picture: is not a text file"):
        as_text(b"\x89PNG\0", "a picture")


def test_a_closed_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput):
        read_text("-")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless device here")
def test_a_line_without_end_is_refused() -> None:
    with open_text("/dev/zero") as lines, pytest.raises(BadInput, match="has a line of more than"):
        next(lines)
