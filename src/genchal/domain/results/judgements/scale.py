"""The scale that ratings are put on before they are averaged: each rater's own, that of all raters, or none."""

from __future__ import annotations

from typing import Literal

RatingScale = Literal["rater", "pooled", "raw"]
SCALE = (
    "each rating minus its rater's mean, in that rater's standard deviations (rater; raters of one value have no scale "
    "of their own and get the pooled one), minus the mean of all in standard deviations within raters (pooled), or as "
    "it is (raw)."
)
MEANT: dict[RatingScale, str] = {
    "rater": "Scores are means of z-scores: each rating minus its rater's mean, in that rater's standard deviations.",
    "pooled": "Scores are means of z-scores: each rating minus the mean of all, in standard deviations within raters.",
    "raw": "Scores are means of the ratings.",
}
