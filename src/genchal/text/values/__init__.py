"""Values of slots in texts: replaced by placeholders, found despite spelling, worded in other ways.

In: a text and the values it may express.
Out: templates, matches, wordings.
"""
