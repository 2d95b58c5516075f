// What Pyodide itself does for the site, under Node: node inside.mjs PYODIDE SOURCES OUT [ENGINE]
// compiles the standard library (python_stdlib.zip) and the package (unriddle.zip), which halves the time to begin, and makes the answers that the gallery shows before Python is there (answers.json).

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (problem) => {
  console.error(String(problem)); // without the source of Pyodide, a line of a megabyte
  process.exit(1);
});

const [pyodide, sources, out, engine] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
if (engine) {
  const { default: makeEngine } = await import(pathToFileURL(engine).href);
  globalThis.unriddleEngine = await makeEngine({ wasmBinary: readFileSync(engine.replace(/mjs$/, "wasm")) });
}
const python = await loadPyodide({ indexURL: pyodide });
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip", { extractDir: "/program" });
const [library, packed, answers] = python
  .runPython(`
import compileall, importlib._bootstrap_external, io, json, os, sys, zipfile
from py_compile import PycInvalidationMode
from urllib.parse import urlencode

sys.path.insert(0, "/program")
sys.dont_write_bytecode = True

LEFT_OUT = set("""
    _pydatetime _pydecimal _pyio antigravity bdb cProfile ctypes curses dbm doctest ensurepip ftplib
    http idlelib imaplib lib2to3 mailbox multiprocessing netrc optparse pdb pickletools plistlib
    poplib profile pstats pyclbr pydoc pydoc_data smtplib statistics this tkinter trace
    turtle turtledemo unittest venv webbrowser wsgiref xmlrpc zipapp zoneinfo
""".split())
"""Of the standard library: what no worker of a browser needs."""

def zipped(files):
    """Names and contents as an archive, in which no time stands."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()

def library():
    """The standard library as bytecode, without its docstrings."""
    home = "/lib/python314.zip"
    with zipfile.ZipFile(home) as sources:
        for name in sorted(sources.namelist()):
            if name.split("/")[0].removesuffix(".py") in LEFT_OUT:
                continue
            content = sources.read(name)
            if name.endswith(".py"):
                code = compile(content, f"{home}/{name}", "exec", dont_inherit=True, optimize=2)
                content = importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), False)
                name += "c"
            yield name, content

def compiled():
    """The package as bytecode, with its levels and other texts."""
    mode = PycInvalidationMode.UNCHECKED_HASH
    assert compileall.compile_dir("/program", quiet=1, legacy=True, invalidation_mode=mode)
    for folder, folders, names in os.walk("/program"):
        folders.sort()
        for name in sorted(name for name in names if not name.endswith(".py")):
            with open(os.path.join(folder, name), "rb") as file:
                yield os.path.relpath(file.name, "/program"), file.read()

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

zipped(library()), zipped(compiled()), json.dumps(prepared(), separators=(",", ":"), ensure_ascii=False)
`)
  .toJs();
writeFileSync(`${out}/python_stdlib.zip`, library);
writeFileSync(`${out}/unriddle.zip`, packed);
writeFileSync(`${out}/answers.json`, answers);
