"""Whether ratings of 0 and 1 are answers about single outputs, or choices among the outputs of a sheet."""

from __future__ import annotations

import numpy as np

from genchal.domain.directions import is_lower_better
from genchal.domain.ratings import Ratings
from genchal.text.arrays.ragged import combine_codes

YES_OR_NO = frozenset({0.0, 1.0})
CHANCE_PAIRS = 5.0  # where so many are expected, there is none in fewer than 1 of 100 cases (Poisson)


def is_yes_or_no(ratings: Ratings) -> bool:
    """Whether all values are 0 or 1."""
    return set(np.unique(ratings.value).tolist()) <= YES_OR_NO


def are_choices(ratings: Ratings) -> bool:
    """Whether ratings of 0 and 1 say which output of a sheet was chosen, as those of battles and preferences do.

    Then every sheet with several systems has exactly one 1. Where nothing may be chosen, too, no sheet has two of them,
    though chance would give two to some if each output were judged by itself, as often with a 1 as its system is.
    Answers to a question about each output are otherwise, and so are those under names such as "added" and "wrong".
    The difference matters: how often a system is chosen depends on whom it met, how often it is correct does not.
    """
    if any(map(is_lower_better, ratings.criterion.names)):
        return False
    shown = combine_codes(*(column.codes for column in (ratings.sheet, ratings.rater, ratings.instance)))
    sheet = np.unique(shown, return_inverse=True)[1]
    outputs = np.unique(combine_codes(sheet, ratings.system.codes), return_index=True)[1]
    has_several = np.bincount(sheet[outputs]) > 1
    chosen = np.bincount(sheet, weights=ratings.value)[has_several]
    if not len(chosen) or chosen.max() > 1:
        return False
    system = ratings.system.codes
    share = (np.bincount(system, weights=ratings.value) / np.bincount(system))[system]
    sums, squares = (np.bincount(sheet, weights=each)[has_several] for each in (share, share**2))
    pairs = float((sums**2 - squares).sum() / 2)  # two outputs with a 1, expected if each were judged by itself
    return bool((chosen == 1).all() or pairs >= CHANCE_PAIRS)
