"""What the deep inputs of SR'18 take for grammar in a language: articles, auxiliaries, and words that only introduce.

Deep inputs exist for English, Spanish and French. The tables were read off the official development files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from genchal.domain.trees.words import Word
from genchal.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class DeepLanguage:
    """The words of a language that become features, by lemma."""

    articles: Mapping[str, str]  # to the value of Definite
    complementisers: frozenset[str]  # dropped wherever they introduce a clause, "that"
    moods: Mapping[str, str]  # auxiliaries to the value of Mood
    perfect: frozenset[str]  # auxiliaries of Aspect=Perf
    progressive: frozenset[str]  # auxiliaries of Aspect=Prog
    future: frozenset[str]  # auxiliaries of Tense=Fut
    other_auxiliaries: frozenset[str] = frozenset()  # those without a feature of their own, as of the passive
    copulas: frozenset[str] = frozenset()
    is_present_under_auxiliaries: bool = False  # tense of "did see", "had seen", "was seeing": English files say Pres
    drops_all_auxiliaries: bool = False  # also words that no table lists
    kept_expletives: frozenset[str] = frozenset()
    passive: frozenset[str] = frozenset()  # auxiliaries that make a subject the second argument without saying so
    has_clitics: bool = False  # a pronoun beside another object only repeats it
    relatives: frozenset[str] = frozenset({"nsubj", "obj", "iobj", "obl", "advmod"})  # what a dropped relative word is

    def drops_auxiliary(self, lemma: str) -> bool:
        """Whether an auxiliary becomes features."""
        return (
            self.drops_all_auxiliaries
            or lemma in self.moods
            or any(lemma in known for known in (self.perfect, self.progressive, self.future, self.other_auxiliaries))
        )


LANGUAGES: Mapping[str, DeepLanguage] = {
    "en": DeepLanguage(
        articles={"the": "Def", "a": "Ind"},
        complementisers=frozenset({"that"}),
        moods={
            "can": "Pot",
            "could": "Pot",
            "may": "Pot",
            "might": "Pot",
            "should": "Nec",
            "must": "Nec",
            "shall": "Nec",
            "would": "Cnd",
        },
        perfect=frozenset({"have"}),
        progressive=frozenset({"be"}),
        future=frozenset({"will"}),
        is_present_under_auxiliaries=True,
        drops_all_auxiliaries=True,
        relatives=frozenset({"nsubj", "obj"}),
    ),
    "es": DeepLanguage(
        articles={"el": "Def", "un": "Ind"},
        complementisers=frozenset({"que"}),
        moods={"poder": "Pot", "deber": "Nec", "soler": "Hab"},
        perfect=frozenset({"haber"}),
        progressive=frozenset({"estar"}),
        future=frozenset({"ir"}),
        other_auxiliaries=frozenset({"ser"}),
        passive=frozenset({"ser"}),
        has_clitics=True,
        copulas=frozenset({"ser", "estar"}),
    ),
    "fr": DeepLanguage(
        articles={"le": "Def", "un": "Ind"},
        complementisers=frozenset({"que"}),
        moods={"pouvoir": "Pot", "devoir": "Nec", "falloir": "Nec"},
        perfect=frozenset({"avoir", "être"}),
        progressive=frozenset(),
        future=frozenset({"aller"}),
        copulas=frozenset({"être"}),
        kept_expletives=frozenset({"se"}),
    ),
}


def find_deep_language(code: str) -> DeepLanguage:
    """The tables of a language, by the first part of its code (`en` of `en-GB`)."""
    found = LANGUAGES.get(code.partition("-")[0].lower())
    if found is None:
        raise InvalidInput(
            f"there are no rules for deep inputs in language '{code}'",
            f"Use one of {', '.join(sorted(LANGUAGES))}, or derive shallow inputs only.",
        )
    return found


def detect_deep_language(trees: Iterable[Sequence[Word]]) -> DeepLanguage:
    """The language of treebank trees, by their articles; English where there are none."""
    seen = Counter(word.lemma for words in trees for word in words if word.relation == "det")
    counts = {code: sum(seen[lemma] for lemma in language.articles) for code, language in LANGUAGES.items()}
    return LANGUAGES[max(counts, key=counts.__getitem__)]
