/** The board of any puzzle: the picture of its notation, and its moves as buttons and as typed text. */
import { h } from "../dom.js";
import { choiceOf, wordOfArrow } from "./drawn/moves.js";
import { paint, textOf } from "./drawn/picture.js";
import { frame } from "./frame.js";

/** @import { BoardOptions, DrawnBoard as Board, DrawnState as State } from "./contract.js" */

/**
 * @param {HTMLElement} element
 * @param {BoardOptions} options
 * @returns {Board}
 */
export function createBoard(element, options) {
  const { t } = options;
  const { picture, label, shake, controls } = frame(element, "drawn", options, key);
  const list = h("div", { class: "drawn-moves", role: "group", "aria-label": t("board.drawn.choose") });
  const typing = h("output.drawn-typed");
  element.append(list);
  /** @type {State | null} */
  let now = null;
  /** @type {string[]} */
  let moves = [];
  let interactive = true;
  let typed = "";

  /** @param {string} move */
  function make(move) {
    type("");
    options.onMove(move);
  }

  /** @param {string} text */
  function type(text) {
    typed = text;
    typing.textContent = text;
    typing.hidden = !text;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (!interactive || event.ctrlKey || event.metaKey || event.altKey) return false;
    const arrow = wordOfArrow(event.key, moves);
    if (arrow) {
      make(arrow);
      return true;
    }
    if (event.key === "Enter" && typed) {
      const move = choiceOf(typed, moves).exact;
      if (move) make(move);
      else refuse();
      return true;
    }
    if ((event.key === "Backspace" || event.key === "Escape") && typed) {
      type(event.key === "Backspace" ? typed.slice(0, -1) : "");
      return true;
    }
    return event.key.length === 1 && event.key !== " " && letter(event.key);
  }

  /** A move that no other begins with is made at once. @param {string} character */
  function letter(character) {
    for (const text of new Set([typed + character, character])) {
      const { exact, begun } = choiceOf(text, moves);
      if (!begun) continue;
      if (exact && begun === 1) make(exact);
      else type(text);
      return true;
    }
    return false;
  }

  function refuse() {
    type("");
    shake();
  }

  function drawMoves() {
    const focused = document.activeElement;
    const before = focused instanceof HTMLElement && list.contains(focused) ? focused.dataset.move : undefined;
    const buttons = moves.map((move) =>
      h("button", { type: "button", class: "button drawn-move", "data-move": move, onclick: () => make(move) }, move),
    );
    list.replaceChildren(...buttons, typing);
    list.hidden = !interactive || moves.length === 0;
    if (before === undefined) return;
    // Someone who chooses moves by the keyboard goes on in the list.
    const next = buttons.find((one) => one.dataset.move === before) ?? buttons[0];
    (list.hidden || !next ? element : next).focus();
  }

  /** @param {string | null} move */
  function setHint(move) {
    for (const button of list.querySelectorAll("button")) {
      const good = button.dataset.move === move;
      button.classList.toggle("drawn-hint", good);
      if (good) button.scrollIntoView({ block: "nearest" });
    }
  }

  function describe() {
    if (!now) return "";
    const scene = `${textOf(now)}.`;
    return interactive && moves.length ? `${scene} ${t("board.drawn.moves", { moves: moves.join(", ") })}` : scene;
  }

  return {
    setScene(_level, state, legal, { tries = legal, interactive: open = true } = {}) {
      now = state;
      moves = tries;
      interactive = open;
      type("");
      paint(picture, state);
      drawMoves();
      label(describe());
      element.classList.toggle("live", open);
    },
    setHint,
    setHeat() {}, // a picture does not say where a state belongs
    fall: shake,
    refuse,
    describe,
    key,
    ...controls,
  };
}
