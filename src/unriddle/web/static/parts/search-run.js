// @ts-check
/** A search on the server as the page sees it: start, reports, stop, ending. */

/** @typedef {import("../types.js").Stats} Stats */
/** @typedef {import("../types.js").Ended} Ended */

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
    if (this.wire.isUp) void this.wire.ask("stop", { run: this.name });
  }

  /** Some moves of the solution. @param {number} first @param {number} size */
  async frames(first, size) {
    return (await this.wire.ask("frames", { run: this.name, first, count: size })).frames;
  }
}
