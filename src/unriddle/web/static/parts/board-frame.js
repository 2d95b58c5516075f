/** The place where a board is shown: loads a board and describes it in words. */

import { h, put } from "../dom.js";
import { t } from "../language.js";

/** @typedef {{createBoard: (element: HTMLElement, options: import("../types.js").BoardOptions) => import("../types.js").Board}} BoardModule */
/** @typedef {(level: any, state: any) => SVGElement} Thumbnail */

/** The module of a board, as the server names it. @param {string} name @returns {Promise<BoardModule>} */
const boardOf = (name) => import(`../boards/${name}.js`);

/** What draws a small still picture, without all that moves. @param {string} name @returns {Promise<Thumbnail>} */
export const thumbnailOf = async (name) => (await import(`../boards/${name}/thumbnail.js`)).thumbnail;

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class BoardFrame {
  /** @param {Partial<Pick<import("../types.js").BoardOptions, "onMove" | "onMacroMove" | "inTurn" | "askReach">>} [handlers] */
  constructor(handlers = {}) {
    this.handlers = handlers;
    /** @type {import("../types.js").Board | null} */
    this.board = null;
    this.name = "";
    this.place = h("div.frame-board");
    this.words = h("p", { class: "unseen", "aria-live": "polite", id: "board-words" });
    this.overlay = h("div", { class: "frame-overlay", hidden: true });
    this.element = h("div.frame", this.place, this.overlay, this.words);
    this.tell = () => this.board?.setReducedMotion?.(reducedMotion.matches);
    reducedMotion.addEventListener("change", this.tell);
  }

  /** Make a board if it is not there yet. @param {string} name */
  async load(name) {
    if (this.name === name && this.board) return;
    const module = await boardOf(name);
    this.board?.destroy();
    this.place.replaceChildren();
    this.name = name;
    this.element.dataset.board = name;
    this.board = module.createBoard(this.place, {
      t,
      reducedMotion: reducedMotion.matches,
      onMove: (move) => this.handlers.onMove?.(move),
      onMacroMove: (macro) => this.handlers.onMacroMove?.(macro),
      inTurn: this.handlers.inTurn ?? ((act) => act()),
      askReach: this.handlers.askReach,
    });
  }

  /**
   * @param {any} level @param {any} state @param {string[]} legal
   * @param {Partial<import("../types.js").SceneOptions>} [options]
   */
  show(level, state, legal, options = {}) {
    this.board?.setScene(level, state, legal, {
      animate: false,
      steps: [],
      tries: legal,
      interactive: false,
      ...options,
    });
    this.describe();
  }

  describe() {
    this.words.textContent = this.board?.describe() ?? "";
  }

  /** A card over the board, or nothing. @param {...Node} children */
  cover(...children) {
    put(this.overlay, ...children);
    this.overlay.hidden = children.length === 0;
  }

  destroy() {
    reducedMotion.removeEventListener("change", this.tell);
    this.board?.destroy();
    this.board = null;
  }
}
