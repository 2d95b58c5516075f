/** The table of FreeCell: shows scenes and flights, and turns gestures into moves that the page allows. */

import { frame } from "./frame.js";
import { bounce } from "./freecell/bounce.js";
import { flight } from "./freecell/flight.js";
import { CELLS, COLUMNS, HOME } from "./freecell/layout.js";
import { mostFrom, moveBetween, openCard } from "./freecell/moves.js";
import { Table } from "./freecell/table.js";
import { placeWords, sceneWords } from "./freecell/words.js";
import { listen } from "./gestures.js";
import { pointIn } from "./svg.js";

/** @import { BoardOptions, FreecellBoard as Board, FreecellState as State } from "./contract.js" */
/** @import { Picked } from "./freecell/table.js" */

const DOUBLE = 400; // milliseconds between the taps of a double tap

/**
 * @param {HTMLElement} element
 * @param {BoardOptions} options
 * @returns {Board}
 */
export function createBoard(element, options) {
  const { t } = options;
  const { picture, animator, pace, label, shake, controls } = frame(element, "freecell", options, key, 180);
  /** @type {Table | null} */
  let table = null;
  /** @type {State | null} */
  let now = null;
  /** @type {string[]} */
  let moves = [];
  let interactive = true;
  /** @type {Picked | null} */
  let picked = null;
  /** @type {string | null} */
  let cursor = null;
  let dragging = false;
  /** @type {string | null} */
  let hinted = null;

  const observer = new ResizeObserver(() => {
    if (!table || !now) return;
    animator.finish();
    table.resize();
    table.aim(now);
    table.rest();
    adorn();
  });
  observer.observe(element);

  /** Every place in the order of the arrow keys: the row above, then the columns. */
  function places() {
    const { columns = 0, cells = 0 } = table?.level ?? {};
    return [[...CELLS.slice(0, cells), HOME], [...COLUMNS.slice(0, columns)]];
  }

  /** Draws what lies over the cards. */
  function adorn() {
    if (!table || !now) return;
    const state = now;
    const source = picked;
    const targets = source
      ? places()
          .flat()
          .filter((place) => moveBetween(state, moves, source.place, place, source.count))
      : [];
    table.mark(state, dragging ? null : picked, targets, cursor);
    table.hint(state, hinted);
  }

  /** @param {Picked | null} next */
  function pick(next) {
    picked = next;
    adorn();
  }

  /** Sends a move, or says that there is none. @param {Picked} from @param {string} target */
  function attempt(from, target) {
    const move = now && moveBetween(now, moves, from.place, target, from.count);
    pick(null);
    if (move) options.onMove(move);
    else shake();
    return Boolean(move);
  }

  /** Is there a card to take up? @param {string} place @param {number} [count] */
  function take(place, count) {
    if (now && openCard(now, place)) pick({ place, count });
    else shake();
  }

  /** A place was chosen: as a source, then as a target. @param {string} place @param {number} [count] */
  function choose(place, count) {
    if (!picked) take(place, count);
    else if (picked.place === place) pick(null);
    else attempt(picked, place);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (!interactive || event.ctrlKey || event.metaKey || event.altKey) return false;
    const name = event.key.toLowerCase();
    if (name.startsWith("arrow")) steer(name.slice(5), event.shiftKey);
    else if (event.shiftKey) return false;
    else if (name === "escape" && (picked || cursor)) {
      cursor = null;
      pick(null);
    } else if ((name === "enter" || name === " ") && cursor) choose(cursor);
    else if (name.length === 1 && places().flat().includes(name)) choose(name);
    else return false;
    return true;
  }

  /**
   * Moves the cursor; with shift it takes up more cards or fewer.
   * @param {string} way
   * @param {boolean} shift
   */
  function steer(way, shift) {
    if (!table || !now) return;
    const rows = places();
    const at = rows.findIndex((row) => cursor && row.includes(cursor));
    if (!cursor || at < 0) cursor = rows[1][0];
    else if (shift && (way === "up" || way === "down")) {
      if (!picked) take(cursor, 1);
      else {
        const count = (picked.count ?? 1) + (way === "up" ? 1 : -1);
        pick({
          place: picked.place,
          count: Math.max(1, Math.min(count, mostFrom(now, moves, picked.place))),
        });
      }
    } else {
      const [from, { layout }] = [cursor, table];
      const row = rows[way === "up" ? 0 : way === "down" ? 1 : at];
      const step = way === "left" ? -1 : way === "right" ? 1 : 0;
      if (row === rows[at]) cursor = row[(row.indexOf(from) + step + row.length) % row.length];
      else cursor = row.reduce((best, name) => (layout.apart(name, from) < layout.apart(best, from) ? name : best));
    }
    label(placeWords(now, cursor, t));
    adorn();
  }

  /** @param {PointerEvent} event @returns {{place: string, count: number} | null} */
  function spotAt(event) {
    if (!table || !now) return null;
    const [x, y] = pointIn(picture, event);
    const seat = table.seatAt({ x, y });
    if (seat)
      return {
        place: seat.place,
        count: COLUMNS.includes(seat.place) ? now.columns[COLUMNS.indexOf(seat.place)].length - seat.depth : 1,
      };
    const place = table.layout.placeAt({ x, y });
    return place ? { place, count: 1 } : null;
  }

  /** @type {{place: string, count: number, cards: string[], x: number, y: number} | null} in the hand */
  let held = null;
  /** @type {{place: string, count: number} | null} where the pointer went down */
  let pressed = null;
  let last = { place: "", time: 0 };
  let clicks = 0; // of the mouse at one point, counted by the browser as its user has set it

  function letGo() {
    held = null;
    if (!table) return;
    animator.play([flight(table, [], pace.still ? 0 : pace.duration), { ms: 0, draw: () => table?.rest() }]);
  }

  listen(picture, {
    grab(event) {
      animator.finish();
      pressed = spotAt(event);
      held = null;
      dragging = false;
      if (!interactive || !table || !now || !pressed || pressed.place === HOME) return false;
      const { place, count } = pressed;
      if (!openCard(now, place) || count > Math.max(1, mostFrom(now, moves, place))) return false;
      const [x, y] = pointIn(picture, event);
      held = { place, count, cards: table.open(now, place, count), x, y };
      return true;
    },
    drag(event) {
      if (!held || !table) return;
      if (!dragging) {
        dragging = true;
        pick({ place: held.place, count: held.count });
        for (const card of held.cards) table.raise(card);
      }
      const [x, y] = pointIn(picture, event);
      for (const card of held.cards) {
        const seat = table.seats.get(card);
        if (seat) table.put(card, { x: seat.x + x - held.x, y: seat.y + y - held.y }, true);
      }
    },
    drop(event) {
      if (!held || !table || !now) return;
      const { place, count, cards } = held;
      const { x, y } = table.show(cards[0]);
      const [px, py] = pointIn(picture, event);
      const { card, tall } = table.layout;
      const state = now;
      // The card's middle counts, then the pointer itself.
      const target = [
        { x: x + card / 2, y: y + tall / 3 },
        { x: px, y: py },
      ]
        .map((point) => table?.layout.placeAt(point))
        .find((name) => name && moveBetween(state, moves, place, name, count));
      dragging = false;
      pick(null);
      if (target) {
        held = null;
        options.onMove(moveBetween(state, moves, place, target, count) ?? "");
      } else letGo();
    },
    cancel() {
      dragging = false;
      pick(null);
      if (held) letGo();
    },
    tap(event) {
      if (!interactive || !pressed) return pick(null);
      const { place, count } = pressed;
      const soon = event.pointerType === "mouse" ? clicks === 2 : event.timeStamp - last.time < DOUBLE;
      const twice = soon && last.place === place;
      last = { place: twice ? "" : place, time: event.timeStamp };
      if (twice) sendAway(place);
      else choosePointed(place, count);
    },
  });
  // Not `dblclick`: there is none when the table is drawn anew between the clicks.
  picture.addEventListener("mousedown", (event) => {
    clicks = event.detail;
  });

  /** Home if it fits there, otherwise to a free cell. @param {string} place */
  function sendAway(place) {
    const state = now;
    const target = state && [HOME, ...CELLS].find((one) => moveBetween(state, moves, place, one, 1));
    attempt({ place, count: 1 }, target ?? HOME);
  }

  /** A tap that is no target takes up what it hit. @param {string} place @param {number} count */
  function choosePointed(place, count) {
    const move = picked && now && moveBetween(now, moves, picked.place, place, picked.count);
    if (picked && (move || picked.place === place)) choose(place, count);
    else if (now && openCard(now, place)) take(place, Math.min(count, Math.max(1, mostFrom(now, moves, place))));
    else if (picked) attempt(picked, place);
  }

  const describe = () => (now ? sceneWords(now, t) : "");

  return {
    setScene(level, state, legal, { animate = false, steps = [], interactive: open = true } = {}) {
      animator.finish();
      const fresh = table?.level !== level;
      if (!table || fresh) table = new Table(picture, level);
      const scene = table;
      now = state;
      moves = legal;
      interactive = open;
      held = picked = hinted = null;
      dragging = false;
      element.classList.toggle("live", open);
      const all = places().flat();
      label([describe(), ...all.map((place) => placeWords(state, place, t))].join(" "));
      scene.aim(state);
      const tweens = animate && !pace.still && !fresh ? [flight(scene, steps, steps.length > 1 ? pace.duration / 2 : pace.duration)] : [];
      animator.play([...tweens, { ms: 0, draw: () => scene.rest() }]);
      adorn();
    },
    setHint(move) {
      hinted = move;
      adorn();
    },
    setHeat() {}, // a state of cards has no square of its own
    fall: shake,
    celebrate() {
      if (table && !pace.still) animator.add([bounce(table), { ms: 0, draw: () => table?.rest() }]);
    },
    refuse() {
      letGo();
      shake();
    },
    describe,
    key,
    ...controls,
    destroy() {
      observer.disconnect();
      controls.destroy();
    },
  };
}
