"""Bootstrap and randomisation: intervals and tests from resampled sums.

In: arrays of additive rows, or of ratings with their raters and instances.
Out: frozen results.
"""
