// @ts-check
/** The light that says whether the game can still be won, and why not. */

import { h } from "../dom.js";
import { t } from "../language.js";
import { prefer, preference } from "../store.js";
import { Problem } from "../wire.js";

const PAUSE = 180;

export class Light {
  /** @param {import("../wire.js").Wire} wire */
  constructor(wire) {
    this.wire = wire;
    this.turn = 0;
    this.timer = 0;
    this.isOn = preference("light", true);
    this.words = h("p", { class: "light-words" });
    this.lamp = h("span", { class: "lamp", "aria-hidden": "true" });
    this.toggle = h("input", {
      type: "checkbox",
      class: "switch",
      id: "light",
      checked: this.isOn,
      "aria-label": t("light.toggle"),
      onchange: () => this.switch(this.toggle.checked),
    });
    this.element = h(
      "section",
      { class: "light", "aria-label": t("light.title"), "data-light": "looking" },
      this.lamp,
      h("div", {}, h("h2", {}, t("light.title")), h("div", { role: "status" }, this.words)),
      this.toggle,
    );
  }

  /** @param {boolean} on */
  switch(on) {
    this.isOn = on;
    prefer("light", on);
    this.ask();
  }

  /** Ask about the position that the server has now; the latest question counts. */
  ask() {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    if (!this.isOn) return this.show("off", t("light.off"));
    this.show("looking", t("light.looking"));
    this.timer = setTimeout(async () => {
      try {
        const answer = await this.wire.ask("outlook");
        if (turn === this.turn) this.tell(answer);
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        if (turn === this.turn) this.show("unknown", t("light.unknown"));
      }
    }, PAUSE);
  }

  /** @param {import("../types.js").Outlook} answer */
  tell({ solvable, moves, states, reason, checked }) {
    if (solvable) this.show("yes", moves ? t("light.yesLeft", { left: moves }) : t("light.yes"));
    else if (solvable === null) this.show("unknown", t("light.unknown"));
    else if (!reason) this.show("no", checked ? t("light.noProof", { states }) : t("light.noUnchecked"));
    else this.show("no", t(checked ? "light.noWhy" : "light.noWhyUnchecked", { why: reason }));
  }

  /** @param {string} light @param {string} words */
  show(light, words) {
    this.element.dataset.light = light;
    this.words.textContent = words;
  }

  destroy() {
    this.turn++;
    clearTimeout(this.timer);
  }
}
