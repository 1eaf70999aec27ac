"""A mixed-effects model of ratings: systems fixed, raters and instances random and crossed (Baayen and others 2008)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from genchal.errors import NeedsExtra
from genchal.stats.significance._regression import number_levels
from genchal.stats.significance.correction import holm
from genchal.text.arrays.ragged import FloatArray, IntArray

Engine = Literal["builtin", "statsmodels"]
NEAR_0 = 0.01  # square root of a variance ratio from where a second descent starts afresh
SMALLEST = 1e-5  # square root of a variance ratio that counts as 0
PRECISION = {"ftol": 1e-11, "gtol": 1e-4, "maxiter": 200}
MOST_LEVELS = 4000  # raters, instances and their interactions together: equations of this size take seconds


@dataclass(frozen=True, slots=True)
class MixedModel:
    """Means per system, variances, and differences (second minus first) with Wald tests, an entry per pair.

    `variance` is in the order of `effects`; `residual` is the rest. `converged` says whether the fit is to be trusted,
    and `notes` what to know: a variance at 0 means that its effect was not found.
    """

    mean: FloatArray
    effects: tuple[str, ...]
    variance: FloatArray
    residual: float
    pairs: IntArray
    difference: FloatArray
    error: FloatArray
    z: FloatArray
    p_value: FloatArray
    adjusted: FloatArray
    log_likelihood: float
    converged: bool
    engine: Engine
    notes: tuple[str, ...]


def mixed_effects(
    value: FloatArray,
    system: IntArray,
    rater: IntArray,
    instance: IntArray,
    pairs: IntArray,
    slopes: bool = False,
    engine: Engine = "builtin",
) -> MixedModel:
    """Fit ratings with a fixed effect of the system and crossed random effects of rater and instance, by REML.

    With `slopes` raters and instances may also differ in what they think of a system (rater x system and instance x
    system): where such habits exist, leaving them out makes p-values too small (Barr and others 2013). "builtin" solves
    Henderson's mixed-model equations and maximises the restricted likelihood over the ratios of the variances (as Bates
    and others 2015); "statsmodels" hands the model to that package, which takes minutes for thousands of ratings.
    Differences are tested by z, two-sided, and adjusted by Holm.

    It takes effects and rest for normal, and z for exact, which it is not with fewer than about 20 raters: use
    `system_contrasts` then. NaN among the values is not a rating; fewer than two raters or instances have no variance.
    """
    known = np.isfinite(value)
    value, system = value[known], system[known]
    systems = int(max(system.max(initial=-1), np.max(pairs, initial=-1))) + 1
    groups = _groups(system, rater[known], instance[known], systems, slopes)
    pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    seen = np.bincount(system, minlength=systems) > 0
    levels = sum(int(codes.max(initial=-1)) + 1 for codes in groups.values())
    if len(value) <= int(seen.sum()) or not np.ptp(value) > 0 or levels > MOST_LEVELS:
        note = f"more than {MOST_LEVELS} levels" if levels > MOST_LEVELS else "too few ratings that vary"
        return _nothing(systems, tuple(groups), pairs, engine, note)
    fit = (_statsmodels if engine == "statsmodels" else _builtin)(value, number_levels(system), list(groups.values()))
    mean, covariance = np.full(systems, np.nan), np.full((systems, systems), np.nan)
    mean[seen] = fit.mean
    covariance[np.ix_(seen, seen)] = fit.covariance
    first, second = pairs.T
    difference = mean[second] - mean[first]
    error = np.sqrt(covariance[first, first] + covariance[second, second] - 2 * covariance[first, second])
    with np.errstate(divide="ignore", invalid="ignore"):
        z = difference / error
    p_value = np.array(
        [math.erfc(abs(statistic) / math.sqrt(2)) if math.isfinite(statistic) else math.nan for statistic in z.tolist()]
    )
    notes = [
        f"the variance of {name} is 0" for name, variance in zip(groups, fit.variance, strict=True) if variance == 0
    ]
    if not fit.converged:
        notes.append("the fit has not converged: do not trust it")
    return MixedModel(
        mean=mean,
        effects=tuple(groups),
        variance=fit.variance,
        residual=fit.residual,
        pairs=pairs,
        difference=difference,
        error=error,
        z=z,
        p_value=p_value,
        adjusted=holm(p_value).adjusted,
        log_likelihood=fit.log_likelihood,
        converged=fit.converged,
        engine=engine,
        notes=tuple(notes),
    )


@dataclass(frozen=True, slots=True)
class _Fit:
    mean: FloatArray
    covariance: FloatArray
    variance: FloatArray
    residual: float
    log_likelihood: float
    converged: bool


def _groups(system: IntArray, rater: IntArray, instance: IntArray, systems: int, slopes: bool) -> dict[str, IntArray]:
    """Groupings with random effects; those of one group, or of single ratings, have none."""
    groups = {"rater": rater, "instance": instance}
    if slopes:
        groups |= {"rater_system": rater * systems + system, "instance_system": instance * systems + system}
    coded = {name: number_levels(codes) for name, codes in groups.items()}
    return {name: codes for name, codes in coded.items() if 1 < int(codes.max(initial=-1)) + 1 < len(codes)}


def _builtin(value: FloatArray, system: IntArray, groups: list[IntArray]) -> _Fit:
    """Maximise the restricted likelihood over the square roots of variance ratios, each at least 0."""
    from scipy.optimize import minimize

    columns = _columns(system, groups)
    sizes = [int(codes.max()) + 1 for codes in groups]
    fixed, n = int(system.max()) + 1, len(value)
    width = fixed + sum(sizes)
    gram, right = np.zeros((width, width)), np.zeros(width)
    for column in columns:
        right += np.bincount(column, value, width)
        for other in columns:
            gram += np.bincount(column * width + other, minlength=width * width).reshape(width, width)
    square, blocks = float(value @ value), np.repeat(np.arange(len(groups)), sizes)

    def solved(roots: FloatArray) -> tuple[float, float, FloatArray, FloatArray, FloatArray]:
        """Deviance, residual variance, coefficients, inverse, and the slope of the deviance along the roots."""
        scale = np.concatenate([np.ones(fixed), roots[blocks]])
        matrix = gram * scale[:, None] * scale[None, :]
        matrix[range(fixed, width), range(fixed, width)] += 1.0
        inverse = np.linalg.inv(matrix)
        effect = inverse @ (scale * right)
        rest = max((square - float(effect @ (scale * right))) / (n - fixed), 1e-300)
        deviance = float(np.linalg.slogdet(matrix)[1]) + (n - fixed) * (1 + math.log(2 * math.pi * rest))
        volume = 2 * np.bincount(blocks, 1 - np.diag(inverse)[fixed:], len(groups)) / roots
        fitted = -2 * np.bincount(blocks, (effect * (right - gram @ (scale * effect)))[fixed:], len(groups))
        return deviance, rest, effect, inverse, volume + fitted / rest

    def descend(start: FloatArray) -> Any:
        bounds = [(SMALLEST, 1e4)] * len(groups)
        return minimize(
            lambda roots: solved(roots)[::4], start, jac=True, method="L-BFGS-B", bounds=bounds, options=PRECISION
        )

    roots = np.zeros(0)
    if groups:
        best = descend(np.full(len(groups), 0.5))
        if best.x.min() < NEAR_0:
            # The deviance is level where a root is 0: a descent that came too close does not come back by itself.
            again = descend(np.where(best.x < NEAR_0, 0.3, best.x))
            best = again if again.fun < best.fun - 1e-9 else best
        roots = best.x
    deviance, rest, effect, inverse, slope = solved(roots)
    converged = bool(np.all(np.abs(slope * roots) < 0.01))  # of the deviance: a hundredth changes no conclusion
    variance = np.where(roots <= 2 * SMALLEST, 0.0, roots**2 * rest)
    return _Fit(effect[:fixed], rest * inverse[:fixed, :fixed], variance, rest, -deviance / 2, converged)


def _columns(system: IntArray, groups: list[IntArray]) -> list[IntArray]:
    """Where the ones of every rating stand in the design."""
    columns, begin = [system], int(system.max()) + 1
    for codes in groups:
        columns.append(codes + begin)
        begin += int(codes.max()) + 1
    return columns


def _statsmodels(value: FloatArray, system: IntArray, groups: list[IntArray]) -> _Fit:
    """The same model by statsmodels: one group, random effects as variance components."""
    import warnings

    try:
        from statsmodels.regression.mixed_linear_model import MixedLM, VCSpec
    except ImportError as error:
        raise NeedsExtra("a mixed-effects model by statsmodels", "mixed") from error
    names = [f"effect {place}" for place in range(len(groups))]
    mats: list[list[Any]] = [[np.eye(int(codes.max()) + 1)[codes]] for codes in groups]
    labels = [[[str(level) for level in range(int(codes.max()) + 1)]] for codes in groups]
    dummies = np.eye(int(system.max()) + 1)[system]
    model = MixedLM(value, dummies, groups=np.zeros(len(value), dtype=np.int64), exog_vc=VCSpec(names, labels, mats))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it warns of is said by `converged` and by variances of 0
        fit = model.fit(reml=True)
    mean = np.asarray(fit.fe_params)
    covariance = np.asarray(fit.cov_params())[: len(mean), : len(mean)]
    return _Fit(mean, covariance, np.asarray(fit.vcomp), float(fit.scale), float(fit.llf), bool(fit.converged))


def _nothing(systems: int, effects: tuple[str, ...], pairs: IntArray, engine: Engine, note: str) -> MixedModel:
    none = np.full(len(pairs), np.nan)
    empty = np.full(len(effects), np.nan)
    nan = math.nan
    return MixedModel(
        np.full(systems, nan), effects, empty, nan, pairs, none, none, none, none, none, nan, False, engine, (note,)
    )
