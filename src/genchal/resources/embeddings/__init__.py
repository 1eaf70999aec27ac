"""Vectors of words and encoders of sentences: files of vectors in any layout, and what was computed from them.

In: names of files and of encoders.
Out: vectors for words and sentences.
"""
