"""Gathers the licences of what is linked into the native modules: `collect_licences.py BUILD_DIR`.

The modules hold parts of nanobind and its robin map, those that mypyc compiles hold its runtime. Each text is read
from the package that builds it, so that what is shipped is what was used; a package without one stops the build.
"""

import re
import sys
from importlib.metadata import distribution
from pathlib import Path

import nanobind

LICENCE = re.compile(r"/licenses/LICEN[CS]E(\.\w+)?$")
# A header of the robin map opens with the licence of all of them.
ROBIN_MAP = Path(nanobind.__file__).parent / "ext" / "robin_map" / "include" / "tsl" / "robin_map.h"


def licence_of(name: str) -> str:
    """The licence that an installed distribution carries."""
    for path in distribution(name).files or ():
        if LICENCE.search(str(path)):
            return path.read_text(encoding="utf-8")
    raise SystemExit(f"{name} has no licence to ship")


def opening_comment(header: Path) -> str:
    """What the first comment of a C++ header says."""
    found = re.match(r"/\*\*?\n(.*?)\*/", header.read_text(encoding="utf-8"), re.DOTALL)
    if found is None or "Copyright" not in found[1]:
        raise SystemExit(f"{header} does not open with a licence")
    return re.sub(r"^ \* ?", "", found[1], flags=re.MULTILINE).strip() + "\n"


def main(build: Path) -> None:
    """One file for each of them below BUILD_DIR/licences."""
    out = build / "licences"
    out.mkdir(parents=True, exist_ok=True)
    texts = {
        "nanobind": licence_of("nanobind"), "robin-map": opening_comment(ROBIN_MAP), "mypyc": licence_of("mypy"),
    }  # fmt: skip
    for name, text in texts.items():
        (out / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
