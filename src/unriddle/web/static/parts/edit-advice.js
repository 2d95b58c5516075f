/** What is known about a level that is edited: whether it is one, and what it costs. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { said, t } from "../language.js";
import { counted } from "./counts.js";
import { flawWords } from "./ending.js";
import { excerpt } from "./own-level.js";

/**
 * @typedef {object} Advice
 * @property {boolean | null} solvable
 * @property {number | null} cost
 * @property {number} lower
 * @property {boolean} proved
 * @property {boolean} checked
 * @property {string} unit
 * @property {import("../boards/contract.js").Cell[]} useless
 * @property {string[]} unused
 * @property {import("../boards/contract.js").Cell[]} dead
 */

export class AdvicePanel {
  constructor() {
    this.element = h("section", { class: "edit-advice", role: "status" });
  }

  /** @param {import("../types.js").Flaw} flaw @param {string} text */
  flaw(flaw, text) {
    put(
      this.element,
      h("h2.edit-verdict.bad", icon("cross"), t("edit.flaw")),
      h("p.flaw-problem", flawWords(flaw)),
      flaw.line ? excerpt(text, flaw.line, flaw.column ?? 0) : null,
      flaw.hint ? h("p.help", said(flaw.hint)) : null,
    );
  }

  searching() {
    put(this.element, h("h2.edit-verdict", t("edit.searching")));
  }

  /** @param {Advice} advice */
  tell(advice) {
    const { solvable, checked, useless, unused, dead } = advice;
    const verdict = solvable ? "solvable" : solvable === null ? "unknown" : checked ? "unsolvable" : "unsolvableUnchecked";
    const tone = solvable ? "good" : solvable === null ? "" : "bad";
    put(
      this.element,
      h("h2", { class: `edit-verdict ${tone}` }, tone ? icon(solvable ? "check" : "cross") : null, t(`edit.${verdict}`)),
      cost(advice),
      dead.length ? h("p.edit-note.edit-note-dead", t("edit.dead", { count: dead.length })) : null,
      useless.length ? h("p.edit-note.edit-note-useless", t("edit.useless", { count: useless.length })) : null,
      unused.length ? h("p.edit-note", t("edit.unused", { names: unused.join(", ") })) : null,
    );
  }
}

/** @param {Advice} advice */
function cost({ cost, lower, proved, unit }) {
  if (cost === null) return null;
  const words = proved
    ? t("edit.optimum", { cost: counted(cost, unit) })
    : t("edit.between", { lower: counted(lower, unit), upper: counted(cost, unit) });
  return h("p.edit-optimum", words);
}
