"""The D-Level scale of syntactic complexity over dependency trees."""

from genchal.text.dlevel.scale import LEVELS, DLevel, Evidence, d_level

__all__ = ["LEVELS", "DLevel", "Evidence", "d_level"]
