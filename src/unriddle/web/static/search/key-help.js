// @ts-check
/** The keys of the search view, in a box that `?` opens. */

import { t } from "../language.js";
import { keyHelp } from "../parts/key-help.js";

/** @type {[keys: string, words: string][]} */
const KEYS = [
  ["→ ←", "search.keys.step"],
  ["Shift+→ Shift+←", "search.keys.ten"],
  ["Space", "search.keys.play"],
  ["+ −", "search.keys.speed"],
  ["E Shift+E", "search.keys.event"],
  ["Home End", "search.keys.ends"],
  ["G", "search.keys.go"],
  ["P", "search.keys.path"],
  ["C", "search.keys.back"],
  ["T", "search.keys.two"],
  ["F", "search.keys.present"],
  ["L", "search.keys.link"],
  ["O", "search.keys.open"],
  ["Esc", "search.keys.escape"],
  ["?", "search.keys.help"],
];

export const searchKeys = () => keyHelp(KEYS, t("search.keys.tree"));
