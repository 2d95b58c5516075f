// Runs a Python script of ours in Pyodide, under Node, with the engine as WebAssembly:
//
//     node in_pyodide.mjs ENGINE PYODIDE SCRIPT [ARGUMENT...]
//
// ENGINE is unriddle-engine.mjs, PYODIDE the folder of that npm package. All files of the machine are under /host there; src and the folder of the script are on the path of Python.
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [engine, pyodide, script, ...rest] = process.argv.slice(2);
const root = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** @param {string} path */
const load = async (path) => import(pathToFileURL(resolve(path)).href);

try {
  const { default: makeEngine } = await load(engine);
  const wasmBinary = await readFile(engine.replace(/mjs$/, "wasm"));
  globalThis.unriddleEngine = await makeEngine({ wasmBinary });
  const { loadPyodide } = await load(resolve(pyodide, "pyodide.mjs"));
  const python = await loadPyodide({ args: ["-B"] });
  python.mountNodeFS("/host", "/");
  python.globals.set("ROOT", `/host${root}`);
  python.globals.set("WORDS", python.toPy([`/host${resolve(script)}`, ...rest]));
  python.runPython(`
import os, runpy, sys
sys.path[:0] = [ROOT + "/src", os.path.dirname(WORDS[0])]
sys.argv = WORDS
runpy.run_path(WORDS[0], run_name="__main__")
`);
} catch (error) {
  // Not the error itself: Node would print the line that it comes from, which is all of Pyodide.
  console.error(String(error.stack ?? error).slice(0, 5000));
  process.exit(1);
}
