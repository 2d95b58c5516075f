// What Pyodide itself does for the site, under Node: node inside.mjs PYODIDE SOURCES OUT
// compiles the package (unriddle.zip) and makes the answers that the gallery shows before Python is there (answers.json).

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (problem) => {
  console.error(String(problem)); // without the source of Pyodide, a line of a megabyte
  process.exit(1);
});

const [pyodide, sources, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide });
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip", { extractDir: "/program" });
const [packed, answers] = python.runPython(`
import compileall, io, json, os, sys, zipfile
from py_compile import PycInvalidationMode
from urllib.parse import urlencode

sys.path.insert(0, "/program")
sys.dont_write_bytecode = True

def compiled():
    """The package with its bytecode, which is not compared with the sources: both are from here."""
    mode = PycInvalidationMode.UNCHECKED_HASH
    assert compileall.compile_dir("/program", quiet=1, invalidation_mode=mode)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, folders, names in os.walk("/program"):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                entry = zipfile.ZipInfo(os.path.relpath(path, "/program"))
                entry.compress_type = zipfile.ZIP_DEFLATED
                with open(path, "rb") as file:
                    archive.writestr(entry, file.read())
    return packed.getvalue()

def prepared():
    """By name and words, as the page asks for them (views/gallery.js)."""
    from unriddle.web.questions import ANSWERS, Question

    questions = [("menu", {}), ("records", {})]
    for puzzle in ANSWERS["menu"](Question())["puzzles"]:
        for pack in puzzle["packs"]:
            count = "7" if pack["drawnFrom"] else "14"
            words = {"pack": pack["id"], "first": "1", "count": count, "search": ""}
            questions.append(("levels", words))
    return {f"{name}?{urlencode(words)}": ANSWERS[name](Question(words)) for name, words in questions}

compiled(), json.dumps(prepared(), separators=(",", ":"), ensure_ascii=False)
`).toJs();
writeFileSync(`${out}/unriddle.zip`, packed);
writeFileSync(`${out}/answers.json`, answers);
