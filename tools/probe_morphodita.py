"""Ask MorphoDiTa's English tokeniser what it does with words, and write the answers as tables.

    python tools/probe_morphodita.py --write       # makes src/genchal/text/tokenisers/morphodita_tables.py anew
    python tools/probe_morphodita.py --check       # says whether the file is what would be written
    python tools/probe_morphodita.py < texts       # shows the sentences and tokens of each line

Needs the packages ufal.morphodita, whose tokeniser is a black box here, and wordfreq, which brings words to ask about.
Candidates are put into frames such as "#. Kz", which is one sentence if the candidate is an abbreviation.
"""

import argparse
import string
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from itertools import product
from pathlib import Path

FOUND_ON = "2026-11-18"
TABLES = Path(__file__).parent.parent / "src" / "genchal" / "text" / "tokenisers" / "morphodita_tables.py"
WORDS_ASKED = 300_000
MARKS = [*string.punctuation, "…", "’", "¿", "«", "»", "“", "”", "„", "é", "٣", "½", "\u0301"]


def has_package() -> bool:
    """Whether the tokeniser is installed."""
    return find_spec("ufal") is not None and find_spec("ufal.morphodita") is not None


class Original:
    """MorphoDiTa's own tokeniser."""

    def __init__(self) -> None:
        import ufal.morphodita as package

        self._tokeniser = package.Tokenizer.newEnglishTokenizer()
        self._forms, self._ranges = package.Forms(), package.TokenRanges()

    def sentences(self, text: str) -> list[tuple[str, ...]]:
        """Sentences of a text; the empty token that it makes before a clitic that stands alone is left out."""
        self._tokeniser.setText(text)
        found = []
        while self._tokeniser.nextSentence(self._forms, self._ranges):
            found.append(tuple(form for form in self._forms if form))
        return found

    def tokens(self, text: str) -> tuple[str, ...]:
        """Tokens of a text."""
        return tuple(token for sentence in self.sentences(text) for token in sentence)


def make_short_words(longest: int) -> list[str]:
    """All strings of small letters up to a length."""
    return [
        "".join(letters) for size in range(1, longest + 1) for letters in product(string.ascii_lowercase, repeat=size)
    ]


def make_words() -> list[str]:
    """Short strings and frequent English words that have nothing but letters."""
    from wordfreq import top_n_list

    frequent = [word for word in top_n_list("en", WORDS_ASKED) if word.isascii() and word.isalpha()]
    return sorted({*make_short_words(4), *frequent})


def make_apostrophe_words() -> list[str]:
    """English words with an apostrophe inside, and frequent words and letters with short endings behind one."""
    from wordfreq import top_n_list

    words = {word for word in top_n_list("en", WORDS_ASKED) if "'" in word and word.isascii()}
    words |= {f"{word}'{ending}" for word, ending in product(top_n_list("en", 1000), make_short_words(2))}
    words |= {f"{letter}'{ending}" for letter, ending in product(string.ascii_lowercase, make_short_words(3))}
    return sorted(word for word in words if word.replace("'", "").isalpha() and word[0] != "'" and "''" not in word)


def find_abbreviations(original: Original, words: Iterable[str]) -> list[str]:
    """Words after which a stop does not end the sentence."""
    return [word for word in words if len(original.sentences(f"{word}. Kz")) == 1]


def find_clitics(original: Original) -> list[str]:
    """What leaves a word together with the apostrophe before it."""
    return [ending for ending in make_short_words(3) if original.tokens(f"kz'{ending}") == ("kz", f"'{ending}")]


def find_cuts(original: Original, words: Iterable[str], clitics: Iterable[str]) -> dict[str, int]:
    """Words that are cut although they have no such ending, and where."""
    endings = (*(f"'{clitic}" for clitic in clitics), "n't")
    cuts = {}
    for word in words:
        tokens = original.tokens(word)
        if len(tokens) == 2 and not word.endswith(endings) and "".join(tokens) == word:
            cuts[word] = len(tokens[0])
    return cuts


def find_marks(original: Original, frame: str) -> str:
    """Marks with which a frame is one token."""
    texts = {mark: frame.replace("#", mark) for mark in MARKS if mark.isascii()}
    return "".join(sorted(mark for mark, text in texts.items() if original.tokens(text) == (text,)))


def find_sentence_marks(original: Original, frame: str) -> str:
    """Marks with which a frame is two sentences."""
    return "".join(sorted(mark for mark in MARKS if len(original.sentences(frame.replace("#", mark))) == 2))


# -- writing ----------------------------------------------------------------------------------------------------------


def write_tables() -> str:
    """All tables as a Python module."""
    original = Original()
    words = make_words()
    clitics = find_clitics(original)
    marks = {
        "ENDING": ("Marks that end a sentence.", find_sentence_marks(original, "kz# Kz")),
        "IN_USER": (
            "Marks in what stands before the @ of an address.",
            find_marks(original, "k#k@kz.cd").replace(":", ""),
        ),
        "IN_PATH": ("Marks inside the path of an address.", find_marks(original, "kz.cd/k#k")),
        "AT_PATH_END": ("Marks that may end the path of an address.", find_marks(original, "kz.cd/k#")),
    }
    closing = find_sentence_marks(original, "kz.# Kz")
    opening = find_sentence_marks(original, "kz. #Kz")
    parts = [
        (
            '"""What the English tokeniser of MorphoDiTa was seen to do with words and marks.\n\n'
            f"Written by tools/probe_morphodita.py on {FOUND_ON} from its answers. Not to be edited.\n"
            '"""\n\n# fmt: off\n'
        ),
        *(f"# {comment}\n{name} = {found!a}\n" for name, (comment, found) in marks.items()),
        (
            "# Marks that may follow the end of a sentence, beside brackets and quotation marks that close.\n"
            f"CLOSING = {''.join(mark for mark in closing if mark.isascii() and mark not in ')]}')!a}\n"
        ),
        (
            "# Marks that may begin a sentence, beside brackets and quotation marks that open.\n"
            f"OPENING = {''.join(mark for mark in opening if mark.isascii() and mark not in '([{')!a}\n"
        ),
        "# What leaves a word together with the apostrophe before it.\n" + _write_set("CLITICS", clitics),
        "# Other words that are cut in two, and where.\n"
        + _write_dict("CUTS", find_cuts(original, [*words, *make_apostrophe_words()], clitics)),
        "# Words after which a stop does not end the sentence.\n"
        + _write_set("ABBREVIATIONS", find_abbreviations(original, words)),
    ]
    return "\n".join(parts)


def _write_set(name: str, items: Iterable[str]) -> str:
    return f"{name}: frozenset[str] = frozenset(\n    [\n{_wrap(map(repr, sorted(items)), 8)}    ]\n)\n"


def _write_dict(name: str, items: dict[str, int]) -> str:
    return f"{name}: dict[str, int] = {{\n{_wrap(f'{key!a}: {item}' for key, item in sorted(items.items()))}}}\n"


def _wrap(items: Iterable[str], indent: int = 4) -> str:
    """Items with commas, in lines of at most 120 characters."""
    lines = [" " * (indent - 1)]
    for item in items:
        if len(lines[-1]) + len(item) > 117:
            lines.append(" " * (indent - 1))
        lines[-1] += f" {item},"
    return "".join(f"{line}\n" for line in lines if line.strip())


def main() -> None:
    """Write or check the tables, or show the sentences of lines from standard input."""
    parser = argparse.ArgumentParser(description="Ask MorphoDiTa's English tokeniser.")
    parser.add_argument("--write", action="store_true", help="write the tables")
    parser.add_argument("--check", action="store_true", help="compare the tables with what would be written")
    options = parser.parse_args()
    if not has_package():
        sys.exit("the package ufal.morphodita is not installed")
    if options.write:
        TABLES.write_text(write_tables(), encoding="utf-8")
    elif options.check:
        if TABLES.read_text(encoding="utf-8") != write_tables():
            sys.exit(f"{TABLES.name} differs from what the tokeniser answers now")
        print(f"{TABLES.name} is what the tokeniser answers")  # noqa: T201
    else:
        original = Original()
        for line in sys.stdin.read().splitlines():
            print(f"{line}\t{' / '.join(' '.join(sentence) for sentence in original.sentences(line))}")  # noqa: T201


if __name__ == "__main__":
    main()
