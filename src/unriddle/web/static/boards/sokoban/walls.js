/** Squares joined to shapes with round corners. */
import { short } from "../svg.js";

/** @import { Cell } from "../contract.js" */
/** @typedef {[x: number, y: number]} Corner */
/** @typedef {{from: Corner, way: Corner}} Side */

/**
 * The outlines of a set of squares as one path. Squares that touch only by a corner stay apart.
 * @param {Cell[]} cells @param {number} radius
 */
export function outlines(cells, radius) {
  return loops(cells)
    .map((loop) => rounded(loop, radius))
    .join("");
}

/** The corners of every outline, clockwise around what is inside.
 * @param {Cell[]} cells @returns {Corner[][]} */
export function loops(cells) {
  const inside = new Set(cells.map(String));
  const has = (/** @type {number} */ row, /** @type {number} */ column) => inside.has(row + "," + column);
  /** @type {Map<string, Side[]>} by the corner that they leave */
  const leaving = new Map();
  const add = (/** @type {Corner} */ from, /** @type {Corner} */ way) => {
    const name = String(from);
    leaving.set(name, [...(leaving.get(name) ?? []), { from, way }]);
  };
  for (const [y, x] of cells) {
    if (!has(y - 1, x)) add([x, y], [1, 0]);
    if (!has(y, x + 1)) add([x + 1, y], [0, 1]);
    if (!has(y + 1, x)) add([x + 1, y + 1], [-1, 0]);
    if (!has(y, x - 1)) add([x, y + 1], [0, -1]);
  }
  /**
   * Where two squares touch by a corner, the outline turns right and stays with the same square.
   * @param {Side} side
   */
  const next = ({ from, way }) => {
    const sides = leaving.get(String([from[0] + way[0], from[1] + way[1]])) ?? [];
    return sides.find((side) => side.way[0] === -way[1] && side.way[1] === way[0]) ?? sides[0];
  };
  const seen = new Set();
  const found = [];
  for (const start of [...leaving.values()].flat()) {
    /** @type {Side[]} */
    const loop = [];
    for (let side = start; !seen.has(side); side = next(side)) {
      seen.add(side);
      loop.push(side);
    }
    // A corner is where the way changes; every outline has some.
    const corners = loop.filter(({ way }, index) => String(way) !== String(loop.at(index - 1)?.way));
    if (corners.length) found.push(corners.map((side) => side.from));
  }
  return found;
}

/** @param {Corner[]} loop @param {number} radius */
function rounded(loop, radius) {
  const towards = (/** @type {Corner} */ [x, y], /** @type {Corner} */ [tx, ty]) =>
    `${short(x + Math.sign(tx - x) * radius)} ${short(y + Math.sign(ty - y) * radius)}`;
  return (
    loop
      .map((corner, index) => {
        const [before, after] = [loop[(index || loop.length) - 1], loop[(index + 1) % loop.length]];
        return `${index ? "L" : "M"}${towards(corner, before)}Q${corner.join(" ")} ${towards(corner, after)}`;
      })
      .join("") + "z"
  );
}
