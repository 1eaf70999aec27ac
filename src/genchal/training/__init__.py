"""Training of the tagger-parser. `network`, `opinions` and `loop` need torch, and are imported when it is needed.

In: sentences of a treebank.
Out: weights and the figures of the trained parser.
"""
