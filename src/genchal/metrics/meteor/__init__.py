"""METEOR 1.5 (Denkowski and Lavie 2014).

Output and reference are aligned word by word: equal words, words with the same stem, synonyms, paraphrases. The score
is a weighted harmonic mean of precision and recall, minus a penalty for the number of chunks that the matches form.
Other settings give the first form of the metric (Banerjee and Lavie 2005): ``matchers="exact stem synonym"``,
``weights="1 1 1"``, ``alpha=0.9``, ``beta=3``, ``gamma=0.5``, ``delta=0.5``.

In: a batch, and the tables that `resources.meteor` loads.
Out: rows of match counts and chunks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self

import numpy as np

from genchal.domain import Batch, Case, Metric, Rows, Scores, Totals, setting
from genchal.errors import InvalidInput, suggestion
from genchal.metrics.meteor.best import Aligner
from genchal.metrics.meteor.formula import Formula
from genchal.metrics.meteor.languages import DEFAULTS, Language
from genchal.metrics.meteor.matchers import (
    Matcher,
    exact_matcher,
    paraphrase_matchers,
    stem_matcher,
    synonym_matcher,
)
from genchal.metrics.meteor.normaliser import Normaliser
from genchal.metrics.meteor.tables import Tables
from genchal.metrics.meteor.texts import Groups, MeteorTexts
from genchal.text.stemmers import STEMMERS


@dataclass(frozen=True, slots=True)
class Meteor(Metric):
    """Alignment of words, stems, synonyms and paraphrases with the reference that suits best.

    An output without words scores 0, and so does any output where the references have no words; of references that
    score alike the first is taken. The corpus score comes from the sums of the counts, so long segments weigh more.
    """

    name: ClassVar[str] = "meteor"
    extra: ClassVar[str] = "meteor"
    version: ClassVar[int] = 1
    perfect: ClassVar[float | None] = 1.0

    tok: str = setting("ptb", "Tokeniser, before METEOR's own normaliser.")
    case: Case = setting("lower", "Whether case matters (mixed) or not (lower).")
    norm: bool = setting(True, "METEOR's own normaliser, which lower-cases as well.")
    language: Language = setting(
        "en", "Language of the texts; determines the normaliser, the stemmer and what is not given below."
    )
    functions: Literal["en", "own"] = setting("en", "Function words: English, as in METEOR 1.5, or the language's.")
    matchers: str | None = setting(None, "Matchers to use, in this order: exact, stem, synonym, paraphrase.")
    weights: str | None = setting(None, "Credit for a match by each matcher, from 0 to 1.")
    alpha: float | None = setting(None, "Share of recall in the mean of precision and recall.", low=0, high=1)
    beta: float | None = setting(None, "How steeply the penalty grows with the number of chunks.", low=0)
    gamma: float | None = setting(None, "The largest penalty.", low=0, high=1)
    delta: float | None = setting(None, "Weight of content words; function words weigh the rest.", low=0, high=1)
    beam: int = setting(40, "Number of partial alignments kept at every word.", low=1)
    _meteor: Tables | None = field(default=None, repr=False, compare=False)

    @classmethod
    def example(cls) -> Self:
        """Matches words and stems, with a few function words; needs no resources."""
        return cls(matchers="exact stem", _meteor=Tables(frozenset(["the", "a", "of", ",", "."])))

    def check(self) -> None:
        """Refuse settings that mean nothing."""
        self._check_matchers()
        if self.language == "other" and self.norm:
            raise InvalidInput("METEOR has no normaliser for other languages", "Add norm=no.")
        values = (self.weights or "").split() if self.weights is not None else None
        if values is not None and (len(values) != len(self._matchers) or not all(map(_is_share, values))):
            raise InvalidInput(
                f"setting 'weights' of metric 'meteor' cannot be '{self.weights}'",
                f"Give {len(self._matchers)} numbers from 0 to 1, for {', '.join(self._matchers)}.",
            )

    def _check_matchers(self) -> None:
        known = list(DEFAULTS["en"].weights)
        able = [name for name in known if name in DEFAULTS[self.language].weights]
        problem = f"setting 'matchers' of metric 'meteor' cannot be '{self.matchers}'"
        for name in self._matchers:
            if name not in known:
                raise InvalidInput(problem, suggestion(name, known))
            if name not in able:
                raise InvalidInput(
                    f"{problem}: there is no {name} for '{self.language}'", f"Choose from: {', '.join(able)}."
                )
        if self._matchers[:1] != ("exact",) or len(set(self._matchers)) < len(self._matchers):
            raise InvalidInput(problem, "Start with exact, and name each matcher once.")

    @property
    def _matchers(self) -> tuple[str, ...]:
        return tuple(DEFAULTS[self.language].weights) if self.matchers is None else tuple(self.matchers.split())

    @property
    def _formula(self) -> Formula:
        """The settings, with those of the language where none is given."""
        defaults = DEFAULTS[self.language]
        if self.weights is None:
            weights = tuple(defaults.weights[name] for name in self._matchers)
        else:
            weights = tuple(map(float, self.weights.split()))
        given = {name: getattr(self, name) for name in ("alpha", "beta", "gamma", "delta")}
        values = {name: getattr(defaults, name) if value is None else value for name, value in given.items()}
        return Formula(weights, **values)

    def needs(self) -> Mapping[str, str]:
        """Ask for lists of words, and for synonyms and paraphrases if they are used."""
        if self.language == "other" and self.functions == "own":
            return {}
        tables = [name for name in self._matchers if name in ("synonym", "paraphrase")]
        return {"meteor": " ".join([self.language, *(["own"] if self.functions == "own" else []), *tables])}

    def state(self) -> str:
        """Fingerprint of the tables."""
        return "" if self._meteor is None else self._meteor.fingerprint

    def fields(self) -> dict[str, str]:
        """All settings, those of the language filled in."""
        formula = self._formula
        fields = super(Meteor, self).fields()
        fields["matchers"] = " ".join(self._matchers)
        fields["weights"] = " ".join(f"{weight:.12g}" for weight in formula.weights)
        return fields | {name: f"{getattr(formula, name):.12g}" for name in ("alpha", "beta", "gamma", "delta")}

    def measure(self, batch: Batch) -> Rows:
        """Return one row of counts per segment, with its best reference (see `formula`)."""
        tables = self.resource("meteor") if self.needs() or self._meteor else Tables(frozenset())
        tokens = batch.tokens(self.tok, self.case)
        encoded = tokens.encoded
        if self.norm:
            encoded = Normaliser(self.language, tables.prefixes).encode(encoded)
        texts = MeteorTexts(encoded, tables.function_words)
        same = texts.representatives
        scored = np.flatnonzero(tokens.has_reference)
        wanted = tokens.group[scored] * len(same) + same[tokens.output[scored]]
        different, which = np.unique(wanted, return_inverse=True)
        groups = Groups(
            different % max(len(same), 1),
            different // max(len(same), 1),
            same[tokens.groups.values],
            tokens.groups.rows(),
        )
        formula = self._formula
        is_exact = np.array([name == "exact" for name in self._matchers])
        aligner = Aligner(texts, self._made_matchers(texts, tables), is_exact, formula, self.beam)
        rows = np.full((len(batch), formula.columns), np.nan)
        rows[scored] = aligner.best_rows(groups)[which]
        return rows

    def _made_matchers(self, texts: MeteorTexts, tables: Tables) -> list[Matcher]:
        made: list[Matcher] = []
        for number, name in enumerate(self._matchers):
            if name == "exact":
                made.append(exact_matcher(number, texts))
            elif name == "stem":
                made.append(stem_matcher(number, texts, STEMMERS[self.language]))
            elif name == "synonym" and tables.synonyms is not None:
                made.append(synonym_matcher(number, texts, tables.synonyms))
            elif name == "paraphrase" and tables.paraphrases is not None:
                made += paraphrase_matchers(number, texts, tables.paraphrases)
        return made

    def summarise(self, totals: Totals) -> Scores:
        """Turn sums of counts into scores."""
        return self._formula.scores(totals)


def _is_share(text: str) -> bool:
    try:
        return 0 <= float(text) <= 1
    except ValueError:
        return False
