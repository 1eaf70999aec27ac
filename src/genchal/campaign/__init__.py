"""The steps of a campaign, in order; only these combine the libraries.

In: a campaign file, or files and lists from the command line and from Python.
Out: results from `domain.results`, and files.
"""
