"""Every word of a page has a template: in a language that accents each of them, plain letters are names or a fault."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Visit

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
ENGLISH = {"/table/Sydney": (r"Texas Hold'em · .*", r"52 cards, 2-A", HANDS)}
ROOT = r"[0-9a-f]{16}…"  # of a deck
VIEWS = (
    "/lists", "/tiles", "/hands", "/hands/results", "/tournaments", "/jackpots", "/promotions", "/office/cage",
    "/table/Sydney",
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
    people = (re.escape(guest.name), "The operator", r"Guest \d+", r"Bot \d+")
    names = (*people, "Sydney", r"(?:nsw-poker|house) [\d.]+", r"/\w+(?:/\w+)*", "openfelt", ROOT)
    guest.page.evaluate(PSEUDO)
    left = {}
    for path in (*VIEWS, "welcome"):
        if path == "welcome":
            guest.page.context.clear_cookies()
        guest.go("/" if path == "welcome" else path)
        guest.page.get_by_role("heading").first.wait_for()
        guest.page.wait_for_load_state("networkidle")
        texts = guest.page.evaluate(READ)
        assert sum(bool(ACCENTED.search(text)) for text in texts) > 4, path
        if found := plain(texts, (*ENGLISH.get(path, ()), *names)):
            left[path] = found
    assert left == {}
