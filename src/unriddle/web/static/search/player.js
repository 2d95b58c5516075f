/** Where one stands in a trace, and the ways to go on and back. Tells `change` when it moves, `load` when more is there. */

import { Problem } from "../problem.js";

/** @typedef {import("./live-source.js").LiveSource | import("./file-source.js").FileSource} Source */

/** Expansions a second that can be chosen. */
export const RATES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];
/** Milliseconds over which the reached rate is measured. */
const SPAN = 1000;
/** Seconds of playing that are made up for after a pause of the page, no more. */
const DEBT = 0.25;

export class Player extends EventTarget {
  /** @param {Source} source @param {import("./trace.js").Trace} trace */
  constructor(source, trace) {
    super();
    this.source = source;
    this.trace = trace;
    this.at = 0;
    this.rate = 10;
    this.isPlaying = false;
    /** The last position that is wanted; it is loaded as fast as the server can. */
    this.wanted = 0;
    /** The position that somebody waits for; 0: none. */
    this.target = 0;
    this.isLoading = false;
    /** @type {Problem | null} */
    this.problem = null;
    this.owed = 0;
    this.frame = 0;
    this.time = 0;
    /** @type {{time: number, at: number}[]} the last second of playing */
    this.passed = [];
    this.isDestroyed = false;
    /** The step that the address names: who follows it finds the player there, or further if it plays. */
    this.told = 0;
    /** @type {object | null} what shows it, the last if there were several */
    this.shownBy = null;
  }

  /** Is the last position that there will ever be on the screen? */
  get isAtEnd() {
    return this.at >= this.trace.last && this.source.isEnded;
  }

  /** Expansions a second that were really shown in the last moment; null before it is known. */
  get reached() {
    const [first, last] = [this.passed[0], this.passed.at(-1)];
    if (!this.isPlaying || !first || !last || last.time - first.time < SPAN / 4) return null;
    return ((last.at - first.at) * 1000) / (last.time - first.time);
  }

  /** Is a position on its way that was asked for and is not held yet? */
  get isGoing() {
    return this.isLoading && this.target > this.trace.last;
  }

  /** Fetch what may be wanted soon. */
  prefetch() {
    this.#want(this.at + Math.max(this.source.ahead, this.isPlaying ? 2 * this.rate : 0));
  }

  /** @param {number} position */
  #want(position) {
    this.wanted = Math.max(this.wanted, position);
    const isHeld = this.trace.last >= this.wanted || this.source.isEnded;
    if (!isHeld && !this.isLoading) void this.#load(); // who tells of nothing new has everything drawn once more
  }

  async #load() {
    this.isLoading = true;
    this.problem = null;
    try {
      while (this.trace.last < this.wanted && !this.source.isEnded && !this.isDestroyed && !this.source.isClosed) {
        await this.source.more(this.wanted - this.trace.last);
        this.dispatchEvent(new Event("load"));
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.problem = problem;
      this.wanted = this.trace.last;
      this.pause();
    } finally {
      this.isLoading = false;
      this.dispatchEvent(new Event("load"));
    }
  }

  /** Wait until a position is held, or there is no such one. @param {() => boolean} isThere */
  async #until(isThere) {
    while (!isThere() && !this.source.isEnded && !this.problem && !this.isDestroyed && !this.source.isClosed) {
      this.#want(this.trace.last + this.source.ahead);
      await new Promise((resolve) => this.addEventListener("load", resolve, { once: true }));
    }
  }

  /** Show a position that is held. @param {number} position */
  show(position) {
    this.at = Math.max(0, Math.min(position, this.trace.last));
    this.dispatchEvent(new Event("change"));
    this.prefetch();
  }

  /** Go to a position; one that is not held yet is searched for. @param {number} position */
  async go(position) {
    this.pause();
    const turn = this.#turn();
    if (position <= this.trace.last || this.source.isEnded) return this.show(position);
    this.target = position;
    this.#want(position);
    await this.#until(() => this.trace.last >= position);
    this.#arrive(turn, position);
  }

  turn = 0;
  /** Whatever is on its way is no longer waited for. */
  #turn() {
    this.target = 0;
    this.wanted = Math.min(this.wanted, this.trace.last + this.source.ahead);
    return ++this.turn;
  }

  /** @param {number} turn @param {number} position */
  #arrive(turn, position) {
    if (turn !== this.turn) return;
    this.target = 0;
    this.show(position);
  }

  /** @param {number} by */
  step(by) {
    return this.go(Math.max(0, this.at + by));
  }

  /** To the next event, or the one before; says whether there was one. @param {string} wanted empty: any @param {1 | -1} way */
  async toEvent(wanted, way) {
    this.pause();
    const turn = this.#turn();
    let from = this.at;
    let found = this.trace.nextEvent(from, wanted, way);
    if (way > 0) {
      this.target = Number.MAX_SAFE_INTEGER;
      while (!found && !this.source.isEnded && !this.problem && !this.isDestroyed) {
        const held = this.trace.last;
        await this.#until(() => this.trace.last > held);
        if (turn !== this.turn) return true;
        found = this.trace.nextEvent(Math.max(from, held), wanted, way);
        from = held;
      }
    }
    this.#arrive(turn, found || this.at);
    return found > 0;
  }

  /** Search to the very end. */
  async toEnd() {
    this.pause();
    const turn = this.#turn();
    this.target = Number.MAX_SAFE_INTEGER;
    this.#want(this.target);
    await this.#until(() => false);
    this.#arrive(turn, this.trace.last);
  }

  /** Let a search to the end be: what is held stays. */
  stopLoading() {
    this.#turn();
    this.wanted = this.trace.last;
  }

  playOrPause() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    this.#turn();
    if (this.isAtEnd) this.show(0);
    this.isPlaying = true;
    this.owed = 0;
    this.time = performance.now();
    this.passed = [];
    this.prefetch();
    this.dispatchEvent(new Event("change"));
    this.frame = requestAnimationFrame((time) => this.#tick(time));
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    cancelAnimationFrame(this.frame);
    this.dispatchEvent(new Event("change"));
  }

  /** @param {number} time */
  #tick(time) {
    if (!this.isPlaying) return;
    const passed = Math.max(0, time - this.time) / 1000;
    this.time = time;
    this.owed = Math.min(this.owed + passed * this.rate, Math.max(1, DEBT * this.rate));
    const steps = Math.min(Math.floor(this.owed), this.trace.last - this.at);
    this.owed -= steps;
    this.passed.push({ time, at: this.at + steps });
    while (this.passed.length > 2 && time - this.passed[0].time > Math.max(SPAN, 3000 / this.rate)) this.passed.shift();
    if (steps > 0) this.show(this.at + steps);
    else this.prefetch();
    if (this.isAtEnd) this.pause();
    else this.frame = requestAnimationFrame((next) => this.#tick(next));
  }

  destroy() {
    this.isPlaying = false;
    this.isDestroyed = true;
    cancelAnimationFrame(this.frame);
  }
}
