"""Compiled twins of the hottest array code: a few C functions in a shared object, and where it is found.

In: arrays of numpy.
Out: the same numbers as the array code that they stand in for, bit by bit; where nothing was compiled, that code runs.
"""
