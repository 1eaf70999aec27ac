"""Slots and values: how they may be worded, where a text expresses them, what it gets wrong.

In: inputs, lexicons and texts.
Out: matches with offsets, and slot errors.
"""
