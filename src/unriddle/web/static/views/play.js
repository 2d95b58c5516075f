/** Playing: the board, undo and redo, hints, the counter, and whether it can still be won. */

import { h, isWithin, put } from "../dom.js";
import { icon } from "../icons.js";
import { number, said, t } from "../language.js";
import { Bests, isRecord, recordWords, replayButton } from "../parts/bests.js";
import { BoardFrame } from "../parts/board-frame.js";
import { button, isOnButton, letGo } from "../parts/button.js";
import { Comforts } from "../parts/comforts.js";
import { counted, countedFigure, inWords, unitHead } from "../parts/counts.js";
import { flawWords } from "../parts/ending.js";
import { figure, levelTitle, neighbours, sideBySide } from "../parts/level.js";
import { MoveList } from "../parts/moves.js";
import { newGame } from "../parts/new-game.js";
import { OutlookPanel } from "../parts/outlook.js";
import { rulesForm } from "../parts/rules.js";
import { play } from "../parts/sound.js";
import { shareLink, tellProblem, toast } from "../parts/toast.js";
import { ignore } from "../problem.js";
import { enterOwn, write } from "../route.js";

/** @import { App, Shown } from "../app.js" */
/** @import { Child } from "../dom.js" */

/** @param {App} app @returns {Promise<Shown>} */
export async function show(app) {
  const view = new PlayView(app, await app.menu());
  await view.frame.load(view.now.board);
  view.draw(false);
  void view.askOptimum();
  return view;
}

/** @implements {Shown} */
class PlayView {
  /** @param {App} app @param {import("../types.js").Menu} menu */
  constructor(app, menu) {
    this.app = app;
    const { game } = app;
    this.listeners = new AbortController();
    this.latest = /** @type {import("../types.js").Opened} */ (game.now);
    this.title = levelTitle(this.now);
    this.menu = menu;
    this.neighbours = neighbours(menu, this.now.id, game.link());
    this.frame = new BoardFrame({
      onMove: (move) => void game.act("move", { move }),
      onMacroMove: (macro) => void game.act("macro", macro),
      inTurn: (act) => game.inTurn(act),
      askReach: (box) => app.wire.ask("reach", { box }).catch(() => ({ free: [], lost: [] })),
    });
    this.outlook = new OutlookPanel(app.wire, this.now.unit, (count) => void game.act("jump", { count }));
    /** What the cheapest solution costs. @type {{cost: number, lower: number, proved: boolean} | null} */
    this.optimum = null;
    this.bests = new Bests(app);
    this.isHinting = false;
    this.moves = new MoveList(t("play.list"), (count) => void game.act("jump", { count }));
    this.replay = this.replayButton();
    this.figures = h("dl.figures.figures-large");
    this.empty = h("p.help");
    this.hint = h("p", { class: "hint-words", role: "status" });
    this.comforts = new Comforts(this.now.board);
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
    const ask = button(t("play.hint"), () => void this.giveHint(), { icon: "hint", id: "hint", keys: "T" });
    this.finish = button(t("play.finish"), () => void game.act("macro", { kind: "finish" }), { icon: "last", kind: "main", id: "finish" });
    const puzzle = /** @type {import("../types.js").PuzzleInfo} */ (menu.puzzles.find((one) => one.name === this.now.puzzle));
    this.frameBox = h(
      "div.frame-box",
      this.frame.element,
      h("div", { class: "toolbar", role: "toolbar", "aria-label": t("view.play") }, this.undo, this.redo, restart, ask, this.finish),
    );
    this.element = sideBySide(
      this.frameBox,
      this.figures,
      this.bests.element,
      this.solutions(),
      this.outlook.element,
      this.hint,
      h("section.panel-moves", this.empty, this.moves.element, this.replay),
      rulesForm(puzzle, this.now.rules, (rules) => void app.go("play", { ...game.reference, rules, moves: "" })),
      newGame(app, puzzle),
      h("details.fold", h("summary", icon("file"), t("play.text")), this.text),
      h(
        "nav.panel-foot",
        this.step("previous", "left"),
        ...this.comforts.buttons,
        button(t("play.share"), () => void write("play", game.link()).then(shareLink), { icon: "share", id: "share" }),
        puzzle.editable ? button(t("play.edit"), () => void this.edit(), { icon: "pen", id: "edit", only: true, kind: "quiet" }) : null,
        this.step("next", "right"),
      ),
      this.comforts.help,
    );
    this.element.addEventListener("click", letGo);
    const { signal } = this.listeners;
    addEventListener("keydown", (event) => this.keyInTurn(event), { signal, capture: true });
    game.addEventListener("change", () => this.draw(true), { signal });
    game.addEventListener("refused", (event) => this.refuse(/** @type {CustomEvent} */ (event).detail), {
      signal,
    });
    if (this.now.flaw) toast(t("play.flaw", { problem: flawWords(this.now.flaw) }), "bad");
  }

  /** Where the game of this view stands, or stood when another level was opened. */
  get now() {
    if (!this.isLeft) this.latest = /** @type {import("../types.js").Opened} */ (this.app.game.now);
    return this.latest;
  }

  /** Is another level on its way, or there already? */
  get isLeft() {
    return this.listeners.signal.aborted || this.app.game.now?.level !== this.latest.level;
  }

  /** @param {"previous" | "next"} where @param {string} arrow */
  step(where, arrow) {
    return button(t(`play.${where}`), () => this.leaveFor(where), {
      icon: arrow,
      only: true,
      kind: "quiet",
      id: where,
      disabled: !this.neighbours[where],
    });
  }

  /** What the file of the level says how it is solved, with what the rules say about that. */
  solutions() {
    const { solutions } = this.now;
    if (!solutions.length) return null;
    const replay = async (/** @type {string} */ plan) => (location.hash = await write("replay", this.app.game.link(), { plan }));
    const line = (/** @type {typeof solutions[number]} */ { name, plan, counts, problem }) => {
      const called = /^(solution)?$/i.test(name) ? t("play.inFile") : name;
      return h(
        "p",
        { class: "best-game", "data-solution": counts ? "right" : "wrong" },
        h("strong", called),
        " ",
        counts ? inWords(counts) : t("play.inFileWrong", { problem: said(problem ?? "") }),
        counts ? replayButton({ name: called, counts }, () => void replay(plan)) : null,
      );
    };
    return h("section", { class: "bests", "aria-label": t("play.inFile") }, solutions.map(line));
  }

  /** What opens the replay of the game so far. */
  replayButton() {
    return button(t("play.replay"), () => void this.showReplay(), { icon: "play", id: "replay-game" });
  }

  async showReplay() {
    const plan = `${this.now.written} ${this.now.fatal}`.trim();
    enterOwn(await write("replay", this.app.game.link(), { plan }));
  }

  /** Pressed again before the other level is there, it goes on from that one. @param {"previous" | "next"} where */
  leaveFor(where) {
    const level = this.neighbours[where];
    if (!level) return;
    this.neighbours = neighbours(this.menu, level.id ?? "", level);
    void this.app.go("play", level);
  }

  /** @param {boolean} animate */
  draw(animate) {
    if (this.isLeft) return; // another level was opened, and its own view is on the way
    const before = this.latest;
    const { now, frame } = this;
    frame.show(now.level, now.state, now.legal, {
      animate,
      steps: now.steps,
      tries: now.tries,
      interactive: !now.solved,
    });
    if (animate) this.comforts.react(before, now, frame.board);
    frame.board?.setHint(null);
    this.hint.textContent = "";
    if (now.fall) frame.board?.fall(now.fall, said(now.lost));
    this.undo.disabled = !now.canUndo;
    this.redo.disabled = !now.canRedo;
    this.finish.hidden = !now.state.finish;
    this.moves.show(now.moves, now.moves.length);
    this.replay.hidden = !now.moves.length && !now.fatal;
    this.empty.textContent = now.moves.length ? "" : t("play.noMoves", { keys: t(`play.keys.${now.board}`) });
    this.text.textContent = now.text;
    this.outlook.ask(now.moves.length > 0 || Boolean(now.lost));
    this.cover();
    this.drawFigures();
    this.bests.set(now.seconds);
    this.bests.draw();
  }

  drawFigures() {
    const { now, optimum } = this;
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

  /** Say over the board that the game is won or lost. */
  cover() {
    const { now, frame, neighbours } = this;
    const { game } = this.app;
    const onward = button(t("play.next"), () => this.leaveFor("next"), { kind: "main", icon: "right", keys: "Enter" });
    const again = button(t("play.again"), () => void game.act("restart"), { icon: "restart" });
    const takeBack = button(t("play.takeBack"), () => void game.act("undo"), { kind: "main", icon: "undo", id: "take-back" });
    /** @param {"good" | "bad"} kind @param {Child[]} words @param {...Child} actions */
    const verdict = (kind, words, ...actions) =>
      h("div", { class: `verdict ${kind}`, role: "status" }, words, h("div.verdict-actions", actions, this.replayButton()));
    if (now.solved) {
      const words = [h("h2", icon("check"), t("play.solved")), h("p", this.praise()), isRecord(now) && h("p.help", recordWords(now))];
      frame.cover(verdict("good", words, neighbours.next && onward, again));
    } else if (now.lost) frame.cover(verdict("bad", [h("h2", t("play.lost")), h("p", said(now.lost))], takeBack));
    else frame.cover();
  }

  /** How good the solution is that the player has found. */
  praise() {
    const { now, optimum } = this;
    const length = inWords(now.counts);
    const cost = now.counts[now.unit];
    if (!optimum || (cost <= optimum.cost && !optimum.proved)) return `${length}.`;
    if (cost <= optimum.cost) return t("play.solvedOptimal", { length });
    const best = counted(optimum.cost, now.unit);
    return t(optimum.proved ? "play.solvedAbove" : "play.solvedAboveKnown", { length, best });
  }

  /** Ask for the optimum; it may take the server a moment. */
  async askOptimum() {
    const optimum = await this.app.wire.ask("optimum").catch(ignore);
    if (!optimum || optimum.cost === null || this.isLeft) return;
    this.optimum = optimum;
    this.drawFigures();
    if (this.now.solved) this.cover(); // with how good the solution is
    if (!this.isHinting) this.outlook.refresh();
  }

  /** @param {{move: string, reason: string}} refusal */
  refuse({ move, reason }) {
    this.frame.board?.refuse(move, reason);
    play("refused");
    toast(reason === "connection" ? t("app.connection") : t("play.refused", { reason: said(reason) }), "bad");
  }

  async giveHint() {
    if (this.isLeft || this.now.solved) return; // it would be a hint for the level that is on its way, or for nothing
    const before = this.now.moves.length;
    this.hint.textContent = t("play.hintSearching");
    this.isHinting = true;
    const hint = await this.app.wire.ask("hint").catch(ignore);
    this.isHinting = false;
    if (!hint) this.hint.textContent = "";
    if (!hint || this.isLeft || before !== this.now.moves.length) return;
    const { move, left, solvable } = hint;
    this.frame.board?.setHint(move);
    const none = solvable === false ? "play.hintLost" : "play.hintNone";
    this.hint.textContent = move ? t("play.hintIs", { move, left: counted(left, this.now.unit) }) : t(none);
    this.outlook.refresh();
  }

  /** Change the level itself, alone where its text has several. */
  async edit() {
    const { app, now } = this;
    const { id, text, index = 0, name } = app.game.reference ?? {};
    const { puzzle } = now;
    if (text === undefined) return app.go("edit", { id, puzzle });
    const isStillHere = app.fromHere();
    await app.wire.ready();
    const alone = await app.wire.ask("edit", { text, index, puzzle }).catch(tellProblem);
    if (alone && isStillHere()) await app.go("edit", { text: alone.text, name: name && now.name, puzzle });
  }

  /** What a key does is seen once the moves before it are made; until then it waits. @param {KeyboardEvent} event */
  keyInTurn(event) {
    const { game } = this.app;
    if (!game.waiting || !event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!/^(.|Arrow.*|Enter|Backspace|Escape)$/u.test(event.key) || isOnButton(event) || isWithin(event, "input, select, textarea, dialog"))
      return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { target } = event;
    const { level } = this.now;
    game.inTurn(() => {
      const place = target instanceof Element && target.isConnected ? target : document.body;
      // Perhaps to another view of this kind: in another language it is drawn anew.
      if (game.now?.level === level && document.body.dataset.view === "play") place.dispatchEvent(new KeyboardEvent("keydown", event));
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game } = this.app;
    const { key, shiftKey: shift, altKey } = event;
    const control = event.ctrlKey || event.metaKey;
    const letter = altKey ? "" : key.toLowerCase();
    if (!control && !altKey && (key === "PageUp" || key === "PageDown")) this.leaveFor(key === "PageUp" ? "previous" : "next");
    else if (this.isLeft || altKey) return false;
    else if (key === "Enter" && this.now.solved && !isOnButton(event)) this.leaveFor("next");
    else if ((letter === "z" && !(control && shift)) || (key === "Backspace" && !shift)) void game.act("undo", { single: shift });
    else if (letter === "y" || letter === "z" || key === "Backspace") void game.act("redo", { single: shift && letter === "y" });
    else if (control) return false;
    else if (!this.now.solved && this.frame.board?.key?.(event)) return true;
    else if (letter === "t") void this.giveHint();
    else return this.comforts.key(letter);
    return true;
  }

  keep() {
    if (!this.isLeft) void this.bests.attend(true);
  }

  destroy() {
    this.listeners.abort();
    this.outlook.destroy();
    this.bests.destroy();
    this.frame.destroy();
  }
}
