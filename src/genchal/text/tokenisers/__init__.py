"""Tokenisers and sentence splitters, one per convention of the field.

In: chunks of text between white space, or whole texts.
Out: tokens.
"""
