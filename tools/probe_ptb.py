"""Ask the Java tokeniser of the caption metrics what it does, and write the answers as tables.

    python tools/probe_ptb.py --write          # makes src/genchal/text/tokenisers/ptb_tables.py again
    python tools/probe_ptb.py --check          # says whether the file is what would be written
    python tools/probe_ptb.py < texts          # shows the tokens of each line

Needs Java and the packages pycocoevalcap (which brings the program) and wordfreq (which brings words to ask about).
The program is a black box here: texts go in, tokens come out. Each text is a line, and after each follows a line with
a word that nothing depends on, so that no text is read in the light of the next one. `kz` and `k` are words
without a meaning; a frame such as "k '# k" is asked with each candidate in the place of `#`.
"""

import argparse
import html.entities
import mimetypes
import string
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from itertools import product
from pathlib import Path

FOUND_ON = "2026-11-18"
VERSION = "3.4.1"
TABLES = Path(__file__).parent.parent / "src" / "genchal" / "text" / "tokenisers" / "ptb_tables.py"
BETWEEN = "kzk"  # the line between two texts
AT_ONCE = 200_000  # texts for one call of the program
LINE_ENDS = str.maketrans(dict.fromkeys("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " "))
WORDS_ASKED = 100_000
LOWER, LETTERS = string.ascii_lowercase, string.ascii_letters
MARKS = sorted(string.punctuation)
BLANKS = [" ", "\t", "\u00a0"]
PRINTED = [*MARKS, *LETTERS, *string.digits]
WORD_KINDS = {
    "A": "K",
    "a": "k",
    "e": "\u00e9",
    "m": "\u0301",
    "0": "5",
}  # a character for each kind; see _ptb_kinds.py
Tokens = list[str]
Table = Iterable[str] | int


def find_jar() -> Path | None:
    """Where the program is, if pycocoevalcap is installed."""
    package = find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations:
        return None
    jar = Path(package.submodule_search_locations[0]) / "tokenizer" / f"stanford-corenlp-{VERSION}.jar"
    return jar if jar.exists() else None


def tokenise(texts: Iterable[str]) -> list[Tokens]:
    """Tokens of each text as the program writes them, punctuation included."""
    asked = [text.translate(LINE_ENDS) for text in texts]
    answers: list[Tokens] = []
    for start in range(0, len(asked), AT_ONCE):
        answers += _call_program(asked[start : start + AT_ONCE])
    return answers


def _call_program(texts: list[str]) -> list[Tokens]:
    lines = "".join(f"{text}\n{BETWEEN}\n" for text in texts)
    program = ["-cp", str(find_jar()), "edu.stanford.nlp.process.PTBTokenizer", "-preserveLines"]
    done = subprocess.run(  # noqa: S603, the arguments are our own
        ["java", "-Dfile.encoding=UTF-8", *program],  # noqa: S607, whichever Java there is
        input=lines.encode(),
        capture_output=True,
        check=True,
    )
    answers = done.stdout.decode().split("\n")
    if len(answers) != 2 * len(texts) + 1 or set(answers[1:-1:2]) != {BETWEEN}:
        raise ValueError("a token reached over the end of a line")
    return [[token for token in line.split(" ") if token] for line in answers[:-1:2]]


def ask(frame: str, candidates: Iterable[str]) -> list[tuple[str, Tokens]]:
    """Each candidate with the tokens of the frame around it."""
    candidates = list(candidates)
    return list(zip(candidates, tokenise([frame.replace("#", candidate) for candidate in candidates]), strict=True))


def find_kept(frame: str, candidates: Iterable[str], kept: str = "#") -> list[str]:
    """Candidates for which `kept`, with the candidate in the place of #, is a token of the frame."""
    return [candidate for candidate, tokens in ask(frame, candidates) if kept.replace("#", candidate) in tokens]


def _find_tokens(candidates: Iterable[str]) -> list[str]:
    """Candidates that are one token."""
    candidates = list(candidates)
    answers = tokenise([f"k {candidate} k" for candidate in candidates])
    return [candidate for candidate, tokens in zip(candidates, answers, strict=True) if tokens == ["k", candidate, "k"]]


def find_whole(frame: str, candidates: Iterable[str]) -> list[str]:
    """Candidates with which the frame is one token, however that is written."""
    return [candidate for candidate, tokens in ask(f"kz {frame} kz", candidates) if len(tokens) == 3]


def find_kinds(frame: str, kinds: Iterable[str] = WORD_KINDS) -> list[str]:
    """Kinds of characters with which the frame is one token; an ASCII mark is its own kind."""
    by_example = {WORD_KINDS.get(kind, kind): kind for kind in kinds}
    return [by_example[example] for example in find_whole(frame, by_example)]


def find_sizes(frame: str, piece: str, longest: int = 12) -> list[int]:
    """How often the piece can be repeated in the place of # so that the frame is one token."""
    return [len(text) // len(piece) for text in find_whole(frame, [piece * size for size in range(longest + 1)])]


def make_short_words(longest: int) -> list[str]:
    """All strings of small letters up to a length."""
    return ["".join(letters) for size in range(1, longest + 1) for letters in product(LOWER, repeat=size)]


def make_words() -> list[str]:
    """Short strings and frequent English words, in small letters."""
    from wordfreq import top_n_list

    frequent = [word for word in top_n_list("en", WORDS_ASKED) if word.isascii() and word.isalpha()]
    return sorted({*make_short_words(3), *frequent})


def make_apostrophe_words() -> list[str]:
    """English words with an apostrophe inside, and letters before an apostrophe and English or French words."""
    from wordfreq import top_n_list

    words = set(top_n_list("en", 3 * WORDS_ASKED))
    common = [*top_n_list("en", 1000), *top_n_list("fr", 1000)]
    words |= {f"{letter}'{word}" for letter, word in product(LOWER, common)}
    return sorted(word for word in words if "'" in word and word.isascii() and word.replace("'", "").isalpha())


# -- characters ---------------------------------------------------------------------------------------------------


def find_characters() -> tuple[list[tuple[int, str]], dict[str, str], list[str]]:
    """The kinds of characters, as (first code point, kind) of ranges; what they are written as; which form pairs."""
    characters = [chr(code) for code in range(1, 0x10000) if not 0xD800 <= code < 0xE000]
    characters = [character for character in characters if not character.isspace()]
    lone, double, word, number = (dict(ask(frame, characters)) for frame in ("#", "##", "a#b", "1#2"))
    ranges: list[tuple[int, str]] = [(0, "z")]
    written: dict[str, str] = {}
    for character in characters:
        kind = _kind(character, lone[character], double[character], word[character], number[character])
        if kind != ranges[-1][1]:
            ranges.append((ord(character), kind))
        if kind not in "zh-" and lone[character] != [character]:
            written[character] = " ".join(lone[character])
    if ranges[-1][1] != "z":
        ranges.append((0x10000, "z"))
    joining = [
        character for character in characters if double[character] == [character * 2] and not character.isalnum()
    ]
    pairs = [character for character, tokens in ask("###", joining) if tokens == [character * 2, character]]
    return ranges, written, pairs


def _kind(character: str, lone: Tokens, double: Tokens, word: Tokens, number: Tokens) -> str:
    """One letter for how a character behaves; ASCII marks are their own kinds."""
    if character.isascii() and character in string.punctuation:
        return character
    if character.isascii() and character.isalnum():
        return "0" if character.isdigit() else "a" if character.islower() else "A"
    if word == [f"a{character}b"]:
        if number != [f"1{character}2"]:
            return "m"
        return "-" if not lone else "0" if character.isdecimal() else "e"
    if word == ["ab"]:
        return "h"
    if not lone:
        return "z"
    if number == [f"1{character}2"]:
        return "/"
    by_answer = {"``": "q", "''": "q", "`": "`", "'": "'", "--": "d", "...": "t"}
    return by_answer.get(lone[0], "r" if len(double) == 1 else "s")


# -- words ----------------------------------------------------------------------------------------------------------


def find_contractions(words: list[str]) -> dict[str, int]:
    """Words that are cut in two, with the length of the first part."""
    return {word: len(tokens[1]) for word, tokens in ask("k # k", words) if len(tokens) == 4}


def find_stops(words: list[str]) -> tuple[list[str], list[str]]:
    """Words that keep a full stop: always, or only before a number."""
    forms = sorted({form for word in words if len(word) > 1 for form in (word, word.capitalize(), word.upper())})
    always = find_kept("k #. k", forms, "#.")
    plurals = {f"{word}{ending}" for word in always for ending in "sS"}
    always = sorted({*always, *find_kept("k #. k", plurals, "#.")})
    return always, sorted(set(find_kept("k #. 5", forms, "#.")) - set(always))


def find_sentence_heads(words: list[str]) -> list[str]:
    """Words before which a lone letter loses its stop."""
    forms = sorted({form for word in words for form in (word, word.capitalize())} - {"X"})
    return find_kept("k X. # k", forms, "X")


def find_names() -> dict[str, list[str]]:
    """Names of brackets such as lrb, degrees such as Ph.D., programming languages such as C++."""
    pairs = [f"{first}{second}" for first, second in product(string.ascii_uppercase, LOWER)]
    degrees = [f"{pair}.{letter}." for pair, letter in product(pairs, string.ascii_uppercase)]
    languages = [f"{letter}{mark}" for letter, mark in product(LETTERS, ["#", "+", "++"])]
    return {
        "BRACKET_NAMES": find_kept("k -#- k", make_short_words(3), "-#-"),
        "DEGREES": _find_tokens(degrees),
        "PROGRAMMING_LANGUAGES": _find_tokens(languages),
    }


def find_apostrophes(words: list[str]) -> dict[str, list[str]]:
    """What letters and words do beside an apostrophe."""
    vowel_before = find_kept("kz#'az", LETTERS, "kz#'az")
    vowel_after = find_kept("kza'#k", LETTERS, "kza'#k")
    whole_letters = find_kept("#'kz", LETTERS, "#'kz")
    unexplained = []
    for word, tokens in ask("k # k", make_apostrophe_words()):
        before, _, after = word.partition("'")
        regular = (len(before) > 1 and before[-1] in vowel_before and after[:1] in vowel_after) or (
            len(before) == 1 and (before in whole_letters or word == "n't")
        )
        if tokens == ["k", word, "k"] and not regular:
            unexplained.append(word)
    begins = find_kept("k '#kz k", words, "'#")  # before any letter, unlike clitics
    return {
        "VOWELS_BEFORE": vowel_before,
        "VOWELS_AFTER": vowel_after,
        "LETTERS_WHOLE": whole_letters,
        "LETTERS_IN_COMPOUND": find_kept("kz-#'kz", LETTERS, "kz-#'kz"),
        "LETTERS_CUT_BEFORE_WORD": find_kept("#'kz", LETTERS, "#'"),
        "LETTERS_CUT_BEFORE_LETTER": find_kept("#'k", LETTERS, "#'"),
        "LETTERS_CUT_BEFORE_MARK": find_kept("#',", LETTERS, "#'"),
        "WHOLE_WORDS": unexplained,
        "ENDS": find_kept("k #' k", [word for word in words if len(word) > 1], "#'"),
        "BEGINS": begins,
        "CUT_AFTER_T": find_kept("k '#kz k", [word for word in words if word[0] == "t"], "'t"),
        "CLITICS": sorted(set(find_kept("kz'# k", make_short_words(2), "'#")) - set(begins)),
        "DECADES": find_kept("k '#s k", [f"{year:02}" for year in range(100)], "'#s"),
    }


# -- addresses, smileys, entities ---------------------------------------------------------------------------------


def find_addresses(words: list[str]) -> dict[str, Table]:
    """Characters and endings that make addresses and names of files, and how much of each there must be."""
    domain_letters = find_sizes("www.kz=kz.#", "k")
    return {
        "SCHEMES": find_kept("#://kz.com", words, "#://kz.com"),
        "DOMAINS": find_kept("kz.#/kz", words, "kz.#/kz"),
        "FILE_ENDINGS": find_kept(
            "12.#", {*words, *(ending[1:] for ending in mimetypes.MimeTypes().types_map[True])}, "12.#"
        ),
        "KINDS_IN_FILE_NAME": set(find_kinds("12.#.pdf")) & set(find_kinds("12.k#k.pdf")),
        "BEHIND_FILE_NAME": find_kept("12.pdf#", PRINTED, "12.pdf"),
        "NOT_IN_URL": _others(PRINTED, find_whole("http://kz#kz", PRINTED)),
        "NOT_AT_URL_END": _others(PRINTED, find_whole("http://kz#", PRINTED)),
        "LEAST_IN_URL": min(find_sizes("http://#", "k")),
        "NOT_IN_PATH": _others(PRINTED, find_whole("kz.com/kz#kz", PRINTED)),
        "NOT_AT_PATH_END": _others(PRINTED, find_whole("kz.com/kz#", PRINTED)),
        "LEAST_IN_PATH": min(find_sizes("kz.com/#", "k")),
        "NOT_IN_SITE": _others(PRINTED, find_whole("\u00e9#kz.com/kz", PRINTED)),
        "NOT_IN_WWW": _others(PRINTED, find_whole("www.kz-kz#kz.com", PRINTED)),
        "LEAST_DOMAIN_LETTERS": min(domain_letters),
        "MOST_DOMAIN_LETTERS": max(domain_letters),
        "BEGINS_MAIL": set(find_whole("#kz@kz", PRINTED)) - {"<"},
        "BEFORE_MAIL": find_whole("#kz@kz", MARKS),
        "BEHIND_MAIL": set(find_whole("kz@kz#", MARKS)) - set(find_whole("kz@kz#kz", MARKS)),
        "NOT_IN_MAIL": _others(PRINTED, find_whole("kz#kz@kz", PRINTED)),
        "MOST_STOPS_BETWEEN_LABELS": _only(
            {max(find_sizes(frame, ".")) for frame in ("kz@kz#kz", "www.kz=kz#com", "kz#kz.com/kz", "12#pdf")}
        ),
    }


def _only(found: set[int]) -> int:
    """The answer that several frames agree on."""
    if len(found) != 1:
        raise ValueError(f"frames do not agree: {sorted(found)}")
    return found.pop()


# -- pieces: how many, how long, which marks between them -------------------------------------------------------------


def find_compounds() -> dict[str, Table]:
    """Words joined by marks of all kinds, and elided ones; when a word keeps a stop or loses n't."""
    slashes = [*MARKS, *map("".join, product(MARKS, repeat=2))]
    between_slashes = ("kz#/kz", "kz/kz#", "kz/kz#/kz", "kz/kz/kz#")
    joining = set(find_whole("KZ#KZ", MARKS)) - {"@"}
    joining_capitals = joining - set(find_whole("kz#kz", MARKS))
    printed = [*PRINTED, "\u00e9", "\u0301", "\u0663"]
    return {
        "CAPITAL_JOINS": joining_capitals,
        "KINDS_BESIDE_CAPITAL_JOIN": set.intersection(
            *(
                set(find_kinds(frame.replace("&", mark)))
                for mark, frame in product(sorted(joining_capitals), ["#&KZ", "#Z&KZ", "KZ&#", "KZ&Z#"])
            )
        ),
        "BEFORE_SEPARATOR": set(find_whole("#kz,kz-kz", printed)) & set(find_whole("#,kz-kz", printed)),
        "IN_SEPARATED": set(find_whole("kz,#-kz", printed)) & set(find_whole("kz,k#-kz", printed)) - {"@"},
        "BEHIND_SEPARATED": set(find_whole("kz,kz-#", printed)) & set(find_whole("kz,kz-k#", printed)),
        "SLASHES": set(find_whole("kz/kz-kz-kz#kz", slashes)) - set(find_whole("kz:kz-kz-kz#kz", slashes)),
        "MOST_SLASHES": max(find_sizes("kz#", "/kz")),
        "MOST_HYPHENS_BETWEEN_SLASHES": _only({max(find_sizes(frame, "-kz")) for frame in between_slashes}),
        "KINDS_AFTER_SLASH": set(find_kinds("kz/#")) & set(find_kinds("kz/k#")),
        "KINDS_AFTER_HYPHEN_AND_SLASH": set(find_kinds("kz/kz-#")) & set(find_kinds("kz/kz-k#z")),
        "SENTENCE_MARKS": find_whole("\u00e9!\u00e9#\u00e9", MARKS),
        "KINDS_AFTER_SENTENCE_MARK": find_kinds("\u00e9!#"),
        "STOP_KEPT_BEFORE": find_kept("kz.# k", MARKS, "kz."),
        "STOP_LOST_WITH": joining - set(find_kept("KZ#KZ., k", joining, "KZ#KZ.")),
        "NO_N_T_AFTER": [letter for letter, tokens in ask("k#n't", LETTERS) if "n't" not in tokens],
        "KINDS_BEFORE_N_T": [
            kind
            for (_, tokens), kind in zip(ask("k#kn't", WORD_KINDS.values()), WORD_KINDS, strict=True)
            if "n't" in tokens
        ],
        "LEAST_AFTER_ELISION": min(find_sizes("kz-d'#", "k")),
        "KINDS_AFTER_ELISION": set(find_kinds("kz-d'#k")) & set(find_kinds("kz-d'k#")),
    }


def find_repeated() -> dict[str, Table]:
    """How many stops and hyphens in a row are a token of their own."""
    counts = range(1, 30)
    apart = [len(stops) for stops, tokens in ask("#5", ["." * count for count in counts]) if tokens[-1] == "5"]
    most = next(count for count in counts[apart[0] :] if count not in apart) - 1
    return {
        "LEAST_IN_ELLIPSIS": apart[0],
        "MOST_IN_ELLIPSIS": most,
        "LEAST_IN_LINE": min(map(len, find_kept("k # k", ["-" * count for count in counts[2:]]))),
    }


def find_spans() -> dict[str, Table]:
    """Fractions and numbers like those of telephones: sizes of their groups, and what can stand between these."""
    joins = [*MARKS, *BLANKS]
    slashes = [*MARKS, *map("".join, product(MARKS, repeat=2)), "\u2044"]
    fractions = [
        [len(digits) for digits in text.replace("/", " ").split()]
        for text in find_whole("#", (f"{'1' * a} {'1' * b}/{'1' * c}" for a, b, c in product(range(1, 8), repeat=3)))
    ]
    longest = max(max(sizes) for sizes in fractions)
    if len(fractions) != longest**3:
        raise ValueError("the sizes of the parts of a fraction depend on each other")
    return {
        "FRACTION_JOINS": set(find_whole("1#1\u20442", joins)) - set(find_whole("kz#kz\u2044kz", joins)),
        "FRACTION_SLASHES": find_whole("1 1#2", slashes),
        "MOST_IN_FRACTION": longest,
        "PHONE_SHAPES": find_phone_shapes(),
        "PHONE_SIGNS": find_whole("#44 555 123 4567", MARKS),
        "PHONE_JOINS": set(find_whole("555#123 4567", joins))
        & set(find_whole("20 555#123 4567", joins))
        & set(find_whole("+44#555 123 4567", joins)),
        "PHONE_JOINS_AFTER_BRACKET": find_whole("(555)#123 4567", ["", *joins]),
        "KINDS_NOT_BEFORE_NUMBER": _find_kinds_not_before("kz#1 1/2", "1\u00a01/2"),
        "KINDS_NOT_BEFORE_PHONE_SIGN": _find_kinds_not_before("kz#+44 555 123 4567", "+44\u00a0555\u00a0123\u00a04567"),
        "KINDS_NOT_BEFORE_STOPPED": sorted(
            {*_find_kinds_not_before("kz#X. The", "X"), *_find_kinds_not_before("kz#no. 5", "no.")}
        ),
    }


def find_phone_shapes() -> list[str]:
    """Sizes of groups of digits that are one token with blanks between them; the first group may be in brackets."""
    shapes = [
        *product(range(1, 11), repeat=2),
        *product(range(1, 11), repeat=3),
        *product(range(1, 8), repeat=4),
        *product(range(1, 6), repeat=5),
    ]
    found = []
    for frame in ("#", "(#"):
        asked: dict[str, str] = {}
        for shape in shapes:
            groups = ["5" * size for size in shape]
            if frame == "#":
                asked[" ".join(groups)] = " ".join(map(str, shape))
            else:
                asked[f"{groups[0]}){' '.join(groups[1:])}"] = f"({shape[0]}){' '.join(map(str, shape[1:]))}"
        found += [asked[text] for text in find_whole(frame, asked)]
    return found


def _find_kinds_not_before(frame: str, kept: str) -> list[str]:
    """Kinds of characters that, in the place of #, hinder a token."""
    by_example = {WORD_KINDS.get(kind, kind): kind for kind in [*WORD_KINDS, *MARKS]}
    kept_after = set(find_kept(frame, by_example, kept))
    return [kind for example, kind in by_example.items() if example not in kept_after]


def find_tags() -> dict[str, Table]:
    """Characters in each place of a tag."""
    begins = find_whole("<kz #kz>", PRINTED)
    anything = [*PRINTED, *BLANKS]
    return {
        "TAG_NAME_BEGINS": begins,
        "TAG_NAME_GOES_ON": find_whole("</k#z>", PRINTED),
        "TAG_BLANKS": find_whole('<kz#kz="kz">', BLANKS),
        "TAG_QUOTES": find_whole("<kz kz=#kz#>", MARKS),
        "DECLARATION_MARKS": set(find_whole("<#kz kz>", PRINTED)) - set(begins),
        "DECLARATION_BEGINS": set(find_whole("<!#kz>", PRINTED)) & set(find_whole("<?#kz>", PRINTED)),
        "NOT_IN_DECLARATION": _others(anything, find_whole("<!k#z>", anything)),
    }


def _others(candidates: list[str], kept: list[str]) -> list[str]:
    return sorted(set(candidates) - set(kept))


def find_smileys() -> list[str]:
    """Faces of one to four characters that are one token although they are not words or numbers."""
    mouths = sorted(string.punctuation) + sorted(LETTERS) + sorted(string.digits)
    faces = {
        f"{brow}{eyes}{nose}{mouth}"
        for brow, eyes, nose, mouth in product(["", ">"], ":;=8xX", ["", "-", "'", "o"], mouths)
    }
    faces |= {f"{eye}{mouth}{other}" for eye, mouth, other in product(mouths, "_.-", mouths)}
    faces |= {f"({face})" for face in faces if len(face) == 3}
    odd = sorted(face for face in faces if not face[0].isalnum() and not face[-1].isdigit() and "@" not in face[:-1])
    found = []
    for face, tokens in ask("k # k", odd):
        written = face.replace("(", "-LRB-").replace(")", "-RRB-")
        if tokens == ["k", written, "k"] and set(face) - set(face[0]):
            found.append(face)
    return [face for face in found if face[0] not in "#@<-+.,!?&*_" or not face[1].isalnum()]


def find_entities() -> list[str]:
    """Names of characters in HTML that stay one token, such as &eacute;."""
    names = sorted(name for name in html.entities.html5 if name.endswith(";"))
    return [name[:-1] for name, tokens in ask("k &# k", names) if tokens == ["k", f"&{name}", "k"]]


# -- writing --------------------------------------------------------------------------------------------------------


COMMENTS = {
    "APOSTROPHE_BEGINS": "What forms a token with the apostrophe before it, whatever follows.",
    "APOSTROPHE_CLITICS": "What is split off with the apostrophe before it, unless a letter follows.",
    "APOSTROPHE_CUT_AFTER_T": "Words of which the apostrophe before them and their t are a token.",
    "APOSTROPHE_DECADES": "Two digits that form a token with an apostrophe before and an s behind them.",
    "APOSTROPHE_ENDS": "Words that form a token with the apostrophe behind them.",
    "APOSTROPHE_LETTERS_CUT_BEFORE_LETTER": "Letters that form a token with an apostrophe before one letter.",
    "APOSTROPHE_LETTERS_CUT_BEFORE_MARK": "Letters that form a token with an apostrophe before a mark or nothing.",
    "APOSTROPHE_LETTERS_CUT_BEFORE_WORD": "Letters that form a token with an apostrophe before several letters.",
    "APOSTROPHE_LETTERS_IN_COMPOUND": "Letters that form a piece of a compound with an apostrophe and a word.",
    "APOSTROPHE_LETTERS_WHOLE": "Letters that form a token with an apostrophe and a word.",
    "APOSTROPHE_VOWELS_AFTER": "Letters that can follow an apostrophe inside a word.",
    "APOSTROPHE_VOWELS_BEFORE": "Letters that can stand before an apostrophe inside a word.",
    "APOSTROPHE_WHOLE_WORDS": "Words that no rule about letters explains.",
    "BEFORE_MAIL": "Marks that belong to a mail address before it.",
    "BEFORE_SEPARATOR": "Characters of a word before stops and commas that are in a token, kz,kz-kz.",
    "BEGINS_MAIL": "Characters that a mail address begins with.",
    "BEHIND_FILE_NAME": "Characters that can follow the name of a file.",
    "BEHIND_MAIL": "Marks that belong to a mail address behind it.",
    "BEHIND_SEPARATED": "Characters of a word behind a hyphen, in kz,kz-kz.",
    "BRACKET_NAMES": "Names of brackets that are tokens with hyphens around them.",
    "CAPITAL_JOINS": "Marks that join capitals.",
    "DECLARATION_BEGINS": "Characters right behind the mark of a declaration, <!k>.",
    "DECLARATION_MARKS": "Marks that make a declaration of a tag.",
    "DEGREES": "Abbreviations of two letters and one.",
    "DOMAINS": "Endings of a site with a path behind it.",
    "ENTITIES": "Names of HTML characters that stay as they are written.",
    "FILE_ENDINGS": "Endings of file names that begin with a digit.",
    "FRACTION_JOINS": "What can stand between a number and a fraction.",
    "FRACTION_SLASHES": "What can stand between the parts of a fraction.",
    "IN_PAIRS": "Characters that join one of their like, but not more.",
    "IN_SEPARATED": "Characters between such a word and a hyphen.",
    "KINDS_AFTER_ELISION": "Kinds of the two characters behind the apostrophe in k-d'kz.",
    "KINDS_AFTER_HYPHEN_AND_SLASH": "Kinds of characters in a word after a hyphen, in kz/kz-kz.",
    "KINDS_AFTER_SENTENCE_MARK": "Kinds of the character behind the mark in kz!kz.",
    "KINDS_AFTER_SLASH": "Kinds of characters in a word after a slash, in kz/kz.",
    "KINDS_BEFORE_N_T": "Kinds of characters in a word of which n't is split off.",
    "KINDS_BESIDE_CAPITAL_JOIN": "Kinds of characters that they join.",
    "KINDS_IN_FILE_NAME": "Kinds of characters between two stops of the name of a file.",
    "KINDS_NOT_BEFORE_NUMBER": "Kinds of the character before a number after which it cannot have a blank inside.",
    "KINDS_NOT_BEFORE_PHONE_SIGN": "The same before a number with a sign.",
    "KINDS_NOT_BEFORE_STOPPED": "Kinds of the character before a word whose stop does not depend on the next word.",
    "LEAST_AFTER_ELISION": "How many letters must follow the apostrophe in k-d'kz.",
    "LEAST_DOMAIN_LETTERS": "How many letters the last label of a site with www must have.",
    "LEAST_IN_ELLIPSIS": "How many stops are a token.",
    "LEAST_IN_LINE": "How many hyphens are a token that is kept.",
    "LEAST_IN_PATH": "How many characters must follow the slash behind a site.",
    "LEAST_IN_URL": "How many characters must follow a scheme.",
    "MOST_DOMAIN_LETTERS": "How many letters the last label of a site with www can have.",
    "MOST_HYPHENS_BETWEEN_SLASHES": "How many hyphens can be between two slashes.",
    "MOST_IN_ELLIPSIS": "How many stops a token takes at most.",
    "MOST_IN_FRACTION": "How many digits each part of a fraction can have if a blank is inside.",
    "MOST_SLASHES": "How many slashes a token has.",
    "MOST_STOPS_BETWEEN_LABELS": "How many stops in a row an address or the name of a file can have.",
    "NOT_AT_PATH_END": "Characters that do not end the path of a site.",
    "NOT_AT_URL_END": "Characters that do not end an address with a scheme.",
    "NOT_IN_DECLARATION": "Characters that are not inside a declaration.",
    "NOT_IN_MAIL": "Characters that are not inside a mail address.",
    "NOT_IN_PATH": "Characters that are not in the path of a site.",
    "NOT_IN_SITE": "Characters that are not in the name of a site.",
    "NOT_IN_URL": "Characters that are not in an address with a scheme.",
    "NOT_IN_WWW": "Characters that are not in the name of a site that begins with www.",
    "NO_N_T_AFTER": "Letters after which n't is not split off.",
    "PHONE_JOINS": "What can stand between two groups of digits.",
    "PHONE_JOINS_AFTER_BRACKET": "What can stand between the bracket and the next digits.",
    "PHONE_SHAPES": "Sizes of groups of digits that form a token with blanks between them.",
    "PHONE_SIGNS": "Marks that such numbers begin with.",
    "PROGRAMMING_LANGUAGES": "Letters with marks.",
    "SCHEMES": "What an address can begin with.",
    "SENTENCE_HEADS": "Words before which a lone letter loses its stop.",
    "SENTENCE_MARKS": "Marks that join words of two sentences without a blank.",
    "SLASHES": "What joins alternatives, kz/kz.",
    "SMILEYS": "Faces that are tokens.",
    "STOP_BEFORE_NUMBER": "Words that keep the full stop after them before a number.",
    "STOP_KEPT": "Words that keep the full stop after them.",
    "STOP_KEPT_BEFORE": "Marks before which any word keeps its stop.",
    "STOP_LOST_WITH": "Marks inside a token that does not keep its stop before these.",
    "TAG_BLANKS": "Blanks inside a tag.",
    "TAG_NAME_BEGINS": "Characters that a name in a tag begins with.",
    "TAG_NAME_GOES_ON": "Characters inside a name in a tag.",
    "TAG_QUOTES": "Marks around a value in a tag.",
}


def write_tables() -> str:
    """All tables as a Python module."""
    words = make_words()
    ranges, written, pairs = find_characters()
    stops, stops_before_number = find_stops(words)
    header = (
        f'"""What the tokeniser of Stanford CoreNLP {VERSION} was seen to do with words and characters.\n\n'
        f"Written by tools/probe_ptb.py on {FOUND_ON} from the program's answers. Not to be edited.\n"
        '"""\n\n# fmt: off\n'
    )
    kinds = (
        "# Characters from a code point on are of this kind; kinds are explained in _ptb_kinds.py.\n"
        f"CHARACTER_KINDS: list[tuple[int, str]] = [\n{_wrap(repr(pair) for pair in ranges)}]\n"
    )
    found: dict[str, Table] = {
        "IN_PAIRS": pairs,
        "STOP_KEPT": stops,
        "STOP_BEFORE_NUMBER": stops_before_number,
        "SENTENCE_HEADS": find_sentence_heads(words),
        **find_names(),
        "SMILEYS": find_smileys(),
        "ENTITIES": find_entities(),
        **{f"APOSTROPHE_{name}": table for name, table in find_apostrophes(words).items()},
        **find_addresses(words),
        **find_compounds(),
        **find_repeated(),
        **find_spans(),
        **find_tags(),
    }
    parts = [
        header,
        kinds,
        "# What characters are written as when they are tokens.\n" + _write_dict("WRITTEN_AS", "str, str", written),
        "# Words that are cut in two, and where.\n" + _write_dict("CONTRACTIONS", "str, int", find_contractions(words)),
        *(_write_table(name, COMMENTS[name], table) for name, table in found.items()),
    ]
    return "\n".join(parts)


def _write_table(name: str, comment: str, table: Table) -> str:
    """A limit or a set."""
    if isinstance(table, int):
        return f"# {comment}\n{name} = {table}\n"
    return f"# {comment}\n{name}: frozenset[str] = frozenset(\n    [\n{_wrap(map(repr, sorted(table)), 8)}    ]\n)\n"


def _write_dict(name: str, types: str, items: dict[str, str] | dict[str, int]) -> str:
    pairs = (f"{key!a}: {item!a}" for key, item in sorted(items.items()))
    return f"{name}: dict[{types}] = {{\n{_wrap(pairs)}}}\n"


def _wrap(items: Iterable[str], indent: int = 4) -> str:
    """Items with commas, in lines of at most 120 characters."""
    lines = [" " * (indent - 1)]
    for item in items:
        if len(lines[-1]) + len(item) > 117:
            lines.append(" " * (indent - 1))
        lines[-1] += f" {item},"
    return "".join(f"{line}\n" for line in lines if line.strip())


def main() -> None:
    """Write or check the tables, or show the tokens of lines from standard input."""
    parser = argparse.ArgumentParser(description="Ask the Java tokeniser of the caption metrics.")
    parser.add_argument("--write", action="store_true", help="write the tables")
    parser.add_argument("--check", action="store_true", help="compare the tables with what would be written")
    options = parser.parse_args()
    if find_jar() is None:
        sys.exit("the package pycocoevalcap, which brings the program, is not installed")
    if options.write:
        TABLES.write_text(write_tables(), encoding="utf-8")
    elif options.check:
        if TABLES.read_text(encoding="utf-8") != write_tables():
            sys.exit(f"{TABLES.name} differs from what the program answers now")
        print(f"{TABLES.name} is what the program answers")  # noqa: T201
    else:
        lines = sys.stdin.read().splitlines()
        for line, tokens in zip(lines, tokenise(lines), strict=True):
            print(f"{line}\t{' '.join(tokens)}")  # noqa: T201


if __name__ == "__main__":
    main()
