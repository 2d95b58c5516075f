/** Bars side by side, one a solver, on a logarithmic scale; drawn as one SVG that can be saved. */

import { s } from "../dom.js";
import { t } from "../language.js";

const WIDTH = 480;
const ROW = 26;
const LABEL = 158;
const VALUE = 74;
const TOP = 34;

/** @typedef {{name: string, value: number, status: string}} Bar */

export class Bars {
  /** @param {string} title @param {(value: number) => string} shown */
  constructor(title, shown) {
    this.title = title;
    this.shown = shown;
    this.element = s("svg", { class: "bars", role: "img", "aria-label": title });
  }

  /** @param {Bar[]} bars */
  show(bars) {
    const height = TOP + bars.length * ROW + 6;
    this.element.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
    const values = bars.map((one) => one.value).filter((one) => one > 0);
    const top = Math.max(...values, 1e-9);
    const bottom = Math.min(...values, top) / 3;
    const span = Math.log(top / bottom) || 1;
    const room = WIDTH - LABEL - VALUE;
    this.element.replaceChildren(
      s("text", { class: "bars-title", x: 0, y: 16 }, this.title),
      s("text", { class: "bars-note", x: WIDTH, y: 16, "text-anchor": "end" }, t("compare.logarithmic")),
      ...bars.flatMap((one, index) => {
        const y = TOP + index * ROW;
        const width = one.value > 0 ? Math.max(3, (Math.log(one.value / bottom) / span) * room) : 0;
        return [
          s("text", { class: "bars-label", x: LABEL - 10, y: y + 14, "text-anchor": "end" }, one.name),
          s("rect", { class: "bars-track", x: LABEL, y: y + 2, width: room, height: ROW - 10, rx: 4 }),
          s("rect", {
            class: `bars-bar ${one.status.replaceAll(" ", "-")}`,
            x: LABEL,
            y: y + 2,
            width,
            height: ROW - 10,
            rx: 4,
          }),
          s("text", { class: "bars-value", x: LABEL + room + 8, y: y + 14 }, this.shown(one.value)),
        ];
      }),
    );
  }
}
