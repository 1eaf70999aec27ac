"""Sizes of networks and settings of their training. The defaults made the weights that come with genchal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from genchal.domain.settings import REQUIRED, setting

if TYPE_CHECKING:
    from genchal.text.parser.model import Inventory


@dataclass(frozen=True, slots=True)
class NetworkSizes:
    """How large the parts of a network are."""

    hidden: int = setting(216, "Size of the LSTM layers, in each direction.", low=8, high=2000)
    layers: int = setting(2, "Number of LSTM layers.", low=1, high=6)
    word: int = 64  # columns of the table of words
    character: int = 32  # columns of the table of characters
    letters: int = 48  # of the LSTM over characters, each direction
    affix: int = 48  # columns of the table of affixes
    buckets: int = 3_000  # rows of the table of affixes
    arc: int = 160  # what words are reduced to before heads are scored
    label: int = 56  # and before labels are
    tag: int = 128  # and before tags and lemma scripts are
    vectors: int = 15_000  # words with a vector that are in the table whether the treebank has them or not

    def with_names(self, inventory: Inventory) -> dict[str, int]:
        """These sizes and those of an inventory: all that the shapes of the weights depend on."""
        return {
            **asdict(self),
            "words": len(inventory.words),
            "characters": len(inventory.characters),
            "upos": len(inventory.upos),
            "xpos": len(inventory.xpos),
            "labels": len(inventory.deprels),
            "script": len(inventory.scripts),
        }


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a network is trained."""

    epochs: int = setting(80, "Passes over the treebank.", low=1)
    batch: int = 4_000  # words in a batch, about
    rate: float = 2.5e-3  # learning rate at its highest; it falls to 0 like a cosine
    dropout: float = setting(0.3, "Dropout rate inside the network.", low=0, high=0.9)
    blank: float = 0.2  # how often a word's own row, its spelling or its affixes are hidden
    rare: float = 0.5  # what is learnt for a word's own row is hidden with probability rare / (rare + count)
    lower: float = setting(0.15, "Share of sentences that are lower-cased in training.", low=0, high=1)
    smoothing: float = 0.03  # share of the loss of labels and tags that is spread over all of them
    decay: float = 0.998  # of the moving average of the weights, which is what is kept
    tag_weight: float = 0.5  # of a tag's loss beside an arc's
    soft: float = 0.6  # share of the teachers' opinion in the loss, where there are teachers
    seed: int = setting(1, "Random seed.", low=0)


TEACHER_SIZES = NetworkSizes(
    hidden=400, layers=3, word=100, letters=64, buckets=4_000, arc=200, label=64, tag=160, vectors=30_000
)
_MANNERS: Sequence[tuple[float, float]] = ((0.35, 2e-3), (0.4, 2e-3), (0.4, 3e-3), (0.45, 3e-3))  # dropout, rate


def teacher_schedule(number: int, epochs: int, seed: int) -> Schedule:
    """The training of teacher 0, 1, ...: they differ in their seeds and a little in their manners."""
    dropout, rate = _MANNERS[number % len(_MANNERS)]
    return replace(Schedule(), epochs=epochs, dropout=dropout, rate=rate, seed=seed + number)


@dataclass(frozen=True, slots=True)
class ParserTraining:
    """What to train on, and how."""

    dev: Path = setting(REQUIRED, "Treebank to evaluate the parser on.")
    out: Path = setting(REQUIRED, "File for the weights (.npz).", option="-o, --out")
    test: Path | None = setting(None, "Another treebank, to compute the figures to publish.")
    name: str = setting("parser", "Name of the parser in signatures.")
    vectors: str | None = setting(None, "Word vectors to start from: GloVe, word2vec, fastText, .npz or wink's JSON.")
    teachers: int = setting(
        0,
        "Number of larger networks to train first, for the parser to learn from; they are kept beside the weights.",
        low=0,
        high=20,
    )
    teacher_epochs: int = setting(65, "Epochs for each teacher.", low=1)
    extra_texts: tuple[Path, ...] = setting(
        (), "File with texts for the teachers to annotate, one per line. May be repeated."
    )
    device: Literal["cpu", "cuda"] = setting("cpu", "Where to train.")
    sizes: NetworkSizes = field(default_factory=NetworkSizes)
    teacher_sizes: NetworkSizes = TEACHER_SIZES
    schedule: Schedule = field(default_factory=Schedule)
