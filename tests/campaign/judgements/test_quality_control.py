"""Quality control of raters: verdicts with reasons, flags, and who is set aside."""

import numpy as np
import pytest

import genchal
from genchal.campaign.judgements.quality_control import (
    apply_quality_control,
    check_raters,
    keep_passing,
    sign_pass_rules,
)
from genchal.domain.ratings import ItemKind, Ratings
from genchal.domain.results.judgements.quality_control import PassRules, QualityControl, RaterCheck
from genchal.errors import InvalidInput

RNG = np.random.default_rng(1)
PRACTICE: ItemKind = "practice"


def session(
    rater: str, damage: float = 30.0, drift: float = 0.0, reference: float = 25.0, items: int = 20, controls: int = 10
) -> list[tuple[str, str, str, ItemKind, float]]:
    """What a rater gave: items, then damaged copies, repeats and references; rater, instance, system, kind, value."""
    quality = RNG.uniform(30, 60, items)
    rows: list[tuple[str, str, str, ItemKind, float]] = [
        (rater, f"i{n}", "ours", "scored", float(value)) for n, value in enumerate(quality)
    ]
    for n in range(controls):
        rows.append((rater, f"i{n}", "ours", "damaged", float(quality[n] - damage + RNG.normal(0, 3))))
        rows.append((rater, f"i{n}", "ours", "repeat", float(quality[n] + drift + RNG.normal(0, 3))))
        rows.append((rater, f"i{n}", "HUMAN", "reference", float(quality.mean() + reference)))
    return rows


def ratings(*sessions: list[tuple[str, str, str, ItemKind, float]], seconds: dict[str, float] | None = None) -> Ratings:
    rows = [row for one in sessions for row in one]
    rater, instance, system, kind, value = zip(*rows, strict=True)
    shown = [100.0 * place for place in range(len(rows))] if seconds else None
    answered = [start + (seconds or {})[who] for start, who in zip(shown, rater, strict=True)] if shown else None
    return Ratings.from_columns(
        list(value),
        rater,
        [f"{who}{place}" for place, who in enumerate(rater)] if seconds else rater,
        instance,
        system,
        ["meaning"] * len(rows),
        kind=kind,
        shown_at=shown,
        answered_at=answered,
    )


def check(control: QualityControl, rater: str) -> RaterCheck:
    return next(one for one in control if one.rater == rater)


def test_practice_does_not_tell_how_fast_a_rater_is() -> None:
    hurried = [("new", f"i{place}", "ours", PRACTICE, 50.0) for place in range(12)]
    control = check_raters(ratings(session("good"), hurried, seconds={"good": 9.0, "new": 0.1}))
    assert (check(control, "new").sheet_seconds, check(control, "new").flags) == (None, ("only 0 judgements",))


def test_a_rater_who_sees_damage_repeats_and_references_passes() -> None:
    control = check_raters(ratings(session("good")))
    good = check(control, "good")
    assert (good.verdict, good.reasons, good.flags) == ("pass", (), ())
    assert (good.judgements, good.damaged, good.repeats, good.references) == (20, 10, 10, 10)
    assert good.damaged_difference == pytest.approx(30, abs=4)
    assert (good.repeat_correlation or 0) > 0.8
    assert (control.intra_rater or 0) == pytest.approx(good.repeat_correlation)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"damage": 0.0}, "damaged copies do not score lower"),
        ({"drift": 20.0}, "repeats score differently"),
        ({"reference": -5.0}, "references score 5 lower than outputs"),
    ],
)
@pytest.mark.parametrize("test", ["wilcoxon", "t"])
def test_who_fails_is_told_why(settings: dict[str, float], reason: str, test: str) -> None:
    rules = PassRules(control_test=test)  # type: ignore[arg-type]
    control = check_raters(ratings(session("good"), session("bad", **settings)), rules)  # type: ignore[arg-type]
    bad = check(control, "bad")
    assert bad.verdict == "fail"
    assert len(bad.reasons) == 1
    assert reason in bad.sentence()
    assert control.passing() == {"good"}


def test_who_had_no_or_too_few_control_items_cannot_be_tested_and_is_kept() -> None:
    made = ratings(session("none", controls=0), session("few", controls=3), session("good"))
    control = check_raters(made)
    assert check(control, "none").verdict == check(control, "few").verdict == "untested"
    assert check(control, "few").reasons == ("3 damaged copies: too few to test",)
    assert control.passing() == {"none", "few", "good"}


def test_judgements_of_who_fails_are_set_aside_with_a_count() -> None:
    made = ratings(session("good"), session("blind", damage=0.0))
    kept = keep_passing(made, check_raters(made))
    assert kept.rater.names == ("good",)
    assert [(one.reason, one.count) for one in kept.set_aside] == [("1 rater did not pass quality control", 50)]
    same = ratings(session("good"))
    assert keep_passing(same, check_raters(same)) is same


def test_flags_are_for_people_and_nobody_fails_by_them() -> None:
    constant: list[tuple[str, str, str, ItemKind, float]] = [
        ("flat", f"i{n}", "ours", "scored", 50.0) for n in range(12)
    ]
    made = ratings(
        session("good"), session("calm"), session("hasty"), session("rare", items=4, controls=0), constant,
        seconds={"good": 9.0, "calm": 11.0, "hasty": 2.0, "rare": 10.0, "flat": 10.0},
    )  # fmt: skip
    control = check_raters(made)
    assert check(control, "good").flags == ()
    assert check(control, "hasty").flags == ("takes 2.0 s for a judgement (others typically 10.0 s)",)
    assert check(control, "rare").flags == ("only 4 judgements",)
    assert check(control, "flat").flags == ("gave all 12 items the same value, 50 (others: 0% of judgements)",)
    assert control.count("fail") == 0
    assert check(check_raters(made, PassRules(judgement_seconds=9.5)), "good").flags != ()


def test_a_control_item_belongs_to_the_original_on_the_same_sheet() -> None:
    # The rater judged the item twice; the repeat on sheet 2 belongs to the judgement there.
    made = Ratings.from_columns(
        [10.0, 80.0, 80.0], ["a"] * 3, ["1", "2", "2"], ["i"] * 3, ["ours"] * 3, ["q"] * 3,
        kind=["scored", "scored", "repeat"],
    )  # fmt: skip
    assert check(check_raters(made), "a").repeat_distance == 0


def test_a_control_item_without_an_original_is_not_used() -> None:
    made = Ratings.from_columns(
        [10.0, 80.0], ["a", "a"], ["1", "1"], ["i", "j"], ["ours"] * 2, ["q"] * 2, kind=["scored", "damaged"]
    )
    assert (check(check_raters(made), "a").damaged, check(check_raters(made), "a").verdict) == (0, "untested")


def test_agreement_leaves_out_who_fails_and_signs_the_rules() -> None:
    made = ratings(*(session(name) for name in "abc"), session("d", damage=0.0))
    found = genchal.agreement(made, quality_control=True)
    assert found.designs["meaning"].raters == 3
    assert found.set_aside[0].count == 50
    assert found.control is not None
    assert "4 raters; 3 pass, 1 fail, 0 cannot be tested" in next(found.control.sentences())
    assert all("qc:wilcoxon|p:0.05" in one.signature for one in found)


def test_who_fails_is_set_aside_with_the_reasons_and_the_rules_are_signed() -> None:
    made = ratings(session("good"), session("blind", damage=0.0))
    kept = apply_quality_control(made)
    assert kept.rater.names == ("good",)
    (aside,) = kept.set_aside
    assert aside.count == 50
    assert aside.reason.startswith(
        "1 rater did not pass quality control (blind (line 51): damaged copies do not score lower"
    )
    assert kept.notes["quality control"] == (
        "Quality control: 2 raters; 1 pass, 1 fail, 0 cannot be tested. "
        "Systems that lose more than 10% of their judgements: ours (20 of 40, 50%)."
    )
    assert sign_pass_rules(kept) == f"|{PassRules().signature()}"
    assert sign_pass_rules(made) == ""


def test_where_nobody_passes_there_is_nothing_to_rank() -> None:
    with pytest.raises(InvalidInput, match="no rater passes quality control"):
        apply_quality_control(ratings(session("blind", damage=0.0)))


def test_rankings_can_ask_for_quality_control() -> None:
    made = ratings(session("good"), session("fine"), session("blind", damage=0.0))
    found = genchal.rank_systems(made, method="mean", resamples=100, quality_control=True)
    assert found.raters == 2
    assert "|qc:wilcoxon|" in found.signature


def test_a_box_that_is_hardly_ever_ticked_is_no_straight_line_beside_a_scale() -> None:
    rng = np.random.default_rng(1)
    rows = [(name, f"i{n}", criterion) for name in "abc" for n in range(60) for criterion in ("quality", "added")]
    values = [
        float(rng.integers(1, 7)) if criterion == "quality" else float(name != "a" and rng.random() < 0.2)
        for name, _, criterion in rows
    ]
    raters, instances, criteria = zip(*rows, strict=True)
    made = Ratings.from_columns(values, raters, raters, instances, ["ours"] * len(rows), criteria)
    assert check(check_raters(made), "a").flags == ()
    boxes = check(check_raters(made.of("added")), "a").flags
    assert boxes[0].startswith("gave all 60 items the same value, 0")
