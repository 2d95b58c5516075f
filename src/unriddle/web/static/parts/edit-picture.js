/** The picture of a level that is edited: its board, a grid over it, and the square that is painted next. */

import { flat, project } from "../boards/bloxorz/projection.js";
import { listen } from "../boards/gestures.js";
import { pointIn, roundRect, set, svg } from "../boards/svg.js";
import { h, put } from "../dom.js";
import { t } from "../language.js";
import { thumbnailOf } from "./board-frame.js";

/** @import { Cell } from "../boards/contract.js" */

/** How the squares of each board lie in its picture. @type {Record<string, {lies: string, at: (x: number, y: number) => [number, number], above: number}>} */
const PLANES = {
  sokoban: { lies: "", at: (x, y) => [x, y], above: 0.2 },
  bloxorz: { lies: flat(), at: (x, y) => project([x, y, 0]), above: 1.2 },
};
const MARGIN = 0.3;

export class EditPicture {
  /**
   * @param {string} board
   * @param {{paint: (cells: Cell[], isNew: boolean) => void, type: (square: string, cell: Cell) => boolean, at: (cell: Cell) => string}} handlers
   *   `paint` gets what the pointer or the keys pass over, and whether a stroke begins
   */
  constructor(board, handlers) {
    this.board = board;
    this.handlers = handlers;
    this.plane = PLANES[board];
    /** @type {Cell} */
    this.cursor = [0, 0];
    this.size = [1, 1];
    this.grid = svg("path", { class: "edit-grid" });
    this.dead = svg("path", { class: "edit-dead" });
    this.useless = svg("path", { class: "edit-useless" });
    this.mark = svg("rect", { class: "edit-cursor", width: 1, height: 1 });
    this.over = svg("g", { transform: this.plane.lies }, this.dead, this.grid, this.useless, this.mark);
    this.words = h("p", { class: "unseen", "aria-live": "polite" });
    this.place = h("div", {
      class: "frame-board edit-map",
      tabindex: 0,
      role: "application",
      "aria-label": `${t("edit.map")}. ${t("edit.keys")}`,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.element = h("div", { class: "frame", "data-board": board }, this.place, this.words);
    /** Where a finger went down: it paints when it moves or goes up, for a second one may come to zoom. @type {Cell | null} */
    this.touched = null;
    listen(this.place, {
      grab: (event) => this.press(event),
      drag: (event) => this.move(event),
      drop: () => this.begin(),
      tap: () => this.begin(),
    });
  }

  /** @param {{level: any, state: any, rows: string[]}} sheet */
  async draw({ level, state, rows }) {
    const thumbnail = await thumbnailOf(this.board);
    const picture = thumbnail(level, state);
    const [height, width] = [rows.length, rows[0].length];
    this.size = [height, width];
    const lines = [...rows.keys(), height].map((y) => `M0 ${y}h${width}`);
    const columns = Array.from({ length: width + 1 }, (_, x) => `M${x} 0v${height}`);
    set(this.grid, { d: [...lines, ...columns].join("") });
    const corners = [0, width].flatMap((x) => [0, height].map((y) => this.plane.at(x, y)));
    const [xs, ys] = [corners.map((one) => one[0]), corners.map((one) => one[1])];
    const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN - this.plane.above];
    set(picture, { viewBox: [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].join(" ") });
    picture.append(this.over);
    put(this.place, picture);
    this.point(this.cursor);
  }

  /** What was found out about the squares. @param {Cell[]} dead @param {Cell[]} useless */
  tell(dead, useless) {
    set(this.dead, { d: dead.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join("") });
    set(this.useless, { d: useless.map(([row, column]) => roundRect(column + 0.12, row + 0.12, 0.76, 0.76, 0.1)).join("") });
  }

  destroy() {}

  /** @param {Cell} cell */
  point([row, column]) {
    const [height, width] = this.size;
    this.cursor = [Math.min(Math.max(row, 0), height - 1), Math.min(Math.max(column, 0), width - 1)];
    set(this.mark, { x: this.cursor[1], y: this.cursor[0] });
  }

  /** Say where the cursor is. */
  say() {
    const [row, column] = this.cursor;
    this.words.textContent = t("edit.at", { row: row + 1, column: column + 1, square: this.handlers.at(this.cursor) });
  }

  /** @param {PointerEvent} event @returns {Cell | null} */
  cellAt(event) {
    const [x, y] = pointIn(this.over, event);
    const [row, column] = [Math.floor(y), Math.floor(x)];
    return row >= 0 && column >= 0 && row < this.size[0] && column < this.size[1] ? [row, column] : null;
  }

  /** @param {PointerEvent} event @returns {boolean} */
  press(event) {
    this.touched = this.cellAt(event);
    if (!this.touched) return false;
    this.point(this.touched);
    if (event.pointerType !== "touch") this.begin();
    return true;
  }

  /** Paint the first square of a stroke. */
  begin() {
    if (this.touched) this.handlers.paint([this.touched], true);
    this.touched = null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const cell = this.cellAt(event);
    if (!cell || String(cell) === String(this.cursor)) return;
    this.begin();
    this.handlers.paint(between(this.cursor, cell), false); // a quick pointer leaps over squares
    this.point(cell);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = /** @type {Record<string, Cell>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] })[
      event.key
    ];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      this.point([this.cursor[0] + step[0], this.cursor[1] + step[1]]);
      if (event.shiftKey) this.handlers.paint([this.cursor], true);
      this.say();
    } else if (event.key === " " || event.key === "Enter") this.handlers.paint([this.cursor], true);
    else if (event.key.length > 1 || !this.handlers.type(event.key, this.cursor)) return;
    event.preventDefault();
  }
}

/** The squares on the straight way from one to another, without the first. @param {Cell} from @param {Cell} to @returns {Cell[]} */
function between([top, left], [row, column]) {
  const steps = Math.max(Math.abs(row - top), Math.abs(column - left));
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    return [Math.round(top + part * (row - top)), Math.round(left + part * (column - left))];
  });
}
