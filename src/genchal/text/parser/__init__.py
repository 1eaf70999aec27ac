"""A joint tagger, lemmatiser and dependency parser, in NumPy.

In: sentences, and weights that `resources.parser` loads.
Out: sentences with tags, lemmas and heads.
"""
