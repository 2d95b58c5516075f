// @ts-check
/**
 * What the player has done: games with their plans, by the content of a level and its rules.
 *
 * The server keeps them if it serves this machine alone; this browser has a copy, which is all there
 * is where the server keeps none. What the server lacks is brought to it, and replayed by the rules.
 */

import { question } from "../carrier.js";
import { prefer, preference } from "../store.js";

/** @typedef {import("../types.js").GameRecord} GameRecord */
/** @typedef {import("../types.js").Opened} Opened */
/** @typedef {import("../types.js").LevelReference} LevelReference */
/** @typedef {{name: string, problem: string}} Refused */

const MOST = 2_000_000;
const PORTION = 400_000;
const FORMAT = { format: "unriddle records", version: 1 };

/** Tells by "change" that there are other records. */
export const records = new EventTarget();

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
export const bestGames = () => [...bestBy(Object.values(all()), (one) => `${one.key} ${one.help.length > 0}`).values()];

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
  return (/** @type {import("../types.js").LevelCard} */ card) =>
    byKey.get(card.key)?.counts ?? (levels.has(card.content) ? {} : undefined);
}

/** How many levels of a pack are solved. @param {string} pack */
export const solvedIn = (pack) =>
  new Set(
    Object.values(all())
      .filter((one) => one.solved && one.name.startsWith(`${pack}/`) && /^\d+$/.test(one.name.slice(pack.length + 1)))
      .map((one) => one.name),
  ).size;

/** Keep games in this browser. @param {GameRecord[]} games @param {boolean} kept does the server keep them, too? */
export function add(games, kept) {
  if (!games.length) return;
  const now = all();
  for (const one of games) now[one.id] = { ...one, kept: kept || Boolean(now[one.id]?.kept && now[one.id].solved === one.solved) };
  let text = JSON.stringify(now);
  if (text.length > MOST) text = JSON.stringify(Object.fromEntries(bestGames().map((one) => [one.id, one])));
  prefer("records", JSON.parse(text));
  records.dispatchEvent(new Event("change"));
}

let serverKeeps = false;
let problem = "";
/** Why the server does not keep records although it would; empty otherwise. */
export const storeProblem = () => problem;

/** Does the server keep records? */
export const serverKept = () => serverKeeps;

/** Learn what the server keeps, and bring what it lacks. */
export async function sync() {
  try {
    const answer = await question("records");
    serverKeeps = answer.kept;
    problem = answer.problem;
    add(answer.games, answer.kept);
    if (serverKeeps) void bring(Object.values(all()).filter((one) => !one.kept)).catch(() => {}); // next time
  } catch {
    serverKeeps = false; // it does not answer: the copy serves
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
  const games = serverKeeps ? (await question("records", { all: "1" })).games : Object.values(all());
  return `${JSON.stringify({ ...FORMAT, games: games.map((/** @type {GameRecord} */ one) => ({ ...one, kept: undefined })) }, null, 1)}\n`;
}

/** @returns {Promise<import("../types.js").Statistics[]>} */
export async function statistics() {
  const asked = serverKeeps ? question("records") : question("statistics", {}, JSON.stringify({ games: Object.values(all()) }));
  return (await asked).statistics;
}

/** What makes two references open the same position. @param {LevelReference} one */
const position = ({ id = "", text = "", index = 0, rules = {}, moves = "" }) =>
  JSON.stringify([id, text, index, Object.entries(rules).map(String).sort(), moves]);

const OWN = "unriddle.game";

/** The game that is open, as far as it has begun. */
let current = { id: "", began: "" };

/** To open a level: with the game that this tab had there, if the moves are its own. @param {LevelReference} reference */
export function opening(reference) {
  let own = null;
  try {
    own = JSON.parse(sessionStorage.getItem(OWN) ?? "null");
  } catch {
    // forbidden: then the moves count as those of a link
  }
  const game = reference.moves && own?.position === position(reference) ? own.game : null;
  current = { id: game?.id ?? "", began: game?.began ?? "" };
  return game ? { ...reference, game } : reference;
}

/** After every change: keep a game that began or was won, and remember whose it is. @param {LevelReference} link @param {Opened} now */
export function follow(link, now) {
  add(now.bests ?? [], true);
  now.bests = null;
  if (now.record) {
    add([now.record], serverKeeps);
    current = { id: now.record.id, began: now.record.began };
  }
  if (now.solved) current = { id: "", began: "" };
  try {
    const game = { ...current, help: now.help, seconds: now.seconds };
    sessionStorage.setItem(OWN, JSON.stringify({ position: position(link), game }));
  } catch {
    // full or forbidden
  }
}
