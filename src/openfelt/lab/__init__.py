"""What the rules are worth: exact prices and odds, frequencies, simulations, charts. Reads signs; changes nothing."""
