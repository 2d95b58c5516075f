/** Moves that somebody made at a level, such as those of a record or of the game that is open, one by one. */

import { h } from "../dom.js";
import { t } from "../language.js";
import "../parts/bests.js"; // the words
import { BoardFrame } from "../parts/board-frame.js";
import { button } from "../parts/button.js";
import { levelTitle, sideBySide } from "../parts/level.js";
import { Replay } from "../parts/replay.js";
import { ReplayOutlook } from "../parts/replay-outlook.js";

const RUN = "record";

/** The moves of a game, with the one that lost it. @param {import("../types.js").Opened} now */
const playedMoves = (now) => [...now.moves, ...(now.fatal ? [now.fatal] : [])];

/** @param {import("../app.js").App} app @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Shown>} */
export async function show(app, route) {
  const now = /** @type {import("../types.js").Opened} */ (app.game.now);
  const back = () => void app.go("play", app.game.link());
  const moves = route.query?.plan ?? "";
  /** @type {Record<string, string>} whose moves they are, if it is somebody else */
  const others = route.query?.others || !history.state?.own ? { others: "1" } : {};
  const { plan } = await app.wire.ask("replay", { run: RUN, moves, others: "others" in others });
  const outlook = new ReplayOutlook(plan);
  const frame = new BoardFrame();
  await frame.load(now.board);
  const adopt = async (/** @type {number} */ count) => {
    const isStillHere = app.fromHere();
    await app.game.act("jump", { count });
    if (isStillHere()) back();
  };
  const replay = new Replay(frame, {
    level: now.level,
    state: now.initial,
    plan,
    outlook,
    adopt: plan.join(" ") === playedMoves(now).join(" ") ? (count) => void adopt(count) : undefined,
    fetch: async (first, count) => (await app.wire.ask("frames", { run: RUN, first, count })).frames,
  });
  if (route.query?.step) replay.go(Number(route.query.step) || 0);
  void outlook.ask(app.wire, moves, replay.moves);
  const element = sideBySide(
    h("div.frame-box", frame.element),
    h("h2", t("records.replayTitle")),
    outlook.element,
    replay.element,
    button(t("records.toLevel"), back, { icon: "left", id: "to-level" }),
  );
  return {
    element,
    title: levelTitle(now),
    key: (event) => replay.key(event),
    query: () => ({ plan: moves, ...others, step: String(replay.index) }),
    destroy() {
      replay.destroy();
      frame.destroy();
    },
  };
}
