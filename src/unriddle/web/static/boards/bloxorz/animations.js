/** How moves look: rolling, folding bridges, parting, sinking into the goal, falling. */
import { directionOfMove, STEP } from "../directions.js";
import { smooth } from "../motion.js";
import { set } from "../svg.js";
import { boxOver } from "./block.js";
import { bodies, isHome, same } from "./scenery.js";
import { corners, rollEdge, turn } from "./solid.js";

/** @import { BloxorzDid, BloxorzState as State, Cell, Fall } from "../contract.js" */
/** @import { Tween } from "../motion.js" */
/** @import { Block } from "./block.js" */
/** @import { Scenery } from "./scenery.js" */
/** @import { Box } from "./solid.js" */
/** @typedef {import("../contract.js").Step<State, BloxorzDid>} Step */

/**
 * The animations of one step.
 * @param {Scenery} scenery
 * @param {State} before
 * @param {Step} step
 * @param {number} duration
 * @returns {Tween[]}
 */
export function tweensOf(scenery, before, { move, state, did }, duration) {
  /** @type {Tween[]} */
  const tweens = [{ ms: 0, draw: () => scenery.rest(before) }];
  const direction = directionOfMove(move);
  if (direction) tweens.push(roll(scenery, before, direction, duration));
  const changed = [...scenery.flaps].filter(([name]) => state.on.includes(name) !== before.on.includes(name));
  const pressed = did.landing.find(([row, column]) => did.fired.includes(scenery.level.rows[row]?.[column]));
  if (changed.length || pressed) {
    tweens.push({
      ms: duration,
      draw: (t) => {
        if (pressed) scenery.ripple(pressed, t);
        for (const [name, flaps] of changed) {
          for (const flap of flaps) flap.draw(smooth(state.on.includes(name) ? t : 1 - t));
        }
      },
    });
  }
  if (state.split && !before.split) tweens.push(part(scenery, did.landing[0], state.block, duration * 2));
  if (isHome(scenery.level, state)) tweens.push(sink(scenery, scenery.blocks[0], boxOver(state.block), state.block[0], duration * 2.5));
  return tweens;
}

/**
 * @param {Scenery} scenery
 * @param {State} state
 * @param {import("../directions.js").Direction} direction
 * @param {number} ms
 * @returns {Tween}
 */
export function roll(scenery, state, direction, ms) {
  const box = boxOver(bodies(state)[0]);
  const [points, edge] = [corners(box), rollEdge(box, STEP[direction])];
  return {
    ms,
    draw: (t) => {
      scenery.ring(null);
      scenery.blocks[0].draw(box, turn(points, edge, (smooth(t) * Math.PI) / 2));
    },
  };
}

/**
 * The block parts and its cubes fly to their places.
 * @param {Scenery} scenery
 * @param {Cell} from
 * @param {[Cell, Cell]} to
 * @param {number} ms
 * @returns {Tween}
 */
function part(scenery, from, to, ms) {
  return {
    ms,
    draw: (t) => {
      to.forEach((cell, index) => {
        const box = boxOver([cell]);
        const [s, height] = [smooth(t), (1 - index) * (1 - t) + 7 * t * (1 - t)];
        box.at = [from[1] + (cell[1] - from[1]) * s, from[0] + (cell[0] - from[0]) * s, height];
        scenery.blocks[index].show(true);
        scenery.blocks[index].draw(box);
      });
    },
  };
}

/**
 * Straight down through a square.
 * @param {Scenery} scenery
 * @param {Block} block
 * @param {Box} box
 * @param {Cell} cell
 * @param {number} ms
 * @returns {Tween}
 */
export function sink(scenery, block, box, cell, ms) {
  return {
    ms,
    draw: (t) => {
      if (t === 1) return block.show(false);
      scenery.clipToHole(cell);
      set(block.picture, { "clip-path": scenery.sink });
      set(block.shadow, { visibility: "hidden" });
      block.draw({ at: [box.at[0], box.at[1], -2.3 * t * t], size: box.size });
    },
  };
}

/** Off the board: over the edge of what still bears a part of it, or on in the way it rolled.
 * @param {Scenery} scenery
 * @param {Block} block
 * @param {Cell[]} cells
 * @param {Cell[]} fell
 * @param {readonly [number, number]} way
 * @param {number} ms
 * @returns {Tween}
 */
function fallTween(scenery, block, cells, fell, way, ms) {
  const box = boxOver(cells);
  const borne = cells.find((cell) => !fell.some((other) => same(cell, other)));
  const lost = fell[0];
  /** @type {readonly [number, number]} */
  const step = borne ? [lost[0] - borne[0], lost[1] - borne[1]] : way;
  const edge = rollEdge(borne ? boxOver([borne]) : box, step);
  if (!borne) edge.at -= (edge.sign * box.size[edge.axis]) / 2; // free fall turns about the middle
  const height = borne ? 0 : box.size[2] / 2;
  const points = corners(box);
  let placed = false;
  return {
    ms,
    draw: (t) => {
      if (!placed) scenery.between(block, cells);
      placed = true;
      const drop = borne ? Math.max(0, t - 0.25) ** 2 * 22 : t * t * 14;
      const angle = borne ? Math.min(2.4, t * t * 7) : t * 2.4;
      set(block.shadow, { visibility: "hidden" });
      set(block.picture, { opacity: 1 - Math.max(0, t - 0.5) * 2 });
      block.draw(
        box,
        turn(points, edge, angle, height).map(([x, y, z]) => [x, y, z - drop]),
      );
      if (t === 1) block.show(false);
    },
  };
}

/**
 * A move that loses.
 * @param {Scenery} scenery
 * @param {State} state
 * @param {Fall} fall
 * @param {number} duration
 * @returns {Tween[]}
 */
export function fallOf(scenery, state, { move, landing, fell }, duration) {
  const direction = directionOfMove(move) ?? "d";
  const [first, second] = scenery.blocks;
  const upright = !state.split && landing.length === 1;
  const tweens = [roll(scenery, state, direction, duration)];
  if (!fell.every((cell) => landing.some((other) => same(cell, other)))) {
    // A cube that did not move lost its bridge, or one was sent to where there is none.
    tweens.push(fallTween(scenery, state.split ? second : first, [fell[0]], fell, STEP[direction], duration * 4));
  } else if (upright && scenery.level.rows[fell[0][0]]?.[fell[0][1]] === "~") {
    tweens.push(sink(scenery, first, boxOver([fell[0], fell[0]]), fell[0], duration * 3));
  } else {
    tweens.push(fallTween(scenery, first, upright ? [landing[0], landing[0]] : landing, fell, STEP[direction], duration * 4));
  }
  return tweens;
}
