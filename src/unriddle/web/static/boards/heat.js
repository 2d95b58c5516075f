import { roundRect, set, svg } from "./svg.js";

/** Where a search has been: squares tinted by how often, ringed where it still waits. */
export class Heat {
  /** @type {Map<string, {been: SVGElement, waits: SVGElement}>} */
  #squares = new Map();
  layer = svg("g", { class: "heat" });

  /** @param {import("./contract.js").HeatSquare[]} squares */
  show(squares) {
    const shown = new Set();
    for (const [row, column, expanded, frontier] of squares) {
      const name = row + "," + column;
      const { been, waits } = this.#square(name, row, column);
      set(been, { opacity: expanded && 0.15 + 0.7 * expanded });
      set(waits, { opacity: frontier && 0.3 + 0.7 * frontier });
      shown.add(name);
    }
    for (const [name, { been, waits }] of this.#squares) {
      if (shown.has(name)) continue;
      been.remove();
      waits.remove();
      this.#squares.delete(name);
    }
  }

  /** @param {string} name @param {number} row @param {number} column */
  #square(name, row, column) {
    let square = this.#squares.get(name);
    if (!square) {
      square = {
        been: svg("path", { class: "been", d: roundRect(column + 0.06, row + 0.06, 0.88, 0.88, 0.12) }),
        waits: svg("path", { class: "waits", d: roundRect(column + 0.14, row + 0.14, 0.72, 0.72, 0.1) }),
      };
      this.#squares.set(name, square);
      this.layer.append(square.been, square.waits);
    }
    return square;
  }
}
