"""What was found: scores, comparisons, rankings, agreement, correlations, levels, plans.

In: numbers from `campaign` and `stats`.
Out: frozen results; commands print them and `reports` draws them.
"""
