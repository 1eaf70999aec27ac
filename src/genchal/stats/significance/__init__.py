"""Tests of differences, and correction for many of them.

In: values by system, rater and instance, or counts.
Out: p-values with what they were computed from.
"""
