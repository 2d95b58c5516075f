/** The open list at any step: which nodes wait there, and which of them are taken first. */

/** @import { Trace } from "./trace.js" */

/** Does a node wait after this step? @param {Trace} trace @param {number} node @param {number} step */
export const waits = (trace, node, step) => trace.born.at[node] <= step && trace.gone.at[node] > step;

/**
 * The first nodes of the open list after a step, in the order in which they would be taken, and how many wait.
 * Looks once at every node that has come so far: a few milliseconds for a million.
 * @param {Trace} trace @param {number} step @param {number} most
 * @returns {{first: number[], count: number}}
 */
export function openList(trace, step, most) {
  const born = trace.born.at;
  const gone = trace.gone.at;
  const before = order(trace);
  /** @type {number[]} */
  const first = [];
  let count = 0;
  const end = nodesUpTo(trace, step);
  for (let node = 0; node < end; node++) {
    if (gone[node] <= step || born[node] > step) continue;
    count++;
    if (first.length === most && !before(node, first[most - 1])) continue;
    let at = first.length;
    while (at > 0 && before(node, first[at - 1])) at--;
    first.splice(at, 0, node);
    if (first.length > most) first.pop();
  }
  return { first, count };
}

/** Nodes come in the order of the steps: how many there are after this one? @param {Trace} trace @param {number} step */
export function nodesUpTo(trace, step) {
  const born = trace.born.at;
  let [low, high] = [0, trace.nodes];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (born[middle] <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Is `a` taken before `b`? @param {Trace} trace @returns {(a: number, b: number) => boolean} */
function order(trace) {
  const born = trace.born.at;
  if (trace.keys.columns.length) return (a, b) => trace.keys.before(a, b);
  if (trace.header.order === "stack") return (a, b) => (born[a] === born[b] ? a < b : born[a] > born[b]);
  return (a, b) => a < b;
}
