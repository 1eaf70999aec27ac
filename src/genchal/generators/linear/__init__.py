"""Generators that decide step by step with linear classifiers, trained by imitation; numpy alone.

In: training instances of slots and values or of dialogue acts, then inputs.
Out: texts, and what was learnt as arrays.
"""
