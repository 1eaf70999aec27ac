"""Sheff1 of the E2E challenge: linear classifiers plan slots and say them word by word, trained with roll-outs."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, Self

import numpy as np

from genchal.domain import Generator, Instance, Parameters, setting
from genchal.errors import InvalidInput
from genchal.generators._slots import keep_referenced, warn_of_unknown_slots
from genchal.generators.linear._alignment import Segmented, Words, segment_texts
from genchal.generators.linear._arow import Arow
from genchal.generators.linear._costs import Costs, Target
from genchal.generators.linear._expert import Expert
from genchal.generators.linear._inventory import Inventory
from genchal.generators.linear._lols import Learner
from genchal.generators.linear._policy import Policy
from genchal.generators.linear._verdicts import Verdicts, count_repeats
from genchal.generators.neural.data.meanings import (
    Fact,
    Meaning,
    choose_delexicalisation,
    read_meaning,
    read_pairs,
)
from genchal.generators.neural.data.tokens import Spelling, split_words
from genchal.generators.neural.learning.selection import References
from genchal.generators.templates._plain_words import describe_plainly, is_name

LOG = logging.getLogger(__name__)
TOGETHER = 64  # inputs that are explored at a time
CLEAN = 0.5  # if so many meanings have a reference without slot errors, only these are learnt from


class Corpus(NamedTuple):
    """Training texts with placeholders, cut into runs, and the one that was chosen as a reference for each meaning."""

    meanings: list[Meaning]
    segmented: list[Segmented]
    chosen: list[int]
    verdicts: Verdicts
    errors: list[int]  # slot errors of each text


@dataclass(frozen=True, slots=True)
class Sheff1(Generator):
    """Plans the slots of an input, then says each word by word; both by linear classifiers."""

    name: ClassVar[str] = "sheff1"
    version: ClassVar[int] = 2

    delexicalise: str = setting(
        "open", "Slots that are written as placeholders: names, or open (many values), or none."
    )
    imitation: int = setting(3, "Passes over the actions of the references.", low=1, high=100)
    lols: int = setting(1, "Rounds of roll-outs after that; 0: imitation alone.", low=0, high=100)
    explored: float = setting(0.3, "Share of states in which actions are tried.", low=0, high=1)
    tries: int = setting(3, "How many of the best actions are tried, besides the reference's.", low=1, high=100)
    expert_share: float = setting(0.5, "Share of roll-outs that follow the reference.", low=0, high=1)
    error_weight: float = setting(1.0, "What slot errors cost, as against BLEU and ROUGE-L.", low=0)

    _policy: Policy | None = field(default=None, repr=False, compare=False)
    _spelling: Spelling | None = field(default=None, repr=False, compare=False)

    @classmethod
    def example(cls) -> Self:
        """One that learns in a moment."""
        return cls(imitation=1, lols=1)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Align, imitate, and learn from roll-outs; progress is measured on the development set."""
        pairs = read_pairs(train and keep_referenced(train, self.name), self.name)
        hidden = choose_delexicalisation(self.delexicalise, pairs)
        known = {fact.slot for meaning, _ in pairs for fact in meaning}
        warn_of_unknown_slots(self.name, "delexicalise", hidden.slots, known)
        texts = [hidden.hide_text(meaning, text) for meaning, text in pairs]
        spelling = Spelling.learn(texts)
        words = [tuple(lower_words(text)) for text in texts]
        corpus = read_corpus([hidden.hide(meaning) for meaning, _ in pairs], words)
        inventory = Inventory.learn(hidden, corpus.meanings, corpus.segmented, corpus.chosen, corpus.verdicts)
        policy = Policy(inventory, Arow(inventory.actions))
        learnt = replace(self, _policy=policy, _spelling=spelling)
        learner = self._make_learner(corpus, words, policy, rng)
        learner.imitate()
        learner.learn(self.imitation)
        if self.lols:
            learnt._explore(learner, dev)
        return learnt

    def _make_learner(
        self, corpus: Corpus, texts: Sequence[Words], policy: Policy, rng: np.random.Generator
    ) -> Learner:
        references: dict[Meaning, list[Words]] = defaultdict(list)
        for meaning, words, errors in zip(corpus.meanings, texts, corpus.errors, strict=True):
            if not errors:
                references[meaning].append(words)
        tasks = [
            keep_sayable(corpus.meanings[place], corpus.segmented[place], policy.inventory) for place in corpus.chosen
        ]
        targets = [
            Target.make(meaning, references[corpus.meanings[place]] or [texts[place]])
            for place, (meaning, _) in zip(corpus.chosen, tasks, strict=True)
        ]
        expert = Expert(policy.inventory, [meaning for meaning, _ in tasks], [text for _, text in tasks])
        costs = Costs(corpus.verdicts, self.error_weight)
        return Learner(policy, expert, costs, targets, rng, self.explored, self.tries, self.expert_share)

    def _explore(self, learner: Learner, dev: Sequence[Instance]) -> None:
        """Rounds of roll-outs; the last is kept, even if BLEU falls: what roll-outs bring is fewer slot errors."""
        measure = self._make_measure(dev, learner) if any(instance.references for instance in dev) else None
        for number in range(1, self.lols + 1):
            order = learner.rng.permutation(len(learner.targets))
            for begin in range(0, len(order), TOGETHER):
                learner.explore(order[begin : begin + TOGETHER])
            learner.learn(1)
            if measure:
                LOG.info("round %d: %.4f", number, measure())

    def _make_measure(self, dev: Sequence[Instance], learner: Learner) -> Callable[[], float]:
        """How good the policy is on development instances: BLEU minus slot errors per slot."""
        references = References([[lower_words(text) for text in instance.references] for instance in dev])
        said = [learner.policy.inventory.divide(read_meaning(instance, self.name))[0] for instance in dev]
        slots = max(1, sum(map(len, said)))

        def measure() -> float:
            outputs = self.generate(dev, learner.rng)
            errors = learner.count_errors(said)
            return references.bleu([lower_words(text or "") for text in outputs]) - errors / slots

        return measure

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Write a text for each instance; facts that training had no words for are stated plainly."""
        policy, spelling = self._policy, self._spelling
        if policy is None or spelling is None:
            raise InvalidInput(f"generator '{self.name}' has learnt nothing yet", "Train it first.")
        meanings = [read_meaning(instance, self.name) for instance in instances]
        divided = [policy.inventory.divide(meaning) for meaning in meanings]
        texts = policy.write([sayable for sayable, _ in divided])
        outputs: list[str | None] = []
        for meaning, (_, rest), words in zip(meanings, divided, texts, strict=True):
            is_text = any(word[-1].isalnum() or len(word) > 1 for word in words)  # a full stop alone is none
            sentences = [spelling.write(words, dict(meaning))] if is_text else []
            sentences += describe_plainly(find_unsaid(rest), is_named=is_text)
            outputs.append(" ".join(sentences) or None)
        return outputs

    def parameters(self) -> Parameters:
        """Weights, and what they are about."""
        if self._policy is None or self._spelling is None:
            raise InvalidInput(f"generator '{self.name}' has learnt nothing yet", "Train it first.")
        values = {"inventory": self._policy.inventory.values(), "spelling": self._spelling.values()}
        return Parameters(self._policy.weights.arrays(), values)

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take them back."""
        inventory = Inventory.of(learnt.values["inventory"])
        weights = Arow.of(inventory.actions, learnt.arrays["places"], learnt.arrays["weights"])
        return replace(self, _policy=Policy(inventory, weights), _spelling=Spelling.of(learnt.values["spelling"]))


def read_corpus(meanings: list[Meaning], texts: Sequence[Words]) -> Corpus:
    """Cut texts into runs, and choose a reference for each meaning: few slot errors first, then frequent words."""
    segmented = segment_texts(meanings, texts)
    verdicts = Verdicts(meanings, segmented)
    counts = Counter(word for words in texts for word in words)
    groups: dict[Meaning, list[int]] = defaultdict(list)
    for place, meaning in enumerate(meanings):
        groups[meaning].append(place)
    errors = [count_reference_errors(*pair, verdicts) for pair in zip(meanings, segmented, strict=True)]

    def rank(place: int) -> tuple[float, float, Words]:
        words = texts[place]
        return errors[place], -sum(counts[word] for word in words) / max(1, len(words)), words

    chosen = [min(places, key=rank) for places in groups.values()]
    clean = [place for place in chosen if not errors[place]]
    return Corpus(meanings, segmented, clean if len(clean) >= CLEAN * len(chosen) else chosen, verdicts, errors)


def count_reference_errors(meaning: Meaning, text: Segmented, verdicts: Verdicts) -> int:
    """Facts with a value that a reference does not say, or not where it should, or contradicts; names said again."""
    runs = dict(zip(text.order, text.runs, strict=True))
    right = {fact for place, fact in enumerate(meaning) if place in runs and verdicts.is_said(fact, runs[place])}
    right -= verdicts.find_contradicted(meaning, text.words)
    return sum(fact not in right for fact in meaning if fact.value) + count_repeats(text.words)


def keep_sayable(meaning: Meaning, text: Segmented, inventory: Inventory) -> tuple[Meaning, Segmented]:
    """A meaning and its text without facts that there are no words for."""
    kept = [place for place, fact in enumerate(meaning) if inventory.can_say(fact)]
    numbers = {place: number for number, place in enumerate(kept)}
    runs = [(numbers[place], run) for place, run in zip(text.order, text.runs, strict=True) if place in numbers]
    order, words = [place for place, _ in runs], [run for _, run in runs]
    return tuple(meaning[place] for place in kept), Segmented(tuple(order), tuple(words), text.closing)


def find_unsaid(facts: Sequence[Fact]) -> dict[str, str]:
    """What is to be stated plainly: neither types of dialogue acts nor names that are empty."""
    return {
        fact.slot: fact.value
        for fact in facts
        if not fact.slot.endswith("()") and (fact.value or not is_name(fact.slot))
    }


def lower_words(text: str) -> list[str]:
    """Words and signs in lower case, and placeholders."""
    return [word if word[0] == "{" and len(word) > 1 else word.lower() for word in split_words(text)]
