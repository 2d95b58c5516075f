// @ts-check
/** The WebSocket to the server: questions with answers, reports on searches, and reconnection. */

/** Something the server could not do, with the place and the way out. */
export class Problem extends Error {
  /** @param {import("./types.js").Flaw} flaw */
  constructor(flaw) {
    super(flaw.problem);
    this.flaw = flaw;
  }
}

/** @typedef {{resolve: (answer: any) => void, reject: (problem: Problem) => void}} Waiting */

export class Wire extends EventTarget {
  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    this.isUp = false;
    this.number = 0;
    this.pause = 250;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.isUp = true;
      this.pause = 250;
      this.dispatchEvent(new Event("up"));
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      const wasUp = this.isUp;
      this.isUp = false;
      const lost = new Problem({ problem: "connection" });
      for (const one of this.waiting.values()) one.reject(lost);
      this.waiting.clear();
      if (wasUp || this.pause === 250) this.dispatchEvent(new Event("down"));
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 1.6, 3000);
    };
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
   * Ask the server; the promise fails with a `Problem` if it cannot do it or goes away.
   * @param {string} type
   * @param {Record<string, any>} [fields]
   * @returns {Promise<any>}
   */
  ask(type, fields = {}) {
    const socket = this.socket;
    if (!this.isUp || !socket) return Promise.reject(new Problem({ problem: "connection" }));
    const n = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(n, { resolve, reject });
      socket.send(JSON.stringify({ ...fields, type, n }));
    });
  }

  /** Resolves when the server can be asked. @returns {Promise<void>} */
  ready() {
    if (this.isUp) return Promise.resolve();
    return new Promise((resolve) => this.addEventListener("up", () => resolve(), { once: true }));
  }
}
