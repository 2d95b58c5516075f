// @ts-check
/** Comparing: several solvers on one level, together or one after the other, with a table, bars, CSV and PNG. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { memory, number, said, seconds, short, t } from "../language.js";
import { Bars } from "../parts/bars.js";
import { BoardFrame } from "../parts/board-frame.js";
import { button } from "../parts/button.js";
import { unitColumn, unitHead } from "../parts/counts.js";
import { LaneBoards } from "../parts/lane-boards.js";
import { levelTitle } from "../parts/level.js";
import { promises } from "../parts/promises.js";
import { Replay } from "../parts/replay.js";
import { save, savePicture } from "../parts/save.js";
import { SearchRun } from "../parts/search-run.js";
import { field, limitInput, solversFor, spelt } from "../parts/solver-form.js";
import { Problem } from "../wire.js";

/** @typedef {import("../types.js").Stats & {status: string, plan: string[] | null, counts: import("../types.js").Counts | null, optimal: boolean, checked?: boolean, engine?: string, missingTwin?: string, times?: number[]}} Lane `times`: seconds of each run, where there are several */

/** How often each solver runs where they take turns. */
const TURNS = [1, 3, 5];
const USUAL = ["bfs", "ucs", "greedy", "astar"];
const BEFORE = ["solver", "status"];
const AFTER = ["optimal", "nodes", "time", "memory"];

/** @typedef {import("../app.js").Shown} Shown */

/** @param {import("../app.js").App} app @returns {Promise<Shown>} */
export async function show(app) {
  return new CompareView(app, await app.menu());
}

/** @implements {Shown} */
class CompareView {
  /** @param {import("../app.js").App} app @param {import("../types.js").Menu} menu */
  constructor(app, menu) {
    this.app = app;
    this.now = /** @type {import("../types.js").Opened} */ (app.game.now);
    this.title = levelTitle(this.now);
    this.menu = menu;
    const puzzle = /** @type {import("../types.js").PuzzleInfo} */ (menu.puzzles.find((one) => one.name === this.now.puzzle));
    this.solvers = solversFor(menu, this.now.puzzle);
    const first = spelt(puzzle.solver);
    this.preset = puzzle.solver;
    this.usual = new Set([first.name, ...USUAL]);
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
    /** @type {Map<string, SearchRun>} */
    this.runs = new Map();
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {BoardFrame | null} */
    this.frame = null;
    this.boxes = this.solvers.map((one) =>
      h(
        "label",
        { class: "chip", title: said(one.summary) },
        h("input", { type: "checkbox", value: one.name, checked: this.usual.has(one.name) }),
        h("span", said(one.title)),
      ),
    );
    this.seconds = limitInput("race-seconds", { max: menu.limits.mostSeconds, value: 10 });
    this.mode = h(
      "select",
      { class: "select", id: "race-mode" },
      h("option", { value: 0 }, t("compare.atOnce")),
      TURNS.map((count) => h("option", { value: count }, t(count === 1 ? "compare.inTurn" : "compare.inTurnOften", { count }))),
    );
    this.boards = new LaneBoards(this.now);
    this.promises = h("div.race-promises");
    this.start = button(t("compare.start"), () => void this.toggle(), {
      kind: "main",
      icon: "flag",
      id: "race",
    });
    this.body = h("tbody");
    /** What is counted in a plan, what is minimised first. */
    this.units = Object.keys(this.now.counts);
    const head = (/** @type {string} */ one) => h("th", { scope: "col", class: `col-${one}` }, t(`compare.${one}`));
    this.times = new Bars(t("compare.chartTime"), seconds);
    this.nodes = new Bars(t("compare.chartNodes"), short);
    this.twins = h("p", { class: "help", role: "status", "data-note": "engine" });
    this.note = h("p.help");
    this.outcome = h(
      "div",
      { class: "race-results", hidden: true },
      this.boards.element,
      h(
        "div.table-box",
        h(
          "table.table",
          h(
            "thead",
            h(
              "tr",
              BEFORE.map(head),
              this.units.map((unit) => h("th", { scope: "col", class: "col-count" }, unitHead(unit))),
              AFTER.map(head),
              h("th", h("span.unseen", t("compare.watch"))),
            ),
          ),
          this.body,
        ),
      ),
      h("div.race-charts", this.times.element, this.nodes.element),
      this.twins,
      this.note,
      h(
        "div.toolbar",
        button(t("compare.csv"), () => this.saveTable(), { icon: "download", id: "csv" }),
        button(t("compare.png"), () => void this.savePicture(), { icon: "download", id: "png" }),
      ),
    );
    this.replayArea = h("div.replay-area");
    this.element = h(
      "div.compare",
      h(
        "section",
        { class: "race-form", "aria-labelledby": "race-title" },
        h("h2", { id: "race-title" }, t("compare.choose")),
        h("div", { class: "chips", onchange: () => this.drawPromises() }, this.boxes),
        h(
          "div.race-line",
          this.pick("compare.few", (name) => this.usual.has(name)),
          this.pick("compare.all", () => true),
          this.pick("compare.nobody", () => false),
          h("span.grow"),
          field(t("compare.mode"), this.mode),
          field(t("solve.seconds"), this.seconds),
          this.start,
        ),
      ),
      this.promises,
      this.outcome,
      this.replayArea,
    );
    this.drawPromises();
  }

  /** What is to be expected of those that are chosen, until there are results. */
  drawPromises() {
    const chosen = new Set(this.chosen);
    put(this.promises, chosen.size ? promises(this.solvers.filter((one) => chosen.has(one.name))) : null);
  }

  get chosen() {
    return this.inputs()
      .filter((one) => one.checked)
      .map((one) => one.value);
  }

  /** @param {string} label @param {(name: string) => boolean} which */
  pick(label, which) {
    const choose = () => {
      for (const one of this.inputs()) one.checked = which(one.value);
      this.drawPromises();
    };
    return button(t(label), choose, { kind: "quiet" });
  }

  inputs() {
    return this.boxes.map((one) => /** @type {HTMLInputElement} */ (one.querySelector("input")));
  }

  async toggle() {
    if (this.isRacing) return this.stopAll();
    const { chosen } = this;
    const turns = Number(this.mode.value);
    this.closeReplay();
    this.lanes.clear();
    this.outcome.hidden = chosen.length === 0;
    this.promises.hidden = chosen.length > 0;
    this.note.textContent = t(turns ? "compare.alone" : "compare.together");
    if (!chosen.length) return put(this.replayArea, h("p", { class: "help", role: "alert" }, t("compare.pick")));
    for (const name of chosen)
      this.lanes.set(name, {
        status: "waiting",
        expanded: 0,
        generated: 0,
        frontier: 0,
        seconds: 0,
        memory: 0,
        plan: null,
        counts: null,
        optimal: false,
      });
    this.draw();
    await this.boards.begin(chosen.map((name) => ({ name, title: this.titleOf(name) })));
    this.isRacing = true;
    this.button(true);
    // The server takes a few at a time from one page; the others follow as slots come free.
    const queue = [...chosen];
    const lane = async () => {
      for (let name = queue.shift(); name; name = queue.shift()) await this.race(name, Math.max(1, turns));
    };
    this.stopped = false;
    const lanes = turns ? 1 : Math.min(this.menu.limits.runs - 1, chosen.length);
    this.isMeasuring = turns > 0;
    await Promise.all(Array.from({ length: lanes }, lane));
    this.isMeasuring = false;
    if (turns) for (const name of chosen) this.playSolution(name);
    this.isRacing = false;
    this.button(false);
  }

  /** Run a solver several times: of the times, the median counts. @param {string} name @param {number} turns */
  async race(name, turns) {
    /** @type {number[]} */
    const times = [];
    for (let turn = 0; turn < turns; turn++) {
      await this.runOnce(name);
      const lane = /** @type {Lane} */ (this.lanes.get(name));
      if (this.stopped || lane.status === "failed") return;
      times.push(lane.seconds);
      if (turns > 1) this.lanes.set(name, { ...lane, seconds: median(times), times: [...times] });
      this.draw();
    }
  }

  /** @param {string} name */
  async runOnce(name) {
    const change = (/** @type {Partial<Lane>} */ news) => {
      this.lanes.set(name, { .../** @type {Lane} */ (this.lanes.get(name)), ...news });
      this.draw();
    };
    if (this.stopped) return change({ status: "stopped" });
    const run = new SearchRun(this.app.wire, {
      stats: ({ state, text: _, ...stats }) => {
        change({ ...stats, status: "running" });
        if (state) this.boards.at(name, state);
      },
      phase: (phase) => change({ status: phase }),
    });
    this.runs.set(name, run);
    try {
      const preset = spelt(this.preset);
      const settings = preset.name === name ? preset.settings : {};
      const { run: _, ...ended } = await run.outcome({
        solver: name,
        settings,
        watch: !this.isMeasuring,
        limits: { seconds: Number(this.seconds.value) || 10 },
      });
      if (ended.plan) this.replayable.set(name, run);
      change(ended);
      if (!this.isMeasuring) this.playSolution(name);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      change({ status: "failed" });
    } finally {
      this.runs.delete(name);
    }
  }

  /** Runs whose solutions can be watched. @type {Map<string, SearchRun>} */
  replayable = new Map();
  stopped = false;
  isRacing = false;
  /** While times are measured nothing moves: to draw takes time, too. */
  isMeasuring = false;

  /** @param {string} name */
  playSolution(name) {
    const plan = this.lanes.get(name)?.plan;
    const run = this.replayable.get(name);
    if (plan && run) void this.boards.play(name, plan.length, (first, size) => run.frames(first, size));
  }

  /** @param {boolean} running */
  button(running) {
    put(this.start, icon(running ? "stop" : "flag"), h("span", t(running ? "compare.stop" : "compare.start")));
    this.start.dataset.do = running ? "race-stop" : "race";
  }

  draw() {
    const solved = [...this.lanes.values()].filter((one) => one.plan);
    const best = {
      ...Object.fromEntries(this.units.map((unit) => [unit, Math.min(...solved.map((one) => one.counts?.[unit] ?? Infinity))])),
      expanded: Math.min(...solved.map((one) => one.expanded)),
      seconds: Math.min(...solved.map((one) => one.seconds)),
      memory: Math.min(...solved.map((one) => one.memory)),
    };
    put(this.body, ...[...this.lanes].map(([name, lane]) => this.row(name, lane, best)));
    this.twins.textContent = [...new Set([...this.lanes.values()].map((one) => one.missingTwin).filter(Boolean))]
      .map((why) => t("ending.python", { why: why ?? "" }))
      .join(" ");
    const bars = [...this.lanes].map(([name, lane]) => ({ name: this.titleOf(name), status: lane.status, lane }));
    this.times.show(bars.map((one) => ({ ...one, value: one.lane.seconds })));
    this.nodes.show(bars.map((one) => ({ ...one, value: one.lane.expanded })));
  }

  /** @param {string} name @param {Lane} lane @param {Record<string, number>} best */
  row(name, lane, best) {
    /** @param {string} column @param {string} text @param {boolean} [isBest] */
    const cell = (column, text, isBest = false) => h("td", { class: `col-${column}${isBest ? " best" : ""}` }, text);
    const has = lane.plan !== null;
    // Among compiled searches one in Python is slower for no fault of its own.
    const isMarked = lane.engine === "python" && this.menu.native;
    const words = lane.status === "unsolvable" && !lane.checked ? "unsolvable, not checked" : lane.status;
    return h(
      "tr",
      { "data-solver": name, "data-status": lane.status },
      h("th", { scope: "row" }, this.titleOf(name), isMarked ? h("span.engine", "Python") : null),
      h("td", h("span", { class: `status ${lane.status.replaceAll(" ", "-")}` }, t(`status.${words}`))),
      this.units.map((unit) => {
        const count = lane.counts?.[unit];
        return cell("count", count === undefined ? "–" : number(count), count === best[unit]);
      }),
      cell("optimal", lane.optimal ? t("compare.proved") : "–"),
      cell("nodes", number(lane.expanded), has && lane.expanded === best.expanded),
      cell("time", timeOf(lane), has && lane.seconds === best.seconds),
      cell("memory", memory(lane.memory), has && memory(lane.memory) === memory(best.memory)),
      h(
        "td",
        has
          ? button(t("compare.watchOf", { solver: this.titleOf(name) }), () => void this.watch(name), {
              icon: "play",
              kind: "quiet",
              only: true,
            })
          : "",
      ),
    );
  }

  /** @param {string} name */
  async watch(name) {
    const plan = this.lanes.get(name)?.plan;
    const run = this.replayable.get(name);
    if (!plan || !run) return;
    this.closeReplay();
    const frame = new BoardFrame();
    this.frame = frame;
    await frame.load(this.now.board);
    this.replay = new Replay(frame, {
      level: this.now.level,
      state: this.now.initial,
      plan,
      fetch: (first, count) => run.frames(first, count),
    });
    put(
      this.replayArea,
      h("div.level", h("div.frame-box", frame.element), h("aside.panel", h("h2", this.titleOf(name)), this.replay.element)),
    );
    this.replayArea.scrollIntoView({ block: "nearest" });
  }

  closeReplay() {
    this.replay?.destroy();
    this.frame?.destroy();
    this.replay = this.frame = null;
    put(this.replayArea);
  }

  /** What people call a solver. @param {string} name */
  titleOf(name) {
    return said(this.solvers.find((one) => one.name === name)?.title ?? name);
  }

  get name() {
    return (this.now.id || this.now.name || "level").replaceAll("/", "-");
  }

  saveTable() {
    const rows = [...this.lanes].map(([name, one]) => [
      name,
      one.status,
      ...this.units.map((unit) => one.counts?.[unit] ?? ""),
      one.optimal ? "yes" : "no",
      one.expanded,
      one.generated,
      one.seconds,
      one.memory,
      one.engine ?? "",
      ...(one.times ? [one.times.length, Math.min(...one.times), Math.max(...one.times)] : [1, one.seconds, one.seconds]),
    ]);
    const head = [
      "solver",
      "status",
      ...this.units.map(unitColumn),
      "optimal",
      "expanded",
      "generated",
      "seconds",
      "bytes",
      "engine",
      "runs",
      "least seconds",
      "most seconds",
    ];
    const lines = [head, ...rows].map((row) => row.map(quoted).join(","));
    save(`${this.name}-compare.csv`, new Blob([lines.join("\r\n") + "\r\n"], { type: "text/csv" }));
  }

  async savePicture() {
    await savePicture(`${this.name}-compare.png`, `${this.title} · unriddle`, [this.times.element, this.nodes.element]);
  }

  /** Those that run end, and those that wait do not begin. */
  stopAll() {
    this.stopped = true;
    for (const run of this.runs.values()) run.stop();
  }

  destroy() {
    this.stopAll();
    this.boards.stop();
    this.closeReplay();
  }
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[(values.length - 1) >> 1];

/** The time, and between what the runs lay. @param {Lane} lane */
const timeOf = ({ seconds: time, times }) =>
  times && times.length > 1 ? `${seconds(time)} (${seconds(Math.min(...times))} – ${seconds(Math.max(...times))})` : seconds(time);

/** @param {string | number} value */
const quoted = (value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
