"""openfelt: a poker room that runs by the rulebook."""

__version__ = "0.1.0"
