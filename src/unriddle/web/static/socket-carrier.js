/** Messages to a server over a WebSocket, which is opened again when it closes; questions over HTTP. */

import { Problem } from "./problem.js";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 3000;

export class SocketCarrier {
  constructor() {
    this.pause = FIRST_PAUSE;
    /** @type {WebSocket | null} */
    this.socket = null;
  }

  /** @param {import("./carrier.js").Hooks} hooks */
  open(hooks) {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    let wasUp = false;
    this.socket = socket;
    socket.onopen = () => {
      wasUp = true;
      this.pause = FIRST_PAUSE;
      hooks.up();
    };
    socket.onmessage = (event) => hooks.receive(event.data);
    socket.onclose = () => {
      if (wasUp || this.pause === FIRST_PAUSE) hooks.down();
      setTimeout(() => this.open(hooks), this.pause);
      this.pause = Math.min(this.pause * 1.6, LONGEST_PAUSE);
    };
  }

  /** @param {string} text */
  send(text) {
    this.socket?.send(text);
  }

  /** @param {string} name @param {Record<string, string>} query @param {string} [body] */
  async question(name, query, body) {
    const words = new URLSearchParams(query).toString();
    const options = body === undefined ? {} : { method: "POST", body };
    const answer = await fetch(`/api/${name}${words ? "?" + words : ""}`, options).catch(() => null);
    const found = await answer?.json().catch(() => null);
    if (!answer || !found) throw new Problem({ problem: "connection" }); // nobody is there, or somebody else
    if (!answer.ok) throw new Problem(found);
    return found;
  }
}
