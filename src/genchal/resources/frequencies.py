"""Lists of words by frequency: the one of the package wordfreq, or a file."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from genchal.domain.results.profiles import DEFAULT_LIST
from genchal.errors import InvalidInput, NeedsExtra
from genchal.resources.files import read_lines
from genchal.text.words.frequency_list import FrequencyList

MOST = 10_000  # words that are taken from the package: enough for more than the usual 2,000 lemmas


def load_frequencies(name: str = DEFAULT_LIST) -> FrequencyList:
    """Load a list; `name` is that of a file unless it is "wordfreq".

    A file has one lemma a line, the most frequent first; what follows a tab or a blank is not read, so that counts may
    stand there. Lines that begin with # are comments. The list of wordfreq (Speer 2022) has inflected forms.
    """
    if name == DEFAULT_LIST:
        return _packaged()
    path = Path(name)
    return _named(path.stem, read_words(read_lines(path), str(path)))


def read_words(lines: Iterable[str], source: str) -> list[str]:
    """Read the words of a list, each where it comes first; `source` names the file in errors."""
    words = [line.split()[0].lower() for line in lines if line.strip() and not line.startswith("#")]
    if not words:
        raise InvalidInput(f"{source}: it contains no words", "Write one lemma per line, the most frequent first.")
    return list(dict.fromkeys(words))


def _packaged() -> FrequencyList:
    try:
        import wordfreq
    except ImportError as error:
        raise NeedsExtra("the list of frequent words", "lexical") from error
    words = [word for word in wordfreq.top_n_list("en", MOST) if word.isalpha()]
    return _named(DEFAULT_LIST, words, tuple(wordfreq.word_frequency(word, "en") for word in words))


def _named(name: str, words: list[str], frequencies: tuple[float, ...] = ()) -> FrequencyList:
    fingerprint = blake2b("\n".join(words).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return FrequencyList(f"{name}-{fingerprint}", tuple(words), frequencies)
