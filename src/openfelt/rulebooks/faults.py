"""What is wrong with a book, said so that its writer finds it: file and line, and why."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from openfelt.errors import BrokenBook, InvariantBroken, OpenfeltError

if TYPE_CHECKING:
    import ast


def broken(fault: Exception, folder: str, otherwise: str, more: str = "") -> BrokenBook:
    """A fault while a book's module was loaded, with its place in the book's folder, or else another place."""
    if isinstance(fault, BrokenBook):
        return fault
    is_ours = isinstance(fault, OpenfeltError | InvariantBroken)
    reason = str(fault) if is_ours or more else f"{type(fault).__name__}: {fault}"
    return BrokenBook(f"{place_of(fault, folder) or otherwise}: {more}{reason}")


def place_of(fault: BaseException, folder: str) -> str:
    """File and line of a book where something went wrong; "" if it went wrong elsewhere."""
    import traceback  # noqa: PLC0415 - nothing is wrong with most books

    if isinstance(fault, SyntaxError):
        return f"{fault.filename}:{fault.lineno}"
    frames = [one for one in traceback.extract_tb(fault.__traceback__) if folder and one.filename.startswith(folder)]
    # What a chapter asks of the book's head (`cite`) is the chapter's fault.
    frames = [one for one in frames if not one.filename.endswith("__init__.py")] or frames
    if frames:
        return f"{frames[-1].filename}:{frames[-1].lineno}"
    return place_of(fault.__cause__, folder) if fault.__cause__ is not None else ""


def file_of(module: str) -> str:
    """The file of a module that is not loaded for it; its name if there is none."""
    try:
        spec = find_spec(module)
    except Exception:  # whatever a package around it may raise while it loads
        spec = None
    return spec.origin if spec is not None and spec.origin else module


def line_in(path: str, *words: str) -> str:
    """File and line where a file first sets one of these names or says one of these texts; else that of its value.

    Tried in their order; a citation is also found by its number alone.
    """
    import ast  # noqa: PLC0415 - nothing is wrong with most books
    import linecache  # noqa: PLC0415

    linecache.checkcache(path)
    lines = linecache.getlines(path)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return path
    if not lines:
        return path
    nodes = sorted((node for node in ast.walk(tree) if hasattr(node, "lineno")), key=lambda node: node.lineno)
    for word in (*words, "CHAPTER"):
        for node in nodes:
            if word in _said(node):
                return f"{path}:{node.lineno}"
    return f"{path}:1"


def _said(node: ast.AST) -> tuple[object, ...]:
    """The name that a piece of code sets, or the text that it is."""
    import ast  # noqa: PLC0415 - nothing is wrong with most books

    match node:
        case ast.keyword(arg=name):
            return (name,)
        case ast.Constant(value=str(text)):
            return text, text.partition(" ")[2]
        case ast.Assign(targets=targets):
            return tuple(one.id for one in targets if isinstance(one, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.alias(name=name, asname=None):
            return (name,)
        case _:
            return ()
