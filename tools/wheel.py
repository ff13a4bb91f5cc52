"""Builds what is released: `python -m tools.wheel [FOLDER]` makes the source distribution, and the wheel from it.

The wheel holds the kernel, the compiled table and the client. Where `auditwheel` runs, its tag says which glibc it
needs, and carries every library that a Linux of that age lacks; elsewhere its tag is the machine's own. The client must
have been built before (`make setup`).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[1]
GLIBC = re.compile(r"manylinux_(\d+)_(\d+)_\w+\.whl$")
# Without one of these it is no openfelt.
PARTS = {
    "the client": r"openfelt/service/static/index\.html",
    "the client's licences": r"openfelt/service/static/assets/licences\.txt",
    "the kernel": r"openfelt/hands/_kernel\.[\w.-]+\.so",
    "the compiled table": r"openfelt/table/decide\.[\w.-]+\.so",
    "the clauses": r"openfelt/books/house/clauses\.tsv",
    "the kernel's licences": r"openfelt/licences/nanobind\.txt",
    "our licence": r"openfelt-[\w.]+\.dist-info/licenses/LICENSE",
}


def run(*command: str, path: str = "") -> None:
    """One program, which must succeed; `path` stands first on its PATH."""
    place = {**os.environ, "PATH": os.pathsep.join(filter(None, (path, os.environ["PATH"])))}
    subprocess.run(command, check=True, env=place)


def missing(wheel: Path) -> list[str]:
    """What a wheel should hold and does not."""
    with ZipFile(wheel) as opened:
        names = opened.namelist()
    return [what for what, pattern in PARTS.items() if not any(re.fullmatch(pattern, name) for name in names)]


def build(folder: Path) -> tuple[Path, Path]:
    """The source distribution and the wheel made from it, as the machine makes it."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


def repair(wheel: Path, folder: Path) -> Path:
    """The wheel with the tag of the oldest glibc that runs it; as it is where auditwheel does not run."""
    tools = Path(sys.executable).parent
    if shutil.which("auditwheel", path=str(tools)) is None:
        return Path(shutil.move(wheel, folder / wheel.name))
    with tempfile.TemporaryDirectory() as place:
        run(str(tools / "auditwheel"), "repair", "--wheel-dir", place, str(wheel), path=str(tools))
        (repaired,) = Path(place).glob("*.whl")
        return Path(shutil.move(repaired, folder / repaired.name))


def needs(wheel: Path) -> str:
    """What the machine must have, by the wheel's tag."""
    found = GLIBC.search(wheel.name)
    return f"glibc {found[1]}.{found[2]} or newer" if found else "a system like this one (auditwheel did not run)"


def main(out: Path) -> int:
    """Build into a folder and say what was made."""
    if not (ROOT / "src/openfelt/service/static/index.html").exists():
        print("tools.wheel: the client has not been built: make setup", file=sys.stderr)
        return 2
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        source, wheel = build(Path(place))
        if gaps := missing(wheel):
            print(f"tools.wheel: the wheel lacks {', '.join(gaps)}", file=sys.stderr)
            return 1
        wheel, source = repair(wheel, out), Path(shutil.move(source, out / source.name))
    print(f"{source}  {source.stat().st_size:,} bytes")
    print(f"{wheel}  {wheel.stat().st_size:,} bytes; needs {needs(wheel)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"))
