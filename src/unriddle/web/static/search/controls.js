/** The ways through a trace: steps, events, a number, playing at a speed, and a slider over all of it. */

import { h, put, set } from "../dom.js";
import { icon } from "../icons.js";
import { memory, number, t } from "../language.js";
import { button, isOnButton } from "../parts/button.js";
import { select } from "../parts/select.js";
import { RATES } from "./player.js";
import { say } from "./redraw.js";
import { EVENTS } from "./trace.js";

/** @import { Player } from "./player.js" */

export class Controls {
  /** @param {(message: string) => void} tell  what could not be done */
  constructor(tell) {
    this.tell = tell;
    /** @type {Player | null} */
    this.player = null;
    const act = (/** @type {(player: Player) => void} */ what) => () => this.player && what(this.player);
    /** A button that leads on. @param {string} name of what it says @param {string} icon @param {string} id @param {string} keys @param {(player: Player) => void} what */
    const way = (name, icon, id, keys, what) => button(t(`search.${name}`), act(what), { icon, only: true, kind: "quiet", id, keys });
    this.toggle = button(
      t("search.run"),
      act((player) => player.playOrPause()),
      { kind: "main", icon: "play", id: "stepper-run", keys: t("keys.space") },
    );
    this.event = select(
      { class: "select select-small", "aria-label": t("search.event"), id: "event" },
      ["", ...EVENTS].map((one) => [one, t(`search.event.${one || "any"}`)]),
    );
    this.number = h("input", {
      class: "input step-number",
      id: "step-number",
      type: "number",
      min: 0,
      value: 0,
      "aria-label": t("search.toStep"),
      onchange: () => void this.player?.go(Math.max(0, Math.floor(Number(this.number.value) || 0))),
    });
    this.of = h("span.step-of");
    this.slider = h("input", {
      type: "range",
      class: "slider",
      id: "scrub",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": t("search.scrub"),
      oninput: () => void this.player?.go(Number(this.slider.value)),
    });
    this.speed = h("input", {
      type: "range",
      class: "slider",
      id: "speed",
      min: 0,
      max: RATES.length - 1,
      value: 3,
      "aria-label": t("search.speed"),
      oninput: () => this.setSpeed(Number(this.speed.value)),
    });
    this.speedWords = h("output.speed-words");
    this.held = h("span", { class: "held", title: t("search.held.why") });
    this.isGoing = false;
    this.isPlaying = false;
    this.end = way("toEnd", "end", "stepper-end", "End", (player) => (player.isGoing ? player.stopLoading() : void player.toEnd()));
    this.element = h(
      "section",
      { class: "controls", "aria-label": t("search.controls") },
      h("div.scrub", this.slider),
      h(
        "div.control-row",
        h(
          "div.control-group",
          way("first", "start", "stepper-again", "Home", (player) => void player.go(0)),
          way("backTen", "rewind", "stepper-back-ten", "Shift+←", (player) => void player.step(-10)),
          way("back1", "previous", "stepper-back", "←", (player) => void player.step(-1)),
          this.toggle,
          way("step", "next", "stepper-step", "→", (player) => void player.step(1)),
          way("ten", "forward", "stepper-ten", "Shift+→", (player) => void player.step(10)),
          this.end,
        ),
        h("div.control-group.step-group", this.number, this.of),
        h(
          "div.control-group.event-group",
          way("event.previous", "left", "event-previous", "Shift+E", () => void this.toEvent(-1)),
          this.event,
          way("event.next", "right", "event-next", "E", () => void this.toEvent(1)),
        ),
        h("div.control-group.speed-group", this.speed, this.speedWords),
        this.held,
      ),
    );
    this.setSpeed(3);
  }

  /** @param {Player} player */
  follow(player) {
    this.player = player;
    player.rate = RATES[Number(this.speed.value)];
  }

  /** @param {number} at in the list of speeds */
  setSpeed(at) {
    const chosen = Math.max(0, Math.min(RATES.length - 1, at));
    this.speed.value = String(chosen);
    if (this.player) this.player.rate = RATES[chosen];
    this.drawSpeed();
  }

  /** @param {1 | -1} way */
  async toEvent(way) {
    const { player } = this;
    if (player && !(await player.toEvent(this.event.value, way))) this.tell(t(way > 0 ? "search.event.noMore" : "search.event.noEarlier"));
  }

  /** The keys that lead through a trace; was this one? @param {KeyboardEvent} event */
  key(event) {
    const { player } = this;
    if (!player || event.ctrlKey || event.metaKey || event.altKey) return false;
    const by = event.shiftKey ? 10 : 1;
    if (event.key === "ArrowRight") void player.step(by);
    else if (event.key === "ArrowLeft") void player.step(-by);
    else if (event.key === "PageDown") void player.step(10);
    else if (event.key === "PageUp") void player.step(-10);
    else if (event.key === "Home") void player.go(0);
    else if (event.key === "End") void player.toEnd();
    else if (event.key === " " && !isOnButton(event)) player.playOrPause();
    else if (event.key === "+" || event.key === "=") this.setSpeed(Number(this.speed.value) + 1);
    else if (event.key === "-") this.setSpeed(Number(this.speed.value) - 1);
    else if (event.key === "e") void this.toEvent(1);
    else if (event.key === "E") void this.toEvent(-1);
    else if (event.key === "g") {
      this.number.focus();
      this.number.select();
    } else return false;
    return true;
  }

  drawSpeed() {
    const rate = RATES[Number(this.speed.value)];
    const reached = this.player?.reached ?? null;
    // A display shows sixty pictures a second: a few percent are nothing to talk about.
    const short = reached !== null && reached < 0.93 * rate;
    say(this.speedWords, short ? t("search.rate.reached", { rate, reached: Math.round(reached) }) : t("search.rate", { rate }));
    this.speedWords.classList.toggle("is-short", short);
    set(this.speed, { "aria-valuetext": t("search.rate", { rate }) });
  }

  draw() {
    const { player } = this;
    if (!player) return;
    const { trace, at, source } = player;
    set(this.slider, { max: trace.last });
    this.slider.value = String(at);
    const isEnd = trace.end !== null && at === trace.last;
    set(this.slider, { "aria-valuetext": isEnd ? t("search.end") : t("search.position", { at, all: trace.length }) });
    if (document.activeElement !== this.number) this.number.value = String(Math.min(at, trace.length));
    say(this.of, t(isEnd ? "search.ofEnd" : source.isEnded ? "search.of" : "search.ofSoFar", { all: trace.length }));
    const { isGoing, isPlaying } = player;
    if (this.isGoing !== isGoing) {
      this.isGoing = isGoing;
      put(this.end, icon(isGoing ? "stop" : "end"));
      this.end.setAttribute("aria-label", t(isGoing ? "search.stopLoading" : "search.toEnd"));
    }
    say(this.held, t(isGoing ? "search.loading" : "search.held", { bytes: memory(trace.bytes) }));
    if (this.isPlaying !== isPlaying) {
      this.isPlaying = isPlaying;
      put(this.toggle, icon(isPlaying ? "pause" : "play"), h("span", t(isPlaying ? "search.pause" : "search.run")));
    }
    this.drawSpeed();
  }
}
