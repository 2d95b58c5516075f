/**
 * A tidy drawing of a tree (Reingold and Tilford, 1981): children beside each other, parents in the middle of
 * their children, equal subtrees drawn alike, and subtrees as close as their outlines allow.
 */

/** @template T @typedef {{item: T, depth: number, place: number, children: Placed<T>[]}} Placed `place` is across the depth; neighbours are 1 apart */

/**
 * @template T
 * @param {T} root @param {(item: T) => T[]} childrenOf
 * @returns {Placed<T>[]} all items, parents before their children
 */
export function tidyTree(root, childrenOf) {
  const { placed } = measure(root, childrenOf, 0);
  /** @type {Placed<T>[]} */
  const all = [];
  /** @param {Placed<T>} one @param {number} shift from here on */
  const settle = (one, shift) => {
    one.place += shift;
    all.push(one);
    for (const child of one.children) settle(child, one.place);
  };
  settle(placed, 0);
  return all;
}

/**
 * A subtree with its places relative to the parent, and how far it reaches on each depth, relative to its root.
 * @template T @param {T} item @param {(item: T) => T[]} childrenOf @param {number} depth
 * @returns {{placed: Placed<T>, low: number[], high: number[]}}
 */
function measure(item, childrenOf, depth) {
  const parts = childrenOf(item).map((one) => measure(one, childrenOf, depth + 1));
  /** @type {number[]} the outline of those that have been put side by side */
  const low = [];
  /** @type {number[]} */
  const high = [];
  for (const part of parts) {
    let at = 0;
    for (let level = 0; level < Math.min(high.length, part.low.length); level++) at = Math.max(at, high[level] + 1 - part.low[level]);
    part.placed.place = at;
    for (const [level, value] of part.low.entries()) {
      low[level] ??= value + at;
      high[level] = part.high[level] + at;
    }
  }
  const middle = parts.length ? (parts[0].placed.place + parts[parts.length - 1].placed.place) / 2 : 0;
  for (const part of parts) part.placed.place -= middle;
  return {
    placed: { item, depth, place: 0, children: parts.map((part) => part.placed) },
    low: [0, ...low.map((one) => one - middle)],
    high: [0, ...high.map((one) => one - middle)],
  };
}
