"""Waiting lists and seats: who waits for which game, who is offered the next seat, and why. Pure.

Owns the lists, the calls, the requests for another seat or table, must-move tables, broken games and the draws for a
seat. Knows tables only by what it is given of them (`facts.TableFacts`); who sits down is decided at the table, too.
"""

from openfelt.lists.deciding import decide
from openfelt.lists.facts import ListGiven
from openfelt.lists.state import Lists, evolve

__all__ = ["ListGiven", "Lists", "decide", "evolve"]
