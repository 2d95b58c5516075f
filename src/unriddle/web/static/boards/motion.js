/** Animation: a list of tweens, each drawn from 0 to 1 in its milliseconds. */

/** @typedef {{ms: number, draw: (progress: number) => void}} Tween */

/** @param {number} t */
export const smooth = (t) => t * t * (3 - 2 * t);
/** @param {number} t */
export const glide = (t) => 1 - (1 - t) ** 3;

/** Plays one animation at a time. One that is cut short is drawn to its end, so nothing is ever left half done. */
export class Animator {
  /** @type {Tween[]} */
  #tweens = [];
  #frame = 0;
  #start = 0;

  /** @param {Tween[]} tweens */
  play(tweens) {
    this.finish();
    this.#tweens = tweens.slice();
    this.#start = performance.now();
    this.#tick(this.#start);
  }

  /** Goes on with these when what is played now has ended. @param {Tween[]} tweens */
  add(tweens) {
    if (this.running) this.#tweens.push(...tweens);
    else this.play(tweens);
  }

  get running() {
    return this.#tweens.length > 0;
  }

  finish() {
    this.#tick(Infinity);
  }

  /** @param {number} now */
  #tick(now) {
    cancelAnimationFrame(this.#frame);
    for (let tween = this.#tweens[0]; tween; tween = this.#tweens[0]) {
      const progress = tween.ms > 0 ? Math.max(0, now - this.#start) / tween.ms : 1;
      if (progress < 1) {
        tween.draw(progress);
        this.#frame = requestAnimationFrame((time) => this.#tick(time));
        return;
      }
      this.#tweens.shift();
      this.#start += tween.ms;
      tween.draw(1);
    }
  }
}
