import { short, svg } from "../svg.js";
import { COLUMNS, HOME, Layout } from "./layout.js";
import { suitPath } from "./suits.js";

/** @import { FreecellLevel as Level, FreecellState as State } from "../contract.js" */

/** A still picture of a deal: only the seen part of each card. @param {Level} level @param {State} state */
export function thumbnail(level, state) {
  const layout = new Layout(400, 300, level.columns, level.cells);
  const seats = [...layout.seats(state)];
  const next = new Set(seats.map(([, { place, depth }]) => place + depth));
  const ink = { red: "", black: "" };
  let paper = "";
  for (const [card, { place, depth, x, y }] of seats) {
    const covered = place !== HOME && next.has(place + (depth + 1));
    const count = state.columns[COLUMNS.indexOf(place)]?.length ?? 1;
    const [wide, seen] = [short(layout.card), short(covered ? layout.fan(count) : layout.tall)];
    paper += `M${short(x)} ${short(y)}h${wide}v${seen}h${-wide}z`;
    const size = layout.card * (covered ? 0.26 : 0.5);
    ink["DH".includes(card[1]) ? "red" : "black"] += covered
      ? suitPath(card[1], x + size * 0.8, y + layout.fan(count) / 2, size)
      : suitPath(card[1], x + layout.card / 2, y + layout.tall / 2, size);
  }
  const slots = [...layout.spots.values()].map(({ x, y }) =>
    svg("rect", { class: "slot", x, y, width: layout.card, height: layout.tall, rx: 3 }),
  );
  return svg("svg", { class: "board board-freecell", viewBox: "0 0 400 300", "aria-hidden": "true" }, [
    ...slots,
    svg("path", { class: "paper", d: paper }),
    svg("g", { class: "red" }, [svg("path", { class: "ink", d: ink.red })]),
    svg("g", { class: "black" }, [svg("path", { class: "ink", d: ink.black })]),
  ]);
}
