"""One writer for each stream: what it decides from, how an entry is made, and tables and pits as kinds of it."""
