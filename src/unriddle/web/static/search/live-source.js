/** A trace that grows while a search of the server is led on. */

import { Problem } from "../problem.js";
import { Trace } from "./trace.js";

/** @typedef {{solver: string, heuristic?: string, settings: Record<string, any>}} Choice */
/** @typedef {{state: any, text?: string, why?: string}} Picture a node as the server draws it */

/** Steps that are asked for at once. */
const PORTION = 500;
/** Nodes that are asked for at once, and that are remembered. */
const NODES = 100;
const REMEMBERED = 3000;
const PAUSE = 60;
/** Steps that are fetched before anybody asks for them. */
export const AHEAD = 1000;

let count = 0;

export class LiveSource {
  /** @param {import("../wire.js").Wire} wire @param {Choice} choice */
  constructor(wire, choice) {
    this.wire = wire;
    this.choice = choice;
    this.name = "";
    /** @type {Trace | null} */
    this.trace = null;
    /** @type {Map<number, Picture>} */
    this.pictures = new Map();
    /** @type {Promise<void> | null} the portion after the one that is waited for: the server searches while the page takes and draws */
    this.next = null;
    /** @type {Promise<void> | null} a view that the server has lost is opened again, once for all that ask */
    this.opening = null;
    this.isClosed = false;
    this.ahead = AHEAD;
  }

  get isEnded() {
    return Boolean(this.trace?.end || this.trace?.isFull);
  }

  /** Open the search; a heuristic may need tables first: `waiting` hears of it. @param {() => void} [waiting] */
  async begin(waiting) {
    let answer = await this.#open();
    while (!answer.header) {
      waiting?.();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (this.isClosed) throw new Problem({ problem: "closed" });
      answer = await this.wire.ask("step", { view: this.name, count: 0 });
      if (answer.end && !answer.header) throw new Problem({ problem: String(answer.end.end) });
    }
    this.trace = new Trace(answer.header);
    this.#take(answer);
    return this.trace;
  }

  /** A view of its own on the server: a late goodbye to an old one cannot close it. */
  #open() {
    this.name = `view${++count}`;
    return this.wire.ask("stepper", { view: this.name, ...this.choice });
  }

  /** @param {{lines?: any[], end?: any}} answer @param {number} [skip] lines that are known */
  #take({ lines = [], end = null }, skip = 0) {
    for (const line of lines.slice(skip)) this.trace?.add(line);
    if (end) this.trace?.add(end);
  }

  /** Search on by one portion. @param {number} steps that are wanted in all */
  more(steps) {
    const portion = this.next ?? this.#step(steps);
    this.next = steps > PORTION ? this.#step(PORTION) : null;
    this.next?.catch(() => {}); // who waits for it hears of it
    return portion;
  }

  /** Lines are taken as they come, in the order in which they were asked for. @param {number} steps */
  #step(steps) {
    return this.#ask(async () => {
      if (this.isEnded || this.isClosed) return;
      this.#take(await this.wire.ask("step", { view: this.name, count: Math.min(Math.max(1, steps), PORTION) }));
    });
  }

  /** A view that the server has lost is opened again. @template T @param {() => Promise<T>} request @returns {Promise<T>} */
  async #ask(request) {
    await this.opening;
    const { name } = this;
    try {
      return await request();
    } catch (problem) {
      if (!(problem instanceof Problem) || !isGone(problem) || this.isClosed) throw problem;
      if (name === this.name) this.opening ??= this.#again().finally(() => (this.opening = null));
      await this.opening;
      return await request();
    }
  }

  /** Lead a new search to where the old one was: it takes the same steps. */
  async #again() {
    let known = this.trace?.length ?? 0;
    await this.wire.ready();
    let answer = await this.#open();
    while (!this.isClosed) {
      const held = answer.lines?.length ?? 0;
      if (held > known) this.#take(answer, known);
      known -= Math.min(held, known);
      if (known === 0 || answer.end) return;
      if (answer.preparing) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      answer = await this.wire.ask("step", { view: this.name, count: known });
    }
  }

  /**
   * The pictures of nodes, by their index; with `why`, also why one can be seen to be lost.
   * @param {number[]} nodes @param {boolean} [why] @returns {Promise<(Picture | undefined)[]>}
   */
  async picturesOf(nodes, why = false) {
    const ids = this.trace?.ids.at ?? [];
    const goal = this.trace?.end?.node; // asked for again: the server notes that the solution is looked at
    const isKnown = (/** @type {number} */ one) =>
      this.pictures.has(one) && one !== goal && !(why && this.pictures.get(one)?.why === undefined);
    const unknown = [...new Set(nodes)].filter((one) => !isKnown(one));
    for (let at = 0; at < unknown.length; at += NODES) {
      const some = unknown.slice(at, at + NODES);
      const answer = await this.#ask(() =>
        this.wire.ask("nodes", { view: this.name, nodes: some.map((one) => ids[one]), ...(why ? { why } : {}) }),
      );
      for (const { id, ...picture } of answer.nodes) this.pictures.set(this.trace?.index(id) ?? -1, picture);
    }
    const wanted = nodes.map((one) => this.pictures.get(one));
    for (const old of this.pictures.keys()) {
      if (this.pictures.size <= REMEMBERED) break;
      this.pictures.delete(old);
    }
    return wanted;
  }

  /** Some moves of the way to a node, as a replay wants them. @param {number} node @param {number} first @param {number} size */
  async way(node, first, size) {
    const id = this.trace?.ids.at[node];
    return (await this.#ask(() => this.wire.ask("way", { view: this.name, node: id, first, count: size }))).frames;
  }

  /** Some steps as the bytes of a file. @param {{kind: string, first: number, last: number, language: string, theme: string}} wanted */
  async stretch(wanted) {
    const { content } = await this.wire.ask("stretch", { ...this.choice, ...wanted });
    return Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
  }

  close() {
    this.isClosed = true;
    if (this.wire.isUp && this.name) this.wire.ask("close stepper", { view: this.name }).catch(() => {});
  }
}

/** Has the server forgotten the view, or been away? @param {Problem} problem */
const isGone = ({ flaw }) => "gone" in flaw || flaw.problem === "connection" || flaw.problem === "no search view is open";
