"""Hand histories, in and out: PHH for every game, and the layout that players paste. Owns files' words, no rule.

>>> from openfelt.formats import replay_text
>>> hand = '''variant = 'NT'
... antes = [0, 0]
... blinds_or_straddles = [1, 2]
... min_bet = 2
... starting_stacks = [100, 100]
... actions = ['d dh p1 AhKh', 'd dh p2 ????', 'p2 cbr 3']
... '''
>>> [verdict] = replay_text(hand)
>>> verdict.error
"action 3 'p2 cbr 3': 3 is below the minimum of 4 [house 4.4]; allowed: fold, call 1, raise to 4-100"
"""

from openfelt.formats.checking import Verdict, replay_history, replay_text
from openfelt.formats.phh import VARIANTS, History, read_histories
from openfelt.formats.pokerstars import dump_pokerstars
from openfelt.formats.replaying import Replay
from openfelt.formats.writing import dump_phh, dump_phhs, variant_of

__all__ = [
    "VARIANTS",
    "History",
    "Replay",
    "Verdict",
    "dump_phh",
    "dump_phhs",
    "dump_pokerstars",
    "read_histories",
    "replay_history",
    "replay_text",
    "variant_of",
]
