/** A list of moves in which a click jumps to the position after a move. */

import { h } from "../dom.js";
import { t } from "../language.js";

const MOST = 3000;

export class MoveList {
  /** @param {string} label @param {(count: number) => void} jump */
  constructor(label, jump) {
    this.jump = jump;
    /** @type {string[]} */
    this.moves = [];
    this.at = -1;
    this.start = this.item(0, t("play.start"));
    this.element = h("ol", { class: "moves", "aria-label": label }, h("li", this.start));
  }

  /** @param {number} count @param {string} move */
  item(count, move) {
    return h(
      "button",
      {
        type: "button",
        class: "move",
        "aria-label": count ? t("play.jump", { number: count, move }) : move,
        onclick: () => this.jump(count),
      },
      count ? move : "•",
    );
  }

  /** Show these moves, the last `at` made of them marked. @param {string[]} moves @param {number} at */
  show(moves, at) {
    const shown = moves.slice(0, MOST);
    let same = 0;
    while (same < shown.length && same < this.moves.length && shown[same] === this.moves[same]) same++;
    while (this.element.children.length > same + 1) this.element.lastElementChild?.remove();
    for (let index = same; index < shown.length; index++) this.element.append(h("li", this.item(index + 1, shown[index])));
    this.moves = shown;
    this.element.hidden = shown.length === 0;
    this.mark(at);
  }

  /** @param {number} at */
  mark(at) {
    this.button(this.at)?.removeAttribute("aria-current");
    this.at = at;
    const now = this.button(at);
    if (!now) return;
    now.setAttribute("aria-current", "step");
    // Only the list scrolls, never the page.
    const list = this.element;
    const top = now.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + now.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }

  /** Show what is known about the position after a move. @param {number} at @param {string} answer @param {boolean} isLosing did this move lose the game? */
  showOutlook(at, answer, isLosing) {
    const made = this.button(at);
    if (!made) return;
    made.dataset.outlook = answer;
    if (isLosing) made.title = t("replay.losing");
  }

  /** @param {number} at @returns {HTMLElement | null} */
  button(at) {
    return /** @type {HTMLElement | null} */ (this.element.children[at]?.firstElementChild ?? null);
  }
}
