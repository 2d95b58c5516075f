/** Several solvers on one level: at once, as many as the server takes, or in turn, one or more times each. */

import { Problem } from "../problem.js";
import { NOTHING, SearchRun } from "./search-run.js";
import { spelt } from "./solver-form.js";

/** @typedef {import("../types.js").Stats & {status: string, plan: string[] | null, counts: import("../types.js").Counts | null, optimal: boolean, checked?: boolean, engine?: string, missingTwin?: string, times?: number[]}} Lane `times`: seconds of each run, where there are several */
/**
 * What shows a race: another one may take it over.
 * @typedef {object} RaceView
 * @property {() => void} draw
 * @property {import("./lane-boards.js").LaneBoards} boards
 * @property {(name: string) => void} playSolution
 * @property {(running: boolean) => void} button
 */

export class Race {
  /**
   * @param {import("../wire.js").Wire} wire
   * @param {{level: any, chosen: string[], preset: string, turns: number, limits: {seconds: string, most: number}}} plan `turns`: of each, in turn; 0: all at once
   * @param {RaceView} view
   */
  constructor(wire, { level, chosen, preset, turns, limits }, view) {
    this.wire = wire;
    this.level = level;
    this.preset = spelt(preset);
    this.turns = turns;
    this.limits = limits;
    this.view = view;
    /** @type {Map<string, Lane>} */
    this.lanes = new Map(chosen.map((name) => [name, { ...NOTHING, status: "waiting", plan: null, counts: null, optimal: false }]));
    /** Those that are at work. @type {Map<string, SearchRun>} */
    this.runs = new Map();
    /** Those whose solutions can be replayed. @type {Map<string, SearchRun>} */
    this.replayable = new Map();
    this.isOver = false;
    this.isStopped = false;
  }

  async run() {
    // The server takes a few at a time from one page; the others follow as slots come free.
    const queue = [...this.lanes.keys()];
    const lane = async () => {
      for (let name = queue.shift(); name; name = queue.shift()) await this.runOften(name);
    };
    const width = this.turns ? 1 : Math.min(this.limits.most, queue.length);
    await Promise.all(Array.from({ length: width }, lane));
    this.isOver = true;
    if (this.turns) for (const name of this.lanes.keys()) this.view.playSolution(name);
    this.view.button(false);
  }

  /** Those that run end, and those that wait do not begin. */
  stop() {
    this.isStopped = true;
    for (const run of this.runs.values()) run.stop();
  }

  /** Run a solver several times: of the times, the median counts. @param {string} name */
  async runOften(name) {
    /** @type {number[]} */
    const times = [];
    for (let turn = 0; turn < Math.max(1, this.turns); turn++) {
      await this.runOnce(name);
      const lane = /** @type {Lane} */ (this.lanes.get(name));
      if (this.isStopped || lane.status === "failed") return;
      times.push(lane.seconds);
      if (this.turns > 1) this.lanes.set(name, { ...lane, seconds: median(times), times: [...times] });
      this.view.draw();
    }
  }

  /** @param {string} name */
  async runOnce(name) {
    const change = (/** @type {Partial<Lane>} */ news) => {
      this.lanes.set(name, { .../** @type {Lane} */ (this.lanes.get(name)), ...news });
      this.view.draw();
    };
    if (this.isStopped) return change({ status: "stopped" });
    const run = new SearchRun(this.wire, {
      stats: ({ state, text: _, ...stats }) => {
        change({ ...stats, status: "running" });
        if (state) this.view.boards.at(name, state);
      },
      phase: (phase) => change({ status: phase }),
    });
    this.runs.set(name, run);
    try {
      const { run: _, ...ended } = await run.outcome({
        solver: name,
        settings: this.preset.name === name ? this.preset.settings : {},
        states: !this.turns, // while times are measured nothing moves: to draw takes time, too
        limits: { seconds: Number(this.limits.seconds) || 10 },
      });
      if (ended.plan) this.replayable.set(name, run);
      change(ended);
      if (!this.turns) this.view.playSolution(name);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      change({ status: "failed" });
    } finally {
      this.runs.delete(name);
    }
  }
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[(values.length - 1) >> 1];
