"""A tagger-parser is trained from a treebank; needed by nobody who only evaluates.

In: CoNLL-U files.
Out: one archive of weights that `resources.parser` loads.
"""
