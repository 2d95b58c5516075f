// @ts-check
/** The words and the style of the search view come only when it is opened: the first look at a level stays quick. */

import { h } from "../dom.js";
import { addStrings } from "../language.js";
import { strings } from "./strings.js";

/** @type {Promise<void> | null} */
let ready = null;

export function prepare() {
  ready ??= new Promise((resolve) => {
    addStrings(strings);
    document.head.append(
      h("link", { rel: "stylesheet", href: "static/search/search.css", onload: () => resolve(), onerror: () => resolve() }),
    );
  });
  return ready;
}
