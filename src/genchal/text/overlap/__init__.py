"""What two token sequences share: n-grams, subsequences, edits, shifts.

In: encoded (output, reference) pairs.
Out: counts per pair.
"""
