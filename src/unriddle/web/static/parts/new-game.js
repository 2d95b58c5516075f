/** A new game by difficulty, or that of the day: of a puzzle whose deals can be asked for so. */

import { question } from "../carrier.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { prefer, preference } from "../store.js";
import { button } from "./button.js";
import { select } from "./select.js";
import { tellProblem } from "./toast.js";

/** @param {import("../app.js").App} app @param {import("../types.js").PuzzleInfo} puzzle @returns {HTMLElement | null} */
export function newGame(app, { difficulties }) {
  if (!difficulties.length) return null;
  const choice = select(
    { id: "difficulty", onchange: () => prefer("difficulty", choice.value) },
    difficulties.map((one) => [one, t(`deal.${one}`)]),
    preference("difficulty", difficulties[1]),
  );
  /** @param {Record<string, string>} which */
  const play = async (which) => {
    const isStillHere = app.fromHere();
    const found = await question("deal", { difficulty: choice.value, ...which }).catch(tellProblem);
    if (found && isStillHere()) await app.go("play", { id: found.id });
  };
  return h(
    "div",
    { class: "deals", title: t("deal.note") },
    h("label", { for: "difficulty" }, t("deal.difficulty")),
    choice,
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
