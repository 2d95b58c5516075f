/** What is said of nodes and steps, in the language of the page. */

import { has, language, number, said, t } from "../language.js";
import { told } from "./trace.js";

/** @import { Trace } from "./trace.js" */

/** A text in the language of the page. @param {import("./contract.js").Words | undefined} words */
export function inLanguage(words) {
  const text = words?.[language()] ?? words?.en;
  return typeof text === "string" ? text : ""; // a file may say anything
}

/** A number of a node; what was not told is a dash. @param {number} value */
export function figureOf(value) {
  if (value === Infinity) return "∞";
  return Number.isNaN(value) ? "–" : number(value, { maximumFractionDigits: 2 });
}

/** `f = 7 = 3 + 4`, or what is known of it. @param {Trace} trace @param {number} node */
export function equation(trace, node) {
  const [f, g, h] = [trace.f.at[node], trace.g.at[node], trace.h.at[node]];
  if (told(h) === null) return told(g) === null ? "" : `g = ${figureOf(g)}`;
  if (told(f) !== null && told(g) !== null && f === g + h) return `f = ${figureOf(f)} = ${figureOf(g)} + ${figureOf(h)}`;
  return [told(f) === null ? "" : `f = ${figureOf(f)}`, `g = ${figureOf(g)}`, `h = ${figureOf(h)}`].filter(Boolean).join(", ");
}

/** The same where there is little room: `7 = 3+4`. @param {Trace} trace @param {number} node */
export function shortEquation(trace, node) {
  const [f, g, h] = [trace.f.at[node], trace.g.at[node], trace.h.at[node]];
  if (told(h) === null) return told(g) === null ? "" : `g ${figureOf(g)}`;
  if (told(f) !== null && told(g) !== null && f === g + h) return `${figureOf(f)} = ${figureOf(g)}+${figureOf(h)}`;
  return told(f) === null ? `g ${figureOf(g)} h ${figureOf(h)}` : `f ${figureOf(f)} g ${figureOf(g)}`;
}

/** A node in a sentence: where it is, or its number. @param {Trace} trace @param {number} node */
function placeOf(trace, node) {
  const places = trace.squaresOf(node).map((square) => `(${square.map((one) => one + 1).join(",")})`);
  return places.length ? places.join("–") : `#${trace.ids.at[node]}`;
}

/** What people call the search; empty where a trace does not say it. @param {Trace} trace */
export const nameOf = ({ header }) => said(String(header.name ?? header.solver ?? ""));

/** The sentence of a position. @param {Trace} trace @param {number} position */
export function sentenceOf(trace, position) {
  if (position === 0) {
    const name = nameOf(trace);
    return name ? t("search.sentence.start", { name }) : t("search.sentence.start.unnamed");
  }
  const name = trace.text(trace.sentence.at[position]);
  const template = inLanguage(trace.header.sentences?.[name]);
  const node = trace.nodeAt(position);
  if (!template) return t("search.sentence.step", { step: position, node: placeOf(trace, node), count: trace.children(position).length });
  const { instrument, values: more } = trace.details(position);
  /** @type {Record<string, unknown>} */
  const values = {
    ...instrument,
    id: trace.ids.at[node],
    move: trace.moveTo(node),
    g: trace.g.at[node],
    h: trace.h.at[node],
    f: trace.f.at[node],
    board: placeOf(trace, node),
    ...more,
  };
  return template.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? shown(values[key]) : whole));
}

/** @param {unknown} value */
function shown(value) {
  if (typeof value === "number") return figureOf(value);
  if (value === "inf") return "∞";
  return value === null || value === undefined ? "–" : said(String(value));
}

/** What became of a successor, in a word. @param {string} fate */
export const fateWord = (fate) => (has(`search.fate.${fate}`) ? t(`search.fate.${fate}`) : fate);

/** What became of a successor, in a sentence. @param {Trace} trace @param {{fate: string, why: string, same: number}} child */
export function fateSentence(trace, { fate, why, same }) {
  const key = `search.fate.${fate}.why`;
  const words = has(key) ? t(key) : fateWord(fate);
  return [words, same >= 0 ? t("search.fate.same", { node: `#${trace.ids.at[same]}` }) : "", why ? said(why) : ""]
    .filter(Boolean)
    .join(" ");
}
