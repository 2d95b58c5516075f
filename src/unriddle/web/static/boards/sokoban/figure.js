/** The player: feet that walk, hands that push, and a cap and eyes that show the way. */
import { STEP } from "../directions.js";
import { set, svg } from "../svg.js";

/** @import { Direction } from "../directions.js" */

export class Figure {
  #feet = [-1, 1].map((side) => svg("ellipse", { class: "foot", cx: side * 0.11, rx: 0.1, ry: 0.065 }));
  #hands = [-1, 1].map(() => svg("circle", { class: "hand", r: 0.075 }));
  #eyes = [-1, 1].map((side) => svg("ellipse", { class: "eye", cx: side * 0.085, cy: 0, rx: 0.032, ry: 0.048 }));
  #peak = svg("ellipse", { class: "peak", cy: -0.2 });
  #face = svg("g", {}, this.#eyes);
  #body = svg("g", {}, [
    svg("path", {
      class: "shoulders",
      d: "M-.22 .34v-.18q0 -.16 .22 -.16t.22 .16v.18q0 .06 -.22 .06t-.22 -.06z",
    }),
    svg("circle", { class: "head", cy: -0.14, r: 0.22 }),
    svg("path", { class: "cap", d: "M-.225 -.18a.225 .235 0 0 1 .45 0q-.225 .07 -.45 0z" }),
    this.#peak,
    svg("circle", { class: "button", cy: -0.41, r: 0.035 }),
    this.#face,
  ]);
  /** @type {[row: number, column: number]} where it faces, in between while it turns */
  #direction = [1, 0];
  picture = svg("g", { class: "player" }, [
    svg("ellipse", { class: "shadow", cy: 0.39, rx: 0.29, ry: 0.1 }),
    ...this.#feet,
    this.#body,
    ...this.#hands,
  ]);

  /**
   * @param {number} row @param {number} column
   * @param {{stride?: number, pushing?: boolean}} [pose] stride: -1 to 1, which foot is before
   */
  draw(row, column, { stride = 0, pushing = false } = {}) {
    const [down, right] = this.#direction;
    set(this.picture, { transform: `translate(${column + 0.5} ${row + 0.5})` });
    set(this.#body, { transform: `translate(${pushing ? 0.04 * right : 0} ${-0.05 * Math.abs(stride)})` });
    set(this.#face, {
      transform: `translate(${0.1 * right} ${-0.1 + 0.02 * down})`,
      opacity: down < -0.5 ? 0 : 1,
    });
    const sideways = Math.abs(right);
    set(this.#peak, {
      cx: 0.15 * right,
      rx: 0.15 + 0.02 * (1 - sideways),
      ry: down > 0.5 ? 0.05 : 0.03 + 0.01 * sideways,
      opacity: down < -0.5 ? 0 : 1,
    });
    this.#feet.forEach((foot, index) => {
      const lift = Math.max(0, index ? stride : -stride);
      set(foot, { cy: 0.39 - 0.06 * lift, transform: `translate(${0.05 * right} 0)` });
    });
    this.#hands.forEach((hand, index) => {
      const side = index ? 1 : -1;
      const swing = 0.06 * stride * side;
      const [x, y] = pushing
        ? [0.3 * right + 0.17 * side * (1 - sideways), 0.12 + 0.17 * down + 0.07 * side * sideways]
        : [0.25 * side * (1 - 0.35 * sideways) + swing * sideways, 0.17 + swing * (1 - sideways)];
      set(hand, { cx: x, cy: y });
    });
  }

  /** Gives what turns it part of the way. @param {Direction} direction */
  facing(direction) {
    const [from, to] = [this.#direction, STEP[direction]];
    return (/** @type {number} */ part) => {
      const t = Math.min(1, part);
      this.#direction = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    };
  }
}
