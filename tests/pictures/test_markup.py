"""Text of anybody as markup."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from hypothesis import example, given
from hypothesis import strategies as st

from unriddle.pictures.markup import escape


@given(st.text(st.characters()))
@example("a\x00\x1b\ud800\ufffe<&>\"'")
def test_any_text_makes_markup_that_can_be_read(text: str) -> None:
    markup = escape(text)
    markup.encode()
    read = ElementTree.fromstring(f'<a b="{markup}">{markup}</a>')
    assert len(read.text or "") == len(text.replace("\r\n", "\n"))


def test_ordinary_text_stays() -> None:
    assert escape("Ngô & Đỗ\n") == "Ngô &amp; Đỗ\n"
