/** The rules of the puzzle, to be changed; a change starts the level again. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../language.js";
import { changedSettings, settingField } from "./solver-form.js";

/**
 * @param {import("../types.js").PuzzleInfo} puzzle
 * @param {Record<string, any>} inForce
 * @param {(rules: Record<string, any>) => void} change
 */
export function rulesForm(puzzle, inForce, change) {
  const form = h(
    "form",
    {
      class: "form rules-form",
      onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
      onchange: () => change(changedSettings(form)),
    },
    puzzle.rules.map((one) => settingField(one, inForce[one.name])),
    h("p.help", t("play.rulesNote")),
  );
  return h("details.fold", h("summary", icon("gear"), t("play.rules")), form);
}
