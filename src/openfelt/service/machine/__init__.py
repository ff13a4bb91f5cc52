"""What the room needs of the machine it runs on: clocks, counters, limits, pages made beside the tables."""
