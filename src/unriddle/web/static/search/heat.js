/** How many states were expanded at each place, and how many wait there, at any step. */

/** @import { Trace } from "./trace.js" */

/** Steps between two marks from which any step is reached quickly, also back. */
const APART = 4096;

export class HeatMap {
  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.step = 0;
    /** @type {number[]} by the number of the place */
    this.expanded = [];
    /** @type {number[]} */
    this.waiting = [];
    /** @type {{expanded: number[], waiting: number[]}[]} */
    this.marks = [];
    this.#count(this.waiting, 0, 1);
    this.#mark();
  }

  /** Go to a step, in either direction. @param {number} step */
  go(step) {
    const mark = Math.min(Math.floor(step / APART), this.marks.length - 1);
    if (step < this.step - APART || mark * APART > this.step) {
      this.expanded = [...this.marks[mark].expanded];
      this.waiting = [...this.marks[mark].waiting];
      this.step = mark * APART;
    }
    while (this.step < step) {
      this.#apply(++this.step, 1);
      if (this.step === this.marks.length * APART) this.#mark();
    }
    while (this.step > step) this.#apply(this.step--, -1);
  }

  #mark() {
    this.marks.push({ expanded: [...this.expanded], waiting: [...this.waiting] });
  }

  /** Make a step, or take it back. @param {number} step @param {1 | -1} way */
  #apply(step, way) {
    const { trace } = this;
    const node = trace.stepNode.at[step];
    if (step <= trace.length) this.#count(this.expanded, node, way);
    if (trace.gone.at[node] === step && trace.born.at[node] < step) this.#count(this.waiting, node, -way);
    for (let at = trace.childrenFrom.at[step]; at < trace.childrenFrom.at[step + 1]; at++) {
      const child = trace.childNode.at[at];
      if (child >= 0 && trace.gone.at[child] > step) this.#count(this.waiting, child, way);
    }
    for (const gone of trace.dropped.get(step) ?? []) this.#count(this.waiting, gone, -way);
  }

  /** @param {number[]} counts @param {number} node @param {number} by */
  #count(counts, node, by) {
    for (const place of this.trace.placesOf(node)) counts[place] = (counts[place] ?? 0) + by;
  }

  /** As boards with squares show it: shares of the largest, on a logarithmic scale. @returns {import("../boards/contract.js").HeatSquare[]} */
  cells() {
    const [most, wait] = [largest(this.expanded), largest(this.waiting)];
    /** @type {import("../boards/contract.js").HeatSquare[]} */
    const cells = [];
    for (const [place, name = ""] of this.trace.placeNames.list.entries()) {
      const [been, waits] = [this.expanded[place] ?? 0, this.waiting[place] ?? 0];
      if (been <= 0 && waits <= 0) continue;
      const [row, column] = name.split(",").map(Number);
      cells.push([row, column, share(been, most), share(waits, wait)]);
    }
    return cells;
  }
}

/** @param {number[]} counts */
const largest = (counts) => counts.reduce((most, one) => Math.max(most, one ?? 0), 0);
/** @param {number} count @param {number} most */
const share = (count, most) => (count > 0 ? Math.log1p(count) / Math.log1p(most) : 0);
