"""Results as figures.

In: results from `domain.results`.
Out: SVG, PDF or PNG bytes.
"""
