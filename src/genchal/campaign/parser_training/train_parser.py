"""A tagger-parser from a treebank: teachers, what they think, a student, and how good it is."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from genchal.campaign.parser_training.treebank import read_treebank
from genchal.domain.results.table import Column, Table
from genchal.errors import InvalidInput, NeedsExtra, counted
from genchal.resources.embeddings.vectors import first_vectors
from genchal.resources.files import read_lines
from genchal.resources.parser import load_model, save_model
from genchal.text.parser.archive import Model, pack, unpack
from genchal.text.parser.features import word_key
from genchal.text.parser.model import Inventory
from genchal.text.parser.network import expected_shapes
from genchal.text.parser.words import split_words
from genchal.text.syntax import Parse, Parser
from genchal.text.tokenisers.sentences import split_sentences
from genchal.training.accuracy import measure_accuracies
from genchal.training.data import Vectors, encode, initial_words, make_inventory, reduce_vectors
from genchal.training.settings import NetworkSizes, ParserTraining, Schedule, teacher_schedule

if TYPE_CHECKING:
    from genchal.training.opinions import Opinion

Progress = Callable[[str], None]
LONGEST = 100  # words of a sentence of the additional texts
FIGURES = ("uas", "las", "las_base", "upos", "xpos", "lemma")


@dataclass(frozen=True, slots=True)
class TrainedParser:
    """A parser as its file has it."""

    model: Model
    path: Path

    def payload(self) -> dict[str, object]:
        """What --json prints: a record for every figure."""
        figures = [
            {"part": part, "figure": figure, "value": value, "signature": self.model.name}
            for part, values in self.model.about["figures"].items()
            for figure, value in values.items()
        ]
        return {"figures": figures, "weights": self.path}

    def tables(self) -> tuple[Table, ...]:
        """Figures in per cent, of texts as they are and in lower case."""
        rows = [
            (title, *(values[figure + suffix] for figure in FIGURES))
            for part, values in self.model.about["figures"].items()
            for title, suffix in ((part, ""), (f"{part}, lower case", "_lower"))
        ]
        table = Table(
            title="Accuracy of the parser in per cent",
            columns=(Column("part"), *(Column(figure, digits=2) for figure in FIGURES)),
            rows=tuple(rows),
            notes=(f"{self.path}, {self.path.stat().st_size / 1e6:.2f} MB.",),
            signatures=(self.model.name,),
            label="parser",
        )
        return (table,)


def train_parser(train: Path, training: ParserTraining, progress: Progress) -> TrainedParser:
    """Train, write the weights, and return them as the file has them. Teachers that are there are not trained again."""
    _check(training)
    treebank, dev = read_treebank(train), read_treebank(training.dev)
    test = read_treebank(training.test) if training.test is not None else None
    vectors = _vectors(training)
    sentences = _sentences(training.extra_texts)
    _check_device(training.device)
    trainer = _Trainer(training, treebank, vectors, progress)
    opinion: Opinion | None = None
    taught: list[Parse] = []
    if training.teachers:
        from genchal.training.opinions import annotate, ask

        teachers = [trainer.teacher(number) for number in range(training.teachers)]
        if sentences:
            progress(f"the teachers annotate {counted(len(sentences), 'sentence')} of additional texts")
            taught = annotate(teachers, sentences, training.device)
        opinion = ask(teachers, [*treebank, *taught], training.device)
    made = trainer.trained(training.sizes, training.schedule, "student", opinion, taught)
    parser = unpack(pack(*made, {})).parser()  # with the precision of the file
    figures = {"dev": measure_accuracy(parser, dev)}
    if test is not None:
        figures["test"] = measure_accuracy(parser, test)
    described = {"treebank": train.name, **_about(training, treebank, taught)}
    save_model(training.out, pack(*made, {"name": training.name, "training": described, "figures": figures}))
    return TrainedParser(load_model(str(training.out)), training.out)


class _Trainer:
    """Trains networks on one treebank."""

    def __init__(self, training: ParserTraining, treebank: list[Parse], vectors: Vectors, progress: Progress) -> None:
        self.training, self.treebank, self.vectors, self.progress = training, treebank, vectors, progress

    def teacher(self, number: int) -> Any:
        """A teacher, from an earlier run if it was trained in the same way."""
        from genchal.training.opinions import Teacher

        training = self.training
        schedule = teacher_schedule(number, training.teacher_epochs, training.schedule.seed)
        key = hashlib.blake2b(digest_size=8)
        for part in (schedule, training.teacher_sizes, self.treebank, list(self.vectors), training.vectors):
            key.update(repr(part).encode())
        path = training.out.with_name(f"{training.out.name}.teachers") / f"teacher-{number + 1}-{key.hexdigest()}.npz"
        if not path.exists():
            title = f"teacher {number + 1} of {training.teachers}"
            save_model(path, pack(*self.trained(training.teacher_sizes, schedule, title), {"name": "teacher"}))
        model = load_model(str(path))
        return Teacher(model.inventory, model.weights)

    def trained(
        self,
        sizes: NetworkSizes,
        schedule: Schedule,
        title: str,
        opinion: Opinion | None = None,
        taught: Sequence[Parse] = (),
    ) -> tuple[Inventory, Mapping[str, Any], dict[str, int]]:
        """Train one network; return its names, weights and sizes."""
        from genchal.training.loop import train

        keyed: dict[str, Any] = {}
        for word, vector in islice(self.vectors.items(), sizes.vectors):
            keyed.setdefault(word_key(word), vector)  # of several that are looked up alike the first counts
        vectors = reduce_vectors(keyed, sizes.word)
        inventory = make_inventory(self.treebank, list(vectors))
        named = sizes.with_names(inventory)
        corpus = encode([*self.treebank, *taught], inventory, sizes.buckets)
        began = time.perf_counter()

        def report(epoch: int, loss: float) -> None:
            spent = time.perf_counter() - began
            self.progress(f"{title}: epoch {epoch} of {schedule.epochs}, loss {loss:.3f}, {spent:.0f} s")

        weights = train(
            corpus,
            expected_shapes(named),
            initial_words(inventory, vectors, sizes.word),
            schedule,
            self.training.device,
            report,
            opinion,
            len(self.treebank),
        )
        return inventory, weights, named


def _check(training: ParserTraining) -> None:
    if find_spec("torch") is None:
        raise NeedsExtra("training a parser", "neural")
    if training.out.is_dir() or training.out.suffix != ".npz":
        raise InvalidInput(f"{training.out}: not a name for a file of weights", "Choose a name that ends in .npz.")
    if training.extra_texts and not training.teachers:
        raise InvalidInput("additional texts need teachers", "Add --teachers 4: they annotate the texts.")


def _check_device(device: str) -> None:
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        raise InvalidInput("there is no GPU that torch can use", "Use --device cpu.")


def _vectors(training: ParserTraining) -> Vectors:
    """Vectors of the most frequent words, as many as the largest table takes."""
    if training.vectors is None:
        return {}
    most = max(training.sizes.vectors, training.teacher_sizes.vectors if training.teachers else 0)
    return first_vectors(training.vectors, most)


def _sentences(paths: Sequence[Path]) -> list[tuple[str, ...]]:
    """The different sentences of texts, one text a line."""
    split = (
        tuple(split_words(sentence))
        for path in paths
        for line in read_lines(path)
        for sentence in split_sentences(line)
    )
    return [words for words in dict.fromkeys(split) if 0 < len(words) <= LONGEST]


def measure_accuracy(parser: Parser, sentences: Sequence[Parse]) -> dict[str, float]:
    """Accuracies on sentences as they are and in lower case, to two decimals."""
    figures = measure_accuracies(sentences, parser.parse([sentence.forms for sentence in sentences]))
    lowered = parser.parse([[form.lower() for form in sentence.forms] for sentence in sentences])
    gold, found = (
        [replace(parse, lemmas=tuple(map(str.lower, parse.lemmas))) for parse in parses]
        for parses in (sentences, lowered)
    )
    figures |= {f"{name}_lower": value for name, value in measure_accuracies(gold, found).items()}
    return {name: round(value, 2) for name, value in figures.items()}


def _about(training: ParserTraining, treebank: Sequence[Parse], taught: Sequence[Parse]) -> dict[str, Any]:
    import torch

    return {
        "sentences": len(treebank),
        "words": sum(map(len, treebank)),
        "vectors": Path(training.vectors).name if training.vectors else None,
        "teachers": training.teachers,
        "teacher_epochs": training.teacher_epochs if training.teachers else 0,
        "taught_sentences": len(taught),
        "device": training.device,
        "torch": torch.__version__,
        **asdict(training.schedule),
    }
