"""Ask MorphoDiTa's English tokeniser what it does, and write the answers as tables.

    python tools/probe_morphodita.py --write       # makes src/genchal/text/tokenisers/morphodita_tables.py again
    python tools/probe_morphodita.py --check       # says whether the file is what would be written
    python tools/probe_morphodita.py < texts       # shows the sentences and tokens of each line

Needs the packages ufal.morphodita, whose tokeniser is a black box here, and wordfreq, which brings words to ask about.
Candidates are put into frames such as "#. Kz", which is one sentence if the candidate is an abbreviation. `k`, `kz` and
`Kz` are words without a meaning, `kz.cd` is the name of a site. Where frames that ask the same disagree, it stops.
"""

import argparse
import string
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import TypeAlias, TypeVar

FOUND_ON = "2026-11-18"
TABLES = Path(__file__).parent.parent / "src" / "genchal" / "text" / "tokenisers" / "morphodita_tables.py"
WORDS_ASKED = 300_000
LETTERS, MARKS = string.ascii_letters, string.punctuation
CHARACTERS = [
    chr(code) for code in range(1, 0x10000) if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs")
]  # those that Unicode gives a meaning to
LONGEST = 12  # how often a piece is repeated to see how often it can be
TOKENS_ASKED = 2000  # the same for the tokens of a sentence
EXAMPLES = 3  # characters of a category that are asked where all would take long
Limits: TypeAlias = tuple[int, int | None]  # the least and the most; None if no limit was met
Table: TypeAlias = tuple[str, str]  # a comment and, with its type, what is behind the name
Answer = TypeVar("Answer")


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

    def is_whole(self, text: str) -> bool:
        """Whether a text is one token."""
        return self.tokens(text) == (text,)

    def is_two(self, text: str) -> bool:
        """Whether a text is two sentences."""
        return len(self.sentences(text)) == 2

    def find_whole(self, frame: str, candidates: Iterable[str] = CHARACTERS) -> set[str]:
        """Candidates with which a frame is one token."""
        return {candidate for candidate in candidates if self.is_whole(frame.replace("#", candidate))}

    def find_limits(self, frame: str, piece: str) -> Limits:
        """How often a piece can be repeated in the place of # so that the frame is one token."""
        sizes = [size for size in range(LONGEST + 1) if self.is_whole(frame.replace("#", piece * size))]
        if sizes != list(range(sizes[0], sizes[-1] + 1)):
            raise ValueError(f"{frame}: sizes have no limits: {sizes}")
        return sizes[0], None if sizes[-1] == LONGEST else sizes[-1]

    def find_least(self, frame: str, piece: str) -> int:
        """How often a piece must be repeated; there is no limit to how often it can be."""
        least, most = self.find_limits(frame, piece)
        _agree(most, None)
        return least


def _agree(*answers: Answer) -> Answer:
    """The answer that several frames give."""
    if any(answer != answers[0] for answer in answers):
        raise ValueError(f"frames do not agree: {answers}")
    return answers[0]


def _take_single(found: set[str]) -> str:
    """The only thing that was found."""
    if len(found) != 1:
        raise ValueError(f"not one answer: {sorted(found)}")
    return found.pop()


def _make_string(comment: str, text: str) -> Table:
    return comment, f" = {text!a}\n"


def _make_table(comment: str, characters: Iterable[str]) -> Table:
    """A table of single characters."""
    return _make_string(comment, "".join(sorted(characters)))


def _make_number(comment: str, number: int) -> Table:
    return comment, f" = {number}\n"


def _make_set(comment: str, items: Iterable[str]) -> Table:
    return comment, f": frozenset[str] = frozenset(\n    [\n{_wrap(map(ascii, sorted(items)), 8)}    ]\n)\n"


def _make_dict(comment: str, types: str, items: Mapping[str, object]) -> Table:
    pairs = (f"{key!a}: {item!a}" for key, item in sorted(items.items()))
    return comment, f": dict[str, {types}] = {{\n{_wrap(pairs)}}}\n"


# -- words ------------------------------------------------------------------------------------------------------------


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
    return [word for word in words if not original.is_two(f"{word}. Kz")]


def find_clitics(original: Original) -> list[str]:
    """What leaves a word, with the apostrophe and a letter before it or none."""
    endings = (f"{letter}'{rest}" for letter, rest in product(["", *string.ascii_lowercase], make_short_words(3)))
    return [ending for ending in endings if original.tokens(f"kz{ending}") == ("kz", ending)]


def find_cuts(original: Original, words: Iterable[str], clitics: Iterable[str]) -> dict[str, int]:
    """Words that are cut although they have no such ending, and where."""
    endings = tuple(clitics)
    cuts = {}
    for word in words:
        tokens = original.tokens(word)
        if len(tokens) == 2 and not word.endswith(endings) and "".join(tokens) == word:
            cuts[word] = len(tokens[0])
    return cuts


# -- characters -------------------------------------------------------------------------------------------------------


def find_kinds(original: Original) -> dict[str, str]:
    """For each category of Unicode how most of its characters behave; what behaves like no other is left out."""
    questions: dict[str, Callable[[str], bool]] = {
        "b": lambda character: original.tokens(f"k{character}k") == ("k", "k"),
        "u": lambda character: original.is_two(f"kz. {character}k"),
        "l": lambda character: original.is_whole(f"{character}k"),
        "m": lambda character: original.is_whole(f"k{character}k"),
        "0": lambda character: original.is_whole(f"5{character}5"),
        "n": lambda character: original.is_whole(f"kz.cd/k{character}"),
        "o": lambda character: original.is_two(f"kz. {character}Kz"),
        "c": lambda character: original.is_two(f"kz.{character} Kz"),
    }
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for character in CHARACTERS:
        kind = next((kind for kind, is_true in questions.items() if is_true(character)), "")
        counts[unicodedata.category(character)][kind] += 1
    kinds = {category: count.most_common(1)[0][0] for category, count in counts.items()}
    return {category: kind for category, kind in kinds.items() if kind}


def find_characters(original: Original) -> dict[str, Table]:
    """Characters that separate tokens, those inside words, and marks at the borders of sentences."""
    beside = [mark for mark in MARKS if mark not in "()[]{}"]
    apostrophes = {mark for mark in CHARACTERS if original.tokens(f"kz{mark}s") == ("kz", f"{mark}s")}
    inside = {mark for mark in original.find_whole("k#k") if unicodedata.category(mark)[0] == "P"}
    return {
        "BLANKS": _make_table(
            "Characters that separate tokens.",
            (character for character in CHARACTERS if original.tokens(f"k{character}k") == ("k", "k")),
        ),
        "APOSTROPHES": _make_table("Apostrophes inside words.", apostrophes),
        "HYPHENS": _make_table("Other marks inside words.", inside - apostrophes),
        "ENDING": _make_table(
            "Marks that end a sentence.",
            (character for character in CHARACTERS if original.is_two(f"kz{character} Kz")),
        ),
        "CLOSING": _make_table(
            "Marks that may follow the end of a sentence, beside brackets and quotation marks that close.",
            (mark for mark in beside if original.is_two(f"kz.{mark} Kz")),
        ),
        "OPENING": _make_table(
            "Marks that may begin a sentence, beside brackets and quotation marks that open.",
            (mark for mark in beside if original.is_two(f"kz. {mark}Kz")),
        ),
    }


def find_sentence_ends(original: Original) -> dict[str, Table]:
    """How many tokens a sentence has before it ends behind a token of any kind; what an empty line is."""
    examples: dict[str, list[str]] = defaultdict(list)
    for character in CHARACTERS:
        if not character.isspace() and len(examples[unicodedata.category(character)]) < EXAMPLES:
            examples[unicodedata.category(character)].append(character)
    limits = {
        category: _agree(
            *(len(original.sentences(f"kz {character} " * TOKENS_ASKED)[0]) for character in examples[category])
        )
        for category in examples
        if examples[category]
    }
    longest = max(limits.values())
    empty: list[str] = []
    for line_ends in ("".join(ends) for size in range(1, 5) for ends in product("\n\r", repeat=size)):
        if original.is_two(f"k{line_ends}k") and not any(shorter in line_ends for shorter in empty):
            empty.append(line_ends)
    return {
        "LONGEST_SENTENCE": _make_number("How many tokens a sentence has before it ends behind any of them.", longest),
        "LONGEST_ENDING_WITH": _make_dict(
            "The same behind a token that begins with a character of these categories.",
            "int",
            {category: limit for category, limit in limits.items() if limit < longest},
        ),
        "EMPTY_LINES": _make_set("Line ends that are an empty line.", empty),
    }


# -- numbers and addresses, part by part ------------------------------------------------------------------------------


def find_numbers(original: Original) -> dict[str, Table]:
    """Signs before a number, what joins its groups of digits, how long a group is behind each, and which can follow."""
    pieces = [*MARKS, *LETTERS]
    joins = sorted(original.find_whole("55#555", [*pieces, *map("".join, product(pieces, repeat=2))]))
    return {
        "SIGNS": _make_table("Marks that a number begins with.", original.find_whole("#5", MARKS)),
        "DIGITS_BEHIND": _make_dict(
            "What joins two groups of digits: how many are behind it, at least and at most (None: no limit was met).",
            "tuple[int, int | None]",
            {join: original.find_limits(f"55{join}#", "5") for join in joins},
        ),
        "JOINS_BEHIND": _make_dict(
            "What can join the next group, by what joined the one before.",
            "list[str]",
            {"": joins, **{join: sorted(original.find_whole(f"55{join}555#555", joins)) for join in joins}},
        ),
    }


def find_addresses(original: Original) -> dict[str, Table]:
    """Characters in each part of an address, how long parts are, and the marks between them."""
    in_name = original.find_whole("#k#k#@kz.cd")
    marks = [*MARKS, *map("".join, product(MARKS, repeat=2)), *map("".join, product(MARKS, repeat=3))]
    scheme_ends = {mark for mark in original.find_whole("kzk#7.7.7.7", marks) if mark[-1] != "@"}
    before_path = original.find_whole("kz.cd#k", MARKS)
    path = [character for character in CHARACTERS if unicodedata.category(character)[0] not in "LMN"]
    in_path, at_path_end = (original.find_whole(frame, path) for frame in ("kz.cd/k#k", "kz.cd/k#"))
    return {
        "IN_SCHEME": _make_table("Characters of a scheme.", original.find_whole("kz#://kz.cd")),
        "LEAST_IN_SCHEME": _make_number("How many of them there are at least.", original.find_least("#://kz.cd", "k")),
        "SCHEME_END": _make_string("What follows a scheme.", _take_single(scheme_ends)),
        "IN_NAME": _make_table("Characters of the name of a user.", in_name),
        "NAME_JOINS": _make_table("Marks between two names.", original.find_whole("k#k@kz.cd", MARKS) - in_name),
        "MOST_NAMES": _make_number(
            "How many names there are at most.", 1 + (original.find_limits("k#@kz.cd", ":k")[1] or 0)
        ),
        "NAME_END": _make_string("The mark behind names.", _take_single(original.find_whole("k!k#kz.cd", MARKS))),
        "IN_LABEL": _make_table("Characters inside a label of a site.", original.find_whole("k##k.cd")),
        "AT_LABEL_EDGE": _make_table(
            "Characters at both ends of it.", _agree(original.find_whole("#k.cd"), original.find_whole("k#.cd"))
        ),
        "LABEL_JOIN": _make_string("The mark between labels.", _take_single(original.find_whole("k7#cd", MARKS))),
        "IN_LAST_LABEL": _make_table("Characters of the last label.", original.find_whole("kz.c#d")),
        "LEAST_IN_LAST_LABEL": _make_number("How many of them there are at least.", original.find_least("kz.#", "k")),
        "NUMBERS_OF_SITE": _make_number("How many numbers can be the name of a site.", _count_numbers(original)),
        "LARGEST_OF_SITE": _make_number("The largest of these numbers.", _find_largest(original)),
        "BEFORE_PORT": _make_table("Marks before a port.", original.find_whole("kz.cd#8", MARKS) - before_path),
        "IN_PORT": _make_table("Characters of a port.", original.find_whole("kz.cd:8#8") - before_path),
        "LEAST_IN_PORT": _make_number("How many of them there are at least.", original.find_least("kz.cd:#", "8")),
        "BEFORE_PATH": _make_table("Marks before a path.", before_path),
        "IN_PATH": _make_table("Marks inside a path.", in_path),
        "AT_PATH_END": _make_table("Marks that may end it.", at_path_end),
        "PATH_PAIRS": _make_dict(
            "Marks that may end it where they close another mark.",
            "str",
            find_path_pairs(original, in_path, at_path_end),
        ),
    }


def _count_numbers(original: Original) -> int:
    """How many numbers are the name of a site: so many, no more and no fewer."""
    least, most = original.find_limits("kzk://7#", ".7")
    return 1 + _agree(least, most or 0)


def _find_largest(original: Original) -> int:
    """The largest number in the name of a site, in each place; all smaller ones are there, none begins with 0."""
    strings = ["".join(digits) for size in range(1, 5) for digits in product(string.digits, repeat=size)]
    frames = ("#.7.7.7", "7.#.7.7", "7.7.#.7", "7.7.7.#")
    numbers = _agree(*(original.find_whole(frame, strings) for frame in frames))
    _agree(numbers, {str(number) for number in range(len(numbers))})
    return len(numbers) - 1


def find_path_pairs(original: Original, inside: Iterable[str], at_end: Iterable[str]) -> dict[str, str]:
    """Marks that end a path only where they close another one, each with that other one; any number of them can."""
    pairs = {}
    for opening, closing in product(inside, set(inside) - set(at_end)):
        if original.is_whole(f"kz.cd/k{opening}k{closing}"):
            for depth in range(1, LONGEST):
                path = f"kz.cd/{opening * depth}k{closing * depth}"
                _agree(original.tokens(f"{path}{closing}"), (path, closing))
            pairs[closing] = opening
    return pairs


# -- writing ----------------------------------------------------------------------------------------------------------


def write_tables() -> str:
    """All tables as a Python module."""
    original = Original()
    words = make_words()
    clitics = find_clitics(original)
    tables = {
        "KINDS_OF_CATEGORIES": _make_dict(
            "How characters of a category of Unicode behave; the letters are explained in _morphodita_kinds.py.",
            "str",
            find_kinds(original),
        ),
        **find_characters(original),
        **find_sentence_ends(original),
        **find_numbers(original),
        **find_addresses(original),
        "CLITICS": _make_set("What leaves a word that ends with it.", clitics),
        "CUTS": _make_dict(
            "Other words that are cut in two, and where.",
            "int",
            find_cuts(original, [*words, *make_apostrophe_words()], clitics),
        ),
        "ABBREVIATIONS": _make_set(
            "Words after which a stop does not end the sentence.", find_abbreviations(original, words)
        ),
    }
    header = (
        '"""What the English tokeniser of MorphoDiTa was seen to do with words and characters.\n\n'
        f"Written by tools/probe_morphodita.py on {FOUND_ON} from its answers. Not to be edited.\n"
        '"""\n\n# fmt: off\n'
    )
    return "\n".join([header, *(f"# {comment}\n{name}{text}" for name, (comment, text) in tables.items())])


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
