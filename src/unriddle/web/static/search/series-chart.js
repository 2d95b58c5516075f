/** A small chart of one or two figures over the expansions, with a line where one stands. */

import { h, s, set } from "../dom.js";
import { number } from "../language.js";
import { Kept, say } from "./redraw.js";

const WIDTH = 240;
const HEIGHT = 54;
const POINTS = 120;

/** @typedef {{name: string, value: (step: number) => number, last: number, at: number}} Series NaN: nothing known there */

export class SeriesChart {
  /** @param {string} title @param {string} colour a class */
  constructor(title, colour) {
    this.title = title;
    this.picture = s("svg", {
      class: `chart ${colour}`,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": title,
    });
    this.shapes = new Kept(this.picture, () => s("path"));
    this.now = h("output.chart-now");
    this.element = h("figure.series", h("figcaption", h("span", title), this.now), this.picture);
  }

  /** @param {...Series} series the first is drawn as an area, the second as a dashed line */
  show(...series) {
    const last = Math.max(1, ...series.map((one) => one.last));
    const lines = series.map((one) => sample(one, last));
    const top = Math.max(1e-9, ...lines.flat().map(([, value]) => value));
    /** @param {number[]} point */
    const place = ([x, value]) => `${((x / last) * WIDTH).toFixed(1)} ${(HEIGHT - 3 - (value / top) * (HEIGHT - 8)).toFixed(1)}`;
    const shapes = lines.flatMap((points, at) => {
      if (points.length < 2) return [];
      const path = points.map(place).join("L");
      const from = ((points[0][0] / last) * WIDTH).toFixed(1);
      const to = ((points[points.length - 1][0] / last) * WIDTH).toFixed(1);
      return [
        ...(at ? [] : [{ class: "chart-area", d: `M${from} ${HEIGHT}L${path}L${to} ${HEIGHT}Z` }]),
        { class: at ? "chart-line chart-second" : "chart-line", d: `M${path}` },
      ];
    });
    const cursors = series.map(({ at }, second) => {
      const x = ((Math.min(at, last) / last) * WIDTH).toFixed(1);
      return { class: second ? "chart-cursor chart-second" : "chart-cursor", d: `M${x} 0V${HEIGHT}` };
    });
    const all = [...shapes, ...cursors];
    this.shapes.show([...all.keys()], (path, at) => set(path, all[at]));
    const words = series.map(({ value, at }) => (Number.isNaN(value(at)) ? "–" : number(value(at), { maximumFractionDigits: 1 })));
    say(this.now, words.join(" · "));
    set(this.picture, { "aria-label": `${this.title}: ${words.join(", ")}` });
  }
}

/** Points of a line: not more than can be seen. @param {Series} series @param {number} last */
function sample({ value, last: mine }, last) {
  /** @type {number[][]} */
  const points = [];
  const apart = Math.max(1, last / POINTS);
  for (let x = 0; x <= mine; x += apart) {
    const step = Math.min(mine, Math.round(x));
    const one = value(step);
    if (Number.isFinite(one)) points.push([step, one]);
  }
  return points;
}
