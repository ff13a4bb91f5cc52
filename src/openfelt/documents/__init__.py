"""Documents that a rulebook wants answered item by item: read from TOML, checked for silence, written, printed.

Owns what conditions of a tournament and terms of a promotion have in common. Knows neither of them and no book.
"""
