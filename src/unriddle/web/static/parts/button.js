// @ts-check
/** Buttons, all of one kind: an icon, a label, and what happens. */

import { h } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @param {string} label what it says, or what it is called if only the icon is seen
 * @param {() => void} act
 * @param {{icon?: string, kind?: "plain" | "main" | "quiet", only?: boolean, id?: string, keys?: string}} [look]
 */
export function button(label, act, look = {}) {
  const words = look.only ? null : h("span", label);
  return h(
    "button",
    {
      type: "button",
      class: `button button-${look.kind ?? "plain"}${look.only ? " button-icon" : ""}`,
      "aria-label": look.only ? label : null,
      title: look.keys ? `${label} (${look.keys})` : look.only ? label : null,
      "data-do": look.id,
      onclick: act,
    },
    look.icon ? icon(look.icon) : null,
    words,
  );
}
