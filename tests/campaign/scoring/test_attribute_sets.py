"""Attribute sets on their way through the program: files, pseudo-systems, caches, campaigns, Python."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import genchal
from cli.typed import genchal as typed
from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.run import run_campaign
from genchal.campaign.scoring import row_cache, rows
from genchal.campaign.scoring.evidence import Machinery, gather_evidence
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.rows import SubmissionTiles, measure_rows
from genchal.domain import AttributeSet, Batch, Instance, Scene, Submission, System, Text
from genchal.domain.inputs import full_contents
from genchal.domain.pseudo import pseudo_submission
from genchal.engines import ENGINES, Engine
from genchal.engines.serial import Serial
from genchal.errors import InvalidInput
from genchal.metrics import METRICS
from genchal.resources.results import ResultStore
from genchal.tasks.tuna import Tuna

THING = '<ENTITY ID="{}" TYPE="{}"><ATTRIBUTE NAME="type" VALUE="{}"/><ATTRIBUTE NAME="colour" VALUE="{}"/></ENTITY>'
BOATS = "<DOMAIN>" + "".join(
    THING.format(*one)
    for one in ((1, "target", "tug", "red"), (2, "distractor", "tug", "blue"), (3, "distractor", "ferry", "red"))
)
BOATS += "</DOMAIN>"


def attribute_set(text: str) -> str:
    pairs = (one.split(":") for one in text.split())
    attributes = "".join(f'<ATTRIBUTE NAME="{name}" VALUE="{value}"/>' for name, value in pairs)
    return f"<ATTRIBUTE-SET>{attributes}</ATTRIBUTE-SET>"


def trials(domain: str, **contents: str) -> str:
    whole = "\n".join(f'<TRIAL ID="{name}" DOMAIN="{domain}">{inner}</TRIAL>' for name, inner in contents.items())
    return f"<TRIALS>\n{whole}\n</TRIALS>\n"


BOTH = "type:tug colour:red"
BOAT_TRIALS = trials(
    "boats",
    t1=BOATS + "<WORD-STRING>the red tug</WORD-STRING>" + attribute_set(BOTH),
    t2=BOATS + "<WORD-STRING>the tug</WORD-STRING>" + attribute_set("type:tug"),
    t3=BOATS + "<WORD-STRING>that one</WORD-STRING>" + attribute_set(""),
)
SHIP_TRIALS = trials("ships", t4=BOATS + attribute_set("colour:red"))
XML = trials("boats", t3="", t2=attribute_set(BOTH), t1=attribute_set(BOTH) + "<WORD-STRING>the tug</WORD-STRING>")
TABLE = (
    "system\tdomain\ttrial\tprediction\n"
    "A\tboats\tt1\ttype:tug colour:red\nA\tboats\tt2\ttype:tug\nA\tboats\tt3\t\nA\tships\tt4\tcolour:blue\n"
    "B\tboats\tt1\ttype:tug\nB\tships\tt4\tcolour:red type:tug\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GENCHAL_CACHE", str(tmp_path / "cache"))
    for name, text in (("boats.xml", BOAT_TRIALS), ("ships.xml", SHIP_TRIALS), ("ours.xml", XML), ("all.tsv", TABLE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def scores(folder: Path, command: str) -> dict[tuple[str, str], tuple[float | None, int, int]]:
    import json

    done = typed("score", *command.split(), "--resamples", "0", "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["scores"]
    return {
        (one["system"], one["metric"]): (one["value"] and round(one["value"], 4), one["n"], one["not_scored"])
        for one in found
    }


@pytest.mark.parametrize("task", ["", " --task tuna"])
def test_outputs_in_xml_have_sets_texts_or_both(folder: Path, task: str) -> None:
    found = scores(folder, f"ours.xml -r boats.xml -m dice,set_accuracy,uniqueness,minimality,exact_match,edit{task}")
    # Trial t1 equals its reference; in t2 there is one attribute more: Dice 2/3. Trial t3 has no output at all.
    assert found["ours", "dice"] == (round((1 + 2 / 3) / 2, 4), 2, 1)
    assert found["ours", "set_accuracy"] == (0.5, 2, 1)
    assert found["ours", "uniqueness"] == found["ours", "minimality"] == (1.0, 2, 1)
    # Only t1 has a text, "the tug" for "the red tug"; a set without a text is no empty text.
    assert found["ours", "exact_match"] == (0.0, 1, 2)
    assert found["ours", "edit"] == (1.0, 1, 2)


def test_a_table_of_sets_may_be_of_several_systems_and_domains(folder: Path) -> None:
    boats = scores(folder, "all.tsv -r boats.xml -m dice")
    assert boats == {("A", "dice"): (1.0, 3, 0), ("B", "dice"): (round(2 / 3, 4), 1, 2)}
    ships = scores(folder, "all.tsv -r ships.xml -m dice")
    assert ships == {("A", "dice"): (0.0, 1, 0), ("B", "dice"): (round(2 / 3, 4), 1, 0)}
    both = scores(folder, "all.tsv -r boats.xml -r ships.xml -m dice")
    assert both == {("A", "dice"): (0.75, 4, 0), ("B", "dice"): (round(2 / 3, 4), 2, 2)}


def test_missing_sets_may_count_as_empty_ones(folder: Path) -> None:
    found = scores(folder, "all.tsv -r boats.xml -m dice --missing zero")
    # B lacks t2, an empty set beside type:tug, and t3, where the reference is empty, too: 2/3, 0 and 1.
    assert found["B", "dice"] == (round((2 / 3 + 0 + 1) / 3, 4), 3, 0)
    found = scores(folder, "ours.xml -r boats.xml -m dice,exact_match --missing zero")
    assert found["ours", "exact_match"] == (0.0, 3, 0)
    assert found["ours", "dice"] == (round((1 + 2 / 3 + 1) / 3, 4), 3, 0)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("score all.tsv -r boats.xml", "metric 'bleu' looks at texts, and no output has one"),
        ("score all.tsv -r boats.xml -m dice,edit", "metric 'edit' looks at texts, and no output has one"),
        ("score lines.txt -r boats.xml -m masi", "metric 'masi' compares attribute sets, and no output has one"),
        ("score lines.txt -r lines.txt -m dice", "metric 'dice' compares attribute sets, and no output has one"),
        ("score @HUMAN -r lines.txt -m dice", "metric 'dice' compares attribute sets, and no output has one"),
        ("score all.tsv -r bare.xml -m dice", "metric 'dice' can score no output: it needs scenes with attribute sets"),
        ("score @HUMAN -r boats.xml -m masi", "metric 'masi' can score no output: it needs scenes with attribute sets"),
        (
            "score all.tsv -r planes.xml -m dice",
            "all.tsv: no outputs for the domain planes. It has some for: boats, ships",
        ),
        ("score all.tsv -r boats.xml -r boats.xml -m dice", "boats.xml: trial 't1' is already in boats.xml"),
        ("score ours.xml -r ships.xml -m dice", "ours.xml: none of its 3 ids is among the references: outputs have"),
        ("score cut.xml -r boats.xml -m dice", "cut.xml, line 5: broken XML"),
        (
            "score commas.csv -r boats.xml -m dice",
            "commas.csv: no column for the outputs. Its columns: trial ('t1'), attributes_used ('type:tug')",
        ),
        ("score red.tsv -r boats.xml -m dice", "red.tsv, line 2: 'red' is not an attribute"),
        ("score ours.xml -r boats.xml -m uniqueness:each=best", "metric 'uniqueness' has no setting 'each'"),
        ("score ours.xml -r boats.xml -m uniqueness:untrue=fail", "cannot be 'fail'. Did you mean 'fails'?"),
        ("score ours.xml -r boats.xml -m dice:each=worst", "setting 'each' of metric 'dice' cannot be 'worst'"),
    ],
)
def test_what_cannot_be_scored_is_told_in_one_line(folder: Path, command: str, message: str) -> None:
    (folder / "lines.txt").write_text("the tug\nthe red tug\nthat one\n", encoding="utf-8")
    (folder / "bare.xml").write_text(trials("boats", t1=BOATS, t2=BOATS, t3=BOATS), encoding="utf-8")
    (folder / "planes.xml").write_text(trials("planes", t1=BOATS), encoding="utf-8")
    (folder / "cut.xml").write_text(XML[:-3], encoding="utf-8")
    (folder / "commas.csv").write_text("trial,attributes_used\nt1,type:tug\n", encoding="utf-8")
    (folder / "red.tsv").write_text("trial\tprediction\nt1\tred\n", encoding="utf-8")
    done = typed(*command.split(), folder=folder)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.splitlines()[0].startswith("error: ")
    assert "Traceback" not in done.stderr


def test_sets_are_validated_like_texts(folder: Path) -> None:
    done = typed("validate", "ours.xml", "all.tsv", "-r", "boats.xml", folder=folder)
    assert done.returncode == 0
    assert "ours.xml: 1 of 3 inputs has no output: 't3'" in done.stdout
    assert "all.tsv: system 'B': 2 of 3 inputs have no output: 't2', 't3'" in done.stdout
    assert "all.tsv: 2 systems, 4 outputs" in done.stdout
    (folder / "bad.tsv").write_text("trial\tprediction\nt1\tred\nt2\nt9\ttype:tug\nt9\t\n", encoding="utf-8")
    done = typed("validate", "bad.tsv", "-r", "boats.xml", folder=folder)
    assert done.returncode == 2
    assert [line.partition(". ")[0] for line in done.stdout.splitlines() if line.startswith("error")] == [
        "error: bad.tsv, line 2: 'red' is not an attribute",
        "error: bad.tsv, line 3: 1 column, expected 2 (trial, prediction)",
        "error: bad.tsv, line 5: there is already trial 't9' in line 4",
    ]
    (folder / "unknown.tsv").write_text("trial\tprediction\nt1\ttype:tug\nt9\ttype:tug\n", encoding="utf-8")
    assert (
        "line 3: 't9' is not in the test file"
        in typed("validate", "unknown.tsv", "-r", "boats.xml", folder=folder).stdout
    )
    done = typed("validate", "all.tsv", "-r", "planes.xml", folder=folder)
    assert done.returncode == 2


CAMPAIGN = """
[campaign]
name = "Boats"
resamples = 10

[[track]]
name = "boats"
format = "tuna"
test = "boats.xml"

[[system]]
name = "A"
file = "all.tsv"

[[system]]
name = "ours"
file = "ours.xml"

[[system]]
name = "people"
references = "HUMAN"

[[metric]]
name = "uniqueness"
"""


def test_a_campaign_scores_sets_and_measures_again_what_changed(folder: Path) -> None:
    (folder / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    first = run_campaign(folder / "campaign.toml")
    (track,) = first.results.tracks
    assert {one.system: round(one.value, 4) for one in track.scores} == {"A": 0.3333, "ours": 1.0, "people": 0.3333}
    assert track.outputs["A"] == ("colour:red type:tug", "type:tug", "")  # what a report shows of sets without a text
    assert track.outputs["ours"] == ("the tug", "colour:red type:tug", None)
    assert (first.measured, run_campaign(folder / "campaign.toml").did_nothing) == (3, True)
    (folder / "all.tsv").write_text(TABLE.replace("type:tug colour:red", "type:tug colour:blue"), encoding="utf-8")
    second = run_campaign(folder / "campaign.toml")
    assert second.measured == 1
    assert {one.system: one.value for one in second.results.tracks[0].scores}["A"] == 0
    assert typed("validate", "campaign.toml", folder=folder).returncode == 0


def test_a_campaign_refuses_metrics_that_have_nothing_to_score(folder: Path) -> None:
    (folder / "campaign.toml").write_text(CAMPAIGN + '[[metric]]\nname = "dice"\n', encoding="utf-8")
    (folder / "boats.xml").write_text(trials("boats", t1=BOATS, t2=BOATS, t3=BOATS), encoding="utf-8")
    with pytest.raises(InvalidInput):
        run_campaign(folder / "campaign.toml")


def test_sets_of_references_are_part_of_what_stored_results_depend_on(folder: Path) -> None:
    metric = CAMPAIGN.replace('"uniqueness"', '"dice"')
    (folder / "campaign.toml").write_text(metric.replace('references = "HUMAN"', 'file = "all.tsv"'), encoding="utf-8")
    text = (folder / "all.tsv").read_text(encoding="utf-8").replace("\nB\t", "\npeople\t")
    (folder / "all.tsv").write_text(text, encoding="utf-8")
    assert run_campaign(folder / "campaign.toml").measured == 3
    (folder / "boats.xml").write_text(
        BOAT_TRIALS.replace(attribute_set("type:tug"), attribute_set("type:ferry")), "utf-8"
    )
    again = run_campaign(folder / "campaign.toml")
    assert again.measured == 2  # people have no output for the trial that changed
    assert {one.system: round(one.value, 4) for one in again.results.tracks[0].scores}["A"] == round(2 / 3, 4)


def sets(*texts: str | None) -> tuple[AttributeSet | None, ...]:
    def one(text: str) -> AttributeSet:
        return frozenset((name, value) for name, _, value in (pair.partition(":") for pair in text.split()))

    return tuple(None if text is None else one(text) for text in texts)


def instances(*references: tuple[Sequence[str], Sequence[str]]) -> list[Instance]:
    """Trials with texts and sets."""
    entities = next(Tuna().parse(BOAT_TRIALS.splitlines(), "f")).input
    assert isinstance(entities, Scene)
    return [
        Instance(
            str(number),
            replace(entities, attribute_sets=tuple(one for one in sets(*some) if one is not None)),
            tuple(texts),
        )
        for number, (texts, some) in enumerate(references)
    ]


def test_people_bring_the_sets_that_belong_to_their_texts() -> None:
    trials_of = instances((["a", "b"], ["type:tug", "colour:red"]), ([], ["type:tug", ""]), (["a", "b"], ["type:tug"]))
    first, second = (pseudo_submission(System(name), name, trials_of, seed=3) for name in ("HUMAN-1", "HUMAN-2"))
    known = {"a": "type:tug", "b": "colour:red"}
    for one in (first, second):
        assert one.attribute_sets is not None
        assert one.attribute_sets[0] == sets(known[one.outputs[0] or ""])[0]
        assert one.outputs[1] is None
        assert one.attribute_sets[2] is None  # two texts and one set: nobody can tell whose
        assert one.missing == 0
    assert {first.attribute_sets and first.attribute_sets[1], second.attribute_sets and second.attribute_sets[1]} == {
        *sets("type:tug", "")
    }
    everybody = pseudo_submission(System("all"), "all", trials_of, seed=3)
    assert everybody.attribute_sets == (*sets("type:tug", "colour:red", "type:tug", ""), None, None)
    assert pseudo_submission(System("gold"), "gold", [Instance("1", Text(), ("a",))], seed=3).attribute_sets is None


def test_a_persons_set_is_compared_with_the_other_ones() -> None:
    trials_of = instances((["a", "b", "c"], ["type:tug", "colour:red type:tug", "colour:red"]))
    people = [pseudo_submission(System("all"), "all", trials_of, seed=1)]
    ours = Submission(System("ours"), (0,), (None,), attribute_sets=sets("type:tug"))
    metrics = [METRICS["dice"](), METRICS["uniqueness"]()]
    systems = measure_rows(SubmissionTiles(trials_of, [*people, ours]), metrics, Serial())
    rows, unique = ([system.rows[number] for system in systems] for number in range(2))
    assert rows[0][:, 0].tolist() == pytest.approx([(2 / 3 + 0) / 2, (2 / 3 + 2 / 3) / 2, (0 + 2 / 3) / 2])
    assert rows[1][:, 0].tolist() == pytest.approx([(1 + 2 / 3 + 0) / 3])
    assert unique[0][:, 0].tolist() == [0, 1, 0]


@pytest.mark.parametrize("name", list(ENGINES))
def test_every_engine_carries_sets(
    name: str, two_workers: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "TEXTS_AT_ONCE", 4)
    trials_of = instances(*[(["a", "b"], ["type:tug", "colour:red"])] * 9)
    places = tuple(range(9))
    some = sets(*["type:tug colour:red", None, "colour:red"] * 3)
    given = [
        Submission(System("sets"), places, (None,) * 9, attribute_sets=some),
        Submission(System("texts"), places, ("a b",) * 9),
        Submission(System("mixed"), places, ("a", None, None) * 3, attribute_sets=some),
        pseudo_submission(System("HUMAN"), "HUMAN", trials_of, seed=1),
    ]
    metrics = [METRICS[one]() for one in ("dice", "masi", "uniqueness", "minimality", "rouge_l")]
    systems = measure_rows(SubmissionTiles(trials_of, given), metrics, two_workers(name))
    for number, metric in enumerate(metrics):
        found = [system.rows[number] for system in systems]
        has_sets = [[one is not None for one in some], [False] * 9, [one is not None for one in some], [True] * 9]
        has_texts = [[False] * 9, [True] * 9, [True, False, False] * 3, [True] * 9]
        expected = has_texts if metric.subject == "texts" else has_sets
        assert [np.isnan(one).all(axis=1).tolist() for one in found] == [
            [not there for there in one] for one in expected
        ]
        assert all((np.isnan(one).any(axis=1) == np.isnan(one).all(axis=1)).all() for one in found)


def test_kept_rows_depend_on_every_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "WORTH_KEEPING", 0.0)
    cache = ResultStore(tmp_path)
    machinery = Machinery(cache=MetricRowCache(cache))

    def score(said: str, reference: str) -> float:
        ours = Submission(System("ours"), (0,), (None,), attribute_sets=sets(said))
        outputs = SystemOutputs(Tuna(), tuple(instances(([], [reference]))), (ours,))
        evidence = gather_evidence(outputs, make_request("dice"), machinery=machinery)
        return float(evidence.systems[0].rows[0][0, 0])

    assert score("type:tug", "type:tug") == 1
    assert score("type:tug", "colour:red") == 0  # another reference, the same scene
    assert score("colour:red", "colour:red") == 1
    assert score("type:tug", "type:tug") == 1
    assert len(cache.files()) == 3


def test_fingerprints_of_scenes_do_not_depend_on_the_order_of_a_set() -> None:
    many = [(name, str(place)) for place, name in enumerate("abcdefghijklmnop")]
    there, back = (Scene("", (), (frozenset(order),)) for order in (many, many[::-1]))
    assert full_contents(there) == full_contents(back)
    batches = [Batch(["x"], [()], inputs=[one], attribute_sets=[one.attribute_sets[0]]) for one in (there, back)]
    assert batches[0].contents() == batches[1].contents()
    assert full_contents(there) != full_contents(Scene("", (), (frozenset(many[1:]),)))
    assert full_contents(there) != full_contents(Scene("", ()))
    assert full_contents(Text("a")) != full_contents(Text("b"))


def test_submissions_with_sets_can_be_scored_in_python() -> None:
    trials_of = instances((["the red tug"], [BOTH]), (["the tug"], ["type:tug"]))
    ours = genchal.Submission(genchal.System("ours"), (0, 1), ("the tug", None), attribute_sets=sets(BOTH, BOTH))
    found = genchal.score_submissions(trials_of, [ours], ["dice", "exact_match"], resamples=0)
    assert found["dice"].value == pytest.approx((1 + 2 / 3) / 2)
    assert (found["exact_match"].value, found["exact_match"].n, found["exact_match"].not_scored) == (0, 1, 1)
    assert found["dice"].signature == "dice|nrefs:1|each:mean|v:1"
    assert ours.missing == 0
    preset = genchal.score_submissions(trials_of, [ours], preset="tuna07", resamples=0)
    assert [(one.metric, one.value) for one in preset] == [
        ("dice", pytest.approx((1 + 2 / 3) / 2)),
        ("set_accuracy", 0.5),
        ("minimality", 1.0),
        ("uniqueness", 1.0),
    ]
    with pytest.raises(InvalidInput, match="metric 'dice' compares attribute sets, and no output has one"):
        genchal.score(["a"], ["a"], metrics=["dice"])
    assert not math.isnan(found["dice"].value)
