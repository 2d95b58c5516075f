/**
 * Moves in standard notation, looked up among those that the page allows. A list names only the first empty
 * column and the first empty cell as a target; all empty ones are alike, so a move to another one is the same
 * move with another name.
 */
import { rankOf } from "./card.js";
import { CELLS, COLUMNS, HOME } from "./layout.js";

/** @import { FreecellState as State } from "../contract.js" */

/** @param {State} state @param {string} place @returns {string | null | undefined} the open card */
export function openCard(state, place) {
  if (place === HOME) return null;
  return COLUMNS.includes(place) ? state.columns[COLUMNS.indexOf(place)]?.at(-1) : state.cells[CELLS.indexOf(place)];
}

/** The place that stands for all empty ones of its kind. @param {State} state @param {string} place */
function firstLike(state, place) {
  if (place === HOME || openCard(state, place)) return place;
  return COLUMNS.includes(place)
    ? COLUMNS[state.columns.findIndex((column) => !column.length)]
    : CELLS[state.cells.findIndex((card) => !card)];
}

/**
 * How many cards a move carries, which the notation says only for empty columns.
 * @param {State} state
 * @param {string} move
 */
export function carried(state, move) {
  const [source, target, , count] = move;
  if (count) return parseInt(count, 16);
  const [from, onto] = [openCard(state, source), openCard(state, target)];
  return COLUMNS.includes(target) && COLUMNS.includes(source) && from && onto ? rankOf(onto) - rankOf(from) : 1;
}

/**
 * The move that brings `count` cards from one place to another, or null. Without a count, as many as can go.
 * @param {State} state
 * @param {string[]} legal
 * @param {string} source
 * @param {string} target
 * @param {number} [count]
 */
export function moveBetween(state, legal, source, target, count) {
  if (source === target) return null;
  const known = source + firstLike(state, target);
  const fitting = legal.filter((move) => move.slice(0, 2) === known);
  if (!fitting.length) return null;
  const isEmptyColumn = COLUMNS.includes(target) && !openCard(state, target);
  if (!isEmptyColumn) return count === undefined || count === 1 || COLUMNS.includes(target) ? source + target : null;
  const move =
    count === undefined
      ? fitting.reduce((best, one) => (carried(state, one) > carried(state, best) ? one : best))
      : fitting.find((one) => carried(state, one) === count);
  return move ? source + target + move.slice(2) : null;
}

/**
 * The most cards that can leave a place at once.
 * @param {State} state
 * @param {string[]} legal
 * @param {string} source
 */
export function mostFrom(state, legal, source) {
  return Math.max(0, ...legal.filter((move) => move[0] === source).map((move) => carried(state, move)));
}
