"""The composition of studies: which items stand on which sheets, in which order, for whom.

In: a design, instances, and every system's outputs.
Out: blocks of items, balanced over systems, places, conditions and raters, with control and practice items.
"""
