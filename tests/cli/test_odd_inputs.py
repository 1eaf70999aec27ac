"""Trees, scenes and models that nobody expects, as they are typed: outputs, or one line that says what is wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.typed import Done, genchal
from genchal.domain import Attribute, Entity, Instance, Scene
from genchal.resources.model_files import read_model_file, write_model_file
from genchal.tasks.tuna import Tuna

Word = tuple[str, str, str, str, str]  # form, lemma, tag, head, relation

BANK: list[Word] = [
    ("The", "the", "DET", "2", "det"),
    ("owl", "owl", "NOUN", "3", "nsubj"),
    ("hears", "hear", "VERB", "0", "root"),
    ("a", "a", "DET", "5", "det"),
    ("fox", "fox", "NOUN", "3", "obj"),
    (".", ".", "PUNCT", "3", "punct"),
]
REALISERS = ("realiser", "deep_realiser")


def tree(*words: Word) -> str:
    rows = [(str(number), *word[:3], "_", "_", *word[3:], "_", "_") for number, word in enumerate(words, start=1)]
    return "".join("\t".join(row) + "\n" for row in rows) + "\n"


def lemma(name: str, head: int, upos: str = "NOUN") -> Word:
    return (name, "_", upos, str(head), "obj" if head else "root")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small treebank, scenes, and a model of each of three generators."""
    folder = tmp_path_factory.mktemp("odd")
    (folder / "bank.conllu").write_text(tree(*BANK) * 10, encoding="utf-8")
    (folder / "scenes.xml").write_text("\n".join(Tuna().render([scene("1", RED, SMALL, BLUE)])), encoding="utf-8")
    for name in REALISERS:
        assert genchal("train", name, "--train", "bank.conllu", "-o", f"{name}.safetensors", folder=folder)[0] == 0
    assert genchal("train", "incremental", "--train", "scenes.xml", "-o", "order.safetensors", folder=folder)[0] == 0
    return folder


def realised(folder: Path, text: str, generator: str) -> Done:
    (folder / "odd.conll").write_text(text, encoding="utf-8")
    return genchal("generate", f"{generator}.safetensors", "--test", "odd.conll", folder=folder)


@pytest.mark.parametrize("generator", REALISERS)
@pytest.mark.parametrize(
    "words",
    [
        [lemma("hear", 0, "VERB")],
        [lemma("hear", 0, "VERB"), lemma("owl", 0), lemma("fox", 2)],  # two roots
        [lemma("hear", 0, "VERB"), *(lemma(f"w{number}", number) for number in range(1, 300))],  # a chain
        [lemma("hear", 0, "VERB"), *(lemma(f"w{number}", 1) for number in range(1, 300))],  # all below the root
        [lemma("hear", 0, "VERB"), lemma("_", 1, "SYM")],  # an underscore that is one
    ],
    ids=["one word", "two roots", "deep", "flat", "underscore"],
)
def test_every_word_of_an_unusual_tree_is_written(folder: Path, words: list[Word], generator: str) -> None:
    done = realised(folder, tree(*words), generator)
    assert (done.returncode, done.stderr) == (0, "")
    line = done.stdout.splitlines()[1]
    written = line.split("\t")[1].lower().removesuffix(".").split()
    expected = sorted("hears" if word[0] == "hear" else word[0] for word in words)
    if generator == "realiser":
        assert sorted(written) == expected
    elif words[-1][2] != "SYM":
        assert set(written) >= {word[0] for word in words[1:]}


@pytest.mark.parametrize("generator", REALISERS)
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (tree(lemma("hear", 0), lemma("owl", 3), lemma("fox", 2)), "line 2: the heads form a cycle (2 > 3 > 2)"),
        (tree(lemma("hear", 1)), "the heads form a cycle (1 > 1)"),
        (tree(lemma("hear", 0), lemma("owl", 7)), "line 2: head '7' of word 2 is not a word of the tree"),
        (tree(lemma("hear", 0), lemma("_", 1)), "instance '1': word 2 has no lemma. Write its lemma"),
        (tree(lemma("hear", 0), lemma("", 1)), "instance '1': word 2 has no lemma. Write its lemma"),
        (tree(lemma("_", 0, "PRON")), "instance '1': word 1 has no lemma. Write its lemma"),
        ("1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n\n", "the tree of instance '1' has no words. Give it one"),
        ("# text = Nothing.\n\n", "line 1: comments without a tree"),
        ("", "it contains no instances"),
        ("the owl hears\n", "1 column, expected 10"),
    ],
)
def test_what_is_no_tree_is_refused_in_one_line(folder: Path, text: str, problem: str, generator: str) -> None:
    done = realised(folder, text, generator)
    assert (done.returncode, done.stdout) == (2, "")
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1


def test_of_an_implied_subject_nothing_is_written(folder: Path) -> None:
    words = [lemma("_", 2, "PRON"), lemma("hear", 0, "VERB"), lemma("owl", 2)]
    done = realised(folder, tree(*words), "deep_realiser")
    assert done.returncode == 0
    assert "_" not in done.stdout
    refused = realised(folder, tree(*words), "realiser")
    assert "Deep trees, with implied subjects, are for 'deep_realiser'." in refused.stderr


def test_a_word_whose_ending_would_be_all_of_it_is_written(folder: Path) -> None:
    """`soya` loses its last letter in training; of the lemma `a` that would leave nothing."""
    bank = tree(("soy", "soya", "ADV", "2", "advmod"), *[("go", "go", "VERB", "0", "root")]) * 5
    (folder / "endings.conllu").write_text(bank, encoding="utf-8")
    (folder / "odd.conll").write_text(tree(lemma("go", 0, "VERB"), lemma("a", 1, "ADV")), encoding="utf-8")
    done = genchal("generate", "realiser", "--train", "endings.conllu", "--test", "odd.conll", folder=folder)
    assert done.stdout.splitlines()[1].split("\t")[1].split() in (["a", "go"], ["go", "a"])


@pytest.mark.parametrize("generator", REALISERS)
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "train.conllu: it contains no instances"),
        (
            tree(*[lemma(word[1], int(word[3]), word[2]) for word in BANK]),
            "have no lemmas (column 3). Train it on a treebank",
        ),
        (tree(lemma("owl", 2), lemma("fox", 1)), "the heads form a cycle"),
    ],
    ids=["empty", "inputs", "cycle"],
)
def test_what_cannot_be_learnt_from_leaves_no_model(folder: Path, text: str, problem: str, generator: str) -> None:
    (folder / "train.conllu").write_text(text, encoding="utf-8")
    settings = ["-s", "language=en"] if generator == "deep_realiser" else []
    done = genchal("train", generator, *settings, "--train", "train.conllu", "-o", "none.safetensors", folder=folder)
    assert done.returncode == 2
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (folder / "none.safetensors").exists()


RED, SMALL, BLUE = (
    {"type": "tug", "colour": colour, "size": size}
    for colour, size in (("red", "large"), ("red", "small"), ("blue", "large"))
)


def scene(name: str, *things: dict[str, str], targets: int = 1) -> Instance:
    entities = tuple(
        Entity(str(place), tuple(Attribute(*pair) for pair in own.items()), is_target=place < targets)
        for place, own in enumerate(things)
    )
    sets = (frozenset(things[0].items()),)
    meta = {"condition": "+LOC", "participant": "s1"}
    return Instance(name, Scene("boats", entities, sets), ("the large red tug",), meta)


WITHOUT_TRAINING = ("full_brevity", "greedy", "order.safetensors")
SELECTORS = (*WITHOUT_TRAINING, "incremental", "graph", "frequency_set", "speaker_profile", "evolutionary")


@pytest.mark.parametrize("generator", SELECTORS)
@pytest.mark.parametrize(
    ("things", "targets", "said", "unsaid"),
    [
        ((RED, RED, BLUE), 1, {"colour:red"}, set()),  # a twin: the other is ruled out
        ((RED, RED), 1, set(), set()),
        ((RED,), 1, set(), set()),
        ((RED, SMALL, BLUE), 2, {"colour:red"}, {"size:large"}),  # of several targets, what they share
        (({**RED, "flag": "striped"}, {**RED, "flag": "plain"}), 1, {"flag:striped"}, {"flag:plain"}),
        (({}, RED), 1, set(), {"colour:red"}),
    ],
    ids=["twin", "twin alone", "alone", "two targets", "unknown attribute", "nothing to say"],
)
def test_scenes_of_all_kinds_are_described(
    folder: Path, things: tuple[dict[str, str], ...], targets: int, said: set[str], unsaid: set[str], generator: str
) -> None:
    trial = "\n".join(Tuna().render([scene("s1t1", *things, targets=targets)]))
    (folder / "odd.xml").write_text(trial, encoding="utf-8")
    learning = [] if generator in WITHOUT_TRAINING else ["--train", "scenes.xml"]
    done = genchal("generate", generator, *learning, "--test", "odd.xml", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    attributes = set(done.stdout.splitlines()[1].split("\t")[1].split())
    assert attributes >= said
    assert not attributes & unsaid


@pytest.mark.parametrize(
    ("attributes", "problem"),
    [("flag", "'flag' is not an attribute. Write name:value"), ("flag: striped", "is not an attribute")],
)
def test_attributes_that_are_none_are_refused(folder: Path, attributes: str, problem: str) -> None:
    (folder / "said.tsv").write_text(f"trial\tattributes\n1\t{attributes}\n", encoding="utf-8")
    done = genchal("score", "said.tsv", "-r", "scenes.xml", "--task", "tuna", "-m", "dice", folder=folder)
    assert done.returncode == 2
    assert problem in done.stderr


def test_an_attribute_that_no_entity_has_identifies_nothing(folder: Path) -> None:
    (folder / "said.tsv").write_text("trial\tattributes\n1\tflag:striped colour:red\n", encoding="utf-8")
    wanted = ["--task", "tuna", "-m", "dice,uniqueness,minimality", "--csv"]
    done = genchal("score", "said.tsv", "-r", "scenes.xml", *wanted, folder=folder)
    # Of two attributes and three, one is common; what is not true of the target does not identify it.
    assert done.stdout.splitlines()[1] == "said,0.4,,,0.0,,,0.0,,"


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _changed(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[-9] ^= 1
    path.write_bytes(whole)


def _newer(path: Path) -> None:
    file = read_model_file(path)
    write_model_file(path, file.arrays, {**file.facts, "version": file.facts["version"] + 1})


def _other_data(path: Path) -> None:
    path.write_text("the owl hears a fox\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (_cut, "not a model file"),
        (_changed, "damaged, its checksum is wrong"),
        (_newer, "trained by a newer version of generator 'realiser'. Update genchal"),
        (_other_data, "not a model file. Give a file that genchal train has written"),
        (Path.unlink, "no such file"),
    ],
)
def test_a_model_that_does_not_fit_is_refused_in_one_line(
    folder: Path, spoil: Callable[[Path], None], problem: str
) -> None:
    path = folder / "spoilt.safetensors"
    path.write_bytes((folder / "realiser.safetensors").read_bytes())
    spoil(path)
    done = genchal("generate", "spoilt.safetensors", "--test", "bank.conllu", folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"error: spoilt.safetensors: {problem}" in done.stderr
    assert done.stderr.count("\n") == 1
