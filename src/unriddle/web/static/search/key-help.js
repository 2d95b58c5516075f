// @ts-check
/** The keys of the search view, in a box that `?` opens. */

import { h } from "../dom.js";
import { t } from "../language.js";
import { button } from "../parts/button.js";

/** @type {[keys: string, words: string][]} */
const KEYS = [
  ["→ ←", "search.keys.step"],
  ["Shift+→ Shift+←", "search.keys.ten"],
  ["Space", "search.keys.play"],
  ["+ −", "search.keys.speed"],
  ["E Shift+E", "search.keys.event"],
  ["Home End", "search.keys.ends"],
  ["G", "search.keys.go"],
  ["P", "search.keys.path"],
  ["C", "search.keys.back"],
  ["T", "search.keys.two"],
  ["F", "search.keys.present"],
  ["L", "search.keys.link"],
  ["O", "search.keys.open"],
  ["Esc", "search.keys.escape"],
  ["?", "search.keys.help"],
];

export function keyHelp() {
  const dialog = h(
    "dialog",
    { class: "dialog key-help", "aria-label": t("search.keys") },
    h("h2", { class: "panel-title" }, t("search.keys")),
    h(
      "dl",
      {},
      KEYS.map(([keys, words]) =>
        h(
          "div",
          {},
          h(
            "dt",
            {},
            keys.split(" ").map((one) => h("kbd", {}, one === "Space" ? t("search.key.space") : one)),
          ),
          h("dd", {}, t(words)),
        ),
      ),
    ),
    h("p", { class: "help" }, t("search.keys.tree")),
    button(t("search.close"), () => dialog.close(), { kind: "main" }),
  );
  return dialog;
}
