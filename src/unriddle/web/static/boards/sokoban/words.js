/** A board of Sokoban in words. */
import { STEP } from "../directions.js";

/** @import { BoardOptions, Cell, SokobanLevel as Level, SokobanState as State } from "../contract.js" */
/** @typedef {BoardOptions["t"]} Translate */

/** Where the player is and what is around, for after every move. @param {Level} level @param {State} state @param {Translate} t */
export function sceneWords({ floor, goals }, { player, boxes }, t) {
  const [floors, homes, full] = [floor, goals, boxes].map((cells) => new Set(cells.map(String)));
  const kind = (/** @type {string} */ cell) =>
    full.has(cell) ? (homes.has(cell) ? "home" : "box") : homes.has(cell) ? "goal" : floors.has(cell) ? "floor" : "wall";
  const towards = (/** @type {Cell} */ [down, right]) => t(`board.sokoban.at.${kind(String([player[0] + down, player[1] + right]))}`);
  return t("board.sokoban.scene", {
    place: place(player, t),
    up: towards(STEP.u),
    right: towards(STEP.r),
    down: towards(STEP.d),
    left: towards(STEP.l),
    home: boxes.filter((box) => homes.has(String(box))).length,
    boxes: boxes.length,
  });
}

/** All boxes and goals, for who comes to the board. @param {Level} level @param {State} state @param {Translate} t */
export function boardWords({ width, height, goals }, { boxes }, t) {
  const places = (/** @type {Cell[]} */ cells) => cells.map((cell) => place(cell, t)).join("; ");
  return t("board.sokoban.whole", { rows: height, columns: width, boxes: places(boxes), goals: places(goals) });
}

/** @param {Cell} cell @param {Translate} t */
const place = ([row, column], t) => t("board.place", { row: row + 1, column: column + 1 });
