// @ts-check
/** What this browser remembers: results and preferences. It works, forgetfully, where it may not. */

const PREFIX = "unriddle.";

/** @typedef {import("./types.js").Counts} Counts */

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
 * The best results of the player at each level: the least of everything that was counted.
 * @returns {Record<string, Counts>}
 */
export function results() {
  /** @type {Record<string, Counts>} */
  const all = read("results") ?? {};
  // Earlier versions kept a cost without its unit.
  for (const [level, { cost, moves }] of Object.entries(all)) if (cost) all[level] = cost === moves ? { move: cost } : {};
  return all;
}

/**
 * Keep what is the best so far; says whether the first count, which is minimised, is.
 * @param {string} level @param {Counts} counts
 */
export function keepResult(level, counts) {
  const all = results();
  const old = all[level] ?? {};
  const isBest = (/** @type {string} */ unit) => !(old[unit] <= counts[unit]);
  const units = Object.keys(counts);
  all[level] = { ...old, ...Object.fromEntries(units.filter(isBest).map((unit) => [unit, counts[unit]])) };
  write("results", all);
  return isBest(units[0]);
}
