/** Comparing: several solvers on one level, together or one after the other, with a table, bars, CSV and PNG. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { memory, number, said, seconds, short, t } from "../language.js";
import { Bars } from "../parts/bars.js";
import { BoardFrame } from "../parts/board-frame.js";
import { button } from "../parts/button.js";
import { unitColumn, unitHead } from "../parts/counts.js";
import { LaneBoards } from "../parts/lane-boards.js";
import { levelTitle, sideBySide } from "../parts/level.js";
import { promises } from "../parts/promises.js";
import { Race } from "../parts/race.js";
import { Replay } from "../parts/replay.js";
import { save, savePicture } from "../parts/save.js";
import { select } from "../parts/select.js";
import { field, limitInput, solversFor, spelt } from "../parts/solver-form.js";

/** @import { Lane } from "../parts/race.js" */

/** How often each solver may run where they take turns. */
const OFTEN = [3, 5];
const BEFORE = ["solver", "status"];
const AFTER = ["optimal", "nodes", "time", "memory"];

/** @import { App, Shown } from "../app.js" */

/** @param {App} app @returns {Promise<Shown>} */
export async function show(app) {
  const view = new CompareView(app, await app.menu());
  await view.takeOver();
  return view;
}

/** A view that is drawn anew, in another language for example, takes it over. @type {Race | null} */
let latest = null;
/** What was chosen in the form. @type {{level: any, solvers: string[], mode: string, seconds: string} | null} */
let kept = null;

/** @implements {Shown} */
class CompareView {
  /** @param {App} app @param {import("../types.js").Menu} menu */
  constructor(app, menu) {
    this.app = app;
    this.now = /** @type {import("../types.js").Opened} */ (app.game.now);
    this.title = levelTitle(this.now);
    this.menu = menu;
    const puzzle = /** @type {import("../types.js").PuzzleInfo} */ (menu.puzzles.find((one) => one.name === this.now.puzzle));
    this.solvers = solversFor(menu, this.now.puzzle);
    const first = spelt(puzzle.solver);
    this.preset = puzzle.solver;
    this.usual = new Set([first.name, ...menu.compared.solvers]);
    this.race = latest?.level === this.now.level ? latest : null;
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {BoardFrame | null} */
    this.frame = null;
    const before = kept?.level === this.now.level ? kept : null;
    const chosen = new Set(before?.solvers ?? this.usual);
    this.inputs = this.solvers.map(({ name }) => h("input", { type: "checkbox", value: name, checked: chosen.has(name) }));
    const chips = this.solvers.map(({ title, summary }, at) =>
      h("label", { class: "chip", title: said(summary) }, this.inputs[at], h("span", said(title))),
    );
    this.seconds = limitInput("race-seconds", { max: menu.limits.mostSeconds, value: before?.seconds ?? menu.compared.seconds });
    this.mode = select({ id: "race-mode" }, [
      [0, t("compare.atOnce")],
      [1, t("compare.inTurn")],
      ...OFTEN.map((count) => /** @type {[number, string]} */ ([count, t("compare.inTurnOften", { count })])),
    ]);
    if (before) this.mode.value = before.mode;
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
    this.times = new Bars(t("compare.time"), seconds);
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
              h("th", h("span.unseen", t("compare.replay"))),
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
        h("div", { class: "chips", onchange: () => this.drawPromises() }, chips),
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
    return this.inputs.filter((one) => one.checked).map((one) => one.value);
  }

  /** @param {string} label @param {(name: string) => boolean} which */
  pick(label, which) {
    const choose = () => {
      for (const one of this.inputs) one.checked = which(one.value);
      this.drawPromises();
    };
    return button(t(label), choose, { kind: "quiet" });
  }

  get isRacing() {
    return this.race !== null && !this.race.isOver;
  }

  /** Show what another view of this level had found or begun. */
  async takeOver() {
    if (!this.race) return;
    const { lanes, turns, isOver } = this.race;
    this.race.view.boards.stop();
    this.race.view = this;
    await this.showRace();
    if (isOver || !turns) for (const name of lanes.keys()) this.playSolution(name);
  }

  /** Everything about the race: its table, its boards, and what the button does. */
  async showRace() {
    const { lanes, turns } = /** @type {Race} */ (this.race);
    this.outcome.hidden = false;
    this.promises.hidden = true;
    this.note.textContent = t(turns ? "compare.alone" : "compare.together");
    this.draw();
    this.button(this.isRacing);
    await this.boards.begin([...lanes.keys()].map((name) => ({ name, title: this.titleOf(name) })));
  }

  async toggle() {
    if (this.isRacing) return this.stopAll();
    const { chosen } = this;
    const turns = Number(this.mode.value);
    this.closeReplay();
    this.outcome.hidden = true;
    this.promises.hidden = false;
    this.race = null;
    if (!chosen.length) return put(this.replayArea, h("p", { class: "help", role: "alert" }, t("compare.pick")));
    const limits = { seconds: this.seconds.value, most: this.menu.limits.runs - 1 };
    const race = new Race(this.app.wire, { level: this.now.level, chosen, preset: this.preset, turns, limits }, this);
    this.race = latest = race;
    await this.showRace();
    await race.run();
  }

  /** @type {Map<string, Lane>} */
  get lanes() {
    return this.race?.lanes ?? new Map();
  }

  /** @param {string} name */
  playSolution(name) {
    const plan = this.lanes.get(name)?.plan;
    const run = this.race?.replayable.get(name);
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
          ? button(t("compare.replayOf", { solver: this.titleOf(name) }), () => void this.openReplay(name), {
              icon: "play",
              kind: "quiet",
              only: true,
            })
          : "",
      ),
    );
  }

  /** @param {string} name */
  async openReplay(name) {
    const plan = this.lanes.get(name)?.plan;
    const run = this.race?.replayable.get(name);
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
    put(this.replayArea, sideBySide(h("div.frame-box", frame.element), h("h2", this.titleOf(name)), this.replay.element));
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
    const times = (/** @type {Lane} */ one) => one.times ?? [one.seconds];
    /** @type {[head: string, value: (one: Lane) => string | number][]} */
    const columns = [
      ["status", (one) => one.status],
      ...this.units.map((unit) => /** @type {typeof columns[number]} */ ([unitColumn(unit), (one) => one.counts?.[unit] ?? ""])),
      ["optimal", (one) => (one.optimal ? "yes" : "no")],
      ["expanded", (one) => one.expanded],
      ["generated", (one) => one.generated],
      ["seconds", (one) => one.seconds],
      ["bytes", (one) => one.memory],
      ["engine", (one) => one.engine ?? ""],
      ["runs", (one) => times(one).length],
      ["least seconds", (one) => Math.min(...times(one))],
      ["most seconds", (one) => Math.max(...times(one))],
    ];
    const head = ["solver", ...columns.map(([name]) => name)];
    const rows = [...this.lanes].map(([name, lane]) => [name, ...columns.map(([, value]) => value(lane))]);
    const lines = [head, ...rows].map((row) => row.map(quoted).join(","));
    save(`${this.name}-compare.csv`, new Blob([lines.join("\r\n") + "\r\n"], { type: "text/csv" }));
  }

  async savePicture() {
    await savePicture(`${this.name}-compare.png`, `${this.title} · unriddle`, [this.times.element, this.nodes.element]);
  }

  /** Those that run end, and those that wait do not begin. */
  stopAll() {
    if (this.race?.view === this) this.race.stop(); // and no other view shows it now
  }

  keep() {
    kept = { level: this.now.level, solvers: this.chosen, mode: this.mode.value, seconds: this.seconds.value };
  }

  destroy() {
    this.stopAll();
    this.boards.stop();
    this.closeReplay();
  }
}

/** The time, and between what the runs lay. @param {Lane} lane */
const timeOf = ({ seconds: time, times }) =>
  times && times.length > 1 ? `${seconds(time)} (${seconds(Math.min(...times))} – ${seconds(Math.max(...times))})` : seconds(time);

/** @param {string | number} value */
const quoted = (value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
