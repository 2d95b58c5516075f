import { Animator } from "./motion.js";
import { svg } from "./svg.js";

/** @import { BoardOptions } from "./contract.js" */

/**
 * Makes `element` the frame of a board: one picture that can take the focus and listens for keys, with
 * the pace of its animations (`duration` milliseconds a step).
 * @param {HTMLElement} element
 * @param {string} puzzle
 * @param {BoardOptions} options
 * @param {(event: KeyboardEvent) => boolean} key
 * @param {number} [duration]
 */
export function frame(element, puzzle, { t, reducedMotion }, key, duration = 0) {
  const picture = svg("svg", { class: "board", "aria-hidden": "true" });
  const animator = new Animator();
  const pace = { duration, still: reducedMotion };
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
    animator,
    pace,
    /** @param {string} text */
    label: (text) => element.setAttribute("aria-label", text),
    shake() {
      element.classList.remove("shake");
      void picture.getBoundingClientRect(); // restarts the animation
      element.classList.add("shake");
    },
    /** What every board offers in the same way. */
    controls: {
      /** @param {boolean} reduced */
      setReducedMotion(reduced) {
        pace.still = reduced;
        element.classList.toggle("still", reduced);
      },
      /** @param {number} ms */
      setDuration(ms) {
        pace.duration = ms;
      },
      destroy() {
        animator.finish();
        element.removeEventListener("keydown", listener);
        element.classList.remove("board-" + puzzle, "shake", "still", "live");
        element.replaceChildren();
      },
    },
  };
}
