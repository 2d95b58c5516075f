/** What this browser remembers. It works, forgetfully, where it may not. */

const PREFIX = "unriddle.";

/** @param {string} name @param {any} otherwise @returns {any} */
export function preference(name, otherwise) {
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
    return true;
  } catch {
    return false; // full or forbidden: the page works without it
  }
}
