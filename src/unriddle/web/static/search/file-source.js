/** A trace from a file: it is there as a whole, with its boards as text. */

import { Trace, TraceError } from "./trace.js";

/** Bytes of a file that the page reads. */
export const MOST_BYTES = 200 * 2 ** 20;

export class FileSource {
  /** @param {Trace} trace @param {string} name of the file */
  constructor(trace, name) {
    this.trace = trace;
    this.name = name;
    this.isEnded = true;
    this.isClosed = false;
    this.ahead = 0;
  }

  async more() {}

  /** @param {number[]} nodes @param {boolean} [_why] @returns {Promise<(import("./live-source.js").Picture | undefined)[]>} */
  async picturesOf(nodes, _why) {
    return nodes.map((node) => {
      const rows = this.trace.boards.get(node);
      return rows && { state: { rows: rows.map((row) => [[row, ""]]) }, text: rows.join("\n") };
    });
  }

  /** @param {number} node @param {number} first @param {number} size */
  async way(node, first, size) {
    const path = this.trace.path(node).slice(1 + first, 1 + first + size);
    const pictures = await this.picturesOf(path);
    return path.map((one, at) => ({ move: this.trace.moveTo(one), state: pictures[at]?.state ?? { rows: [] }, did: {} }));
  }

  close() {}
}

/**
 * Read a file of lines; fails with a `TraceError` that names the line. A trace may end anywhere.
 * @param {string} text @param {string} name
 */
export function readTrace(text, name) {
  /** @type {Trace | null} */
  let trace = null;
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    if (!line.trim()) continue;
    try {
      const value = JSON.parse(line);
      if (!trace) trace = new Trace(value);
      else if (!trace.isFull) trace.add(value);
    } catch (problem) {
      if (!trace) throw problem instanceof TraceError ? problem : new TraceError("format");
      throw new TraceError(`line ${number}`);
    }
  }
  if (!trace) throw new TraceError("format");
  return new FileSource(trace, name);
}
