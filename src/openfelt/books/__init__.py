"""A folder per rulebook: what the layers of the house ask of it, chapter by chapter. Nothing below imports it."""
