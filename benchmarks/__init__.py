"""Ours and the peers, side by side in one run: `make bench`."""
