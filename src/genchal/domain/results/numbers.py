"""Numbers in results: None for what is not known, and the limits below which a result should not be trusted."""

from __future__ import annotations

import math

# Intervals and tests that are clustered by rater and instance hold from about these numbers on (by simulation).
FEW_RATERS, FEW_INSTANCES = 10, 50
FEW_JUDGEMENTS = 30  # of a system, in a ranking
FEW_ITEMS = 30  # rated by the same people: below, coefficients of agreement are rough
FEW_CROSSED_RATERS = 3  # below, nothing is known about how strict other raters are
FEW_SYSTEMS = 10  # below, coefficients over systems can hardly be distinguished from chance
FEW_VALUES = 30  # behind a correlation
FEW_COMPARED = 30  # instances, below which p-values of the bootstrap come out too small
FEW_SWAPPED_SYSTEMS = 7  # below, no permutation of systems is significant after a correction
FEW_PILOT_RATERS, FEW_PILOT_ITEMS = 5, 20  # below, variances of a pilot are guesses


def finite_or_none(value: float) -> float | None:
    """Return a number as a plain float, None where it is NaN or infinite."""
    return float(value) if math.isfinite(value) else None
