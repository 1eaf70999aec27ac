"""D-Levels of the 21 E2E systems and of data sets beside Table 9 and Figure 4 of the E2E report (Dušek et al. 2020).

The table comes from another parser, and the rules were read with it in view: correlations here are no proof on unseen
data. Tolerances leave room for other weights of the parser; `python -m benchmarks dlevel` has the figures in full.
"""

from collections.abc import Mapping
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import SystemOutputs, load_submissions
from genchal.campaign.texts.dlevel import level_systems
from genchal.domain import DependencyTree
from genchal.domain.results.levels import LevelSettings, LevelShares
from genchal.metrics.dlevel_ud import DLevelUd
from genchal.resources.files import read_lines
from genchal.resources.parser import load_parser
from genchal.tasks import TASKS
from genchal.text.clean_up import detokenise
from genchal.text.dlevel import d_level
from genchal.text.syntax import Parse
from genchal.text.tokenisers.morphodita import sentences
from golden.published import read_published

pytestmark = pytest.mark.slow

STEP = 5  # every fifth input, to be quick
NAMES = {"all": "test set all", "random": "test set rand"}

# What the published percentages are fractions of: the one number that both allow, next to the number of full stops.
SENTENCES = {
    "adapt": 1274, "chen": 909, "dangnt": 1392, "forge1": 1536, "forge3": 1129, "gong": 1207, "harv": 1145, "nle": 1025,
    "sheff1": 630, "sheff2": 1108, "slug": 1159, "slug-alt": 820, "tgen": 1230, "tnt1": 1330, "tnt2": 1380, "tr1": 1341,
    "tr2": 1229, "tuda": 1488, "zhang": 1234, "zhaw1": 1246, "zhaw2": 1235,
}  # fmt: skip


@cache
def loaded(data: Path) -> SystemOutputs:
    files: list[Path | str] = [data / "e2e-eval" / "primary_outputs.tsv.xz", "@all", "@random"]
    return load_submissions(files, [data / "e2e" / "testset_w_refs.csv.xz"], task="e2e")


@pytest.fixture(scope="module")
def published() -> Mapping[str, tuple[float, float]]:
    rows = read_published("e2e", "table9_textual")
    cells = {(row["system"], row["measure"]): float(row["value"]) for row in rows}
    systems = dict.fromkeys(row["system"] for row in rows)
    return {system: (cells[system, "dlevel_0_2_percent"], cells[system, "dlevel_6_7_percent"]) for system in systems}


def test_sentences_are_as_many_as_in_the_table(data: Path, published: Mapping[str, tuple[float, float]]) -> None:
    for one in loaded(data).submissions:
        if one.system.name in NAMES:
            continue
        count = sum(len(sentences(detokenise(text))) for text in one.outputs if text is not None)
        assert count == SENTENCES[one.system.name], one.system.name
        for percent in published[one.system.name]:
            assert round(100 * round(percent * count / 100) / count, 2) == percent


def test_levels_of_parses_are_mostly_those_of_the_treebank(data: Path) -> None:
    trees = list(islice(TASKS["conllu"]().parse(read_lines(data / "sr18" / "ud" / "en-ud-test.conllu.xz"), ""), 500))
    gold = [_parse(tree.input) for tree in trees if isinstance(tree.input, DependencyTree)]
    found = load_parser("en").parse([one.forms for one in gold])
    levels = np.array([(d_level(one).level, d_level(other).level) for one, other in zip(gold, found, strict=True)])
    assert np.mean(levels[:, 0] == levels[:, 1]) >= 0.85
    assert abs(levels[:, 0].mean() - levels[:, 1].mean()) <= 0.2


def _parse(tree: DependencyTree) -> Parse:
    words = [node for node in tree.nodes if node.id.isdigit()]
    return Parse(
        tuple(node.form for node in words),
        tuple(node.lemma for node in words),
        tuple(node.upos for node in words),
        tuple(node.xpos for node in words),
        tuple(int(node.head) for node in words),
        tuple(node.deprel for node in words),
    )


def test_shares_correlate_with_the_table(data: Path, published: Mapping[str, tuple[float, float]]) -> None:
    corpus = loaded(data)
    metric = DLevelUd(delexicalise="name near").equipped({"parser": load_parser("en")})
    outputs, inputs, owner = [], [], []
    for one in corpus.submissions:
        for place, text in zip(one.instances, one.outputs, strict=True):
            if text is not None and place % STEP == 0:
                outputs.append(text)
                inputs.append(corpus.instances[place].input)
                owner.append(NAMES.get(one.system.name, one.system.name))
    counts = {system: np.zeros(8) for system in published}
    for system, levelled in zip(owner, metric.level_outputs(outputs, inputs), strict=True):
        for sentence in levelled:
            counts[system][sentence.found.level] += 1
    shares = {system: 100 * count / count.sum() for system, count in counts.items()}
    simple = {system: share[:3].sum() for system, share in shares.items()}
    complex_ = {system: share[6:].sum() for system, share in shares.items()}
    table = np.array(list(published.values()))
    assert np.corrcoef(list(simple.values()), table[:, 0])[0, 1] >= 0.95
    assert np.corrcoef(list(complex_.values()), table[:, 1])[0, 1] >= 0.92
    # Template systems, whose sentences leave little to mistake, come out as published up to the choice of inputs.
    for system in ("tuda", "dangnt", "sheff2"):
        assert simple[system] == pytest.approx(published[system][0], abs=5)
        assert complex_[system] == pytest.approx(published[system][1], abs=5)


# Figure 4, as the report's text gives it (section 4.3): published beside ours, in per cent, and the mean level. None of
# these data sets but E2E's test set had a part in choosing the readings of the scale.
FIGURE_4 = {
    "SFRest": {"2": (9, 10.1), "3": (12, 11.1), "6-7": (8, 7.0), "mean": (1.25, 1.14)},
    "SFRest-inf": {"3": (13, 12.4), "6-7": (11, 9.2), "mean": (1.57, 1.37)},
    "BAGEL": {"2": (7, 5.5), "6-7": (7, 6.7), "mean": (1.32, 1.31)},
}
SF = ("sf-restaurants/sf_restaurants.tsv.xz", "sf", "name near phone address postcode count area")
DATA_SETS = {
    "SFRest": (*SF, ""),
    "SFRest-inf": (*SF, "inform"),
    "BAGEL": ("bagel/ACL10-inform-training.txt.gz", "bagel", "name near addr phone postcode", ""),
}
LEVELS = {"0-1": slice(0, 2), "2": slice(2, 3), "3": slice(3, 4), "6-7": slice(6, 8)}


def compared(found: LevelShares, table: Mapping[str, tuple[float, float]]) -> None:
    """Ours are what they were; other weights of the parser may move them a little."""
    for levels, (_, ours) in table.items():
        value = found.mean if levels == "mean" else 100 * sum(found.shares[LEVELS[levels]])
        assert value == pytest.approx(ours, abs=0.05 if levels == "mean" else 1), levels


@pytest.mark.parametrize("name", FIGURE_4)
def test_levels_of_data_sets_are_beside_those_of_figure_4(data: Path, name: str) -> None:
    path, task, slots, acts = DATA_SETS[name]
    how = LevelSettings(delexicalise=tuple(slots.split()), clean=task, acts=acts)  # type: ignore[arg-type]
    (found,) = level_systems(["@all"], [data / path], how, task=task).systems
    compared(found, FIGURE_4[name])
    assert 59 <= round(100 * sum(found.shares[:2])) <= 70  # published: 59 to 66 for the three


def test_e2e_has_more_complex_sentences_than_figure_4_says(data: Path) -> None:
    """Every twentieth training reference; all of E2E has a mean level of 2.41 (published 2.17)."""
    _, instances = load_instances(data / "e2e" / "trainset.csv.xz", "e2e", "row")
    metric = DLevelUd(delexicalise="name near").equipped({"parser": load_parser("en")})
    chosen = instances[::20]
    levelled = metric.level_outputs([one.references[0] for one in chosen], [one.input for one in chosen])
    levels = np.array([sentence.found.level for sentences_ in levelled for sentence in sentences_])
    assert levels.mean() == pytest.approx(2.41, abs=0.1)
    assert 100 * (levels <= 1).mean() == pytest.approx(42.7, abs=3)  # published: 46
    assert 100 * (levels >= 6).mean() == pytest.approx(19.8, abs=3)  # published: 15
