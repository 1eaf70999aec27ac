"""Ratings become rankings, agreement, correlations and plans.

In: files of ratings from any tool, or what a study collected.
Out: results that say what they mean and when not to trust them.
"""
