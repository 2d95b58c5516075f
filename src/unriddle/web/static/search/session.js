// @ts-check
/** The search that was looked at last: it outlives its view, so that another language or a look elsewhere costs nothing. */

import { Player } from "./player.js";

/** @type {{key: string, player: Player} | null} */
let kept = null;

/**
 * The player of this search, where it stood when it was left; null if another one was kept. That one is closed.
 * @param {string} key
 */
export function again(key) {
  if (kept?.key === key && !kept.player.source.isClosed) return kept.player;
  forget();
  return null;
}

/** @param {string} key @param {Player} player */
export function keep(key, player) {
  if (kept && kept.player !== player) forget();
  kept = { key, player };
}

function forget() {
  kept?.player.destroy();
  kept?.player.source.close();
  kept = null;
}
