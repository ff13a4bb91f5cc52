"""Named players behind one small interface. They see what a seat sees and choose among what is offered.

>>> from openfelt.bots import BOTS
>>> sorted(BOTS)
['caller', 'pot-odds', 'random', 'tight']
"""

from openfelt.bots.bot import BOTS, Bot, Chance, find_bot

__all__ = ["BOTS", "Bot", "Chance", "find_bot"]
