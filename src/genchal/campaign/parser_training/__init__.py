"""Training a tagger-parser on a treebank; not needed for evaluation.

In: CoNLL-U files.
Out: one archive of weights that `resources.parser` loads.
"""
