// @ts-check
/** The panel that says whether the game can still be won, and why not. */

import { h } from "../dom.js";
import { said, t } from "../language.js";
import { prefer, preference } from "../store.js";
import { Problem } from "../wire.js";

const PAUSE = 180;

export class OutlookPanel {
  /** @param {import("../wire.js").Wire} wire */
  constructor(wire) {
    this.wire = wire;
    this.turn = 0;
    this.timer = 0;
    this.isOn = preference("outlook", true);
    this.words = h("p", { class: "outlook-words" });
    this.lamp = h("span", { class: "lamp", "aria-hidden": "true" });
    this.toggle = h("input", {
      type: "checkbox",
      class: "switch",
      id: "outlook",
      checked: this.isOn,
      "aria-label": t("outlook.toggle"),
      onchange: () => this.switch(this.toggle.checked),
    });
    this.element = h(
      "section",
      { class: "outlook", "aria-label": t("outlook.title"), "data-outlook": "looking" },
      this.lamp,
      h("div", {}, h("h2", {}, t("outlook.title")), h("div", { role: "status" }, this.words)),
      this.toggle,
    );
  }

  /** @param {boolean} on */
  switch(on) {
    this.isOn = on;
    prefer("outlook", on);
    this.ask();
  }

  /** Ask about the position that the server has now; the latest question counts. */
  ask() {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    if (!this.isOn) return this.show("off", t("outlook.off"));
    this.show("looking", t("outlook.looking"));
    this.timer = setTimeout(async () => {
      try {
        const answer = await this.wire.ask("outlook");
        if (turn === this.turn) this.tell(answer);
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        if (turn === this.turn) this.show("unknown", t("outlook.unknown"));
      }
    }, PAUSE);
  }

  /** @param {import("../types.js").Outlook} answer */
  tell({ solvable, moves, states, reason, checked }) {
    if (solvable) this.show("yes", moves ? t("outlook.yesLeft", { left: moves }) : t("outlook.yes"));
    else if (solvable === null) this.show("unknown", t("outlook.unknown"));
    else if (!reason) this.show("no", checked ? t("outlook.noProof", { states }) : t("outlook.noUnchecked"));
    else this.show("no", t(checked ? "outlook.noWhy" : "outlook.noWhyUnchecked", { why: said(reason) }));
  }

  /** @param {string} answer @param {string} words */
  show(answer, words) {
    this.element.dataset.outlook = answer;
    this.words.textContent = words;
  }

  destroy() {
    this.turn++;
    clearTimeout(this.timer);
  }
}
