/** The position of a node: its board with the heat of the search, the move that led to it, and its path to be played. */

import { h, put } from "../dom.js";
import { has, said, t } from "../language.js";
import { BoardFrame } from "../parts/board-frame.js";
import { button } from "../parts/button.js";
import { Replay } from "../parts/replay.js";
import { Problem } from "../problem.js";
import { HeatMap } from "./heat.js";
import { say } from "./redraw.js";
import { equation } from "./words.js";

/** @typedef {Pick<import("./player.js").Player, "trace" | "source" | "pause" | "isPlaying">} Player what a board needs of it */

/** Milliseconds that a board is seen at least while a search plays. */
const CALM = 60;
/** Moves of a path that are named. */
const MOVES = 14;

export class BoardPanel {
  /**
   * @param {{board: string, level: any, initial: any}} scene
   * @param {() => void} back  to the node of the step
   */
  constructor(scene, back) {
    this.scene = scene;
    this.frame = new BoardFrame();
    this.frame.words.removeAttribute("aria-live"); // the sentence of the step is what is read out
    this.caption = h("p.board-caption");
    this.path = h("p.board-path");
    this.playPath = button(t("search.path.play"), () => this.openReplay(), { icon: "play", kind: "quiet", id: "path-play", keys: "P" });
    this.back = button(t("search.back"), back, { kind: "quiet", icon: "undo", id: "node-back", keys: "C" });
    this.back.hidden = true;
    this.legend = legend(scene.board);
    this.replayPlace = h("div.replay-area");
    this.element = h(
      "div.board-panel",
      this.frame.element,
      this.legend,
      this.caption,
      h("div.board-foot", this.path, h("div.board-tools", this.back, this.playPath)),
      this.replayPlace,
    );
    /** @type {HeatMap | null} */
    this.heat = null;
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {Player | null} */
    this.player = null;
    this.node = -1;
    this.drawn = -1;
    this.isAsking = false;
  }

  /** @param {Player} player */
  follow(player) {
    this.player = player;
    this.heat = new HeatMap(player.trace);
    this.drawn = -1;
  }

  /** @param {number} node @param {number} position */
  show(node, position) {
    const { player, heat } = this;
    if (!player || !heat) return;
    if (this.replay && this.node !== node) this.closeReplay();
    this.node = node;
    heat.go(position);
    this.#words(player.trace, node, position);
    if (!this.replay) void this.#draw();
    if (!this.legend.hidden && !this.replay) this.frame.board?.setHeat(heat.cells());
  }

  /** @param {import("./trace.js").Trace} trace @param {number} node @param {number} position */
  #words(trace, node, position) {
    const path = trace.path(node).slice(1);
    const move = trace.moveTo(node);
    const parts = [
      t("search.node", { id: trace.ids.at[node] }),
      move ? t("search.node.by", { move }) : t("search.start"),
      equation(trace, node),
    ];
    say(this.caption, parts.filter(Boolean).join(" · "));
    const moves = path.slice(-MOVES).map((one) => trace.moveTo(one));
    const way = `${t("search.path", { count: path.length })} ${path.length > MOVES ? "… " : ""}${moves.join(" ")}`;
    say(this.path, path.length ? way : t("search.path.none"));
    this.playPath.disabled = path.length === 0;
    this.back.hidden = node === trace.nodeAt(position) && !this.replay;
  }

  /** Boards are asked for one at a time: the last one that is wanted is drawn, those in between need not be. */
  async #draw() {
    if (this.isAsking || this.drawn === this.node || !this.player) return;
    this.isAsking = true;
    try {
      while (this.drawn !== this.node && !this.replay) {
        const node = this.node;
        const [picture] = await this.player.source.picturesOf([node], this.player.trace.fateOf(node) === "dead");
        if (this.replay) break;
        this.drawn = node;
        this.frame.cover(...(picture ? [] : [h("p.verdict", t("search.board.none"))]));
        if (picture) this.frame.show(this.scene.level, picture.state, []);
        if (this.heat && !this.legend.hidden) this.frame.board?.setHeat(this.heat.cells());
        if (picture?.why) this.caption.textContent += ` · ${said(picture.why)}`;
        if (this.player.isPlaying) await new Promise((resolve) => setTimeout(resolve, CALM));
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem; // the player tells what is wrong
    } finally {
      this.isAsking = false;
    }
  }

  /** Play the way from the start to the node. */
  openReplay() {
    const { player } = this;
    if (!player) return;
    if (this.replay) return this.closeReplay();
    const { trace, source } = player;
    const node = this.node;
    const plan = trace
      .path(node)
      .slice(1)
      .map((one) => trace.moveTo(one));
    if (!plan.length) return;
    player.pause();
    this.frame.board?.setHeat([]);
    this.replay = new Replay(this.frame, {
      level: this.scene.level,
      state: this.scene.initial,
      plan,
      fetch: (first, count) => source.way(node, first, count),
    });
    put(this.replayPlace, this.replay.element);
    this.element.classList.add("is-replaying");
    this.back.hidden = false;
    this.replay.playOrPause();
  }

  closeReplay() {
    if (!this.replay) return;
    this.replay.destroy();
    this.replay = null;
    put(this.replayPlace);
    this.element.classList.remove("is-replaying");
    this.drawn = -1;
    void this.#draw();
  }

  destroy() {
    this.replay?.destroy();
    this.frame.destroy();
  }
}

/** What the colours on the squares count; none where a state has no square of its own. @param {string} board */
function legend(board) {
  const key = `search.heat.${board}`;
  if (!has(key)) return h("p", { class: "legend", hidden: true });
  return h(
    "p.legend",
    h("span.legend-pair", h("span.legend-heat"), t(key)),
    h("span.legend-pair", h("span.legend-frontier"), t("search.heat.open")),
  );
}
