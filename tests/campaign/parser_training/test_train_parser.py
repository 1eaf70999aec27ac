"""Training a parser: files in, weights out. Without torch, what can be said before it is needed."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.parser_training import train_parser as step
from genchal.campaign.parser_training.train_parser import train_parser
from genchal.campaign.parser_training.treebank import read_treebank
from genchal.errors import InvalidInput, NeedsExtra, NotFound, Problems, UserError
from genchal.training.settings import NetworkSizes, ParserTraining, Schedule

TREES = {
    "The ferry leaves .": "2 det DET DT the|3 nsubj NOUN NN ferry|0 root VERB VBZ leave|3 punct PUNCT . .",
    "Dogs travel free .": "2 nsubj NOUN NNS dog|0 root VERB VBP travel|2 xcomp ADJ JJ free|2 punct PUNCT . .",
    "The last boat leaves .": (
        "3 det DET DT the|3 amod ADJ JJ last|4 nsubj NOUN NN boat|0 root VERB VBZ leave|4 punct PUNCT . ."
    ),
    "Boats leave": "2 nsubj NOUN NNS boat|0 root VERB VBP leave",
}
SMALL = NetworkSizes(
    hidden=12, layers=2, word=6, character=6, letters=5, affix=6, buckets=40, arc=8, label=6, tag=8, vectors=3
)


def conllu(trees: dict[str, str]) -> str:
    lines = []
    for text, tree in trees.items():
        for number, (form, word) in enumerate(zip(text.split(), tree.split("|"), strict=True), start=1):
            head, deprel, upos, xpos, lemma = word.split()
            lines.append(f"{number}\t{form}\t{lemma}\t{upos}\t{xpos}\t_\t{head}\t{deprel}\t_\t_")
        lines.append("")
    return "\n".join(lines) + "\n"


@pytest.fixture
def training(tmp_path: Path) -> ParserTraining:
    (tmp_path / "train.conllu").write_text(conllu(TREES), encoding="utf-8")
    (tmp_path / "texts.txt").write_text("The dogs leave. Boats travel!\nBoats travel!\n\n", encoding="utf-8")
    (tmp_path / "vectors.txt").write_text("the 1 0 0\nferry 0 1 0.5\ndogs 0 -1 0.5\nheron 1 1 1\n", encoding="utf-8")
    return ParserTraining(
        tmp_path / "train.conllu",
        tmp_path / "weights.npz",
        name="tiny",
        sizes=SMALL,
        teacher_sizes=SMALL,
        teacher_epochs=2,
        schedule=Schedule(epochs=2, batch=12),
    )


def test_the_treebank_is_read_as_sentences(training: ParserTraining) -> None:
    first, *_, last = read_treebank(training.dev)
    assert first.forms == ("The", "ferry", "leaves", ".")
    assert first.heads == (2, 3, 0, 3)
    assert first.lemmas == ("the", "ferry", "leave", ".")
    assert last.deprels == ("nsubj", "root")


BAD_TREES = {
    "several roots": ("0 root NOUN NN a|0 root NOUN NN b", "2 roots (words 1, 2)"),
    "no root": ("2 dep NOUN NN a|1 dep NOUN NN b", "the heads form a cycle"),
    "no such head": ("7 dep NOUN NN a|0 root NOUN NN b", "head '7' of word 1"),
    "no tag": ("2 dep NOUN _ a|0 root NOUN NN b", "a word without xpos"),
    "no label": ("2 _ NOUN NN a|0 root NOUN NN b", "a word without deprel"),
    "root by another name": ("2 dep NOUN NN a|0 top NOUN NN b", "the label 'root' is not on the root alone"),
}


@pytest.mark.parametrize("case", BAD_TREES)
def test_trees_that_are_none_are_one_clear_line(case: str, tmp_path: Path) -> None:
    tree, said = BAD_TREES[case]
    path = tmp_path / "bad.conllu"
    path.write_text(conllu({"a b": tree}), encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        read_treebank(path)
    (line,) = caught.value.lines()
    assert said in line
    assert str(path) in line


def test_several_bad_trees_are_a_line_each(tmp_path: Path) -> None:
    path = tmp_path / "bad.conllu"
    path.write_text(2 * conllu({"a b": BAD_TREES["several roots"][0]}), encoding="utf-8")
    with pytest.raises(Problems) as caught:
        read_treebank(path)
    assert ["'1'" in caught.value.lines()[0], "'2'" in caught.value.lines()[1]] == [True, True]


def test_scrambled_enhanced_and_empty_treebanks_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.conllu"
    words = conllu({"a b": "2 dep NOUN NN a|0 root NOUN NN b"}).split("\n")
    for lines, said in (
        ([words[1], words[0], "", ""], "not numbered 1, 2, ..."),
        ([words[0].replace("\t2\t", "\t2.1\t"), words[1], words[1].replace("2\t", "2.1\t", 1), "", ""], "empty node"),
        (["", ""], "no sentences"),
    ):
        path.write_text("\n".join(lines), encoding="utf-8")
        with pytest.raises(InvalidInput, match=said):
            read_treebank(path)


def test_without_torch_one_line_says_what_to_install(training: ParserTraining, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step, "find_spec", lambda _: None)
    with pytest.raises(NeedsExtra, match=r"pip install 'genchal\[neural\]'"):
        train_parser(training.dev, training, lambda _: None)


def test_what_cannot_work_is_said_before_anything_is_trained(
    training: ParserTraining, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step, "find_spec", lambda _: object())
    bad: list[tuple[dict[str, object], type[UserError], str]] = [
        ({"out": training.out.parent}, InvalidInput, "Choose a name that ends in .npz"),
        ({"extra_texts": (training.out.parent / "texts.txt",)}, InvalidInput, "additional texts need teachers"),
        ({"dev": training.out.parent / "none"}, NotFound, "no such file"),
        ({"vectors": str(training.dev.parent / "none")}, NotFound, "no such file"),
        ({"test": training.out.parent / "texts.txt"}, InvalidInput, "1 column, expected 10"),
    ]
    for change, kind, said in bad:
        with pytest.raises(kind, match=said):
            train_parser(training.dev, dataclasses.replace(training, **change), lambda _: None)  # type: ignore[arg-type]
        assert not training.out.exists()


@pytest.mark.slow
@pytest.mark.usefixtures("neural")
def test_a_parser_is_trained_with_teachers_texts_and_vectors_and_twice_the_same(training: ParserTraining) -> None:
    folder = training.out.parent
    full = dataclasses.replace(
        training,
        test=training.dev,
        vectors=str(folder / "vectors.txt"),
        teachers=2,
        extra_texts=(folder / "texts.txt",),
    )
    said: list[str] = []
    model = train_parser(training.dev, full, said.append).model
    assert "heron" not in model.inventory.words  # of the first three words with vectors
    assert model.about["training"]["taught_sentences"] == 2
    assert set(model.about["figures"]) == {"dev", "test"}
    assert said[0].startswith("teacher 1 of 2: epoch 1 of 2, loss ")
    assert said[-1].startswith("student: epoch 2 of 2, loss ")
    said.clear()
    again = train_parser(training.dev, full, said.append).model
    assert again.name == model.name
    assert not any(line.startswith("teacher") for line in said)  # they were kept


@pytest.mark.slow
@pytest.mark.usefixtures("neural")
def test_a_small_treebank_can_be_learnt_by_heart(training: ParserTraining) -> None:
    schedule = Schedule(epochs=150, batch=12, dropout=0.0, blank=0.0, lower=0.0, decay=0.9, rate=1e-2)
    model = train_parser(training.dev, dataclasses.replace(training, schedule=schedule), lambda _: None).model
    assert model.about["figures"]["dev"]["las"] == 100
    assert model.about["figures"]["dev"]["lemma"] == 100


@pytest.mark.usefixtures("neural")
def test_torch_and_numpy_give_the_same_scores(training: ParserTraining) -> None:
    import torch

    from genchal.text.arrays.ragged import offsets_of
    from genchal.text.parser.network import Network
    from genchal.training.data import encode
    from genchal.training.network import Reader, make_batch
    from tiny_parser import INVENTORY, tiny_weights

    corpus = encode(read_treebank(training.dev), INVENTORY, len(tiny_weights()["affixes"]))
    starts = offsets_of(corpus.lengths)[:-1]
    batch = make_batch(np.arange(len(corpus.lengths)), corpus.lengths, starts, "cpu")
    places = batch.places.numpy()
    heads = np.maximum(corpus.heads[places], 0)
    with torch.no_grad():
        theirs = Reader(corpus.features, "cpu").score(
            {name: torch.from_numpy(weight) for name, weight in tiny_weights().items()},
            batch,
            torch.from_numpy(corpus.types[places]),
            torch.from_numpy(heads),
        )
    network = Network(tiny_weights())
    encoded = network.encode(network.read_types(corpus.features), corpus.types[places], batch.lengths)
    ours, scores = network.arcs(encoded), theirs.arcs.numpy()
    assert np.allclose(ours[scores > -1e8], scores[scores > -1e8], atol=1e-4)
    own = np.repeat(offsets_of(batch.lengths)[:-1], batch.lengths)
    assert np.allclose(network.labels(encoded.states, np.arange(len(own)), own + heads), theirs.labels, atol=1e-4)
    for kind, tags in network.tags(encoded.states).items():
        assert np.allclose(tags, theirs.tags[kind], atol=1e-4)
