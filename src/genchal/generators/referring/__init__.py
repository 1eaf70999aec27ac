"""Referring expressions: which attributes of a target to mention, and how to say them (Gatt and Belz 2010).

In: scenes, with the attribute sets and descriptions of people in training.
Out: descriptions: attribute sets, with words where a realiser is chosen.
"""
