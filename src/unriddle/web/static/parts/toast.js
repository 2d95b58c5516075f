// @ts-check
/** Short messages at the edge of the page, also read out by screen readers. */

import { h } from "../dom.js";

const TIME = 4200;

/** @param {string} text @param {"info" | "good" | "bad"} [kind] */
export function toast(text, kind = "info") {
  const place = document.getElementById("toasts");
  if (!place) return;
  const message = h("p", { class: `toast ${kind}` }, text);
  place.append(message);
  while (place.children.length > 3) place.firstElementChild?.remove();
  setTimeout(() => message.remove(), TIME);
}
