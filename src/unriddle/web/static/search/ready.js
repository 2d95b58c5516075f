/** The words and the style of the search view come only when it is opened: the first look at a level stays quick. */

import { h } from "../dom.js";
import { addStrings } from "../language.js";
import { strings } from "./strings.js";

/** @type {Promise<void> | null} */
let ready = null;

/** Later sheets have the last word. */
const SHEETS = ["search", "panels", "lists", "controls", "narrow"];

export function prepare() {
  ready ??= Promise.all(SHEETS.map(loaded)).then(() => addStrings(strings));
  return ready;
}

/** @param {string} sheet @returns {Promise<void>} */
const loaded = (sheet) =>
  new Promise((resolve) => {
    const { href } = new URL(`./${sheet}.css`, import.meta.url);
    document.head.append(h("link", { rel: "stylesheet", href, onload: () => resolve(), onerror: () => resolve() }));
  });
