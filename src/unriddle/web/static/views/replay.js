// @ts-check
/** Moves that somebody made at a level, such as those of a record, one by one. */

import { h } from "../dom.js";
import { t } from "../language.js";
import "../parts/bests.js"; // the words
import { BoardFrame } from "../parts/board-frame.js";
import { button } from "../parts/button.js";
import { levelTitle, sideBySide } from "../parts/level.js";
import { Replay } from "../parts/replay.js";

const RUN = "record";

/** @param {import("../app.js").App} app @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Shown>} */
export async function show(app, route) {
  const now = /** @type {import("../types.js").Opened} */ (app.game.now);
  const moves = route.query?.plan ?? "";
  const { plan } = await app.wire.ask("replay", { run: RUN, moves });
  const frame = new BoardFrame();
  await frame.load(now.board);
  const replay = new Replay(frame, {
    level: now.level,
    state: now.initial,
    plan,
    fetch: async (first, count) => (await app.wire.ask("frames", { run: RUN, first, count })).frames,
  });
  const element = sideBySide(
    h("div", { class: "frame-box" }, frame.element),
    h("h2", {}, t("records.replayTitle")),
    replay.element,
    button(t("records.toLevel"), () => void app.go("play", app.game.link()), { icon: "left", id: "to-level" }),
  );
  return {
    element,
    title: levelTitle(now),
    query: () => ({ plan: moves }),
    destroy() {
      replay.destroy();
      frame.destroy();
    },
  };
}
