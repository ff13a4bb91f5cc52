"""The deck: a fresh seed, an order made from it, a root told before the first card, and the sealed record of it."""
