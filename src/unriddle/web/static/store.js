/** What this browser remembers; where it may not, until the page is left. */

const PREFIX = "unriddle.";
/** What the browser did not take. @type {Map<string, any>} */
const untaken = new Map();

/** @param {string} name @param {any} otherwise @returns {any} */
export function preference(name, otherwise) {
  if (untaken.has(name)) return untaken.get(name);
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Does it remember it? @param {string} name @param {any} value */
export function prefer(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    untaken.delete(name);
    return true;
  } catch {
    untaken.set(name, value); // full or forbidden
    return false;
  }
}
