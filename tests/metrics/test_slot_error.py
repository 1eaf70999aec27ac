"""Slot error rate: rows, classes and settings."""

import numpy as np
import pytest

from genchal.domain import Act, Batch, DialogueAct, Input, Metric, SlotValues, Text
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics import METRICS
from genchal.metrics.slot_error import SlotError
from genchal.metrics.slot_error_delex import SlotErrorDelex
from genchal.resources.lexicons.reading import parse_lexicon

LEXICON = parse_lexicon(
    """
    [slots.name]
    open = true
    known = ["Heron Loop", "Mill Walk"]
    [slots.dogs.values]
    yes = ["dogs welcome"]
    no = ["no dogs"]
    [slots.length.values]
    long = ["long"]
    """,
    "walks.toml",
    "walks",
)
INPUT = SlotValues((("name", "Heron Loop"), ("dogs", "yes")))
FAMILY = ["slot_error", "slot_error.ok", "slot_error.added", "slot_error.missing", "slot_error.both"]


def made(name: str = "slot_error", **settings: object) -> Metric:
    metric = configure(METRICS[name], {"lexicon": "walks.toml", **settings}, name)
    return metric.equipped({"lexicon": LEXICON})


def batch(*outputs: str, given: Input = INPUT) -> Batch:
    return Batch(outputs, [()] * len(outputs), inputs=[given] * len(outputs))


@pytest.mark.parametrize(
    ("output", "errors", "kind"),  # missing, added, wrong, repeated
    [
        ("Heron Loop, dogs welcome", [0, 0, 0, 0], "ok"),
        ("Heron Loop", [1, 0, 0, 0], "missing"),
        ("", [2, 0, 0, 0], "missing"),
        ("a long Heron Loop, dogs welcome", [0, 1, 0, 0], "added"),
        ("a long Heron Loop", [1, 1, 0, 0], "both"),
        ("Heron Loop, no dogs", [0, 0, 1, 0], "both"),
        ("Mill Walk, dogs welcome", [0, 0, 1, 0], "both"),
        ("Heron Loop, dogs welcome, dogs welcome", [0, 0, 0, 1], "repeated"),
        ("Heron Loop, Heron Loop", [1, 0, 0, 1], "missing, repeated"),
        ("Heron Loop, dogs welcome, long, long", [0, 1, 0, 1], "added"),
    ],
)
def test_an_output_has_these_errors_and_is_of_this_kind(output: str, errors: list[int], kind: str) -> None:
    row = made().measure(batch(output))
    assert row[0, :5].tolist() == [*errors, 2]
    kinds = ["ok", "repeated", "added", "missing", "missing, repeated", "both"]
    assert row[0, 5:].tolist() == [*(float(one == kind) for one in kinds), 1]


def scores(outputs: Batch, **settings: object) -> dict[str, float]:
    metrics = {name: made(name, **settings) for name in [*FAMILY, "slot_error.repeated"]}
    rows = {metric.identity(): metric.measure(outputs) for metric in metrics.values()}
    assert len(rows) == 1  # measured once
    totals = next(iter(rows.values())).sum(axis=0)
    return {name: float(metric.summarise(totals)) for name, metric in metrics.items()}


OUTPUTS = batch(
    "Heron Loop, dogs welcome",
    "Heron Loop",
    "a long Heron Loop, dogs welcome",
    "Heron Loop, no dogs",
    "Heron Loop, Heron Loop, dogs welcome",
    "Heron Loop, Heron Loop",
)


def test_errors_are_summed_and_divided_by_the_slots() -> None:
    # 2 missing, 1 added, 1 wrong, 2 repeated; 6 inputs with 2 slots
    found = scores(OUTPUTS)
    assert found["slot_error"] == 6 / 12
    assert found["slot_error.repeated"] == 2 / 12
    assert [round(6 * found[name]) for name in FAMILY[1:]] == [1, 3, 1, 1]


def test_repetitions_can_be_left_out() -> None:
    found = scores(OUTPUTS, repetitions=False)
    assert found["slot_error"] == 4 / 12
    assert [round(6 * found[name]) for name in FAMILY[1:]] == [2, 1, 2, 1]


def test_the_four_classes_share_all_outputs() -> None:
    for repetitions in (True, False):
        assert sum(scores(OUTPUTS, repetitions=repetitions)[name] for name in FAMILY[1:]) == pytest.approx(1)


def test_inputs_without_slots_are_not_scored() -> None:
    mixed = Batch(["Heron Loop", "Heron Loop"], [(), ()], inputs=[Text("x"), INPUT])
    assert np.isnan(made().measure(mixed)[0]).all()
    assert not np.isnan(made().measure(mixed)[1]).any()
    assert np.isnan(made().measure(Batch(["x"], [("x",)]))).all()


def test_a_turn_without_slots_is_scored_by_what_it_adds() -> None:
    goodbye = DialogueAct((Act("goodbye"),))
    metric = made()
    rows = metric.measure(batch("bye", "bye, no dogs", given=goodbye))
    assert metric.segment_scores(rows).tolist() == [0, 1]


def test_no_rows_have_no_score() -> None:
    for name in [*FAMILY, "slot_error.repeated"]:
        assert np.isnan(made(name).summarise(np.zeros(12)))


@pytest.mark.parametrize("name", FAMILY)
def test_without_a_lexicon_nothing_begins(name: str) -> None:
    with pytest.raises(InvalidInput, match=f"metric '{name}' needs a lexicon") as refused:
        configure(METRICS[name], {}, name)
    assert "e2e" in refused.value.remedy


def test_signature_and_identity_name_the_lexicon_and_its_fingerprint() -> None:
    metric = made()
    assert f"|lexicon:walks-{LEXICON.fingerprint}|repetitions:yes|" in metric.signature("1")
    assert LEXICON.fingerprint in metric.identity()
    assert isinstance(metric, SlotError)
    assert metric.needs() == {"lexicon": "walks.toml"}


def delex(*outputs: str, slots: str = "") -> tuple[SlotErrorDelex, list[list[float]]]:
    inputs = [
        DialogueAct((Act("inform", (("name", "Heron Loop"), ("dogs", "yes"), ("count", "12"))),)),
        DialogueAct((Act("inform", (("name", "Mill Walk or Crane Path"), ("phone", "55512345"))),)),
        DialogueAct((Act("request", (("name", None),)),)),
    ]
    corpus = Batch(outputs, [()] * len(outputs), inputs=inputs[: len(outputs)])
    metric = SlotErrorDelex(slots).fitted([corpus])
    return metric, metric.measure(corpus).tolist()


def test_delexicalised_slots_are_missing_or_redundant() -> None:
    metric, rows = delex("Heron Loop, twelve of them", "Mill Walk and Mill Walk", "which of Heron Loop and 55512345")
    assert rows == [
        [0, 0, 2, 1],  # yes is no value that a text repeats
        [2, 1, 3, 1],  # Crane Path and the phone are missing, Mill Walk is said again
        [0, 2, 0, 1],  # nothing was asked for
    ]
    assert metric.summarise(np.sum(rows, axis=0)) == 5 / 5


def test_a_wrong_value_is_missing_and_redundant() -> None:
    assert delex("Mill Walk, 12", "Mill Walk, Crane Path, 55512345")[1] == [[1, 1, 2, 1], [0, 0, 3, 1]]


def test_only_the_slots_asked_for_count() -> None:
    assert delex("nothing", "Mill Walk", slots="phone, count")[1] == [[1, 0, 1, 1], [1, 0, 1, 1]]
