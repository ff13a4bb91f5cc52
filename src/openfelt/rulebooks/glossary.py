"""The words that the rulebooks define, in one list: each with every rulebook's meaning and the clause that gives it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openfelt.rulebooks.catalogue import Clause, rulebook
from openfelt.rulebooks.shelf import rulebook_keys, shelved

INTRODUCTIONS = "(what the definitions apply to)"


@dataclass(frozen=True, slots=True)
class GlossaryWord:
    """A word and the clauses that say what it means, in the order of the rulebooks."""

    word: str
    clauses: tuple[Clause, ...]


def word_of(one: Clause) -> str:
    """The word that a clause of kind definition is about.

    >>> from openfelt.rulebooks import clause
    >>> word_of(clause("nsw-poker 1.1/active player")), word_of(clause("act-stud def/High/Low Split"))
    ('active player', 'high/low split')
    """
    listed = one.number.partition("/")[2].casefold()
    return listed or shelved(one.rulebook).defines.get(one.number, INTRODUCTIONS)


def glossary(keys: Iterable[str] | None = None) -> tuple[GlossaryWord, ...]:
    """Every word, in the order of the alphabet; every clause of kind definition stands in it once.

    >>> [one.cite for entry in glossary() if entry.word == "burn" for one in entry.clauses]
    ['nsw-poker 1.1/burn']
    """
    words: dict[str, list[Clause]] = {}
    for key in rulebook_keys() if keys is None else keys:
        for one in rulebook(key).values():
            if one.kind == "definition":
                words.setdefault(word_of(one), []).append(one)
    return tuple(
        GlossaryWord(word, tuple(words[word])) for word in sorted(words, key=lambda word: (word[0] == "(", word))
    )


def find_words(asked: str, keys: Iterable[str] | None = None) -> tuple[GlossaryWord, ...]:
    """The words that contain what is asked for; all without it."""
    wanted = asked.casefold()
    return tuple(entry for entry in glossary(keys) if wanted in entry.word)
