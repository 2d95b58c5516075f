/**
 * From the world to the picture. In the world x runs along a row, y down the rows and z up; one square has side 1.
 * The camera is far away, turned a little to the left and looking down, so that "right" is mostly right.
 */

/** @typedef {[x: number, y: number, z: number]} Point */

const YAW = (19 * Math.PI) / 180;
const PITCH = (49 * Math.PI) / 180;
const [ALONG, ACROSS] = [Math.cos(YAW), Math.sin(YAW)];
const DOWN = Math.sin(PITCH);

/** How far up the picture one unit of height goes. */
const RISE = Math.cos(PITCH);

/** @param {Point} point @returns {[number, number]} */
export function project([x, y, z]) {
  return [x * ALONG - y * ACROSS, (x * ACROSS + y * ALONG) * DOWN - z * RISE];
}

/** The point of the ground that is seen at a place of the picture.
 * @param {number} across @param {number} down @returns {[x: number, y: number]} */
export function unproject(across, down) {
  const depth = down / DOWN;
  return [across * ALONG + depth * ACROSS, depth * ALONG - across * ACROSS];
}

/** The same as an SVG transform: what is drawn in squares comes to lie flat at height z.
 * @param {number} [z] */
export function flat(z = 0) {
  const [[a, b], [c, d], [, f]] = [project([1, 0, 0]), project([0, 1, 0]), project([0, 0, z])];
  return `matrix(${[a, b, c, d, 0, f].map((n) => n.toFixed(5)).join()})`;
}

/** The closed path through some points. @param {...Point} points */
export function outline(...points) {
  const places = points.map((point) => project(point).map((n) => n.toFixed(3)));
  return `M${places.map((place) => place.join(" ")).join("L")}z`;
}
