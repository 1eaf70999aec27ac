"""Words and phrases: frequencies, vectors from texts alone, association, phrase tables.

In: tokenised texts.
Out: look-ups and matches.
"""
