/** The panel that says whether the game can still be won, and why not. */

import { h, put } from "../dom.js";
import { said, t } from "../language.js";
import { ignore } from "../problem.js";
import { prefer, preference } from "../store.js";
import { button } from "./button.js";
import { counted } from "./counts.js";

const PAUSE = 180;

/** @typedef {{wonUntil: number | null, lostFrom: number | null, move: string | null}} WhereLost */

/** Which move lost a game. @param {WhereLost} found */
export function whereWords({ wonUntil, lostFrom, move }) {
  if (lostFrom === null) return t("outlook.whereUnknown");
  if (lostFrom === 0) return t("outlook.whereStart");
  if (move !== null) return t("outlook.whereMove", { number: lostFrom, move });
  return t("outlook.whereBetween", { first: (wonUntil ?? 0) + 1, last: lostFrom });
}

/**
 * The box with the lamp, whose colour its attribute `data-outlook` decides.
 * @param {Record<string, string>} attributes @param {Element} words @param {Element} where the game was lost @param {...Element} more
 */
export const outlookBox = (attributes, words, where, ...more) =>
  h(
    "section",
    { class: "outlook", "aria-label": t("outlook.title"), ...attributes },
    h("span", { class: "lamp", "aria-hidden": "true" }),
    h("div", h("h2", t("outlook.title")), h("div", { role: "status" }, words), where),
    ...more,
  );

export class OutlookPanel {
  /**
   * @param {import("../wire.js").Wire} wire @param {string} unit what the cost of a plan counts
   * @param {(count: number) => void} jump go to the position after this number of moves
   */
  constructor(wire, unit, jump) {
    this.wire = wire;
    this.unit = unit;
    this.turn = 0;
    this.timer = 0;
    this.canTakeBack = false;
    this.isOn = preference("outlook", true);
    this.words = h("p.outlook-words");
    this.jump = jump;
    this.where = h("div", { class: "outlook-where", role: "status" });
    this.toggle = h("input", {
      type: "checkbox",
      class: "switch",
      id: "outlook",
      checked: this.isOn,
      "aria-label": t("outlook.toggle"),
      onchange: () => this.switch(this.toggle.checked),
    });
    this.element = outlookBox({ "data-outlook": "searching" }, this.words, this.where, this.toggle);
  }

  /** @param {boolean} on */
  switch(on) {
    this.isOn = on;
    prefer("outlook", on);
    this.ask(this.canTakeBack);
  }

  /** Ask about the position that the server has now; the latest question counts. @param {boolean} canTakeBack are there moves to take back? */
  ask(canTakeBack) {
    this.canTakeBack = canTakeBack;
    if (this.isOn) this.show("searching", t("outlook.searching"));
    this.refresh();
  }

  /** Ask again about the same position: a better plan may be known by now. */
  refresh() {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    if (!this.isOn) return this.show("off", t("outlook.off"));
    this.timer = setTimeout(async () => {
      const answer = await this.wire.ask("outlook").catch(ignore);
      if (turn !== this.turn) return;
      if (answer) this.tell(answer);
      else this.show("unknown", t("outlook.unknown"));
    }, PAUSE);
  }

  /** @param {import("../types.js").Outlook} answer */
  tell({ solvable, cost, states, reason, checked }) {
    if (solvable) this.show("yes", cost ? t("outlook.yesLeft", { left: counted(cost, this.unit) }) : t("outlook.yes"));
    else if (solvable === null) this.show("unknown", t("outlook.unknown"));
    else {
      const why = reason
        ? t(checked ? "outlook.noWhy" : "outlook.noWhyUnchecked", { why: said(reason) })
        : checked
          ? t("outlook.noProof", { states })
          : t("outlook.noUnchecked");
      const advice = this.canTakeBack ? t("outlook.takeBack") : t(checked ? "outlook.never" : "outlook.neverUnchecked");
      this.show("no", `${why.replace(/[.]?$/, ".")} ${advice}`);
      if (this.canTakeBack) this.offer();
    }
  }

  /** Offer to look for the move that lost the game. */
  offer() {
    put(
      this.where,
      button(t("outlook.where"), () => void this.find(), { kind: "quiet", icon: "search", id: "where-lost" }),
    );
  }

  async find() {
    const turn = this.turn;
    put(this.where, t("outlook.searching"));
    const found = await this.wire.ask("where lost").catch(ignore);
    if (turn !== this.turn) return;
    if (found) this.tellWhere(found);
    else put(this.where);
  }

  /** @param {WhereLost} found */
  tellWhere(found) {
    const { wonUntil } = found;
    put(
      this.where,
      h("p", whereWords(found)),
      wonUntil === null
        ? null
        : button(t("outlook.whereBack"), () => this.jump(wonUntil), { kind: "plain", icon: "undo", id: "before-lost" }),
    );
  }

  /** @param {string} answer @param {string} words */
  show(answer, words) {
    put(this.where);
    this.element.dataset.outlook = answer;
    this.words.textContent = words;
  }

  destroy() {
    this.turn++;
    clearTimeout(this.timer);
  }
}
