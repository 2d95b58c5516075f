/** What a player who types means, where all that is known of moves is how they are written. */

/** @type {Record<string, string[]>} how puzzles write the four directions */
const ARROWS = {
  ArrowUp: ["u", "up", "n", "north"],
  ArrowDown: ["d", "down", "s", "south"],
  ArrowLeft: ["l", "left", "w", "west"],
  ArrowRight: ["r", "right", "e", "east"],
};

/** The move that an arrow key stands for, if one is called so. @param {string} key @param {string[]} moves */
export const wordOfArrow = (key, moves) => moves.find((move) => ARROWS[key]?.includes(move.toLowerCase()));

/**
 * The move that is written so, and how many begin so; capitals count only where they must.
 * @param {string} text @param {string[]} moves
 */
export function choiceOf(text, moves) {
  const low = text.toLowerCase();
  const strict = moves.filter((move) => move.startsWith(text));
  const begun = strict.length ? strict : moves.filter((move) => move.toLowerCase().startsWith(low));
  return { exact: begun.find((move) => move.length === text.length), begun: begun.length };
}
