/** What carries messages to the other side: to a server, or to a worker of this browser that is all there is on a site without one. */

import { SocketCarrier } from "./socket-carrier.js";

/**
 * What a carrier tells its user.
 * @typedef {object} Hooks
 * @property {() => void} up  the other side can be asked
 * @property {() => void} down  it has gone, and may come back; what was asked is lost
 * @property {(text: string) => void} receive
 */
/**
 * @typedef {object} Carrier
 * @property {(hooks: Hooks) => void} open  begin, and begin again whenever the other side has gone
 * @property {(text: string) => void} send
 * @property {(name: string, query: Record<string, string>, body?: string) => Promise<any>} question  what needs no open game
 */

/** Is there no server, but everything in this browser? */
export const isSite = "site" in document.documentElement.dataset;

/** @type {Carrier} only a site loads the other one */
export const carrier = isSite ? new (await import("./worker-carrier.js")).WorkerCarrier() : new SocketCarrier();

/** Ask about levels and records; fails with a `Problem`. @param {string} name @param {Record<string, string>} [query] @param {string} [body] */
export const question = (name, query = {}, body) => carrier.question(name, query, body);
