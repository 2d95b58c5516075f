/** A level of your own: pasted, dropped on the page, or chosen; a mistake is shown at its line. */

import { question } from "../carrier.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { puzzleName, said, saidTitle, t } from "../language.js";
import { forgetOwn, keepOwn, ownLevel, ownTexts, titleOf } from "../own-levels.js";
import { Problem } from "../problem.js";
import { thumbnailOf } from "./board-frame.js";
import { button } from "./button.js";
import { flawWords } from "./ending.js";
import { textOf } from "./file-text.js";

/** Lines that are shown before and after the mistake. */
const AROUND = 3;

export class OwnLevel {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    this.turn = 0;
    this.text = h("textarea", {
      class: "input own-text",
      id: "own-text",
      rows: 9,
      spellcheck: "false",
      "aria-label": t("gallery.textLabel"),
      placeholder: "#####\n#@$.#\n#####",
    });
    this.answer = h("div", { class: "own-answer", role: "alert" });
    this.kept = h("div.own-answer");
    this.file = h("input", {
      type: "file",
      class: "unseen",
      id: "own-file",
      tabindex: -1,
      "aria-hidden": "true",
      multiple: true,
      onchange: () => {
        const files = [...(this.file.files ?? [])];
        this.file.value = ""; // or the same one, mended, could not be chosen again
        void this.readFiles(files);
      },
    });
    this.veil = h("div", { class: "veil", hidden: true }, icon("file"), h("span", t("gallery.drop")));
    this.element = h(
      "section",
      { class: "section own", "aria-labelledby": "title-own" },
      h(
        "div.own-words",
        h("h2", { id: "title-own" }, t("gallery.own")),
        h("p.section-summary", t("gallery.ownText")),
        button(t("gallery.choose"), () => this.file.click(), { icon: "file" }),
        this.file,
      ),
      h(
        "div.own-box",
        this.text,
        h(
          "div.own-actions",
          button(t("gallery.read"), () => void this.read(this.text.value, ""), {
            kind: "main",
            id: "own-read",
          }),
        ),
      ),
      this.answer,
      this.kept,
      this.veil,
    );
    this.drawKept();
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    const over = (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.includes("Files")) return; // words, which fall into the field
      event.preventDefault();
      this.veil.hidden = false;
    };
    const leave = (/** @type {DragEvent} */ event) => {
      if (!event.relatedTarget) this.veil.hidden = true;
    };
    const drop = (/** @type {DragEvent} */ event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!files.length) return;
      event.preventDefault();
      this.veil.hidden = true;
      void this.readFiles(files);
    };
    addEventListener("dragover", over, { signal });
    addEventListener("dragleave", leave, { signal });
    addEventListener("drop", drop, { signal });
  }

  /** Show what is in a file; several files are kept, and those that cannot be read are named. @param {File[]} files */
  async readFiles(files) {
    const turn = ++this.turn;
    const { limits } = await this.app.menu();
    const flaws = [];
    for (const file of files) {
      const { name } = file;
      try {
        if (file.size > limits.text) throw new Problem({ problem: `is larger than ${limits.text >> 20} MiB`, source: name });
        const text = await textOf(file).catch(() => {
          throw new Problem({ problem: t("gallery.unreadable"), hint: t("gallery.noFolder"), source: name });
        });
        if (turn !== this.turn) return;
        if (files.length === 1) {
          this.text.value = text;
          return this.read(text, name);
        }
        put(this.answer, h("p.help", t("app.loading")));
        const { levels } = await question("read", { name, puzzle: "" }, text);
        keepOwn({ name, text, indices: levels.map((/** @type {{index: number}} */ one) => one.index) });
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        flaws.push(problem.flaw);
      }
    }
    if (turn !== this.turn) return;
    this.drawKept();
    put(this.answer, ...flaws.map((flaw) => complaint(flaw)));
    (flaws.length ? this.answer : this.kept).scrollIntoView({ block: "nearest" });
  }

  /** The texts that this browser has kept, each with a way to open and to forget it. */
  drawKept() {
    const texts = ownTexts();
    put(
      this.kept,
      texts.length ? h("h3", t("gallery.kept")) : null,
      ...texts.map((own) => {
        const name = titleOf(own);
        return h(
          "div.own-kept",
          button(`${name} (${own.indices.length})`, () => void this.read(own.text, own.name, own.puzzle), { kind: "quiet", icon: "file" }),
          button(
            t("gallery.forget", { name }),
            () => {
              forgetOwn(own.text);
              this.drawKept();
            },
            { kind: "quiet", icon: "cross", only: true },
          ),
        );
      }),
    );
  }

  /** Ask the server what is in a text, and keep it. @param {string} text @param {string} name @param {string} [puzzle] */
  async read(text, name, puzzle) {
    const turn = ++this.turn;
    const isStillHere = this.app.fromHere();
    put(this.answer, h("p.help", t("app.loading")));
    const found = await question("read", { name, puzzle: puzzle ?? "" }, text).catch((problem) => {
      if (!(problem instanceof Problem)) throw problem;
      if (turn === this.turn) this.complain(problem.flaw, text, name);
    });
    if (!found || turn !== this.turn || !isStillHere()) return;
    /** @type {(import("../types.js").LevelCard & {index: number})[]} */
    const levels = found.levels;
    const own = keepOwn({ name, text, puzzle, indices: levels.map((one) => one.index) });
    if (found.count === 1) return this.app.go("play", ownLevel(own));
    this.drawKept();
    const cards = await Promise.all(levels.map((level) => this.card(level, own)));
    put(
      this.answer,
      h(
        "p.own-found",
        t(levels.length < found.count ? "gallery.foundMore" : "gallery.found", { count: found.count, listed: levels.length }),
      ),
      found.broken.length
        ? h(
            "div.flaw",
            h("p.flaw-problem", t("gallery.broken", { count: found.broken.length })),
            ...found.broken.map((/** @type {string} */ one) => h("p.flaw-hint", said(one))),
          )
        : null,
      h(
        "ul.level-cards",
        cards.map((one) => h("li", one)),
      ),
    );
    this.answer.scrollIntoView({ block: "nearest" });
  }

  /** @param {import("../types.js").LevelCard & {index: number}} level @param {import("../own-levels.js").OwnText} own */
  async card(level, own) {
    const { index } = level;
    const thumbnail = await thumbnailOf(level.board);
    return h(
      "button",
      { type: "button", class: "level-card", onclick: () => void this.app.go("play", ownLevel(own, index)) },
      h("span.level-card-picture", thumbnail(level.level, level.state)),
      h(
        "span.level-card-words",
        h("span.level-card-number", String(index + 1)),
        h("span.level-card-title", saidTitle(level.title) || puzzleName(level.puzzle)),
      ),
    );
  }

  /** Show what is wrong, at its line. @param {import("../types.js").Flaw} flaw @param {string} text @param {string} [name] */
  complain(flaw, text, name = "") {
    const which = flaw.kinds?.map((one) =>
      button(puzzleName(one), () => void this.read(text, name, one), { kind: "quiet", id: `is-${one}` }),
    );
    put(this.answer, complaint(flaw, text, which));
    this.answer.scrollIntoView({ block: "nearest" });
  }

  destroy() {
    this.listeners.abort();
  }
}

/** @param {import("../types.js").Flaw} flaw @param {string} [text] @param {HTMLElement[]} [which] to say of which puzzle it is */
function complaint(flaw, text, which) {
  const hint = which ? [t("gallery.which"), " ", ...which] : flaw.hint && !flaw.kinds ? [said(flaw.hint)] : [];
  return h(
    "div.flaw",
    h("p.flaw-problem", flawWords(flaw)),
    flaw.line && text ? excerpt(text, flaw.line, flaw.column ?? 0) : null,
    hint.length ? h("p.flaw-hint", hint) : null,
  );
}

/** The lines around a mistake. @param {string} text @param {number} line @param {number} column */
export function excerpt(text, line, column) {
  const lines = text.split(/\r\n|\r|\n/);
  const first = Math.max(1, line - AROUND);
  const rows = lines.slice(first - 1, line + AROUND).map((content, offset) => {
    const here = first + offset === line;
    const marked =
      here && column
        ? [content.slice(0, column - 1), h("mark", content.slice(column - 1, column) || " "), content.slice(column)]
        : [content];
    return h(
      "span",
      { class: here ? "excerpt-line excerpt-here" : "excerpt-line" },
      h("span", { class: "excerpt-number", "aria-hidden": "true" }, String(first + offset)),
      ...marked,
    );
  });
  return h("pre.excerpt", rows);
}
