"""Paired comparison of systems: which differences between scores are more than chance?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from genchal.campaign.choose import Wanted, parse_derived, parse_request
from genchal.campaign.gather import Evidence, Machinery, gather_files, gather_lists, gather_wmt
from genchal.campaign.paired import Correction, Family, Quantity, Test, quantities, tested
from genchal.domain.campaign import Missing
from genchal.domain.grouping import Grouping
from genchal.errors import InvalidInput, UnknownName
from genchal.text.ragged import IntArray


@dataclass(frozen=True, slots=True)
class Comparing:
    """How systems are compared; the family of a correction are all pairs that are tested within one metric."""

    test: Test = "bootstrap"
    all_pairs: bool = False  # otherwise all systems are compared with the baseline
    baseline: str | None = None  # None: the first system
    correction: Correction = "holm"
    resamples: int | None = None  # None: 1,000, or as many as the family needs
    trials: int | None = None  # None: 10,000, or as many as the family needs
    confidence: float = 0.95
    seed: int = 1
