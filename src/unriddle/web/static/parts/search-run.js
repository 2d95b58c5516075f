/** A search on the server as the page sees it: start, reports, stop, ending. */

/** @import { Ended, Stats } from "../types.js" */

/** The figures of a search that has not begun. @type {Stats} */
export const NOTHING = { expanded: 0, generated: 0, frontier: 0, seconds: 0, memory: 0 };

let count = 0;

export class SearchRun {
  /**
   * @param {import("../wire.js").Wire} wire
   * @param {{stats?: (stats: Stats) => void, phase?: (phase: "waiting" | "running") => void}} handlers
   */
  constructor(wire, handlers) {
    this.wire = wire;
    this.name = `run${++count}`;
    this.hear = (/** @type {Event} */ event) => {
      const message = /** @type {CustomEvent} */ (event).detail;
      if (message.run !== this.name) return;
      if (message.type === "stats") handlers.stats?.(message);
      else if (message.type === "waiting") handlers.phase?.("waiting");
      else if (message.type === "started") handlers.phase?.("running");
    };
    wire.addEventListener("report", this.hear);
  }

  /** Search to the end; fails with a `Problem`. @param {Record<string, any>} options @returns {Promise<Ended>} */
  async outcome(options) {
    try {
      return await this.wire.ask("solve", { ...options, run: this.name });
    } finally {
      this.wire.removeEventListener("report", this.hear);
    }
  }

  stop() {
    void this.wire.ask("stop", { run: this.name }).catch(() => {}); // nobody is there: then it has stopped
  }

  /** Some moves of the solution. @param {number} first @param {number} size */
  async frames(first, size) {
    return (await this.wire.ask("frames", { run: this.name, first, count: size })).frames;
  }
}
