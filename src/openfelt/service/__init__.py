"""The running room: one writer per table, feeds per viewer, shuffling, clocks, accounts. Everything with a clock, a
socket or randomness is here or in the journal.
"""
