/** Buttons, all of one kind: an icon, a label, and what happens. */

import { h, isWithin } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @param {string} label what it says, or what it is called if only the icon is seen
 * @param {() => void} act
 * @param {{icon?: string, kind?: "plain" | "main" | "quiet", only?: boolean, id?: string, keys?: string} & import("../dom.js").Attributes} [options] and other attributes
 */
export function button(label, act, { icon: sign, kind = "plain", only, id, keys, ...attributes } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: `button button-${kind}${only ? " button-icon" : ""}`,
      "aria-label": only ? label : null,
      title: keys ? `${label} (${keys})` : only ? label : null,
      "data-do": id,
      onclick: act,
      ...attributes,
    },
    sign ? icon(sign) : null,
    only ? null : h("span", label),
  );
}

/** Does this key press a button, or something like it? @param {KeyboardEvent} event */
export const isOnButton = (event) => isWithin(event, "button, summary, a");

/** A button that was pressed with a pointer does not wait for keys: they are the game's. @param {Event} event */
export function letGo(event) {
  const { pointerType, target } = /** @type {PointerEvent} */ (event);
  if (pointerType && target instanceof Element) target.closest("button")?.blur();
}
