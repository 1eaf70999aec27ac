"""What networks learn from: meanings and texts, made more or better, and as numbers.

In: instances with references.
Out: pairs of a meaning and a text, and both as arrays.
"""
