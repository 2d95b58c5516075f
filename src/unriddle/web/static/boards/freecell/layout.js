/** Where places and cards are, in pixels, for a table of a given size. */
import { HEIGHT, RANKS, WIDTH } from "./card.js";

/** @import { FreecellState as State } from "../contract.js" */
/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{place: string, depth: number, order: number, index?: number} & Spot} Seat of a card; `order`: when it is painted;
 * `index`: how large its rank is, 1 unless the next card lies close
 */

export const COLUMNS = "1234567890";
export const CELLS = "abcdefgi";
export const SUITS = "CDHS";
export const HOME = "h";

export class Layout {
  /** @param {number} width @param {number} height @param {number} columns @param {number} cells */
  constructor(width, height, columns, cells) {
    /** A low frame has cells and homes at its sides, so that the columns get its whole height. */
    this.wide = height < 420 && width > 1.6 * height && cells <= SUITS.length;
    const small = width < 500 || this.wide;
    const across = this.wide ? columns + 2 : Math.max(columns, cells + SUITS.length);
    this.margin = small ? 4 : 16;
    const gap = small ? 0.07 : 0.16; // of a card's width
    const widest = (width - 2 * this.margin) / (across + gap * (across - 1));
    // Room for a row above and a column of a dozen cards; or for the homes below each other.
    this.card = Math.max(20, Math.min(widest, height / (this.wide ? 6 : 5.6), 132));
    this.scale = this.card / WIDTH;
    this.compact = this.card < 62;
    this.height = height;
    this.step = this.card * (1 + gap);
    this.tall = HEIGHT * this.scale;
    this.top = this.margin + (small ? 2 : 4);
    this.second = this.top + (this.wide ? 14 : this.tall + (this.compact ? 20 : 30));
    const span = (/** @type {number} */ count) => count * this.step - this.card * gap;
    const left = (width - span(across)) / 2;
    /** @type {Map<string, Spot>} columns, cells, and homes by suit */
    this.spots = new Map();
    const line = (/** @type {string} */ names, /** @type {number} */ x, /** @type {number} */ y, right = this.step, down = 0) => {
      for (const [index, name] of [...names].entries()) this.spots.set(name, { x: x + index * right, y: y + index * down });
    };
    const [right, down] = this.wide ? [0, this.tall * 1.03] : [this.step, 0];
    line(COLUMNS.slice(0, columns), (width - span(columns)) / 2, this.second);
    line(CELLS.slice(0, cells), left, this.top, right, down);
    line(SUITS, left + span(across) - (this.wide ? this.card : span(SUITS.length)), this.top, right, down);
  }

  /** How far apart the cards of a column lie: closer where there are many. @param {number} count */
  fan(count) {
    const room = this.height - this.margin - this.second - this.tall;
    return Math.min(this.tall * (this.compact ? 0.36 : 0.26), count > 1 ? room / (count - 1) : Infinity);
  }

  /** How large the rank of a covered card may be in its corner, beside a card of its own. @param {number} count */
  index(count) {
    return Math.max(0.4, Math.min(1, this.fan(count) / this.scale / (this.compact ? 45 : 28)));
  }

  /** @param {string} place @param {number} depth @param {number} count @returns {Spot} */
  at(place, depth, count) {
    const { x, y } = this.spots.get(place) ?? { x: 0, y: 0 };
    return { x, y: y + depth * this.fan(count) };
  }

  /** How far apart two places are across the table. @param {string} one @param {string} other */
  apart(one, other) {
    const [a, b] = [one, other].map((place) => this.at(place === HOME ? "H" : place, 0, 1).x);
    return Math.abs(a - b);
  }

  /** Where every card lies. @param {State} state @returns {Map<string, Seat>} */
  seats({ columns, cells, home }) {
    /** @type {Map<string, Seat>} */
    const seats = new Map();
    for (const suit of SUITS) {
      for (const [depth, rank] of [...RANKS].slice(0, home[suit]).entries()) {
        seats.set(rank + suit, { place: HOME, depth, order: depth, ...this.at(suit, 0, 1) });
      }
    }
    cells.forEach((card, index) => {
      if (card) seats.set(card, { place: CELLS[index], depth: 0, order: 0, ...this.at(CELLS[index], 0, 1) });
    });
    columns.forEach((column, index) => {
      const place = COLUMNS[index];
      for (const [depth, card] of column.entries()) {
        const index = depth < column.length - 1 ? this.index(column.length) : 1;
        seats.set(card, { place, depth, order: depth, index, ...this.at(place, depth, column.length) });
      }
    });
    return seats;
  }

  /**
   * The place under a point: of a column everything below it too.
   * @param {Spot} point
   * @returns {string | null}
   */
  placeAt({ x, y }) {
    const slack = (this.step - this.card) / 2;
    for (const [name, spot] of this.spots) {
      const inside = x >= spot.x - slack && x < spot.x + this.card + slack;
      const low = COLUMNS.includes(name) ? Infinity : spot.y + this.tall + slack;
      if (inside && y >= spot.y - slack && y < low) return SUITS.includes(name) ? HOME : name;
    }
    return null;
  }
}
