/** A small live chart of one figure: the latest values as a line over its area. */

import { s } from "../dom.js";

const WIDTH = 240;
const HEIGHT = 56;
const POINTS = 160;

export class Chart {
  /** @param {string} label @param {string} colour the name of a CSS class */
  constructor(label, colour) {
    /** @type {number[]} */
    this.values = [];
    this.area = s("path", { class: "chart-area" });
    this.line = s("path", { class: "chart-line" });
    this.element = s(
      "svg",
      {
        class: `chart ${colour}`,
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": label,
      },
      this.area,
      this.line,
    );
  }

  clear() {
    this.values = [];
    this.line.removeAttribute("d");
    this.area.removeAttribute("d");
  }

  /** Is there a line to be seen? */
  get isEmpty() {
    return this.values.length < 2;
  }

  /** @param {number} value */
  add(value) {
    this.values.push(value);
    // Twice too many points are thinned out, so that the whole search stays in sight.
    if (this.values.length > 2 * POINTS) this.values = this.values.filter((_, at) => at % 2 === 1);
    const top = Math.max(...this.values, 1e-9);
    const step = WIDTH / Math.max(1, this.values.length - 1);
    const points = this.values.map((one, at) => `${(at * step).toFixed(1)} ${(HEIGHT - 3 - (one / top) * (HEIGHT - 8)).toFixed(1)}`);
    if (points.length < 2) return;
    this.line.setAttribute("d", `M${points.join("L")}`);
    this.area.setAttribute("d", `M0 ${HEIGHT}L${points.join("L")}L${WIDTH} ${HEIGHT}Z`);
  }
}
