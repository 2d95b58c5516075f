/** Messages to a worker of this browser, in which the same Python answers as on a server. */

import { Problem } from "./problem.js";

export class WorkerCarrier {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    this.isUp = false;
    this.number = 0;
    /** Questions without an answer yet. @type {Map<number, {settle: (answer: any) => void, message: any}>} */
    this.waiting = new Map();
    /** Answers that were made when the site was, so that the gallery does not wait for Python; without them it does. @type {Promise<Record<string, any>>} */
    this.prepared = fetch(new URL("./answers.json", import.meta.url))
      .then((answer) => answer.json())
      .catch(() => ({}));
  }

  /** @param {import("./carrier.js").Hooks} hooks */
  open(hooks) {
    const worker = new Worker(new URL("./in-browser/server.js", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (this.worker !== worker) return; // it has been ended
      if (data.kind === "up") {
        this.isUp = true;
        hooks.up();
      } else if (data.kind === "message") hooks.receive(data.text);
      else if (data.kind === "answer") {
        this.waiting.get(data.number)?.settle(data);
        this.waiting.delete(data.number);
      } else if (data.kind === "crash") this.again(hooks, data.problem);
    };
    worker.onerror = (event) => this.worker === worker && this.again(hooks, event.message);
    for (const { message } of this.waiting.values()) worker.postMessage(message); // asked while there was none
  }

  /** Python has ended, which it never should: the page lives on with another one. @param {import("./carrier.js").Hooks} hooks @param {string} problem */
  again(hooks, problem) {
    console.error(problem);
    this.worker?.terminate();
    this.worker = null;
    if (this.isUp) {
      // What it was asked may have ended it; what it has never seen is asked once more.
      for (const { settle } of this.waiting.values()) settle({ ok: false, text: JSON.stringify({ problem: "connection" }) });
      this.waiting.clear();
    }
    this.isUp = false;
    hooks.down();
    setTimeout(() => this.open(hooks), 1000);
  }

  /** @param {string} text */
  send(text) {
    this.worker?.postMessage({ kind: "message", text });
  }

  /** @param {string} name @param {Record<string, string>} query @param {string} [body] */
  async question(name, query, body) {
    const known = body === undefined && (await this.prepared)[`${name}?${new URLSearchParams(query)}`];
    if (known) return known;
    const number = ++this.number;
    const message = { kind: "question", number, name, query, body };
    const { ok, text } = await new Promise((settle) => {
      this.waiting.set(number, { settle, message });
      this.worker?.postMessage(message);
    });
    const found = JSON.parse(text);
    if (!ok) throw new Problem(found);
    return found;
  }
}
