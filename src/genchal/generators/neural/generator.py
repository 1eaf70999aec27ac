"""The neural generator: settings, training of one network or several, and writing."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self, cast

import numpy as np

from genchal.domain import Generator, Instance, Parameters, SlotValues, setting
from genchal.domain.generator import Checkpoint
from genchal.domain.settings import check_choices
from genchal.domain.slots.checking import AnyLexicon
from genchal.domain.slots.lexicon import Lexicon, LexiconSlot
from genchal.errors import InvalidInput, NeedsExtra
from genchal.generators._slots import keep_referenced, warn_of_unknown_slots
from genchal.generators.neural.data.meanings import (
    Delexicalisation,
    Meaning,
    Pair,
    choose_delexicalisation,
    read_meaning,
    read_pairs,
)
from genchal.generators.neural.data.pairs import count_slot_errors
from genchal.generators.neural.data.plans import add_plan, list_common, plan_of
from genchal.generators.neural.data.sources import Codec, Layout, Source
from genchal.generators.neural.data.tokens import Unit
from genchal.generators.neural.data.unseen import describe_empty, describe_unfilled, describe_unseen
from genchal.generators.neural.learning.preparing import (
    hold_out,
    list_frequent_first,
    prepare_pairs,
    spell,
    train_classifier,
)
from genchal.generators.neural.learning.progress import Progress
from genchal.generators.neural.learning.selection import References, split_lower
from genchal.generators.neural.network.classifier import MeaningClassifier
from genchal.generators.neural.network.shape import AttentionKind, DecoderKind, EncoderKind, Shape
from genchal.generators.neural.writing.choosing import (
    Judged,
    choose_best,
    choose_consensus,
    choose_novel,
    keep_fewest_errors,
)

LOG = logging.getLogger(__name__)
AT_ONCE = 32  # instances that are written for together
STEPS, SMALL_BATCH = 50, 4  # a pass has so many steps, if batches of so many texts allow it
Weights = Mapping[str, np.ndarray[Any, Any]]


@dataclass(frozen=True, slots=True)
class Learnt:
    """What training leaves: a codec, networks with their shapes, a classifier, and frequent first tokens."""

    codec: Codec
    shapes: tuple[Shape, ...]
    weights: tuple[Weights, ...]
    classifier: MeaningClassifier | None = None
    first: tuple[int, ...] = ()
    planner: Neural | None = None


@dataclass(frozen=True, slots=True)
class Neural(Generator):
    """Learns to write texts for meanings: an encoder, a decoder, and a choice among what they offer."""

    name: ClassVar[str] = "neural"
    version: ClassVar[int] = 2
    family: ClassVar[str] = "neural"  # of cards: one file for all configurations
    extra: ClassVar[str] = "neural"
    resumes: ClassVar[bool] = True
    decoding: ClassVar[tuple[str, ...]] = (
        *("search", "beam", "samples", "share", "temperature", "length_power", "combine", "rerank", "coverage"),
        *("choice", "risk_temperature", "use_first_words"),
    )

    # what is read and written
    unit: Unit = setting("words", "What texts are made of: words, learnt parts of words, or characters.")
    layout: Layout = setting("facts", "What the encoder reads: facts, slots and values in turn, words, or characters.")
    delexicalise: str = setting(
        "open", "Slots that are placeholders in texts: names; open (many values), said (texts have them), or none."
    )
    order: Literal["fixed", "shuffled", "alternating"] = setting(
        "fixed", "Order of the facts in training: as given, another each time, or so for every second network."
    )
    # training pairs
    pairs: Literal["all", "clean", "corrected"] = setting(
        "all", "All training pairs, those without slot errors, or all with their meanings corrected; by the lexicon."
    )
    sentences: bool = setting(False, "Whether sentences beside what they say are added (needs a lexicon).")
    complex_texts: bool = setting(False, "Whether only texts with subordinate clauses are learnt from.")
    rule_texts: bool = setting(False, "Whether a plain text made by rules is added for every meaning.")
    exchange: bool = setting(
        False, "Whether names of training texts are exchanged for others, so that networks that see them learn to copy."
    )
    lexicon: str | None = setting(None, "Lexicon of words that express values: one that comes with genchal, or a file.")
    # the network
    encoder: str = setting("lstm", "lstm, gru, cnn, hierarchical or vector; several, by commas, for several networks.")
    decoder: DecoderKind = setting("lstm", "An LSTM, or one with a reading gate that crosses off what is said.")
    attention: AttentionKind = setting("dot", "How the decoder looks at the input; memory: it knows where it has been.")
    feeding: bool = setting(False, "Whether the decoder hears what it looked at before.")
    copy: bool = setting(False, "Whether words of the input can be copied.")
    conditioned: bool = setting(False, "Whether the decoder hears the features of the meaning at every step.")
    planned: bool = setting(False, "Whether a first network plans words that the text shall have.")
    cell: int = setting(128, "Size of the recurrent networks.", low=4, high=2048)
    embedding: int = setting(64, "Size of the vectors of tokens.", low=2, high=1024)
    models: int = setting(1, "How many networks are trained, with seeds of their own.", low=1, high=50)
    starts: int = setting(
        1,
        "How often each network is trained, with seeds of its own; the best on the development set is kept.",
        low=1,
        high=50,
    )
    styles: bool = setting(False, "Whether networks divide the texts among them, each taking those it finds probable.")
    # training
    epochs: int = setting(20, "At most so many passes.", low=1, high=1000)
    chosen_by: Literal["greedy", "written"] = setting(
        "greedy", "By which outputs the best pass is chosen: greedy ones, or those that would be written (slower)."
    )
    patience: int = setting(4, "Passes without a better development score until training ends.", low=1, high=1000)
    batch: int = setting(64, "Texts in a step; fewer where there are less than 50 times as many.", low=1, high=4096)
    rate: float = setting(2e-3, "Learning rate of Adam.", low=0, open_low=True)
    decay: float = setting(0.9, "Factor of the learning rate after every pass.", low=0, high=1, open_low=True)
    dropout: float = setting(0.1, "Share of values that are set to zero in training.", low=0, high=0.9)
    smoothing: float = setting(0.0, "Share of probability given to all other tokens in training.", low=0, high=0.9)
    unknown_values: float = setting(
        0.0, "Share of the words of values that a hierarchical encoder is not told in training.", low=0, high=1
    )
    attention_sum: float = setting(0.0, "Weight of the penalty for places not looked at exactly once.", low=0)
    gate_penalty: float = setting(0.1, "Weight of the penalties of the reading gate.", low=0)
    classifier_loss: float = setting(0.0, "Weight of what a classifier of texts does not hear.", low=0)
    reinforce: int = setting(0, "Passes of reinforcement learning after training.", low=0, high=100)
    reinforce_rate: float = setting(1e-4, "Its learning rate.", low=0, open_low=True)
    precision: Literal["mixed", "full"] = setting(
        "mixed",
        "Products in 16 bits where the network and the processor allow it, or all in 32 bits.",
    )
    error_weight: float = setting(1.0, "Weight of slot errors in what is reinforced, beside sentence BLEU.", low=0)
    longest: int = setting(80, "Longest output, in tokens.", low=1, high=2000)
    # writing
    search: Literal["beam", "greedy", "samples", "both"] = setting(
        "beam", "Candidates: by a beam, the most probable token each time, drawn, or by beam and drawn."
    )
    beam: int = setting(10, "Width of the beam.", low=1, high=100)
    samples: int = setting(8, "Texts that are drawn, for each network.", low=1, high=1000)
    share: float = setting(0.9, "Draw from the most probable tokens with this share of probability.", low=0, high=1)
    temperature: float = setting(1.0, "Temperature of drawing.", low=0, open_low=True)
    length_power: float = setting(0.0, "Log-probabilities are divided by length to this power.", low=0, high=2)
    combine: Literal["steps", "lists"] = setting(
        "steps", "Several networks choose every token together, or each makes a list of its own."
    )
    rerank: Literal["none", "classifier", "lexicon"] = setting(
        "none", "Candidates with slot errors come last: by a classifier, or by the lexicon."
    )
    coverage: float = setting(0.0, "Weight of the penalty for places not looked at once, when candidates are judged.")
    choice: Literal["best", "consensus", "random", "novel"] = setting(
        "best",
        "The best candidate; or of those with the fewest errors the one most like the others, any, "
        "or the one that is least like earlier outputs.",
    )
    risk_temperature: float = setting(0.1, "Temperature of the weights in a consensus.", low=0, open_low=True)
    first_words: int = setting(0, "How many frequent first words are tried, each by itself.", low=0, high=1000)
    use_first_words: bool = setting(True, "Whether they are tried.")

    _lexicon: AnyLexicon | None = field(default=None, repr=False, compare=False)
    _checkpoint: Checkpoint | None = field(default=None, repr=False, compare=False)
    _learnt: Learnt | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse choices that there are not, and settings that need a lexicon without one."""
        check_choices(self)
        for kind in self.encoders:
            if kind not in ("lstm", "gru", "cnn", "hierarchical", "vector"):
                raise InvalidInput(f"unknown encoder '{kind}'", "Choose lstm, gru, cnn, hierarchical or vector.")
        asks = [name for name, value in (("pairs", self.pairs), ("rerank", self.rerank)) if value in LEXICAL]
        if self.lexicon is None and (asks or self.sentences):
            raise InvalidInput(
                f"generator '{self.name}': {(asks or ['sentences'])[0]} needs a lexicon",
                'Add lexicon = "e2e", or the file of your own (genchal lexicon mine).',
            )

    @property
    def known_words(self) -> AnyLexicon | None:
        """The lexicon, once there is one."""
        return self._lexicon

    @classmethod
    def example(cls) -> Self:
        """A network that is trained in a moment, with a lexicon about nothing where one is needed."""
        made = cls(cell=8, embedding=4, epochs=1, patience=1, beam=2, samples=2, longest=8, models=1, reinforce=0)
        made = replace(made, pairs="all", complex_texts=False)  # any texts will do
        return made.equipped({"lexicon": _EXAMPLE}) if made.needs() else made

    @property
    def encoders(self) -> tuple[EncoderKind, ...]:
        """Encoders, network by network."""
        return tuple(cast(EncoderKind, kind.strip()) for kind in self.encoder.split(","))

    def needs(self) -> Mapping[str, str]:
        """The lexicon, if there is one."""
        return {} if self.lexicon is None else {"lexicon": self.lexicon}

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Train networks."""
        return replace(self, _learnt=self.learn(train, dev, rng, Progress.of(self._checkpoint)), _checkpoint=None)

    def learn(
        self,
        train: Sequence[Instance],
        dev: Sequence[Instance],
        rng: np.random.Generator,
        progress: Progress,
        role: str = "network",
    ) -> Learnt:
        """What training leaves; networks that are finished in `progress`, by role and number, are not trained again."""
        seed = int(rng.integers(2**31))
        train, dev = keep_referenced(train, self.name), tuple(given for given in dev if given.references)
        read_meaning(train[0], self.name)  # other inputs are refused whether torch is there or not
        training = _import_training()
        if not dev:
            train, dev = hold_out(train, rng)
        pairs = prepare_pairs(read_pairs(train, self.name), self, seed)
        hidden = choose_delexicalisation(self.delexicalise, pairs)
        self._warn_of_unused(hidden, pairs)
        planner = None
        if self.planned:
            planner = self._make_planner().learn_plans(pairs, hidden, rng, progress)
            common = list_common(pairs, hidden)
            pairs = [(add_plan(meaning, plan_of(meaning, text, common, hidden)), text) for meaning, text in pairs]
        reads_values = "hierarchical" in self.encoders
        codec = Codec.learn(self.layout, self.unit, hidden, pairs, copies=self.copy, reads_values=reads_values)
        classifier = train_classifier(codec, pairs, seed) if self.rerank == "classifier" else None
        learnt = Learnt(codec, (), (), classifier, list_frequent_first(codec, pairs, self.first_words), planner)
        development = self._make_development(training, dev, learnt, rng, seed)
        shapes = tuple(self._shape(codec, place) for place in range(self.models))
        weights = []
        for place, shape in enumerate(shapes):
            begun = {}
            for start in range(self.starts):
                plan = self._plan(training, seed + place + start * self.models, place, len(pairs))
                trainer = training.Trainer.start(codec, shape, plan, LOG.info)
                again = f", start {start + 1} of {self.starts}" if self.starts > 1 else ""
                LOG.info("network %d of %d%s: %d training pairs", place + 1, self.models, again, len(pairs))
                name = f"{role}{place}-{start}" if start else f"{role}{place}"
                begun[name] = trainer.train(pairs, development, progress, name)
            weights.append(begun[max(begun, key=progress.scores.__getitem__)])
        if self.styles:
            from genchal.generators.neural.learning.styles import divide_styles

            plan = self._plan(training, seed, 0, len(pairs))
            weights = divide_styles(codec, shapes, weights, plan, pairs, development, LOG.info, progress)
        return replace(learnt, shapes=shapes, weights=tuple(weights))

    def _make_development(
        self, training: Any, dev: Sequence[Instance], learnt: Learnt, rng: np.random.Generator, seed: int
    ) -> Any:
        """What passes are chosen by; a network that is judged by what it would write writes alone."""
        meanings = self._plan_words([read_meaning(instance, self.name) for instance in dev], learnt.planner, rng)

        def write(shape: Shape, weights: Weights) -> list[str]:
            network = replace(learnt, shapes=(shape,), weights=(weights,), planner=None)  # meanings have their plans
            written = replace(self, models=1, _learnt=network)._write(meanings, np.random.default_rng(seed))
            return [chosen.text if chosen else "" for chosen in written]

        references = References([[split_lower(text) for text in instance.references] for instance in dev])
        by_written = self.chosen_by == "written"
        return training.Development(meanings, references, self._count_errors, write if by_written else None)

    def _warn_of_unused(self, hidden: Delexicalisation, pairs: Sequence[Pair]) -> None:
        """Say which settings name what is not there."""
        known = {fact.slot for meaning, _ in pairs for fact in meaning}
        warn_of_unknown_slots(self.name, "delexicalise", hidden.slots, known)
        if len(self.encoders) > self.models:
            trained = "one network is" if self.models == 1 else f"{self.models} networks are"
            LOG.warning("%s: %d encoders are named, but %s trained", self.name, len(self.encoders), trained)

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Write a text for each instance; what training did not have is named in the log."""
        meanings = [read_meaning(instance, self.name) for instance in instances]
        chosen = self._write(meanings, rng)
        said = [(meaning, text.words) for meaning, text in zip(meanings, chosen, strict=True) if text]
        codec = self.learnt.codec
        texts = [text.text if text else None for text in chosen]
        for sentence in (*describe_unseen(codec, meanings), *describe_unfilled(codec, said), *describe_empty(texts)):
            LOG.warning("%s: %s", self.name, sentence)
        return texts

    def _write(self, meanings: list[Meaning], rng: np.random.Generator) -> list[Judged | None]:
        module = _import_writer()
        meanings = self._plan_words(meanings, self.learnt.planner, rng)
        writer = module.Writer(self, self.learnt, int(rng.integers(2**31)))
        written: list[Judged | None] = []
        said: list[str] = []
        for start in range(0, len(meanings), AT_ONCE):
            for candidates in writer.offer(meanings[start : start + AT_ONCE]):
                chosen = self._choose(candidates, rng, said)
                written.append(chosen)
                said += chosen.words if chosen else ()
        return written

    def judge(self, meaning: Meaning, words: Sequence[str], source: Source) -> float:
        """Slot errors of a candidate, by whatever judges them."""
        if self.rerank == "lexicon":
            return self._count_errors(meaning, self.learnt.codec.write(words, meaning))
        if self.rerank == "classifier" and self.learnt.classifier is not None:
            return self.learnt.classifier.count_errors(spell(self.learnt.codec, words), source.features)
        return 0.0

    def _make_planner(self) -> Neural:
        """A small network of the same kind that proposes words."""
        names = ("layout", "delexicalise", "copy", "attention", "cell", "embedding", "epochs", "batch", "rate", "decay")
        return Neural(
            **{name: getattr(self, name) for name in names},
            search="samples",
            samples=1,
            temperature=self.temperature,
            longest=25,
            patience=3,
        )

    def learn_plans(
        self, pairs: Sequence[Pair], hidden: Delexicalisation, rng: np.random.Generator, progress: Progress
    ) -> Self:
        """Learn which words texts have, besides common ones."""
        common = list_common(pairs, hidden)
        plans = [
            Instance(str(place), SlotValues(meaning), (" ".join(plan_of(meaning, text, common, hidden)) or "none",))
            for place, (meaning, text) in enumerate(pairs)
        ]
        return replace(self, _learnt=self.learn(plans, (), rng, progress, "planner"))

    def _plan_words(self, meanings: list[Meaning], planner: Neural | None, rng: np.random.Generator) -> list[Meaning]:
        if planner is None:
            return meanings
        plans = [plan.text.lower().split() if plan else [] for plan in planner._write(meanings, rng)]
        return [add_plan(meaning, plan) for meaning, plan in zip(meanings, plans, strict=True)]

    def _choose(self, candidates: Sequence[Judged], rng: np.random.Generator, said: Sequence[str]) -> Judged | None:
        if not candidates:
            return None
        if self.choice == "best":
            return choose_best(candidates)
        clean = keep_fewest_errors(candidates)
        if self.choice == "consensus":
            return choose_consensus(clean, self.risk_temperature)
        if self.choice == "novel":
            return choose_novel(clean, said)
        return clean[int(rng.integers(len(clean)))]

    def _count_errors(self, meaning: Meaning, text: str) -> int:
        """Slot errors by the lexicon; without one, values of open slots that are not in the text."""
        if self._lexicon is not None:
            return count_slot_errors(self._lexicon, meaning, text)
        lowered = text.lower()
        return sum(
            fact.value.lower() not in lowered or "{" + fact.slot + "}" in lowered
            for fact in meaning
            if len(fact.value) > 3
        )

    def _shape(self, codec: Codec, place: int) -> Shape:
        return Shape(
            encoder=self.encoders[place % len(self.encoders)],
            decoder=self.decoder,
            attention=self.attention,
            feeding=self.feeding,
            copy=self.copy,
            conditioned=self.conditioned,
            cell=self.cell,
            embedding=self.embedding,
            slots=len(codec.slots),
            tokens=len(codec.tokens),
            features=len(codec.features),
            vocabulary=len(codec.vocabulary),
        )

    def _plan(self, training: Any, seed: int, place: int, pairs: int) -> Any:
        """How a network is trained; of few texts batches are smaller, so that as much is learnt in a pass."""
        names = (
            "epochs",
            "patience",
            "batch",
            "rate",
            "decay",
            "dropout",
            "smoothing",
            "unknown_values",
            "attention_sum",
            "gate_penalty",
            "classifier_loss",
        )
        more = {
            name: getattr(self, name)
            for name in (*names, "reinforce", "reinforce_rate", "error_weight", "longest", "precision")
        }
        is_shuffled = self.order == "shuffled" or (self.order == "alternating" and place % 2 == 1)
        more["batch"] = min(self.batch, max(SMALL_BATCH, pairs // STEPS))
        return training.Plan(**more, shuffled=is_shuffled, seed=seed)

    @property
    def learnt(self) -> Learnt:
        """What was learnt, once fitted."""
        if self._learnt is None:
            raise InvalidInput(f"generator '{self.name}' has learnt nothing yet", "Train it first.")
        return self._learnt

    def parameters(self) -> Parameters:
        """Weights of all networks and of the classifier, and the codec."""
        learnt = self.learnt
        arrays = {
            f"network{place}.{name}": array
            for place, weights in enumerate(learnt.weights)
            for name, array in weights.items()
        }
        if learnt.classifier is not None:
            arrays.update(learnt.classifier.arrays())
        values = {"codec": learnt.codec.values(), "first": list(learnt.first)}
        if learnt.planner is not None:
            plans = learnt.planner.parameters()
            arrays.update({f"planner.{name}": array for name, array in plans.arrays.items()})
            values["planner"] = dict(plans.values)
        return Parameters(arrays, values)

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take them back."""
        codec = Codec.of(learnt.values["codec"])
        weights = tuple(
            {
                name.removeprefix(f"network{place}."): array
                for name, array in learnt.arrays.items()
                if name.startswith(f"network{place}.")
            }
            for place in range(self.models)
        )
        if not all(weights):
            raise ValueError("there are fewer networks than the settings say")
        shapes = tuple(self._shape(codec, place) for place in range(self.models))
        planner = None
        if self.planned:
            plans = {n.removeprefix("planner."): a for n, a in learnt.arrays.items() if n.startswith("planner.")}
            planner = self._make_planner().with_parameters(Parameters(plans, learnt.values["planner"]))
        first = tuple(map(int, learnt.values["first"]))
        return replace(
            self, _learnt=Learnt(codec, shapes, weights, MeaningClassifier.of(learnt.arrays), first, planner)
        )


_EXAMPLE = Lexicon("example", {"name": LexiconSlot("name", {}, is_open=True)}, "example")
LEXICAL = ("clean", "corrected", "lexicon")  # values of settings that a lexicon is needed for


def _import_training() -> Any:
    try:
        from genchal.generators.neural.learning import training
    except ModuleNotFoundError as error:
        raise NeedsExtra("a neural generator", "neural") from error
    return training


def _import_writer() -> Any:
    try:
        from genchal.generators.neural.writing import writer
    except ModuleNotFoundError as error:
        raise NeedsExtra("a neural generator", "neural") from error
    return writer
