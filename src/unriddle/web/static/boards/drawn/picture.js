/** A drawing in characters as a picture: every character in its own cell, coloured by what it shows. */
import { set, svg } from "../svg.js";

/** @import { DrawnState as State } from "../contract.js" */

const WIDE = 10;
const HIGH = 18;
/** Characters and rows that fit at least: a picture of three letters shall not fill the screen. */
const LEAST = { columns: 14, rows: 4 };
/** What the notations of this program show: the colour of the square, if it has one, and that of what stands on it. */
const LOOKS = new Map(
  Object.entries({
    wall: ["wall", "wall-top"],
    floor: ["floor", "ink-2"],
    outside: ["", "ink-2"],
    void: ["", "ink-2"],
    label: ["", "ink-3"],
    empty: ["", "ink-3"],
    goal: ["floor", "goal"],
    box: ["box", "card-black"],
    "box on goal": ["box-home", "card-black"],
    player: ["accent-soft", "accent"],
    "player on goal": ["accent-soft", "accent"],
    "": ["", "ink"],
  }),
);
/** Of what others show. */
const TINTS = ["accent", "good", "bad", "warn", "switch-soft", "switch-heavy"];

/** @param {SVGSVGElement} picture @param {State} state */
export function paint(picture, { rows }) {
  const columns = Math.max(0, ...rows.map((row) => row.reduce((sum, [text]) => sum + text.length, 0)));
  const [width, height] = [columns * WIDE, rows.length * HIGH];
  const [w, h] = [Math.max(width, LEAST.columns * WIDE) + WIDE, Math.max(height, LEAST.rows * HIGH) + WIDE];
  set(picture, { viewBox: `${(width - w) / 2} ${(height - h) / 2} ${w} ${h}` });
  picture.replaceChildren(...rows.flatMap((row, number) => rowOf(row, number * HIGH)));
}

/** @param {State["rows"][number]} row @param {number} y @returns {SVGElement[]} */
function rowOf(row, y) {
  /** @type {SVGElement[]} */
  const parts = [];
  let column = 0;
  for (const [text, role] of row) {
    const from = column;
    column += text.length;
    const [square, ink] = LOOKS.get(role) ?? ["", tintOf(role)];
    if (square) parts.push(svg("rect", { fill: `var(--${square})`, x: from * WIDE, y, width: text.length * WIDE, height: HIGH }));
    const marks = [...text].map((mark, index) => ({ mark, x: (from + index + 0.5) * WIDE })).filter(({ mark }) => mark.trim());
    if (!marks.length) continue;
    const word = svg("text", {
      class: "glyph",
      fill: `var(--${ink})`,
      x: marks.map(({ x }) => x).join(" "),
      y: y + HIGH * 0.72,
    });
    word.textContent = marks.map(({ mark }) => mark).join("");
    parts.push(word);
  }
  return parts;
}

/** @param {string} role */
function tintOf(role) {
  let sum = 0;
  for (const letter of role) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return TINTS[sum % TINTS.length];
}

/** The picture as it is read aloud, row by row. @param {State} state */
export const textOf = ({ rows }) =>
  rows
    .map((row) =>
      row
        .map(([text]) => text)
        .join("")
        .trim(),
    )
    .filter(Boolean)
    .join("; ");
