"""House-banked games: the signs, the pay tables, the settlement, and the rounds of play."""
