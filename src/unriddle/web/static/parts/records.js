/**
 * What the player has done: games with their plans, by the content of a level and its rules.
 *
 * The server keeps them if it serves this machine alone; this browser has a copy, which is all there
 * is where the server keeps none. What the server lacks is brought to it, and replayed by the rules.
 */

import { question } from "../carrier.js";
import { prefer, preference } from "../store.js";

/** @import { GameRecord, LevelCard, LevelReference, Opened, Statistics } from "../types.js" */
/** @typedef {{name: string, problem: string}} Refused */

const MOST = 1_000_000;
const PORTION = 400_000;
const FORMAT = { format: "unriddle records", version: 1 };

/** Tells by "change" that there are other records. */
export const records = new EventTarget();
addEventListener("storage", ({ key }) => key === "unriddle.records" && records.dispatchEvent(new Event("change"))); // of another tab

/** @returns {Record<string, GameRecord>} all games by their ids */
const all = () => preference("records", {});

/** @param {GameRecord} one */
const merit = (one) => [one.cost, ...Object.values(one.counts), one.seconds];

/** @param {GameRecord} one @param {GameRecord | undefined} other */
function isBetter(one, other) {
  if (!other) return true;
  const [mine, theirs] = [merit(one), merit(other)];
  const first = mine.findIndex((value, index) => value !== theirs[index]);
  return first >= 0 && mine[first] < theirs[first];
}

/** @param {Iterable<GameRecord>} games @param {(one: GameRecord) => string} place @returns {Map<string, GameRecord>} the best of each place */
function bestBy(games, place) {
  const best = new Map();
  for (const one of games) if (one.solved && isBetter(one, best.get(place(one)))) best.set(place(one), one);
  return best;
}

/** @returns {GameRecord[]} the best games, without and with help, of each level and rules */
export const bestGames = (games = all()) => [...bestBy(Object.values(games), (one) => `${one.key} ${one.help.length > 0}`).values()];

/** The best games at a level by its rules. @param {string} key @returns {{own?: GameRecord, aided?: GameRecord}} */
export function bestsAt(key) {
  const games = Object.values(all()).filter((one) => one.key === key);
  const best = bestBy(games, (one) => (one.help.length ? "aided" : "own"));
  return { own: best.get("own"), aided: best.get("aided") };
}

/** What a card of the gallery says: counts by the rules it is listed with, nothing counted if it was solved by others. */
export function marks() {
  const games = Object.values(all()).filter((one) => one.solved);
  const byKey = bestBy(games, (one) => one.key);
  const levels = new Set(games.map((one) => one.level));
  return (/** @type {LevelCard} */ card) => byKey.get(card.key)?.counts ?? (levels.has(card.content) ? {} : undefined);
}

/** How many levels of a pack are solved: by its contents, or by name where numbers are drawn. @param {import("../types.js").PackInfo} pack @param {string[]} contents */
export function solvedIn({ id, drawnFrom }, contents) {
  const games = Object.values(all()).filter((one) => one.solved);
  const levels = new Set(games.map((one) => one.level));
  if (!drawnFrom) return contents.filter((one) => levels.has(one)).length;
  return new Set(games.flatMap(({ name }) => (name.startsWith(`${id}/`) && /^\d+$/.test(name.slice(id.length + 1)) ? [name] : []))).size;
}

/** Keep games in this browser. @param {GameRecord[]} games @param {boolean} kept does the server keep them, too? */
export function add(games, kept) {
  if (!games.length) return;
  const now = all();
  for (const one of games.filter((each) => each.solved || !now[each.id]?.solved))
    now[one.id] = { ...one, kept: kept || Boolean(now[one.id]?.kept && now[one.id].solved === one.solved) };
  const isTooMuch = JSON.stringify(now).length > MOST;
  prefer("records", isTooMuch ? Object.fromEntries(bestGames(now).map((one) => [one.id, one])) : now);
  records.dispatchEvent(new Event("change"));
}

/** Does the server keep records? `problem` says why not, although it would. */
export const server = { keeps: false, problem: "" };

/** Learn what the server keeps, and bring what it lacks. */
export async function sync() {
  try {
    const answer = await question("records");
    server.keeps = answer.kept;
    server.problem = answer.problem;
    add(answer.games, answer.kept);
    if (server.keeps) void bring(Object.values(all()).filter((one) => !one.kept)).catch(() => {}); // next time
  } catch {
    server.keeps = false; // it does not answer: the copy serves
  }
}

/** Let the server replay games: those that are true are kept. @param {any[]} games @returns {Promise<{taken: GameRecord[], refused: Refused[]}>} */
async function bring(games) {
  /** @type {{taken: GameRecord[], refused: Refused[]}} */
  const outcome = { taken: [], refused: [] };
  for (let rest = games; rest.length; ) {
    let count = 1;
    for (let size = 0; count < rest.length && size < PORTION; count++) size += JSON.stringify(rest[count]).length;
    const { games: taken, refused, kept } = await question("records", {}, JSON.stringify({ games: rest.slice(0, count) }));
    add(taken, kept);
    outcome.taken.push(...taken);
    outcome.refused.push(...refused);
    rest = rest.slice(count);
  }
  return outcome;
}

/** Take the games of a file that the rules confirm; fails if it is no such file. @param {string} text */
export async function importText(text) {
  const content = JSON.parse(text);
  if (content?.format !== FORMAT.format || content.version !== FORMAT.version || !Array.isArray(content.games))
    throw new Error(FORMAT.format);
  return bring(content.games);
}

/** Everything that is kept, as a file. @returns {Promise<string>} */
export async function exportText() {
  const kept = server.keeps ? await question("records", { all: "1" }).catch(() => null) : null; // if it is gone, the copy serves
  const games = kept?.games ?? Object.values(all());
  return `${JSON.stringify({ ...FORMAT, games: games.map((/** @type {GameRecord} */ one) => ({ ...one, kept: undefined })) }, null, 1)}\n`;
}

/** @returns {Promise<Statistics[]>} */
export async function statistics() {
  if (server.keeps) return (await question("records")).statistics;
  const games = Object.values(all()).map((one) => ({ ...one, name: "", board: "", plan: "" })); // what counts fits into a message
  return (await question("statistics", {}, JSON.stringify({ games }))).statistics;
}

/** What makes two references open the same level. @param {LevelReference} one */
export const levelOf = ({ id = "", text = "", puzzle = "", index = 0, rules = {} }) =>
  JSON.stringify([id, text, puzzle, index, Object.entries(rules).map(String).sort()]);

/** @typedef {{id: string, began: string, help: import("../types.js").Help[], seconds: number}} Going a game that goes on */

const OWN = "unriddle.games";
/** Characters of them that are kept in all. */
const MOST_OWN = 200_000;

/** Where this tab stands at its levels, the latest first. @returns {{level: string, moves: string, solved: boolean, game: Going}[]} */
function ownGames() {
  try {
    return JSON.parse(sessionStorage.getItem(OWN) ?? "[]");
  } catch {
    return []; // forbidden: then the moves count as those of a link
  }
}

/** The game that is open, as far as it has begun. */
let current = { id: "", began: "" };

/**
 * The game that this tab had at a level: the same one, if it stood there; where it begins again without a restart, what had helped stays,
 * but for moves of others. @param {LevelReference} reference @returns {Going | null}
 */
function going(reference) {
  const own = ownGames().find(({ level }) => level === levelOf(reference));
  if (!own || own.moves === (reference.moves ?? "")) return own?.game ?? null;
  if (reference.moves || own.solved) return null;
  return { id: "", began: "", help: own.game.help.filter((one) => one !== "link"), seconds: 0 };
}

/**
 * To open a level: with the game that this tab had there, if the moves are its own.
 * @param {LevelReference} wanted
 * @param {boolean} [isBack] does this tab come back? Then the game goes on where it stands by now, unless it came from a link itself.
 */
export function opening(wanted, isBack) {
  const own = isBack && ownGames().find(({ level }) => level === levelOf(wanted));
  const reference = own && !own.game.help.includes("link") ? { ...wanted, moves: own.moves } : wanted;
  const game = going(reference);
  current = { id: game?.id ?? "", began: game?.began ?? "" };
  if (!game) return reference;
  const won = all()[game.id];
  return { ...reference, game: won?.solved ? { ...game, wonBy: won.cost, wonWith: won.help } : game };
}

/** After every change: keep a game that began or was won, and remember whose it is. @param {LevelReference} link @param {Opened} now */
export function follow(link, now) {
  add(now.bests ?? [], true);
  now.bests = null;
  if (now.record) {
    add([now.record], server.keeps);
    current = { id: now.record.id, began: now.record.began };
  }
  if (!now.moves.length && all()[current.id]?.solved) current = { id: "", began: "" };
  const { help, seconds, solved } = now;
  const own = { level: levelOf(link), moves: link.moves ?? "", solved, game: { ...current, help, seconds } };
  const games = [own, ...ownGames().filter(({ level }) => level !== own.level)];
  while (games.length > 1 && JSON.stringify(games).length > MOST_OWN) games.pop();
  try {
    sessionStorage.setItem(OWN, JSON.stringify(games));
  } catch {
    // full or forbidden
  }
}
