"""Compiles the table, the words its games are made of, and the replay of histories with mypyc, from the very source
that runs without.

Usage: compile_table.py SOURCE_DIR BUILD_DIR. Leaves the extension modules under BUILD_DIR/compiled, laid out as in the
package, with a note of the sources they were made from. There is one engine: these are the same modules, only faster;
`OPENFELT_PURE=1` runs the source instead, and a test compares the two.
"""

import hashlib
import json
import os
import shutil
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

# One file a line, below the package: CMake and the Makefile read it too, so that only these cause a new compilation.
MODULES = tuple(
    line.removesuffix(".py").replace("/", ".")
    for line in Path(__file__).with_name("compiled.txt").read_text(encoding="utf-8").split()
)
NOTE = "compiled.json"


def source_of(package: Path, name: str) -> Path:
    """The file of a module."""
    return package.joinpath(*name.split(".")).with_suffix(".py")


def source_digest(package: Path) -> str:
    """One hash over the modules' sources."""
    whole = hashlib.sha256()
    for name in MODULES:
        whole.update(name.encode() + b"\0" + source_of(package, name).read_bytes())
    return whole.hexdigest()


def main(source: Path, build: Path) -> None:
    """Compile into BUILD_DIR/compiled."""
    out = build / "compiled"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    digest = source_digest(source / "openfelt")  # before compiling: an edit meanwhile makes this stale
    os.chdir(source)
    paths = [str(source_of(Path("openfelt"), name)) for name in MODULES]
    extensions = mypycify(
        ["--config-file", os.devnull, "--ignore-missing-imports", *paths],
        opt_level="3",
        debug_level="0",
        target_dir=str(build / "mypyc"),
    )
    command = build_ext(Distribution({"name": "openfelt", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(out), str(build / "mypyc")
    command.parallel = 2
    command.ensure_finalized()
    command.run()
    note = {"modules": MODULES, "source": digest}
    (out / "openfelt" / "table" / NOTE).write_text(json.dumps(note), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
