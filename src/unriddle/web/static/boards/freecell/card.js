/** One card, drawn 100 wide and 140 high. */
import { roundRect, set, svg } from "../svg.js";
import { suitPath } from "./suits.js";

export const WIDTH = 100;
export const HEIGHT = 140;
export const RANKS = "A23456789TJQK";

/** @param {string} card */
export const rankOf = (card) => RANKS.indexOf(card[0]) + 1;
/** @param {string} rank */
export const rankText = (rank) => (rank === "T" ? "10" : rank);

const [LEFT, MIDDLE, RIGHT] = [31, 50, 69];
const [TOP, CENTRE, BOTTOM] = [48, 84, 120];
/** The pips of a rank: how many at each side, from top to bottom, and where those in the middle are. @type {Record<string, [sides: number, middle: number[]]>} */
const PIPS = {
  2: [0, [TOP, BOTTOM]],
  3: [0, [TOP, CENTRE, BOTTOM]],
  4: [2, []],
  5: [2, [CENTRE]],
  6: [3, []],
  7: [3, [66]],
  8: [3, [66, 102]],
  9: [4, [CENTRE]],
  T: [4, [60, 108]],
};

/** The shape of all pips of a card. @param {string} rank @param {string} suit */
function pips(rank, suit) {
  const [sides, middle] = PIPS[rank];
  const heights = Array.from({ length: sides }, (_, at) => TOP + ((BOTTOM - TOP) * at) / (sides - 1));
  const pip = (/** @type {number} */ x) => (/** @type {number} */ y) => suitPath(suit, x, y, 22, y > CENTRE);
  return [...heights.map(pip(LEFT)), ...heights.map(pip(RIGHT)), ...middle.map(pip(MIDDLE))].join("");
}

/** What the court wears: a crown with a cross, a diadem with pearls, a cap with a feather. */
const HEADGEAR = {
  K: "M30 74v-24l10 11l10 -17l10 17l10 -11v24zM30 78h40v5h-40zM48.2 44v-4h-3v-3.5h3v-3h3.6v3h3v3.5h-3v4z",
  Q:
    "M31 74q-4 -12 -3 -22q7 3 10 9q3 -10 12 -17q9 7 12 17q3 -6 10 -9q1 10 -3 22zM31 78h38v5h-38z" +
    "M25 49a3 3 0 1 1 6 0a3 3 0 1 1 -6 0zM47 40a3 3 0 1 1 6 0a3 3 0 1 1 -6 0zM69 49a3 3 0 1 1 6 0a3 3 0 1 1 -6 0z",
  J: "M30 78q-2 -22 20 -24q22 2 20 24zM28 80h44v5h-44zM62 58q2 -18 14 -22q2 14 -9 25z",
};

/**
 * @param {string} card such as "TD"
 * @param {boolean} compact for small screens: a larger index, no pips
 */
export function drawCard(card, compact) {
  const [rank, suit] = card;
  const court = HEADGEAR[/** @type {"K"} */ (rank)];
  const text = svg("text", {
    x: compact ? 6 : 8,
    y: compact ? 38 : 22,
    class: compact ? "rank large" : "rank",
  });
  text.textContent = rankText(rank);
  if (compact && rank === "T") set(text, { textLength: 44, lengthAdjust: "spacingAndGlyphs" });
  const ink = (/** @type {string} */ d, name = "ink") => svg("path", { class: name, d });
  const parts = [
    svg("path", { class: "shade", d: roundRect(-1, 3, WIDTH + 2, HEIGHT + 2, 10) }),
    svg("path", { class: "paper", d: roundRect(0, 0, WIDTH, HEIGHT, 9) }),
    svg("g", { class: "index" }, [text, ink(compact ? suitPath(suit, 77, 23, 33) : suitPath(suit, 84, 14, 19))]),
  ];
  if (compact) parts.push(ink(suitPath(suit, 50, 94, court ? 50 : 66)));
  else if (court) {
    parts.push(
      ink(roundRect(20, 39, 60, 92, 6), "panel"),
      svg("path", { class: "gear", d: court, transform: "translate(0 7)" }),
      ink(suitPath(suit, 50, 110, 32)),
    );
  } else if (rank === "A") parts.push(ink(suitPath(suit, MIDDLE, CENTRE, 62)));
  else parts.push(ink(pips(rank, suit)));
  return svg("g", { class: `card ${"DH".includes(suit) ? "red" : "black"}`, "data-card": card }, parts);
}
