"""What was found in judgements: rankings, differences, agreement, quality control, coverage, times, plans.

In: numbers from `stats` and `campaign/judgements`.
Out: frozen results with their tables and warnings.
"""
