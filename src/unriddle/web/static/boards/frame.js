// @ts-check
import { svg } from "./svg.js";

/** @typedef {import("./contract.js").BoardOptions} BoardOptions */

/**
 * Makes `element` the frame of a board: one picture that can take the focus and listens for keys.
 * @param {HTMLElement} element
 * @param {string} puzzle
 * @param {BoardOptions} options
 * @param {(event: KeyboardEvent) => boolean} key
 */
export function frame(element, puzzle, { t, reducedMotion }, key) {
  const picture = svg("svg", { class: "board", "aria-hidden": "true" });
  element.classList.add("board-" + puzzle);
  element.classList.toggle("still", reducedMotion);
  element.tabIndex = 0;
  element.setAttribute("role", "application");
  element.setAttribute("aria-roledescription", t(`board.${puzzle}.name`));
  element.replaceChildren(picture);
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (!event.defaultPrevented && key(event)) event.preventDefault();
  };
  element.addEventListener("keydown", listener);
  return {
    picture,
    /** @param {boolean} still */
    calm: (still) => element.classList.toggle("still", still),
    /** @param {string} text */
    label: (text) => element.setAttribute("aria-label", text),
    shake() {
      element.classList.remove("shake");
      void picture.getBoundingClientRect(); // lets the animation begin anew
      element.classList.add("shake");
    },
    remove() {
      element.removeEventListener("keydown", listener);
      element.classList.remove("board-" + puzzle, "shake", "still", "live");
      element.replaceChildren();
    },
  };
}
