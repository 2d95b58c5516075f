/** A worker that carries out jobs, one after the other; who does not want to wait for one any more ends the worker. */

import { loadPython } from "./python.js";

/** What a worker has beside a page; its types and those of a page exclude each other. @type {any} */
const worker = globalThis;

const loading = loadPython().then((python) => ({ python, carryOut: python.pyimport("unriddle.web.in_browser").carry_out }));
loading.then(
  () => worker.postMessage({ ready: true }),
  (problem) => worker.postMessage({ crash: String(problem) }),
);

/** Is something still at an address of this browser? Asked without a pause, as a job has none. @param {string} address */
function isThere(address) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

/** The memory of Python and of the engine, in bytes. @param {any} python */
const held = (python) => python._module.HEAPU8.length + (worker.unriddleEngine?.HEAPU8.length ?? 0);

worker.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  try {
    const { python, carryOut } = await loading;
    const say = (/** @type {any} */ said) => worker.postMessage(said.toJs());
    carryOut(
      data.job,
      say,
      () => isThere(data.wanted),
      () => held(python),
    );
    python.runPython("import gc; gc.collect()");
  } catch (problem) {
    worker.postMessage({ crash: String(problem) }); // also when memory has run out for Python itself
  }
};
