// Runs a Python script in Pyodide, under Node, with the engine as WebAssembly:
//
//     node in_pyodide.mjs ENGINE PYODIDE SCRIPT [ARGUMENT...]
//
// ENGINE is unriddle-engine.mjs, PYODIDE the folder of that npm package; the script finds the
// repository's src and tests on its path.
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [engine, pyodide, script, ...rest] = process.argv.slice(2);
const root = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");

async function load(path) {
  return import(pathToFileURL(path).href);
}

try {
  const { default: makeEngine } = await load(engine);
  const wasmBinary = await readFile(engine.replace(/mjs$/, "wasm"));
  globalThis.unriddleEngine = await makeEngine({ wasmBinary });
  const { loadPyodide } = await load(resolve(pyodide, "pyodide.mjs"));
  const python = await loadPyodide({ args: ["-B"] });
  python.mountNodeFS("/home/unriddle", root);
  python.globals.set("WORDS", python.toPy([script, ...rest]));
  python.runPython(`
import runpy, sys
sys.path[:0] = ["/home/unriddle/src", "/home/unriddle/tests", "/home/unriddle/tests/native"]
sys.argv = WORDS
runpy.run_path("/home/unriddle/" + WORDS[0], run_name="__main__")
`);
} catch (error) {
  // Not the error itself: Node would print the line that it comes from, which is all of Pyodide.
  console.error(String(error.stack ?? error).slice(0, 5000));
  process.exit(1);
}
