// @ts-check
/** What this browser remembers. It works, forgetfully, where it may not. */

const PREFIX = "unriddle.";

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
