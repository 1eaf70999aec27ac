"""Texts are described: statistics, complexity, what a lexicon finds, coverage checked by hand.

In: references of data sets, or outputs of systems.
Out: numbers of whole collections, explanations, sheets to fill in.
"""
