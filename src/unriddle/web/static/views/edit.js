// @ts-check
/** The editor: a level as a picture to paint on, or cards to lay out, and as text, and what is known about it. */

import { h, put } from "../dom.js";
import { addStrings, has, puzzleName, t } from "../language.js";
import { keepOwn } from "../own-levels.js";
import { button } from "../parts/button.js";
import { AdvicePanel } from "../parts/edit-advice.js";
import { EditCards } from "../parts/edit-cards.js";
import { History } from "../parts/edit-history.js";
import { EditPicture } from "../parts/edit-picture.js";
import { editStrings } from "../parts/edit-strings.js";
import { sideBySide } from "../parts/level.js";
import { save } from "../parts/save.js";
import { shareLink, toast } from "../parts/toast.js";
import { write } from "../route.js";
import { Problem } from "../wire.js";

addStrings(editStrings);

/** @typedef {import("../app.js").Shown} Shown */
/** @typedef {import("../boards/contract.js").Cell} Cell */
/**
 * What the server says about a text.
 * @typedef {object} Sheet
 * @property {string} puzzle
 * @property {string} text
 * @property {string[]} rows
 * @property {string[]} squares of a map
 * @property {string[]} stock the cards of FreeCell that lie nowhere
 * @property {any} level
 * @property {any} state
 * @property {import("../types.js").Flaw | null} flaw
 */

const SIDES = /** @type {const} */ (["top", "right", "bottom", "left"]);
/** Milliseconds without a key after which a text is read. */
const PAUSE = 60;
/** Milliseconds between keys that one undo takes back together. */
const RUN = 1000;

/** @param {import("../app.js").App} app @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Shown>} */
export async function show(app, { edited }) {
  await app.wire.ready();
  const { id, text, index, puzzle, name = "" } = edited ?? {};
  const sheet = await app.wire.ask("edit", text === undefined ? { id, puzzle: id?.split("/")[0] } : { text, index, puzzle });
  const view = new EditView(app, sheet, name);
  await view.take(sheet);
  return view;
}

/** @implements {Shown} */
class EditView {
  /** @param {import("../app.js").App} app @param {Sheet} sheet @param {string} name */
  constructor(app, sheet, name) {
    this.app = app;
    this.sheet = sheet;
    const { puzzle } = sheet;
    this.title = t("edit.title", { puzzle: puzzleName(puzzle) });
    this.history = new History(sheet.text);
    this.square = sheet.squares?.[0] ?? "";
    /** What was painted while the server was busy. @type {Cell[]} */
    this.cells = [];
    this.queue = Promise.resolve();
    this.turn = 0;
    this.timer = 0;
    this.typed = 0;
    this.isLeft = false;
    this.advice = new AdvicePanel();
    const cards = puzzle === "freecell" ? new EditCards((move) => this.change({ kind: "move", ...move })) : null;
    this.picture = cards ?? this.map(puzzle);
    this.palette = h("div", { class: "edit-palette", role: "group", "aria-label": t("edit.palette") });
    this.undo = button(t("edit.undo"), () => this.go("past"), { icon: "undo", id: "edit-undo", keys: "Ctrl+Z" });
    this.redo = button(t("edit.redo"), () => this.go("future"), { icon: "redo", id: "edit-redo", keys: "Ctrl+Y" });
    this.text = h("textarea", {
      class: "input own-text",
      id: "edit-text",
      rows: 12,
      spellcheck: "false",
      wrap: "off",
      oninput: () => this.type(),
    });
    this.name = h("input", { class: "input", id: "edit-name", value: name, maxlength: 80 });
    this.playing = button(t("edit.play"), () => void app.go("play", this.reference()), { icon: "pad", kind: "main", id: "edit-play" });
    this.element = sideBySide(
      h(
        "div.frame-box",
        cards?.stock ?? this.palette,
        this.picture.element,
        h(
          "div",
          { class: "toolbar", role: "toolbar", "aria-label": t("edit.tools") },
          this.undo,
          this.redo,
          ...(cards ? this.cardTools() : this.mapTools()),
        ),
      ),
      this.advice.element,
      h(
        "div.edit-actions",
        this.playing,
        button(t("edit.share"), () => void write("play", this.reference()).then(shareLink), { icon: "share", id: "edit-share" }),
        button(t("edit.save"), () => this.save(), { icon: "download", id: "edit-save" }),
        button(t("edit.keep"), () => this.keep(), { icon: "file", id: "edit-keep" }),
      ),
      h("div.edit-field", h("label", { for: "edit-name" }, t("edit.name")), this.name),
      cards
        ? null
        : h(
            "fieldset.edit-sides",
            h("legend", t("edit.size")),
            SIDES.map((side) => this.side(side)),
          ),
      h(
        "div.edit-field",
        h("label", { for: "edit-text" }, t("edit.text")),
        this.text,
        puzzle === "bloxorz" ? h("p.help", t("edit.textNote")) : null,
      ),
      h("p.help", t(cards ? "edit.freecell.keys" : "edit.keys")),
      h("p", h("a", { class: "button button-quiet", href: `#/edit/${puzzle}` }, t("edit.new"))),
    );
  }

  /** What squares are painted on. @param {string} puzzle */
  map(puzzle) {
    return new EditPicture(puzzle, {
      paint: (cells, isNew) => this.paint(cells, this.square, !isNew),
      type: (square, cell) => {
        if (!this.sheet.squares.includes(square)) return false;
        this.paint([cell], square, false);
        return true;
      },
      at: ([row, column]) => this.called(this.sheet.rows[row]?.[column] ?? ""),
    });
  }

  mapTools() {
    return [
      button(t("edit.turn"), () => this.change({ kind: "turn" }), { icon: "restart", id: "edit-turn" }),
      button(t("edit.mirror"), () => this.change({ kind: "mirror" }), { icon: "two", id: "edit-mirror" }),
    ];
  }

  cardTools() {
    const deal = () => this.change({ kind: "deal", number: Math.floor(Math.random() * 2 ** 31) });
    return [
      button(t("edit.clear"), () => this.change({ kind: "clear" }), { icon: "cross", id: "edit-clear" }),
      button(t("edit.deal"), deal, { icon: "dice", id: "edit-deal" }),
      button(t("edit.narrower"), () => this.change({ kind: "widen", number: -1 }), { id: "edit-narrower" }),
      button(t("edit.wider"), () => this.change({ kind: "widen", number: 1 }), { id: "edit-wider" }),
    ];
  }

  /** What a square is called. @param {string} square */
  called(square) {
    const { puzzle } = this.sheet;
    const key = `edit.${puzzle}.${square}`;
    if (has(key)) return t(key);
    const kind = /\d/.test(square) ? "split" : square === square.toLowerCase() ? "bridge" : "switch";
    return `${t(`edit.${puzzle}.${kind}`)} ${square}`;
  }

  /** Buttons for a row or a column more or less. @param {typeof SIDES[number]} side */
  side(side) {
    const words = { side: t(`edit.${side}`) };
    const step = (/** @type {number} */ by) => this.change({ kind: "resize", [side]: by });
    const small = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) =>
      h(
        "button",
        { type: "button", class: "button", "aria-label": label, title: label, "data-do": `edit-${side}${by}`, onclick: () => step(by) },
        sign,
      );
    return h("span.edit-side", words.side, small("−", t("edit.less", words), -1), small("+", t("edit.more", words), 1));
  }

  drawPalette() {
    if (!this.sheet.squares.includes(this.square)) this.square = this.sheet.squares[0];
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.square;
    put(
      this.palette,
      ...this.sheet.squares.map((square) =>
        h(
          "button",
          {
            type: "button",
            class: "button edit-square",
            "aria-pressed": String(square === this.square),
            "data-square": square,
            onclick: () => {
              this.square = square;
              this.drawPalette();
            },
          },
          h("code", { "aria-hidden": "true" }, square === " " ? "␣" : square),
          h("span", this.called(square)),
        ),
      ),
    );
    if (focused !== undefined)
      /** @type {HTMLElement | undefined} */ (
        [...this.palette.children].find((one) => /** @type {HTMLElement} */ (one).dataset.square === focused)
      )?.focus();
  }

  /** @param {Cell[]} cells @param {string} square @param {boolean} goesOn */
  paint(cells, square, goesOn) {
    this.cells.push(...cells);
    this.inTurn(async () => {
      const all = this.cells.splice(0); // also what came while we waited
      if (all.length) await this.ask({ change: { kind: "paint", cells: all, square } }, goesOn);
    });
  }

  /** @param {Record<string, any>} change */
  change(change) {
    this.inTurn(() => this.ask({ change }, false));
  }

  /** One thing after the other. @param {() => Promise<void>} act */
  inTurn(act) {
    this.typed = 0;
    this.queue = this.queue.then(async () => {
      try {
        if (!this.isLeft) await act();
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        this.advice.flaw(problem.flaw, this.history.now);
      }
    });
  }

  /** @param {Record<string, any>} fields @param {boolean} goesOn */
  async ask(fields, goesOn) {
    const sheet = await this.app.wire.ask("edit", { puzzle: this.sheet.puzzle, text: this.history.now, ...fields });
    this.history.put(sheet.text, goesOn);
    await this.take(sheet);
  }

  /** A key in the text: it is read when the hands rest. */
  type() {
    clearTimeout(this.timer);
    const { value } = this.text;
    this.timer = setTimeout(() => {
      const goesOn = Date.now() - this.typed < RUN;
      this.inTurn(() => this.ask({ text: value }, goesOn));
      this.typed = Date.now();
    }, PAUSE);
  }

  /** @param {"past" | "future"} where */
  go(where) {
    this.inTurn(async () => {
      const text = this.history.go(where);
      if (text !== null) await this.take(await this.app.wire.ask("edit", { puzzle: this.sheet.puzzle, text }));
    });
  }

  /** Show what the server says about the text. @param {Sheet} sheet */
  async take(sheet) {
    this.sheet = sheet;
    if (document.activeElement !== this.text || this.text.value.trimEnd() !== sheet.text.trimEnd()) this.text.value = sheet.text;
    if (sheet.squares) this.drawPalette();
    await this.picture.draw(sheet);
    this.undo.disabled = this.history.past.length === 0;
    this.redo.disabled = this.history.future.length === 0;
    this.playing.disabled = sheet.flaw !== null;
    void this.advise();
    void this.remember();
  }

  /** Ask what is known about it; an answer about an older text is dropped. */
  async advise() {
    const turn = ++this.turn;
    const { sheet } = this;
    if (sheet.flaw) {
      this.picture.tell([], []);
      return this.advice.flaw(sheet.flaw, sheet.text);
    }
    this.advice.looking();
    try {
      const advice = await this.app.wire.ask("advise", { puzzle: sheet.puzzle, text: sheet.text });
      if (turn !== this.turn || this.isLeft || advice.stale) return;
      this.picture.tell(advice.dead, advice.useless);
      this.advice.tell(advice);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (turn === this.turn) this.advice.flaw(problem.flaw, sheet.text);
    }
  }

  /** The level as the other views open it. @returns {import("../types.js").LevelReference} */
  reference() {
    const { puzzle, text } = this.sheet;
    return { text: text.replace(/ +$/gm, ""), name: this.name.value.trim(), puzzle, index: 0 };
  }

  /** Keep the level in the address. */
  async remember() {
    const target = await write("edit", { ...this.reference(), text: this.sheet.text });
    if (!this.isLeft) history.replaceState(null, "", target);
  }

  save() {
    const { text, name, puzzle } = this.reference();
    const suffix = puzzle === "sokoban" ? ".xsb" : ".txt";
    save((name || puzzle) + suffix, new Blob([text ?? ""], { type: "text/plain" }));
  }

  keep() {
    const { text = "", name = "", puzzle } = this.reference();
    keepOwn({ name, text, puzzle, indices: [0] });
    toast(t("edit.kept"), "good");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const letter = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || !"zy".includes(letter)) return false;
    this.go(letter === "y" || event.shiftKey ? "future" : "past");
    return true;
  }

  destroy() {
    this.picture.destroy();
    this.isLeft = true;
    clearTimeout(this.timer);
  }
}
