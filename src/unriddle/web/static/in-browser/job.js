// @ts-check
/** A worker that carries out jobs, one after the other; who does not want to wait for one any more ends the worker. */

import { loadPython } from "./python.js";

/** What a worker has beside a page; its types and those of a page exclude each other. @type {any} */
const worker = globalThis;

const loading = loadPython().then((python) => ({ python, carryOut: python.pyimport("unriddle.web.in_browser").carry_out }));
loading.then(
  () => worker.postMessage({ ready: true }),
  (problem) => worker.postMessage({ crash: String(problem) }),
);

worker.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  try {
    const { python, carryOut } = await loading;
    carryOut(data, (/** @type {any} */ said) => worker.postMessage(said.toJs()));
    python.runPython("import gc; gc.collect()");
  } catch (problem) {
    worker.postMessage({ crash: String(problem) }); // also when memory has run out for Python itself
  }
};
