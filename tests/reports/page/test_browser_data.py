"""What the outputs browser gets: everything comes back as it went in, from the page or from the files beside it."""

import base64
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.domain import Act, DialogueAct, Instance, SlotValues, Text
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.people import EvaluationSize, HumanEvaluation, RatedSegments
from genchal.reports.names import track_slugs
from genchal.reports.page import browser_data as laid_out
from genchal.reports.page.browser_columns import encode_bits, encode_column
from genchal.reports.page.browser_data import browser_data, browser_files
from genchal.reports.page.browser_tags import instance_tags
from genchal.reports.page.browser_texts import chunk_starts, input_pairs, word_variety
from genchal.reports.page.html import report_html
from genchal.reports.report_files import render_report
from reports.campaigns import CAMPAIGN, IDS, TRACK, campaigns
from reports.whole_campaign import whole_track


def decode(text: str, kind: str) -> list[Any]:
    return list(np.frombuffer(base64.b64decode(text), dtype=f"<{kind}").tolist())


def decode_column(coded: dict[str, Any], length: int) -> list[float]:
    """The column as the script reads it, number by number."""
    if "steps" in coded:
        steps = decode(coded["steps"], "u2")
        values = [float("nan") if step == 0xFFFF else (coded["low"] + step) / coded["scale"] for step in steps]
    else:
        values = decode(coded["floats"], "f4")
    if "at" not in coded:
        return values
    full = [float("nan")] * length
    for place, value in zip(decode(coded["at"], "u4"), values, strict=True):
        full[place] = value
    return full


def decode_texts(chunk: dict[str, Any], systems: int, slots: list[str]) -> list[dict[str, Any]]:
    """Instances of a chunk, cut out of its one string by counting UTF-16 units, as the script does."""
    units = chunk["texts"].encode("utf-16-le", "surrogatepass")
    texts, at = [], 0
    for length in decode(chunk["lengths"], "u4"):
        texts.append(units[2 * at : 2 * (at + length)].decode("utf-16-le", "surrogatepass"))
        at += length + 1
    shape = decode(chunk["shape"], "u2")
    which = decode(chunk["which"], "u1")
    used = iter(decode(chunk["slots"], "u2"))
    left = iter(texts)
    instances = []
    for i in range(len(shape) // 3):
        pairs, references, different = shape[3 * i : 3 * i + 3]
        name = next(left)
        given = [next(left) for _ in range(pairs or 1)]
        found = {
            "id": name,
            "input": [(slots[next(used)], value) for value in given] if pairs else given[0],
            "references": [next(left) for _ in range(references)],
        }
        said = [next(left) for _ in range(different)]
        own = which[i * systems : (i + 1) * systems]
        instances.append(found | {"outputs": [None if place == 0xFF else said[place] for place in own]})
    return instances


def expected_texts(track: TrackResults) -> list[dict[str, Any]]:
    missing = (None,) * len(track.instances)
    outputs = [track.outputs.get(system.name, missing) for system in track.ranked()]
    return [
        {
            "id": instance.id,
            "input": input_pairs(instance.input) or str(instance.input),
            "references": list(instance.references),
            "outputs": [texts[place] for texts in outputs],
        }
        for place, instance in enumerate(track.instances)
    ]


@given(campaigns())
@settings(max_examples=40)
def test_texts_come_back_as_they_went_in(campaign: CampaignResults) -> None:
    for track, index in zip(campaign.tracks, browser_data(campaign), strict=True):
        read = [
            instance
            for chunk in index["pieces"]["texts"]
            for instance in decode_texts(chunk, len(index["systems"]), index["slots"])
        ]
        assert read == expected_texts(track)


def test_scores_follow_the_instances() -> None:
    (index,) = browser_data(CAMPAIGN)
    assert index["systems"] == ["neural", "templates", "hasty", "unscored"]
    bleu, errors = (decode_column(piece["values"], 12) for piece in index["pieces"]["columns"])
    # walk-1, walk-2, walk-3; the systems from left to right
    rows = [[0.9, 0.7, np.nan, np.nan], [0.0, 1.0, 0.65, np.nan], [0.45, 0.5, 0.4, np.nan]]
    assert np.allclose(np.reshape(bleu, (3, 4)), rows, equal_nan=True)
    assert np.allclose(np.reshape(errors, (3, 4))[:, 1], [0.3333, 0.0, np.nan], equal_nan=True)
    assert index["errors"] == [{"label": "wrong slots", "column": 1}]


def test_judgements_are_columns_with_their_counts() -> None:
    rated = RatedSegments("templates", "quality", IDS[::-1], np.array([2.5, 4.0, 5.0]), np.array([2, 1, 3]))
    size = EvaluationSize(6, 3, 6, 3, 1)
    people = HumanEvaluation("crowd", "file", size, (), (rated,), is_simulated=True)
    (index,) = browser_data(replace(CAMPAIGN, tracks=(replace(TRACK, people=(people,)),)))
    quality = index["columns"][2]
    assert (quality["label"], quality["people"], quality["simulated"], quality["higher"]) == (
        "quality",
        True,
        True,
        True,
    )
    piece = index["pieces"]["columns"][2]
    assert np.reshape(decode_column(piece["values"], 12), (3, 4))[:, 1].tolist() == [5.0, 4.0, 2.5]
    assert np.reshape(decode_column(piece["counts"], 12), (3, 4))[:, 1].tolist() == [3, 1, 2]


numbers = st.one_of(st.just(float("nan")), st.floats(-3, 3), st.floats(-1e5, 1e5))


@given(st.lists(numbers, max_size=40))
def test_columns_keep_the_decimals_that_are_shown(values: list[float]) -> None:
    read = decode_column(encode_column(np.array(values, dtype=np.float64)), len(values))
    assert np.array_equal(np.isnan(read), np.isnan(values))
    # Four decimals in steps; seven digits in single precision.
    assert np.allclose(read, values, rtol=1e-6, atol=0.500001e-4, equal_nan=True)


def test_a_column_with_few_numbers_names_their_places() -> None:
    values = np.full(100, np.nan)
    values[[3, 70]] = [0.25, 1.0]
    coded = encode_column(values)
    assert len(coded["steps"]) < 10
    assert np.array_equal(decode_column(coded, 100), values, equal_nan=True)


def test_a_large_campaign_has_files_and_the_page_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert browser_files(CAMPAIGN) == {}
    everything = browser_data(CAMPAIGN)[0]
    monkeypatch.setattr(laid_out, "INLINE", 100)
    (index,) = browser_data(CAMPAIGN)
    files = browser_files(CAMPAIGN)
    assert "pieces" not in index
    assert [name for names in index["files"].values() for name in names] == list(files)
    assert list(files) == ["data/walks-scores-01.js", "data/walks-scores-02.js", "data/walks-texts-0001.js"]
    pieces = everything["pieces"]["columns"] + everything["pieces"]["texts"]
    for (name, content), piece in zip(files.items(), pieces, strict=True):
        call = content.decode().strip()
        assert call.startswith("genchalData(") and call.endswith(");")
        assert json.loads(f"[{call[len('genchalData(') : -2]}]") == [name, piece]
    assert files.items() <= render_report(CAMPAIGN).items()


def test_only_a_large_campaign_may_load_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "strict-dynamic" not in report_html(replace(CAMPAIGN, tracks=()), [], [])
    monkeypatch.setattr(laid_out, "INLINE", -1)
    assert "&#39;strict-dynamic&#39;;" in report_html(replace(CAMPAIGN, tracks=()), [], [])


@given(campaigns())
@settings(max_examples=20)
def test_every_track_has_a_name_for_its_data(campaign: CampaignResults) -> None:
    assert [index["slug"] for index in browser_data(campaign)] == list(track_slugs(campaign))


def test_instances_are_cut_into_chunks_of_a_size() -> None:
    instances = [Instance(str(place), Text("x" * 10)) for place in range(5)]
    outputs = [["y" * 5] * 5, ["y" * 5] * 5]  # equal outputs are kept once: 15 characters an instance
    assert chunk_starts(instances, outputs, longest=30) == [0, 2, 4]
    assert chunk_starts(instances, outputs, longest=1) == [0, 1, 2, 3, 4]
    assert chunk_starts([], [], longest=1) == [0]


def test_tags_are_what_parts_the_instances() -> None:
    instances = [
        Instance("1", SlotValues((("name", "x"), ("area", "y"))), meta={"source": "news", "line": "a"}),
        Instance("2", SlotValues((("name", "x"),)), meta={"source": "talk", "line": "b"}),
        Instance("3", DialogueAct((Act("inform", (("name", "x"), ("name", "z"))),)), meta={"source": "news"}),
        Instance("4", Text("one two three four five six")),
    ]
    tags = {(tag["group"], tag["label"]): tag["bits"] for tag in instance_tags(instances)}
    bits = {key: [place for place in range(4) if base64.b64decode(text)[0] >> place & 1] for key, text in tags.items()}
    assert bits["source", "news"] == [0, 2]
    assert bits["slot", "name"] == [0, 1, 2]
    assert bits["number of slots", "2"] == [0, 2]
    assert bits["act", "inform"] == [2]
    assert bits["words of the input", "6–10"] == [3]
    assert list(bits).index(("number of slots", "1")) < list(bits).index(("number of slots", "2"))


def test_what_all_instances_have_and_what_only_one_has_are_no_tags() -> None:
    many = [Instance(str(place), Text("one"), meta={"row": str(place), "set": "test"}) for place in range(40)]
    assert instance_tags(many) == []


def test_flags_are_packed_from_the_lowest_bit() -> None:
    assert base64.b64decode(encode_bits(np.array([True, False, False, True] + [False] * 5))) == bytes([0b1001, 0])


def test_a_criterion_is_named_with_its_evaluation_only_where_others_have_it_too() -> None:
    track = whole_track()
    (first, *_) = track.people
    (quality, *_) = first.criteria
    rated = tuple(segments for segments in first.segments if segments.criterion == quality.criterion)
    first = replace(first, name="one", criteria=(quality,), segments=rated)
    renamed = replace(
        first,
        name="two",
        criteria=(replace(quality, criterion="wit"),),
        segments=tuple(replace(segments, criterion="wit") for segments in rated),
    )

    def labels(*people: HumanEvaluation) -> list[str]:
        (index,) = browser_data(replace(CAMPAIGN, tracks=(replace(track, people=people),)))
        return [measure["label"] for measure in index["columns"] if measure["people"]]

    assert labels(first, renamed) == [quality.criterion, "wit"]
    assert labels(first, replace(first, name="two")) == [f"{quality.criterion} (one)", f"{quality.criterion} (two)"]


@pytest.mark.parametrize(
    ("outputs", "share"),
    [
        (("a b", "a b"), 0.0),
        (("a b", "A c"), 2 / 3),  # b and c, of a, b and c
        (("a", "b"), 1.0),
        (("", ""), 0.0),
        (("a b", None), None),
    ],
)
def test_variety_is_the_share_of_words_that_not_all_outputs_have(
    outputs: tuple[str | None, ...], share: float | None
) -> None:
    variety = word_variety([[text] for text in outputs], 0)
    assert np.isnan(variety) if share is None else variety == pytest.approx(share)
