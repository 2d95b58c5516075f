/** Where the page is, as the fragment of its address: a view, a level, and the moves made.

    #/                                   the gallery
    #/play/sokoban/uit/5?moves=ullR      a shipped level
    #/solve/custom?level=…&name=…        a level of your own, deflated, in base64url
    #/search/bloxorz/1?solver=bfs&step=9 a search, its heuristic and settings (`set.width=5`), and a step of it
    #/trace                              a trace from a file
    #/replay/sokoban/uit/5?plan=ullR     moves that were made there, such as those of a record
    #/records                            records and statistics
    #/edit/sokoban                       the editor: a new level, one by its id, or `custom` as above
*/

/** @typedef {"gallery" | "play" | "solve" | "search" | "compare" | "trace" | "replay" | "records" | "edit"} View */
/** @typedef {{view: View, pack?: string, level: import("./types.js").LevelReference | null, edited?: import("./types.js").LevelReference, query?: Record<string, string>}} Route */

/** @type {View[]} */
export const LEVEL_VIEWS = ["play", "solve", "search", "compare"];
const CUSTOM = "custom";
/** What an address says beside the level: a search, and where one stands in it. */
const QUERY = /^(plan|others|solver|heuristic|step|second|by|set\..+|other\..+)$/;

/** What an address spells by `%20` and the like; one that somebody mistyped stays as it is. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} fragment @returns {Promise<Route>} */
export async function read(fragment) {
  const [path = "", words = ""] = fragment.replace(/^#\/?/, "").split("?", 2);
  const [view = "", ...rest] = path.split("/");
  const values = new URLSearchParams(words);
  const id = decoded(rest.join("/"));
  if (view === "trace" || view === "records") return { view, level: null };
  if (!(/** @type {string[]} */ ([...LEVEL_VIEWS, "replay", "edit"]).includes(view)) || !id)
    return { view: "gallery", pack: view === "gallery" ? id : "", level: null };
  /** @type {import("./types.js").LevelReference} */
  const level = { moves: values.get("moves") ?? "", rules: {} };
  for (const [name, value] of values) if (name.startsWith("rule.")) /** @type {any} */ (level.rules)[name.slice(5)] = value;
  if (id === CUSTOM) {
    level.text = await inflate(values.get("level") ?? "");
    level.name = values.get("name") ?? "";
    level.index = Number(values.get("index") ?? 0) || 0;
    if (values.has("puzzle")) level.puzzle = /** @type {string} */ (values.get("puzzle"));
  } else level.id = id;
  if (view === "edit") return { view, level: null, edited: level };
  const query = Object.fromEntries([...values].filter(([name]) => QUERY.test(name)));
  return { view: /** @type {View} */ (view), level, query };
}

/**
 * @param {View} view
 * @param {import("./types.js").LevelReference | null} level
 * @param {Record<string, string>} [query]
 * @returns {Promise<string>}
 */
export async function write(view, level, query = {}) {
  if (!level) return view === "gallery" ? "#/" : `#/${view}`;
  const values = new URLSearchParams();
  if (level.text !== undefined) {
    values.set("level", await deflate(level.text));
    if (level.name) values.set("name", level.name);
    if (level.index) values.set("index", String(level.index));
    if (level.puzzle) values.set("puzzle", level.puzzle);
  }
  for (const [name, value] of Object.entries(level.rules ?? {})) values.set(`rule.${name}`, String(value));
  if (level.moves) values.set("moves", level.moves);
  for (const [name, value] of Object.entries(query)) values.set(name, value);
  const words = values.toString();
  return `#/${view}/${level.text === undefined ? level.id : CUSTOM}${words ? "?" + words : ""}`;
}

/** Go where moves of the player's own are shown: an address that came from elsewhere lacks this note. @param {string} target */
export function enterOwn(target) {
  history.pushState({ own: true }, "", target);
  dispatchEvent(new Event("hashchange"));
}

/** @param {string} text */
async function deflate(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} packed */
async function inflate(packed) {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).text();
  } catch {
    return ""; // a damaged link: the server says that it is empty
  }
}
