/** Boxes in space: their corners, how they turn over an edge, and the faces that are seen. */
import { project } from "./projection.js";

/** @import { Point } from "./projection.js" */
/**
 * @typedef {{at: Point, size: Point}} Box the corner nearest to the origin, and the three lengths
 * @typedef {{axis: 0 | 1, sign: 1 | -1, at: number}} Edge an edge on the ground, and the way something turns over it
 * @typedef {{points: Point[], normal: Point, long: number}} Face `long`: which side is two squares long, or -1
 */

/** The corners in the order of the bits x + 2y + 4z.
 * @param {Box} box @returns {Point[]} */
export function corners({ at, size }) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [
    at[0] + size[0] * (bits & 1),
    at[1] + size[1] * ((bits >> 1) & 1),
    at[2] + size[2] * (bits >> 2),
  ]);
}

/** The points after a turn by `angle` (radians) over an edge; a quarter turn is a roll.
 * @param {Point[]} points @param {Edge} edge @param {number} angle @returns {Point[]} */
export function turn(points, { axis, sign, at }, angle, height = 0) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map((point) => {
    const away = (point[axis] - at) * sign;
    const up = point[2] - height;
    /** @type {Point} */
    const turned = [point[0], point[1], height + up * cos - away * sin];
    turned[axis] = at + sign * (away * cos + up * sin);
    return turned;
  });
}

/** The edge over which a box rolls when it goes by some rows and columns.
 * @param {Box} box @param {readonly [number, number]} step @returns {Edge} */
export function rollEdge({ at, size }, [rows, columns]) {
  const axis = columns ? 0 : 1;
  const sign = rows + columns > 0 ? 1 : -1;
  return { axis, sign, at: sign > 0 ? at[axis] + size[axis] : at[axis] };
}

// Corners of each face, seen from outside in the order of the clock, and the axes of its first two sides.
const FACES = [
  { ring: [4, 5, 7, 6], sides: [0, 1] },
  { ring: [1, 0, 2, 3], sides: [0, 1] },
  { ring: [6, 7, 3, 2], sides: [0, 2] },
  { ring: [5, 4, 0, 1], sides: [0, 2] },
  { ring: [7, 5, 1, 3], sides: [1, 2] },
  { ring: [4, 6, 2, 0], sides: [1, 2] },
];

/** The faces that look at the camera.
 * @param {Point[]} points the eight corners
 * @param {Point} size of the box before it was turned
 * @returns {Face[]}
 */
export function facesSeen(points, size) {
  const seen = [];
  for (const { ring, sides } of FACES) {
    const [a, b, c] = ring.map((corner) => project(points[corner]));
    if ((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) <= 1e-9) continue;
    const face = ring.map((corner) => points[corner]);
    seen.push({ points: face, normal: normal(face), long: sides.findIndex((side) => size[side] > 1) });
  }
  return seen;
}

/** @param {Point[]} face @returns {Point} */
function normal([a, b, c]) {
  const [u, v] = [b.map((n, i) => n - a[i]), c.map((n, i) => n - b[i])];
  const [x, y, z] = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
