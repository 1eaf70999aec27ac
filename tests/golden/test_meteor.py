"""METEOR 1.5 with its real tables: numbers recorded when they equalled those of the original program."""

import csv
import gzip
import hashlib
from pathlib import Path

import pytest

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_outputs
from genchal.domain import Batch, System
from genchal.metrics.meteor import Meteor
from genchal.metrics.meteor.tables import Tables
from genchal.resources.meteor import load_meteor

SCRIPT_FILES = {  # segment scores that one team left beside its submissions; the first and the third are TNT1 and TNT2
    "Primary-Sys1": "tnt/System 1/Primary-Sys1",
    "Sys1-Model1": "tnt/System 1/Sys1-Model1",
    "Primary-Sys2": "tnt/System 2/Primary-Sys2",
    "Sys2-Model1": "tnt/System 2/Sys2-Model1",
    "Sys2-Model2": "tnt/System 2/Sys2-Model2",
    "Sys2-Model3": "tnt/System 2/Sys2-Model3",
}


@pytest.fixture(scope="module")
def metric(meteor: Tables) -> Meteor:
    return Meteor().equipped({"meteor": meteor})


def batch_of(data: Path, file: str, systems: list[str]) -> Batch:
    """Outputs of some systems with the references of the test set."""
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    alignment = OutputAlignment(task, instances)
    path = data / "e2e-eval" / file
    records = load_outputs(path)
    submissions = [alignment.align_outputs(System(name), records[name], path) for name in systems or sorted(records)]
    outputs = [text or "" for submission in submissions for text in submission.outputs]
    return Batch(outputs, [instance.references for _ in submissions for instance in instances])


def test_segment_scores_equal_those_of_the_challenges_script(data: Path, metric: Meteor) -> None:
    batch = batch_of(data, "all_outputs.tsv.xz", list(SCRIPT_FILES.values()))
    found = [f"{score:.4f}" for score in metric.segment_scores(metric.measure(batch))]
    expected = []
    for name in SCRIPT_FILES:
        path = data / "e2e-eval" / "segscores" / f"{name}.segscores.tsv.gz"
        with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
            expected += [row["METEOR"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]
    assert found == expected
    assert len(found) == 6 * 630


def test_every_count_of_a_fifth_of_the_primary_systems_segments_is_as_recorded(data: Path, metric: Meteor) -> None:
    every = batch_of(data, "primary_outputs.tsv.xz", [])
    rows = metric.measure(every.take(range(0, len(every), 5)))
    assert rows.shape == (21 * 630 // 5, 21)
    assert (
        hashlib.sha256(rows.astype("<i2").tobytes()).hexdigest()
        == "f64b9f6e3dbcbeed2e84ee3b5e022eedf3a4ab5748893f7a68f3bef5b675786d"
    )


ODD_TEXTS = [
    ("The cat sat on the mat.", ["The cat was sitting on the mat."]),
    ("The cat sat on the mat.", ["On the mat sat the cat."]),
    ("U.S.-based firms won't pay $1,000,000.50!", ["firms based in the US will not pay 1,000,000.50 dollars"]),
    ("Children's automobiles are large", ["The kids have big cars", "a child's car is huge"]),
    ("he has taken into account the fact that", ["he took account of the fact", "considering that fact , he has"]),
    ("It's 'quoted', ``twice'' - or “thrice”…", ["it is quoted ; twice - or thrice ..."]),
    ("naïve café owners in Zürich", ["cafe owner in Zurich is naïve", "owners of a café in Zürich"]),
    ("日本語 Привет 🙂 x²", ["Привет 🙂 日本語"]),
    ("the the the the a a of of", ["of the a the of the a the", "the of a"]),
    ("buffalo buffalo buffalo buffalo buffalo", ["buffalo bison buffalo buffalos"]),
    ("in order to be able to do so", ["so as to be able to do that", "to do so in order"]),
    ("Mr. Smith went to Washington in Sept. 1999", ["In September 1999 Mr Smith travelled to Washington."]),
    ("10 km/h (approx. 6.2 mph)", ["about 10 km per hour , 6.2 mph"]),
    (".", ["."]),
    ("...", ["!?"]),
    ("", ["something"]),
]
SCORES: list[float] = [
    0.8803088803,
    0.4776696620,
    0.2708803612,
    0.7245970568,
    0.4439689203,
    0.4530986692,
    0.3568292125,
    0.4443438716,
    0.4158116916,
    0.2798823273,
    0.4619705313,
    0.4578220849,
    0.3226607072,
    0.0000000000,
    0.0000000000,
    0.0000000000,
]  # fmt: skip


def test_texts_of_other_kinds_score_as_recorded(metric: Meteor) -> None:
    batch = Batch([output for output, _ in ODD_TEXTS], [tuple(references) for _, references in ODD_TEXTS])
    assert metric.segment_scores(metric.measure(batch)) == pytest.approx(SCORES, abs=1e-9)


def test_the_form_of_2005_scores_as_recorded(meteor: Tables) -> None:
    first = Meteor(matchers="exact stem synonym", weights="1 1 1", alpha=0.9, beta=3, gamma=0.5, delta=0.5)
    metric = first.equipped({"meteor": meteor})
    batch = Batch([output for output, _ in ODD_TEXTS[:5]], [tuple(references) for _, references in ODD_TEXTS[:5]])
    assert metric.segment_scores(metric.measure(batch)) == pytest.approx(SCORES_2005, abs=1e-9)


SCORES_2005 = [0.8534621578, 0.9375000000, 0.2525252525, 0.7217391304, 0.7193548387]

LANGUAGES = {
    "de": ("Die Häuser der Kinder sind schön.", "Das Haus des Kindes ist am schönsten."),
    "es": ("Los niños comieron rápidamente.", "El niño come con rapidez."),
    "fr": ("L'activité économique n'a pas continué.", "Les activités économiques continuent."),
    "ru": ("Красивые вазы стояли на окнах.", "Красивая ваза стоит на окне."),
    "cs": ("Hlavní město České republiky je Praha.", "Praha je hlavní město."),
}
SCORES_OF_LANGUAGES = {
    "de": 0.2433879462,
    "es": 0.2661146352,
    "fr": 0.1422782314,
    "ru": 0.4701196756,
    "cs": 0.4163910633,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_languages_score_as_recorded(meteor: Tables, language: str) -> None:
    unequipped = Meteor(tok="none", case="mixed", language=language)  # type: ignore[arg-type]
    metric = unequipped.equipped({"meteor": load_meteor(language, print)})
    output, reference = LANGUAGES[language]
    rows = metric.measure(Batch([output], [(reference,)]))
    assert metric.segment_scores(rows) == pytest.approx([SCORES_OF_LANGUAGES[language]], abs=1e-9)
