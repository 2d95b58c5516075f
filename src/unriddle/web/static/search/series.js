/** What is drawn over time: how much waits, and how near the search believes the goal to be. */

import { t } from "../language.js";
import { SeriesChart } from "./series-chart.js";

/** @import { Trace } from "./trace.js" */

/** @type {Record<string, (trace: Trace, step: number) => number>} */
const FIGURES = {
  frontier: (trace, step) => (trace.open.at[step] >= 0 ? trace.open.at[step] : Number.NaN),
  h: (trace, step) => trace.h.at[trace.nodeAt(step)],
  bestH: (trace, step) => trace.bestH.at[step],
  f: (trace, step) => trace.f.at[trace.nodeAt(step)],
  depth: (trace, step) => trace.g.at[trace.nodeAt(step)],
};
const COLOURS = { frontier: "chart-frontier", h: "chart-h", bestH: "chart-h", f: "chart-f", depth: "chart-f" };

export class SeriesPanel {
  constructor() {
    /** @type {Map<string, SeriesChart>} */
    this.charts = new Map();
    this.element = document.createElement("div");
    this.element.className = "series-row";
  }

  /** @param {{trace: Trace, at: number}[]} runs one search, or two */
  show(runs) {
    const knows = (/** @type {"h" | "f"} */ figure) => runs.some(({ trace }) => !Number.isNaN(trace[figure].at[trace.nodeAt(1)]));
    const names = ["frontier", ...(knows("h") ? ["h", "bestH"] : []), knows("f") ? "f" : "depth"];
    if ([...this.charts.keys()].join() !== names.join()) {
      this.charts = new Map(names.map((name) => [name, new SeriesChart(t(`search.series.${name}`), COLOURS[/** @type {"h"} */ (name)])]));
      this.element.replaceChildren(...[...this.charts.values()].map((one) => one.element));
    }
    for (const [name, chart] of this.charts)
      chart.show(
        ...runs.map(({ trace, at }) => ({
          name,
          last: trace.length,
          at: Math.min(at, trace.length),
          value: (/** @type {number} */ step) => FIGURES[name](trace, step),
        })),
      );
  }
}
