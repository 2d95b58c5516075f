/** A deal that is won: the cards leap from their homes and bounce across the table. */
import { RANKS } from "./card.js";
import { SUITS } from "./layout.js";

const BETWEEN = 90; // milliseconds from one card to the next
const FLIGHT = 1700;
const GRAVITY = 1.9; // heights of the table a second, each second

/**
 * @param {import("./table.js").Table} table
 * @returns {import("../motion.js").Tween}
 */
export function bounce(table) {
  const { picture, layout } = table;
  const [width, floor] = [picture.clientWidth, picture.clientHeight - layout.tall];
  const cards = [...RANKS].reverse().flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  const ways = cards.map((card, index) => {
    // No two alike, and always the same: nothing here is left to chance.
    const speed = (0.25 + 0.4 * ((index * 37) % 11) * 0.1) * (index % 2 ? -1 : 1);
    return { card, start: index * BETWEEN, speed: speed * width, ...layout.at(card[1], 0, 1) };
  });
  const total = (cards.length - 1) * BETWEEN + FLIGHT;
  return {
    ms: total,
    draw: (t) => {
      for (const { card, start, speed, x, y } of ways) {
        const seconds = (t * total - start) / 1000;
        if (seconds < 0 || seconds * 1000 > FLIGHT) {
          if (seconds > 0) table.put(card, { x: -2 * layout.card, y: 0 });
          continue;
        }
        if (table.show(card).picture.getAttribute("display") === "none") table.show(card).picture.setAttribute("display", "inline");
        table.raise(card);
        table.put(card, { x: x + speed * seconds, y: height(seconds, y, floor, GRAVITY * floor) });
      }
    },
  };
}

/** Where something is that falls from `y` to `floor` and bounces, losing a third of its speed each time.
 * @param {number} seconds @param {number} y @param {number} floor @param {number} gravity */
function height(seconds, y, floor, gravity) {
  const first = Math.sqrt((2 * Math.max(0, floor - y)) / gravity);
  if (seconds < first) return y + (gravity * seconds ** 2) / 2;
  let left = seconds - first;
  let speed = (gravity * first * 2) / 3;
  while (speed > 20 && left > (2 * speed) / gravity) {
    left -= (2 * speed) / gravity;
    speed *= 2 / 3;
  }
  return speed > 20 ? floor - speed * left + (gravity * left ** 2) / 2 : floor;
}
