/** A solution on the board: start, pause, next, previous, speed, a slider, and its moves. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { said, t } from "../language.js";
import { button, isOnButton } from "./button.js";
import { MoveList } from "./moves.js";
import { select } from "./select.js";
import { tellProblem } from "./toast.js";

const PORTION = 100;
const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP_MS = 420;

/** @import { Step } from "../types.js" */

/** @param {"first" | "previous" | "next" | "last"} name @param {() => void} act */
const step = (name, act) => button(t(`replay.${name}`), act, { icon: name, only: true, kind: "quiet", id: `replay-${name}` });

export class Replay {
  /**
   * @param {import("./board-frame.js").BoardFrame} frame
   * @param {{level: any, state: any, plan: string[], fetch: (first: number, count: number) => Promise<Step[]>, adopt?: (count: number) => void, outlook?: import("./replay-outlook.js").ReplayOutlook}} solution
   */
  constructor(frame, solution) {
    this.frame = frame;
    this.solution = solution;
    this.index = 0;
    this.speed = 1;
    /** @type {(Step | undefined)[]} */
    this.steps = [];
    /** @type {Map<number, Promise<void>>} */
    this.fetching = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.isPlaying = false;
    this.moves = new MoveList(t("replay.title"), (count) => this.go(count));
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: solution.plan.length,
      value: 0,
      class: "slider",
      "aria-label": t("replay.position"),
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.where = h("output.replay-where");
    this.toggle = button(t("replay.play"), () => this.playOrPause(), {
      icon: "play",
      kind: "main",
      only: true,
      id: "replay-play",
    });
    this.rate = select(
      { class: "select select-small", "aria-label": t("replay.speed"), onchange: () => this.setSpeed(Number(this.rate.value)) },
      SPEEDS.map((one) => [one, `${one}×`]),
      1,
    );
    this.element = h(
      "section",
      { class: "replay", "aria-label": t("replay.title") },
      h(
        "div.replay-bar",
        step("first", () => this.go(0)),
        step("previous", () => this.go(this.index - 1)),
        this.toggle,
        step("next", () => this.go(this.index + 1, true)),
        step("last", () => this.go(solution.plan.length)),
        this.rate,
      ),
      this.slider,
      solution.outlook?.strip ?? null,
      h(
        "div.replay-foot",
        this.where,
        solution.adopt
          ? button(t("replay.adopt"), () => solution.adopt?.(this.index), {
              kind: "quiet",
              id: "replay-adopt",
            })
          : null,
      ),
      this.moves.element,
    );
    this.moves.show(solution.plan, 0);
    this.draw(false);
    void this.have(0);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.frame.board?.setDuration?.(Math.min(200, (STEP_MS / speed) * 0.7));
  }

  playOrPause() {
    if (this.isPlaying) this.pause();
    else {
      if (this.index === this.solution.plan.length) this.go(0);
      this.isPlaying = true;
      this.drawToggle();
      this.timer = setTimeout(() => this.advance(), STEP_MS / this.speed / 2);
    }
  }

  pause() {
    this.isPlaying = false;
    clearTimeout(this.timer);
    this.drawToggle();
  }

  drawToggle() {
    const label = t(this.isPlaying ? "replay.pause" : "replay.play");
    put(this.toggle, icon(this.isPlaying ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", label);
    this.toggle.title = label;
  }

  async advance() {
    if (!this.isPlaying) return;
    await this.move(this.index + 1, true);
    if (this.index >= this.solution.plan.length) this.pause();
    else if (this.isPlaying) this.timer = setTimeout(() => this.advance(), STEP_MS / this.speed);
  }

  /** Go to the position after a number of moves. @param {number} index @param {boolean} [animate] */
  go(index, animate = false) {
    this.pause();
    void this.move(index, animate);
  }

  /** @param {number} index @param {boolean} animate */
  async move(index, animate) {
    const wanted = Math.max(0, Math.min(index, this.solution.plan.length));
    const before = this.index;
    const one = wanted === before + 1;
    this.index = wanted;
    if (wanted > 0 && !this.steps[wanted - 1]) await this.have(wanted - 1);
    if (this.index !== wanted) return; // the reader was faster
    if (wanted > 0 && !this.steps[wanted - 1]) {
      this.index = before; // there is nothing to show
      this.pause();
    }
    this.draw(animate && one);
    if (wanted + PORTION / 2 < this.solution.plan.length) void this.have(wanted + PORTION / 2);
  }

  /** See to it that a step is there; of large boards fewer come at once. @param {number} index */
  async have(index) {
    while (!this.steps[index] && index < this.solution.plan.length) {
      const start = Math.floor(index / PORTION) * PORTION;
      const first = this.steps[start] ? index : start;
      const fetching =
        this.fetching.get(first) ??
        this.solution
          .fetch(first, PORTION)
          .catch(tellProblem)
          .then((steps) => {
            for (const [offset, step] of (steps ?? []).entries()) this.steps[first + offset] = step;
            this.fetching.delete(first);
          });
      this.fetching.set(first, fetching);
      await fetching;
      if (!this.steps[first]) return;
    }
  }

  /** @param {boolean} animate */
  draw(animate) {
    const step = this.index ? this.steps[this.index - 1] : undefined;
    const state = step ? step.state : this.solution.state;
    const moves = animate && step && !step.lost;
    this.frame.show(this.solution.level, state, [], { animate, steps: moves ? [step] : [] });
    if (step?.fall) {
      this.frame.board?.fall(step.fall, said(step.lost ?? ""));
      this.frame.describe();
    }
    this.solution.outlook?.show(this.index);
    this.slider.value = String(this.index);
    this.where.textContent = t("replay.of", { index: this.index, all: this.solution.plan.length });
    this.moves.mark(this.index);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "ArrowRight") this.go(this.index + 1, true);
    else if (event.key === "ArrowLeft") this.go(this.index - 1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.solution.plan.length);
    else if (event.key === " " && !isOnButton(event)) this.playOrPause();
    else return false;
    return true;
  }

  destroy() {
    this.pause();
  }
}
