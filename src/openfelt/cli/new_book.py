"""`openfelt rules new-book DIR`: write a small book to start from, whole and playable, with a story that comes true."""

from __future__ import annotations

import keyword
import shlex
import sys
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import click

from openfelt.errors import NotationError
from openfelt.rulebooks import RULEBOOK_KEYS
from openfelt.rulebooks.faults import file_of
from openfelt.rulebooks.shelf import KEY

TEMPLATE: Final = files("openfelt.cli") / "small_book"
MOST_LETTERS: Final = 40


class CannotWriteBook(NotationError):
    """A folder or a name that no new book can have."""

    code = "cannot-write-book"


def write_book(directory: str) -> None:
    """Write a book whose key is the name of the folder, and say what to do next."""
    folder = Path(directory)
    key = require_key(folder.resolve().name if directory else "")
    require_empty(folder)
    package = key.replace("-", "_")
    made_from = sources(package)
    title = key.replace("-", " ").title()
    words = {"@key@": key, "@package@": package, "@title@": title, "@absent@": absent_from(package, made_from)}
    written = 0
    for path, source in sorted(made_from.items()):
        text = source.read_text(encoding="utf-8")
        for mark, word in words.items():
            text = text.replace(mark, word)
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
        written += 1
    click.echo(f"{folder}: the book {key} in {written} files; its rules are in {package}, a story in stories.")
    click.echo(f"So that openfelt finds it:  export PYTHONPATH={shlex.quote(str(folder.resolve()))}")
    click.echo(f"Tell its story:             openfelt story {shlex.quote(str(folder / 'stories' / '2.1_raises.hand'))}")


def sources(package: str) -> dict[str, Traversable]:
    """Every file of a new book with the text that it is made from.

    What an installed distribution has is written too, so that the folder on the path is enough.
    """
    record = f"{package}.egg-info"
    found = {
        "pyproject.toml": TEMPLATE / "pyproject.toml.txt",
        "README.md": TEMPLATE / "README.md.txt",
        f"{record}/PKG-INFO": TEMPLATE / "PKG-INFO.txt",
        f"{record}/entry_points.txt": TEMPLATE / "entry_points.txt",
    }
    found |= {f"stories/{one.name}": one for one in (TEMPLATE / "stories").iterdir()}
    return found | {f"{package}/{one.name.removesuffix('.txt')}": one for one in (TEMPLATE / "package").iterdir()}


def absent_from(package: str, made_from: Mapping[str, Traversable]) -> str:
    """The chapters that a new book does not have, as Python writes them."""
    from openfelt.books.book import CHAPTERS  # noqa: PLC0415 - whoever only reads clauses needs none of this

    lacking = tuple(one.name for one in CHAPTERS if f"{package}/{one.name}.py" not in made_from)
    return repr(lacking).replace("'", '"')


def require_key(key: str) -> str:
    """The name of a folder, if it can be the key of a new book."""
    if not KEY.fullmatch(key) or len(key) > MOST_LETTERS:
        raise CannotWriteBook(
            f"{key!r} cannot be the key of a book, which is the name of its folder: small letters, figures and single "
            f"dashes, a letter first, at most {MOST_LETTERS}",
            legal=("harbour-room",),
        )
    if key in RULEBOOK_KEYS:
        raise CannotWriteBook(f"there is a book {key} already", legal=("another name",))
    package = key.replace("-", "_")
    if keyword.iskeyword(package) or package in sys.stdlib_module_names or file_of(package) != package:
        raise CannotWriteBook(f"{package} is the name of something else in Python", legal=(f"{key}-room",))
    return key


def require_empty(folder: Path) -> None:
    """Refuse a folder in which something stands, and what is no folder."""
    if folder.exists() and not folder.is_dir():
        raise CannotWriteBook(f"{folder} is no folder")
    if folder.exists() and any(folder.iterdir()):
        raise CannotWriteBook(f"{folder} is not empty; a book is written to a new folder")
