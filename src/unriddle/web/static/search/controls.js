// @ts-check
/** The ways through a trace: steps, events, a number, playing at a speed, and a slider over all of it. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { memory, number, t } from "../language.js";
import { button } from "../parts/button.js";
import { RATES } from "./player.js";
import { mark, say } from "./redraw.js";
import { EVENTS } from "./trace.js";

/** @typedef {import("./player.js").Player} Player */

export class Controls {
  /** @param {(message: string) => void} tell  what could not be done */
  constructor(tell) {
    this.tell = tell;
    /** @type {Player | null} */
    this.player = null;
    const act = (/** @type {(player: Player) => void} */ what) => () => this.player && what(this.player);
    this.toggle = button(
      t("search.run"),
      act((player) => player.playOrPause()),
      { kind: "main", icon: "play", id: "stepper-run", keys: t("keys.space") },
    );
    this.event = h(
      "select",
      { class: "select select-small", "aria-label": t("search.event"), id: "event" },
      h("option", { value: "" }, t("search.event.any")),
      EVENTS.map((one) => h("option", { value: one }, t(`search.event.${one}`))),
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
    this.end = button(
      t("search.toEnd"),
      act((player) => (player.isGoing ? player.stopLoading() : void player.toEnd())),
      { icon: "end", only: true, kind: "quiet", id: "stepper-end", keys: "End" },
    );
    this.element = h(
      "section",
      { class: "controls", "aria-label": t("search.controls") },
      h("div.scrub", this.slider),
      h(
        "div.control-row",
        h(
          "div.control-group",
          button(
            t("search.first"),
            act((player) => void player.go(0)),
            { icon: "start", only: true, kind: "quiet", id: "stepper-again", keys: "Home" },
          ),
          button(
            t("search.backTen"),
            act((player) => void player.step(-10)),
            { icon: "rewind", only: true, kind: "quiet", id: "stepper-back-ten", keys: "Shift+←" },
          ),
          button(
            t("search.back1"),
            act((player) => void player.step(-1)),
            { icon: "previous", only: true, kind: "quiet", id: "stepper-back", keys: "←" },
          ),
          this.toggle,
          button(
            t("search.step"),
            act((player) => void player.step(1)),
            { icon: "next", only: true, kind: "quiet", id: "stepper-step", keys: "→" },
          ),
          button(
            t("search.ten"),
            act((player) => void player.step(10)),
            { icon: "forward", only: true, kind: "quiet", id: "stepper-ten", keys: "Shift+→" },
          ),
          this.end,
        ),
        h("div.control-group.step-group", this.number, this.of),
        h(
          "div.control-group.event-group",
          button(t("search.event.previous"), () => void this.toEvent(-1), {
            icon: "left",
            only: true,
            kind: "quiet",
            id: "event-previous",
            keys: "Shift+E",
          }),
          this.event,
          button(t("search.event.next"), () => void this.toEvent(1), {
            icon: "right",
            only: true,
            kind: "quiet",
            id: "event-next",
            keys: "E",
          }),
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

  drawSpeed() {
    const rate = RATES[Number(this.speed.value)];
    const reached = this.player?.reached ?? null;
    // A display shows sixty pictures a second: a few percent are nothing to talk about.
    const short = reached !== null && reached < 0.93 * rate;
    say(this.speedWords, short ? t("search.rate.reached", { rate, reached: Math.round(reached) }) : t("search.rate", { rate }));
    this.speedWords.classList.toggle("is-short", short);
    mark(this.speed, { "aria-valuetext": t("search.rate", { rate }) });
  }

  draw() {
    const { player } = this;
    if (!player) return;
    const { trace, at, source } = player;
    mark(this.slider, { max: trace.last });
    this.slider.value = String(at);
    const isEnd = trace.end !== null && at === trace.last;
    mark(this.slider, { "aria-valuetext": isEnd ? t("search.end") : t("search.position", { at, all: trace.length }) });
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
