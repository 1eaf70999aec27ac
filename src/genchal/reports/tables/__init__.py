"""Results as tables: text, LaTeX, CSV.

In: results from `domain.results`.
Out: strings.
"""
