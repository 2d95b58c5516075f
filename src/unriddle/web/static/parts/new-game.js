// @ts-check
/** A new game by difficulty, or that of the day: of a puzzle whose deals can be asked for so. */

import { question } from "../carrier.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { Problem } from "../problem.js";
import { prefer, preference } from "../store.js";
import { button } from "./button.js";
import { flawWords } from "./ending.js";
import { toast } from "./toast.js";

/** @param {import("../app.js").App} app @param {import("../types.js").PuzzleInfo} puzzle @returns {HTMLElement | null} */
export function newGame(app, { difficulties }) {
  if (!difficulties.length) return null;
  const kept = preference("difficulty", difficulties[1]);
  const select = h(
    "select",
    { class: "select", id: "difficulty", onchange: () => prefer("difficulty", select.value) },
    difficulties.map((one) => h("option", { value: one, selected: one === kept }, t(`deal.${one}`))),
  );
  /** @param {Record<string, string>} which */
  const play = async (which) => {
    try {
      const { id } = await question("deal", { difficulty: select.value, ...which });
      await app.go("play", { id });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      toast(flawWords(problem.flaw), "bad");
    }
  };
  return h(
    "div",
    { class: "deals", title: t("deal.note") },
    h("label", { for: "difficulty" }, t("deal.difficulty")),
    select,
    button(t("deal.new"), () => void play({ seed: String(Math.floor(Math.random() * 2 ** 31)) }), { icon: "dice", id: "new-game" }),
    button(t("deal.day"), () => void play({ day: today() }), { icon: "sun", id: "deal-of-the-day" }),
  );
}

/** The day where the player is. */
function today() {
  const now = new Date();
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
