"""Where the spread of ratings comes from: raters, items, what both do with systems, and the rest.

Components are estimated by the method of moments, as in Henderson's third method (1953): from sums of squares between
groups after systems, raters and items are taken out. On balanced data that is the analysis of variance; it needs no
normal distribution, is unbiased however unbalanced the design, and fit for large files.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.stats.significance._regression import absorb_factors, number_levels
from genchal.text.arrays.ragged import FloatArray, IntArray

PROBES = 1 << 21  # random numbers per component, from which expected sums of squares are estimated
COMPONENTS = ("rater", "item", "rater_item", "rater_system", "item_system", "residual")


@dataclass(frozen=True, slots=True)
class VarianceComponents:
    """Variances; NaN where the design cannot tell one from the rest, which then holds it.

    `rater_item` is what all judgements of a rater on one item share, `rater_system` how much raters differ in what they
    think of a system, `item_system` how much systems' outputs for one item differ beyond their means. `estimated` has
    the estimates before negative ones were set to 0.
    """

    rater: float
    item: float
    rater_item: float
    rater_system: float
    item_system: float
    residual: float
    estimated: FloatArray
    ratings: int
    raters: int
    items: int
    systems: int

    def shares(self) -> dict[str, float]:
        """Share of each component in the variance of one rating (of systems with equal means)."""
        values = {name: float(np.nan_to_num(getattr(self, name))) for name in COMPONENTS}
        total = sum(values.values())
        return {name: value / total if total > 0 else float("nan") for name, value in values.items()}


def variance_components(
    value: FloatArray, system: IntArray, rater: IntArray, item: IntArray, rng: np.random.Generator
) -> VarianceComponents:
    """Estimate how much raters, items, systems' outputs, what they do together, and the rest add to the variance.

    Effects of systems, raters and items are taken out by least squares; sums of squares of what is left, between
    the groups of every interaction and in all, give the interactions' variances and the rest. What these sums are
    expected to be is worked out from up to 200 random draws per component (Hutchinson 1990), hence `rng`. Variances
    of raters and items follow from the sums of squares between them. A component whose groups are single ratings, or
    the same groups as another's, cannot be separated from the rest: it is NaN, and in `residual` or in the coarser
    component. A negative estimate is a variance near 0, and set to 0. NaN among the values is not a rating.

    Do not trust components from fewer than about 5 raters or 20 items: a variance from n groups has a relative standard
    error of about sqrt(2 / (n - 1)).
    """
    known = np.isfinite(value)
    value, system, rater, item = (
        value[known],
        number_levels(system[known]),
        number_levels(rater[known]),
        number_levels(item[known]),
    )
    counts = {"systems": system, "raters": rater, "items": item}
    sizes = {name: int(codes.max(initial=-1)) + 1 for name, codes in counts.items()}
    groups = {
        "rater": rater,
        "item": item,
        "rater_item": number_levels(rater * max(sizes["items"], 1) + item),
        "rater_system": number_levels(rater * max(sizes["systems"], 1) + system),
        "item_system": number_levels(item * max(sizes["systems"], 1) + system),
        "residual": np.arange(len(value)),
    }
    chosen = _separable(groups, system)
    found = dict.fromkeys(COMPONENTS, np.nan)
    inner = [name for name in chosen if name not in ("rater", "item")]
    outer = [name for name in chosen if name in ("rater", "item")]
    if inner:
        left, right = _inner_equations(value, (system, rater, item), [groups[name] for name in inner], rng)
        found |= dict(zip(inner, np.linalg.lstsq(left, right, rcond=1e-9)[0].tolist(), strict=True))
    if outer:
        names = [*outer, *inner]
        left, right = _outer_equations(value, system, [groups[name] for name in names], len(outer))
        rest = right - left[:, len(outer) :] @ np.array([found[name] for name in inner])
        found |= dict(zip(outer, np.linalg.lstsq(left[:, : len(outer)], rest, rcond=1e-9)[0].tolist(), strict=True))
    estimated = np.array([found[name] for name in COMPONENTS])
    positive = {name: float(np.maximum(variance, 0.0)) for name, variance in found.items()}
    return VarianceComponents(
        **positive,
        estimated=estimated,
        ratings=len(value),
        raters=sizes["raters"],
        items=sizes["items"],
        systems=sizes["systems"],
    )


def _separable(groups: dict[str, IntArray], system: IntArray) -> list[str]:
    """The components that the design tells apart: each with its own grouping, in 2 groups or more."""
    chosen: list[str] = []
    for name in ("residual", "rater", "item", "rater_item", "rater_system", "item_system"):
        codes = groups[name]
        levels = int(codes.max(initial=-1)) + 1
        single = name != "residual" and (levels == len(codes) or levels < 2)
        others = [system, *(groups[other] for other in chosen)]
        if not (single or len(codes) < 2 or any(_is_same_grouping(codes, other) for other in others)):
            chosen.append(name)
    return [name for name in COMPONENTS if name in chosen]


def _is_same_grouping(first: IntArray, second: IntArray) -> bool:
    levels = int(first.max(initial=-1)) + 1, int(second.max(initial=-1)) + 1
    return levels[0] == levels[1] == len(np.unique(first * levels[1] + second))


def _inner_equations(
    value: FloatArray, main: tuple[IntArray, IntArray, IntArray], groups: list[IntArray], rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Sums of squares between groups with the main effects taken out, and what each component adds to them."""
    draws = int(np.clip(PROBES // max(len(value), 1), 4, 200))
    columns = [value[:, None]]
    columns += [rng.choice([-1.0, 1.0], (int(codes.max()) + 1, draws))[codes] for codes in groups]
    rest = _without_main(np.concatenate(columns, axis=1), main)
    left, right = np.empty((len(groups), len(groups))), np.empty(len(groups))
    for g, codes in enumerate(groups):
        sums = np.stack([np.bincount(codes, column) for column in rest.T], axis=1)
        squares = (sums**2 / np.bincount(codes)[:, None]).sum(axis=0)
        right[g], left[g] = squares[0], squares[1:].reshape(len(groups), draws).mean(axis=1)
    return left, right


def _without_main(columns: FloatArray, main: tuple[IntArray, IntArray, IntArray]) -> FloatArray:
    """Columns minus what systems, raters and items explain of them."""
    system, rater, item = main
    dummies = np.eye(int(system.max()) + 1)[system]
    both = absorb_factors(np.concatenate([dummies, columns], axis=1), [item, rater])
    design, rest = both[:, : dummies.shape[1]], both[:, dummies.shape[1] :]
    inverse = np.linalg.pinv(design.T @ design, rcond=1e-9, hermitian=True)
    return np.asarray(rest - design @ (inverse @ (design.T @ rest)))


def _outer_equations(
    value: FloatArray, system: IntArray, groups: list[IntArray], outer: int
) -> tuple[FloatArray, FloatArray]:
    """Sums of squares between the first `outer` groups (values minus system means), and what all groups add to them.

    The matrix has in row g and column c the squared norm of D^(1/2) Z_g' M Z_c: Z are the groups' dummies, M takes the
    systems' means out, D weighs a group by 1 / its size.
    """
    systems = int(system.max(initial=-1)) + 1
    share = np.bincount(system, minlength=systems).astype(np.float64)
    centred = value - (np.bincount(system, value, systems) / share)[system]
    tables = []
    for codes in groups:
        levels = int(codes.max()) + 1
        tables.append(np.bincount(codes * systems + system, minlength=levels * systems).reshape(levels, systems))
    left, right = np.empty((outer, len(groups))), np.empty(outer)
    for g in range(outer):
        rows, table = groups[g], tables[g].astype(np.float64)
        size = table.sum(axis=1)
        right[g] = (np.bincount(rows, centred) ** 2 / size).sum()
        inner = (table / size[:, None]).T @ table / share[:, None] / share[None, :]
        for c, (columns, other) in enumerate(zip(groups, tables, strict=True)):
            pairs, number = np.unique(rows * len(other) + columns, return_counts=True)
            i, j = np.divmod(pairs, len(other))
            expected = (table[i] / share * other[j]).sum(axis=1)
            left[g, c] = ((number**2 - 2 * number * expected) / size[i]).sum() + (inner * (other.T @ other)).sum()
    return left, right
