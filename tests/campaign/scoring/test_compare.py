"""Comparing: which pairs, on which instances, and what becomes of missing outputs, scales and directions."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import genchal
from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import SystemOutputs, load_submission
from genchal.campaign.scoring import paired_rows
from genchal.campaign.scoring.compare import compare_evidence, compare_files
from genchal.campaign.scoring.evidence import gather_evidence
from genchal.campaign.scoring.request import make_request
from genchal.domain import Instance, Rows, Submission, System, Text
from genchal.domain.campaign import Reading
from genchal.domain.pseudo import pseudo_submission
from genchal.domain.results.comparison import Comparing, Comparisons, Test
from genchal.errors import InvalidInput, UnknownName
from genchal.metrics.rouge_l import RougeL
from genchal.tasks.plain import Plain

TESTS: list[Test] = ["bootstrap", "bootstrap-sacrebleu", "randomisation", "t", "wilcoxon"]
WORDS = 10
REFERENCES = [" ".join(f"w{segment}{place}" for place in range(WORDS)) for segment in range(40)]


def outputs(kept: float, seed: int) -> list[str | None]:
    """References in which a share of the words is kept, the others being replaced."""
    rng = np.random.default_rng(seed)
    return [" ".join(word if rng.random() < kept else "x" for word in text.split()) for text in REFERENCES]


SYSTEMS: dict[str, list[str | None]] = {"base": outputs(0.6, 1), "near": outputs(0.6, 2), "good": outputs(0.9, 3)}


def compared(systems: Mapping[str, list[str | None]] = SYSTEMS, **settings: Any) -> Comparisons:
    return genchal.compare(systems, REFERENCES, **({"metrics": ["rouge_l"]} | settings))


@pytest.mark.parametrize("test", TESTS)
def test_a_clear_difference_is_found_and_none_where_there_is_none(test: Test) -> None:
    result = compared(test=test)
    assert [(one.system_a, one.system_b) for one in result] == [("base", "near"), ("base", "good")]
    near, good = result
    assert near.p_adjusted > 0.05
    assert good.p_adjusted < 0.01
    assert good.better == "good"
    assert good.difference == pytest.approx(good.value_b - good.value_a)
    assert good.low is not None
    assert good.high is not None
    assert 0 < good.low < good.difference < good.high
    assert (good.n, good.not_compared, good.note) == (40, 0, None)
    assert good.effect > 0.8
    assert good.effect_name == ("rank_biserial" if test == "wilcoxon" else "d_z")
    assert good.wins == (None if test in ("t", "wilcoxon") else 1)


def test_values_are_those_of_score() -> None:
    scoring = genchal.score(SYSTEMS, REFERENCES, metrics=["bleu", "rouge_l"])
    for one in compared(metrics=["bleu", "rouge_l"]):
        assert one.value_a == pytest.approx(scoring[one.metric, one.system_a].value)
        assert one.value_b == pytest.approx(scoring[one.metric, one.system_b].value)


def test_systems_are_compared_with_the_first_with_a_chosen_one_or_all_with_all() -> None:
    def pairs(**settings: Any) -> list[str]:
        return [f"{one.system_a}-{one.system_b}" for one in compared(**settings)]

    assert pairs() == ["base-near", "base-good"]
    assert pairs(baseline="good") == ["good-base", "good-near"]
    assert pairs(all_pairs=True) == ["base-near", "base-good", "near-good"]


def test_p_values_are_adjusted_within_a_metric() -> None:
    plain = compared(all_pairs=True, metrics=["bleu", "rouge_l"], correction="none", resamples=1000)
    holm = compared(all_pairs=True, metrics=["bleu", "rouge_l"], resamples=1000)
    bh = compared(all_pairs=True, metrics=["bleu", "rouge_l"], correction="bh", resamples=1000)
    assert [one.p_adjusted for one in plain] == [one.p_value for one in plain] == [one.p_value for one in holm]
    for metric in ("bleu", "rouge_l"):
        p_near, *p_good = (
            plain[metric, *pair].p_value for pair in (("base", "near"), ("base", "good"), ("near", "good"))
        )
        assert p_good == [1 / 1001] * 2
        assert holm[metric, "base", "good"].p_adjusted == pytest.approx(3 / 1001)
        assert bh[metric, "base", "good"].p_adjusted == pytest.approx(1.5 / 1001)
        assert holm[metric, "base", "near"].p_adjusted == pytest.approx(p_near)


def test_many_pairs_get_as_many_draws_as_their_correction_needs() -> None:
    assert (Comparing().settled(9).resamples, Comparing().settled(210).resamples) == (1000, 21_000)
    assert Comparing(test="randomisation").settled(210).trials == 21_000
    assert Comparing(test="randomisation").settled(210).resamples == 1000  # for intervals
    assert Comparing(correction="none").settled(210).resamples == 1000
    assert Comparing(resamples=500).settled(210).resamples == 500
    assert Comparing().settled(4950).resamples == 50_000


def test_missing_outputs_are_dropped_in_pairs_and_counted() -> None:
    near: list[str | None] = [None, None, *SYSTEMS["near"][2:]]
    good: list[str | None] = [*SYSTEMS["good"][:37], None, None, None]
    result = compared({"base": SYSTEMS["base"], "near": near, "good": good}, all_pairs=True)
    assert [(one.n, one.not_compared) for one in result] == [(38, 2), (37, 3), (35, 5)]
    both = slice(2, 37)
    alone = genchal.compare({"near": near[both], "good": good[both]}, REFERENCES[both], metrics=["rouge_l"])
    here, there = result["rouge_l", "near", "good"], alone["rouge_l", "near", "good"]
    assert (here.value_a, here.difference) == pytest.approx((there.value_a, there.difference))
    assert here.low == pytest.approx(there.low, abs=0.02)  # other draws
    assert here.effect == pytest.approx(there.effect)
    exact = [
        genchal.compare({"near": a, "good": b}, r, metrics=["rouge_l"], test="wilcoxon")["rouge_l", "near", "good"]
        for a, b, r in ((near, good, REFERENCES), (near[both], good[both], REFERENCES[both]))
    ]
    assert exact[0].p_value == exact[1].p_value


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_portions_of_pairs_change_nothing(test: Test, monkeypatch: pytest.MonkeyPatch) -> None:
    systems = {"base": SYSTEMS["base"], "near": [None, *SYSTEMS["near"][1:]], "good": [*SYSTEMS["good"][:-1], None]}
    whole = compared(systems, all_pairs=True, test=test)
    monkeypatch.setattr(paired_rows, "VALUES_AT_ONCE", 1)
    parts = compared(systems, all_pairs=True, test=test)
    assert [one.p_value for one in parts] == [one.p_value for one in whole]
    assert [one.low for one in parts] == pytest.approx([one.low for one in whole])


@pytest.mark.parametrize("test", TESTS)
def test_systems_that_share_no_instance_have_no_p_value_and_are_told_why(test: Test) -> None:
    systems = {"base": [*SYSTEMS["base"][:20], *[None] * 20], "near": [*[None] * 20, *SYSTEMS["near"][20:]]}
    (one,) = compared(systems, metrics=["bleu"], test=test)
    assert (one.n, one.not_compared) == (0, 40)
    assert all(math.isnan(value) for value in (one.p_value, one.p_adjusted, one.value_a, one.difference))
    assert (one.low, one.better) == (None, None)
    assert one.note == "there is no instance on which both are scored"


def test_pairs_that_cannot_be_tested_are_not_counted_in_the_correction() -> None:
    texts = [f"a walk by the river, stage {number}" for number in range(6)]
    systems = {"ours": [*texts, None], "base": [*["no idea"] * 6, None], "late": [*[None] * 6, "a walk"]}
    found = genchal.compare(systems, [*texts, "a walk"], metrics=["rouge_l"], all_pairs=True)
    assert found["rouge_l", "ours", "base"].p_adjusted == 2 / 2**6  # not times 3: the other two pairs share nothing
    assert found.pairs == 1
    assert found["rouge_l", "ours", "base"].signature.split("|pairs:")[1].startswith("1|")
    notes = found.tables()[0].notes
    assert any(note.endswith("after Holm's correction for 1 pair per metric.") for note in notes)
    assert not any("nothing can be significant" in note for note in notes)


@pytest.mark.parametrize("test", TESTS)
def test_one_instance_is_never_significant(test: Test) -> None:
    systems: dict[str, list[str | None]] = {"a": ["x"], "b": [REFERENCES[0]]}
    (one,) = genchal.compare(systems, REFERENCES[:1], metrics=["rouge_l"], test=test)
    assert (one.n, one.difference, one.low, one.better) == (1, 1, None, "b")
    if test in ("randomisation", "wilcoxon"):
        assert one.p_value == 1
    else:
        assert math.isnan(one.p_value)
        assert one.note == "one instance is not enough for this test"


@pytest.mark.parametrize("test", ["bootstrap", "randomisation", "t", "wilcoxon"])
def test_a_system_beside_its_copy_does_not_differ(test: Test) -> None:
    (one,) = compared({"a": SYSTEMS["base"], "b": SYSTEMS["base"]}, test=test)
    assert (one.difference, one.p_value, one.effect, one.better) == (0, 1, 0, None)


def test_lower_can_be_better(monkeypatch: pytest.MonkeyPatch) -> None:
    (plain,) = compared({"base": SYSTEMS["base"], "good": SYSTEMS["good"]})
    monkeypatch.setattr(RougeL, "higher_is_better", False)
    (turned,) = compared({"base": SYSTEMS["base"], "good": SYSTEMS["good"]})
    assert (plain.better, turned.better) == ("good", "base")
    assert (plain.wins, turned.wins) == (1, 0)
    assert plain.difference == turned.difference > 0


def test_scales_multiply_differences_and_leave_p_values_alone() -> None:
    (plain,) = compared({"base": SYSTEMS["base"], "near": SYSTEMS["near"]}, metrics=["bleu"])
    (scaled,) = compared({"base": SYSTEMS["base"], "near": SYSTEMS["near"]}, metrics=(), preset="sacrebleu")
    assert scaled.difference == pytest.approx(100 * plain.difference)
    assert scaled.high == pytest.approx(100 * (plain.high or 0))
    assert scaled.p_value == plain.p_value
    assert "|scale:100|" in scaled.signature


@pytest.mark.parametrize("test", TESTS)
def test_derived_scores_are_compared_resample_by_resample(test: Test) -> None:
    result = compared(metrics=["bleu", "rouge_l"], derived=["half=bleu / 2", "mixed=(bleu + rouge_l) / 2"], test=test)
    bleu, half = result["bleu", "base", "near"], result["half", "base", "near"]
    assert half.p_value == bleu.p_value
    assert half.difference == pytest.approx(bleu.difference / 2)
    assert half.effect == pytest.approx(bleu.effect)
    rouge, mixed = result["rouge_l", "base", "near"], result["mixed", "base", "near"]
    assert mixed.value_a == pytest.approx((bleu.value_a + rouge.value_a) / 2)


def test_a_derived_score_that_rounds_has_a_p_value_but_no_interval() -> None:
    result = compared(derived=["short=round(rouge_l, 2)"])
    assert result["short", "base", "good"].low is None
    assert result["short", "base", "good"].p_value < 0.01


def test_signatures_say_what_was_done() -> None:
    metric = "rouge_l|nrefs:1|tok:ptb|case:lower|beta:1.2|v:1"

    def signature(**settings: Any) -> str:
        return next(iter(compared(**settings))).signature

    assert signature() == f"{metric}|test:paired-bs|bs:1000|seed:1|ci:0.95|adj:holm|pairs:2|v:2"
    assert signature(test="bootstrap-sacrebleu", seed=5).startswith(f"{metric}|test:paired-bs-abs|bs:1000|seed:5|")
    assert signature(test="randomisation").startswith(f"{metric}|test:paired-ar|ar:10000|bs:1000|seed:1|")
    few: Any = {name: texts[:8] for name, texts in SYSTEMS.items()}
    exact, _ = genchal.compare(few, REFERENCES[:8], metrics=["rouge_l"])
    assert exact.signature.startswith(f"{metric}|test:paired-ar|ar:exact|bs:1000|seed:1|")
    assert signature(test="t", correction="bh") == f"{metric}|test:paired-t|level:segment|ci:0.95|adj:bh|pairs:2"
    assert signature(test="wilcoxon", confidence=0.9).endswith("|test:wilcoxon|level:segment|ci:0.9|adj:holm|pairs:2")


def test_pairs_that_share_few_instances_are_tested_by_randomisation_unless_a_test_is_named() -> None:
    """Which test is made is decided for every metric and pair, by what it shares."""
    near = [*SYSTEMS["near"][:9], *[None] * 31]
    systems = {"base": SYSTEMS["base"], "near": near, "good": SYSTEMS["good"]}
    by_default = compared(systems, all_pairs=True)
    assert [(one.n, one.test) for one in by_default] == [
        (9, "randomisation"), (40, "bootstrap"), (9, "randomisation"),
    ]  # fmt: skip
    named = {test: compared(systems, all_pairs=True, test=test) for test in ("bootstrap", "randomisation")}
    for one in by_default:
        same = named[one.test][one.metric, one.system_a, one.system_b]
        assert (one.p_value, one.low, one.signature) == (same.p_value, same.low, same.signature)
    assert {one.test for one in named["bootstrap"]} == {"bootstrap"}
    assert [one.p_value >= 2.0**-8 for one in by_default if one.n == 9] == [True, True]


def test_pairs_with_few_instances_that_cannot_be_swapped_are_not_tested() -> None:
    few = INSTANCES[:9]
    submissions = [
        Submission(System("near"), tuple(range(9)), tuple(SYSTEMS["near"][:9])),
        pseudo_submission(System("all"), "all", few, seed=1),
    ]
    evidence = gather_evidence(SystemOutputs(Plain(), tuple(few), tuple(submissions)), make_request("rouge_l"))
    (one,) = compare_evidence(evidence, Comparing())
    assert math.isnan(one.p_value)
    assert not one.significant
    assert one.note == (
        "they have different numbers of outputs, which cannot be swapped; they share too few instances for the "
        "bootstrap"
    )


def test_the_same_seed_gives_the_same_numbers_and_another_one_others() -> None:
    assert compared(seed=3).comparisons == compared(seed=3).comparisons
    assert compared(seed=3)["rouge_l", "base", "near"].p_value != compared(seed=4)["rouge_l", "base", "near"].p_value


INSTANCES = [Instance(str(n), Text(), (text, f"{text} x", f"y {text}")) for n, text in enumerate(REFERENCES)]


@pytest.mark.parametrize("test", TESTS)
def test_outputs_of_one_instance_count_together(test: Test) -> None:
    # `all` writes every reference: an instance is one unit, whose evidence is that of its three texts.
    submissions = [
        Submission(System("near"), tuple(range(40)), tuple(SYSTEMS["near"])),
        pseudo_submission(System("all"), "all", INSTANCES, seed=1),
    ]
    outputs = SystemOutputs(Plain(), tuple(INSTANCES), tuple(submissions))
    evidence = gather_evidence(outputs, make_request("rouge_l"))
    (one,) = compare_evidence(evidence, Comparing(test))
    assert (one.n, one.not_compared, one.better) == (40, 0, "all")
    rows: Rows = evidence.systems[1].rows[0]
    assert one.value_b == pytest.approx(rows[:, 0].mean())
    assert "nrefs:3/2|" in one.signature
    if test == "randomisation":  # three outputs cannot change places with one
        assert math.isnan(one.p_value)
        assert one.note == "they have different numbers of outputs, which cannot be swapped; use the bootstrap"
    else:
        assert one.p_value < 0.01


def test_a_pseudo_system_that_is_named_first_is_the_baseline(tmp_path: Path) -> None:
    (tmp_path / "refs.txt").write_text("\n\n".join(f"{text}\n{text} x" for text in REFERENCES), encoding="utf-8")
    (tmp_path / "near.txt").write_text("\n".join(map(str, SYSTEMS["near"])), encoding="utf-8")
    files: list[Path | str] = ["@gold", tmp_path / "near.txt"]
    request = make_request("rouge_l")
    (one,) = compare_files(files, Reading((tmp_path / "refs.txt",)), request, Comparing())
    assert (one.system_a, one.system_b) == ("gold", "near")


def test_requests_that_cannot_be_met_are_answered() -> None:
    with pytest.raises(InvalidInput, match=r"only one system, 'base', .* Give two or more"):
        compared({"base": SYSTEMS["base"]})
    with pytest.raises(UnknownName, match=r"unknown system 'bas'\. Did you mean 'base'"):
        compared(baseline="bas")
    with pytest.raises(UnknownName, match=r"unknown test 'randomization'\. Did you mean 'randomisation'"):
        compared(test="randomization")
    with pytest.raises(UnknownName, match="unknown correction 'holms'"):
        compared(correction="holms")
    with pytest.raises(InvalidInput, match="nothing to draw"):
        compared(resamples=0)
    with pytest.raises(UnknownName, match="unknown comparison 'rouge_l, base, god'"):
        compared()["rouge_l", "base", "god"]
    assert compared(test="randomisation", resamples=0)["rouge_l", "base", "good"].low is None


def test_two_e2e_systems_that_the_challenge_told_apart(data: Path) -> None:
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    alignment = OutputAlignment(task, instances)
    folder = data / "e2e-eval" / "primary_raw"
    submissions = [
        load_submission(folder / f"{name}.tsv.gz", alignment, System(name)) for name in ("tgen", "slug", "sheff1")
    ]
    evidence = gather_evidence(SystemOutputs(task, instances, tuple(submissions)), make_request("bleu"))
    tests: list[Test] = ["bootstrap", "randomisation"]
    for test in tests:
        slug, sheff1 = compare_evidence(evidence, Comparing(test))
        assert (round(slug.value_a, 4), round(slug.value_b, 4), round(sheff1.value_b, 4)) == (0.6593, 0.6619, 0.6015)
        # sacreBLEU 2.6.0 gives 0.669 by randomisation with 10,000 trials (and 0.256 by its bootstrap).
        assert slug.p_value == pytest.approx(0.67, abs=0.05)
        assert sheff1.p_adjusted < 0.01
