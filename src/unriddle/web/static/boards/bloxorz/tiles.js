/**
 * The ground: everything on the map that does not move, one group a row, so that what falls can be put
 * between rows.
 * Each kind of square has a shape of its own, for eyes that do not tell colours apart.
 */
import { roundRect, svg } from "../svg.js";
import { flat, outline } from "./projection.js";

/** @import { BloxorzLevel as Level } from "../contract.js" */

/** How thick a tile is. */
export const DEPTH = 0.26;

/** @param {string} square */
const isLetter = (square) => square.toLowerCase() !== square.toUpperCase();
/** @param {string} square */
export const isBridge = (square) => isLetter(square) && square === square.toLowerCase();
/** @param {string} square is it there all the time? */
const isSolid = (square) => square !== "." && square !== undefined && !isBridge(square);

// What a row is drawn of, the lowest first: sides that stand, and tops that lie flat.
const SIDES = ["front", "right"];
const TOPS = ["joint", "tile", "fragile", "crack", "goal", "well", "base", "soft", "heavy", "split"];

/**
 * Draws the squares of a row from column `first` on.
 * @param {Level} level @param {number} row @param {number} [first]
 */
export function drawRow(level, row, first = 0) {
  /** @type {Record<string, string>} */
  const paths = Object.fromEntries([...SIDES, ...TOPS].map((name) => [name, ""]));
  const heavy = new Set(level.switches.filter((one) => one.heavy).map((one) => one.name));
  const [squares, below] = [level.rows[row], level.rows[row + 1] ?? ""];
  for (let x = first; x < squares.length; x++) {
    const square = squares[x];
    if (!isSolid(square)) continue;
    const y = row;
    if (!isSolid(below[x])) paths.front += outline([x, y + 1, 0], [x + 1, y + 1, 0], [x + 1, y + 1, -DEPTH], [x, y + 1, -DEPTH]);
    if (!isSolid(squares[x + 1])) paths.right += outline([x + 1, y, 0], [x + 1, y + 1, 0], [x + 1, y + 1, -DEPTH], [x + 1, y, -DEPTH]);
    paths.joint += `M${x} ${y}h1v1h-1z`;
    if (square === "!") {
      paths.goal += roundRect(x + 0.04, y + 0.04, 0.92, 0.92, 0.1);
      paths.well += `M${x + 0.13} ${y + 0.13}h.74v.74h-.74z`;
    } else if (square === "~") {
      paths.fragile += roundRect(x + 0.04, y + 0.04, 0.92, 0.92, 0.1);
      paths.crack += crack(x, y);
    } else {
      paths.tile += roundRect(x + 0.04, y + 0.04, 0.92, 0.92, 0.1);
      if (square !== "#") paths.base += circle(x + 0.5, y + 0.5, 0.4);
      if (heavy.has(square)) paths.heavy += cross(x + 0.5, y + 0.5);
      else if (isLetter(square)) paths.soft += circle(x + 0.5, y + 0.5, 0.28);
      else if (square !== "#") paths.split += brackets(x + 0.5, y + 0.5);
    }
  }
  const shapes = (/** @type {string[]} */ names) =>
    names.filter((name) => paths[name]).map((name) => svg("path", { class: name, d: paths[name] }));
  return svg("g", {}, [
    ...shapes(SIDES),
    svg("g", { transform: flat() }, shapes(TOPS)),
    ...(paths.well ? [drawWell(squares.indexOf("!"), row)] : []),
  ]);
}

/** The two walls that are seen in the hole of the goal.
 * @param {number} x @param {number} y */
function drawWell(x, y) {
  const [west, north, east, south] = [x + 0.13, y + 0.13, x + 0.87, y + 0.87];
  const floor = 0.3; // how far the eye sees down each wall
  return svg("g", {}, [
    svg("path", {
      class: "well-north",
      d: outline([west, north, 0], [east, north, 0], [east, north + floor, 0], [west + floor * 0.5, north + floor, 0]),
    }),
    svg("path", {
      class: "well-west",
      d: outline([west, north, 0], [west + floor * 0.5, north + floor, 0], [west + floor * 0.5, south, 0], [west, south, 0]),
    }),
  ]);
}

/** @param {number} x @param {number} y @param {number} r */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

/** @param {number} x @param {number} y */
const crack = (x, y) =>
  `M${x + 0.04} ${y + 0.4}l.22 .14l.12 -.18l.2 .26l.16 -.12l.22 .16` + `M${x + 0.38} ${y + 0.36}l.06 -.32M${x + 0.58} ${y + 0.62}l-.08 .34`;

/** @param {number} x @param {number} y */
const cross = (x, y) =>
  `M${x} ${y - 0.11}l.16 -.16l.11 .11l-.16 .16l.16 .16l-.11 .11` + "l-.16 -.16l-.16 .16l-.11 -.11l.16 -.16l-.16 -.16l.11 -.11z";

/** Two halves that part. @param {number} x @param {number} y */
const brackets = (x, y) => `M${x - 0.06} ${y - 0.28}a.28 .28 0 0 0 0 .56zM${x + 0.06} ${y - 0.28}a.28 .28 0 0 1 0 .56z`;
