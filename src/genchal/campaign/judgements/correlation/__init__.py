"""The parts of `judgements.correlate`: values of measures, joined, correlated and tested.

In: segment scores, ratings, tables of scores.
Out: coefficients, differences between metrics, and cautions.
"""
