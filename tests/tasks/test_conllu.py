"""Dependency trees, case by case (their contracts are in contracts/)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.typed import genchal
from genchal.campaign.reading.instances import load_references
from genchal.campaign.reading.submissions import load_outputs
from genchal.domain import DependencyTree, Instance, Node, Text
from genchal.errors import InvalidInput
from genchal.tasks.conllu import ConllU, SurfaceRealisation, read_tree_outputs
from strategies import tree_instances


def word(identity: str, form: str, head: str, deprel: str = "dep") -> str:
    return f"{identity}\t{form}\t_\tX\t_\t_\t{head}\t{deprel}\t_\t_"


def parse(*lines: str) -> list[Instance]:
    return list(ConllU().parse(lines, "f"))


def refused(*lines: str) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        parse(*lines)
    return caught.value


SENTENCE = [
    "# sent_id = heron-1",
    "# text = The heron waits.",
    word("1", "The", "2", "det"),
    word("2", "heron", "3", "nsubj"),
    "3-4\twaits.\t_\t_\t_\t_\t_\t_\t_\t_",
    word("3", "waits", "0", "root"),
    word("4", ".", "3", "punct"),
    "4.1\tpatiently\t_\tADV\t_\t_\t_\t_\t3:advmod\t_",
]


def test_a_sentence_has_its_id_and_its_text() -> None:
    (instance,) = parse(*SENTENCE)
    assert (instance.id, instance.references, instance.meta) == ("heron-1", ("The heron waits.",), {})
    tree = instance.input
    assert isinstance(tree, DependencyTree)
    assert tree.comments == ("sent_id = heron-1", "text = The heron waits.")
    assert [node.id for node in tree.nodes] == ["1", "2", "3-4", "3", "4", "4.1"]
    assert tree.nodes[1] == Node("2", "heron", "_", "X", "_", "_", "3", "nsubj", "_", "_")


def test_a_file_is_written_as_it_was_read() -> None:
    lines = [*SENTENCE, "", word("2", "go", "0"), word("1", "I", "2"), ""]
    assert list(ConllU().render(parse(*lines))) == lines


def test_blank_lines_may_be_missing_doubled_or_filled_with_spaces() -> None:
    assert len(parse("", word("1", "a", "0"), "", "  ", word("1", "b", "0"))) == 2
    assert parse() == parse("", "") == []


def test_sentences_without_an_id_of_their_own_are_numbered() -> None:
    one = word("1", "a", "0")
    instances = parse(one, "", "# sent_id s-p1", one, "", "# sent_id =", one)
    assert [instance.id for instance in instances] == ["1", "2", "3"]


def test_an_id_that_comes_again_gives_way_to_the_number_and_numbers_to_ids() -> None:
    one = word("1", "a", "0")
    named = [line for name in ("2", "x", "x") for line in (f"# sent_id = {name}", one, "")]
    assert [instance.id for instance in parse(*named, one, "", "# sent_id = 4", one)] == ["2", "x", "3", "4", "5"]
    assert [instance.id for instance in parse("# sent_id = 2", one, "", one)] == ["2", "2.2"]


def test_columns_that_are_missing_at_the_end_are_unspecified() -> None:
    (instance,) = parse("1\ta\t_\tX\t_\t_\t0\troot")
    assert isinstance(instance.input, DependencyTree)
    assert instance.input.nodes == (Node("1", "a", "_", "X", "_", "_", "0", "root", "_", "_"),)


@pytest.mark.parametrize("number", [1, 7, 11])
def test_another_number_of_columns_is_refused(number: int) -> None:
    error = refused(word("1", "a", "0"), "\t".join(["2"] + ["_"] * (number - 1)))
    assert error.problem == f"f, line 2: {number} column{'' if number == 1 else 's'}, expected 10"
    assert "with tabs between" in error.remedy


def test_spaces_instead_of_tabs_are_named_as_the_cause() -> None:
    error = refused("# text = a", "1 a _ X _ _ 0 root _ _")
    assert error.problem == "f, line 2: 1 column, expected 10"
    assert "spaces where tabs should be" in error.remedy


@pytest.mark.parametrize("identity", ["", "x", "0", "-1", "1-", "1.", "1.0", "１", "1-2-3"])
def test_what_is_no_id_is_refused(identity: str) -> None:
    error = refused("", word(identity, "a", "0"))
    assert error.problem == f"f, line 2: '{identity}' is not the id of a word"
    assert "3-4" in error.remedy


@pytest.mark.parametrize("head", ["3", "_", "", "-1", "2-3"])
def test_a_head_that_points_nowhere_is_refused(head: str) -> None:
    error = refused(word("1", "a", "0"), "2-3\tx\t_\t_\t_\t_\t_\t_\t_\t_", word("2", "b", head))
    assert error.problem == f"f, line 3: head '{head}' of word 2 is not a word of the tree"
    assert "column 7" in error.remedy


def test_a_head_may_be_an_empty_node() -> None:
    assert len(parse(word("1", "a", "1.1"), "1.1\tb\t_\t_\t_\t_\t_\t_\t0:root\t_")) == 1


def test_an_id_given_twice_is_refused() -> None:
    error = refused("# text = a b", word("1", "a", "0"), word("1", "b", "0"))
    assert error.problem == "f, line 3: id 1 is already in line 2"
    assert "blank line" in error.remedy


def test_a_circle_of_heads_is_refused() -> None:
    error = refused(word("1", "a", "0"), word("2", "b", "4"), word("3", "c", "2"), word("4", "d", "3"))
    assert error.problem == "f, line 2: the heads form a cycle (2 > 4 > 3 > 2)"
    assert "outside the cycle" in error.remedy
    assert "(1 > 1)" in refused(word("1", "a", "1")).problem


def test_several_roots_are_accepted() -> None:
    assert len(parse(word("1", "a", "0"), word("2", "b", "0"))) == 1


def test_a_long_chain_of_heads_is_read_in_linear_time() -> None:
    size = 50_000
    assert len(parse(*(word(str(number), "a", str(number - 1)) for number in range(size, 0, -1)))) == 1
    circle = [word(str(number), "a", str(number % size + 1)) for number in range(1, size + 1)]
    assert len(refused(*circle).problem) < 200


def test_comments_without_a_tree_are_refused() -> None:
    error = refused(word("1", "a", "0"), "", "# newdoc", "", word("1", "b", "0"))
    assert error.problem == "f, line 3: comments without a tree"
    assert "right below" in error.remedy


def test_trees_come_one_at_a_time() -> None:
    instances = ConllU().parse([word("1", "a", "0"), "", word("x", "b", "0")], "f")
    assert next(instances).id == "1"
    with pytest.raises(InvalidInput, match="line 3"):
        next(instances)


def test_references_are_written_with_their_trees() -> None:
    trees = parse(word("1", "go", "0"), "", word("1", "wait", "0"))
    sentences = ['He said "go".', "Wait!"]
    joined = [replace(tree, references=(text,)) for tree, text in zip(trees, sentences, strict=True)]
    assert [instance.references for instance in parse(*ConllU().render(joined))] == [(text,) for text in sentences]


def test_only_trees_are_written() -> None:
    with pytest.raises(InvalidInput, match="instance '1' has no dependency tree"):
        list(ConllU().render([Instance("1", Text("a"))]))


@given(instances=tree_instances(), data=st.data())
def test_a_damaged_file_is_read_or_refused_with_its_line(instances: list[Instance], data: st.DataObject) -> None:
    text = "\n".join(ConllU().render(instances))
    start = data.draw(st.integers(0, len(text)))
    damaged = text[:start] + data.draw(st.sampled_from(["", "\t", "\n", " ", "#", "1", "-", "\0"])) + text[start + 1 :]
    try:
        list(ConllU().parse(damaged.split("\n"), "f"))
    except InvalidInput as error:
        assert error.problem.startswith("f, line ")
        assert error.remedy


TREES = """# sent_id = s1
# text = Walks end early.
1\tWalks\twalk\tNOUN\tN\t_\t2\tnsubj\t_\t_
2\tend\tend\tVERB\tV\t_\t0\troot\t_\t_
3\tearly\tearly\tADV\tA\t_\t2\tadvmod\t_\t_

# sent_id = s2
# text = Dogs may come, too.
1\tDogs\tdog\tNOUN\tN\t_\t2\tnsubj\t_\t_
2\tcome\tcome\tVERB\tV\t_\t0\troot\t_\t_

"""


@pytest.mark.parametrize("suffix", ["conllu", "conll", "txt", "tsv", "trees"])
def test_trees_are_recognised_by_what_they_are(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"test.{suffix}"
    path.write_text(TREES, encoding="utf-8")
    task, instances = load_references([path], None, None)
    assert task.name == "conllu"
    assert [instance.references for instance in instances] == [("Walks end early.",), ("Dogs may come, too.",)]
    (records,) = load_outputs(path).values()
    assert [(record.id, record.text) for record in records] == [
        ("s1", "Walks end early."),
        ("s2", "Dogs may come, too."),
    ]


def test_a_file_of_trees_scored_against_itself_is_perfect(tmp_path: Path) -> None:
    (tmp_path / "ours.txt").write_text(TREES, encoding="utf-8")
    (tmp_path / "lines.txt").write_text("Walks end early.\nDogs may come.\n", encoding="utf-8")
    done = genchal("score", "ours.txt", "lines.txt", "-r", "ours.txt", "-m", "exact_match", "--json", folder=tmp_path)
    assert done.returncode == 0
    assert [(score["value"], score["n"]) for score in json.loads(done.stdout)["scores"]] == [(1, 2), (0.5, 2)]


def test_the_files_of_surface_realisation_are_trees_or_sentences() -> None:
    task = SurfaceRealisation()
    assert [one.references for one in task.parse(TREES.splitlines(), "f")] == [
        ("Walks end early.",), ("Dogs may come, too.",)
    ]  # fmt: skip
    sentences = ["row\tsent_id\ttext", "1\ts1\tWalks end early.", "2\ts2\tDogs may come, too."]
    assert [(one.id, one.references) for one in task.parse(sentences, "f")] == [
        ("1", ("Walks end early.",)), ("2", ("Dogs may come, too.",))
    ]  # fmt: skip


def test_trees_without_sentences_are_no_outputs() -> None:
    bare = [line for line in TREES.splitlines() if not line.startswith("# text")]
    with pytest.raises(InvalidInput, match="f: no sentence has a text"):
        read_tree_outputs(bare, "f")
