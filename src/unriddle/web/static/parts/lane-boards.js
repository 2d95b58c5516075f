/** A small board for each solver of a comparison: the state that its search is at where it tells, and the solution once it is found. */

import { h, put } from "../dom.js";
import { t } from "../language.js";
import { reducedMotion, thumbnailOf } from "./board-frame.js";

/** Milliseconds between two states of a search; the eye sees no more. */
const SAMPLE = 150;
/** Milliseconds of a move, and of a whole solution, at most. */
const MOVE = 300;
const WHOLE = 15_000;
/** Moves that are asked for at once. */
const PORTION = 100;

/** @typedef {{picture: HTMLElement, words: HTMLElement, time: number, timer: ReturnType<typeof setTimeout> | undefined}} Lane */

export class LaneBoards {
  /** @param {{board: string, level: any, initial: any}} scene */
  constructor(scene) {
    this.scene = scene;
    this.element = h("div.lane-boards");
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
    /** @type {import("./board-frame.js").Thumbnail | null} */
    this.thumbnail = null;
  }

  /** Show the start for each of these. @param {{name: string, title: string}[]} solvers */
  async begin(solvers) {
    this.stop();
    this.lanes = new Map(solvers.map(({ name }) => [name, { picture: h("div.lane-board"), words: h("span"), time: 0, timer: undefined }]));
    put(
      this.element,
      ...solvers.map(({ name, title }) => {
        const { picture, words } = /** @type {Lane} */ (this.lanes.get(name));
        return h("figure", { "data-lane": name }, picture, h("figcaption", h("b", title), words));
      }),
    );
    this.thumbnail ??= await thumbnailOf(this.scene.board);
    for (const lane of this.lanes.values()) this.#draw(lane, this.scene.initial, t("compare.atStart"));
  }

  /** The search is at this state now. @param {string} name @param {any} state */
  at(name, state) {
    const lane = this.lanes.get(name);
    const now = performance.now();
    if (!lane || now - lane.time < SAMPLE) return;
    lane.time = now;
    this.#draw(lane, state, t("compare.looksAt"));
  }

  /** Play a solution, once. @param {string} name @param {number} length @param {(first: number, size: number) => Promise<any[]>} frames */
  async play(name, length, frames) {
    const lane = this.lanes.get(name);
    if (!lane) return;
    clearTimeout(lane.timer);
    const jumps = reducedMotion.matches ? length : 1; // at once to the end
    const pause = Math.max(40, Math.min(MOVE, WHOLE / Math.max(1, length)));
    /** @type {any[]} */
    let held = [];
    let from = 0;
    const show = async (/** @type {number} */ move) => {
      if (move > length || this.lanes.get(name) !== lane) return;
      if (move <= from || move > from + held.length) {
        from = move - 1;
        held = await frames(from, PORTION).catch(() => []); // the server forgets them when another level is opened
      }
      const frame = held[move - 1 - from];
      if (!frame || this.lanes.get(name) !== lane) return;
      this.#draw(lane, frame.state, t("compare.moveOf", { move, all: length }));
      lane.timer = setTimeout(() => void show(move + 1), pause);
    };
    await show(jumps);
  }

  /** @param {Lane} lane @param {any} state @param {string} words */
  #draw(lane, state, words) {
    if (this.thumbnail) put(lane.picture, this.thumbnail(this.scene.level, state));
    lane.words.textContent = words;
  }

  stop() {
    for (const { timer } of this.lanes.values()) clearTimeout(timer);
    this.lanes.clear();
  }
}
