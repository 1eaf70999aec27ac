"""The trees of the Surface Realisation tasks and of Universal Dependencies: sizes, and nothing lost in reading."""

from pathlib import Path

import pytest

from genchal.campaign.texts.describe import describe_files
from genchal.domain import DependencyTree, Instance
from genchal.domain.results.profiles import DescribingTexts
from genchal.resources.files import read_lines
from genchal.tasks.conllu import ConllU
from genchal.tasks.table import TableTask

pytestmark = pytest.mark.slow

HOW = DescribingTexts(("sizes",))

# Sentences of dev and test; the test sizes are those that Mille et al. (2018) report. Czech and Russian are not there.
T1 = {
    "ar": (897, 676),
    "en": (1978, 2061),
    "es_ancora": (1651, 1719),
    "fi": (1336, 1525),
    "fr": (1473, 416),
    "it": (562, 480),
    "nl": (720, 685),
    "pt": (559, 476),
}
T2 = ("en", "es_ancora", "fr")

# Sentences and tokens. A token is a line whose id is a plain number: neither a range (3-4) nor an empty node (3.1).
UD = {
    "en-ud-dev": (2002, 25148),
    "en-ud-test": (2077, 25096),
    "en-ud-train.r2.1": (12543, 204585),
    "es_ancora-ud-dev": (1654, 52336),
    "es_ancora-ud-test": (1721, 52617),
    "fi-ud-dev": (1364, 18290),
    "fi-ud-test": (1555, 21041),
    "fr-ud-dev": (1478, 35766),
    "fr-ud-test": (416, 10020),
    "it-ud-dev": (564, 11908),
    "it-ud-test": (482, 10417),
    "nl-ud-dev": (720, 11458),
    "nl-ud-test": (685, 11486),
    "pt-ud-dev": (560, 10851),
    "pt-ud-test": (477, 10201),
    "ar-ud-dev": (786, 28263),
    "ar-ud-test": (704, 28268),
    "ar_pud-ud-test": (1000, 20751),
    "cs_cac-ud-dev": (603, 10912),
    "cs_cac-ud-test": (628, 10862),
    "cs_pud-ud-test": (1000, 18610),
    "ru-ud-dev": (579, 11877),
    "ru-ud-test": (601, 11548),
    "ru_pud-ud-test": (1000, 19451),
    "fr_sequoia-ud-train": (2231, 50561),
    "it_partut-ud-train": (1781, 48934),
}


def read(path: Path) -> list[Instance]:
    """Instances of a file, which comes out again as it was, line by line; so what is written can be read again."""
    lines = read_lines(path)
    instances = list(ConllU().parse(lines, path.name))
    while lines[-2:] == ["", ""]:  # the files of SR'18 end with two blank lines
        lines.pop()
    assert list(ConllU().render(instances)) == lines
    assert len({instance.id for instance in instances}) == len(instances)
    return instances


def tokens(instances: list[Instance]) -> int:
    trees = [one.input for one in instances if isinstance(one.input, DependencyTree)]
    return sum(node.id.isdecimal() for tree in trees for node in tree.nodes)


@pytest.mark.parametrize("language", T1)
def test_shallow_inputs_have_the_published_sizes_and_their_sentences(data: Path, language: str) -> None:
    folder = data / "sr18" / "official"
    for split, size in zip(("dev", "test"), T1[language], strict=True):
        trees = read(folder / "T1" / f"{language}-ud-{split}.conll.xz")
        assert len(trees) == size
        assert not any(tree.references for tree in trees)
        table = folder / "sentences" / f"{language}-ud-{split}.tsv.xz"
        if (language, split) != ("ar", "test"):  # not found
            sentences = list(TableTask().parse(read_lines(table), table.name))
            assert len(sentences) == len(trees)
            assert all(len(sentence.references) == 1 for sentence in sentences)


@pytest.mark.parametrize("language", T2)
def test_deep_inputs_have_the_sizes_of_the_shallow_ones(data: Path, language: str) -> None:
    folder = data / "sr18" / "official" / "T2"
    sizes = tuple(len(read(folder / f"T2_{language}-ud-{split}.conll.xz")) for split in ("dev", "test"))
    assert sizes == T1[language]


@pytest.mark.parametrize("name", UD)
def test_treebanks_have_their_sentences_and_tokens(data: Path, name: str) -> None:
    instances = read(data / "sr18" / "ud" / f"{name}.conllu.xz")
    assert (len(instances), tokens(instances)) == UD[name]
    has_text = name not in ("ar-ud-dev", "ar-ud-test")  # UD 1 had no such comment, and ids that come again
    assert {len(instance.references) for instance in instances} == {int(has_text)}
    assert (instances[0].id == "1") == (not has_text)


@pytest.mark.parametrize(("split", "size"), [("train", 1781), ("dev", 156), ("test", 153)])
def test_the_trees_of_2019_have_the_same_sizes_on_all_levels(data: Path, split: str, size: int) -> None:
    folder = data / "sr18" / "sr19-en_partut"
    shallow = read(folder / "T1" / f"en_partut-ud-{split}.conllu.xz")
    ordered = read(folder / "UD" / f"en_partut-ud-{split}.conllu.xz")
    deep = read(folder / "T2" / f"en_partut-ud-{split}_DEEP.conllu.xz")
    assert len(shallow) == len(ordered) == len(deep) == size
    assert tokens(shallow) == tokens(ordered) > tokens(deep)


@pytest.mark.parametrize("split", ["dev", "test"])
def test_the_trees_of_2020_are_those_of_the_treebank(data: Path, split: str) -> None:
    instances = read(data / "sr18" / "sr20-en_ewt" / "T1" / f"en_ewt-ud-{split}.conllu.xz")
    assert (len(instances), tokens(instances)) == UD[f"en-ud-{split}"]


# Sentences of dev and test that Mille et al. (2018, Table 2) report.
@pytest.mark.parametrize("language", T1)
def test_describe_counts_trees_as_published(data: Path, language: str) -> None:
    folder = data / "sr18" / "official" / "T1"
    found = describe_files([folder / f"{language}-ud-{split}.conll.xz" for split in ("dev", "test")], [], HOW)
    assert tuple(found[f"{language}-ud-{split}", "trees"] for split in ("dev", "test")) == T1[language]


def test_describe_counts_the_words_of_trees(data: Path) -> None:
    for name in ("en-ud-dev", "en-ud-test", "fr-ud-test", "ar_pud-ud-test"):
        found = describe_files([data / "sr18" / "ud" / f"{name}.conllu.xz"], [], HOW)
        assert (found[name, "trees"], found[name, "tree_tokens"]) == UD[name]
