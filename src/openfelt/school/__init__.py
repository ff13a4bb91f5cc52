"""Drills for dealers, floor and players, made by the same machinery that deals, reads chips and rules.

A drill deals a real situation, lets something happen, asks, and marks the answer with the clause.
"""

from openfelt.school.drills import MODES, Mark, Mode, Question, drill, mark, topics
from openfelt.school.session import Score, Session, weakest

__all__ = ["MODES", "Mark", "Mode", "Question", "Score", "Session", "drill", "mark", "topics", "weakest"]
