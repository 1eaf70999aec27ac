"""Whether ratings of 0 and 1 are answers about single outputs, or choices among the outputs of a sheet."""

from __future__ import annotations

import numpy as np

from genchal.domain.ratings import Ratings
from genchal.text.arrays.ragged import combine_codes

YES_OR_NO = frozenset({0.0, 1.0})


def is_yes_or_no(ratings: Ratings) -> bool:
    """Whether all values are 0 or 1."""
    return set(np.unique(ratings.value).tolist()) <= YES_OR_NO


def are_choices(ratings: Ratings) -> bool:
    """Whether ratings of 0 and 1 say which output of a sheet was chosen, as those of battles and preferences do.

    Then no sheet with several systems has two outputs with a 1, and most have one; in the others nothing was chosen.
    Answers to a question about each output, such as "is it correct?", are now and then yes for two of them, or mostly
    no. The difference matters: how often a system is chosen depends on whom it met, how often it is correct does not.
    """
    shown = combine_codes(*(column.codes for column in (ratings.sheet, ratings.rater, ratings.instance)))
    sheet = np.unique(shown, return_inverse=True)[1]
    outputs = np.unique(combine_codes(sheet, ratings.system.codes), return_index=True)[1]
    has_several = np.bincount(sheet[outputs]) > 1
    chosen = np.bincount(sheet, weights=ratings.value)[has_several]
    return bool(len(chosen) and chosen.max() <= 1 and 2 * np.count_nonzero(chosen) >= len(chosen))
