"""Scenes of TUNA: where entities stand, and which descriptions single one out.

In: scenes and attribute sets.
Out: places, and minimal distinguishing sets.
"""
