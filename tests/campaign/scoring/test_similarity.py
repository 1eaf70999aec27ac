"""Similarities are scores: every cell is what `genchal.score` says of one system against the other."""

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.campaign.reading.delexicalise import delexicalise_submissions
from genchal.campaign.reading.submissions import SystemOutputs, load_submissions
from genchal.campaign.scoring.request import choose_metrics, make_request
from genchal.campaign.scoring.score import score
from genchal.campaign.scoring.similarity import CompareLine, compare_outputs, similarity, similarity_files
from genchal.domain import Instance, SlotValues, Submission, System, Text
from genchal.domain.campaign import Reading
from genchal.domain.pseudo import pseudo_submission
from genchal.errors import InvalidInput
from genchal.tasks.plain import Plain

METRICS = ("bleu", "nist", "rouge_l", "cider")
TEXTS = {
    "plain": [
        "the ferry leaves at nine",
        "dogs travel free of charge",
        "the last boat is at six",
        "buy a ticket first",
    ],
    "wordy": [
        "the ferry to the island leaves at nine",
        "dogs travel free of charge",
        "the last boat back is at six o'clock",
        "please buy a ticket first",
    ],
    "odd": ["ferries go early", "no charge for dogs", "six is the last one", "tickets are sold on board"],
}
words = st.lists(st.sampled_from(["the", "a", "boat", "dog", "leaves", "at", "six"]), max_size=7).map(" ".join)


def numbered(texts: tuple[str | None, ...], name: str = "x") -> Submission:
    return Submission(System(name), tuple(range(len(texts))), texts)


@pytest.mark.parametrize("metric", [*METRICS, "ter"])
def test_a_cell_is_the_score_of_one_system_with_the_other_as_references(metric: str) -> None:
    found = similarity(TEXTS, [metric])
    assert found.lines == found.systems == tuple(TEXTS)
    for line, references in enumerate(TEXTS.values()):
        for column, outputs in enumerate(TEXTS.values()):
            expected = score(outputs, references, metrics=[metric], resamples=0)[metric]
            assert found.matrix(metric).values[line, column] == pytest.approx(expected.value, abs=1e-12)
            assert found.matrix(metric).n[line, column] == 4


@given(st.lists(st.tuples(words, words, words), min_size=1, max_size=6))
@settings(max_examples=25)
def test_so_it_is_whatever_the_texts_are(rows: list[tuple[str, str, str]]) -> None:
    systems = {name: [row[place] for row in rows] for place, name in enumerate("abc")}
    found = similarity(systems, ["bleu", "nist"])
    for metric in ("bleu", "nist"):
        for line, references in enumerate(systems.values()):
            expected = score(systems, references, metrics=[metric], resamples=0)
            values = [one.value for one in expected]
            assert np.allclose(found.matrix(metric).values[line], values, equal_nan=True)


def test_metrics_are_scaled_by_their_limits_before_their_mean_is_taken() -> None:
    found = similarity(TEXTS, [*METRICS, "edit"])
    nist, cider, edit = (found.matrix(name) for name in ("nist", "cider", "edit"))
    assert np.allclose(nist.scaled, np.minimum(nist.values / 10, 1))  # as the norm. avg. of the E2E challenge
    assert np.allclose(cider.scaled, cider.values / 10)
    assert np.allclose(edit.scaled, 1 / (1 + edit.values))  # a distance without a limit
    parts = [found.matrix(name).scaled for name in (*METRICS, "edit")]
    assert np.allclose(found.matrix("mean").values, np.mean(parts, axis=0))


def test_means_leave_the_system_itself_out_unless_they_say_otherwise() -> None:
    found = similarity(TEXTS, ["rouge_l"])
    values = found.matrix("rouge_l").values
    first = next(iter(found.resemblances("rouge_l")))
    assert first.as_references == pytest.approx((values[0, 1] + values[0, 2]) / 2)
    assert first.as_outputs == pytest.approx((values[1, 0] + values[2, 0]) / 2)
    assert first.with_self == pytest.approx(values[0].mean())


def test_a_system_resembles_itself_as_its_outputs_for_other_inputs_do() -> None:
    same = ["all is well"] * 6
    varied = [f"{word} " * 3 for word in ("one", "two", "three", "four", "five", "six")]
    itself = similarity({"same": same, "varied": varied}, ["rouge_l"]).matrix("rouge_l").itself
    assert itself.tolist() == [1, 0]
    alone = similarity({"a": ["one text"], "b": ["one text"]}, ["rouge_l"])
    assert np.isnan(alone.matrix("rouge_l").itself).all()  # there is no other input


def test_systems_that_are_alike_stand_beside_each_other() -> None:
    boats = ["the boat leaves at six", "the boat is full", "no boat today"]
    dogs = ["dogs may come along", "a dog needs no ticket", "leave your dog at home"]
    found = similarity(
        {"boat": boats, "dog": dogs, "boats": [f"{text} again" for text in boats], "dogs": [f"{t} too" for t in dogs]},
        ["rouge_l"],
    )
    order = [found.systems[place] for place in found.order]
    assert {frozenset(order[:2]), frozenset(order[2:])} == {frozenset(["boat", "boats"]), frozenset(["dog", "dogs"])}


def test_outputs_that_are_literally_the_same_are_counted() -> None:
    found = similarity({"a": ["x", "y", "y", None], "b": ["x", "y", "z", "w"]}, ["rouge_l"])
    assert found.duplicates.equal.tolist() == [[3, 2], [2, 4]]
    assert found.duplicates.both.tolist() == [[3, 3], [3, 4]]
    assert (found.duplicates.outputs.tolist(), found.duplicates.different.tolist()) == ([3, 4], [2, 4])


def test_missing_outputs_are_not_compared() -> None:
    found = similarity({"a": ["one two", None], "b": ["one two", "three"], "c": [None, None]}, ["rouge_l"])
    matrix = found.matrix("rouge_l")
    assert matrix.n.tolist() == [[1, 1, 0], [1, 2, 0], [0, 0, 0]]
    assert matrix.values[0, 1] == 1
    assert np.isnan(matrix.values[2]).all()
    assert np.isnan(list(found.resemblances())[2].as_references)


def test_all_references_are_a_line_and_a_reference_does_not_meet_itself_there() -> None:
    instances = [
        Instance("1", Text(), ("the boat leaves at six", "at six the boat leaves")),
        Instance("2", Text(), ("no dogs", "dogs stay at home")),
        Instance("3", Text(), ("only one",)),
    ]
    human = pseudo_submission(System("random"), "random", instances, seed=3)
    everybody = pseudo_submission(System("all"), "all", instances, seed=3)
    copied = replace(human, system=System("copy"), left_out=None)
    outputs = SystemOutputs(Plain(), tuple(instances), (human, copied, everybody))
    found = compare_outputs(outputs, make_request("rouge_l"))
    assert (found.lines, found.systems, found.extra) == (("all", "random", "copy"), ("random", "copy"), 1)
    matrix = found.matrix("rouge_l")
    assert matrix.values[0, 1] == 1  # it wrote what somebody wrote
    assert matrix.values[0, 0] < 1
    assert matrix.n.tolist() == [[2, 3], [3, 3], [3, 3]]  # of one reference there is no other
    assert matrix.signatures[0].startswith("rouge_l|nrefs:var|refs:outputs|")
    assert matrix.signatures[1].startswith("rouge_l|nrefs:1|refs:outputs|")
    first = next(iter(found.resemblances("rouge_l")))
    assert first.as_references == pytest.approx(matrix.values[0].mean())
    assert np.isnan([first.with_self, first.as_outputs, first.itself]).all()


def test_a_line_gives_the_same_after_it_has_travelled_to_another_process() -> None:
    instances = [Instance(str(number), Text()) for number in range(4)]
    systems = [numbered(tuple(texts), name) for name, texts in TEXTS.items()]
    metric = choose_metrics(make_request("bleu"), None)[0].metric
    line = CompareLine(instances, systems, systems, [metric], 1, None)
    travelled = pickle.loads(pickle.dumps(line))
    for (sums, n), (other_sums, other_n) in zip(line(1), travelled(1), strict=True):
        assert np.array_equal(sums, other_sums)
        assert np.array_equal(n, other_n)


def test_formulas_are_worked_out_cell_by_cell() -> None:
    instances = tuple(Instance(str(number), Text()) for number in range(4))
    systems = tuple(numbered(tuple(texts), name) for name, texts in TEXTS.items())
    request = make_request("bleu,rouge_l", None, ["half=(bleu+rouge_l)/2"])
    found = compare_outputs(SystemOutputs(Plain(), instances, systems), request)
    assert [matrix.metric for matrix in found.matrices] == ["bleu", "rouge_l", "half", "mean"]
    assert np.allclose(found.matrix("half").values, found.matrix("mean").values)


def test_values_are_taken_out_of_outputs_misspelt_ones_too() -> None:
    instances = [Instance("1", SlotValues((("name", "Blue Heron"), ("food", "soup"), ("near", "Old Mill"))))]
    texts = ("Blue Heron has soup near the Old Mill.", None)
    both = Submission(System("s"), (0, 0), texts)
    (found,) = delexicalise_submissions(instances, [both], ["name", "near"])
    assert found.outputs == ("X-name has soup near the X-near .", None)
    (other,) = delexicalise_submissions(instances, [numbered(("The blue herron has soup.",))], ["name"])
    assert other.outputs == ("The X-name has soup .",)
    with pytest.raises(InvalidInput, match=r"no input has a slot 'nmae'\. Did you mean 'name'\?"):
        delexicalise_submissions(instances, [both], ["nmae"])
    with pytest.raises(InvalidInput, match="Give references in a format with slots"):
        delexicalise_submissions([Instance("1", Text())], [both], ["name"])


def test_without_references_inputs_ids_or_lines_tell_what_belongs_together(tmp_path: Path) -> None:
    def written(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    ids = written("long.csv", "system,id,output\na,1,one\na,2,two\nb,2,due\n")
    assert [one.outputs for one in load_submissions([ids], []).submissions] == [("one", "two"), (None, "due")]
    a = written("a.tsv", "mr\toutput\nname[A], x[1]\tan A\nname[B], x[2]\ta B\n")
    b = written("b.tsv", "mr\toutput\nname[B], x[2]\tB is\n")
    loaded = load_submissions([b, a], [], task="slots")
    assert [one.outputs for one in loaded.submissions] == [(None, "B is"), ("an A", "a B")]
    assert loaded.instances[0].input == SlotValues((("name", "A"), ("x", "1")))
    lines = [written("c.txt", "one\ntwo\n"), written("d.txt", "one\n\n")]
    assert [one.outputs for one in load_submissions(lines, []).submissions] == [("one", "two"), ("one", "")]
    with pytest.raises(InvalidInput, match=r"e\.txt: 1 output for 2 instances"):
        load_submissions([*lines, written("e.txt", "one\n")], [])
    with pytest.raises(InvalidInput, match="@random is made from references, and there are none"):
        load_submissions([*lines, "@random"], [])
    bad = written("f.tsv", "mr\toutput\nname[A\tan A\nname[B]\ta B\n")
    with pytest.raises(InvalidInput, match=r"f\.tsv, line 2: .* is not a meaning representation"):
        load_submissions([bad], [], task="slots")


@pytest.mark.parametrize(
    ("systems", "metrics", "problem"),
    [
        ({"a": ["x"]}, ["bleu"], "there is nothing to compare"),
        ({}, ["bleu"], "there is nothing to compare"),
        ({"a": ["x"], "b": ["x", "y"]}, ["bleu"], "system 'a' has 1 outputs, another 2"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    systems: dict[str, list[str | None]], metrics: list[str], problem: str
) -> None:
    with pytest.raises(InvalidInput, match=problem):
        similarity(systems, metrics)


def test_files_are_compared_as_lists_are(tmp_path: Path) -> None:
    for name, texts in TEXTS.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    heard: list[str] = []
    files = [tmp_path / f"{name}.txt" for name in TEXTS]
    request = make_request("rouge_l")
    found = similarity_files(files, Reading(), request, progress=heard.append)
    assert np.array_equal(found.matrix().values, similarity(TEXTS, ["rouge_l"]).matrix().values)
    assert heard[-1] == "compared all with odd (3 of 3)"
    against = similarity_files([*files, "@gold"], Reading((files[0],)), request)
    assert against.matrix().values[0, 3] == 1  # gold is what `plain` wrote
