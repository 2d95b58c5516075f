// @ts-check
/** Animation: a film is a list of scenes, each drawn from 0 to 1 in so many milliseconds. */

/** @typedef {{ms: number, draw: (progress: number) => void}} Take */

/** @param {number} t */
export const smooth = (t) => t * t * (3 - 2 * t);
/** @param {number} t */
export const glide = (t) => 1 - (1 - t) ** 3;

/** Plays one film at a time. A film that is cut short is drawn to its end, so nothing is ever left half done. */
export class Projector {
  /** @type {Take[]} */
  #takes = [];
  #frame = 0;
  #start = 0;
  /** @type {() => void} */
  #done = () => {};

  /** @param {Take[]} takes @param {() => void} [done] */
  play(takes, done = () => {}) {
    this.finish();
    this.#takes = takes.slice();
    this.#done = done;
    this.#start = performance.now();
    this.#tick(this.#start);
  }

  get running() {
    return this.#takes.length > 0;
  }

  finish() {
    this.#tick(Infinity);
  }

  /** @param {number} now */
  #tick(now) {
    cancelAnimationFrame(this.#frame);
    if (!this.#takes.length) return;
    for (let take = this.#takes[0]; take; take = this.#takes[0]) {
      const progress = take.ms > 0 ? Math.max(0, now - this.#start) / take.ms : 1;
      if (progress < 1) {
        take.draw(progress);
        this.#frame = requestAnimationFrame((time) => this.#tick(time));
        return;
      }
      this.#takes.shift();
      this.#start += take.ms;
      take.draw(1);
    }
    this.#done();
  }
}
