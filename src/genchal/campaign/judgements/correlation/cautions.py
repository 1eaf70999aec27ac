"""When not to trust a correlation: few systems, outliers among them, ceilings, segments that are not independent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from genchal.campaign.judgements.correlation.joined_measures import JoinedMeasures
from genchal.domain.results.correlation import Correlating, Correlation
from genchal.domain.results.numbers import FEW_SYSTEMS, FEW_VALUES
from genchal.errors import counted
from genchal.stats.correlation.meta_evaluation import UnitGroups, average_groups

CEILING = 0.25  # share of values at the top of the scale
OUTLIER = 2.5  # median absolute deviations from the median (Mathur et al. 2020)


def warn_about_correlations(measures: JoinedMeasures, found: Sequence[Correlation], how: Correlating) -> Iterator[str]:
    """Reasons not to trust coefficients, one sentence each."""
    systems = len(np.unique(measures.system.codes))
    if how.level == "system":
        yield from _about_systems(measures, systems)
    else:
        yield from _about_segments(found, systems, how)
    yield from _ceilings(measures)
    undefined = [coefficient for coefficient in found if coefficient.note is not None and coefficient.group is None]
    for coefficient in undefined[:3]:
        yield f"{coefficient.metric} and {coefficient.criterion}: no coefficient, {coefficient.note}."
    averaged = [coefficient for coefficient in found if coefficient.within != "none" and coefficient.group is None]
    if averaged:
        column = measures.instance if how.within == "item" else measures.system
        groups = len(np.unique(column.codes))
        fewest = min(coefficient.groups for coefficient in averaged)
        if fewest < groups:
            what = "instances" if how.within == "item" else "systems"
            yield (
                f"Only {fewest:,} of {groups:,} {what} have a coefficient: in the others, values do not "
                "vary or are too few."
            )


def _about_systems(measures: JoinedMeasures, systems: int) -> Iterator[str]:
    if systems < FEW_SYSTEMS:
        yield (
            f"Only {counted(systems, 'system')}: a coefficient over so few may be chance, and one system can "
            "reverse it."
        )
    units = UnitGroups(measures.system.codes, measures.instance.codes, "system")
    groups = units.groups()
    if len(groups) < 4:
        return
    for name in measures.criteria or measures.columns:
        means = average_groups(measures.columns[name], groups)
        known = means[~np.isnan(means)]
        if not len(known):
            continue
        middle = np.median(known)
        spread = 1.483 * np.median(np.abs(known - middle))
        far = np.flatnonzero(np.abs(means - middle) > OUTLIER * spread) if spread else np.zeros(0, np.int64)
        names = [measures.system.names[int(measures.system.codes[groups[place][0]])] for place in far.tolist()]
        if names:
            verb, them = ("lies", "it") if len(names) == 1 else ("lie", "them")
            yield (
                f"{', '.join(names)} {verb} far from the other systems in {name}: Pearson's r may depend on {them} "
                "alone."
            )


def _about_segments(found: Sequence[Correlation], systems: int, how: Correlating) -> Iterator[str]:
    if how.within == "none" and systems > 1 and any(coefficient.p_value is not None for coefficient in found):
        yield (
            "p-values assume independent outputs, but outputs share systems and instances, so p-values are too small; "
            "rely on the intervals, or on correlations within items or systems."
        )
    fewest = min((coefficient.n for coefficient in found if coefficient.n > 1), default=FEW_VALUES)
    if how.within != "item" and fewest < FEW_VALUES:
        yield (f"A coefficient is based on only {fewest} values; with fewer than {FEW_VALUES}, it says little.")


def _ceilings(measures: JoinedMeasures) -> Iterator[str]:
    for name in measures.criteria:
        values = measures.columns[name]
        known = values[~np.isnan(values)]
        if len(known) < FEW_VALUES or len(np.unique(known)) < 3:
            continue
        for edge, word in ((known.max(), "highest"), (known.min(), "lowest")):
            share = float(np.mean(known == edge))
            if share > CEILING:
                yield (
                    f"{share * 100:.0f}% of {name} have the {word} value: differences beyond it are not "
                    "visible, and coefficients shrink."
                )
