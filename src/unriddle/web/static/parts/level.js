/** What the views of a level have in common: its name, its neighbours, and board and panel side by side. */

import { h } from "../dom.js";
import { levelName, puzzleName, saidTitle } from "../language.js";
import { ownNeighbours } from "../own-levels.js";

/** @param {import("../types.js").Opened} now */
export function levelTitle(now) {
  const number = now.id.split("/").pop();
  const puzzle = puzzleName(now.puzzle);
  const plain = now.id ? `${puzzle} ${number}` : `${puzzle}: ${levelName(now.name)}`;
  return now.title && !plain.includes(now.title) ? `${plain} — ${saidTitle(now.title)}` : plain;
}

/**
 * The levels before and after this one, to be played by the same rules.
 * @param {import("../types.js").Menu} menu @param {string} id empty for a level of one's own
 * @param {import("../types.js").LevelReference} reference how it was opened
 * @returns {Record<"previous" | "next", import("../types.js").LevelReference | null>}
 */
export function neighbours(menu, id, reference) {
  if (reference.text !== undefined) return ownNeighbours(reference);
  const cut = id.lastIndexOf("/");
  const prefix = id.slice(0, cut);
  const number = Number(id.slice(cut + 1));
  const pack = menu.puzzles.flatMap((one) => one.packs).find((one) => one.id === prefix);
  const level = (/** @type {number} */ one) =>
    pack && one >= pack.first && one <= pack.last ? { id: `${prefix}/${one}`, rules: reference.rules } : null;
  return { previous: level(number - 1), next: level(number + 1) };
}

/** A board and its panel side by side. @param {HTMLElement} frame @param {...(Node | null)} panel */
export function sideBySide(frame, ...panel) {
  return h("div.level", frame, h("aside.panel", panel));
}

/** @param {string} label @param {Node | string} value @param {string} [kind] */
export function figure(label, value, kind = "") {
  return h("div", { class: `figure ${kind}` }, h("dt", label), h("dd", value));
}
