"""Drills for dealers, floor and players, made from the same machinery that rules."""
