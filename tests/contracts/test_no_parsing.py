"""The client takes no sentence apart: a regular expression reads what somebody typed, or notation."""

from __future__ import annotations

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web" / "src"
# A regular expression between slashes, where an expression may begin.
LITERAL = re.compile(
    r"(?:^|[(,=:?&|!{;]|=>|return)\s*(/(?![/*>])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[dgimsuy]*)(?=[\s.,;:)\]}?]|$)",
    re.M,
)
MADE = re.compile(r"new RegExp\(")
# Where there is one, and what it reads. A sentence of the room is none of these.
READ = {
    "App.svelte": "the address of a page",
    "lib/CardPad.svelte": "cards that a dealer types",
    "lib/OpenPit.svelte": "numbers that an operator types",
    "lib/Playing.svelte": "a limit that a player types",
    "lib/amounts.ts": "amounts that a player types",
    "lib/clausewords.ts": "notes in a clause catalogue that are for programs",
    "lib/keys.ts": "names of keys",
    "languages/pseudo.ts": "the letters and braces of a template",
    "lib/language.ts": "the braces of a template",
    "lib/learn/words.ts": "whether a letter stands beside a word of the rulebook",
    "lib/pitforms.ts": "numbers that staff types",
    "lib/proof.ts": "hexadecimal digits",
    "lib/table/GestureForm.svelte": "chips that a dealer types",
    "lib/tournament/OfferFields.svelte": "chips that staff types",
    "lib/tournament/WalkIns.svelte": "names that staff types",
    "lib/tournament/home.ts": "names that a host types",
    "lib/words.ts": "amounts that a person types",
    "views/Lab.svelte": "cards that a person types",
    "views/Rules.svelte": "words that a person searches for",
    "views/past/saying.ts": "cards in notation",
}


def found():
    """The files of the client that have a regular expression, each with what it has."""
    every = {}
    for path in sorted((*WEB.rglob("*.ts"), *WEB.rglob("*.svelte"))):
        text = path.read_text(encoding="utf-8")
        script = text if path.suffix == ".ts" else re.sub(r"<style.*?</style>", "", text, flags=re.S)
        code = re.sub(r"/\*.*?\*/|(?<![:'\"`])//[^\n]*", "", script, flags=re.S)
        several = [*LITERAL.findall(code), *MADE.findall(code)]
        if several:
            every[str(path.relative_to(WEB))] = several
    return every


def test_regular_expressions_read_only_what_somebody_typed():
    every = found()
    assert {name: several for name, several in every.items() if name not in READ} == {}
    assert set(READ) - set(every) == set(), "the list only shrinks"


def test_nothing_of_a_line_is_looked_for_in_its_words():
    asked = re.compile(
        r"\b(?:line|step|last|fault)\??\.phrase\??\.(?:match|includes|startsWith|endsWith|split|replace|slice)"
    )
    bad = [str(path) for path in WEB.rglob("*") if path.suffix in {".ts", ".svelte"} and asked.search(path.read_text())]
    assert bad == []
