import { set, svg } from "../svg.js";
import { drawCard } from "./card.js";
import { COLUMNS, HOME, Layout, SUITS } from "./layout.js";
import { carried } from "./moves.js";
import { suitPath } from "./suits.js";

/** @import { FreecellLevel as Level, FreecellState as State } from "../contract.js" */
/** @import { Seat, Spot } from "./layout.js" */
/**
 * @typedef {{picture: SVGGElement, x: number, y: number}} Shown
 * @typedef {{place: string, count?: number}} Picked cards taken up; without a count, as many as can go
 */

/** The pictures of a table and how they look when nothing moves. */
export class Table {
  #slots = svg("g");
  #cardLayer = svg("g");
  #marks = svg("g", { class: "marks" });
  #hints = svg("g");
  /** @type {Map<string, Shown>} */
  cards = new Map();
  /** @type {Layout} */
  layout;
  /** @type {Map<string, Seat>} where the cards of the state lie */
  seats = new Map();

  /** @param {SVGSVGElement} picture @param {Level} level */
  constructor(picture, level) {
    this.picture = picture;
    this.level = level;
    this.layout = new Layout(0, 0, level.columns, level.cells);
    picture.replaceChildren(this.#slots, this.#cardLayer, this.#marks, this.#hints);
    this.resize();
  }

  /** Takes the size of the frame. Cards are drawn again where they become large or small. */
  resize() {
    const { clientWidth: width, clientHeight: height } = this.picture;
    const { compact } = this.layout;
    this.layout = new Layout(width, height, this.level.columns, this.level.cells);
    set(this.picture, { viewBox: `0 0 ${width || 1} ${height || 1}` });
    if (compact !== this.layout.compact) {
      this.cards.clear();
      this.#cardLayer.replaceChildren();
    }
    this.#slots.replaceChildren(...[...this.layout.spots].flatMap(([name, spot]) => this.#slot(name, spot)));
  }

  /** @param {string} name @param {Spot} spot @returns {SVGElement[]} */
  #slot(name, { x, y }) {
    const { card, tall, compact, scale } = this.layout;
    const parts = [svg("rect", { class: "slot", "data-place": name, x, y, width: card, height: tall, rx: 9 * scale })];
    if (SUITS.includes(name)) {
      return [...parts, svg("path", { class: "slot-suit", d: suitPath(name, x + card / 2, y + tall / 2, card * 0.5) })];
    }
    const above = COLUMNS.includes(name);
    const label = svg("text", {
      class: "place",
      x: x + card / 2,
      y: above ? y - (compact ? 5 : 8) : y + tall / 2 + 5,
    });
    label.textContent = name;
    return [...parts, label];
  }

  /** @param {string} card @param {Spot} spot @param {boolean} [lifted] */
  put(card, { x, y }, lifted = false) {
    const shown = this.show(card);
    [shown.x, shown.y] = [x, y];
    const scale = this.layout.scale * (lifted ? 1.03 : 1);
    set(shown.picture, {
      transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`,
    });
    shown.picture.classList.toggle("lifted", lifted);
  }

  /** @param {string} card @returns {Shown} */
  show(card) {
    let shown = this.cards.get(card);
    if (!shown) {
      shown = { picture: drawCard(card, this.layout.compact), ...(this.seats.get(card) ?? { x: 0, y: 0 }) };
      this.cards.set(card, shown);
      this.#cardLayer.append(shown.picture);
    }
    return shown;
  }

  /** Paints a card above all others. @param {string} card */
  raise(card) {
    this.#cardLayer.append(this.show(card).picture);
  }

  /** @param {State} state */
  aim(state) {
    this.seats = this.layout.seats(state);
  }

  /**
   * The seat of the card that is seen at a point. The browser's own answer is not asked for: Chromium may still
   * name a card that has gone from there. @param {Spot} point
   */
  seatAt({ x, y }) {
    const { card, tall } = this.layout;
    const here = [...this.seats.values()].filter((seat) => x >= seat.x && x <= seat.x + card && y >= seat.y && y <= seat.y + tall);
    return here.sort((a, b) => b.order - a.order).at(0);
  }

  /** Every card at its seat. */
  rest() {
    const sorted = [...this.seats].sort(([, a], [, b]) => a.order - b.order);
    const tops = new Map(sorted.filter(([, seat]) => seat.place === HOME).map(([card, seat]) => [card[1], seat.depth]));
    let next = this.#cardLayer.firstElementChild;
    for (const [card, seat] of sorted) {
      this.put(card, seat);
      const { picture } = this.show(card);
      if (picture === next) next = next.nextElementSibling;
      else this.#cardLayer.insertBefore(picture, next); // later ones are painted above
      set(/** @type {SVGElement} */ (picture.querySelector(".index")), {
        transform: `scale(${(seat.index ?? 1).toFixed(3)})`,
      });
      // Of a pile at home only the last card is seen, and the one below while the last one is still on its way.
      const buried = seat.place === HOME && seat.depth < (tops.get(card[1]) ?? 0) - 1;
      set(picture, { display: buried ? "none" : "inline" });
    }
  }

  /** The cards that a picked place means. @param {State} state @param {string} place @param {number} count */
  open(state, place, count) {
    const column = COLUMNS.includes(place) ? state.columns[COLUMNS.indexOf(place)] : undefined;
    if (column) return column.slice(-count);
    return [...this.seats].filter(([, seat]) => seat.place === place).map(([card]) => card);
  }

  /**
   * Where the next card of a place would be seen: on its last card.
   * @param {State} state
   * @param {string} place
   * @param {number} [count]
   */
  #box(state, place, count = 1) {
    const { layout } = this;
    const column = state.columns[COLUMNS.indexOf(place)];
    if (place === HOME) {
      const [first, last] = [layout.at("C", 0, 1), layout.at("S", 0, 1)];
      return { x: first.x, y: first.y, width: last.x - first.x + layout.card, height: last.y - first.y + layout.tall };
    }
    const length = column?.length ?? 0;
    const depth = Math.max(0, length - count);
    const { x, y } = layout.at(place, depth, length);
    return {
      x,
      y,
      width: layout.card,
      height: layout.tall + Math.max(0, length - 1 - depth) * layout.fan(length),
    };
  }

  /** Outlines: what is taken up, where it can go, and the cursor.
   * @param {State} state
   * @param {Picked | null} picked
   * @param {string[]} targets
   * @param {string | null} cursor
   */
  mark(state, picked, targets, cursor) {
    const outlines = targets.map((place) => this.#outline("target", this.#box(state, place)));
    if (cursor) outlines.push(this.#outline("cursor", this.#box(state, cursor)));
    if (picked) outlines.push(this.#outline("picked", this.#box(state, picked.place, picked.count ?? 1)));
    this.#marks.replaceChildren(...outlines);
  }

  /** Outlines of single cards: what is taken up, and the cursor, which may be at an empty place. @param {{picked: string | null, cursor: string | null}} at */
  outline({ picked, cursor }) {
    const boxed = (/** @type {string} */ kind, /** @type {string | null} */ name) => {
      const spot = name === null ? undefined : (this.seats.get(name) ?? this.layout.spots.get(name));
      return spot ? [this.#outline(kind, { x: spot.x, y: spot.y, width: this.layout.card, height: this.layout.tall })] : [];
    };
    this.#marks.replaceChildren(...boxed("cursor", cursor), ...boxed("picked", picked));
  }

  /** Take cards away that lie nowhere any more. @param {string[]} cards */
  forget(cards) {
    for (const card of cards) {
      this.cards.get(card)?.picture.remove();
      this.cards.delete(card);
    }
  }

  /** @param {string} name @param {{x: number, y: number, width: number, height: number}} box */
  #outline(name, { x, y, width, height }) {
    return svg("rect", { class: name, x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 9 * this.layout.scale + 2 });
  }

  /** @param {State} state @param {string | null} move */
  hint(state, move) {
    if (!move) return this.#hints.replaceChildren();
    const from = this.#box(state, move[0], carried(state, move));
    const card = this.open(state, move[0], 1)[0];
    const to =
      move[1] === HOME
        ? { ...this.layout.at(card[1], 0, 1), width: this.layout.card, height: this.layout.tall }
        : this.#box(state, move[1]);
    const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + from.height / 2, to.x + to.width / 2, to.y + to.height / 2];
    const [length, size] = [Math.hypot(x2 - x1, y2 - y1) || 1, Math.max(9, this.layout.card * 0.16)];
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [bx, by] = [x2 - ux * size * 1.6, y2 - uy * size * 1.6];
    const head = `M${x2} ${y2}L${bx - uy * size} ${by + ux * size}L${bx + uy * size} ${by - ux * size}z`;
    this.#hints.replaceChildren(
      this.#outline("hint-place", from),
      this.#outline("hint-place", to),
      svg("path", { class: "hint-line", d: `M${x1} ${y1}L${bx} ${by}`, "stroke-width": size * 0.35 }),
      svg("path", { class: "hint-head", d: head }),
    );
  }
}
