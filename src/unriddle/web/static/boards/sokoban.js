/** The board of Sokoban: shows scenes and walks, and turns gestures into moves and macro moves. */
import { directionOf, directionOfKey, directionOfMove } from "./directions.js";
import { frame } from "./frame.js";
import { listen } from "./gestures.js";
import { smooth } from "./motion.js";
import { Scenery } from "./sokoban/scenery.js";
import { boardWords, sceneWords } from "./sokoban/words.js";
import { pointIn } from "./svg.js";

/** @import { BoardOptions, Cell, SokobanBoard as Board, SokobanDid, SokobanLevel as Level, SokobanState as State } from "./contract.js" */
/** @import { Tween } from "./motion.js" */
/** @typedef {import("./contract.js").Step<State, SokobanDid>} Step */

/** One step of the player, who may push a box. A walk of many steps has an even pace.
 * @param {Scenery} scenery
 * @param {Cell} from
 * @param {Step} step
 * @param {number} ms
 * @param {boolean} even
 * @param {number} foot
 * @returns {Tween}
 */
function stride(scenery, from, { move, state, did: { pushed } }, ms, even, foot) {
  const direction = directionOfMove(move) ?? "d";
  const [down, right] = [state.player[0] - from[0], state.player[1] - from[1]];
  /** @type {((part: number) => void) | undefined} */
  let face;
  let box = pushed ? scenery.boxOn(pushed.from) : undefined;
  return {
    ms,
    draw: (t) => {
      face ??= scenery.figure.facing(direction);
      box ??= pushed ? scenery.boxOn(pushed.from) : undefined;
      face(t * 2.5);
      const way = even ? t : smooth(t);
      scenery.figure.draw(from[0] + down * way, from[1] + right * way, {
        stride: Math.sin(Math.PI * t) * foot,
        pushing: Boolean(pushed),
      });
      if (!pushed) return;
      if (t < 1) box?.draw(pushed.from[0] + down * way, pushed.from[1] + right * way);
      else box?.draw(...pushed.to);
    },
  };
}

/**
 * @param {HTMLElement} element
 * @param {BoardOptions} options
 * @returns {Board}
 */
export function createBoard(element, options) {
  const { picture, animator, pace, label, shake, controls } = frame(element, "sokoban", options, key, 160);
  /** @type {Scenery | null} */
  let scenery = null;
  /** @type {State | null} */
  let now = null;
  /** @type {string[]} */
  let moves = [];
  let interactive = true;
  let foot = 1;
  /** @type {Cell | null} */
  let picked = null;

  /** @param {import("./directions.js").Direction} direction */
  function attempt(direction) {
    if (!interactive) return;
    const move = moves.find((one) => one.toLowerCase() === direction);
    pick(null);
    if (move) options.onMove(move);
    else refuse(direction);
  }

  /** Someone who cannot go on at least looks there. @param {string} move */
  function refuse(move) {
    const direction = directionOfMove(move);
    if (scenery && now && direction && !animator.running) {
      scenery.figure.facing(direction)(1);
      scenery.figure.draw(...now.player);
    }
    shake();
  }

  /** @param {Cell | null} box */
  function pick(box) {
    picked = box;
    scenery?.pick(box);
    scenery?.ghost(null);
    scenery?.reach([], []);
    // Where it can go, and where it would be lost there, is known to the rules only.
    if (box)
      void options.askReach?.(box).then(({ free, lost }) => {
        if (String(picked) === String(box)) scenery?.reach(free, lost);
      });
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (interactive && event.key === "Escape" && picked) {
      pick(null);
      return true;
    }
    const direction = directionOfKey(event);
    if (!interactive || !direction) return false;
    attempt(direction);
    return true;
  }

  /** @param {PointerEvent} event @returns {Cell} */
  function cellAt(event) {
    const [x, y] = pointIn(picture, event);
    return [Math.floor(y), Math.floor(x)];
  }

  /** @param {Cell} to */
  function push(to) {
    const box = picked;
    pick(null);
    if (box && String(box) !== String(to)) options.onMacroMove({ kind: "push", box, to });
  }

  /** @type {Cell | null} a box under the pointer that may become a drag */
  let held = null;
  listen(picture, {
    grab(event) {
      const cell = cellAt(event);
      held = interactive && scenery?.boxOn(cell) ? cell : null;
      return Boolean(held);
    },
    hold: () => pick(held),
    cancel: () => pick(null),
    drag(event) {
      if (held && String(picked) !== String(held)) pick(held);
      const cell = cellAt(event);
      scenery?.ghost(scenery.isFloor(cell) ? cell : null);
    },
    drop(event) {
      const cell = cellAt(event);
      if (scenery?.isFloor(cell)) push(cell);
      else pick(null);
    },
    tap(event) {
      const cell = cellAt(event);
      if (!interactive || !scenery?.isFloor(cell)) return pick(null);
      if (scenery.boxOn(cell)) pick(String(picked) === String(cell) ? null : cell);
      else if (picked) push(cell);
      else options.onMacroMove({ kind: "walk", to: cell });
    },
    swipe: (dx, dy) => options.inTurn(() => attempt(directionOf(dy, dx))),
    hover(event) {
      const cell = event && interactive && event.pointerType === "mouse" ? cellAt(event) : null;
      const box = cell && scenery?.boxOn(cell);
      scenery?.hover(cell);
      if (picked) scenery?.ghost(cell && !box && scenery.isFloor(cell) ? cell : null);
      picture.classList.toggle("over-box", Boolean(box));
    },
  });

  const describe = () => (scenery && now ? sceneWords(scenery.level, now, options.t) : "");

  return {
    setScene(level, state, legal, { animate = false, steps = [], tries = legal, interactive: open = true } = {}) {
      animator.finish();
      if (scenery?.level !== level) scenery = new Scenery(picture, level);
      const scene = scenery;
      const start = now?.player ?? state.player;
      now = state;
      moves = tries;
      interactive = open;
      pick(null);
      scene.hint(null, state);
      label(`${describe()} ${boardWords(level, state, options.t)}`);
      element.classList.toggle("live", open);
      const ms = steps.length > 1 ? Math.min(pace.duration, 70) : pace.duration;
      const tweens = (animate && !pace.still ? steps : []).map((step, index) => {
        foot = -foot;
        const from = index ? steps[index - 1].state.player : start;
        return stride(scene, from, step, ms, steps.length > 1, foot);
      });
      const last = steps.at(-1);
      animator.play([
        ...tweens,
        {
          ms: 0,
          draw: () => {
            if (last && !tweens.length) scene.figure.facing(directionOfMove(last.move) ?? "d")(1);
            scene.rest(state);
          },
        },
      ]);
    },
    setHint: (move) => scenery?.hint(move, now),
    setHeat: (squares) => scenery?.heat.show(squares),
    fall: shake,
    celebrate() {
      const scene = scenery;
      if (!scene || !now || pace.still) return;
      const state = now;
      const hops = [...scene.boxes].map((box) => ({ box, place: box.place.split(",").map(Number) }));
      const each = 2 / (hops.length + 3); // of the time; they follow each other
      /** @type {Tween} */
      const dance = {
        ms: 700 + 60 * hops.length,
        draw: (t) => {
          const hop = (/** @type {number} */ start) => Math.sin(Math.PI * Math.min(1, Math.max(0, (t - start) / each)));
          for (const [index, { box, place }] of hops.entries()) box.lift(place[0], place[1], 0.45 * hop((index * each) / 2));
          scene.figure.facing("d")(1);
          scene.figure.draw(state.player[0] - 0.5 * Math.abs(Math.sin(3 * Math.PI * t)), state.player[1]);
        },
      };
      animator.add([dance, { ms: 0, draw: () => scene.rest(state) }]);
    },
    refuse,
    describe,
    key,
    ...controls,
  };
}
