"""The search view as its tests use it in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect
from web.page_server import Server, visit


def open_search(page: Page, server: Server, rest: str) -> None:
    """Open the search view, and wait until its search is there."""
    visit(page, server, f"#/search/{rest}")
    expect(page.locator(".tree-card").first).to_be_visible()


def stands_at(page: Page, step: int) -> None:
    """Wait until this expansion is shown: the slider follows, whatever was typed elsewhere."""
    expect(page.locator("#scrub")).to_have_value(str(step))


def sentence(page: Page) -> Locator:
    return page.locator("#sentence")


def count_of(page: Page, selector: str, pattern: str) -> int:
    found = re.search(pattern, page.locator(selector).inner_text())
    assert found
    return int(found[1].replace(",", ""))
