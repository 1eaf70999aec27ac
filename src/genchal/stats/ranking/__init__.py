"""Systems put in order: models of comparisons, means of ratings, rank ranges and clusters.

In: comparisons or ratings as arrays.
Out: scores per system and run.
"""
