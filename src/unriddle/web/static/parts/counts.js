/** What is counted, in words: the server says the units, the page how they are called. */

import { h } from "../dom.js";
import { has, number, t } from "../language.js";

/** @import { Counts } from "../types.js" */

/** The word for this number of units; a unit without words here goes by its own name. @param {number} count @param {string} unit */
function word(count, unit) {
  const key = `unit.${unit}${count === 1 ? ".one" : ""}`;
  return has(key) ? t(key) : unit;
}

/** `12 moves`. @param {number} count @param {string} unit */
export const counted = (count, unit) => `${number(count)} ${word(count, unit)}`;

/** The same for a figure: the number large, what it counts small. @param {number} count @param {string} unit */
export const countedFigure = (count, unit) => h("span", number(count), " ", h("small", word(count, unit)));

/** The head of a column. @param {string} unit */
export const unitHead = (unit) => (has(`unit.${unit}.head`) ? t(`unit.${unit}.head`) : unit);

/** The same in a file, in English. @param {string} unit */
export const unitColumn = (unit) => `${unit}${unit.endsWith("sh") ? "es" : "s"}`;

/** `34 moves (12 pushes)`: first what is minimised. @param {Counts} counts */
export function inWords(counts) {
  const [first, ...others] = Object.entries(counts).map(([unit, count]) => counted(count, unit));
  return others.length ? `${first} (${others.join(", ")})` : first;
}

/**
 * Between what and what the least cost lies; empty if nothing is known.
 * @param {{lower?: number | null, upper?: number | null}} stats @param {string} unit
 */
export function bounds({ lower, upper }, unit) {
  const known = typeof upper === "number" ? counted(upper, unit) : "";
  if (lower && known) return t("bounds.between", { lower, upper: known });
  if (known) return t("bounds.atMost", { upper: known });
  return lower ? t("bounds.atLeast", { lower: counted(lower, unit) }) : "";
}

/**
 * How good a plan is known to be; empty if nothing is.
 * @param {number} cost @param {number | null | undefined} lower @param {string} unit
 */
export const excess = (cost, lower, unit) =>
  lower ? t("bounds.excess", { percent: Math.ceil((100 * (cost - lower)) / lower), least: counted(lower, unit) }) : "";
