/** The game that is open: its level, where it stands, and how to open it again anywhere. */

import { follow, levelOf, opening } from "./parts/records.js";
import { ignore, Problem } from "./problem.js";

/** @import { Help, LevelReference, Opened } from "./types.js" */

export class Game extends EventTarget {
  /** @param {import("./wire.js").Wire} wire */
  constructor(wire) {
    super();
    this.wire = wire;
    /** @type {LevelReference | null} */
    this.reference = null;
    /** @type {Opened | null} */
    this.now = null;
    /** Requests go one after the other, so that quick keys are not mixed up. */
    this.queue = Promise.resolve();
    /** What waits until they are answered, and how much of both there is. */
    this.turns = Promise.resolve();
    this.waiting = 0;
    wire.addEventListener("up", () => void this.reopen());
    wire.addEventListener("report", (event) => {
      const { type, help } = /** @type {CustomEvent} */ (event).detail;
      if (type === "help") this.helped(help);
    });
  }

  /** Is this the level that is open? @param {LevelReference} other */
  isOpen(other) {
    return this.now !== null && this.reference !== null && levelOf(this.reference) === levelOf(other);
  }

  /** Is it also where these moves lead? @param {LevelReference} other */
  isAt(other) {
    const bare = (/** @type {string | undefined} */ moves) => (moves ?? "").replace(/\s+/g, "");
    return this.isOpen(other) && bare(other.moves) === bare(this.now?.written);
  }

  /** Open a level; fails with a `Problem`. @param {LevelReference} reference @param {boolean} isBack as `opening` */
  async open(reference, isBack) {
    this.dispatchEvent(new Event("leaving"));
    const mine = { ...reference };
    this.reference = mine;
    this.now = null;
    await this.wire.ready();
    const answer = await this.wire.ask("open", opening(reference, isBack));
    if (this.reference !== mine) return; // another one was opened meanwhile
    this.now = answer;
    this.changed();
  }

  /** After the server was away: the same level, the same moves. */
  async reopen() {
    if (!this.now || !this.reference) return;
    this.dispatchEvent(new Event("leaving"));
    const { level } = this.now; // the same, so views and boards may keep what they have
    const answer = await this.wire.ask("open", opening(this.link())).catch(ignore);
    if (!answer) return;
    this.now = { ...answer, level };
    this.changed();
    this.dispatchEvent(new Event("reopened"));
  }

  /** The level with the moves made so far, or with those that it is being opened with. @returns {LevelReference} */
  link() {
    return { ...this.reference, moves: this.now?.written ?? this.reference?.moves ?? "" };
  }

  /**
   * Change the game: move, macro, undo, redo, restart, jump.
   * @param {string} type @param {Record<string, any>} [fields]
   * @returns {Promise<void>}
   */
  act(type, fields = {}) {
    const level = this.now?.level;
    this.waiting++;
    this.queue = this.queue.then(async () => {
      try {
        if (!level || this.now?.level !== level) return; // meant for a level that was left
        const answer = await this.wire.ask(type, fields);
        if (answer.type === "refused") this.dispatchEvent(new CustomEvent("refused", { detail: answer }));
        else if (this.now) {
          this.now = { ...this.now, ...answer };
          this.changed();
        }
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        this.dispatchEvent(new CustomEvent("refused", { detail: { move: "", reason: problem.flaw.problem } }));
      } finally {
        this.waiting--;
      }
    });
    return this.queue;
  }

  /** Do what depends on where the game stands: at once, or after all that was asked for before. @param {() => void} act */
  inTurn(act) {
    if (!this.waiting) return act();
    this.waiting++;
    this.turns = this.turns
      .then(() => this.queue)
      .then(() => {
        this.waiting--;
        act();
      });
  }

  /** Note what has helped the player. @param {Help[]} help */
  helped(help) {
    if (!this.now || String(help) === String(this.now.help)) return;
    this.now.help = help;
    follow(this.link(), this.now);
    this.dispatchEvent(new Event("helped"));
  }

  /** Note how long it was played so far. @param {number} seconds */
  timed(seconds) {
    if (!this.now) return;
    this.now.seconds = seconds;
    follow(this.link(), this.now);
  }

  changed() {
    if (this.now) follow(this.link(), this.now);
    this.dispatchEvent(new Event("change"));
  }
}
