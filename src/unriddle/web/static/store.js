// @ts-check
/** What this browser remembers: results and preferences. It works, forgetfully, where it may not. */

const PREFIX = "unriddle.";

/** @typedef {{cost: number, moves: number, optimum?: number}} Record_ */

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // full or forbidden: the page works without it
  }
}

/** @param {string} name @param {any} otherwise */
export const preference = (name, otherwise) => read(name) ?? otherwise;
/** @param {string} name @param {any} value */
export const prefer = (name, value) => write(name, value);

/**
 * The best result of the player at each level.
 * @returns {Record<string, {cost: number, moves: number}>}
 */
export const results = () => read("results") ?? {};

/**
 * Keep a result if it is the best so far; says whether it is.
 * @param {string} level @param {number} cost @param {number} moves
 */
export function keepResult(level, cost, moves) {
  const all = results();
  const old = all[level];
  if (old && old.cost <= cost) return false;
  all[level] = { cost, moves };
  write("results", all);
  return true;
}
