// @ts-check
/** How a search ended, said plainly: a proof or a limit, and what to do next. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { has, t } from "../language.js";

/** What became of the proof that there is no solution. @param {import("../types.js").Ended} ended */
function judgement({ checked, proof }) {
  if (checked) return "checked";
  if (!proof || proof.stopped) return "unchecked";
  return proof.complete ? "partly" : "tooLarge";
}

/** @param {import("../types.js").Ended} ended @param {number | null} seconds the limit */
export function ending(ended, seconds) {
  const solved = ended.status === "solved";
  const kind = solved ? "good" : ended.status === "unsolvable" ? "bad" : "warn";
  const next = `ending.${ended.status}.next`;
  const proof = ended.proof;
  const values = {
    moves: ended.plan?.length ?? 0,
    cost: ended.cost ?? 0,
    seconds: seconds ?? 0,
    states: proof?.states ?? 0,
    claims: proof?.claims ?? 0,
    judged: proof?.judged ?? 0,
  };
  const status = ended.status === "unsolvable" && !ended.checked ? "unsolvable, not checked" : ended.status;
  const words = ended.status === "unsolvable" ? `ending.unsolvable.${judgement(ended)}` : `ending.${ended.status}`;
  return h(
    "div",
    { class: `ending ending-${kind}`, role: "status", "data-status": ended.status },
    h(
      "h2",
      {},
      solved ? icon("check") : null,
      t(`status.${status}`),
      ended.optimal ? h("span", { class: "badge" }, t("compare.proved")) : null,
    ),
    h("p", {}, t(words, values)),
    solved ? h("p", { class: "help" }, t(ended.optimal ? "ending.optimal" : "ending.notOptimal")) : null,
    ended.missingTwin ? h("p", { class: "help", "data-note": "engine" }, t("ending.python", { why: ended.missingTwin })) : null,
    has(next) ? h("p", { class: "help" }, t(next)) : null,
  );
}
