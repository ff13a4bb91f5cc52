"""Whole tournaments in the laboratory: played to their end by the director's own orders, many times over.

`played` drives one event, `model` has tables whose rounds follow a law of chance, `dealt` has real ones with bots.
`outcomes` says what came of an event and of many, `suggesting` finds a structure of a wished length.
"""
