"""Texts that may be larger than memory: read in parts, as bytes, and put aside or sorted on disk.

In: paths, places in files, rows and lines.
Out: parts of texts, counts of lines, blocks of rows, sorted runs.
"""
