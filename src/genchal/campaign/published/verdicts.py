"""When is a published number reproduced? Equal at the decimals that were printed, or within its tolerance."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from genchal.domain.results.published import Reproduced

SLACK = 1e-9  # halves may have been rounded either way, and floating point must not decide
_NUMBER = re.compile(
    r"(?P<below><)?\s*(?P<sign>[-\N{MINUS SIGN}+])?(?P<whole>\d*)(?:\.(?P<decimals>\d+))?\s*(?P<percent>%)?"
)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as a paper prints it: its value, the place of its last digit, and whether only a limit is given."""

    value: float
    unit: float
    is_limit: bool = False

    def is_equal(self, ours: float) -> bool:
        """Whether our number would be printed like this."""
        return ours < self.value if self.is_limit else abs(ours - self.value) <= self.unit / 2 + SLACK


def parse_printed(text: str) -> Printed | None:
    """Read ``0.6593``, ``.90``, ``-.790``, ``1,051,093``, ``45%`` (0.45) or ``<0.005``; None if it is no number."""
    match = _NUMBER.fullmatch(re.sub(r"(?<=\d),(?=\d{3})", "", text.strip()))
    if match is None or not (match["whole"] or match["decimals"]):
        return None
    scale = 0.01 if match["percent"] else 1.0
    size = float(f"{match['whole'] or 0}.{match['decimals'] or 0}")
    value = size if match["sign"] in (None, "+") else -size
    return Printed(value * scale, 10.0 ** -len(match["decimals"] or "") * scale, bool(match["below"]))


def parse_tolerance(text: str) -> tuple[float, bool] | None:
    """Read ``0.005``, or ``1%`` of the published number: how much, and whether it is relative."""
    try:
        size = float(text.removesuffix("%"))
    except ValueError:
        return None
    if not math.isfinite(size) or size < 0:
        return None
    return (size / 100, True) if text.endswith("%") else (size, False)


def judge_number(published: str, ours: float | None, tolerance: str = "", *, counts: bool = True) -> Reproduced:
    """Say whether a published number is reproduced by ours; None is one that could not be computed."""
    if not counts:
        return "not counted"
    printed = parse_printed(published)
    if ours is None or not math.isfinite(ours) or printed is None:
        return "not computed"
    if printed.is_equal(ours):
        return "exact"
    allowed = parse_tolerance(tolerance)
    if allowed is None or printed.is_limit:
        return "off"
    size, is_relative = allowed
    limit = size * abs(printed.value) if is_relative else size
    return "within" if abs(ours - printed.value) <= limit + SLACK else "off"
