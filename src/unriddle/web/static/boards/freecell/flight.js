/** How cards fly: those of a move first, then one by one those that go home by themselves. */
import { glide } from "../motion.js";

/** @import { FreecellDid, FreecellState as State } from "../contract.js" */
/** @import { Tween } from "../motion.js" */
/** @import { Table } from "./table.js" */
/** @typedef {import("../contract.js").Step<State, FreecellDid>} Step */

/**
 * From where the cards are seen now to their seats.
 * @param {Table} table @param {Step[]} steps @param {number} duration @returns {Tween}
 */
export function flight(table, steps, duration) {
  /** @type {Map<string, number>} when each card sets off */
  const departures = new Map();
  let clock = 0;
  for (const { did } of steps) {
    for (const card of did.carried) departures.set(card, clock);
    for (const { card } of did.autoplayed) {
      clock += duration * 0.55;
      departures.set(card, clock);
    }
    clock += duration * 0.55;
  }
  const airtime = duration * 1.4;
  const flights = [...table.seats]
    .map(([card, to]) => {
      const { x, y } = table.show(card);
      return { card, from: { x, y }, to, start: departures.get(card) ?? 0, flies: departures.has(card), raised: false };
    })
    .filter(({ from, to }) => Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 0.5);
  // A card that goes under another one must leave first in the list too: those carried keep their order.
  flights.sort((a, b) => a.start - b.start || a.to.order - b.to.order);
  const total = Math.max(0, ...flights.map(({ start }) => start)) + airtime;
  return {
    ms: flights.length ? total : 0,
    draw: (t) => {
      for (const one of flights) {
        const progress = Math.min(1, (t * total - one.start) / airtime);
        if (progress < 0) continue;
        if (one.flies && !one.raised) table.raise(one.card);
        one.raised = true;
        const way = glide(progress);
        const { from, to } = one;
        table.put(one.card, { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way }, one.flies && progress < 1);
      }
    },
  };
}
