/** The language of the page: one table of strings, chosen by the browser or by the reader. */

import { boardStrings } from "./boards/strings.js";
import { prefer } from "./store.js";
import { strings } from "./strings.js";

/** @typedef {"en" | "vi"} Language */

const table = { ...boardStrings, ...strings };

/** More strings, of a part of the page that is loaded later. @param {Record<string, [en: string, vi: string]>} more */
export const addStrings = (more) => void Object.assign(table, more);

/** @returns {Language} */
export const language = () => (document.documentElement.lang === "vi" ? "vi" : "en");

/** @param {Language} wanted */
export function setLanguage(wanted) {
  prefer("language", wanted);
  document.documentElement.lang = wanted;
}

/**
 * A string of the table, with `{name}` replaced.
 * @type {import("./types.js").Translate}
 */
export function t(key, values = {}) {
  const [english, vietnamese] = table[key] ?? [key, key];
  const text = language() === "vi" ? vietnamese : english;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(/** @type {any} */ (values)[name]) : whole));
}

/** Is there such a string? @param {string} key */
export const has = (key) => key in table;

/** What people call a puzzle; one without words here goes by its name in the catalogue. @param {string} name */
export const puzzleName = (name) => (has(`puzzle.${name}`) ? t(`puzzle.${name}`) : name.charAt(0).toUpperCase() + name.slice(1));

/** What a level is called; one that was pasted has no name of its own. @param {string} name */
export const levelName = (name) => name.replace(/^pasted(?=#|$)/, t("level.pasted"));

/** @type {Record<string, string>} what the server says, in Vietnamese; loaded when it is needed */
let words = {};
/** @type {[RegExp, string][]} the sentences of them with a place or a name in them */
let sentences = [];

/** Have the words of the language, before anything is said in it. */
export async function loadLanguage() {
  if (language() !== "vi" || sentences.length) return;
  const [{ catalogueVi }, { messagesVi }] = await Promise.all([import("./catalogue-vi.js"), import("./messages-vi.js")]);
  words = { ...catalogueVi, ...messagesVi };
  const pattern = (/** @type {string} */ english) => english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+)");
  sentences = Object.entries(words)
    .filter(([english]) => english.includes("{"))
    .map(([english, vietnamese]) => [new RegExp(`^${pattern(english)}$`), vietnamese]);
}

/** What the server says, in the language of the page; in English where there is no translation. @param {string} text @returns {string} */
export function said(text) {
  if (language() !== "vi") return text;
  if (text in words) return words[text];
  for (const [english, vietnamese] of sentences) {
    const found = english.exec(text)?.groups;
    // A single letter is the name of something.
    const part = (/** @type {string} */ one) => placesVi(one.length > 1 ? said(one) : one);
    if (found) return vietnamese.replace(/\{(\w+)\}/g, (_, name) => part(found[name]));
  }
  const [, where, what] = /^(.+?): (.+)$/.exec(text) ?? []; // a file, a place or a move
  return where ? `${placesVi(where)}: ${said(what)}` : text;
}

/** The title of a level. With a colon in it, it is none of ours, and stays as its author wrote it. @param {string} title */
export const saidTitle = (title) => (title.includes(": ") ? title : said(title));

/** @param {string} text */
const placesVi = (text) =>
  text
    .replace(/row (\d+), column (\d+)/g, "hàng $1, cột $2")
    .replace(/(?:level (\d+), )?line (\d+)/g, (_, level, line) => `${level ? `màn ${level}, ` : ""}dòng ${line}`)
    .replace(/, column (\d+)/g, ", cột $1")
    .replace(/^move (\d+)/, "nước $1")
    .replaceAll(" and ", " và ")
    .replaceAll(" or ", " hoặc ");

/** @param {string | number} value */
const shown = (value) => (typeof value === "number" ? number(value) : value);

/** @type {Map<string, Intl.NumberFormat>} making one takes a hundred times as long as using it */
const formats = new Map();

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  const name = language() + (options ? JSON.stringify(options) : "");
  const format = formats.get(name) ?? new Intl.NumberFormat(language(), options);
  formats.set(name, format);
  return format.format(value);
}

/** A large number in few characters: 12.3K. @param {number} value */
export const short = (value) =>
  value < 10_000 ? number(Math.round(value)) : number(value, { notation: "compact", maximumFractionDigits: 1 });

/** @param {number} bytes */
export const memory = (bytes) =>
  bytes < 2 ** 30
    ? `${number(bytes / 2 ** 20, { maximumFractionDigits: bytes < 2 ** 24 ? 1 : 0 })} MiB`
    : `${number(bytes / 2 ** 30, { maximumFractionDigits: 2 })} GiB`;

/** @param {number} value */
export const seconds = (value) =>
  value < 0.001
    ? `${number(value * 1e6, { maximumFractionDigits: 0 })} µs`
    : value < 1
      ? `${number(value * 1e3, { maximumFractionDigits: value < 0.1 ? 1 : 0 })} ms`
      : `${number(value, { maximumFractionDigits: value < 10 ? 2 : 1 })} s`;
