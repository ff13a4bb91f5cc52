"""One round of play between players: decide, evolve, legal, house steps, pots, showdown, views. Pure."""
