/** Which steps are saved as an animation or as a page of their own: the server draws them. */

import { isSite } from "../carrier.js";
import { h } from "../dom.js";
import { language, said, t } from "../language.js";
import { button } from "../parts/button.js";
import { command } from "../parts/command.js";
import { flawWords } from "../parts/ending.js";
import { save } from "../parts/save.js";
import { limitInput } from "../parts/solver-form.js";
import { toast } from "../parts/toast.js";
import { Problem } from "../problem.js";

/** Steps that are proposed, up to the one that is shown. */
const USUAL = 100;

/** @typedef {"gif" | "html"} Kind */

/**
 * Ask for the steps, and save them; where an animation cannot be drawn, say by which command it can.
 * @param {Kind} kind @param {string} name of the file, without its ending
 * @param {import("./player.js").Player} player @param {import("./live-source.js").LiveSource} source
 * @param {import("../types.js").LevelReference} level
 */
export function saveStretch(kind, name, player, source, level) {
  const elsewhere = isSite && kind === "gif";
  const all = player.trace.length;
  const end = Math.min(player.at || USUAL, all);
  const step = (/** @type {string} */ id, /** @type {number} */ value) => limitInput(id, { max: all, value, required: true });
  const [first, last] = [step("stretch-first", Math.max(1, end - USUAL + 1)), step("stretch-last", end)];
  const write = async () => {
    dialog.close();
    toast(t("search.stretch.writing"));
    try {
      const content = await source.stretch({ kind, first: Number(first.value), last: Number(last.value), ...appearance() });
      save(`${name}-${first.value}-${last.value}.${kind}`, new Blob([content], { type: kind === "gif" ? "image/gif" : "text/html" }));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      toast([flawWords(problem.flaw), said(problem.flaw.hint ?? "")].filter(Boolean).join("; "), "bad");
    }
  };
  const code = h("code.command");
  const say = () => {
    const options = { from: first.value, steps: last.value, ...appearance(), out: `${name}.${kind}` };
    code.textContent = command("trace", level, source.choice, options);
  };
  say();
  const dialog = h(
    "dialog",
    { class: "dialog stretch", "aria-labelledby": "stretch-title", onclose: () => dialog.remove() },
    h(
      "form",
      {
        method: "dialog",
        oninput: say,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void write();
        },
      },
      h("h2", { id: "stretch-title" }, t(`search.save.${kind}`)),
      h("label", t("search.stretch.first"), first),
      h("label", t("search.stretch.last"), last),
      h("p.help", t(`search.stretch.${kind}`)),
      elsewhere ? h("p", t("search.stretch.elsewhere")) : null,
      elsewhere ? code : null,
      h(
        "div.stretch-buttons",
        button(t(elsewhere ? "keys.close" : "search.stretch.cancel"), () => dialog.close(), { kind: "quiet" }),
        elsewhere ? null : h("button", { type: "submit", class: "button button-main", "data-do": "stretch-save" }, t("search.save")),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** The language and the theme of the page. */
const appearance = () => ({ language: language(), theme: document.documentElement.dataset.theme === "dark" ? "dark" : "light" });
