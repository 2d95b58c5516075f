"""The browser of the tests of the page, for the player."""

from web.conftest import browser, page

__all__ = ["browser", "page"]
