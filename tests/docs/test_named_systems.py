"""The page about our versions of systems has the tables that the stored results give."""

import csv
import json
import tomllib
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from benchmarks.named_systems import RESULTS
from benchmarks.named_systems_table import (
    MEASURES,
    PUBLISHED,
    find_closest,
    find_core_seconds,
    fingerprint_outputs,
    is_accepted,
    pair_seeds,
    share_equal,
    tabulate,
    tabulate_ablations,
)
from benchmarks.our_entry import RESULTS as ENTRY_RESULTS
from benchmarks.our_entry import choose_draw, choose_way
from benchmarks.our_entry import tabulate as tabulate_entry
from benchmarks.pass_times import count_passes, seconds_of_a_text

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "named-systems.md"
CARDS = Path(__file__).parents[2] / "src" / "genchal" / "generators" / "cards"
KEPT = json.loads(RESULTS.read_text(encoding="utf-8"))


def test_the_page_has_the_tables_of_the_stored_results() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for table in tabulate(KEPT).split("\n\n"):
        assert table in page


def test_the_page_has_the_tables_of_our_entry() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for table in tabulate_entry(json.loads(ENTRY_RESULTS.read_text(encoding="utf-8"))).split("\n\n"):
        assert table in page


def test_the_cards_of_networks_have_the_stored_scores() -> None:
    cards = tomllib.loads((CARDS / "neural.toml").read_text(encoding="utf-8"))
    by_job: dict[str, list[dict[str, float]]] = {}
    for result in KEPT["results"]:
        job = "tgen-no-rerank" if result["job"] == "tgen/no-reranking" else result["job"]
        by_job.setdefault(job, []).append(result["scores"]["test"])
    scored = [name for name in cards if name in by_job]
    assert len(scored) > 15
    for name in scored:
        values = sorted(found["bleu"] for found in by_job[name])
        spread = f"({values[0]:.4f} to {values[-1]:.4f}, {len(values)} seeds)"
        assert f"ours {fmean(values):.4f} {spread}" in cards[name]["published"], name


def test_our_entry_is_chosen_by_the_mean_of_ensembles_among_ways_with_few_slot_errors() -> None:
    def row(average: float, errors: float, others: float = 0.0) -> dict[str, float]:
        return {"norm_avg": average, "errors e2e": errors, "errors e2e_report": others}

    ways = {
        "a": {1: row(0.60, 0.0), 2: row(0.58, 0.0)},
        "b": {1: row(0.70, 0.0), 2: row(0.50, 0.001)},  # .60, and .05 % errors
        "c": {1: row(0.70, 0.0), 2: row(0.70, 0.0, 0.004)},  # .2 % by the other lexicon
    }
    assert choose_way(ways) == "b"
    assert choose_way({"c": ways["c"]}) == "c"


def test_the_diverse_variant_is_the_first_way_to_draw_that_reaches_all_aims() -> None:
    def row(msttr: float, times: float, errors: float) -> dict[int, dict[str, float]]:
        return {1: {"msttr": msttr, "times_bigrams": times, "errors e2e": errors}}

    plain, varied, wild = row(0.59, 4.0, 0.0), row(0.61, 3.0, 0.005), row(0.80, 9.0, 0.10)
    assert choose_draw({"plain": plain, "varied": varied, "wild": wild}) == "varied"
    assert choose_draw({"plain": plain, "wild": wild}) == "plain"


def test_a_system_is_accepted_by_bleu_and_slot_errors() -> None:
    released = {"bleu": 0.60, "slot_error": 0.02}
    assert is_accepted({"bleu": 0.5851, "slot_error": 0.03}, released)
    assert not is_accepted({"bleu": 0.5849, "slot_error": 0.0}, released)
    assert not is_accepted({"bleu": 0.70, "slot_error": 0.031}, released)
    assert is_accepted({"bleu": 0.70, "slot_error": 0.001}, {"bleu": 0.6, "slot_error": 0.0})


def test_released_outputs_score_what_was_published() -> None:
    """So that it does not matter which of them a system is measured against."""
    table = (PUBLISHED / "e2e_table8_overlap.tsv").read_text(encoding="utf-8").splitlines()
    for row in csv.DictReader(table, delimiter="\t"):
        for metric in MEASURES:
            assert KEPT["released"][row["system"]][metric] == pytest.approx(float(row[metric]), abs=1e-4)


def test_no_system_writes_what_another_or_a_variant_writes() -> None:
    closest = find_closest(KEPT["results"])
    assert closest is not None
    assert closest.share < 1


def test_fingerprints_tell_outputs_apart_but_not_their_case_and_blanks() -> None:
    left = fingerprint_outputs(["Aromi is a pub.", "東京", None, "It has  food."])
    right = fingerprint_outputs(["Aromi is a bar.", "東京", "", "it has food. "])
    assert len(left) == 4 * 4
    assert share_equal(left, right) == 0.75
    assert share_equal("", "") == 0


def test_the_closest_results_are_those_of_different_jobs() -> None:
    def result(job: str, seed: int, *outputs: str) -> dict[str, Any]:
        return {"job": job, "seed": seed, "fingerprints": {"test": fingerprint_outputs(outputs)}}

    results = [result("a", 1, "x", "y"), result("a", 2, "x", "y"), result("b", 1, "x", "z"), {"job": "c", "seed": 1}]
    closest = find_closest(results)
    assert closest is not None
    assert closest.share == 0.5
    assert {closest.left[0], closest.right[0]} == {"a", "b"}
    assert find_closest(results[:2]) is None


def test_time_on_one_core_is_not_that_of_a_gpu() -> None:
    assert find_core_seconds({"job": "a", "device": "cpu", "processor_seconds": 60, "training_seconds": 90}, {}) == 60
    assert find_core_seconds({"job": "a", "device": "cpu", "processor_seconds": 60, "core_seconds": 900}, {}) == 900
    assert find_core_seconds({"job": "a", "device": "NVIDIA H200", "processor_seconds": 60}, {"a": 0.01}) is None
    # two passes over 1,000 texts and three over 500 of them, at 10 ms for a text
    passes = [[1000, 2], [500, 3]]
    found = find_core_seconds({"job": "a", "device": "NVIDIA H200", "passes": passes}, {"a": 0.01})
    assert found == pytest.approx(35)


def test_ablations_are_compared_over_the_seeds_that_both_have() -> None:
    def result(job: str, seed: int, bleu: float, output: str) -> dict[str, Any]:
        prints = {"test": fingerprint_outputs([output, "same"])}
        return {"job": job, "seed": seed, "scores": {"test": {"bleu": bleu, "slot_error": 0.1}}, "fingerprints": prints}

    systems = [result("a", seed, seed / 10, "x") for seed in (1, 2, 3)]
    variants = [result("a/off", 3, 0.2, "y"), result("a/off", 1, 0.4, "x")]
    pairs = pair_seeds(systems, variants)
    assert [(own["seed"], other["seed"]) for own, other in pairs] == [(1, 1), (3, 3)]
    *_, line = tabulate_ablations({"a": systems, "a/off": variants, "b/off": variants})
    # (.1 + .3) / 2 beside (.4 + .2) / 2; the outputs of seed 1 are equal, half of those of seed 3
    assert line == "| a | off | 2 | 0.2000 | 10.00 % | 0.3000 | 10.00 % | 75.0 % |"


def test_passes_are_counted_for_every_network_and_style() -> None:
    log = ["network 1 of 2: 40 training pairs", "pass 1: loss 2", "pass 2: loss 1", "network 2 of 2: 40 training pairs"]
    log += ["goes on after pass 3", "pass 4: loss 1", "style 1: 15 of 40 texts", "pass 1: loss 0"]
    log += ["network 1 of 1, start 2 of 3: 40 training pairs", "pass 1: loss 2"]
    assert count_passes(log) == [[40, 2], [40, 1], [15, 1], [40, 1]]


def test_a_pass_is_timed_from_the_line_before_it() -> None:
    lines = [("network 1 of 2: 40 training pairs", 5.0), ("pass 1: loss 2", 9.0), ("pass 2: loss 1", 11.0)]
    lines += [("network 2 of 2: 60 training pairs", 12.0), ("pass 1: loss 2", 16.0), ("pass 2: loss 1", 19.0)]
    assert seconds_of_a_text(lines, epochs=2) == pytest.approx((2 + 3) / 100)
    assert seconds_of_a_text(lines, epochs=1) == pytest.approx((4 + 4) / 100)
