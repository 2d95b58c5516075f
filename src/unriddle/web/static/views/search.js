// @ts-check
/** The search view: where a textbook search has been, as a heat map, step by step or at speed. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { has, number, short, t } from "../language.js";
import { BoardFrame } from "../parts/board-frame.js";
import { button } from "../parts/button.js";
import { inWords } from "../parts/counts.js";
import { failure } from "../parts/ending.js";
import { figure, levelTitle, sideBySide } from "../parts/level.js";
import { SolverForm } from "../parts/solver-form.js";
import { Problem } from "../wire.js";

/** Expansions a second that the slider offers; the last means: all that one request can do. */
const SPEEDS = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000, Infinity];
const FRAMES = 20;

/** @typedef {import("../app.js").Shown} Shown */

/** @param {import("../app.js").App} app @returns {Promise<Shown>} */
export async function show(app) {
  const view = new SearchView(app, await app.menu());
  await view.frame.load(view.now.board);
  await view.begin();
  return view;
}

/** @implements {Shown} */
class SearchView {
  /** @param {import("../app.js").App} app @param {import("../types.js").Menu} menu */
  constructor(app, menu) {
    this.app = app;
    this.now = /** @type {import("../types.js").Opened} */ (app.game.now);
    this.title = levelTitle(this.now);
    this.frame = new BoardFrame();
    this.isRunning = false;
    this.turn = 0;
    this.owed = 0;
    this.form = new SolverForm(menu, this.now.puzzle, {
      textbook: true,
      onchange: () => {
        if (this.ready) void this.begin();
      },
    });
    this.form.element.addEventListener("change", () => void this.begin());
    this.ready = false;
    const about = `search.about.${this.now.board}`;
    this.figures = h("dl", { class: "figures" });
    this.outcome = h("div", { class: "outcome" });
    this.speed = h("input", {
      type: "range",
      class: "slider",
      id: "speed",
      min: 0,
      max: SPEEDS.length - 1,
      value: 4,
      oninput: () => this.drawSpeed(),
    });
    this.speedWords = h("output", { class: "replay-where" });
    this.toggle = button(t("search.run"), () => this.runOrPause(), {
      kind: "main",
      icon: "play",
      id: "stepper-run",
    });
    this.element = sideBySide(
      h(
        "div",
        { class: "frame-box" },
        this.frame.element,
        h(
          "p",
          { class: "legend" },
          h("span", { class: "legend-heat" }),
          t("search.expandedLegend"),
          h("span", { class: "legend-frontier" }),
          t("search.frontierLegend"),
        ),
      ),
      h("h2", { class: "panel-title" }, t("search.title")),
      h("p", { class: "help" }, t(has(about) ? about : "search.about")),
      this.form.element,
      h(
        "div",
        { class: "toolbar" },
        this.toggle,
        button(t("search.step"), () => void this.step(1), { icon: "step", id: "stepper-step" }),
        button(t("search.ten"), () => void this.step(10), { id: "stepper-ten" }),
        button(t("search.again"), () => void this.begin(), {
          icon: "restart",
          only: true,
          id: "stepper-again",
        }),
      ),
      h("div", { class: "field" }, h("label", { for: "speed" }, t("search.speed")), this.speed, this.speedWords),
      this.figures,
      this.outcome,
    );
    this.drawSpeed();
  }

  get rate() {
    return SPEEDS[Number(this.speed.value)];
  }

  drawSpeed() {
    this.speedWords.textContent = this.rate === Infinity ? t("search.fast") : number(this.rate);
  }

  async begin() {
    this.pause();
    this.ready = true;
    const { solver, heuristic, settings } = this.form.values();
    await this.ask("stepper", { solver, heuristic, settings });
  }

  /** A heuristic may need tables: they are made a moment at a time, as the page asks. @param {number} turn */
  async prepare(turn) {
    await new Promise((resolve) => setTimeout(resolve, 1000 / FRAMES));
    if (turn === this.turn && this.element.isConnected) await this.ask("step", { count: 0 });
  }

  /** @param {number} count */
  async step(count) {
    this.pause();
    await this.ask("step", { count });
  }

  /** @param {string} type @param {Record<string, any>} fields */
  async ask(type, fields) {
    const turn = ++this.turn;
    try {
      const report = await this.app.wire.ask(type, fields);
      if (turn !== this.turn) return;
      this.draw(report);
      if (report.preparing && !this.isRunning) void this.prepare(turn);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.pause();
      put(this.outcome, failure(problem));
    }
  }

  runOrPause() {
    if (this.isRunning) return this.pause();
    this.isRunning = true;
    this.drawToggle();
    void this.run();
  }

  pause() {
    this.isRunning = false;
    this.drawToggle();
  }

  drawToggle() {
    put(this.toggle, icon(this.isRunning ? "pause" : "play"), h("span", {}, t(this.isRunning ? "search.pause" : "search.run")));
  }

  /** Ask for portions, one after the other, as many a second as the slider says. */
  async run() {
    let last = performance.now();
    while (this.isRunning) {
      await new Promise((resolve) => setTimeout(resolve, 1000 / Math.min(FRAMES, this.rate)));
      const now = performance.now();
      this.owed += this.rate === Infinity ? 1e6 : ((now - last) / 1000) * this.rate;
      last = now;
      const count = Math.floor(this.owed);
      if (count < 1 || !this.isRunning) continue;
      this.owed = this.rate === Infinity ? 0 : Math.min(this.owed - count, this.rate);
      await this.ask("step", { count });
    }
  }

  /** @param {import("../types.js").StepReport} report */
  draw(report) {
    this.frame.show(this.now.level, report.state, []);
    this.frame.board?.setHeat(report.heat);
    put(
      this.figures,
      figure(t("stats.expanded"), short(report.expanded)),
      figure(t("stats.generated"), short(report.generated)),
      figure(t("stats.frontier"), short(report.frontier)),
      figure(t("stats.depth"), number(report.depth)),
    );
    if (report.status) this.pause();
    put(
      this.outcome,
      report.status &&
        h(
          "div",
          { class: `ending ${report.status === "solved" ? "good" : "warn"}`, role: "status" },
          h("h2", {}, t(`status.${report.status}`)),
          report.counts ? h("p", {}, t("ending.solved", { length: inWords(report.counts) })) : null,
          report.status === "unsolvable" ? h("p", {}, t("ending.unsolvable.unchecked")) : null,
        ),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "ArrowRight" || event.ctrlKey || event.metaKey) return false;
    void this.step(1);
    return true;
  }

  destroy() {
    this.pause();
    this.turn++;
    if (this.app.wire.isUp) this.app.wire.ask("close stepper").catch(() => {});
    this.frame.destroy();
  }
}
