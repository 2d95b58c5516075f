/** The player's best games at the level that is open, and how long this one has been played. */

import { h, put } from "../dom.js";
import { addStrings, language, levelName, number, t } from "../language.js";
import { ignore } from "../problem.js";
import { enterOwn, write } from "../route.js";
import { button } from "./button.js";
import { inWords } from "./counts.js";
import { figure } from "./level.js";
import { bestsAt, records, sync } from "./records.js";
import { recordStrings } from "./records-strings.js";

addStrings(recordStrings);

/** @import { GameRecord, Help, LevelReference, Opened } from "../types.js" */

/** `1:05`, `2:03:00`. @param {number} seconds */
export function clockTime(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return hours ? `${number(hours)}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** @param {string} moment */
export const day = (moment) =>
  Number.isNaN(Date.parse(moment)) ? "?" : new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(moment));

/** @param {Help[]} help */
export const helpWords = (help) => help.map((one) => t(`records.help.${one}`)).join(", ");

/** Has this game just become the best of its kind? @param {Opened} now */
export function isRecord({ record, key }) {
  if (!record?.solved) return false;
  const { own, aided } = bestsAt(key);
  return (record.help.length ? aided : own)?.id === record.id;
}

/** What is said of such a game; one with help is not the player's own best. @param {Opened} now */
export function recordWords({ record }) {
  return record?.help.length ? t("play.recordAided", { help: helpWords(record.help) }) : t("play.record");
}

/** A button that opens a solution in the replay. @param {{name: string, counts: import("../types.js").Counts}} solution @param {() => void} open @param {string} [id] */
export const replayButton = ({ name, counts }, open, id) =>
  button(t("records.replay"), open, {
    kind: "quiet",
    icon: "play",
    id,
    "aria-label": t("records.replayOf", { name: levelName(name), length: inWords(counts) }),
  });

/** The same for a game that was kept. @param {LevelReference} level @param {GameRecord} record */
export const recordButton = (level, record) =>
  replayButton(record, async () => enterOwn(await write("replay", level, { plan: record.plan })), "replay-record");

export class Bests {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    this.element = h("section", { class: "bests", "aria-label": t("records.title") });
    this.time = h("span", { class: "clock", role: "timer" });
    this.since = performance.now();
    this.seconds = 0;
    this.isAway = false;
    this.level = app.game.now?.level;
    this.listeners = new AbortController();
    this.ticking = setInterval(() => this.tick(), 500);
    const { signal } = this.listeners;
    records.addEventListener("change", () => this.draw(), { signal });
    app.game.addEventListener("helped", () => this.draw(), { signal });
    addEventListener("focus", () => void sync(), { signal }); // the terminal app may have kept a game meanwhile
    document.addEventListener("visibilitychange", () => void this.attend(document.hidden), { signal });
    app.game.addEventListener("leaving", () => this.note(), { signal });
    app.game.addEventListener("reopened", () => void this.attend(document.hidden), { signal });
    void this.attend(document.hidden);
  }

  /** The time played, as a figure of the panel. */
  clock() {
    return figure(t("records.time"), this.time, "figure-time");
  }

  /** @param {number} seconds */
  set(seconds) {
    this.seconds = seconds;
    this.since = performance.now();
    this.tick();
  }

  /** The seconds played so far. */
  get elapsed() {
    const now = this.app.game.now;
    const runs = now && now.moves.length > 0 && !now.solved && !this.isAway;
    return this.seconds + (runs ? (performance.now() - this.since) / 1000 : 0);
  }

  tick() {
    this.time.textContent = clockTime(this.elapsed);
  }

  /** Have it known, for who comes back to this game. */
  note() {
    if (this.app.game.now?.level === this.level) this.app.game.timed(this.elapsed);
  }

  /** Time without the player does not count. @param {boolean} isAway */
  async attend(isAway) {
    const { game, wire } = this.app;
    if (isAway) this.note();
    this.set(this.elapsed);
    this.isAway = isAway;
    const answer = await wire.ask(isAway ? "away" : "back").catch(ignore); // no server: it knows when it is back
    if (answer && game.now?.level === this.level) this.set(answer.seconds);
  }

  draw() {
    const { now } = this.app.game;
    if (!now) return;
    const { own, aided } = bestsAt(now.key);
    const isBelow = aided && (!own || aided.cost < own.cost);
    put(
      this.element,
      this.line(t("records.own"), own, "own"),
      isBelow ? this.line(t("records.aided", { help: helpWords(aided.help) }), aided, "aided") : null,
      now.help.length ? h("p.help", t("records.nowAided", { help: helpWords(now.help) })) : null,
    );
  }

  /** @param {string} label @param {GameRecord | undefined} record @param {string} kind */
  line(label, record, kind) {
    return h(
      "p",
      { class: "best-game", "data-best": kind },
      h("strong", label),
      " ",
      record ? `${inWords(record.counts)} · ${clockTime(record.seconds)} · ${day(record.began)}` : t("records.none"),
      record ? recordButton(this.app.game.link(), record) : null,
    );
  }

  destroy() {
    clearInterval(this.ticking);
    this.listeners.abort();
  }
}
