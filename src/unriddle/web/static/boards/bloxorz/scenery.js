import { ANGLE, ARROW, directionOfMove, STEP } from "../directions.js";
import { Heat } from "../heat.js";
import { set, svg } from "../svg.js";
import { Block, boxOver } from "./block.js";
import { Flap } from "./bridge.js";
import { flat, outline, project } from "./projection.js";
import { corners } from "./solid.js";
import { DEPTH, drawRow } from "./tiles.js";

/** @import { BloxorzLevel as Level, BloxorzState as State, Cell } from "../contract.js" */

/** @param {Cell} a @param {Cell} b */
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/**
 * What moves: the whole block, or the cubes, the controlled one first.
 * @param {State} state
 * @returns {Cell[][]}
 */
export const bodies = ({ block, split }) => (split ? [[block[0]], [block[1]]] : [block]);

/** Is the block gone in the goal? @param {Level} level @param {State} state */
export const isHome = ({ goal }, { block, split }) => !split && same(block[0], goal) && same(block[1], goal);

let boards = 0;

/** The pictures of one level, and how they look when nothing moves. */
export class Scenery {
  rows = svg("g");
  floor = svg("g", { transform: flat() });
  standing = svg("g");
  over = svg("g");
  heat = new Heat();
  blocks = [new Block(), new Block()];
  /** @type {Map<string, Flap[]>} */
  flaps = new Map();
  #clip = svg("path");
  #ring = svg("path", { class: "ring", d: "M.24 .5a.26 .26 0 1 1 .52 0a.26 .26 0 1 1 -.52 0z" });
  #hint = svg("path", { class: "hint", d: ARROW });
  #pulse = svg("path", { class: "hint pulse", d: "M.06 .5a.44 .44 0 1 1 .88 0a.44 .44 0 1 1 -.88 0z" });
  #ripple = svg("circle", { class: "ripple" });
  #hover = svg("rect", { class: "hover", width: 1, height: 1, rx: 0.12 });
  #ground = svg("path");
  /** @type {Level} */
  level;

  /** @param {SVGSVGElement} picture @param {Level} level */
  constructor(picture, level) {
    this.level = level;
    const id = "bloxorz-" + ++boards;
    this.rows.append(...level.rows.map((_, row) => drawRow(level, row)));
    for (const { name, cells } of level.bridges) {
      this.flaps.set(
        name,
        cells.map((cell) => {
          const flap = new Flap(level, cell);
          this.rows.children[cell[0]].append(flap.picture);
          return flap;
        }),
      );
    }
    const shadows = svg(
      "g",
      { "clip-path": `url(#${id}-ground)` },
      this.blocks.map((block) => block.shadow),
    );
    this.standing.append(...this.blocks.map((block) => block.picture));
    this.floor.append(this.heat.layer, this.#ripple, this.#hover);
    this.over.append(this.#ring, this.#hint, this.#pulse);
    picture.replaceChildren(
      svg("clipPath", { id: id + "-sink" }, [this.#clip]),
      svg("clipPath", { id: id + "-ground" }, [this.#ground]),
      this.rows,
      this.floor,
      shadows,
      this.standing,
      this.over,
    );
    this.sink = `url(#${id}-sink)`;
    picture.setAttribute("viewBox", viewBox(level));
    this.mark(null);
    this.hint(null, null);
  }

  /** @param {State} state */
  rest(state) {
    const parts = bodies(state);
    this.blocks.forEach((block, index) => {
      const cells = parts[index];
      block.picture.classList.toggle("parked", index === 1);
      this.standing.append(block.picture);
      block.picture.removeAttribute("clip-path");
      set(block.picture, { opacity: 1 });
      block.show(Boolean(cells) && !isHome(this.level, state));
      if (cells) block.draw(boxOver(cells));
    });
    // The nearer cube hides the farther one.
    if (state.split && nearer(state.block[0], state.block[1])) this.standing.append(this.blocks[0].picture);
    for (const row of this.rows.querySelectorAll(".again")) row.remove();
    for (const [name, flaps] of this.flaps) for (const flap of flaps) flap.draw(state.on.includes(name) ? 1 : 0);
    this.ring(state.split ? state.block[0] : null);
    this.ripple([0, 0], 1);
    this.#clipShadows(state.block);
  }

  /** Shadows fall on squares near the block, not into the void. @param {Cell[]} cells */
  #clipShadows(cells) {
    let path = "";
    for (const [row, column] of cells) {
      for (let y = row - 3; y <= row + 3; y++) {
        for (let x = column - 3; x <= column + 3; x++) {
          if ((this.level.rows[y]?.[x] ?? ".") !== ".") path += outline([x, y, 0], [x + 1, y, 0], [x + 1, y + 1, 0], [x, y + 1, 0]);
        }
      }
    }
    this.#ground.setAttribute("d", path);
  }

  /** The mark on top of the controlled cube. @param {Cell | null} cell */
  ring(cell) {
    set(this.#ring, {
      visibility: cell ? "visible" : "hidden",
      transform: `${flat(1)} translate(${cell?.[1] ?? 0} ${cell?.[0] ?? 0})`,
    });
  }

  /** @param {Cell | null} cell */
  mark(cell) {
    const square = cell ? (this.level.rows[cell[0]]?.[cell[1]] ?? ".") : ".";
    set(this.#hover, {
      visibility: square === "." ? "hidden" : "visible",
      x: cell?.[1] ?? 0,
      y: cell?.[0] ?? 0,
    });
    const operated = this.level.switches.find((one) => one.name === square);
    const names = operated ? [...operated.toggle, ...operated.open, ...operated.close] : [];
    for (const [name, flaps] of this.flaps) for (const flap of flaps) flap.mark(names.includes(name));
  }

  /** The wave that a pressed switch sends out. @param {Cell} cell @param {number} part of the way, from 0 to 1 */
  ripple([row, column], part) {
    set(this.#ripple, { cx: column + 0.5, cy: row + 0.5, r: 0.3 + 0.9 * part, opacity: 1 - part });
  }

  /** @param {string | null} move @param {State | null} state */
  hint(move, state) {
    const direction = move && directionOfMove(move);
    set(this.#hint, { visibility: direction ? "visible" : "hidden" });
    set(this.#pulse, { visibility: move === "S" ? "visible" : "hidden" });
    if (!move || !state) return;
    if (direction) {
      const { at, size } = boxOver(bodies(state)[0]);
      const [rows, columns] = STEP[direction];
      const [x, y] = [at[0] + size[0] / 2 + columns * (size[0] / 2 + 0.5), at[1] + size[1] / 2 + rows * (size[1] / 2 + 0.5)];
      set(this.#hint, {
        transform: `${flat()} translate(${x} ${y}) rotate(${ANGLE[direction]}) scale(1.25)`,
      });
    } else set(this.#pulse, { transform: `${flat(1)} translate(${state.block[1][1]} ${state.block[1][0]})` });
  }

  /** Lets a body be seen only where it is above the ground or in the hole of a square. @param {Cell} cell */
  clipToHole([row, column]) {
    const [x, y, top] = [column, row, 4];
    this.#clip.setAttribute("d", outline([x, y + 1, 0], [x + 1, y + 1, 0], [x + 1, y, 0], [x + 1, y, top], [x, y, top], [x, y + 1, top]));
  }

  /**
   * Puts a body between the squares behind it and those before it.
   * @param {Block} block
   * @param {Cell[]} cells
   */
  between(block, cells) {
    const row = Math.max(...cells.map((cell) => cell[0]));
    const column = Math.max(...cells.map((cell) => cell[1]));
    const next = this.rows.children[row + 1] ?? null;
    if (row < 0) this.rows.prepend(block.picture);
    else this.rows.insertBefore(block.picture, next);
    if (row < 0 || row >= this.level.rows.length) return;
    const again = drawRow(this.level, row, Math.max(0, column + 1));
    again.classList.add("again");
    this.rows.insertBefore(again, next);
  }
}

/** Is the first cell nearer to the eye than the second? @param {Cell} a @param {Cell} b */
const nearer = (a, b) => a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);

/** Everything that can be seen of a level, with room for an upright block. @param {Level} level */
function viewBox(level) {
  const points = level.rows.flatMap((squares, y) => {
    const ends = [squares.search(/[^.]/), squares.replace(/\.+$/, "").length - 1].filter((x) => x >= 0);
    return ends.flatMap((x) => corners({ at: [x, y, -DEPTH - 0.2], size: [1, 1, DEPTH + 1.8] }).map(project));
  });
  const [left, right] = [Math.min(...points.map((p) => p[0])) - 0.4, Math.max(...points.map((p) => p[0])) + 0.4];
  const [top, bottom] = [Math.min(...points.map((p) => p[1])), Math.max(...points.map((p) => p[1])) + 0.2];
  return [left, top, right - left, bottom - top].map((n) => n.toFixed(3)).join(" ");
}
