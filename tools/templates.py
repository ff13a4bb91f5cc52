"""Lists every template that a translation needs: `python -m tools.templates [LANGUAGE]`.

The client's own words come from its sources (`npm run templates --prefix web`), those of the room from the phrases and
refusals written in `src/openfelt`. Without a language it prints a line of JSON for each, with its places; with one, the
whole catalogue of that language as it is to be kept in `web/src/languages`: what is translated stays, what is missing
is empty, what no longer exists is left out.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SERVER = ROOT / "src" / "openfelt"
WEB = ROOT / "web"
LANGUAGES = WEB / "src" / "languages"
# Which argument of a call is a template: the sentence of a phrase, and of a refusal.
SENTENCE = {"phrase": 0, "Phrase": 0, "RuleViolation": 2, "NotationError": 0, "StaleView": 0}
BRACE = re.compile(r"\{(\w+)\}")
# These talk to a terminal, never to a page.
COMMANDS = ("cli", "lab")
# What stands beside a sentence: what would be allowed instead.
BESIDE = ("legal",)


def texts(node: ast.expr, named: dict[str, list[str]]) -> Iterator[str]:
    """The plain texts that an expression may come to."""
    match node:
        case ast.Constant(value=str() as text) if any(letter.isalpha() for letter in text):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from texts(one, named)
            yield from texts(other, named)
        case ast.Tuple(elts=several) | ast.List(elts=several):
            for one in several:
                yield from texts(one, named)
        case ast.Name(id=name):
            yield from named.get(name, ())


def assigned(tree: ast.Module) -> dict[str, list[tuple[int, list[str]]]]:
    """The plain texts that a name was given, each time with the line."""
    found: dict[str, list[tuple[int, list[str]]]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append((node.lineno, list(texts(node.value, {}))))
    return found


def misfilled(source: str) -> Iterator[tuple[str, int]]:
    """The phrases whose braces and parts do not agree, each with its line."""
    tree = ast.parse(source)
    given = assigned(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="phrase"), args=[said], keywords=keywords):
                latest = {
                    name: max(one for one in times if one[0] <= node.lineno or one is times[0])[1]
                    for name, times in given.items()
                }
                found = list(texts(said, latest))
                parts = {one.arg for one in keywords}
                braces = {brace for text in found for brace in BRACE.findall(text)}
                if found and braces != parts and None not in parts:
                    yield ast.unparse(node), node.lineno


def templates_of(source: str) -> Iterator[tuple[str, int]]:
    """The templates written in a module, each with its line."""
    tree = ast.parse(source)
    named = {name: [text for _, several in times for text in several] for name, times in assigned(tree).items()}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        place = SENTENCE.get(node.func.id if isinstance(node.func, ast.Name) else node.func.attr)
        if place is None:
            continue
        said = [*node.args[place : place + 1], *(one.value for one in node.keywords if one.arg in BESIDE)]
        # A part that is a plain text is a word of its own, and is translated by itself.
        parts = [one.value for one in node.keywords if place == 0 and one.arg not in BESIDE]
        for one in (*said, *parts):
            yield from ((text, one.lineno) for text in texts(one, named))


def server_templates() -> dict[str, list[str]]:
    """Every template that the room sends, with the places where it is written."""
    found: dict[str, list[str]] = {}
    for path in sorted(SERVER.rglob("*.py")):
        if path.relative_to(SERVER).parts[0] in COMMANDS:
            continue
        for template, line in templates_of(path.read_text(encoding="utf-8")):
            found.setdefault(template, []).append(f"{path.relative_to(ROOT)}:{line}")
    return found


def client_templates() -> list[dict[str, Any]]:
    """Every template of the client, with its parts and the places where it is written."""
    command = ["npm", "run", "--silent", "templates"]
    said: list[dict[str, Any]] = json.loads(
        subprocess.run(command, cwd=WEB, check=True, capture_output=True, text=True).stdout
    )
    return said


def every() -> list[dict[str, Any]]:
    """One list of both, in the order of the alphabet."""
    found = {one["template"]: one for one in client_templates()}
    for one in found.values():
        one["places"] = [f"web/src/{place}" for place in one["places"]]
    for template, places in server_templates().items():
        known = found.setdefault(template, {"template": template, "parts": [], "places": []})
        known["places"] = [*known["places"], *places]
    return [found[template] for template in sorted(found)]


def catalogue(kept: dict[str, str], templates: Sequence[str]) -> dict[str, str]:
    """A catalogue for these templates that keeps what was translated.

    >>> catalogue({"Fold": "Passen", "Gone": "Weg"}, ["Call {1}", "Fold"])
    {'Call {1}': '', 'Fold': 'Passen'}
    """
    return {template: kept.get(template, "") for template in templates}


def main(arguments: Sequence[str]) -> int:
    """Print the list, or the catalogue of a language."""
    if len(arguments) > 1 or any(not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z]+)*", one) for one in arguments):
        print("usage: python -m tools.templates [LANGUAGE]; LANGUAGE is a tag such as de or pt-BR", file=sys.stderr)
        return 2
    found = every()
    if not arguments:
        for one in found:
            print(json.dumps(one, ensure_ascii=False))
        return 0
    path = LANGUAGES / f"{arguments[0]}.json"
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    made = catalogue(kept, [one["template"] for one in found])
    print(json.dumps(made, ensure_ascii=False, indent=1))
    print(f"{sum(not words for words in made.values())} of {len(made)} have no translation", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
