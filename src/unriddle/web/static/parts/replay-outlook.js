/** The outlook at every move of a game that is replayed: until where it could be won, and which move lost it. */

import { h, put } from "../dom.js";
import { t } from "../language.js";
import { ignore } from "../problem.js";
import { outlookBox, whereWords } from "./outlook.js";

/** @typedef {"yes" | "no" | "unknown" | "searching"} Answer */

export class ReplayOutlook {
  /** @param {string[]} plan */
  constructor(plan) {
    this.plan = plan;
    this.index = 0;
    /** @type {import("./outlook.js").WhereLost | null} */
    this.found = null;
    this.isOver = false;
    this.strip = h("div", { class: "outlook-strip", "aria-hidden": "true" });
    this.words = h("p.outlook-words");
    this.where = h("p", { class: "outlook-where", role: "status" });
    this.element = outlookBox({}, this.words, this.where);
    this.draw();
  }

  /** Ask about the whole game; it may take the server some seconds. @param {import("../wire.js").Wire} wire @param {string} moves @param {import("./moves.js").MoveList} list */
  async ask(wire, moves, list) {
    this.found = await wire.ask("where lost", { moves }).catch(ignore);
    this.isOver = true;
    if (this.found) {
      const { wonUntil, lostFrom } = this.found;
      const isWon = lostFrom === null && wonUntil === this.plan.length;
      this.where.textContent = isWon ? "" : whereWords(this.found);
      for (let index = 0; index <= this.plan.length; index++)
        list.showOutlook(index, this.at(index), index === lostFrom && index - 1 === wonUntil);
    }
    this.draw();
  }

  /** What is known after a number of moves: what can be won later can be won before, and what is lost stays lost. @param {number} index @returns {Answer} */
  at(index) {
    if (!this.isOver) return "searching";
    const { wonUntil, lostFrom } = this.found ?? { wonUntil: null, lostFrom: null };
    if (wonUntil !== null && index <= wonUntil) return "yes";
    return lostFrom !== null && index >= lostFrom ? "no" : "unknown";
  }

  /** Show what is known after a number of moves. @param {number} index */
  show(index) {
    this.index = index;
    const answer = this.at(index);
    this.element.dataset.outlook = answer;
    this.words.textContent = t(`outlook.${answer}`);
  }

  draw() {
    this.show(this.index);
    const answers = this.plan.map((_, index) => this.at(index + 1));
    put(
      this.strip,
      ...["yes", "searching", "unknown", "no"].map((answer) => {
        const part = h("span", { "data-outlook": answer });
        part.style.flexGrow = String(answers.filter((one) => one === answer).length);
        return part;
      }),
    );
  }
}
