"""Differences between systems on ratings, clustered by rater and by instance at once: the default test on ratings.

Ratings of one rater share that rater's habits, ratings of one instance share its difficulty, and either may favour a
system. A test that takes ratings for independent calls such habits a difference. Here severity of raters and
difficulty of instances are taken out, as far as the design lets one, and what is left is clustered both ways.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.domain.results.numbers import FEW_INSTANCES, FEW_RATERS
from genchal.stats.significance._jackknife import (
    TINY,
    Equations,
    combine_ways,
    find_telling_ways,
    is_determined,
    leave_out_clusters,
)
from genchal.stats.significance._regression import Regression, number_levels
from genchal.text.arrays.ragged import FloatArray, IntArray

MOST_RATERS = 500  # whose effects are taken out; beyond, ratings are clustered by rater only
MOST_CELLS = 1 << 23  # instances x raters, beyond which the same holds


@dataclass(frozen=True, slots=True)
class Contrasts:
    """Differences (the second system's minus the first one's), an entry per pair.

    `effect` is per system, its mean 0; `removed` names what was taken out before ("rater", "instance"). `degrees` are
    those of t. `raters` and `instances` are numbers of clusters, `deviation` is the standard deviation of one rating
    after everything is taken out. `notes` say, pair by pair, why there is no p-value; empty where there is one.
    """

    effect: FloatArray
    difference: FloatArray
    error: FloatArray
    degrees: FloatArray
    t: FloatArray
    p_value: FloatArray
    low: FloatArray
    high: FloatArray
    pairs: IntArray
    deviation: float
    ratings: int
    raters: int
    instances: int
    removed: tuple[str, ...]
    confidence: float
    notes: tuple[str, ...]

    def warnings(self, *, raters_known: bool = True) -> tuple[str, ...]:
        """When not to trust the p-values."""
        warnings = []
        if not raters_known:
            warnings.append("raters are not named: differences hold for other instances, perhaps not for other raters")
        elif self.raters == 1:
            warnings.append("there is one rater: differences hold for this rater, not for others")
        elif self.raters < FEW_RATERS:
            warnings.append(f"{self.raters} raters are few: intervals and p-values depend on how alike they are")
        if self.instances == 1:
            warnings.append("there is one instance: differences hold for this instance, not for others")
        elif self.instances < FEW_INSTANCES:
            warnings.append(f"{self.instances} instances are few: p-values may be too small")
        return tuple(warnings)


def system_contrasts(
    value: FloatArray,
    system: IntArray,
    rater: IntArray,
    instance: IntArray,
    pairs: IntArray,
    confidence: float = 0.95,
    *,
    severity: bool = True,
) -> Contrasts:
    """Test differences between systems on ratings, with crossed raters and instances, two-sided: the default test.

    `system`, `rater` and `instance` number the ratings' systems, raters and instances. Ratings are regressed on systems
    with an effect for every rater and every instance (least squares), so that systems are compared within raters and
    within instances, no matter who rated what. Standard errors are clustered both ways (Cameron, Gelbach and Miller
    2011): the variance by rater plus that by instance minus that by both together, and never less than one of the first
    two. Those two come from leaving out one cluster after another (MacKinnon, Nielsen and Webb 2024; in 200 groups
    where there are more), which does not flatter few or uneven clusters. Degrees of freedom follow Satterthwaite
    (1946), from the effective numbers of raters and instances and their shares of the variances of all `pairs`. Details
    were settled by simulation, to keep false alarms at 5 % or below.

    `severity` says whether raters have effects; without, ratings are still clustered by rater. An effect takes out all
    that a rater of one system said about it, so leave effects of raters out where many are such.

    If raters (or instances) see one system each, their effect cannot be separated from the system's; it is then left in
    the ratings, and still clustered by; so are effects of more than 500 raters. NaN among the values is not a rating.
    Two systems that no chain of raters and instances connects have no difference; where the chain hangs on one rater or
    instance there is no p-value. Do not trust it with fewer than about 10 raters or 50 instances. It compares means: on
    magnitudes give it logarithms.
    """
    known = np.isfinite(value)
    value, system = value[known], system[known]
    rater, instance = number_levels(rater[known]), number_levels(instance[known])
    systems = int(max(system.max(initial=-1), np.max(pairs, initial=-1))) + 1
    raters, nothing = int(rater.max(initial=-1)) + 1, np.zeros_like(instance)
    plain = Regression(value, system, systems, rater, 0, nothing)
    forms = {
        ("rater", "instance"): Regression(value, system, systems, rater, raters, instance),
        ("instance",): Regression(value, system, systems, rater, 0, instance),
        ("rater",): Regression(value, system, systems, rater, raters, nothing),
        (): plain,
    }
    wanted = _rank(plain.equations()[0])
    is_large = raters > MOST_RATERS or (int(instance.max(initial=-1)) + 1) * raters > MOST_CELLS
    allowed = [names for names in forms if "rater" not in names or (severity and not is_large)]
    removed = next(names for names in allowed if _rank(forms[names].equations()[0]) == wanted)
    chosen = forms[removed]
    design, response = chosen.residuals()
    lost = sum({"rater": raters, "instance": int(instance.max(initial=-1)) + 1}[name] for name in removed)
    scale = float(np.abs(value).max(initial=0.0))
    return _contrasts(design, response, chosen.equations, rater, instance, pairs, confidence, removed, lost, scale)


def comparison_contrasts(
    left: IntArray,
    right: IntArray,
    outcome: FloatArray,
    rater: IntArray,
    instance: IntArray,
    pairs: IntArray,
    confidence: float = 0.95,
) -> Contrasts:
    """Test differences between systems on pairwise comparisons, clustered by rater and by instance, two-sided.

    `outcome` is 1 where the left system wins, -1 where the right one does, 0 for a draw. It is regressed on the two
    systems (1 for the left one, -1 for the right one; least squares, the linear form of Bradley and Terry's model), so
    that a difference of d says that the better one wins in d of the comparisons more than it loses. Clustering, degrees
    of freedom and limits are those of `system_contrasts`. It is no model of strong preferences: with win rates above
    about 90 % differences do not add up.
    """
    systems = int(max(left.max(initial=-1), right.max(initial=-1), np.max(pairs, initial=-1))) + 1
    rows = np.arange(len(outcome))
    design = np.zeros((len(outcome), systems))
    design[rows, left] += 1.0
    design[rows, right] -= 1.0
    response = np.asarray(outcome, dtype=np.float64)

    gram, total = design.T @ design, design.T @ response

    def equations(kept: NDArray[np.bool_]) -> tuple[FloatArray, FloatArray]:
        lost = design[~kept]
        return gram - lost.T @ lost, total - lost.T @ response[~kept]

    return _contrasts(
        design, response, equations, number_levels(rater), number_levels(instance), pairs, confidence, (), 0, 1.0
    )


def _contrasts(
    design: FloatArray,
    response: FloatArray,
    equations: Equations,
    rater: IntArray,
    instance: IntArray,
    pairs: IntArray,
    confidence: float,
    removed: tuple[str, ...],
    lost: int,
    scale: float,
) -> Contrasts:
    """Solve, leave out clusters, combine. `equations` gives the systems' normal equations from some rows."""
    from scipy.special import stdtr, stdtrit

    pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    picks = np.zeros((len(pairs), design.shape[1]))
    picks[np.arange(len(pairs)), pairs[:, 1]] += 1.0
    picks[np.arange(len(pairs)), pairs[:, 0]] -= 1.0
    gram, right = equations(np.ones(len(response), dtype=bool))
    inverse: FloatArray = np.asarray(np.linalg.pinv(gram, rcond=TINY, hermitian=True), dtype=np.float64)
    effect = inverse @ right
    fits = is_determined(picks, gram, inverse)
    difference = np.where(fits, picks @ effect, np.nan)
    residual = response - design @ effect
    influence = design @ inverse  # times a pick: what every rating has to do with that difference
    together = number_levels(rater * (int(instance.max(initial=0)) + 1) + instance)
    numbers = [int(codes.max(initial=-1)) + 1 for codes in (rater, instance, together)]
    ways = [
        leave_out_clusters((rater, instance)[way], influence, equations, picks, difference, fits)
        for way in find_telling_ways(numbers[:2], numbers[2])
    ]
    shared = np.array([(np.bincount(together, (influence @ pick) * residual) ** 2).sum() for pick in picks])
    variance, degrees = combine_ways(ways, shared)
    loose = np.any([way.hangs for way in ways], axis=0) if ways else np.zeros(len(pairs), dtype=bool)
    level = 1e-12 * scale  # differences and errors below this are rounding
    same = fits & ~loose & bool(ways) & (np.abs(difference) <= level) & (variance <= level**2)
    known = fits & ~loose & (variance > level**2)
    error = np.where(known, np.sqrt(np.maximum(variance, 0.0)), np.where(same, 0.0, np.nan))
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(same, 0.0, difference / error)
        p_value = np.where(same, 1.0, 2 * stdtr(degrees, -np.abs(t)))
        half = np.where(same, 0.0, stdtrit(degrees, (1 + confidence) / 2) * error)
    left = len(response) - lost - max(_rank(gram), 0)
    return Contrasts(
        effect=effect,
        difference=difference,
        error=error,
        degrees=np.where(known, degrees, np.nan),
        t=t,
        p_value=p_value,
        low=difference - half,
        high=difference + half,
        pairs=pairs,
        deviation=float(np.sqrt((residual**2).sum() / left)) if left > 0 else float("nan"),
        ratings=len(response),
        raters=int(rater.max(initial=-1)) + 1,
        instances=int(instance.max(initial=-1)) + 1,
        removed=removed,
        confidence=confidence,
        notes=tuple(map(_note, fits.tolist(), loose.tolist(), p_value.tolist(), [len(ways)] * len(pairs))),
    )


def _rank(gram: FloatArray) -> int:
    """How many directions of the systems the data say something about."""
    values = np.linalg.eigvalsh(gram)
    return int(np.count_nonzero(values > 1e-7))  # a rating is worth 1 here, hence no scale


def _note(fits: bool, hangs: bool, p_value: float, ways: int) -> str:
    """Why there is no p-value."""
    if not fits:
        return "no rater and no instance connects the two systems"
    if not ways:
        return "one rater and one instance are not enough for a test"
    if hangs:
        return "the comparison depends on a single rater or instance"
    return "" if np.isfinite(p_value) else "ratings do not vary enough for a test"
