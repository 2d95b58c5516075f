// @ts-check
/** Playing: the board, undo and redo, hints, the counter, and whether it can still be won. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { number, said, t } from "../language.js";
import { Bests, isRecord } from "../parts/bests.js";
import { BoardFrame } from "../parts/board-frame.js";
import { button } from "../parts/button.js";
import { counted, countedFigure, inWords, unitHead } from "../parts/counts.js";
import { figure, levelTitle, neighbours, sideBySide } from "../parts/level.js";
import { MoveList } from "../parts/moves.js";
import { OutlookPanel } from "../parts/outlook.js";
import { rulesForm } from "../parts/rules.js";
import { toast } from "../parts/toast.js";
import { write } from "../route.js";
import { Problem } from "../wire.js";

/** @typedef {import("../app.js").Shown} Shown */

/** @param {import("../app.js").App} app @returns {Promise<Shown>} */
export async function show(app) {
  const view = new PlayView(app, await app.menu());
  await view.frame.load(view.now.board);
  view.draw(false);
  void view.askOptimum();
  return view;
}

/** @implements {Shown} */
class PlayView {
  /** @param {import("../app.js").App} app @param {import("../types.js").Menu} menu */
  constructor(app, menu) {
    this.app = app;
    const { game } = app;
    this.title = levelTitle(this.now);
    this.neighbours = neighbours(menu, this.now);
    this.listeners = new AbortController();
    this.frame = new BoardFrame({
      onMove: (move) => void game.act("move", { move }),
      onMacroMove: (macro) => void game.act("macro", macro),
    });
    this.outlook = new OutlookPanel(app.wire, this.now.unit);
    /** What the cheapest solution costs. @type {{cost: number, lower: number, proved: boolean} | null} */
    this.optimum = null;
    this.bests = new Bests(app);
    this.isHinting = false;
    this.moves = new MoveList(t("play.list"), (count) => void game.act("jump", { count }));
    this.figures = h("dl", { class: "figures figures-large" });
    this.empty = h("p", { class: "help" });
    this.hint = h("p", { class: "hint-words", role: "status" });
    this.text = h("pre", { class: "board-text", tabindex: 0, "aria-label": t("play.text") });
    this.undo = button(t("play.undo"), () => void game.act("undo"), {
      icon: "undo",
      id: "undo",
      keys: "Backspace",
    });
    this.redo = button(t("play.redo"), () => void game.act("redo"), {
      icon: "redo",
      id: "redo",
      keys: "Shift+Backspace",
    });
    const restart = button(t("play.restart"), () => void game.act("restart"), {
      icon: "restart",
      id: "restart",
    });
    const ask = button(t("play.hint"), () => void this.giveHint(), { icon: "hint", id: "hint", keys: "?" });
    const puzzle = /** @type {import("../types.js").PuzzleInfo} */ (menu.puzzles.find((one) => one.name === this.now.puzzle));
    this.frameBox = h(
      "div",
      { class: "frame-box" },
      this.frame.element,
      h("div", { class: "toolbar", role: "toolbar", "aria-label": t("view.play") }, this.undo, this.redo, restart, ask),
    );
    this.element = sideBySide(
      this.frameBox,
      this.figures,
      this.bests.element,
      this.outlook.element,
      this.hint,
      h("section", { class: "panel-moves" }, this.empty, this.moves.element),
      rulesForm(puzzle, this.now.rules, (rules) => void app.go("play", { ...game.reference, rules, moves: "" })),
      h("details", { class: "fold" }, h("summary", {}, icon("file"), t("play.text")), this.text),
      h(
        "nav",
        { class: "panel-foot" },
        this.step("previous", "left"),
        button(t("play.share"), () => void this.share(), { icon: "share", id: "share" }),
        this.step("next", "right"),
      ),
    );
    const { signal } = this.listeners;
    game.addEventListener("change", () => this.draw(true), { signal });
    game.addEventListener("refused", (event) => this.refuse(/** @type {CustomEvent} */ (event).detail), {
      signal,
    });
    if (this.now.flaw) toast(t("play.flaw", { problem: this.now.flaw.message ?? this.now.flaw.problem }), "bad");
  }

  /** @returns {import("../types.js").Opened} */
  get now() {
    return /** @type {import("../types.js").Opened} */ (this.app.game.now);
  }

  /** Is another level on its way, or there already? */
  get isLeft() {
    return this.listeners.signal.aborted || this.app.game.now === null;
  }

  /** @param {"previous" | "next"} where @param {string} arrow */
  step(where, arrow) {
    const id = this.neighbours[where];
    const made = button(t(`play.${where}`), () => void this.app.go("play", { id, rules: this.app.game.reference?.rules }), {
      icon: arrow,
      only: true,
      kind: "quiet",
      id: where,
    });
    made.disabled = !id;
    return made;
  }

  /** @param {boolean} animate */
  draw(animate) {
    const { now, frame } = this;
    if (now.board !== frame.name) return; // another puzzle was opened, and its own view is on the way
    frame.show(now.level, now.state, now.legal, {
      animate,
      steps: now.steps,
      tries: now.tries,
      interactive: !now.solved,
    });
    frame.board?.setHint(null);
    this.hint.textContent = "";
    if (now.fall) frame.board?.fall(now.fall, said(now.lost));
    this.undo.disabled = !now.canUndo;
    this.redo.disabled = !now.canRedo;
    this.moves.show(now.moves, now.moves.length);
    this.empty.textContent = now.moves.length ? "" : t("play.noMoves", { keys: t(`play.keys.${now.board}`) });
    this.text.textContent = now.text;
    this.outlook.ask();
    this.cover();
    this.drawFigures();
    this.bests.draw();
  }

  drawFigures() {
    const { now } = this;
    const { optimum } = this;
    const [first, ...others] = Object.entries(now.counts);
    const known = optimum && t(optimum.proved ? "play.optimum" : "play.known");
    put(
      this.figures,
      figure(unitHead(first[0]), number(first[1]), "figure-main"),
      ...others.map(([unit, count]) => figure(unitHead(unit), number(count))),
      optimum && known ? figure(known, countedFigure(optimum.cost, now.unit), "figure-optimum") : null,
      this.bests.clock(),
    );
  }

  cover() {
    const { now, frame } = this;
    if (now.solved) {
      const next = this.neighbours.next;
      frame.cover(
        h(
          "div",
          { class: "verdict good", role: "status" },
          h("h2", {}, icon("check"), t("play.solved")),
          h("p", {}, this.praise()),
          isRecord(now) ? h("p", { class: "help" }, t("play.record")) : null,
          h(
            "div",
            { class: "verdict-actions" },
            next
              ? button(t("play.next"), () => void this.app.go("play", { id: next, rules: this.app.game.reference?.rules }), {
                  kind: "main",
                  icon: "right",
                })
              : null,
            button(t("play.again"), () => void this.app.game.act("restart"), { icon: "restart" }),
          ),
        ),
      );
    } else if (now.lost)
      frame.cover(
        h(
          "div",
          { class: "verdict bad", role: "status" },
          h("h2", {}, t("play.lost")),
          h("p", {}, said(now.lost)),
          h(
            "div",
            { class: "verdict-actions" },
            button(t("play.takeBack"), () => void this.app.game.act("undo"), {
              kind: "main",
              icon: "undo",
              id: "take-back",
            }),
          ),
        ),
      );
    else frame.cover();
  }

  /** How good the solution is that the player has found. */
  praise() {
    const { now, optimum } = this;
    const length = inWords(now.counts);
    const cost = now.counts[now.unit];
    if (!optimum || (cost <= optimum.cost && !optimum.proved)) return t("play.solvedIn", { length });
    if (cost <= optimum.cost) return t("play.solvedOptimal", { length });
    const best = counted(optimum.cost, now.unit);
    return t(optimum.proved ? "play.solvedAbove" : "play.solvedAboveKnown", { length, best });
  }

  /** Ask for the optimum; it may take the server a moment. */
  async askOptimum() {
    try {
      const answer = await this.app.wire.ask("optimum");
      if (answer.cost === null || this.isLeft) return;
      this.optimum = answer;
      this.drawFigures();
      if (!this.isHinting) this.outlook.refresh();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  /** @param {{move: string, reason: string}} refusal */
  refuse({ move, reason }) {
    this.frame.board?.refuse(move, reason);
    toast(reason === "connection" ? t("app.connection") : t("play.refused", { reason }), "bad");
  }

  async giveHint() {
    const before = this.now.moves.length;
    this.hint.textContent = t("play.hintSearching");
    this.isHinting = true;
    try {
      const { move, left, help } = await this.app.wire.ask("hint");
      if (this.isLeft || before !== this.now.moves.length) return;
      this.app.game.helped(help);
      this.bests.draw();
      this.frame.board?.setHint(move);
      this.hint.textContent = move ? t("play.hintIs", { move, left: counted(left, this.now.unit) }) : t("play.hintNone");
      this.outlook.refresh();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.hint.textContent = "";
    } finally {
      this.isHinting = false;
    }
  }

  async share() {
    const link = location.href.split("#")[0] + (await write("play", this.app.game.link()));
    try {
      await navigator.clipboard.writeText(link);
      toast(t("app.copied"), "good");
    } catch {
      prompt(t("app.copy"), link);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game } = this.app;
    const control = event.ctrlKey || event.metaKey;
    if ((control && event.key.toLowerCase() === "z" && !event.shiftKey) || (event.key === "Backspace" && !event.shiftKey))
      void game.act("undo");
    else if (
      (control && (event.key.toLowerCase() === "y" || event.key.toLowerCase() === "z")) ||
      (event.key === "Backspace" && event.shiftKey)
    )
      void game.act("redo");
    else if (event.key === "?") void this.giveHint();
    else return !control && !event.altKey && !this.now.solved && Boolean(this.frame.board?.key?.(event));
    return true;
  }

  destroy() {
    this.listeners.abort();
    this.outlook.destroy();
    this.bests.destroy();
    this.frame.destroy();
  }
}
