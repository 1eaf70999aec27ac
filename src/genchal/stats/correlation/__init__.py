"""Correlation coefficients, their uncertainty, and tests between two of them.

In: columns of values side by side.
Out: frozen results.
"""
