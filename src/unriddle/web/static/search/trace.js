/**
 * A trace as the page holds it: every line it has received, in columns, so that any step can be shown at once,
 * forward and back. Nodes go by their index here, in the order in which they came; 0 is the start.
 */

import { decimals, integers, small, Texts } from "./columns.js";
import { Heap } from "./heap.js";
import { Keys } from "./keys-of-nodes.js";

/** @import { EndLine, EventName, Fate, Header, StepLine, TraceNode } from "./contract.js" */
/** @typedef {{move: string, fate: Fate, why: string, node: number, same: number}} Child `node` and `same` are -1 where there is none */

/** @type {Fate[]} */
const FATES = ["new", "cheaper", "known", "dead", "bound", "depth", "worse", "cut", "cycle", "untried"];
/** @type {EventName[]} */
export const EVENTS = ["new_best_h", "cheaper", "dead_end", "iteration", "goal_generated", "goal_taken"];
const NEVER = 2 ** 31 - 1;
/** Nodes that a trace may hold: about 300 MB in the browser. */
const MOST_NODES = 2_000_000;

/** Different texts of steps that are remembered, to be shared with later steps. */
const MOST_SAID = 20_000;

export class TraceError extends Error {}

export class Trace {
  /** @param {Header} header */
  constructor(header) {
    if (header?.format !== "unriddle-trace" || typeof header.root !== "object" || !header.root) throw new TraceError("format");
    if (header.version !== 1) throw new TraceError("version");
    if (!isHeader(header)) throw new TraceError("format");
    this.header = header;
    /** @type {EndLine | null} */
    this.end = null;
    this.texts = new Texts();

    this.ids = integers();
    this.parent = integers();
    this.move = integers();
    this.g = decimals();
    this.h = decimals();
    this.f = decimals();
    /** The step in which a node came; it waits from then on, */
    this.born = integers();
    /** until the step in which it is taken or dropped. */
    this.gone = integers();
    /** Its last expansion so far. */
    this.expanded = integers();
    this.placesFrom = integers();
    this.places = integers();
    this.keys = new Keys();
    this.waiting = new Heap((a, b) => this.keys.before(a, b));
    /** @type {Map<number, number[]>} by step: nodes that left the open list without being taken */
    this.dropped = new Map();
    /** @type {Map<number, string[]>} */
    this.boards = new Map();
    /** @type {Map<number, number> | null} where ids are not simply 0, 1, 2 … */
    this.byId = null;
    /** Names of places, `row,column`. */
    this.placeNames = new Texts();

    this.stepNode = integers();
    this.earlier = integers();
    this.childrenFrom = integers();
    this.open = integers();
    this.closed = integers();
    this.event = small();
    this.line = integers();
    this.sentence = integers();
    /** The least estimate of all nodes that came so far. */
    this.bestH = decimals();
    this.best = Number.NaN;
    /** The largest f of all nodes that were taken so far. */
    this.mostF = decimals();
    /** @type {string[]} what is only read when a step is shown */
    this.rest = [""];
    /** @type {Map<string, string>} */
    this.said = new Map();

    this.childMove = integers();
    this.childFate = small();
    this.childWhy = integers();
    this.childNode = integers();
    this.childSame = integers();

    /** Characters of what is kept as text. */
    this.characters = 0;
    this.#node(header.root, 0);
    for (const one of [this.stepNode, this.earlier, this.closed, this.event, this.line, this.sentence]) one.push(0);
    this.childrenFrom.push(0);
    this.childrenFrom.push(0);
    this.open.push(1);
    this.bestH.push(this.best);
    this.mostF.push(this.f.at[0]);
  }

  /** Expansions that are held. */
  get length() {
    return this.last - (this.end ? 1 : 0);
  }

  /** The last position that can be shown: an expansion, or how it ended. */
  get last() {
    return this.rest.length - 1;
  }

  get nodes() {
    return this.parent.length;
  }

  /** May no more lines be added? */
  get isFull() {
    return this.nodes >= MOST_NODES;
  }

  /** Bytes that the lines take, about. */
  get bytes() {
    const columns = Object.values(this).filter((one) => typeof one?.bytes === "number" && one !== this);
    return columns.reduce((sum, one) => sum + one.bytes, this.characters + 24 * this.length);
  }

  /** Add a line after the header; what is unknown in it is ignored. @param {StepLine | EndLine} line */
  add(line) {
    if (this.end) return;
    if ("end" in line) this.#end(line);
    else if ("step" in line) this.#step(line);
  }

  /** The index of a node by its id. @param {number | null | undefined} id */
  index(id) {
    if (id === null || id === undefined) return -1;
    if (this.byId) return this.byId.get(id) ?? -1;
    return id >= 0 && id < this.nodes ? id : -1;
  }

  /** @param {StepLine} line */
  #step(line) {
    const step = this.last + 1;
    const node = line.added ? this.#node(line.added, step) : this.index(line.node);
    if (node < 0 || !areObjects(line.instrument?.children)) throw new TraceError(`step ${line.step}: node ${line.node}`);
    this.#leave(line.dropped?.map((id) => this.index(id)) ?? [], step);
    this.#take(node, step);
    this.earlier.push(this.expanded.at[node]);
    this.expanded.at[node] = step;
    for (const child of line.successors ?? []) {
      const same = this.index(child.same);
      const after = child.node ? this.#node(child.node, step, node, child.move) : -1;
      this.childMove.push(this.texts.number(child.move));
      this.childFate.push(Math.max(0, FATES.indexOf(child.fate)));
      this.childWhy.push(this.texts.number(child.why));
      this.childSame.push(same);
      this.childNode.push(after);
      if (after < 0) continue;
      if (child.fate === "cheaper") this.#leave([same], step);
      if (child.fate !== "new" && child.fate !== "cheaper") this.gone.at[after] = step;
      else if (child.node?.key) this.waiting.push(after);
    }
    this.#position(node, line);
  }

  /** How it ended is a position of its own, after the last expansion. @param {EndLine} line */
  #end(line) {
    const step = this.last + 1;
    for (const one of line.added ?? []) this.gone.at[this.#node(one, step)] = step;
    const node = line.node === null || line.node === undefined ? -1 : this.index(line.node);
    if (node >= 0) this.#take(node, step);
    this.earlier.push(0);
    this.#position(node >= 0 ? node : this.nodeAt(this.last), {
      open: this.open.at[this.last],
      closed: this.closed.at[this.last],
      ...line,
    });
    this.end = { ...line, node: node < 0 ? null : node };
  }

  /** @param {number} node @param {Omit<Partial<StepLine>, "node" | "added">} line */
  #position(node, line) {
    this.bestH.push(this.best);
    const [most, f] = [this.mostF.at[this.last], this.f.at[node]];
    this.mostF.push(Number.isNaN(most) || f > most ? f : most);
    this.stepNode.push(node);
    this.childrenFrom.push(this.childNode.length);
    this.open.push(line.open ?? -1);
    this.closed.push(line.closed ?? -1);
    const events = line.events ?? (line.event ? [line.event] : []);
    this.event.push(EVENTS.reduce((sum, name, bit) => sum + (events.includes(name) ? 1 << bit : 0), 0));
    this.line.push(this.texts.number(line.line));
    this.sentence.push(this.texts.number(line.sentence));
    const { lines, instrument, values } = line;
    this.rest.push(this.#shared(JSON.stringify({ lines, instrument, values })));
  }

  /** Many steps say the same in the same words, and share them. @param {string} text */
  #shared(text) {
    const known = this.said.get(text);
    if (known !== undefined) return known;
    if (this.said.size < MOST_SAID) this.said.set(text, text);
    this.characters += text.length;
    return text;
  }

  /** Take a node out of the open list; what should have come before it was stale. @param {number} node @param {number} step */
  #take(node, step) {
    if (this.gone.at[node] === NEVER) this.gone.at[node] = step;
    if (!this.keys.has(node)) return;
    /** @type {number[]} */
    const stale = [];
    for (let top = this.waiting.top; top >= 0 && (this.gone.at[top] <= step || this.keys.before(top, node)); top = this.waiting.top)
      stale.push(this.waiting.pop());
    this.#leave(stale, step);
  }

  /** @param {number[]} nodes @param {number} step */
  #leave(nodes, step) {
    const left = nodes.filter((node) => node >= 0 && this.gone.at[node] === NEVER);
    if (!left.length) return;
    for (const node of left) this.gone.at[node] = step;
    this.dropped.set(step, [...(this.dropped.get(step) ?? []), ...left]);
  }

  /** @param {TraceNode} node @param {number} step @param {number} [parent] @param {string} [move] */
  #node(node, step, parent = -1, move = undefined) {
    const index = this.nodes;
    const above = node.parent === undefined || node.parent === null ? parent : this.index(node.parent); // none is its own
    if (!this.byId && node.id !== index) this.byId = new Map(Array.from(this.ids.at.subarray(0, index), (id, at) => [id, at]));
    this.byId?.set(node.id, index);
    this.ids.push(node.id);
    this.parent.push(above);
    this.move.push(this.texts.number(node.move ?? move));
    const h = amount(node.h);
    this.g.push(amount(node.g));
    this.h.push(h);
    this.f.push(amount(node.f));
    if (h < this.best || Number.isNaN(this.best)) this.best = h;
    this.born.push(step);
    this.gone.push(NEVER);
    this.expanded.push(0);
    this.placesFrom.push(this.places.length);
    for (const place of node.places ?? []) if (Array.isArray(place)) this.places.push(this.placeNames.number(String(place)));
    this.keys.add(node.key);
    if (node.board) {
      this.boards.set(index, node.board);
      this.characters += node.board.reduce((sum, row) => sum + row.length + 16, 64);
    }
    return index;
  }

  /** The places of a node, by number. @param {number} node */
  placesOf(node) {
    const end = node + 1 < this.nodes ? this.placesFrom.at[node + 1] : this.places.length;
    return this.places.at.subarray(this.placesFrom.at[node], end);
  }

  /** The same as rows and columns. @param {number} node @returns {number[][]} */
  squaresOf(node) {
    return [...this.placesOf(node)].map((place) => this.placeNames.text(place).split(",").map(Number));
  }

  /** What only a step that is shown needs. @param {number} step @returns {Pick<StepLine, "lines" | "instrument" | "values">} */
  details(step) {
    return step > 0 && this.rest[step] ? JSON.parse(this.rest[step]) : {};
  }

  /** What a step is about: the node that it takes; at 0, the start. @param {number} step */
  nodeAt(step) {
    return step > 0 ? this.stepNode.at[step] : 0;
  }

  /** What happened in a step that is worth a stop. @param {number} step @returns {EventName[]} */
  eventsAt(step) {
    return EVENTS.filter((_, bit) => this.event.at[step] & (1 << bit));
  }

  /** The successors of a step, in their order. @param {number} step @returns {Child[]} */
  children(step) {
    /** @type {Child[]} */
    const list = [];
    if (step < 1) return list;
    for (let at = this.childrenFrom.at[step]; at < this.childrenFrom.at[step + 1]; at++) list.push(this.child(at));
    return list;
  }

  /** @param {number} at @returns {Child} */
  child(at) {
    return {
      move: this.text(this.childMove.at[at]),
      fate: FATES[this.childFate.at[at]],
      why: this.text(this.childWhy.at[at]),
      node: this.childNode.at[at],
      same: this.childSame.at[at],
    };
  }

  /** As what a node came; the start came as nothing. @param {number} node @returns {Fate | ""} */
  fateOf(node) {
    const step = this.born.at[node];
    for (let at = this.childrenFrom.at[step]; step > 0 && at < this.childrenFrom.at[step + 1]; at++)
      if (this.childNode.at[at] === node) return FATES[this.childFate.at[at]];
    return "";
  }

  /** The last step up to `step` that expanded a node; 0 if none did. @param {number} node @param {number} step */
  expansion(node, step) {
    let last = this.expanded.at[node];
    while (last > step) last = this.earlier.at[last];
    return last;
  }

  /** The nodes from the start to this one. @param {number} node */
  path(node) {
    /** @type {number[]} */
    const path = [];
    for (let one = node; one >= 0; one = this.parent.at[one]) path.push(one);
    return path.reverse();
  }

  /** @param {number} number */
  text(number) {
    return this.texts.text(number);
  }

  /** The move that led to a node. @param {number} node */
  moveTo(node) {
    return this.text(this.move.at[node]);
  }

  /** The nearest position with an event, or with this one; 0 if none is held. @param {number} step @param {string} [wanted] @param {1 | -1} [way] */
  nextEvent(step, wanted = "", way = 1) {
    const bit = EVENTS.indexOf(/** @type {EventName} */ (wanted));
    const mask = bit < 0 ? 255 : 1 << bit;
    for (let at = step + way; at > 0 && at <= this.last; at += way) if (this.event.at[at] & mask) return at;
    return 0;
  }
}

/** Is what the panels read of a header what they expect? It may be of another program. @param {Record<string, any>} header */
function isHeader({ pseudocode, sentences, ...header }) {
  const texts = ["name", "solver", "title", "level", "puzzle", "heuristic", "heuristic_title", "order"].map((name) => header[name] ?? "");
  return areObjects(pseudocode) && typeof (sentences ?? {}) === "object" && texts.every((one) => typeof one === "string");
}

/** A list of objects, or nothing. @param {unknown} list */
const areObjects = (list) => (Array.isArray(list) ? list : list ? [null] : []).every((one) => typeof one === "object" && one !== null);

/** A number of a column as a trace tells it, null where it does not. @param {number} value */
export const told = (value) => (Number.isNaN(value) ? null : value === Infinity ? "inf" : value);

/** What a trace tells as a number of a column: JSON has no infinity. @param {number | "inf" | null | undefined} told */
const amount = (told) => (told === "inf" ? Infinity : (told ?? Number.NaN));
