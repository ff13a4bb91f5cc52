"""Every word of a page has a template: in a language that accents each of them, plain letters are names or a fault."""

from __future__ import annotations

import re

import pytest

from openfelt.games.registry import GAMES as REGISTRY
from openfelt.lab.equity_games import GAMES as ODDS_GAMES
from openfelt.rulebooks import rulebook, rulebook_keys
from tests.browser.conftest import Visit
from tests.browser.house import EMPTY, LIVE, SIGNED, WANTED

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PSEUDO = "localStorage.setItem('openfelt-language', 'pseudo')"
# Every text that people see or hear, apart from what is marked as no language.
READ = """() => {
    const found = [];
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = all.currentNode; node; node = all.nextNode()) {
        const element = node.nodeType === 3 ? node.parentElement : node;
        if (!element || element.closest('script, style, [translate="no"], kbd')) continue;
        if (node.nodeType === 3) found.push(node.data);
        else for (const name of ['title', 'aria-label', 'placeholder', 'alt'])
            found.push(element.getAttribute(name) ?? '');
    }
    return found.map((text) => text.trim()).filter(Boolean);
}"""
WORD = re.compile(r"[A-Za-z]{2,}")


# A bare amount of cents would stand without a comma or a point; years are written so too.
CENTS = re.compile(r"(?<![\d.,:/-])(?!20\d\d\b)\d{4,}(?![\d,:/-])")
# What the room still sends as English words, by view: the sign of a table, the words of hands. The list only shrinks.
HANDS = r"(?:(?:two )?pair|three of a kind|straight|flush|full house|four of a kind|\w+ high)[\w ,-]*"
# Proper names: of games, of rulebooks with their clauses, of the tables of the test's house.
GAMES = "|".join(re.escape(one.name) for one in sorted(REGISTRY.values(), key=lambda one: -len(one.name)))
ODDS = "|".join(re.escape(one.name) for one in sorted(ODDS_GAMES.by_name.values(), key=lambda one: -len(one.name)))
SPACED = {one.number for key in rulebook_keys() for one in rulebook(key).values() if " " in one.number}
NUMBER = rf"(?:{'|'.join(map(re.escape, sorted(SPACED, key=len, reverse=True)))}|[\w().]+(?:/\w+)?)"
BOOKS = rf"(?:{'|'.join(rulebook_keys())})(?: {NUMBER})?"
CLAUSE = "§\u200a" + rf"(?:{BOOKS}|{NUMBER})"
TITLES = "|".join(re.escape(rulebook(one).title) for one in rulebook_keys())
TABLES = "|".join((*sorted(WANTED), *EMPTY, *SIGNED, LIVE, "Civic", "Auckland", "Trey"))
DECKS = r"\d+ cards, [\dA-Z]+-[A-Z](?:, joker)?"
PLAYED = rf"(?:(?:No|Pot) limit )?(?:{GAMES}|Hold'em)"
PAYS = r"(?:Pair of aces|(?:Four|Three) of a kind|Full house|(?:Royal |Straight )?[Ff]lush|[Ss]traight)"
PIT = rf"Canberra Casino Hold-em|Super Aces|Ante|{PAYS}"
OFFICES = (
    r"(?:Assistant )?Gaming (?:Shift )?Manager|Tournament (?:Director|Supervisor)|casino (?:operator|supervisor)"
    r"|(?:game|gaming|poker shift) supervisor|scrutineer|dealer|inspector"
)
ENGLISH = {
    "/table/Sydney": (r"Texas Hold'em · .*", DECKS, HANDS),
    "/": (DECKS, PLAYED, r"Big Raise Stud|Three Card Poker", PIT),
    "/table/Reno": (DECKS, PLAYED, HANDS),
    "/pit/Civic": (PIT,),
    "/lab": (ODDS, PLAYED, r"AsKs|QhQd|Ah7c2d|QQ\+, AKs", r"three-card-poker"),
    "/rules": (TITLES,),
    "/account": (OFFICES,),
    "/jackpots": (r"[Ee]vent \d+", r"five cards, such as Ts Th Td Tc 2s", r"until won, or a moment such as [\dT:+-]+"),
    "/replay/Reno/1": (PLAYED, HANDS),
}
ROOT = r"[0-9a-f]{16}…"  # of a deck
VIEWS = (
    "/lists", "/tiles", "/hands", "/hands/results", "/tournaments", "/jackpots", "/promotions", "/office/cage",
    "/table/Sydney", "/", "/table/Reno", "/pit/Civic", "/hands/notes", "/account", "/lab", "/rules", "/replay/Reno/1",
)  # fmt: skip
ACCENTED = re.compile(r"\[[^\]]*[^\x00-\x7f]")


def plain(texts: list[str], names: tuple[str, ...]) -> list[str]:
    """The texts in which a word has plain letters, names apart."""
    known = re.compile("|".join(names))
    bare = {text: known.sub("", text) for text in texts}
    return sorted({text for text, rest in bare.items() if WORD.search(rest) or CENTS.search(rest)})


def test_no_plain_word_is_left_and_no_bare_cents(visit: Visit) -> None:
    """Names are people, tables, rulebooks with their clauses, addresses and the room itself."""
    guest = visit(staff=True)
    people = (re.escape(guest.name), "The operator", r"Guest \d+", rf"Bot \d+(?: of (?:{TABLES}))?")
    names = (*people, CLAUSE, BOOKS, TABLES, r"/\w+(?:/\w+)*", "openfelt", ROOT)
    guest.page.evaluate(PSEUDO)
    left = {}
    for path in (*VIEWS, "welcome"):
        if path == "welcome":
            guest.page.context.clear_cookies()
        if path.startswith("/replay"):  # a hand must have been finished
            guest.go("/table/Reno")
            guest.page.locator(".log .award").first.wait_for()
        guest.go("/" if path == "welcome" else path)
        guest.page.get_by_role("heading").first.wait_for()
        guest.page.wait_for_load_state("networkidle")
        texts = guest.page.evaluate(READ)
        assert sum(bool(ACCENTED.search(text)) for text in texts) > 4, path
        if found := plain(texts, (*ENGLISH.get(path, ()), *names)):
            left[path] = found
    assert left == {}
