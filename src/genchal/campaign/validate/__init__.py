"""Submissions and campaign files are checked without scoring.

In: paths.
Out: every problem at once, with its line and a remedy; nothing is written.
"""
