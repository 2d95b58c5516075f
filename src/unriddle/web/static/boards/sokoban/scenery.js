import { ANGLE, ARROW, directionOfMove } from "../directions.js";
import { Heat } from "../heat.js";
import { roundRect, set, svg } from "../svg.js";
import { Figure } from "./figure.js";
import { outlines } from "./walls.js";

/** @import { Cell, SokobanLevel as Level, SokobanState as State } from "../contract.js" */

/** One box; it knows where it stands, since all look alike. */
class Box {
  picture = svg("g", {}, [
    svg("path", { class: "box-shadow", d: roundRect(0.1, 0.14, 0.84, 0.82, 0.12) }),
    svg("path", { class: "box-body", d: roundRect(0.08, 0.06, 0.84, 0.84, 0.12) }),
    svg("path", { class: "box-panel", d: roundRect(0.2, 0.18, 0.6, 0.6, 0.05) }),
    svg("path", { class: "box-brace", d: "M.24 .22L.76 .74M.76 .22L.24 .74" }),
    svg("path", { class: "box-check", d: "M.32 .5l.13 .13l.24 -.28" }),
  ]);

  /** @param {Set<string>} goals */
  constructor(goals) {
    this.goals = goals;
    this.place = "";
  }

  /** @param {number} row @param {number} column */
  draw(row, column) {
    this.place = row + "," + column;
    set(this.picture, {
      transform: `translate(${column} ${row})`,
      class: this.goals.has(this.place) ? "box home" : "box",
    });
  }

  /** Draws it above its square, where it still stands. @param {number} row @param {number} column @param {number} height */
  lift(row, column, height) {
    set(this.picture, { transform: `translate(${column} ${row - height})` });
  }
}

/** The pictures of one level, and how they look when nothing moves. */
export class Scenery {
  heat = new Heat();
  figure = new Figure();
  /** @type {Box[]} */
  boxes = [];
  #boxLayer = svg("g");
  #goals;
  #floor;
  #hover = svg("rect", { class: "hover", width: 0.9, height: 0.9, rx: 0.14 });
  #picked = svg("rect", { class: "picked", width: 0.96, height: 0.96, rx: 0.16 });
  #ghost = svg("g", { class: "ghost" }, [svg("path", { d: roundRect(0.08, 0.08, 0.84, 0.84, 0.12) })]);
  #hint = svg("path", { class: "hint", d: ARROW });
  #free = svg("path", { class: "free" });
  #lost = svg("path", { class: "lost" });
  #crosses = svg("path", { class: "lost-mark" });

  /** @param {SVGSVGElement} picture @param {Level} level */
  constructor(picture, level) {
    this.level = level;
    const { width, height, walls, floor, goals, decoration } = level;
    this.#goals = new Set(goals.map(String));
    this.#floor = new Set(floor.map(String));
    const path = (/** @type {string} */ name, /** @type {string} */ d) => svg("path", { class: name, d });
    const squares = floor.filter(([row, column]) => (row + column) % 2).map(([row, column]) => `M${column} ${row}h1v1h-1z`);
    const marks = goals.map(([row, column]) => roundRect(column + 0.26, row + 0.26, 0.48, 0.48, 0.24));
    const dots = goals.map(([row, column]) => roundRect(column + 0.41, row + 0.41, 0.18, 0.18, 0.09));
    const shape = outlines(walls, 0.2);
    const still = decoration.map(([row, column]) => {
      const box = new Box(this.#goals);
      box.draw(row, column);
      return box.picture;
    });
    picture.replaceChildren(
      path("floor", outlines([...floor, ...goals], 0.05)),
      path("floor-2", squares.join("")),
      path("goal", marks.join("")),
      path("goal-dot", dots.join("")),
      svg("g", { transform: "translate(0 .13)" }, [path("wall", shape)]),
      path("wall-top", shape),
      this.heat.layer,
      this.#lost,
      this.#crosses,
      this.#free,
      this.#hover,
      svg("g", {}, still),
      this.#boxLayer,
      this.#picked,
      this.#ghost,
      this.figure.picture,
      this.#hint,
    );
    set(picture, { viewBox: `-0.2 -0.2 ${width + 0.4} ${height + 0.5}` });
    this.hover(null);
    this.pick(null);
    this.ghost(null);
    this.hint(null, null);
  }

  /** @param {State} state */
  rest({ player, boxes }) {
    while (this.boxes.length < boxes.length) this.boxes.push(new Box(this.#goals));
    for (const box of this.boxes.splice(boxes.length)) box.picture.remove();
    // A box that stands where it should stays what it is; the others are placed again.
    const wanted = new Set(boxes.map(String));
    const lost = this.boxes.filter((box) => !wanted.delete(box.place));
    for (const place of wanted) {
      const [row, column] = place.split(",").map(Number);
      lost.pop()?.draw(row, column);
    }
    this.#boxLayer.append(...this.boxes.filter((box) => !box.picture.parentNode).map((box) => box.picture));
    this.figure.draw(...player);
  }

  /** @param {Cell} cell */
  boxOn(cell) {
    return this.boxes.find((box) => box.place === String(cell));
  }

  /** @param {Cell} cell */
  isFloor(cell) {
    return this.#floor.has(String(cell));
  }

  /** @param {Cell | null} cell */
  hover(cell) {
    place(this.#hover, cell && this.isFloor(cell) ? cell : null, 0.05);
  }

  /** The box that will be pushed. @param {Cell | null} cell */
  pick(cell) {
    place(this.#picked, cell, 0.02);
  }

  /** Where the box that is picked can be brought, and where it would be lost. @param {Cell[]} free @param {Cell[]} lost */
  reach(free, lost) {
    set(this.#free, { d: free.map(([row, column]) => roundRect(column + 0.42, row + 0.42, 0.16, 0.16, 0.08)).join("") });
    set(this.#lost, { d: lost.map(([row, column]) => `M${column + 0.02} ${row + 0.02}h.96v.96h-.96z`).join("") });
    set(this.#crosses, { d: lost.map(([row, column]) => `M${column + 0.34} ${row + 0.34}l.32 .32m0 -.32l-.32 .32`).join("") });
  }

  /** Where the box that is dragged would go. @param {Cell | null} cell */
  ghost(cell) {
    set(this.#ghost, {
      visibility: cell ? "visible" : "hidden",
      transform: `translate(${cell?.[1] ?? 0} ${cell?.[0] ?? 0})`,
    });
  }

  /** @param {string | null} move @param {State | null} state */
  hint(move, state) {
    const direction = move && directionOfMove(move);
    set(this.#hint, { visibility: direction && state ? "visible" : "hidden" });
    if (!direction || !state) return;
    const [row, column] = state.player;
    set(this.#hint, {
      transform: `translate(${column + 0.5} ${row + 0.5}) rotate(${ANGLE[direction]}) translate(.85 0) scale(1.2)`,
    });
  }
}

/** @param {SVGElement} rect @param {Cell | null} cell @param {number} margin */
function place(rect, cell, margin) {
  set(rect, {
    visibility: cell ? "visible" : "hidden",
    x: (cell?.[1] ?? 0) + margin,
    y: (cell?.[0] ?? 0) + margin,
  });
}
