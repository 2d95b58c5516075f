/** Two searches of one level side by side, in step: by the number of expansions, or by f. */

import { h, put } from "../dom.js";
import { number, t } from "../language.js";
import { figure } from "../parts/level.js";
import { BoardPanel } from "./board-panel.js";
import { Controls } from "./controls.js";
import { AHEAD } from "./live-source.js";
import { Player } from "./player.js";
import { SeriesPanel } from "./series.js";
import { tile } from "./tile.js";
import { figureOf, nameOf, sentenceOf } from "./words.js";

/** @import { Source } from "./player.js" */
/** @import { Trace } from "./trace.js" */
/** @typedef {{source: Source, trace: Trace}} Run */
/** @typedef {"expansions" | "f"} Measure */

/** Two searches as one that can be walked through: a player sees no difference. */
class BothRuns {
  /** @param {Run} first @param {Run} second @param {() => Measure} measure */
  constructor(first, second, measure) {
    this.first = first;
    this.second = second;
    this.measure = measure;
    this.name = "both";
  }

  /** The searches by whose steps the positions are counted. */
  get counted() {
    return this.measure() === "f" ? [this.first] : [this.first, this.second];
  }

  /** The last position at which it is known where both stand: the one that holds less decides, unless it has ended. */
  get last() {
    const { first, second } = this;
    if (this.measure() === "f")
      return second.source.isEnded ? first.trace.last : below(first.trace, levelOf(second.trace, second.trace.last));
    const growing = this.counted.filter(({ source }) => !source.isEnded).map(({ trace }) => trace.last);
    return growing.length ? Math.min(...growing) : Math.max(first.trace.last, second.trace.last);
  }

  get length() {
    return Math.min(this.last, Math.max(...this.counted.map(({ trace }) => trace.length)));
  }

  get end() {
    return this.first.trace.end && this.second.trace.end;
  }

  get bytes() {
    return this.first.trace.bytes + this.second.trace.bytes;
  }

  get isEnded() {
    return this.counted.every(({ source }) => source.isEnded) && this.last >= this.first.trace.last;
  }

  /** By f, one step more of the first may take thousands of the second. */
  get ahead() {
    return this.measure() === "f" ? 1 : AHEAD;
  }

  get isClosed() {
    return this.first.source.isClosed || this.second.source.isClosed;
  }

  /** @param {number} step @param {string} [wanted] @param {1 | -1} [way] */
  nextEvent(step, wanted, way = 1) {
    const near = this.counted.map(({ trace }) => trace.nextEvent(step, wanted, way)).filter((one) => one > 0 && one <= this.last);
    return near.length ? (way > 0 ? Math.min(...near) : Math.max(...near)) : 0;
  }

  /** Lead on what is behind. @param {number} steps */
  async more(steps) {
    const { first, second, last } = this;
    const behind = this.counted
      .filter(({ source, trace }) => !source.isEnded && trace.last <= last)
      .map(({ source }) => source.more(steps));
    if (this.measure() === "f" && last < first.trace.last) behind.push(second.source.more(AHEAD));
    await Promise.all(behind);
  }
}

/** One of the two: its board, its sentence and its figures. */
class Lane {
  /** @param {any} scene @param {Run} run @param {string} name @param {() => Player} both */
  constructor(scene, run, name, both) {
    this.run = run;
    this.board = new BoardPanel(scene, () => this.board.closeReplay());
    this.board.follow({
      trace: run.trace,
      source: run.source,
      pause: () => both().pause(),
      get isPlaying() {
        return both().isPlaying;
      },
    });
    this.words = h("p.sentence");
    this.figures = h("dl.figures");
    this.element = h(
      "section",
      { class: "lane", "aria-label": name },
      h("h2.panel-title", name),
      this.board.element,
      this.words,
      this.figures,
    );
  }

  /** @param {number} at */
  show(at) {
    const { trace } = this.run;
    const node = trace.nodeAt(at);
    const shown = Math.min(at, trace.length);
    this.board.show(node, at);
    this.words.textContent = sentenceOf(trace, at);
    this.element.classList.toggle("is-over", trace.end !== null && at === trace.last);
    put(
      this.figures,
      figure(t("stats.expanded"), number(shown)),
      figure(t("search.series.frontier"), trace.open.at[shown] >= 0 ? number(trace.open.at[shown]) : "–"),
      figure(t("search.series.bestH"), figureOf(trace.bestH.at[shown])),
      figure(t("search.series.f"), figureOf(trace.f.at[node])),
    );
  }
}

export class PairBench {
  /**
   * @param {any} scene
   * @param {[Run, Run]} runs
   * @param {{tell: (message: string) => void, moved: () => void, measure: Measure}} handlers
   */
  constructor(scene, runs, { tell, moved, measure }) {
    this.moved = moved;
    this.measure = measure;
    this.haveF = runs.every(({ trace }) => !Number.isNaN(trace.f.at[0]));
    const both = /** @type {unknown} */ (new BothRuns(...runs, () => this.inStep));
    this.player = new Player(/** @type {Source} */ (both), /** @type {Trace} */ (both));
    this.lanes = runs.map((run, at) => new Lane(scene, run, `${at + 1} · ${nameOf(run.trace)}`, () => this.player));
    this.controls = new Controls(tell);
    this.controls.follow(this.player);
    this.series = new SeriesPanel();
    this.by = h(
      "select",
      {
        class: "select select-small",
        id: "pair-by",
        "aria-label": t("search.pair.by"),
        onchange: () => {
          this.measure = /** @type {Measure} */ (this.by.value);
          void this.player.go(this.player.at);
        },
      },
      ["expansions", "f"].map((one) =>
        h("option", { value: one, selected: one === this.inStep, disabled: one === "f" && !this.haveF }, t(`search.pair.${one}`)),
      ),
    );
    this.status = h("p", { class: "unseen", "aria-live": "polite" });
    this.element = h(
      "div.pair",
      h(
        "div.lanes",
        this.lanes.map((one) => one.element),
      ),
      tile("series", h("div.pair-head", this.by, h("p.help", t("search.pair.lines"))), this.series.element),
      this.controls.element,
      this.status,
    );
    this.frame = 0;
    const soon = () => {
      this.frame ||= requestAnimationFrame(() => {
        this.frame = 0;
        this.#draw();
      });
    };
    this.player.addEventListener("change", soon);
    this.player.addEventListener("load", soon);
    this.player.prefetch();
    soon();
  }

  async load() {
    await Promise.all(this.lanes.map((one) => one.board.frame.load(one.board.scene.board)));
  }

  /** What was chosen, if both have it. @returns {Measure} */
  get inStep() {
    return this.haveF ? this.measure : "expansions";
  }

  /** Where each of the two stands. @returns {[number, number]} */
  get positions() {
    const [first, second] = this.lanes.map((one) => one.run.trace);
    const at = Math.min(this.player.at, first.last);
    return [at, this.inStep === "f" ? upToF(second, levelOf(first, at)) : Math.min(this.player.at, second.last)];
  }

  #draw() {
    const { positions } = this;
    for (const [at, lane] of this.lanes.entries()) lane.show(positions[at]);
    this.controls.draw();
    this.series.show(this.lanes.map((lane, at) => ({ trace: lane.run.trace, at: positions[at] })));
    if (!this.player.isPlaying) this.status.textContent = this.lanes.map((one) => one.words.textContent).join(" ");
    this.moved();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.controls.key(event);
  }

  destroy() {
    cancelAnimationFrame(this.frame);
    this.player.destroy();
    for (const one of this.lanes) one.board.destroy();
  }
}

/** The largest f that was taken up to a step: how far the search has come. @param {Trace} trace @param {number} at */
const levelOf = (trace, at) => trace.mostF.at[at];

/** The last position of a search that has taken nothing beyond this f. @param {Trace} trace @param {number} f */
const upToF = (trace, f) => (Number.isNaN(f) ? trace.last : lastWith(trace, (at) => !(trace.mostF.at[at] > f)));

/** The last position of a search that has taken nothing as large as this f: another one that is there needs to go no further. @param {Trace} trace @param {number} f */
const below = (trace, f) => (Number.isNaN(f) ? trace.last : lastWith(trace, (at) => !(trace.mostF.at[at] >= f)));

/** The last position up to which something holds; 0 if it never does. @param {Trace} trace @param {(at: number) => boolean} holds */
function lastWith(trace, holds) {
  let [low, high] = [0, trace.last];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
