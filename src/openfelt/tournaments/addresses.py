"""What an event, a jackpot or a promotion may be called in addresses, streams and accounts."""

from __future__ import annotations

import re
from typing import Final

from openfelt.phrases import Text, phrase, quoted

LONGEST: Final = 40
ADDRESS: Final = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{LONGEST - 1}}}")
TAKEN: Final = frozenset({"templates", "league"})  # by an address of the room's own


def address_fault(name: str) -> Text:
    """Why nothing can be called so, if nothing can.

    >>> str(address_fault("friday-2")), str(address_fault("templates"))
    ('', "'templates' is an address of the room's own")
    >>> str(address_fault("Friday night"))
    'a name for addresses has letters a to z, digits and hyphens, 40 at most'
    """
    if ADDRESS.fullmatch(name) is None:
        said = "a name for addresses has letters a to z, digits and hyphens, {most} at most"
        return phrase(said, most=LONGEST)
    return phrase("{name} is an address of the room's own", name=quoted(name)) if name in TAKEN else ""


def is_table_of(event: str, name: str) -> bool:
    """Whether a table of an event could have this name, in capitals or not.

    >>> is_table_of("friday", "Friday table 3"), is_table_of("friday", "friday's table")
    (True, False)
    """
    return name.casefold().startswith(f"{event} table ")
