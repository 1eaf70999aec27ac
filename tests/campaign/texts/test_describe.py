"""From texts and files to text statistics."""

from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.texts.describe import describe, describe_files, describe_source
from genchal.campaign.texts.described_texts import NamedTexts, TextSource
from genchal.domain import Text
from genchal.domain.results.profiles import DescribingTexts, Swapping
from genchal.errors import InvalidInput, UnknownName, UserError
from genchal.resources.frequencies import load_frequencies
from genchal.resources.parser import load_parser
from genchal.text.words.frequency_list import FrequencyList

DATA = 'mr,ref\n"name[Heron Loop]","Heron Loop is easy."\n"name[Elm Ridge]","The Elm Ridge is easy."\n'
OUTPUTS = "system\tmr\toutput\nA\tname[Heron Loop]\tHeron Loop is easy .\nA\tname[Elm Ridge]\tElm Ridge is easy .\n"
OUTPUTS += "B\tname[Heron Loop]\tGo to Heron Loop !\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test.csv").write_text(DATA, encoding="utf-8")
    (tmp_path / "more.csv").write_text(DATA, encoding="utf-8")
    (tmp_path / "outputs.tsv").write_text(OUTPUTS, encoding="utf-8")
    return tmp_path


def asked(*statistics: str, **how: object) -> DescribingTexts:
    return DescribingTexts(statistics, **how)  # type: ignore[arg-type]


def test_parts_of_a_data_set_are_described_apart_and_together(folder: Path) -> None:
    found = describe_files([folder / "test.csv", folder / "more.csv"], [], asked("sizes"), task="slots")
    assert [found[part, "texts"] for part in ("test", "more", "all")] == [2, 2, 4]
    assert found["all", "inputs"] == 2
    assert found["all", "references_per_input"] == 1  # the same text twice is one reference


def test_outputs_are_described_with_references_or_without(folder: Path) -> None:
    how = asked("vocabulary", delexicalise=("name",))
    with_references = describe_files([folder / "outputs.tsv"], [folder / "test.csv"], how, task="slots")
    alone = describe_files([folder / "outputs.tsv"], [], how, task="slots")
    for found in (with_references, alone):
        assert found["A", "distinct_tokens", "delexicalised"] == 4  # X-name is easy .
        assert found["B", "distinct_tokens", "delexicalised"] == 4
    assert with_references.notes == ("B: 1 output missing",)


def test_references_take_part_as_systems(folder: Path) -> None:
    found = describe_files(["@all", "@random"], [folder / "test.csv"], asked("lengths"), task="slots")
    assert (found["all", "tokens_per_text"], found["random", "tokens_per_text"]) == (5.5, 5.5)


def test_plain_texts_are_data(tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("A walk.\nAnother walk.\n", encoding="utf-8")
    found = describe_files([tmp_path / "texts.txt"], [], asked())
    assert found["texts", "tokens"] == 6
    assert {one.family for one in found} == {"sizes", "lengths", "vocabulary", "diversity"}


def test_systems_are_compared_on_the_instances_that_both_have(folder: Path) -> None:
    how, swapping = asked("sizes", "lengths", "vocabulary"), Swapping(trials=50)
    found = describe_files([folder / "outputs.tsv"], [folder / "test.csv"], how, task="slots", swapping=swapping)
    first = next(one for one in found.differences if one.statistic == "tokens_per_text")
    assert (first.system_a, first.system_b, first.n, first.value_a, first.value_b) == ("A", "B", 1, 5, 5)
    assert first.p_value == 1
    assert {one.family for one in found.differences} == {"lengths", "vocabulary"}
    assert first.signature.endswith("|test:swap|ar:50|seed:1|adj:holm|pairs:1")


def test_a_real_difference_is_found() -> None:
    rng = np.random.default_rng(1)
    poor = [" ".join(rng.choice(list("abc"), 5)) for _ in range(30)]
    rich = [" ".join(rng.choice(list("abcdefghijklmnop"), 5)) for _ in range(30)]
    parts = [
        NamedTexts(name, tuple(texts), (Text(),) * 30, tuple(range(30)))
        for name, texts in (("poor", poor), ("rich", rich))
    ]
    found = describe_source(TextSource(tuple(parts), False), asked("vocabulary"), Swapping(trials=99)).differences
    assert {one.statistic: one.p_adjusted for one in found}["distinct_tokens"] == 0.01


def test_lists_are_described() -> None:
    found = describe({"a": ["Heron Loop is easy.", None], "b": ["Go!", "Go, go!"]}, ["lengths"])
    assert (found["a", "tokens_per_text"], found["b", "tokens_per_text"]) == (5, 3)
    inputs = ["name[Heron Loop]", "name[Elm Ridge]"]
    bare = describe(
        {"a": ["Heron Loop is easy.", "Elm Ridge is easy."]}, ["vocabulary"], inputs=inputs, delexicalise=["name"]
    )
    assert bare["a", "distinct_tokens", "delexicalised"] == 4
    with pytest.raises(UnknownName, match="unknown number"):
        bare["a", "distinct_walks"]


def test_lemmas_come_from_the_parser_that_comes_with_genchal(tmp_path: Path) -> None:
    (tmp_path / "common.txt").write_text("# lemmas\nbe 10\nthe 9\nwalk 3\n", encoding="utf-8")
    found = describe(
        ["The walks were long.", "The walk is long."],
        ["vocabulary:lemmas=yes", "diversity:unit=lemma", "sophistication"],
        frequencies=str(tmp_path / "common.txt"),
    )
    assert found["texts", "distinct_lemmas"] == 5  # the walk be long .
    assert found["texts", "ttr"] == 0.5
    assert found["texts", "ls2"] == 0.25  # long
    assert all("|parser:en-" in one.signature for one in found)


@pytest.mark.parametrize(
    ("how", "problem"),
    [
        (asked("vocabulry"), "unknown text statistic 'vocabulry'"),
        (asked("vocabulary", "vocabulary"), "requested twice"),
        (asked("vocabulary:lemmas=perhaps"), "cannot be 'perhaps'"),
        (asked(preset="e2"), "unknown preset 'e2'"),
        (asked(clean="washed"), "unknown clean-up 'washed'"),
        (asked(delexicalise=("nme",)), "no input has a slot 'nme'"),
        (asked("sophistication", parser="de"), "unknown parser 'de'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(folder: Path, how: DescribingTexts, problem: str) -> None:
    with pytest.raises(UserError, match=problem):
        describe_files([folder / "test.csv"], [], how, task="slots")


def test_one_system_is_not_compared(folder: Path) -> None:
    with pytest.raises(InvalidInput, match="only one system"):
        describe_files([folder / "test.csv"], [], asked(), task="slots", swapping=Swapping())


def test_several_texts_for_an_instance_cannot_be_swapped(folder: Path) -> None:
    (folder / "test.csv").write_text(DATA + DATA.partition("\n")[2], encoding="utf-8")
    with pytest.raises(InvalidInput, match="several texts for one instance"):
        describe_files(["@all", "@gold"], [folder / "test.csv"], asked("lengths"), task="slots", swapping=Swapping())


def test_a_turn_without_the_act_asked_for_is_left_out(tmp_path: Path) -> None:
    lines = "da\tref\ninform(name='heron loop')\theron loop is fine\nbye()\tgoodbye\n"
    (tmp_path / "sf.tsv").write_text(lines, encoding="utf-8")
    found = describe_files([tmp_path / "sf.tsv"], [], asked("sizes", preset="sfrest-inf"))
    assert found["sf", "texts"] == 1
    (tmp_path / "sf.tsv").write_text("da\tref\nbye()\tgoodbye\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="no input has an act 'inform'"):
        describe_files([tmp_path / "sf.tsv"], [], asked("sizes", preset="sfrest-inf"))


def test_a_list_of_frequent_words_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bnc.txt"
    path.write_text("# by frequency\nThe\t100\nof 50\n\nthe 3\n", encoding="utf-8")
    words = load_frequencies(str(path))
    assert words.words == ("the", "of")
    assert words.name.startswith("bnc-")
    path.write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="it contains no words"):
        load_frequencies(str(path))


def test_the_list_of_wordfreq_is_of_forms_and_becomes_one_of_lemmas() -> None:
    pytest.importorskip("wordfreq")
    forms = load_frequencies()
    assert forms.words[0] == "the"
    assert len(forms.words) == len(forms.frequencies) > 5000
    few = FrequencyList("few", ("is", "was", "house", "houses"), (3.0, 2.0, 1.0, 1.5)).lemmatised(load_parser("en"))
    assert few.words == ("be", "house")


TREES = (
    "1\twalk\twalk\tNOUN\t_\t_\t0\troot\t_\t_\n2-3\tdont\t_\t_\t_\t_\t_\t_\t_\t_\n2\ta\ta\tDET\t_\t_\t1\tdet\t_\t_\n\n"
)


def test_trees_are_counted_with_their_words_whether_they_have_sentences_or_not(tmp_path: Path) -> None:
    (tmp_path / "dev.conll").write_text(TREES * 2, encoding="utf-8")  # the range 2-3 is no word of its own
    (tmp_path / "test.conllu").write_text(f"# text = A walk.\n{TREES}", encoding="utf-8")
    alone = describe_files([tmp_path / "dev.conll"], [], asked())
    assert {(one.family, one.statistic): one.value for one in alone} == {
        ("trees", "trees"): 2,
        ("trees", "tree_tokens"): 4,
    }
    found = describe_files([tmp_path / "dev.conll", tmp_path / "test.conllu"], [], asked("sizes"))
    assert [found[part, "trees"] for part in ("dev", "test", "all")] == [2, 1, 3]
    assert found["all", "tree_tokens"] == 6
    assert found["test", "tokens"] == 3


ACTS = "da\tref\ninform(name='heron loop')\theron loop\nrequest(area)\twhere\ninform_all(name=none)\tthere is no walk\n"


def test_turns_are_chosen_by_the_type_of_their_acts(tmp_path: Path) -> None:
    (tmp_path / "turns.tsv").write_text(ACTS, encoding="utf-8")
    found = describe_files([tmp_path / "turns.tsv"], [], asked("sizes", acts="inform"), task="sf")
    assert found["turns", "texts"] == 2
    assert found.numbers[0].signature == "sizes|tok:morphodita|case:lower|acts:inform|v:1"
    with pytest.raises(InvalidInput, match="no input has an act 'select'"):
        describe_files([tmp_path / "turns.tsv"], [], asked("sizes", acts="select"), task="sf")


def test_the_value_none_is_looked_for_only_as_a_quirk(tmp_path: Path) -> None:
    (tmp_path / "turns.tsv").write_text(ACTS, encoding="utf-8")

    def tokens(**how: object) -> float:
        wanted = asked("vocabulary", delexicalise=("name",), **how)
        return describe_files([tmp_path / "turns.tsv"], [], wanted, task="sf")[
            "turns", "distinct_tokens", "delexicalised"
        ]

    assert tokens() == 6  # X-name; where; there is no walk
    assert tokens(quirks=("none-value",)) == 5  # "no" is taken for a misspelt "none"


BAGEL = """FULL_DA = inform(name="Heron Loop",near="Elm Ridge")
ABSTRACT_DA = inform(name="X1",near="X2")
-> "[name+X]X is near [near+X]X. [name+X]X is easy.";
"""


def test_a_name_that_is_abstracted_twice_is_filled_in_once_as_a_quirk(tmp_path: Path) -> None:
    (tmp_path / "bagel.txt").write_text(BAGEL, encoding="utf-8")
    usual = describe_files([tmp_path / "bagel.txt"], [], asked("sizes"), task="bagel")
    quirk = describe_files([tmp_path / "bagel.txt"], [], asked("sizes", quirks=("second-x",)), task="bagel")
    assert (usual["bagel", "tokens"], quirk["bagel", "tokens"]) == (12, 11)  # Heron Loop; X


def test_quotes_around_all_texts_of_a_file_are_text_as_a_quirk(folder: Path) -> None:
    (folder / "quoted.tsv").write_text("mr\toutput\n'name[Heron Loop]'\t'An easy walk.'\n", encoding="utf-8")
    lengths = [
        describe_files([folder / "quoted.tsv"], [folder / "test.csv"], asked("lengths", quirks=quirks), task="slots")
        for quirks in ((), ("quotes",))
    ]
    assert [one["quoted", "tokens_per_text"] for one in lengths] == [4, 6]


def test_an_unknown_quirk_is_refused() -> None:
    with pytest.raises(UnknownName, match="quirk"):
        asked(quirks=("quote",))
