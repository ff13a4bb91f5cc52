"""Names that people choose: which are refused because they would be taken for the house's, or for somebody else's.

Owns the rules for guests and for people who register themselves; whom an operator invites may be called as the house
likes. Nothing here looks at who is known: the same name is always refused, or never, so that no answer tells whether an
account exists. Knows no account.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

from openfelt.phrases import Name, phrase, quoted
from openfelt.service.people.accounts import NotAllowed, clean_name

# Only the house may use these names, alone or with "the".
HOUSE_NAMES: Final = frozenset((
    "admin", "administrator", "anonymous", "bank", "bot", "cage", "casino", "clock", "dealer", "everybody",
    "everyone", "floor", "guest", "host", "house", "inspector", "management", "manager", "moderator", "nobody",
    "openfelt", "operator", "player", "rail", "room", "security", "server", "somebody", "staff", "supervisor",
    "support", "system", "table", "you",
))  # fmt: skip
# No name contains these, not even among other words.
HOUSE_WORDS: Final = frozenset((
    "admin", "administrator", "bot", "cage", "croupier", "dealer", "floor", "inspector", "moderator",
    "openfelt", "operator", "staff", "supervisor",
))  # fmt: skip
LIVE_AT_PIT: Final = "live_"  # begins the id of a player with real chips: pits take identifiers only
SEAT_LIKE: Final = re.compile(r"(seat|box|hand|round|table)\d+")

# Letters of Cyrillic, Greek and Armenian that are read as Latin ones.
SAME_SHAPE: Final = frozenset("аеорсухѕіјһԁԛԝӏүѵ" + "АВЕЅІЈКМНОРСТУХԌԚԜҮ" + "αικνορυϲϳ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "օոսհ")
SAME_AT_A_GLANCE: Final = str.maketrans("I1|0", "lllo")
# Alphabets in everyday use (Unicode Standard Annex 31), by the first word of their letters' names.
SCRIPTS: Final = frozenset((
    "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "DEVANAGARI", "BENGALI",
    "GUJARATI", "GURMUKHI", "KANNADA", "MALAYALAM", "ORIYA", "TAMIL", "TELUGU", "SINHALA", "THAI", "LAO",
    "MYANMAR", "KHMER", "TIBETAN", "ETHIOPIC", "THAANA", "HANGUL", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA",
    "CJK", "BOPOMOFO",
))  # fmt: skip
# Alphabets that one language writes together.
TOGETHER: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)
LAST_EVERYDAY_LATIN: Final = 0x24F
GUEST_MARK: Final = "#"


def skeleton(name: str) -> str:
    """What a name looks like at a glance: two names with one skeleton are taken for each other.

    >>> skeleton("B0ss."), skeleton("FIoor"), skeleton("Zoë")
    ('boss', 'floor', 'zoë')
    """
    return "".join(letter for letter in name.translate(SAME_AT_A_GLANCE).casefold() if letter.isalnum())


def require_own_name(name: str) -> str:
    """A name as shown, for a guest or somebody who registers; refuses what is the house's or looks like another."""
    shown = clean_name(name)
    require_one_alphabet(shown)
    if not any(letter.isalnum() for letter in shown) or GUEST_MARK in shown:
        raise NotAllowed(
            phrase("a name has a letter or a digit in it, and no {mark}", mark=Name(GUEST_MARK)),
            code="bad-name",
        )
    words = {skeleton(word) for word in re.split(r"\W+", shown)}
    is_house = skeleton(shown).removeprefix("the") in _HOUSE_NAMES or not words.isdisjoint(_HOUSE_WORDS)
    if is_house or SEAT_LIKE.fullmatch(shown.casefold().replace(" ", "")):
        raise NotAllowed(phrase("{shown} would be taken for the house", shown=quoted(shown)), code="reserved-name")
    return shown


def require_one_alphabet(shown: str) -> None:
    """Refuse letters of several alphabets, letters made to look like others, and a whole name that does."""
    composed = unicodedata.normalize("NFC", shown)
    if composed != unicodedata.normalize("NFKC", shown):
        raise confusing(shown, "some of its letters are other forms of plain ones")
    letters = [letter for letter in composed if unicodedata.category(letter)[0] in "LM"]
    scripts = {script_of(letter) for letter in letters}
    if not scripts <= SCRIPTS:
        raise confusing(shown, "some of its letters are of no alphabet in everyday use")
    if len(scripts) > 1 and not any(scripts <= several for several in TOGETHER):
        raise confusing(shown, "its letters are of several alphabets")
    if letters and scripts != {"LATIN"} and all(letter in SAME_SHAPE for letter in letters):
        raise confusing(shown, "it would be read as Latin letters")


def script_of(letter: str) -> str:
    """The alphabet of a letter; nothing for a letter of Latin that is no language's everyday spelling."""
    first = unicodedata.name(letter, "").partition(" ")[0]
    base = unicodedata.normalize("NFD", letter)[0]
    return "" if first == "LATIN" and ord(base) > LAST_EVERYDAY_LATIN else first


def confusing(shown: str, why: str) -> NotAllowed:
    """The refusal of a name that could be taken for another."""
    return NotAllowed(
        phrase("{shown} could be taken for another name: {why}", shown=quoted(shown), why=why), code="confusing-name"
    )


def guest_name(shown: str, attempt: int = 0) -> str:
    """A guest's name: always with a mark and a random number, so that it is never an account's.

    The number has three digits, and more where many guests have chosen the same name.
    """
    least = 10 ** (2 + attempt // 4)
    return f"{shown}{GUEST_MARK}{least + secrets.randbelow(9 * least)}"


_HOUSE_NAMES: Final = frozenset(skeleton(name) for name in HOUSE_NAMES)
_HOUSE_WORDS: Final = frozenset(skeleton(word) for word in HOUSE_WORDS)


def shown_name(player: str) -> str:
    """The name of a bot or a live player without the suffix that makes it unique in the ledger.

    >>> shown_name("live Ruth at Hall"), shown_name("live_Ruth_Lee_at_Civic"), shown_name("bot Ada of Sydney")
    ('Ruth', 'Ruth Lee', 'Ada')
    """
    if player.startswith(LIVE_AT_PIT):
        return player.removeprefix(LIVE_AT_PIT).partition("_at_")[0].replace("_", " ")
    return player.removeprefix("bot ").removeprefix("live ").partition(" of ")[0].partition(" at ")[0]
