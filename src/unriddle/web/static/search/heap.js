/** A binary heap of nodes: the first one in some order is found at once. */

export class Heap {
  /** @param {(a: number, b: number) => boolean} before */
  constructor(before) {
    this.before = before;
    /** @type {number[]} */
    this.items = [];
  }

  /** The first one, -1 where there is none. */
  get top() {
    return this.items.length ? this.items[0] : -1;
  }

  /** @param {number} item */
  push(item) {
    const { items, before } = this;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!before(item, items[above])) break;
      items[at] = items[above];
      at = above;
    }
    items[at] = item;
  }

  /** Take the first one away; there must be one. */
  pop() {
    const { items, before } = this;
    const first = items[0];
    const last = /** @type {number} */ (items.pop());
    if (!items.length) return first;
    let at = 0;
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      if (below + 1 < items.length && before(items[below + 1], items[below])) below++;
      if (!before(items[below], last)) break;
      items[at] = items[below];
      at = below;
    }
    items[at] = last;
    return first;
  }
}
