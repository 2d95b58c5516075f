/** Python with the program in it, for a worker: Pyodide, our package, and the compiled engine where the site has one. */

const HERE = new URL("./", import.meta.url);
/** Who makes the site puts in the release. */
const PYODIDE = new URL("../../../pyodide-RELEASE/", HERE);

/** Load it; about two seconds. Pyodide waits forever for a file that does not come, or comes damaged: here that is an error. @returns {Promise<any>} */
export const loadPython = () =>
  new Promise((resolve, reject) => {
    globalThis.addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      reject(event.reason);
    });
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = async (...given) => {
      try {
        return await instantiateStreaming(...given);
      } catch (problem) {
        reject(problem); // Pyodide itself only warns
        throw problem;
      }
    };
    load().then(resolve, reject);
  });

/** The engine, beside the package; empty where the site has none, and all runs in Python. Also put in by who makes the site. */
const ENGINE = "ENGINE_FILE";

/** Make the engine known to Python, which asks for it as it is imported (`unriddle.native.wasm`). */
async function loadEngine() {
  if (!ENGINE) return;
  const { default: makeEngine } = await import(new URL(`../${ENGINE}`, HERE).href);
  /** @type {any} */ (globalThis).unriddleEngine = await makeEngine();
}

async function load() {
  const engine = loadEngine();
  const packed = fetch(new URL("../unriddle.zip", HERE)).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide.mjs", PYODIDE).href);
  const python = await loadPyodide({ indexURL: PYODIDE.href, stdLibURL: new URL("../python_stdlib.zip", HERE).href });
  python.unpackArchive(await packed, "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program')");
  await engine;
  return python;
}
