"""What stands in the journal: records both ways, folding them after a start, and auditing them."""
