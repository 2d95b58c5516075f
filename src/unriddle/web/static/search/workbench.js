/** Everything that shows one trace, around one player: board, tree, open list, code, instruments, words, controls. */

import { h, put } from "../dom.js";
import { has, t } from "../language.js";
import { button } from "../parts/button.js";
import { inWords } from "../parts/counts.js";
import { flawWords } from "../parts/ending.js";
import { BoardPanel } from "./board-panel.js";
import { CodePanel } from "./code-panel.js";
import { Controls } from "./controls.js";
import { InstrumentPanel } from "./instrument-panel.js";
import { OpenPanel } from "./open-panel.js";
import { Player } from "./player.js";
import { say } from "./redraw.js";
import { SeriesPanel } from "./series.js";
import { tile } from "./tile.js";
import { TreePanel } from "./tree-panel.js";
import { sentenceOf } from "./words.js";

/** Expansions a second from which on a frame draws one of the panels, and the next frame the next one. */
const FAST = 12;
/** Expansions a second from which on nobody reads every sentence. */
const READABLE = 2;
const PANELS = ["tree", "open", "code", "instrument", "series"];

export class Workbench {
  /**
   * @param {{board: string, level: any, initial: any}} scene
   * @param {{tell: (message: string) => void, moved?: () => void}} handlers
   */
  constructor(scene, { tell, moved }) {
    this.moved = moved;
    /** @type {Player | null} */
    this.player = null;
    /** @type {number | null} a node that was clicked, until the next step */
    this.chosen = null;
    const inspect = (/** @type {number} */ node) => this.inspect(node);
    this.board = new BoardPanel(scene, () => this.back());
    this.tree = new TreePanel(inspect);
    this.open = new OpenPanel(inspect);
    this.code = new CodePanel();
    this.instrument = new InstrumentPanel();
    this.series = new SeriesPanel();
    this.controls = new Controls(tell);
    this.words = h("p", { class: "sentence", "aria-live": "polite", id: "sentence" });
    this.outcome = h("div.search-outcome");
    this.tabs = h(
      "div",
      { class: "panel-tabs", role: "group", "aria-label": t("search.panels") },
      PANELS.map((one) =>
        h(
          "button",
          { type: "button", class: "panel-tab", "data-tab": one, "aria-pressed": String(one === "tree"), onclick: () => this.tab(one) },
          t(`search.tab.${one}`),
        ),
      ),
    );
    this.element = h(
      "div",
      { class: "bench", "data-tab": "tree" },
      h("div.bench-board", this.board.element),
      h("div.bench-words", this.words, this.outcome),
      this.controls.element,
      this.tabs,
      h("div.bench-tree", this.tree.element, tile("series", this.series.element)),
      h("div.bench-side", this.code.element, this.open.element),
    );
    this.#arrange("");
    /** @type {import("./contract.js").EndLine | null} */
    this.shownEnd = null;
    /** @type {import("../problem.js").Problem | null} */
    this.shownProblem = null;
    this.at = 0;
    this.listening = new AbortController();
    this.frame = 0;
    /** Panels that show an earlier step, and the one that is drawn next. */
    this.stale = 0;
    this.next = 0;
    this.drawnAt = -1;
  }

  /** Show a trace from where its player stands. @param {Player} player */
  follow(player) {
    this.listening.abort();
    this.listening = new AbortController();
    this.player = player;
    player.shownBy = this;
    this.chosen = null;
    for (const news of ["change", "load"]) player.addEventListener(news, () => this.#soon(), { signal: this.listening.signal });
    this.board.follow(player);
    this.#arrange(player.trace.header.order ?? "");
    this.controls.follow(player);
    player.prefetch();
    this.#soon();
  }

  /** A search that holds a single node has its instrument in the place of the open list. @param {string} order */
  #arrange(order) {
    const lists = order !== "tree" && order !== "single";
    const [board, side] = [".bench-board", ".bench-side"].map((one) => this.element.querySelector(one));
    (order === "single" ? side : board)?.append(this.instrument.element);
    this.open.element.classList.toggle("is-short", !lists);
  }

  /** Show only this panel where there is no room for all. @param {string} name */
  tab(name) {
    this.element.dataset.tab = name;
    for (const one of this.tabs.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.dataset.tab === name));
  }

  /** Show a node without leaving the step. @param {number} node */
  inspect(node) {
    if (!this.player) return;
    this.player.pause();
    this.chosen = node;
    this.at = this.player.at;
    this.#soon();
  }

  /** Back to the node of the step. */
  back() {
    this.chosen = null;
    this.board.closeReplay();
    this.#soon();
  }

  #soon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const { player } = this;
    if (!player) return;
    const { trace, at } = player;
    if (this.chosen !== null && this.at !== at) this.chosen = null;
    const node = this.chosen ?? trace.nodeAt(at);
    this.board.show(node, at);
    this.controls.draw();
    this.words.setAttribute("aria-live", player.isPlaying && player.rate > READABLE ? "off" : "polite");
    say(this.words, this.#sentence(trace, at));
    this.#ending();
    this.moved?.();
    this.#panels(trace, at, node);
  }

  /** Several panels in one frame would come too late for the display. @param {import("./trace.js").Trace} trace @param {number} at @param {number} node */
  #panels(trace, at, node) {
    const draw = [
      () => this.tree.show(trace, at, node),
      () => this.open.show(trace, at),
      () => this.code.show(trace, at),
      () => this.instrument.show(trace, at),
      () => this.series.show([{ trace, at }]),
    ];
    const isFast = this.player?.isPlaying && this.player.rate > FAST;
    if (!isFast) {
      this.stale = 0;
      for (const one of draw) one();
      return;
    }
    this.stale = this.drawnAt === at ? this.stale - 1 : draw.length - 1;
    this.drawnAt = at;
    draw[this.next++ % draw.length]();
    if (this.stale > 0) this.#soon();
  }

  /** @param {import("./trace.js").Trace} trace @param {number} at */
  #sentence(trace, at) {
    const { end } = trace;
    if (!end || at < trace.last) return sentenceOf(trace, at);
    return end.sentence ? sentenceOf(trace, at) : endWords(end);
  }

  /** How it ended, with the plan to be played. */
  #ending() {
    const { player } = this;
    const end = player && player.at === player.trace.last ? player.trace.end : null;
    const failed = player?.problem ?? null;
    if (this.shownEnd === end && this.shownProblem === failed) return;
    this.shownEnd = end;
    this.shownProblem = failed;
    const node = end?.node ?? -1;
    const limits = player?.trace.header.limits;
    put(
      this.outcome,
      failed ? h("p", { class: "ending bad", role: "alert" }, flawWords(failed.flaw)) : null,
      end
        ? h(
            "div",
            { class: `ending ${end.end === "solved" ? "good" : "warn"}`, "data-status": end.end },
            h("h2", has(`status.${end.end}`) ? t(`status.${end.end}`) : end.end),
            end.counts ? h("span", inWords(end.counts)) : null,
            limits && end.end.startsWith("out of") ? h("span.search-limit", limitWords(limits)) : null,
            node >= 0
              ? button(t("search.plan.play"), () => this.board.openReplay(), { kind: "main", icon: "play", id: "plan-play" })
              : null,
          )
        : null,
    );
  }

  /** Drawings that can be saved. */
  get drawings() {
    const board = /** @type {SVGSVGElement | null} */ (this.board.frame.element.querySelector("svg"));
    return { board, tree: this.tree.picture };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { replay } = this.board;
    if (!this.player || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (replay?.key(event) || this.controls.key(event)) return true;
    if (event.key === "p") this.board.openReplay();
    else if (event.key === "c" || (event.key === "Escape" && (replay || this.chosen !== null))) this.back();
    else return false;
    return true;
  }

  destroy() {
    this.listening.abort(); // the player may be shown again
    if (this.player?.shownBy === this) this.player.pause(); // in another language it goes on
    cancelAnimationFrame(this.frame);
    this.board.destroy();
    this.tree.destroy();
  }
}

/** That the view ends here, not the search; and who goes on. @param {{steps: number, bytes: number}} limits */
const limitWords = ({ steps, bytes }) => t("search.limit", { steps, mebibytes: Math.round(bytes / 2 ** 20) });

/** @param {import("./contract.js").EndLine} end */
function endWords(end) {
  if (end.counts) return t("ending.solved", { length: inWords(end.counts) });
  if (end.end === "unsolvable") return t("ending.unsolvable.unchecked");
  return has(`status.${end.end}`) ? t(`status.${end.end}`) : end.end;
}
