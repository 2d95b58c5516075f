// @ts-check
/** Where places and cards are, in pixels, for a table of a given size. */
import { HEIGHT, RANKS, WIDTH } from "./card.js";

/**
 * @typedef {import("../contract.js").FreecellState} State
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{place: string, depth: number, order: number} & Spot} Seat of a card; `order`: when it is painted
 */

export const COLUMNS = "1234567890";
export const CELLS = "abcdefgi";
export const SUITS = "CDHS";
export const HOME = "h";

export class Layout {
  /** @param {number} width @param {number} height @param {number} columns @param {number} cells */
  constructor(width, height, columns, cells) {
    const across = Math.max(columns, cells + SUITS.length);
    this.margin = width < 500 ? 4 : 16;
    const gap = width < 500 ? 0.07 : 0.16; // of a card's width
    const widest = (width - 2 * this.margin) / (across + gap * (across - 1));
    // Room for a row above and a column of a dozen cards.
    this.card = Math.max(20, Math.min(widest, height / 5.6, 132));
    this.scale = this.card / WIDTH;
    this.compact = this.card < 62;
    this.height = height;
    this.step = this.card * (1 + gap);
    this.tall = HEIGHT * this.scale;
    this.top = this.margin + (width < 500 ? 2 : 4);
    this.second = this.top + this.tall + (this.compact ? 20 : 30);
    const span = (/** @type {number} */ count) => count * this.step - this.card * gap;
    const left = (width - span(across)) / 2;
    /** @type {Map<string, Spot>} columns, cells, and homes by suit */
    this.spots = new Map();
    const row = (/** @type {string} */ names, /** @type {number} */ x, /** @type {number} */ y) => {
      for (const [index, name] of [...names].entries()) this.spots.set(name, { x: x + index * this.step, y });
    };
    row(COLUMNS.slice(0, columns), (width - span(columns)) / 2, this.second);
    row(CELLS.slice(0, cells), left, this.top);
    row(SUITS, left + span(across) - span(SUITS.length), this.top);
  }

  /** How far apart the cards of a column lie: closer where there are many. @param {number} count */
  fan(count) {
    const room = this.height - this.margin - this.second - this.tall;
    return Math.min(this.tall * (this.compact ? 0.36 : 0.26), count > 1 ? room / (count - 1) : Infinity);
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
        seats.set(card, { place, depth, order: depth, ...this.at(place, depth, column.length) });
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
      const low = spot.y > this.top ? Infinity : spot.y + this.tall + slack;
      if (inside && y >= spot.y - slack && y < low) return SUITS.includes(name) ? HOME : name;
    }
    return null;
  }
}
