"""The D-Level scale of syntactic complexity over dependency trees.

In: parsed sentences.
Out: a level for each, with the reason.
"""

from genchal.text.dlevel.scale import LEVELS, DLevel, LevelReason, d_level

__all__ = ["LEVELS", "DLevel", "LevelReason", "d_level"]
