"""Tournaments: the conditions of an event as one typed value, whether they may be published, and templates of them.

Owns what an event says before anybody enters (`conditions` and what checks them), and the parts of running one that
need no table: its clock, places, prizes and seats. Knows no journal and no screen.
"""

from openfelt.tournaments.checking import Checked, check
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.findings import Finding, Replaced
from openfelt.tournaments.publishing import PublishedConditions, amend, digest, publish
from openfelt.tournaments.reading import UnreadableConditions, read_conditions
from openfelt.tournaments.templates import TEMPLATES, Answers, Template, fill
from openfelt.tournaments.writing import write_conditions

__all__ = [
    "TEMPLATES",
    "Answers",
    "Checked",
    "Conditions",
    "Finding",
    "PublishedConditions",
    "Replaced",
    "Template",
    "UnreadableConditions",
    "amend",
    "check",
    "digest",
    "fill",
    "publish",
    "read_conditions",
    "write_conditions",
]
