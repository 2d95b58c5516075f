/** The picture of a FreeCell position that is edited: the table, and the cards in stock, which lie nowhere. */

import { rankText } from "../boards/freecell/card.js";
import { CELLS, COLUMNS, HOME, SUITS } from "../boards/freecell/layout.js";
import { Table } from "../boards/freecell/table.js";
import { listen } from "../boards/gestures.js";
import { pointIn, svg } from "../boards/svg.js";
import { h, put } from "../dom.js";
import { t } from "../language.js";

const SIGNS = /** @type {Record<string, string>} */ ({ C: "♣", D: "♦", H: "♥", S: "♠" });
const STOCK = "stock";

/** @import { FreecellState as State } from "../boards/contract.js" */
/** @typedef {{level: any, state: State, stock: string[]}} Laid */

/** @param {string} card */
const cardName = (card) => rankText(card[0]) + SIGNS[card[1]];

export class EditCards {
  /** @param {(move: {card: string, to: string, number?: number}) => void} send with how many cards of a column stay above it, unless it is to lie open */
  constructor(send) {
    this.send = send;
    /** The card in hand. @type {string | null} */
    this.picked = null;
    /** Where the keys are: a place, and in a column the number of a card, counted from its first. */
    this.cursor = { place: "1", depth: 0 };
    /** @type {Laid | null} */
    this.laid = null;
    /** @type {Table | null} */
    this.table = null;
    this.svg = /** @type {SVGSVGElement} */ (svg("svg", { class: "board board-freecell", "aria-hidden": "true" }));
    this.words = h("p", { class: "unseen", "aria-live": "polite" });
    this.place = h(
      "div",
      {
        class: "frame-board edit-map edit-cards",
        tabindex: 0,
        role: "application",
        "aria-label": `${t("edit.table")}. ${t("edit.freecell.keys")}`,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      },
      this.svg,
    );
    this.stock = h("div", { class: "edit-stock", role: "group", "aria-label": t("edit.stock") });
    this.element = h("div", { class: "frame", "data-board": "freecell" }, this.place, this.words);
    this.observer = new ResizeObserver(() => this.rest());
    this.observer.observe(this.place);
    this.listen();
  }

  /** @param {Laid} laid */
  async draw(laid) {
    const { level } = laid;
    this.laid = laid;
    const { columns = 0, cells = 0 } = this.table?.level ?? {};
    if (columns !== level.columns || cells !== level.cells) this.table = new Table(this.svg, level);
    this.table?.forget([...laid.stock]);
    this.picked = null;
    this.point(this.cursor);
    this.rest();
    this.drawStock();
  }

  /** Nothing is known about squares here. */
  tell() {}

  /** Everything at its seat, in the size of the frame. */
  rest() {
    const { table, laid } = this;
    if (!table || !laid) return;
    table.resize();
    table.aim(laid.state);
    table.rest();
    this.adorn();
  }

  adorn() {
    const { table, laid } = this;
    if (!table || !laid) return;
    const here = document.activeElement === this.place ? this.cardAt(this.cursor) : null;
    table.outline({ picked: this.picked, cursor: here ?? (document.activeElement === this.place ? this.cursor.place : null) });
    for (const one of this.stock.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.dataset.card === this.picked));
  }

  drawStock() {
    const { laid } = this;
    if (!laid) return;
    const held = /** @type {HTMLElement | null} */ (document.activeElement)?.closest(".edit-stock");
    put(
      this.stock,
      h("strong", t("edit.stockOf", { count: laid.stock.length })),
      ...laid.stock.map((card) =>
        h(
          "button",
          {
            type: "button",
            class: `button edit-card ${"DH".includes(card[1]) ? "red" : "black"}`,
            "data-card": card,
            "aria-pressed": "false",
            onclick: () => this.pick(this.picked === card ? null : card),
          },
          cardName(card),
        ),
      ),
    );
    if (held) (this.stock.querySelector("button") ?? this.place).focus();
  }

  /** @param {string | null} card */
  pick(card) {
    this.picked = card;
    this.adorn();
    this.words.textContent = card ? t("edit.picked", { card: cardName(card) }) : t("edit.dropped");
  }

  /** @param {string} card @param {string} to @param {number | null} [depth] */
  move(card, to, depth = null) {
    this.send(depth === null ? { card, to } : { card, to, number: depth });
  }

  /** Put the card in hand somewhere, or take up the one that is there. @param {string} place @param {string | null} card @param {number | null} depth */
  choose(place, card, depth) {
    if (this.picked === null || this.picked === card) this.pick(this.picked === card ? null : card);
    else this.move(this.picked, place, depth);
  }

  /** @param {string} place @returns {string[]} the cards there; of a home, that is named by its suit, the last one */
  cards(place) {
    const { columns, cells, home } = /** @type {Laid} */ (this.laid).state;
    if (SUITS.includes(place)) return home[place] ? ["A23456789TJQK"[home[place] - 1] + place] : [];
    return COLUMNS.includes(place) ? columns[COLUMNS.indexOf(place)] : [cells[CELLS.indexOf(place)] ?? []].flat();
  }

  /** @param {{place: string, depth: number}} cursor @returns {string | null} */
  cardAt({ place, depth }) {
    return this.cards(place)[depth] ?? null;
  }

  /** The rows of places, as the arrows go. */
  places() {
    const { columns, cells } = /** @type {Laid} */ (this.laid).level;
    return [[...CELLS.slice(0, cells), ...SUITS], [...COLUMNS.slice(0, columns)]];
  }

  /** @param {{place: string, depth: number}} cursor */
  point({ place, depth }) {
    const known = this.places().flat().includes(place) ? place : "1";
    this.cursor = { place: known, depth: Math.max(0, Math.min(depth, this.cards(known).length - 1)) };
  }

  /** @param {string} way */
  steer(way) {
    const { place, depth } = this.cursor;
    const rows = this.places();
    const row = /** @type {string[]} */ (rows.find((one) => one.includes(place)));
    const at = row.indexOf(place);
    if (way === "ArrowLeft" || way === "ArrowRight") {
      const next = row[(at + (way === "ArrowLeft" ? -1 : 1) + row.length) % row.length];
      this.point({ place: next, depth: this.cards(next).length });
    } else if (row === rows[0]) {
      if (way === "ArrowDown") this.point({ place: rows[1][Math.min(at, rows[1].length - 1)], depth: 0 });
    } else if (way === "ArrowUp" && depth === 0) this.point({ place: rows[0][Math.min(at, rows[0].length - 1)], depth: 0 });
    else this.point({ place, depth: depth + (way === "ArrowUp" ? -1 : 1) });
    const { place: there } = this.cursor;
    const kind = SUITS.includes(there) ? "edit.home" : COLUMNS.includes(there) ? "edit.column" : "edit.cell";
    const card = this.cardAt(this.cursor);
    this.words.textContent = `${t(kind, { name: SIGNS[there] ?? there })}: ${card ? cardName(card) : t("board.freecell.empty")}`;
    this.adorn();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.laid || event.ctrlKey || event.metaKey || event.altKey) return;
    const card = this.cardAt(this.cursor);
    const { place, depth } = this.cursor;
    const name = event.key.toLowerCase();
    const inHand = this.picked ?? card;
    if (event.key.startsWith("Arrow")) this.steer(event.key);
    else if (event.key === "Enter" || event.key === " ")
      this.choose(SUITS.includes(place) && this.picked ? HOME : place, card, card && COLUMNS.includes(place) ? depth + 1 : null);
    else if (event.key === "Escape" && this.picked) this.pick(null);
    else if ((event.key === "Delete" || event.key === "Backspace") && inHand) this.move(inHand, STOCK);
    else if (inHand && name.length === 1 && (name === HOME || this.places().flat().includes(name))) this.move(inHand, name);
    else return;
    event.preventDefault();
  }

  listen() {
    /** @type {{card: string, x: number, y: number} | null} */
    let held = null;
    const seatAt = (/** @type {PointerEvent} */ event) => {
      const [x, y] = pointIn(this.svg, event);
      return { x, y, seat: this.table?.seatAt({ x, y }), place: this.table?.layout.placeAt({ x, y }) ?? null };
    };
    const cardOf = (/** @type {import("../boards/freecell/layout.js").Seat | undefined} */ seat) =>
      [...(this.table?.seats ?? [])].find(([, one]) => one === seat)?.[0] ?? null;
    /** How deep a card goes that is put at a height of a column. @param {string} place @param {number} y @param {string} card */
    const depthAt = (place, y, card) => {
      if (!COLUMNS.includes(place) || !this.table) return null;
      return this.cards(place).filter((one) => one !== card && (this.table?.seats.get(one)?.y ?? 0) <= y).length;
    };
    listen(this.svg, {
      grab: (event) => {
        const { x, y, seat } = seatAt(event);
        const card = cardOf(seat);
        held = card ? { card, x, y } : null;
        return held !== null;
      },
      drag: (event) => {
        const seat = held && this.table?.seats.get(held.card);
        if (!held || !seat || !this.table) return;
        const [x, y] = pointIn(this.svg, event);
        this.table.raise(held.card);
        this.table.put(held.card, { x: seat.x + x - held.x, y: seat.y + y - held.y }, true);
      },
      drop: (event) => {
        if (!held) return;
        const { card } = held;
        held = null;
        const { y, place } = seatAt(event);
        const box = this.place.getBoundingClientRect();
        const isOutside = event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
        if (isOutside) this.move(card, STOCK);
        else if (place) this.move(card, place, depthAt(place, y, card));
        this.rest(); // where it is until the answer comes, or for good
      },
      cancel: () => {
        held = null;
        this.rest();
      },
      tap: (event) => {
        this.place.focus();
        const { y, seat, place } = seatAt(event);
        const card = cardOf(seat);
        if (seat) this.point({ place: seat.place === HOME ? (card?.[1] ?? "C") : seat.place, depth: seat.depth });
        if (place) this.choose(place, card, this.picked ? depthAt(place, y, this.picked) : null);
      },
    });
    this.place.addEventListener("focus", () => this.adorn());
    this.place.addEventListener("blur", () => this.adorn());
  }

  destroy() {
    this.observer.disconnect();
  }
}
