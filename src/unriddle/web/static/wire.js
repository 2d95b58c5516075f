/** The talk with the other side: questions with answers, and reports on searches. */

import { Problem } from "./problem.js";

/** @typedef {{resolve: (answer: any) => void, reject: (problem: Problem) => void}} Waiting */

export class Wire extends EventTarget {
  /** @param {import("./carrier.js").Carrier} carrier */
  constructor(carrier) {
    super();
    this.carrier = carrier;
    this.isUp = false;
    this.number = 0;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    carrier.open({
      up: () => {
        this.isUp = true;
        this.dispatchEvent(new Event("up"));
      },
      down: () => this.lose(),
      receive: (text) => this.hear(JSON.parse(text)),
    });
  }

  lose() {
    this.isUp = false;
    const lost = new Problem({ problem: "connection" });
    for (const one of this.waiting.values()) one.reject(lost);
    this.waiting.clear();
    this.dispatchEvent(new Event("down"));
  }

  /** @param {any} message */
  hear(message) {
    const waiting = this.waiting.get(message.re);
    if (!waiting) {
      this.dispatchEvent(new CustomEvent("report", { detail: message }));
      return;
    }
    this.waiting.delete(message.re);
    if (message.type === "error") waiting.reject(new Problem(message));
    else waiting.resolve(message);
  }

  /**
   * Ask; the promise fails with a `Problem` if it cannot do it or goes away.
   * @param {string} type
   * @param {Record<string, any>} [fields]
   * @returns {Promise<any>}
   */
  ask(type, fields = {}) {
    if (!this.isUp) return Promise.reject(new Problem({ problem: "connection" }));
    const n = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(n, { resolve, reject });
      this.carrier.send(JSON.stringify({ ...fields, type, n }));
    });
  }

  /** Resolves when the other side can be asked. @returns {Promise<void>} */
  ready() {
    if (this.isUp) return Promise.resolve();
    return new Promise((resolve) => this.addEventListener("up", () => resolve(), { once: true }));
  }
}
