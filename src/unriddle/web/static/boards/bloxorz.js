/** The board of Bloxorz: shows scenes and steps, and turns gestures into moves that the page allows. */
import { fallOf, tweensOf } from "./bloxorz/animations.js";
import { unproject } from "./bloxorz/projection.js";
import { isHome, Scenery, same } from "./bloxorz/scenery.js";
import { isBridge } from "./bloxorz/tiles.js";
import { directionOf, directionOfKey } from "./directions.js";
import { frame } from "./frame.js";
import { listen } from "./gestures.js";
import { pointIn } from "./svg.js";

/** @import { BloxorzBoard as Board, BloxorzLevel as Level, BloxorzState as State, BoardOptions, Cell } from "./contract.js" */

/** All squares that do something, for who comes to the board. @param {Level} level @param {BoardOptions["t"]} t */
function boardWords({ rows, switches }, t) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const [row, squares] of rows.entries())
    for (const [column, square] of [...squares].entries())
      if (!".#!".includes(square))
        places.set(square, [...(places.get(square) ?? []), t("board.place", { row: row + 1, column: column + 1 })]);
  const line = (/** @type {[string, string[]]} */ [name, cells]) => {
    const one = switches.find((each) => each.name === name);
    const does = /** @type {const} */ (["toggle", "open", "close"]).flatMap((what) =>
      one?.[what].length ? t(`board.bloxorz.${what}`, { names: one[what].join(", ") }) : [],
    );
    const kind = one ? (one.heavy ? "heavy" : "soft") : name === "~" ? "fragile" : isBridge(name) ? "bridge" : "divider";
    return t(`board.bloxorz.${kind}`, { name, places: cells.join("; "), does: does.join("") });
  };
  return [t("board.bloxorz.size", { rows: rows.length, columns: rows[0].length }), ...[...places].map(line)].join(" ");
}

/**
 * @param {HTMLElement} element
 * @param {BoardOptions} options
 * @returns {Board}
 */
export function createBoard(element, options) {
  const { picture, animator, pace, label, shake, controls } = frame(element, "bloxorz", options, key, 180);
  /** @type {Scenery | null} */
  let scenery = null;
  /** @type {State | null} */
  let now = null;
  let interactive = true;
  /** @type {string[]} */
  let tries = [];
  /** @type {string[]} moves that do not fall */
  let safe = [];
  let fallen = "";

  /** @param {string} move */
  function attempt(move) {
    if (!interactive) return;
    if (tries.includes(move)) options.onMove(move);
    else shake();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const direction = directionOfKey(event);
    if (!interactive || (!direction && event.code !== "Space")) return false;
    attempt(direction ? direction.toUpperCase() : "S");
    return true;
  }

  /** @param {PointerEvent} event @returns {Cell} */
  function cellAt(event) {
    const [x, y] = unproject(...pointIn(picture, event));
    return [Math.floor(y), Math.floor(x)];
  }

  listen(picture, {
    tap(event) {
      if (!scenery || !interactive || !now) return;
      const to = cellAt(event);
      if (event.pointerType !== "mouse") scenery.mark(to); // a finger cannot hover
      if (now.split && same(to, now.block[1])) attempt("S");
      else if ((scenery.level.rows[to[0]]?.[to[1]] ?? ".") !== ".") options.onMacroMove({ kind: "reach", to });
    },
    swipe(dx, dy) {
      const [columns, rows] = unproject(dx, dy);
      options.inTurn(() => attempt(directionOf(rows, columns).toUpperCase()));
    },
    hover: (event) => scenery?.mark(event && interactive && event.pointerType === "mouse" ? cellAt(event) : null),
  });

  function describe() {
    if (!scenery || !now) return "";
    const place = ([row, column] = /** @type {Cell} */ ([0, 0])) => options.t("board.place", { row: row + 1, column: column + 1 });
    const { block, split, on } = now;
    const [first, second] = [place(block[0]), place(block[1])];
    const pose = split ? "split" : same(block[0], block[1]) ? "upright" : "lying";
    const parts = [isHome(scenery.level, now) ? options.t("board.bloxorz.home") : options.t("board.bloxorz." + pose, { first, second })];
    parts.push(options.t("board.bloxorz.goal", { place: place(scenery.level.goal) }));
    if (scenery.level.bridges.length) parts.push(options.t("board.bloxorz.bridges", { on: on.join(", ") || "–" }));
    if (safe.length && interactive)
      parts.push(options.t("board.bloxorz.safe", { ways: safe.map((move) => options.t(`board.way.${move.toLowerCase()}`)).join(", ") }));
    if (fallen) parts.push(fallen);
    return parts.join(" ");
  }

  return {
    setScene(level, state, legal, { animate = false, steps = [], tries: also = legal, interactive: open = true } = {}) {
      animator.finish();
      if (scenery?.level !== level) scenery = new Scenery(picture, level);
      const scene = scenery;
      const before = now ?? state;
      now = state;
      tries = also;
      safe = legal;
      interactive = open;
      fallen = "";
      scene.hint(null, state);
      if (!element.matches(":hover")) scene.mark(null);
      label(`${describe()} ${boardWords(level, options.t)}`);
      element.classList.toggle("live", open);
      const ms = steps.length > 1 ? Math.min(pace.duration, 110) : pace.duration;
      const tweens = (animate && !pace.still ? steps : []).flatMap((step, index) =>
        tweensOf(scene, index ? steps[index - 1].state : before, step, ms),
      );
      animator.play([...tweens, { ms: 0, draw: () => scene.rest(state) }]);
    },
    setHint: (move) => scenery?.hint(move, now),
    setHeat: (squares) => scenery?.heat.show(squares),
    fall(fall, reason) {
      animator.finish();
      if (!scenery || !now) return;
      fallen = reason;
      label(describe());
      animator.play(fallOf(scenery, now, fall, pace.still ? 0 : pace.duration));
    },
    refuse: shake,
    describe,
    key,
    ...controls,
  };
}
