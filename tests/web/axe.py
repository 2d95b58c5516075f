"""What axe finds on a page that somebody could not see, reach or understand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

AXE = Path(__file__).parents[2] / ".venv/node/node_modules/axe-core/axe.min.js"


def watch_for_barriers(context: BrowserContext) -> None:
    """Give axe to every page of a browser, or skip the test where there is none."""
    if not AXE.exists():
        pytest.skip("there is no axe-core: `./dev test` installs it where there is npm")
    context.add_init_script(path=AXE)


def barriers(page: Page) -> list[Any]:
    """All that is found, and in the other theme what contrast it lacks: else they are alike."""
    found = page.evaluate(
        """async () => {
            const { dataset } = document.documentElement;
            const { theme } = dataset;
            const all = (await axe.run()).violations;
            const still = new CSSStyleSheet(); // or colours would still be on their way
            still.replaceSync("* { transition: none !important }");
            document.adoptedStyleSheets = [still];
            dataset.theme = theme === "dark" ? "light" : "dark";
            const contrast = await axe.run({ runOnly: ["color-contrast"] });
            dataset.theme = theme;
            return [...all, ...contrast.violations];
        }"""
    )
    return [
        (one["id"], [(node["html"][:120], node["failureSummary"]) for node in one["nodes"]][:3])
        for one in found
    ]
