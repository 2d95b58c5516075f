/** The worker that answers the page: all that takes a moment is done here, the rest in workers of its own (job.js). */

import { loadPython } from "./python.js";

/** What a worker has beside a page; its types and those of a page exclude each other. @type {any} */
const worker = globalThis;

/** What came before Python was there. @type {any[]} */
const early = [];
worker.onmessage = (/** @type {MessageEvent} */ { data }) => early.push(data);

/** Start a worker for jobs; `listener` gets what it says: nothing if it is ready, and how it ended if it crashed. (`undefined` is None in Python, `null` is not.) @param {any} listener a function of Python */
function startJobs(listener) {
  const hear = listener.copy(); // Python lets go of its own when we return
  const jobs = new Worker(new URL("./job.js", import.meta.url), { type: "module" });
  jobs.onmessage = ({ data }) => (data instanceof Uint8Array ? hear(data, "") : hear(undefined, data.crash ?? ""));
  jobs.onerror = (event) => hear(undefined, event.message || "it could not be started");
  let wanted = "";
  return {
    post: (/** @type {any} */ job) => {
      // A worker that is busy hears no message; but it can look whether this address is still there.
      wanted = URL.createObjectURL(new Blob(["wanted"]));
      jobs.postMessage({ job: job.toJs(), wanted });
    },
    stop: () => URL.revokeObjectURL(wanted),
    end: () => {
      URL.revokeObjectURL(wanted);
      jobs.terminate();
    },
  };
}

const page = {
  send: (/** @type {string} */ text) => worker.postMessage({ kind: "message", text }),
  answer: (/** @type {number} */ number, /** @type {boolean} */ ok, /** @type {string} */ text) =>
    worker.postMessage({ kind: "answer", number, ok, text }),
  startJobs,
};

try {
  const python = await loadPython();
  const server = python.pyimport("unriddle.web.in_browser").begin(page);
  worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
    if (data.kind === "message") server.receive(data.text);
    else server.question(data.number, data.name, JSON.stringify(data.query), data.body ?? "", data.body !== undefined);
  };
  worker.postMessage({ kind: "up" });
  for (const data of early) worker.onmessage({ data });
} catch (problem) {
  worker.postMessage({ kind: "crash", problem: String(problem) });
}
