// @ts-check
/** What the views of a level have in common: its name, its neighbours, and board and panel side by side. */

import { h } from "../dom.js";
import { puzzleName } from "../language.js";

/** @param {import("../types.js").Opened} now */
export function levelTitle(now) {
  const number = now.id.split("/").pop();
  const puzzle = puzzleName(now.puzzle);
  const plain = now.id ? `${puzzle} ${number}` : `${puzzle}: ${now.name}`;
  return now.title && !plain.includes(now.title) ? `${plain} — ${now.title}` : plain;
}

/**
 * The ids of the levels before and after this one.
 * @param {import("../types.js").Menu} menu @param {import("../types.js").Opened} now
 */
export function neighbours(menu, now) {
  const cut = now.id.lastIndexOf("/");
  const prefix = now.id.slice(0, cut);
  const number = Number(now.id.slice(cut + 1));
  const pack = menu.puzzles.flatMap((one) => one.packs).find((one) => one.id === prefix);
  if (!now.id || !pack) return { previous: "", next: "" };
  return {
    previous: number > pack.first ? `${prefix}/${number - 1}` : "",
    next: number < pack.last ? `${prefix}/${number + 1}` : "",
  };
}

/** A board and its panel side by side. @param {HTMLElement} frame @param {...(Node | null)} panel */
export function sideBySide(frame, ...panel) {
  return h("div", { class: "level" }, frame, h("aside", { class: "panel" }, panel));
}

/** @param {string} label @param {Node | string} value @param {string} [kind] */
export function figure(label, value, kind = "") {
  return h("div", { class: `figure ${kind}` }, h("dt", {}, label), h("dd", {}, value));
}
