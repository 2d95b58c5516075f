/** Short messages at the edge of the page, also read out by screen readers. */

import { h } from "../dom.js";
import { t } from "../language.js";
import { Problem } from "../problem.js";
import { flawWords } from "./ending.js";

const TIME = 4200;

/** @param {string} text @param {"info" | "good" | "bad"} [kind] */
export function toast(text, kind = "info") {
  const place = document.getElementById("toasts");
  if (!place) return;
  if (place.lastElementChild?.textContent === text) place.lastElementChild.remove(); // once is enough
  const message = h("p", { class: `toast ${kind}` }, text);
  place.append(message);
  while (place.children.length > 3) place.firstElementChild?.remove();
  setTimeout(() => message.remove(), TIME);
}

/** Say what could not be done, where nothing else depends on it. @param {unknown} problem @returns {null} */
export function tellProblem(problem) {
  if (!(problem instanceof Problem)) throw problem;
  toast(flawWords(problem.flaw), "bad");
  return null;
}

/** Put a link to a place of this page on the clipboard. @param {string} fragment as `route.write` makes it */
export async function shareLink(fragment) {
  const link = location.href.split("#")[0] + fragment;
  try {
    await navigator.clipboard.writeText(link);
    toast(t("app.copied"), "good");
  } catch {
    prompt(t("app.copy"), link);
  }
}
