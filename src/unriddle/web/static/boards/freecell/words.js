/** A table of FreeCell in words. */
import { RANKS, rankText } from "./card.js";
import { CELLS, COLUMNS, HOME } from "./layout.js";

/** @import { BoardOptions, FreecellState as State } from "../contract.js" */
/** @typedef {BoardOptions["t"]} Translate */

/** @param {State} state @param {Translate} t */
export function sceneWords({ cells, home }, t) {
  return t("board.freecell.scene", {
    home: Object.values(home).reduce((sum, rank) => sum + rank, 0),
    free: cells.filter((card) => !card).length,
    cells: cells.length,
  });
}

/** What lies at a place. @param {State} state @param {string} place @param {Translate} t */
export function placeWords({ columns, cells, home }, place, t) {
  const [kind, cards] =
    place === HOME
      ? ["home", Object.entries(home).map(([suit, rank]) => rank && RANKS[rank - 1] + suit)]
      : COLUMNS.includes(place)
        ? ["column", columns[COLUMNS.indexOf(place)]]
        : ["cell", [cells[CELLS.indexOf(place)]]];
  const words = cards.map((card) => card && rankText(card[0]) + card[1]).filter(Boolean);
  return t("board.freecell." + kind, { name: place, cards: words.join(" ") || t("board.freecell.empty") });
}
