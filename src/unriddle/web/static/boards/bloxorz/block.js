/** The block, or one of its cubes, as it stands, lies, rolls or falls. */
import { set, svg } from "../svg.js";
import { outline } from "./projection.js";
import { corners, facesSeen } from "./solid.js";

/** @import { Cell } from "../contract.js" */
/** @import { Point } from "./projection.js" */
/** @import { Box } from "./solid.js" */

/** The box over these cells: one cell is a cube, the same cell twice an upright block.
 * @param {Cell[]} cells @returns {Box} */
export function boxOver(cells) {
  const rows = cells.map((cell) => cell[0]);
  const columns = cells.map((cell) => cell[1]);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  /** @type {Point} */
  const size = [Math.max(...columns) - left + 1, Math.max(...rows) - top + 1, 1];
  if (cells.length === 2 && size[0] * size[1] === 1) size[2] = 2;
  return { at: [left, top, 0], size };
}

/** What is seen of one box; its shadow is a picture of its own, since it lies on the ground. */
export class Block {
  picture = svg("g", { class: "block" });
  shadow = svg("path", { class: "shadow" });
  #faces = [0, 1, 2].map(() => svg("path", { class: "face" }));
  #seams = svg("path", { class: "seam" });

  constructor() {
    this.picture.append(...this.#faces, this.#seams);
  }

  /** @param {Box} box @param {Point[]} [points] its corners, where they are not at rest */
  draw(box, points = corners(box)) {
    const faces = facesSeen(points, box.size);
    let seams = "";
    this.#faces.forEach((path, index) => {
      const face = faces[index];
      path.setAttribute("d", face ? outline(...face.points) : "");
      if (!face) return;
      path.style.fill = shade(face.normal);
      if (face.long >= 0) seams += seam(face.points, face.long);
    });
    this.#seams.setAttribute("d", seams);
    this.#drawShadow(points);
  }

  /** @param {boolean} shown */
  show(shown) {
    for (const part of [this.picture, this.shadow]) set(part, { visibility: shown ? "visible" : "hidden" });
  }

  /** A patch under the block that grows with its height, as from a lamp above and before it.
   * @param {Point[]} points */
  #drawShadow(points) {
    const fallen = points.map(([x, y, z]) => /** @type {[number, number]} */ ([x + 0.24 * z, y - 0.06 * z]));
    this.shadow.setAttribute("d", outline(...hull(fallen).map(/** @returns {Point} */ ([x, y]) => [x, y, 0])));
  }
}

/** The colour of a face, mixed from the three that a block has at rest.
 * @param {Point} normal */
function shade([x, y, z]) {
  const [right, left, top] = [x, y, z].map((n) => Math.max(0, n) ** 2);
  const side = left + right > 0 ? (100 * left) / (left + right) : 50;
  const mixed = `color-mix(in srgb, var(--block-front) ${side.toFixed(1)}%, var(--block-right))`;
  return `color-mix(in srgb, var(--block-top) ${Math.min(100, 100 * top).toFixed(1)}%, ${mixed})`;
}

/** The line between the two cubes on a face. @param {Point[]} points @param {number} long */
function seam(points, long) {
  const [a, b, c, d] = long ? [...points.slice(1), points[0]] : points;
  return outline(middle(a, b), middle(c, d));
}

/** @param {Point} a @param {Point} b @returns {Point} */
const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];

/** The convex hull, by Andrew's monotone chain.
 * @param {[number, number][]} points @returns {[number, number][]} */
function hull(points) {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (/** @type {[number, number][]} */ list) => {
    /** @type {[number, number][]} */
    const chain = [];
    for (const p of list) {
      while (chain.length > 1 && cross(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** @param {[number, number]} o @param {[number, number]} a @param {[number, number]} b */
const cross = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
