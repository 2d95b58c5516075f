/** A list of keys, in a box of its own. */

import { h } from "../dom.js";
import { t } from "../language.js";
import { button } from "./button.js";

/**
 * @param {[keys: string, words: string][]} keys  as they are written on keys, with blanks between them; and the name of what they do
 * @param {string} [note]
 */
export function keyHelp(keys, note = "") {
  const dialog = h(
    "dialog",
    { class: "dialog key-help", "aria-label": t("keys.title") },
    h("h2.panel-title", t("keys.title")),
    h(
      "dl",
      { tabindex: 0 }, // it may have to be scrolled by keys
      keys.map(([names, words]) =>
        h(
          "div",
          h(
            "dt",
            names.split(" ").map((one) => h("kbd", one === "Space" ? t("keys.space") : one)),
          ),
          h("dd", t(words)),
        ),
      ),
    ),
    note ? h("p.help", note) : null,
    button(t("keys.close"), () => dialog.close(), { kind: "main", id: "close-keys", autofocus: true }),
  );
  return dialog;
}
