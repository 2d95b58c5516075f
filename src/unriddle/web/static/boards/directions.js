/** The four ways to go on a board of squares. */

/** @typedef {"u" | "d" | "l" | "r"} Direction */

/** @type {Record<Direction, [row: number, column: number]>} */
export const STEP = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };

/** @type {Record<Direction, number>} clockwise from the right, in degrees */
export const ANGLE = { r: 0, d: 90, l: 180, u: 270 };

/** @type {Record<string, Direction>} */
const KEYS = {
  ArrowUp: "u",
  ArrowDown: "d",
  ArrowLeft: "l",
  ArrowRight: "r",
  KeyW: "u",
  KeyS: "d",
  KeyA: "l",
  KeyD: "r",
};

/** @param {KeyboardEvent} event @returns {Direction | undefined} */
export function directionOfKey(event) {
  return event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.code];
}

/** @param {string} move a letter in either case @returns {Direction | undefined} */
export function directionOfMove(move) {
  const letter = move.toLowerCase();
  return letter in STEP ? /** @type {Direction} */ (letter) : undefined;
}

/** The direction in which a vector of rows and columns mostly goes.
 * @param {number} rows @param {number} columns @returns {Direction} */
export function directionOf(rows, columns) {
  if (Math.abs(rows) > Math.abs(columns)) return rows < 0 ? "u" : "d";
  return columns < 0 ? "l" : "r";
}

/** An arrow that points to the right, on a square of side 1 around the origin. */
export const ARROW = "M-.3 -.07h.26v-.15l.32 .22l-.32 .22v-.15h-.26z";
