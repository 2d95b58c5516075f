/** The texts that a level had, to go back to and forth. */

const MOST = 500;

export class History {
  /** @param {string} text */
  constructor(text) {
    this.now = text;
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
  }

  /** @param {string} text @param {boolean} goesOn part of the change before: one undo takes both */
  put(text, goesOn) {
    if (text === this.now) return;
    if (!goesOn) this.past.push(this.now);
    this.past.splice(0, this.past.length - MOST);
    this.future = [];
    this.now = text;
  }

  /** @param {"past" | "future"} where @returns {string | null} the text to go to, if there is one */
  go(where) {
    const to = this[where].pop();
    if (to === undefined) return null;
    this[where === "past" ? "future" : "past"].push(this.now);
    this.now = to;
    return to;
  }
}
