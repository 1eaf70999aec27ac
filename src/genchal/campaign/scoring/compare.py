"""Paired comparison of systems: outputs to differences, with intervals, p-values and effect sizes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.campaign.reading.submissions import is_pseudo_system
from genchal.campaign.scoring.evidence import Evidence, Machinery, gather_files
from genchal.campaign.scoring.instance_sums import add_up
from genchal.campaign.scoring.paired_rows import PairedRows, choose_pairs, pair_rows, share_instances
from genchal.campaign.scoring.python_inputs import GivenOutputs, GivenReferences, gather_given
from genchal.campaign.scoring.request import Request, make_request
from genchal.domain.campaign import Reading
from genchal.domain.results.comparison import Comparing, Comparison, Comparisons, Correction, Test
from genchal.domain.results.numbers import finite_or_none
from genchal.errors import InvalidInput
from genchal.resources.large_texts.sorting import ExternalSort
from genchal.stats.resampling.bootstrap import MOST_UNITS, bootstrap_totals, bundle_blocks
from genchal.stats.resampling.paired import Centring, approximate_randomisation, paired_bootstrap
from genchal.stats.significance.correction import adjust_p_values
from genchal.stats.significance.paired_segments import (
    SignedRanks,
    effect_sizes_of_blocks,
    paired_t_of_effects,
    take_differences,
    wilcoxon,
    wilcoxon_in_order,
)
from genchal.text.arrays.ragged import FloatArray, IntArray


def compare(
    outputs: GivenOutputs,
    references: GivenReferences = None,
    metrics: str | Sequence[str] = (),
    *,
    test: Test | None = None,
    all_pairs: bool = False,
    baseline: str | None = None,
    correction: Correction = "holm",
    task: str | None = None,
    preset: str | None = None,
    derived: Sequence[str] = (),
    resamples: int | None = None,
    trials: int | None = None,
    confidence: float = 0.95,
    seed: int = 1,
) -> Comparisons:
    """Compare systems: the first of them, or `baseline`, with every other, or all pairs.

    `outputs` maps names of systems to their outputs, or is a frame or files; `references`, `metrics`, `preset` and
    `derived` are those of `genchal.score`. Tests are ``"bootstrap"`` (Koehn 2004), ``"randomisation"`` (Noreen
    1989), ``"t"`` and ``"wilcoxon"`` (both of segment scores), and ``"bootstrap-sacrebleu"``, which is sacreBLEU's
    and less strict. None is the bootstrap, and randomisation for pairs that share fewer than 30 instances.
    Corrections for the number of pairs are ``"holm"``, ``"bh"`` (Benjamini and Hochberg) and ``"none"``.

    >>> import genchal
    >>> systems = {"base": ["a walk by the sea"] * 9, "ours": ["a walk by the river"] * 9}
    >>> result = genchal.compare(systems, ["a walk along the river"] * 9, metrics=["rouge_l"], test="wilcoxon")
    >>> result["rouge_l", "base", "ours"].p_value
    0.00390625
    """
    how = Comparing(test, all_pairs, baseline, correction, resamples, trials, confidence, seed)
    return compare_evidence(gather_given(outputs, references, make_request(metrics, preset, derived), task, seed), how)


def compare_files(
    files: Sequence[Path | str],
    reading: Reading,
    request: Request,
    how: Comparing,
    machinery: Machinery | None = None,
) -> Comparisons:
    """Compare files of outputs, pseudo-systems (``@HUMAN``), or a WMT metrics tree; see `gather_files`."""
    if how.baseline is None and is_pseudo_system(files[0]):
        how = replace(how, baseline=str(files[0])[1:])  # pseudo-systems are gathered last, wherever they are named
    return compare_evidence(gather_files(files, reading, request, how.seed, machinery), how)


def compare_evidence(evidence: Evidence, how: Comparing) -> Comparisons:
    """Test every pair in every metric, and adjust the p-values of each metric."""
    names = evidence.names
    if len(names) < 2:
        raise InvalidInput(
            f"there is only one system, '{names[0]}', and nothing to compare it with",
            "Give two or more: files, a table with a column 'system', or @HUMAN.",
        )
    pairs = choose_pairs(names, how)
    how = how.settled(len(pairs))
    found: list[Comparison] = []
    most = 0  # pairs that have a p-value, of which alone a correction takes account
    for paired in pair_rows(evidence):
        outcome = _segment_test(paired, pairs, how) if not how.is_drawn else _corpus_test(paired, pairs, how)
        adjusted = adjust_p_values(outcome.p_value, how.correction)
        found += _records(paired, names, pairs, outcome, adjusted, how)
        most = max(most, outcome.tested)
    return Comparisons(tuple(found), how, most or len(pairs), evidence.fractions)


class _Outcome(NamedTuple):
    """What a test has found, an entry per pair."""

    first: FloatArray
    second: FloatArray
    low: FloatArray
    high: FloatArray
    p_value: FloatArray
    effect: FloatArray
    effect_name: str
    wins: FloatArray
    n: IntArray
    exact: NDArray[np.bool_]  # whether a randomisation went through all swaps

    @property
    def tested(self) -> int:
        """How many pairs have a p-value."""
        return int(np.count_nonzero(~np.isnan(self.p_value)))


def _corpus_test(paired: PairedRows, pairs: IntArray, how: Comparing) -> _Outcome:
    """Bootstrap or randomisation; the interval is the bootstrap's in both, and the same test only in the first."""
    first, second, low, high, p_value, wins = np.full((6, len(pairs)), np.nan)
    n = np.zeros(len(pairs), dtype=np.int64)
    is_swapped, exact = np.zeros((2, len(pairs)), dtype=np.bool_)
    for some, rows, local, counts in share_instances(paired, pairs):
        n[some] = counts
        is_swapped[some] = [how.choose_test(count) == "randomisation" for count in counts.tolist()]
        values = paired.score(add_up(rows()))
        first[some], second[some] = values[local[:, 0]], values[local[:, 1]]
        if how.resamples:
            rng = np.random.default_rng(how.seed)
            totals = bootstrap_totals(bundle_blocks(rows(), paired.instances, rng), how.resamples, rng)
            centring: Centring = "absolute" if how.test == "bootstrap-sacrebleu" else "signed"
            drawn = paired_bootstrap(values, paired.score(totals), local, how.confidence, centring)
            low[some], high[some], p_value[some], wins[some] = drawn.low, drawn.high, drawn.p_value, drawn.wins
        swapped = np.arange(len(pairs))[some][is_swapped[some]]
        if len(swapped):
            rng = np.random.default_rng(how.seed)
            units = bundle_blocks(rows(), paired.instances, rng)
            chosen = local[is_swapped[some]]
            tested = approximate_randomisation(units, chosen, paired.score, how.trials or 0, rng)
            p_value[swapped], exact[swapped] = tested.p_value, tested.exact
    for place in np.flatnonzero(is_swapped).tolist():
        if not paired.can_swap(*pairs[place].tolist()):
            p_value[place] = np.nan
    for unknown in (first, second, p_value):
        unknown[n == 0] = np.nan
    for drawn_values in (low, high, wins):
        drawn_values[n < 2] = np.nan  # one instance cannot be resampled
    p_value[(n < 2) & ~is_swapped] = np.nan
    if paired.rounds:
        low[:], high[:] = np.nan, np.nan
    effect = effect_sizes_of_blocks(paired.segments, pairs).d_z
    wins = 1 - wins if paired.higher_is_better is False else wins
    return _Outcome(first, second, low, high, p_value, effect, "d_z", wins, n, exact)


def _segment_test(paired: PairedRows, pairs: IntArray, how: Comparing) -> _Outcome:
    """Student's t or Wilcoxon's signed ranks; values are means of segment scores, and the interval is t's in both."""
    means, nothing = effect_sizes_of_blocks(paired.segments, pairs), np.full(len(pairs), np.nan)
    t = paired_t_of_effects(means, how.confidence)
    if how.test == "t":
        p_value, effect, name = t.p_value, means.d_z, "d_z"
    else:
        ranks = [_rank_signs(paired, (a, b)) for a, b in pairs.tolist()]
        p_value, effect = (np.array([getattr(own, what)[0] for own in ranks]) for what in ("p_value", "rank_biserial"))
        name = "rank_biserial"
    exact = np.zeros(len(pairs), dtype=np.bool_)
    return _Outcome(means.first, means.second, t.low, t.high, p_value, effect, name, nothing, means.n, exact)


def _rank_signs(paired: PairedRows, pair: tuple[int, int]) -> SignedRanks:
    """Wilcoxon's test of one pair; more differences than one block has are sorted on disk."""
    first_two = list(itertools.islice(paired.segments(), 2))
    if len(first_two) == 1:
        return wilcoxon(first_two[0], np.array([pair]))
    sorting = ExternalSort(np.abs)
    n = zeros = 0
    for block in paired.segments():
        differences = take_differences(block, pair)
        changed = differences[differences != 0]
        n, zeros = n + len(differences), zeros + len(differences) - len(changed)
        sorting.add(changed)
    return wilcoxon_in_order(sorting.sorted(), n, zeros)


def _records(
    paired: PairedRows, names: Sequence[str], pairs: IntArray, found: _Outcome, adjusted: FloatArray, how: Comparing
) -> Iterator[Comparison]:
    is_bundled = how.is_drawn and paired.instances > MOST_UNITS
    bundles = f"|bundles:{MOST_UNITS}" if is_bundled else ""
    tested = found.tested or len(pairs)
    for place, (a, b) in enumerate(pairs.tolist()):
        value_a, value_b = float(found.first[place]), float(found.second[place])
        n = int(found.n[place])
        test = how.choose_test(n)
        same = math.isclose(value_a, value_b, rel_tol=1e-12)
        is_told = not same and not math.isnan(value_b - value_a) and paired.higher_is_better is not None
        ahead = (value_b > value_a) == paired.higher_is_better if is_told else None
        signature = _merged(paired.signatures[a], paired.signatures[b])
        yield Comparison(
            metric=paired.label,
            system_a=names[a],
            system_b=names[b],
            value_a=value_a,
            value_b=value_b,
            difference=0.0 if same else value_b - value_a,
            low=finite_or_none(found.low[place]),
            high=finite_or_none(found.high[place]),
            p_value=float(found.p_value[place]),
            p_adjusted=float(adjusted[place]),
            better=None if ahead is None else names[b] if ahead else names[a],
            significant=not same and float(adjusted[place]) <= how.significant + 1e-12,
            effect=float(found.effect[place]),
            effect_name=found.effect_name,
            wins=finite_or_none(found.wins[place]),
            n=n,
            not_compared=paired.instances - n,
            test=test,
            correction=how.correction,
            note=_note(n, float(found.p_value[place]), value_b - value_a, test, is_chosen=how.test is not None),
            signature=f"{signature}|{how.signature(tested, test, is_exact=bool(found.exact[place]))}{bundles}",
        )


def _note(n: int, p_value: float, difference: float, test: Test, *, is_chosen: bool) -> str | None:
    """Why there is no p-value."""
    if not math.isnan(p_value):
        return None
    if n == 0:
        return "there is no instance on which both are scored"
    if math.isnan(difference):
        return "the score is not defined on these instances"
    if test == "randomisation":
        why = "use the bootstrap" if is_chosen else "they share too few instances for the bootstrap"
        return f"they have different numbers of outputs, which cannot be swapped; {why}"
    return "one instance is not enough for this test"


def _merged(first: str, second: str) -> str:
    """Two signatures as one; a field in which they differ, such as the number of references, has both values."""
    if first == second:
        return first
    fields = itertools.zip_longest(first.split("|"), second.split("|"), fillvalue="")
    return "|".join(own if own == other else f"{own}/{other.partition(':')[2]}" for own, other in fields)
