/** The player's own levels, kept in this browser: texts of one level or of several, the latest first. */

import { t } from "./language.js";
import { toast } from "./parts/toast.js";
import { prefer, preference } from "./store.js";

/** Characters that are kept in all; a browser allows about five million. */
const MOST = 2_000_000;

/**
 * @typedef {object} OwnText
 * @property {string} name of the file, or what the player calls it; empty if it was pasted
 * @property {string} text
 * @property {string} [puzzle] said by the player, where it cannot be seen
 * @property {number[]} indices of its levels that can be read
 */

/** What a text is called where it is listed. @param {OwnText} own */
export const titleOf = ({ name, text }) => name || text.trim().split("\n")[0].slice(0, 40);

/** @returns {OwnText[]} */
export const ownTexts = () => preference("own", []);

/**
 * Keep a text, as the first; the same words, and the text that it was made from, make way. Another of its name stays, and it gets a number.
 * The oldest are forgotten if it gets too much. The player is told, also if nothing can be kept.
 * @param {OwnText} added @param {string} [madeFrom] @param {string} [told] what is said otherwise
 * @returns {OwnText} as it is kept
 */
export function keepOwn(added, madeFrom, told) {
  const others = ownTexts().filter(({ text }) => text !== added.text && text !== madeFrom);
  let { name } = added;
  for (let count = 2; name && others.some((one) => one.name === name); count++) name = `${added.name} [${count}]`;
  const own = { ...added, name };
  const kept = [own, ...others];
  const forgotten = [];
  while (kept.length > 1 && kept.reduce((sum, { text }) => sum + text.length, 0) > MOST)
    forgotten.unshift(titleOf(/** @type {OwnText} */ (kept.pop())));
  if (!prefer("own", kept)) toast(t("app.notKept"), "bad");
  else if (forgotten.length) toast(t("app.forgotten", { names: forgotten.join(", ") }), "bad");
  else if (told) toast(told, "good");
  return own;
}

/** @param {string} text */
export const forgetOwn = (text) =>
  prefer(
    "own",
    ownTexts().filter((one) => one.text !== text),
  );

/** How to open a level of a text. @param {OwnText} own @param {number} [index] @returns {import("./types.js").LevelReference} */
export const ownLevel = ({ name, text, puzzle }, index = 0) => ({ text, name, index, ...(puzzle ? { puzzle } : {}) });

/**
 * The levels before and after one: of the same text first, then of the texts beside it.
 * @param {import("./types.js").LevelReference} level
 */
export function ownNeighbours({ text, index = 0 }) {
  const all = ownTexts().flatMap((own) => own.indices.map((one) => ownLevel(own, one)));
  const at = all.findIndex((one) => one.text === text && one.index === index);
  return { previous: all[at - 1] ?? null, next: at < 0 ? null : (all[at + 1] ?? null) };
}
