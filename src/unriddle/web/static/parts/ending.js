/** How a search ended, said plainly: a proof or a limit, and what to do next. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { has, levelName, said, t } from "../language.js";
import { counted, excess, inWords } from "./counts.js";

/** What became of the proof that there is no solution. @param {import("../types.js").Ended} ended */
function judgement({ checked, proof }) {
  if (checked) return "checked";
  if (!proof || proof.stopped) return "unchecked";
  return proof.complete ? "partly" : "tooLarge";
}

/** How long the solution is, and how good. @param {import("../types.js").Counts} counts @param {import("../types.js").Ended} ended */
function solution(counts, { optimal, lower }) {
  const [[unit, cost]] = Object.entries(counts);
  const length = inWords(counts);
  if (optimal) return t("ending.solved.optimal", { length });
  const known = excess(cost, lower, unit);
  return known ? t("ending.solved.within", { length, excess: known }) : t("ending.solved", { length });
}

/** What the server could not do, in words. @param {import("../types.js").Flaw} flaw */
export const flawWords = ({ problem, message, source, level, line, column }) => {
  if (problem === "connection") return t("app.connection");
  const translated = said(problem);
  if (translated === problem && message) return message;
  const places = { level, line, column };
  const place = Object.entries(places).flatMap(([name, at]) => (at ? t(`flaw.${name}`, { at }) : []));
  return [levelName(source ?? ""), place.join(", "), translated].filter(Boolean).join(": ");
};

/** A search that could not be carried out. @param {import("../problem.js").Problem} problem */
export const failure = ({ flaw }) =>
  h("div", { class: "ending bad", role: "alert" }, h("p.told", flawWords(flaw)), flaw.hint ? h("p.help", said(flaw.hint)) : null);

/** What a search without a solution has proved. @param {import("../types.js").Ended} ended @param {string} unit */
const proved = ({ lower }, unit) => (lower ? t("ending.atLeast", { least: counted(lower, unit) }) : t("ending.nothing"));

/** Those that the page sets, whatever is asked for. */
const LIMITS = ["out of time", "out of memory"];

/**
 * @param {import("../types.js").Ended} ended
 * @param {number} seconds the limit @param {string} unit what the cost of a plan counts
 * @param {string} [command] that may take longer than the page
 */
export function ending(ended, seconds, unit, command) {
  const solved = ended.status === "solved";
  const kind = solved ? "good" : ended.status === "unsolvable" ? "bad" : "warn";
  const next = `ending.${ended.status}.next`;
  const { states, claims, judged } = ended.proof ?? { states: 0, claims: 0, judged: 0 };
  const status = ended.status === "unsolvable" && !ended.checked ? "unsolvable, not checked" : ended.status;
  const words = ended.status === "unsolvable" ? `ending.unsolvable.${judgement(ended)}` : `ending.${ended.status}`;
  return h(
    "div",
    { class: `ending ${kind}`, role: "status", "data-status": ended.status },
    h("h2", solved ? icon("check") : null, t(`status.${status}`), ended.optimal ? h("span.badge", t("compare.proved")) : null),
    h("p", ended.counts ? solution(ended.counts, ended) : t(words, { seconds, states, claims, judged })),
    solved ? h("p.help", t("ending.replayed")) : null,
    kind === "warn" && ended.status !== "gave up" ? h("p", proved(ended, unit)) : null,
    ended.missingTwin ? h("p", { class: "help", "data-note": "engine" }, t("ending.python", { why: ended.missingTwin })) : null,
    has(next) ? h("p.help", t(next)) : null,
    command && LIMITS.includes(ended.status) ? h("p.help", t("ending.command"), " ", h("code.command", command)) : null,
  );
}
