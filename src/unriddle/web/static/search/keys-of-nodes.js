/** The keys of the nodes, which compare like lists: what is taken next has the smallest one. */

import { decimals, small } from "./columns.js";

export class Keys {
  /** How many numbers each key has; 0 where a node has none. */
  lengths = small();
  /** @type {ReturnType<typeof decimals>[]} the first numbers of all keys, the second ones … */
  columns = [];

  /** The key of the next node. @param {import("./contract.js").Amount[] | null | undefined} key */
  add(key) {
    const length = Math.min(key?.length ?? 0, 255);
    while (this.columns.length < length) {
      const column = decimals();
      while (column.length < this.lengths.length) column.push(-Infinity); // the shorter list comes first
      this.columns.push(column);
    }
    for (const [at, column] of this.columns.entries())
      column.push(at < length ? (key?.[at] === "inf" ? Infinity : Number(key?.[at])) : -Infinity);
    this.lengths.push(length);
  }

  /** Does this node have a key? @param {number} node */
  has(node) {
    return this.lengths.at[node] > 0;
  }

  /** Is `a` taken before `b`? @param {number} a @param {number} b */
  before(a, b) {
    for (const { at } of this.columns) if (at[a] !== at[b]) return at[a] < at[b];
    return a < b;
  }

  get bytes() {
    return this.columns.reduce((sum, one) => sum + one.bytes, this.lengths.bytes);
  }
}
