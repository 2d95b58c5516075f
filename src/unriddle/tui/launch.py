"""The way into the app; loaded before Textual, so that a problem is reported at once."""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping
from typing import Any

from unriddle.core import BadInput
from unriddle.remembered import register
from unriddle.tui import words
from unriddle.tui.packs import check
from unriddle.tui.terminal import support_here, why_not


def launch(
    reference: str | None,
    *,
    ascii: bool = False,
    puzzle: str | None = None,
    rules: Mapping[str, Any] | None = None,
    language: str | None = None,
) -> int:
    """Run the app with a level, or with the menu; returns the exit code, or raises `BadInput`.

    It speaks the `language`, or that of the environment.
    """
    if language is not None and language not in words.LANGUAGES:
        raise BadInput(
            f"no language '{language[:20]}'", hint=f"there are: {', '.join(words.LANGUAGES)}"
        )
    words.use(language or words.language_of(os.environ))
    check(rules or {})
    if problem := why_not():
        wanted = reference or "bloxorz/1"
        raise BadInput(
            f"play needs a terminal: {problem}",
            hint=f"unriddle show {wanted} draws a level, unriddle solve {wanted} solves it",
        )
    gc.disable()  # what is loaded now stays for good; to look through it costs a tenth of the start
    try:
        from unriddle.tui.app import UnriddleApp

        notes = register()
        app = UnriddleApp(
            reference,
            support=support_here(ascii=ascii),
            puzzle=puzzle,
            rules=rules,
            notes=notes,
        )
        gc.freeze()
    finally:
        gc.enable()
    try:
        app.run()
    finally:
        gc.unfreeze()  # the app as well is let go when Python ends, and what it has of the engine
    return app.return_code or 0
