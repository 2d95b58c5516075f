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
import { shareLink } from "../parts/toast.js";
import { Problem } from "../problem.js";
import { write } from "../route.js";

addStrings(editStrings);

/** @import { App, Shown } from "../app.js" */
/** @import { Cell } from "../boards/contract.js" */
/**
 * What the server says about a text.
 * @typedef {object} Sheet
 * @property {string} puzzle
 * @property {string} text
 * @property {string[]} rows
 * @property {string[]} squares of a map
 * @property {string[]} stock the cards that lie nowhere; a map has none
 * @property {string} suffix of its files
 * @property {any} level
 * @property {any} state
 * @property {import("../types.js").Flaw | null} flaw
 */

const SIDES = /** @type {const} */ (["top", "right", "bottom", "left"]);
/** Milliseconds without a key after which a text is read. */
const PAUSE = 60;
/** Milliseconds for which the verdict on the text before stays, so that nothing jumps while one paints. */
const SOON = 200;
/** Milliseconds between keys that one undo takes back together. */
const RUN = 1000;

/** What can be undone, and what the level was when it was opened or kept: a view that is drawn anew takes it over. */
let latest = { history: new History(""), kept: { name: "", text: "" } };

/** @param {App} app @param {import("../route.js").Route} route @returns {Promise<Shown>} */
export async function show(app, { edited }) {
  await app.wire.ready();
  const { id, text, index, puzzle, name = "" } = edited ?? {};
  const level = text === undefined ? { id, puzzle: id?.split("/")[0] } : { text, puzzle, ...(index ? { index } : {}) };
  const sheet = await app.wire.ask("edit", level);
  const view = new EditView(app, sheet, name);
  await view.take(sheet);
  return view;
}

/** @implements {Shown} */
class EditView {
  /** @param {App} app @param {Sheet} sheet @param {string} name */
  constructor(app, sheet, name) {
    this.app = app;
    this.sheet = sheet;
    const { puzzle } = sheet;
    this.title = t("edit.title", { puzzle: puzzleName(puzzle) });
    if (latest.history.now !== sheet.text) latest = { history: new History(sheet.text), kept: { name, text: sheet.text } };
    this.history = latest.history;
    this.square = sheet.squares?.[0] ?? "";
    /** What was painted and is not sent yet. @type {{square: string, cells: Cell[]} | null} */
    this.stroke = null;
    this.queue = Promise.resolve();
    this.turn = 0;
    this.timer = 0;
    /** What was typed and is not sent yet. @type {string | null} */
    this.typed = null;
    this.typedAt = 0;
    /** Does the field hold a text that could not be read at all? */
    this.isUnread = false;
    this.listeners = new AbortController();
    this.isLeft = false;
    this.advice = new AdvicePanel();
    const cards = sheet.stock ? new EditCards((move) => this.change({ kind: "move", ...move })) : null;
    this.picture = cards ?? this.map(puzzle);
    this.palette = h("div", { class: "edit-palette", role: "group", "aria-label": t("edit.palette") });
    this.undo = button(t("play.undo"), () => this.go("past"), { icon: "undo", id: "edit-undo", keys: "Ctrl+Z" });
    this.redo = button(t("edit.redo"), () => this.go("future"), { icon: "redo", id: "edit-redo", keys: "Ctrl+Y" });
    this.text = h("textarea", {
      class: "input own-text",
      id: "edit-text",
      rows: 12,
      spellcheck: "false",
      wrap: "off",
      oninput: () => this.type(),
    });
    this.name = h("input", { class: "input", id: "edit-name", value: name, maxlength: 80, oninput: () => void this.remember() });
    /** What a button does with the level as it is after all that was done before. @param {() => Promise<void> | void} act */
    const onceRead = (act) => () => {
      const isStillHere = app.fromHere();
      this.inTurn(async () => (isStillHere() ? act() : undefined));
    };
    /** @param {() => Promise<void> | void} act */
    const withLevel = (act) => onceRead(() => (this.sheet.flaw ? undefined : act()));
    const playIt = withLevel(() => app.go("play", this.reference()));
    const shareIt = withLevel(async () => shareLink(await write("play", this.reference())));
    this.playing = button(t("edit.play"), playIt, { icon: "pad", kind: "main", id: "edit-play" });
    this.sharing = button(t("play.share"), shareIt, { icon: "share", id: "edit-share" });
    this.keeping = button(
      t("edit.keep"),
      withLevel(() => this.keepAsOwn()),
      { icon: "file", id: "edit-keep" },
    );
    const saveIt = onceRead(() => this.save());
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
        this.sharing,
        button(t("edit.save"), saveIt, { icon: "download", id: "edit-save" }),
        this.keeping,
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
        has(`edit.${puzzle}.note`) ? h("p.help", t(`edit.${puzzle}.note`)) : null,
      ),
      h("p.help", t(cards ? "edit.freecell.keys" : "edit.keys")),
      h("p", h("a", { class: "button button-quiet", href: `#/edit/${puzzle}` }, t("gallery.new"))),
    );
    app.wire.addEventListener("up", () => this.type(), { signal: this.listeners.signal }); // what was not answered is asked again
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
      button(sign, () => step(by), { "aria-label": label, title: label, id: `edit-${side}${by}` });
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
    if (goesOn && this.stroke?.square === square) return void this.stroke.cells.push(...cells); // it goes along
    const stroke = { square, cells: [...cells] };
    this.inTurn(async () => {
      if (this.stroke === stroke) this.stroke = null;
      await this.ask({ change: { kind: "paint", ...stroke } }, goesOn);
    });
    this.stroke = stroke;
  }

  /** @param {Record<string, any>} change */
  change(change) {
    this.inTurn(() => this.ask({ change }, false));
  }

  /** One thing after the other, and after what was typed before. @param {() => Promise<void>} act */
  inTurn(act) {
    this.read();
    this.typedAt = 0;
    this.stroke = null;
    this.enqueue(act);
  }

  /** @param {() => Promise<void>} act */
  enqueue(act) {
    this.queue = this.queue.then(async () => {
      try {
        if (!this.isLeft) await act();
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        this.sheet = { ...this.sheet, flaw: problem.flaw };
        this.advice.flaw(problem.flaw, this.isUnread ? this.text.value : this.history.now);
        this.able();
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
    this.typed = this.text.value;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), PAUSE);
  }

  /** Have the server read what was typed, all that is there when its turn comes. */
  read() {
    clearTimeout(this.timer);
    if (this.typed === null) return;
    const goesOn = Date.now() - this.typedAt < RUN;
    this.typedAt = Date.now();
    this.enqueue(async () => {
      const text = this.typed;
      if (text === null) return; // it was read together with what was typed before
      this.typed = null;
      this.isUnread = true; // until the answer is there
      await this.ask({ text }, goesOn);
    });
  }

  /** @param {"past" | "future"} where */
  go(where) {
    this.inTurn(async () => {
      const text = this.isUnread && where === "past" ? this.history.now : this.history.go(where);
      if (text !== null) await this.take(await this.app.wire.ask("edit", { puzzle: this.sheet.puzzle, text }));
    });
  }

  /** Show what the server says about the text. @param {Sheet} sheet */
  async take(sheet) {
    this.sheet = sheet;
    this.isUnread = false;
    const isSame = document.activeElement === this.text && this.text.value.trimEnd() === sheet.text.trimEnd();
    if (this.typed === null && !isSame) this.text.value = sheet.text; // or the reader goes on typing
    if (sheet.squares) this.drawPalette();
    await this.picture.draw(sheet);
    this.able();
    void this.advise();
    void this.remember();
  }

  /** What can be done now. */
  able() {
    this.undo.disabled = !this.isUnread && this.history.past.length === 0;
    this.redo.disabled = this.history.future.length === 0;
    for (const one of [this.playing, this.sharing, this.keeping]) one.disabled = this.sheet.flaw !== null;
  }

  /** Ask what is known about it, at once and then with more time; an answer about an older text is dropped. */
  async advise() {
    const turn = ++this.turn;
    const { sheet } = this;
    if (sheet.flaw) {
      this.picture.tell([], []);
      return this.advice.flaw(sheet.flaw, sheet.text);
    }
    const late = setTimeout(() => turn === this.turn && this.advice.searching(), SOON);
    try {
      for (const first of [true, false]) {
        const advice = await this.app.wire.ask("advise", { puzzle: sheet.puzzle, text: sheet.text, first });
        if (turn !== this.turn || this.isLeft || advice.stale) return;
        const isFinal = !first || advice.proved || advice.checked;
        this.picture.tell(advice.dead, advice.useless);
        if (isFinal || advice.solvable) {
          clearTimeout(late);
          this.advice.tell(advice);
        }
        if (isFinal) return;
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (turn === this.turn) this.advice.flaw(problem.flaw, sheet.text);
    } finally {
      clearTimeout(late);
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
    save((name || puzzle) + this.sheet.suffix, new Blob([text ?? ""], { type: "text/plain" }));
  }

  /** Put it among the player's own levels. */
  keepAsOwn() {
    const { text = "", name = "", puzzle } = this.reference();
    const { kept } = latest;
    const madeFrom = name && name === kept.name ? kept.text : undefined;
    latest.kept = keepOwn({ name, text, puzzle, indices: [0] }, madeFrom, t("edit.kept"));
    this.name.value = latest.kept.name;
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
    this.listeners.abort();
    clearTimeout(this.timer);
  }
}
