"""Composition of studies and balance of assignment: which items stand on which sheets, in which order, for whom."""
