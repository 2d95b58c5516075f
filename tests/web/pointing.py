"""Where things are on the screen, for the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

POINT = """(one, down) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const put = /^translate\\((\\S+) (\\S+)\\)/.exec(one.getAttribute("transform") ?? "");
    const table = one.ownerSVGElement?.getBoundingClientRect();
    const corner = put ? [table.x + Number(put[1]), table.y + Number(put[2])] : [x, y];
    return [corner[0] + width / 2, corner[1] + (down ?? height / 2)];
}"""


def point_on(page: Page, selector: str, down: float | None = None) -> tuple[float, float]:
    """The middle of a thing, or of the line that is `down` pixels below its upper edge.

    A card is where it was put. Chromium may still tell where it was before, if it was put twice
    within a frame: back where it was dragged from, and then where the answer says.
    """
    x, y = page.locator(selector).first.evaluate(POINT, down)
    return x, y
