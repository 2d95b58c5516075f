"""A browser for the tests that need one: Chromium as the system packages it, headless."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from sanitizers import without_sanitizers
from web.page_server import PATIENCE
from web.patience import SECONDS, be_patient

from unriddle.web import stepper

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HOW = "there is no Chromium: install it, on Debian by `apt-get install chromium`"


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:  # of its own: others are undone before it
        be_patient(patch.setattr)
        patch.setattr(stepper, "PORTION", SECONDS)  # as many expansions as were asked for
        yield


@pytest.fixture(scope="module")  # while it is there, no other test could run an event loop
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip(HOW)
    with sync_playwright() as playwright:
        # The sandbox of Chromium needs rights that containers seldom have; we visit ourselves only.
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], env=without_sanitizers()
        )
        new_context = browser.new_context

        def patient_context(**options: Any) -> BrowserContext:
            context = new_context(**options)
            context.set_default_timeout(PATIENCE)
            return context

        browser.new_context = patient_context  # type: ignore[method-assign]
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own, with nothing remembered from others; an error on it is a failure."""
    context = browser.new_context(locale="en-US", color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, errors
