"""Texts as integers: encoding, ragged arrays, numbering, fingerprints.

In: strings, or arrays of keys.
Out: flat integer arrays with offsets.
"""
