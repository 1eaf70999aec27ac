"""The parts of `judgements.rank`: methods, tests between systems, tables from ratings.

In: ratings of one criterion.
Out: rankings, differences, direct assessment, coverage, times.
"""
