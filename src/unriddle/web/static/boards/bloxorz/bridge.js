/** One square of a bridge: a flap that hangs on a hinge, and a dashed place where it is missing. */
import { STEP } from "../directions.js";
import { roundRect, set, svg } from "../svg.js";
import { flat, outline } from "./projection.js";
import { corners, facesSeen, rollEdge, turn } from "./solid.js";
import { isBridge } from "./tiles.js";

/** @import { BloxorzLevel as Level, Cell } from "../contract.js" */

const THICK = 0.14;
const SIDES = [STEP.l, STEP.r, STEP.u, STEP.d];

export class Flap {
  #faces = [0, 1, 2].map(() => svg("path", { class: "flap" }));
  #planks = svg("path", { class: "planks" });
  #leaf = svg("g", {}, [...this.#faces, this.#planks]);
  #gap;
  #box;
  #hinge;
  picture;

  /** @param {Level} level @param {Cell} cell */
  constructor(level, cell) {
    const [row, column] = cell;
    const solid = SIDES.find(([down, right]) => {
      const square = level.rows[row + down]?.[column + right] ?? ".";
      return square !== "." && !isBridge(square);
    });
    // A flap turns away from what it hangs on.
    const [down, right] = solid ?? SIDES[0];
    this.#box = {
      at: /** @type {[number, number, number]} */ ([column, row, -THICK]),
      size: /** @type {[number, number, number]} */ ([1, 1, THICK]),
    };
    this.#hinge = rollEdge(this.#box, [down, right]);
    this.#gap = svg("path", { class: "gap", d: roundRect(column + 0.1, row + 0.1, 0.8, 0.8, 0.1) });
    this.picture = svg("g", { class: "bridge" }, [svg("g", { transform: flat() }, [this.#gap]), this.#leaf]);
  }

  /** @param {number} open 1: a bridge to stand on, 0: folded away */
  draw(open) {
    const points = turn(corners(this.#box), this.#hinge, (open - 1) * 1.7);
    const faces = facesSeen(points, this.#box.size);
    this.#faces.forEach((path, index) => {
      const face = faces[index];
      set(path, {
        d: face ? outline(...face.points) : "",
        class: face && Math.abs(face.normal[2]) > 0.6 ? "flap" : "flap side",
      });
    });
    const [a, b, c, d] = [4, 5, 7, 6].map((corner) => points[corner]);
    const between = (/** @type {number[]} */ p, /** @type {number[]} */ q, /** @type {number} */ t) =>
      /** @type {[number, number, number]} */ (p.map((n, i) => n + (q[i] - n) * t));
    const lines = [0.33, 0.67].map((t) =>
      this.#hinge.axis === 0 ? outline(between(a, b, t), between(d, c, t)) : outline(between(a, d, t), between(b, c, t)),
    );
    set(this.#planks, { d: lines.join(""), opacity: open });
    set(this.#leaf, { opacity: Math.min(1, open * 1.6), visibility: open > 0 ? "visible" : "hidden" });
    set(this.#gap, { opacity: 1 - open });
  }

  /** Shows that a switch under the pointer operates it. @param {boolean} on */
  mark(on) {
    this.picture.classList.toggle("marked", on);
  }
}
