/** The part of the tree around one node that is drawn: however large the tree is, the drawing stays small. */

/** @import { Child, Trace } from "./trace.js" */
/**
 * A node of the drawing. `more` stands for nodes that are left out; a successor that was not kept has no node.
 * @typedef {object} Item
 * @property {number} node  -1: none
 * @property {string} move
 * @property {import("./contract.js").Fate | ""} fate
 * @property {string} why
 * @property {number} same
 * @property {number} expansion  its last expansion up to now; 0: none
 * @property {"focus" | "path" | ""} role
 * @property {number} more
 * @property {Item[]} children
 */

/**
 * @param {Trace} trace @param {number} focus the node in the middle @param {number} step
 * @param {{levels: number, shown: number, siblings: number}} room ancestors, successors and siblings on each level that are drawn
 * @returns {{root: Item, above: number}} `above` ancestors are left out
 */
export function treeWindow(trace, focus, step, { levels, shown, siblings: each }) {
  const path = trace.path(focus);
  const above = Math.max(0, path.length - 1 - Math.max(1, levels));
  const chain = path.slice(above);
  const own = childrenOf(trace, focus, step);

  /** @param {number} at in the chain @param {Child | null} as how it came @returns {Item} */
  const along = (at, as) => {
    const node = chain[at];
    const isFocus = at === chain.length - 1;
    const item = itemOf(trace, node, as, step, isFocus ? "focus" : "path");
    if (isFocus) item.children = some(own, 0, shown).map((one) => leaf(trace, one, step));
    else {
      const siblings = childrenOf(trace, node, step);
      const next = siblings.findIndex((one) => one.node === chain[at + 1]);
      if (next < 0) item.children = [along(at + 1, null)];
      else
        item.children = some(siblings, next, each).map((one) =>
          one === siblings[next] ? along(at + 1, siblings[next]) : leaf(trace, one, step),
        );
    }
    return item;
  };
  return { root: along(0, cameAs(trace, chain[0])), above };
}

/**
 * What came of a node: its successors; where they become nodes one at a time, those that are there by now are.
 * @param {Trace} trace @param {number} node @param {number} step
 */
function childrenOf(trace, node, step) {
  const told = trace.children(trace.expansion(node, step));
  if (trace.header.order !== "tree") return told;
  /** @type {Map<string, number>} */
  const grown = new Map();
  for (let one = node + 1; one < trace.nodes && trace.born.at[one] <= step; one++)
    if (trace.parent.at[one] === node) grown.set(trace.moveTo(one), one);
  return told.map((one) => ({
    ...one,
    ...(grown.has(one.move) ? { fate: /** @type {const} */ ("new"), node: grown.get(one.move) ?? -1 } : {}),
  }));
}

/** How a node came: as which successor of its parent. @param {Trace} trace @param {number} node */
function cameAs(trace, node) {
  return trace.children(trace.born.at[node]).find((one) => one.node === node) ?? null;
}

/**
 * A few of a list around one of them; a number stands for those that are left out.
 * @template T @param {T[]} list @param {number} around @param {number} most @returns {(T | number)[]}
 */
function some(list, around, most) {
  if (list.length <= most) return list;
  const kept = Math.max(1, most - 1);
  const from = Math.max(0, Math.min(around - Math.floor((kept - 1) / 2), list.length - kept));
  return [...list.slice(from, from + kept), list.length - kept];
}

/** @param {Trace} trace @param {Child | number} child @param {number} step @returns {Item} */
function leaf(trace, child, step) {
  if (typeof child === "number") return { ...EMPTY, children: [], more: child };
  return itemOf(trace, child.node, child, step, "");
}

/** @type {Item} */
const EMPTY = { node: -1, move: "", fate: "", why: "", same: -1, expansion: 0, role: "", more: 0, children: [] };

/** @param {Trace} trace @param {number} node @param {Child | null} as @param {number} step @param {Item["role"]} role @returns {Item} */
function itemOf(trace, node, as, step, role) {
  return {
    ...EMPTY,
    node,
    move: node >= 0 ? trace.moveTo(node) : (as?.move ?? ""),
    fate: as?.fate ?? "",
    why: as?.why ?? "",
    same: as?.same ?? -1,
    expansion: node >= 0 ? trace.expansion(node, step) : 0,
    role,
    children: [],
  };
}
