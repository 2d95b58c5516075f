/** What makes a game pleasant beside the game itself: sound, full screen, the list of keys, and a win that is celebrated. */

import { put } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../language.js";
import { button } from "./button.js";
import { keyHelp } from "./key-help.js";
import { isSoundOn, playChange, setSound } from "./sound.js";

/** @type {Record<string, [keys: string, words: string][]>} by board */
const OWN = {
  bloxorz: [
    ["← ↑ → ↓ W A S D", "keys.roll"],
    ["Space", "keys.cubes"],
  ],
  sokoban: [["← ↑ → ↓ W A S D", "keys.walk"]],
  freecell: [
    ["← ↑ → ↓ Space", "keys.cards"],
    ["3 a", "keys.notation"],
  ],
};
/** @type {[keys: string, words: string][]} */
const ALL = [
  ["Z Backspace", "keys.undo"],
  ["Shift+Z", "keys.undoOne"],
  ["Y Shift+Backspace", "keys.redo"],
  ["T", "keys.hint"],
  ["Enter PageDown", "keys.next"],
  ["PageUp", "keys.previous"],
  ["M", "keys.sound"],
  ["F", "keys.full"],
  ["?", "keys.help"],
];

export class Comforts {
  /** @param {string} board */
  constructor(board) {
    this.help = keyHelp([...(OWN[board] ?? []), ...ALL]);
    this.sound = button(t("keys.sound"), () => this.toggleSound(), { icon: "silent", only: true, kind: "quiet", id: "sound", keys: "M" });
    const full = button(t("keys.full"), toggleFull, { icon: "present", only: true, kind: "quiet", id: "full", keys: "F" });
    const keys = button(t("keys.title"), () => this.help.showModal(), { icon: "keys", only: true, kind: "quiet", id: "keys", keys: "?" });
    this.buttons = [this.sound, full, keys];
    this.drawSound();
  }

  toggleSound() {
    setSound(!isSoundOn());
    this.drawSound();
  }

  drawSound() {
    put(this.sound, icon(isSoundOn() ? "sound" : "silent"));
    this.sound.setAttribute("aria-pressed", String(isSoundOn()));
  }

  /**
   * The game went on.
   * @param {import("../types.js").Position} before @param {import("../types.js").Position} now @param {import("../types.js").Board | null} board
   */
  react(before, now, board) {
    playChange(before, now);
    if (now.solved && !before.solved) board?.celebrate?.();
  }

  /** @param {string} letter @returns {boolean} was it used? */
  key(letter) {
    if (letter === "m") this.toggleSound();
    else if (letter === "f") toggleFull();
    else if (letter === "?") this.help.showModal();
    else return false;
    return true;
  }
}

function toggleFull() {
  if (document.fullscreenElement) void document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {}); // without the right to it, nothing changes
}
