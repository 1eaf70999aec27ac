"""Scoring: what becomes of missing outputs, pseudo-systems, intervals, settings."""

import math
import re
from pathlib import Path

import pytest

import genchal
from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.scoring import row_cache, rows
from genchal.campaign.scoring.evidence import Machinery, gather_evidence
from genchal.campaign.scoring.request import MetricRequest, Request, choose_metrics, make_request
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.score import summarise
from genchal.domain import Instance, Submission, System, Text
from genchal.domain.derived import Derived
from genchal.domain.pseudo import PSEUDO_SYSTEMS, pseudo_submission
from genchal.domain.results.scores import Scoring, Uncertainty
from genchal.errors import InvalidInput, UnknownName, UserError
from genchal.resources.results import ResultStore
from genchal.tasks.e2e import E2E
from genchal.tasks.plain import Plain

OUTPUTS = ["the cat sat on the mat", "a dog ran home", "birds sing", "all is well"]
REFERENCES = [
    ["the cat sat on a mat", "a cat sat on the mat"],
    ["the dog ran home"],
    ["birds sing"],
    ["all is not well"],
]


def test_plain_lists_are_scored_in_one_call() -> None:
    scoring = genchal.score(OUTPUTS, REFERENCES, metrics=["bleu", "rouge_l"])
    bleu = scoring["bleu"]
    assert (bleu.system, bleu.n, bleu.not_scored, bleu.track) == ("system", 4, 0, None)
    assert bleu.low is not None
    assert bleu.high is not None
    assert bleu.low <= bleu.value <= bleu.high


def test_metrics_may_be_one_text() -> None:
    listed = genchal.score(OUTPUTS, REFERENCES, metrics=["bleu", "rouge_l:beta=1"])
    assert genchal.score(OUTPUTS, REFERENCES, metrics="bleu, rouge_l:beta=1").scores == listed.scores
    assert [score.metric for score in genchal.score(OUTPUTS, REFERENCES, metrics="bleu")] == ["bleu"]
    systems = {"good": OUTPUTS, "bad": ["x"] * 4}
    assert {pair.metric for pair in genchal.compare(systems, REFERENCES, "rouge_l", test="t")} == {"rouge_l"}
    assert [matrix.metric for matrix in genchal.similarity(systems, "rouge_l").matrices] == ["rouge_l", "mean"]


def test_what_is_exported_is_listed() -> None:
    assert {"score", "compare", "similarity", "run_campaign", "Metric", "__version__"} <= set(dir(genchal))
    assert all(getattr(genchal, name) is not None for name in dir(genchal))


def test_several_systems_come_as_a_mapping() -> None:
    scoring = genchal.score({"good": OUTPUTS, "bad": ["x"] * 4}, REFERENCES, metrics=["rouge_l"])
    assert scoring["rouge_l", "good"].value > scoring["rouge_l", "bad"].value == 0
    with pytest.raises(UnknownName, match="unknown score 'rouge_l, god'"):
        scoring["rouge_l", "god"]


def test_references_may_be_single_texts() -> None:
    assert genchal.score(["a b c d"], ["a b c d"], metrics=["bleu"])["bleu"].value == pytest.approx(1)


def test_missing_outputs_and_absent_references_are_set_aside_and_counted() -> None:
    whole = genchal.score(OUTPUTS[:2], REFERENCES[:2], metrics=["rouge_l"])["rouge_l"]
    some = genchal.score([*OUTPUTS[:2], None, "x"], [*REFERENCES[:2], ["birds"], []], metrics=["rouge_l"])["rouge_l"]
    assert (some.value, some.n, some.not_scored) == (whole.value, 2, 2)


def test_a_system_without_any_output_is_not_scored_rather_than_zero() -> None:
    score = genchal.score([None, None], ["a", "b"], metrics=["bleu"])["bleu"]
    assert math.isnan(score.value)
    assert (score.n, score.not_scored, score.low) == (0, 2, None)


def test_one_segment_has_no_interval() -> None:
    score = genchal.score(["a b c d"], ["a b c e"], metrics=["bleu"])["bleu"]
    assert (score.low, score.high) == (None, None)


def test_intervals_repeat_under_a_seed_and_can_be_left_out() -> None:
    first, again = (genchal.score(OUTPUTS, REFERENCES, metrics=["bleu"], seed=3)["bleu"] for _ in range(2))
    assert first == again
    assert genchal.score(OUTPUTS, REFERENCES, metrics=["bleu"], resamples=0)["bleu"].low is None


def test_tiles_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    systems: dict[str, list[str | None]] = {"a": list(OUTPUTS), "b": [*OUTPUTS[:3], None]}
    whole = genchal.score(systems, REFERENCES)
    monkeypatch.setattr(rows, "TEXTS_AT_ONCE", 3)
    assert genchal.score(systems, REFERENCES).scores == whole.scores


def test_no_system_at_all_is_told() -> None:
    with pytest.raises(InvalidInput, match="no system to score"):
        genchal.score({}, [])


@pytest.mark.parametrize("outputs", [OUTPUTS[:3], "text"])
def test_lists_of_different_lengths_are_refused(outputs: list[str]) -> None:
    with pytest.raises(InvalidInput, match="outputs for 4 lists of references"):
        genchal.score(outputs, REFERENCES)


def test_settings_come_from_flag_then_preset_then_task_then_metric() -> None:
    def bleu(request: str, task: E2E | None, preset: str | None) -> str:
        (chosen,) = choose_metrics(make_request(request, preset), task)
        return chosen.signature("1")

    assert "case:mixed|eff:no|tok:13a|smooth:exp" in bleu("bleu", None, None)
    assert "case:lc|eff:no|tok:13a|smooth:tiny" in bleu("bleu", E2E(), None)
    assert "case:mixed|eff:no|tok:13a|smooth:exp" in bleu("bleu", E2E(), "sacrebleu")
    assert "case:lc|eff:no|tok:13a|smooth:exp" in bleu("bleu:case=lower", E2E(), "sacrebleu")


def test_the_sacrebleu_preset_prints_a_hundredfold() -> None:
    plain = genchal.score(OUTPUTS, REFERENCES, metrics=["bleu"])["bleu"]
    scaled = genchal.score(OUTPUTS, REFERENCES, preset="sacrebleu")["bleu"]
    assert scaled.value == pytest.approx(100 * plain.value)
    assert scaled.signature == f"{plain.signature}|scale:100|preset:sacrebleu"


@pytest.mark.parametrize(
    ("request_text", "message"),
    [
        ("rogue_l", "unknown metric 'rogue_l'. Did you mean 'rouge_l'?"),
        ("bleu:cased=lower", "metric 'bleu' has no setting 'cased'. Did you mean 'case'?"),
        ("bleu:case=upper", "setting 'case' of metric 'bleu' cannot be 'upper'"),
        ("bleu:case", "'case' in 'bleu:case' is not a setting"),
        ("bleu:order=four", "cannot be 'four'. Write a whole number."),
        ("bleu:tok=14a", "unknown tokeniser '14a'. Did you mean '13a'?"),
        ("rouge_l:beta=nan", "cannot be 'nan'. Write a number."),
        ("bleu:effective=perhaps", "Write yes or no."),
    ],
)
def test_requests_that_cannot_be_met_are_answered(request_text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        genchal.score(OUTPUTS, REFERENCES, metrics=[request_text])
    assert message in str(caught.value)


def test_one_metric_under_two_settings_keeps_both_apart() -> None:
    scoring = genchal.score(OUTPUTS, REFERENCES, metrics=["bleu", "bleu:smooth=none"])
    assert [score.metric for score in scoring] == ["bleu", "bleu:smooth=none"]
    with pytest.raises(InvalidInput, match="requested twice"):
        genchal.score(OUTPUTS, REFERENCES, metrics=["bleu", "bleu"])


def score_submissions(
    instances: list[Instance], submissions: list[Submission], cache: ResultStore | None = None
) -> Scoring:
    outputs = SystemOutputs(Plain(), tuple(instances), tuple(submissions))
    machinery = Machinery(cache=MetricRowCache(cache) if cache else None)
    return summarise(gather_evidence(outputs, make_request("rouge_l"), machinery=machinery), Uncertainty())


INSTANCES = [Instance("1", Text(), ("a b", "c d", "e f")), Instance("2", Text(), ("g h", "i j"))]


@pytest.mark.parametrize("name", list(PSEUDO_SYSTEMS))
def test_pseudo_systems_write_references_and_are_not_compared_with_themselves(name: str) -> None:
    submission = pseudo_submission(System(name), name.lower(), INSTANCES, seed=1)
    for place, output in zip(submission.instances, submission.outputs, strict=True):
        assert output in INSTANCES[place].references
    scoring = score_submissions(INSTANCES, [submission])
    assert scoring["rouge_l"].value == 0  # all references differ in every word
    assert scoring["rouge_l"].n == (5 if name == "all" else 2)


def test_the_two_humans_never_write_the_same_reference() -> None:
    first, second = (pseudo_submission(System(n), n, INSTANCES, seed=5).outputs for n in ("HUMAN-1", "HUMAN-2"))
    assert all(one != other for one, other in zip(first, second, strict=True))


def test_too_few_references_are_told() -> None:
    with pytest.raises(InvalidInput, match="too few references"):
        pseudo_submission(System("HUMAN-2"), "HUMAN-2", [Instance("1", Text(), ("a",))], seed=1)
    with pytest.raises(UnknownName, match="unknown pseudo-system 'HUMAM'"):
        pseudo_submission(System("x"), "HUMAM", INSTANCES, seed=1)


def test_outputs_of_one_instance_count_together() -> None:
    # Two outputs for instance 1, none for instance 2: one instance is scored, by the sum of its rows.
    submission = Submission(System("s"), (0, 0), ("a b", "x y"))
    scoring = score_submissions(INSTANCES, [submission])
    assert scoring["rouge_l"].value == pytest.approx(0.5)


def test_rows_that_took_long_are_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "WORTH_KEEPING", 0.0)
    cache = ResultStore(tmp_path)
    submissions = [Submission(System("s"), (0, 1), ("a b", "g x"))]
    first = score_submissions(INSTANCES, submissions, cache)
    assert len(cache.files()) == 1
    with monkeypatch.context() as patch:
        patch.setattr("genchal.metrics.rouge_l.RougeL.measure", None)  # would fail if it were measured again
        assert score_submissions(INSTANCES, submissions, cache).scores == first.scores
    other = [Instance("1", Text(), ("a b",)), INSTANCES[1]]
    score_submissions(other, submissions, cache)
    assert len(cache.files()) == 2  # other references, other rows


def test_a_system_that_joins_does_not_measure_the_others_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "WORTH_KEEPING", 0.0)
    monkeypatch.setattr(rows, "TEXTS_AT_ONCE", 4)  # several tiles, and few systems in each
    cache = MetricRowCache(ResultStore(tmp_path))
    submissions = [
        Submission(System("s"), (0, 1), ("a b", "g x")),
        Submission(System("silent"), (0, 1), (None, None)),
        Submission(System("t"), (1, 0), ("i", "c d")),
    ]

    def stored(number: int) -> list[tuple[bool, ...]]:
        outputs = SystemOutputs(Plain(), tuple(INSTANCES), tuple(submissions[:number]))
        evidence = gather_evidence(outputs, make_request("rouge_l,rouge_1"), machinery=Machinery(cache=cache))
        assert [system.rows[0].shape for system in evidence.systems] == [(2, 2)] * number
        return [system.stored for system in evidence.systems]

    assert stored(1) == [(False, False)]
    assert stored(3) == [(True, True), (True, True), (False, False)]
    assert stored(3) == [(True, True)] * 3


def test_what_is_measured_quickly_is_not_kept(tmp_path: Path) -> None:
    cache = ResultStore(tmp_path)
    submissions = [Submission(System("s"), (0, 1), ("a b", "g x"))]
    score_submissions(INSTANCES, submissions, cache)
    assert cache.files() == []


def test_derived_scores_are_worked_out_inside_every_resample() -> None:
    derived = ["average=(bleu + rouge_l) / 2", "same=bleu * 1", "rounded=round(bleu, 4)"]
    scoring = genchal.score(OUTPUTS, REFERENCES, metrics=["bleu", "rouge_l"], derived=derived)
    bleu, rouge, average = scoring["bleu"], scoring["rouge_l"], scoring["average"]
    assert average.value == pytest.approx((bleu.value + rouge.value) / 2)
    assert (scoring["same"].low, scoring["same"].high) == (bleu.low, bleu.high)
    assert average.low is not None
    assert average.low > ((bleu.low or 0) + (rouge.low or 0)) / 2 - 1e-9  # ends of intervals do not add up
    assert scoring["rounded"].low is None  # what rounds first has no interval
    assert average.signature.startswith("average|formula:(bleu + rouge_l) / 2|of:")
    segments = {segment.metric: segment.values for segment in scoring.segments}
    assert segments["average"].tolist() == pytest.approx(((segments["bleu"] + segments["rouge_l"]) / 2).tolist())


def test_a_derived_score_is_not_scored_where_an_ingredient_is_not() -> None:
    scoring = genchal.score([None, "a b"], ["a", "a b"], metrics=["rouge_l"], derived=["twice=2 * rouge_l"])
    assert (scoring["twice"].value, scoring["twice"].n, scoring["twice"].not_scored) == (2, 1, 1)


@pytest.mark.parametrize(
    ("formula", "bare"),
    [
        ("(BLEU + ROUGE-L) / 2", "ROUGE-L"),
        ("BLEU-4 + 1", "BLEU-4"),
        ("chrF++ + BLEU", "chrF++"),  # for Python that is chrF + (+(+BLEU))
        ("(BLEU - 4) + chrF + 'BLEU-4' + \"chrF++\"", None),
    ],
)
def test_labels_with_signs_are_not_taken_for_arithmetic(formula: str, bare: str | None) -> None:
    metrics = tuple(MetricRequest("bleu", label=label) for label in ("BLEU", "BLEU-4", "ROUGE-L", "chrF", "chrF++"))
    if bare is None:
        assert Request(metrics, (Derived("x", formula),)).derived
        return
    message = f"derived score 'x': '{bare}' stands without quotes in the formula. Write \"{bare}\" in quotes"
    with pytest.raises(UserError, match=re.escape(message)):
        Request(metrics, (Derived("x", formula),))


@pytest.mark.parametrize(
    ("derived", "message"),
    [
        (
            "x=bleu + rogue_l",
            "derived score 'x' is made from 'rogue_l', which is not computed. Did you mean 'rouge_l'?",
        ),
        ("bleu=bleu + 1", "there are two scores called 'bleu'"),
        ("bleu + 1", "'bleu + 1' is not a derived score"),
    ],
)
def test_derived_scores_that_cannot_be_are_refused(derived: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        genchal.score(OUTPUTS, REFERENCES, derived=[derived])
    assert message in str(caught.value)
