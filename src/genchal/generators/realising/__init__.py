"""Surface realisation: dependency trees without order and inflection become sentences.

In: treebank trees to learn from, then shallow or deep trees.
Out: sentences.
"""
