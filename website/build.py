"""`./dev site`: builds the whole program as a folder of static files, for any web server.

In it are the page, Pyodide (from npm, of one release, its hash checked), the package without what
needs a server or a terminal, and answers that the gallery shows before Python is there. The package
is compiled, and the answers are made, by the same Pyodide under Node: what the browser will load
has run before.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import importlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from unriddle.web.server.assets import Assets
from unriddle.web.server.guard import POLICY

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCES = ROOT / "src"
WORK = ROOT / "build" / "website-parts"
"""What is fetched and made, for the next time."""
RELEASE = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""Of the archive of Pyodide, as its registry names it."""
PYODIDE = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "pyodide-lock.json")
"""Its files that a browser loads."""
LEFT_OUT = (
    *("__main__.py", "batch/", "cli/", "envs/", "experiments/", "grading/", "toml_file.py"),
    *("tui/", "web/server/", "web/static/", "worker.py"),
)
"""What needs a terminal, processes, files or a server."""
COMPILED = (".pyc", ".pyd", ".pyi", ".so")
"""Files of the package that are for another Python, or for no Python at all."""
README = """This folder is the whole program: serve it with any static server, for example

    python3 -m http.server --directory . --bind 127.0.0.1 8000

and open http://127.0.0.1:8000/. It asks no other host for anything, and after the first visit it
works offline. (Opened as files, without a server, it does not work: browsers load no modules so.)
"""


UNAVAILABLE = 69
"""The exit code if Pyodide cannot be had."""


class Unavailable(Exception):
    """Pyodide cannot be had here; the text says why."""


def main() -> int:
    """Builds the site; says what is in it."""
    parser = argparse.ArgumentParser(prog="./dev site", description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "website", help="the folder")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="without documentation; with the engine only if it is already built",
    )
    options = parser.parse_args()
    out = options.out
    try:
        with alone():
            build(out, engine(build_it=not options.quick), with_docs=not options.quick)
    except Unavailable as error:
        print(f"error: {error}", file=sys.stderr)
        return UNAVAILABLE
    except subprocess.CalledProcessError as error:
        print(f"error: this failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    files = [path for path in out.rglob("*") if path.is_file() and out / "docs" not in path.parents]
    size = sum(map(packed_size, files)) / 1e6
    print(f"{out}: {size:.1f} MB compressed for a first visit, {len(files)} files, beside the docs")
    return 0


def engine(*, build_it: bool) -> Path | None:
    """The engine as WebAssembly (`./dev wasm`); None where it cannot be had, which is said."""
    sys.path.insert(0, str(ROOT / "native" / "wasm"))
    maker = importlib.import_module("build")  # a script beside the engine, in no package
    try:
        if not maker.is_current():
            if not build_it:
                raise maker.CannotBuild("it was not built since it has changed (./dev wasm)")
            maker.build()
    except maker.CannotBuild as error:
        print(f"note: the site has no engine, and searches in Python: {error}", file=sys.stderr)
        return None
    script: Path = maker.ENGINE.script
    return script


@contextmanager
def alone() -> Iterator[None]:
    """Within it nobody else builds: all write the same parts."""
    WORK.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(WORK / "lock", timeout=3600)) as database:
        database.execute("BEGIN EXCLUSIVE")  # ends with the program
        yield


def build(out: Path, engine: Path | None, *, with_docs: bool) -> None:
    """Make the folder anew; without an engine, all is searched in Python."""
    pyodide = unpacked(fetched(WORK), WORK)
    made = [WORK / name for name in ("python_stdlib.zip", "unriddle.zip", "answers.json")]
    make(pyodide, WORK, engine)
    if engine is not None:
        made += [engine, engine.with_suffix(".wasm")]
    beside = hashlib.sha256(b"".join(path.read_bytes() for path in made)).hexdigest() + RELEASE
    assets = Assets(beside=beside)
    shutil.rmtree(out, ignore_errors=True)
    static = out / "static" / assets.version
    for name, asset in assets.files.items():
        target = out / name if name in ("index.html", "worker.js") else static / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(asset.content)
    for path in made:
        shutil.copy(path, static)
    home = out / f"pyodide-{RELEASE}"
    home.mkdir()
    for name in PYODIDE:
        shutil.copy(pyodide / name, home)
    loader = static / "in-browser" / "python.js"
    put_in(loader, "RELEASE", RELEASE)
    put_in(loader, "ENGINE_FILE", engine.name if engine else "")
    finish_page(out / "index.html", f"static/{assets.version}", "docs" if with_docs else "")
    (out / "README.txt").write_text(README, "utf-8")
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    needed = [name for name in files if name not in ("index.html", "worker.js", "README.txt")]
    put_in(out / "worker.js", "ALL_FILES", " ".join(needed))
    if with_docs:  # which nobody needs offline
        words = ["build", "--quiet", "--config-file", str(ROOT / "mkdocs.yml")]
        words += ["--site-dir", str(out.resolve() / "docs")]
        environment = {**os.environ, "UNRIDDLE_TRY_IT": "../", "NO_MKDOCS_2_WARNING": "1"}
        subprocess.run([sys.executable, "-m", "mkdocs", *words], check=True, env=environment)


def make(pyodide: Path, work: Path, engine: Path | None) -> None:
    """Let Pyodide compile, and make the answers, unless it has done so for the same sources."""
    sources, script, stamp = work / "sources.zip", HERE / "inside.mjs", work / "made.stamp"
    package(sources)
    needed = [sources, script, *([engine.with_suffix(".wasm")] if engine else [])]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in needed)).hexdigest() + RELEASE
    if not (stamp.is_file() and stamp.read_text() == digest):
        stamp.unlink(missing_ok=True)
        words: list[str | Path] = ["node", script, pyodide, sources, work]
        subprocess.run([*words, engine] if engine else words, check=True)
        stamp.write_text(digest)


def fetched(work: Path) -> Path:
    """The archive of Pyodide, from npm or from the last time; raises if it is another one."""
    archive = work / f"pyodide-{RELEASE}.tgz"
    if not archive.is_file():
        words = ["npm", "--silent", "pack", f"pyodide@{RELEASE}", "--pack-destination", str(work)]
        try:
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unavailable(f"npm cannot get Pyodide: {error}") from error
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != SHA512:
        archive.unlink()
        raise RuntimeError("what npm calls Pyodide is not what it was: its hash differs")
    return archive


def unpacked(archive: Path, work: Path) -> Path:
    """The folder with its files."""
    with tarfile.open(archive) as files:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        files.extractall(work / "pyodide", **safely)  # its hash is known, where Python is too old
    return work / "pyodide" / "package"


def package(target: Path) -> None:
    """Our package as the browser needs it, in one file."""
    home = SOURCES / "unriddle"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(home.rglob("*")):
            name = path.relative_to(home).as_posix()
            if path.is_file() and path.suffix not in COMPILED and not name.startswith(LEFT_OUT):
                archive.writestr(zipfile.ZipInfo(f"unriddle/{name}"), path.read_bytes())


def finish_page(page: Path, static: str, docs: str) -> None:
    """Say that there is no server, what the page may load, what it will need at once, and where
    the documentation is.
    """
    policy = POLICY["Content-Security-Policy"].partition("; frame-ancestors")[0]
    policy = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    head = (
        f'<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" '
        f'content="{policy}" />\n    <link rel="preload" as="fetch" crossorigin '
        f'href="{static}/answers.json" />\n    '
        f'<link rel="modulepreload" href="{static}/worker-carrier.js" />'
    )
    put_in(page, '<meta charset="utf-8" />', head)
    put_in(page, '<html lang="en">', f'<html lang="en" data-site="{docs}">')


def put_in(path: Path, place: str, text: str) -> None:
    """Replace a text that is in a file."""
    content = path.read_text("utf-8")
    assert place in content, f"{path} has no {place}"
    path.write_text(content.replace(place, text), "utf-8")


def packed_size(path: Path) -> int:
    """What is sent of a file where a server compresses."""
    return len(gzip.compress(path.read_bytes()))


if __name__ == "__main__":
    sys.exit(main())
