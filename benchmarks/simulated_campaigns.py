"""Invented campaigns whose truth is known: generators with their settings, for simulations of rankings.

A campaign is a table of sheets x outputs: values and systems, and the rater and instance of every sheet. All
generators have raters and instances with likes of their own for systems, and uneven work. `points` and `sliders` were
looked at while the tests behind rankings were chosen, `orders` while the intervals were. `grades` was settled before
that, and its results led to the last two changes of the intervals; `marks` was settled before it was run with the
final ones, and looked at afterwards. `magnitudes` and `scales` led to intervals beside the mean of all systems, and
`stars` was settled before it was run with these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray

RATERS_AN_INSTANCE = 3


class Campaign(NamedTuple):
    """Values and systems of outputs (sheets x outputs), rater and instance of sheets, number of systems."""

    value: FloatArray
    system: IntArray
    rater: IntArray
    instance: IntArray
    systems: int


class Sizes(NamedTuple):
    """How large a campaign is; `random` raters, the first ones, answer at random."""

    raters: int
    instances: int
    random: int = 0


def draw_points(sizes: Sizes, gains: FloatArray, rng: np.random.Generator) -> Campaign:
    """All systems on every sheet, five points, normal effects.

    Standard deviations: 0.7 of raters, 0.5 of instances, 0.3 and 0.4 of their likes for systems, 0.7 of single
    judgements; times 1.2, plus 3, rounded and cut to 1 to 5.
    """
    rater, instance = _deal(sizes, rng)
    systems = len(gains)
    value = (
        rng.normal(0, 0.7, sizes.raters)[rater, None]
        + rng.normal(0, 0.5, sizes.instances)[instance, None]
        + rng.normal(0, 0.3, (sizes.raters, systems))[rater]
        + rng.normal(0, 0.4, (sizes.instances, systems))[instance]
        + rng.normal(0, 0.7, (len(rater), systems))
        + gains
    )
    points = np.clip(np.round(value * 1.2 + 3), 1, 5)
    guess = rater < sizes.random
    points[guess] = rng.integers(1, 6, (int(guess.sum()), systems))
    return Campaign(points, np.tile(np.arange(systems), (len(rater), 1)), rater, instance, systems)


def draw_sliders(sizes: Sizes, gains: FloatArray, rng: np.random.Generator) -> Campaign:
    """Five of the systems on a sheet, sliders from 0 to 100, heavy tails, raters with slopes of their own.

    Likes of raters: t with 4 degrees of freedom times 0.25; of instances: exponential times 0.4; difficulty of
    instances: exponential times 0.8; single judgements: t with 3 degrees times 0.45. A rater stretches all that by
    14 exp(normal 0.35), and starts at 65 plus t with 4 degrees times 9.
    """
    rater, instance = _deal(sizes, rng)
    systems = len(gains)
    shown = np.argsort(rng.random((len(rater), systems)), axis=1)[:, :5]
    inner = gains + (rng.standard_t(4, (sizes.raters, systems)) * 0.25)[rater]
    inner += ((rng.exponential(1, (sizes.instances, systems)) - 1) * 0.4)[instance]
    inner += rng.standard_t(3, inner.shape) * 0.45 - rng.exponential(0.8, sizes.instances)[instance, None]
    slope = 14 * np.exp(rng.normal(0, 0.35, sizes.raters))[rater, None]
    value = np.clip(np.round(65 + (rng.standard_t(4, sizes.raters) * 9)[rater, None] + slope * inner), 0, 100)
    guess = rater < sizes.random
    value[guess] = rng.integers(0, 101, (int(guess.sum()), systems))
    return Campaign(np.take_along_axis(value, shown, axis=1), shown, rater, instance, systems)


def draw_orders(sizes: Sizes, gains: FloatArray, rng: np.random.Generator) -> Campaign:
    """Four of the systems on a sheet, put in order with ties: logistic noise, raters of unequal care, coarse steps.

    Likes of raters are few and strong: each likes or dislikes one system, by 0.9. Likes of instances: two systems fail
    on an instance, by 0.7. Noise is logistic, times 0.25 to 0.85 by rater. Positions favour the first output by 0.1.
    Values are cut into steps of 0.6 to 1.2 by rater, so that some raters tie often; their order is all that is left.
    """
    rater, instance = _deal(sizes, rng)
    systems = len(gains)
    shown = np.argsort(rng.random((len(rater), systems)), axis=1)[:, :4]
    likes = np.zeros((sizes.raters, systems))
    likes[np.arange(sizes.raters), rng.integers(0, systems, sizes.raters)] = rng.choice([-0.9, 0.9], sizes.raters)
    fails = np.zeros((sizes.instances, systems))
    worst = np.argsort(rng.random((sizes.instances, systems)), axis=1)[:, :2]
    np.put_along_axis(fails, worst, -0.7, axis=1)
    inner = np.take_along_axis(gains + likes[rater] + fails[instance], shown, axis=1)
    inner += rng.logistic(size=inner.shape) * rng.uniform(0.25, 0.85, sizes.raters)[rater, None]
    inner[:, 0] += 0.1
    value = np.round(inner / rng.uniform(0.6, 1.2, sizes.raters)[rater, None])
    value += 10 - value.min(axis=1, keepdims=True)  # from 10 upwards on every sheet
    guess = rater < sizes.random
    value[guess] = rng.integers(10, 14, (int(guess.sum()), 4))
    return Campaign(value, shown, rater, instance, systems)


def draw_grades(sizes: Sizes, gains: FloatArray, rng: np.random.Generator) -> Campaign:
    """Three of the systems on a sheet, grades 1 to 7 with limits of each rater's own, lapses, unequal opinions.

    Some raters and instances matter much and most little: likes of a rater are normal times 0.15 gamma(2), those of an
    instance normal times 0.3 |t(3)|, drawn once for all systems. Difficulty of instances: t with 3 degrees times 0.5;
    single judgements: normal, 0.6. A rater's six limits between grades have gaps of 0.6 gamma(4) / 4, stretched by
    exp(normal 0.3), around a middle that is normal, 0.5. A judgement is a lapse, any grade, with the probability
    beta(1, 12) of its rater.
    """
    rater, instance = _deal(sizes, rng)
    systems = len(gains)
    shown = np.argsort(rng.random((len(rater), systems)), axis=1)[:, :3]
    likes = rng.normal(size=(sizes.raters, systems)) * (0.15 * rng.gamma(2.0, size=(sizes.raters, 1)))
    fits = rng.normal(size=(sizes.instances, systems)) * (0.3 * np.abs(rng.standard_t(3, (sizes.instances, 1))))
    inner = np.take_along_axis(gains + likes[rater] + fits[instance], shown, axis=1)
    inner += rng.normal(0, 0.6, inner.shape) - (rng.standard_t(3, sizes.instances) * 0.5)[instance, None]
    gaps = rng.gamma(4.0, 0.6 / 4, (sizes.raters, 6)) * np.exp(rng.normal(0, 0.3, (sizes.raters, 1)))
    limits = np.cumsum(gaps, axis=1)
    limits += rng.normal(0, 0.5, (sizes.raters, 1)) - limits.mean(axis=1, keepdims=True)
    value = 1.0 + (inner[:, :, None] > limits[rater][:, None, :]).sum(axis=2)
    guess = rng.random(value.shape) < rng.beta(1, 12, sizes.raters)[rater, None]
    guess |= (rater < sizes.random)[:, None]
    value[guess] = rng.integers(1, 8, int(guess.sum()))
    return Campaign(value, shown, rater, instance, systems)


def draw_marks(sizes: Sizes, gains: FloatArray, rng: np.random.Generator) -> Campaign:
    """All of few systems on every sheet, one after another, marks from 1 to 100 on a scale that is narrow at its ends.

    Raters dislike some systems much and like most a little: minus exponential times 0.35, around its mean. Likes of
    instances: Laplace, 0.35. What is seen after a good output looks worse, by 0.15 of how good that was. Single
    judgements: normal, exp(normal 0.4) times 0.55 by rater, and up to half as much more towards the end of a rater's
    work. Marks are 100 / (1 + exp(-x)), x being the rater's slope, 1.2 exp(normal 0.25), times all that, plus a
    severity that is normal, 0.6. Every second rater rounds to tens.
    """
    rater, instance = _deal(sizes, rng)
    systems = len(gains)
    shown = np.argsort(rng.random((len(rater), systems)), axis=1)
    likes = 0.35 * (1 - rng.exponential(1, (sizes.raters, systems)))
    inner = np.take_along_axis(
        gains + likes[rater] + rng.laplace(0, 0.35, (sizes.instances, systems))[instance], shown, axis=1
    )
    inner[:, 1:] -= 0.15 * inner[:, :-1]
    done = np.array([np.sum(rater[:sheet] == rater[sheet]) for sheet in range(len(rater))])
    tired = 1 + 0.5 * done / np.maximum(np.bincount(rater, minlength=sizes.raters)[rater], 1)
    care = 0.55 * np.exp(rng.normal(0, 0.4, sizes.raters))
    inner += rng.normal(size=inner.shape) * (care[rater] * tired)[:, None]
    slope, severity = 1.2 * np.exp(rng.normal(0, 0.25, sizes.raters)), rng.normal(0, 0.6, sizes.raters)
    value = 100 / (1 + np.exp(-(slope[rater, None] * inner + severity[rater, None])))
    step = np.where(rater % 2 == 0, 1.0, 10.0)[:, None]
    value = np.clip(np.round(value / step) * step, 1, 100)
    guess = rater < sizes.random
    value[guess] = rng.integers(1, 101, (int(guess.sum()), systems))
    return Campaign(value, shown, rater, instance, systems)


def draw_magnitudes(sizes: Sizes, gains: FloatArray, rng: np.random.Generator) -> Campaign:
    """Five of the systems on a sheet, magnitudes beside 100 for an output without faults, as in E2E and RankME.

    Normal effects with standard deviations of 0.5 of raters, 0.05 of instances, 0.75 and 0.4 of their likes for
    systems, 1 of single judgements. Where the sum, plus 0.5, is above 0 the rater sees no fault and gives 100, which
    two of three outputs get. Otherwise the magnitude is 100 exp(slope times the sum), with slopes of raters of 0.23
    exp(normal 0.4), rounded to tens by 70 % of the raters, to fives by 25 %, to ones by 5 %, and not below such a step.
    Work is log-normal, 0.8. `benchmarks/rating_components.py` has the real ratings behind these numbers.
    """
    rater, instance = _deal(sizes, rng, rng.lognormal(0, 0.8, sizes.raters))
    systems = len(gains)
    shown = np.argsort(rng.random((len(rater), systems)), axis=1)[:, :5]
    inner = gains + rng.normal(0, 0.75, (sizes.raters, systems))[rater]
    inner += rng.normal(0, 0.4, (sizes.instances, systems))[instance]
    inner = np.take_along_axis(inner, shown, axis=1) + rng.normal(0, 0.05, sizes.instances)[instance, None]
    inner += rng.normal(0.5, 0.5, sizes.raters)[rater, None] + rng.normal(size=inner.shape)
    slope = 0.23 * np.exp(rng.normal(0, 0.4, sizes.raters))[rater, None]
    step = rng.choice([10.0, 5.0, 1.0], sizes.raters, p=[0.7, 0.25, 0.05])[rater, None]
    value = np.maximum(np.round(100 * np.exp(slope * np.minimum(inner, 0)) / step) * step, step)
    guess = rater < sizes.random
    value[guess] = 10.0 * rng.integers(1, 11, (int(guess.sum()), 5))
    return Campaign(value, shown, rater, instance, systems)


def draw_scales(sizes: Sizes, gains: FloatArray, rng: np.random.Generator) -> Campaign:
    """The same, but a rater in twelve has a scale of their own, up to 10: the tenth of the magnitude, at least 1.

    Of the raters of E2E's quality 8 % are far from 100, of its naturalness 9 %. Quality control finds them.
    """
    campaign = draw_magnitudes(sizes, gains, rng)
    own = (rng.random(sizes.raters) < 1 / 12)[campaign.rater, None]
    return campaign._replace(value=np.where(own, np.maximum(np.round(campaign.value / 10), 1.0), campaign.value))


def draw_stars(sizes: Sizes, gains: FloatArray, rng: np.random.Generator) -> Campaign:
    """Three of the systems on a sheet, one to six points of which most are six, as in RankME's Likert studies.

    Normal effects with standard deviations of 0.45 of raters, 0.2 of instances, 0.45 and 0.2 of their likes for
    systems, 1 of single judgements. Points are 6 above -0.9, and one less below each of -0.9, -1.7, -2.1, -2.4 and -3;
    these limits are moved by a normal 0.15 for every rater. Work is log-normal, 0.5. The real ratings behind these
    numbers are those of `python -m benchmarks.rating_components points`.
    """
    rater, instance = _deal(sizes, rng, rng.lognormal(0, 0.5, sizes.raters))
    systems = len(gains)
    shown = np.argsort(rng.random((len(rater), systems)), axis=1)[:, :3]
    inner = gains + rng.normal(0, 0.45, (sizes.raters, systems))[rater]
    inner += rng.normal(0, 0.2, (sizes.instances, systems))[instance]
    inner = np.take_along_axis(inner, shown, axis=1) + rng.normal(0, 0.2, sizes.instances)[instance, None]
    inner += rng.normal(0, 0.45, sizes.raters)[rater, None] + rng.normal(size=inner.shape)
    limits = np.array([-3.0, -2.4, -2.1, -1.7, -0.9]) + rng.normal(0, 0.15, (sizes.raters, 5))
    value = 1.0 + (inner[:, :, None] > limits[rater][:, None, :]).sum(axis=2)
    guess = rater < sizes.random
    value[guess] = rng.integers(1, 7, (int(guess.sum()), 3))
    return Campaign(value, shown, rater, instance, systems)


class Generator(NamedTuple):
    """How campaigns are drawn, and what systems gain over the middle where they differ."""

    draw: Callable[[Sizes, FloatArray, np.random.Generator], Campaign]
    gains: FloatArray


GENERATORS = {
    "points": Generator(draw_points, np.linspace(0.6, -0.6, 5)),
    "two systems": Generator(draw_points, np.array([0.2, -0.2])),
    "sliders": Generator(draw_sliders, np.linspace(0.6, -0.6, 8)),
    "orders": Generator(draw_orders, np.linspace(0.6, -0.6, 6)),
    "grades": Generator(draw_grades, np.linspace(0.6, -0.6, 7)),
    "marks": Generator(draw_marks, np.linspace(0.6, -0.6, 4)),
    "magnitudes": Generator(draw_magnitudes, np.linspace(0.9, -0.9, 6)),
    "scales": Generator(draw_scales, np.linspace(0.9, -0.9, 6)),
    "stars": Generator(draw_stars, np.linspace(0.6, -0.6, 5)),
}


def _deal(sizes: Sizes, rng: np.random.Generator, shares: FloatArray | None = None) -> tuple[IntArray, IntArray]:
    """Raters and instances of the sheets: three raters an instance, some with several times the work of others."""
    if shares is None:
        shares = rng.gamma(2.0, size=sizes.raters) + 0.2
    each = min(RATERS_AN_INSTANCE, sizes.raters)
    keys = np.log(rng.random((sizes.instances, sizes.raters))) / shares
    return np.argsort(-keys, axis=1)[:, :each].ravel(), np.repeat(np.arange(sizes.instances), each)
