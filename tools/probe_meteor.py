"""Ask METEOR 1.5 what its normaliser does, and write the answers as tables.

    python tools/probe_meteor.py --write           # makes src/genchal/metrics/meteor/normaliser_tables.py again
    python tools/probe_meteor.py --check           # says whether the file is what would be written
    python tools/probe_meteor.py en < lines        # shows each line as the program normalises it

Needs Java and the package pycocoevalcap, which brings the program. The program is a black box here: lines go in,
normalised lines come out. A frame such as "a#b" is asked with each character in the place of `#`. The list of
abbreviations is not asked for: the program's own data have it, and genchal reads it where the package is installed.
Where languages or frames that ask the same disagree, the script stops.
"""

import argparse
import string
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from itertools import product
from pathlib import Path

FOUND_ON = "2026-11-18"
VERSION = "1.5"
TABLES = Path(__file__).parent.parent / "src" / "genchal" / "metrics" / "meteor" / "normaliser_tables.py"
LANGUAGES = ("cs", "de", "en", "es", "fr", "ru")
CHARACTERS = [chr(code) for code in range(1, 0x10000) if not 0xD800 <= code < 0xE000 and chr(code) not in "\n\r"]
MARKS = ".,'-"  # whether these stay depends on their neighbours
KINDS = {"letter": "k", "digit": "7", "other": "$"}
FOLLOWERS = {"small": [" kz"], "digit": [" 7"], "other": ["", " Kz", " (", ","]}  # what is behind a stop


def find_jar() -> Path | None:
    """Where the program is, if pycocoevalcap is installed."""
    package = find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations:
        return None
    jar = Path(package.submodule_search_locations[0]) / "meteor" / f"meteor-{VERSION}.jar"
    return jar if jar.exists() else None


def normalise(lines: Iterable[str], language: str = "en") -> list[str]:
    """Each line as the program writes it, capitals included; a line has no line end in it."""
    lines = list(lines)
    program = ["-cp", str(find_jar()), "edu.cmu.meteor.util.Normalizer", language, "true"]
    done = subprocess.run(  # noqa: S603, the arguments are our own
        ["java", "-Dfile.encoding=UTF-8", *program],  # noqa: S607, whichever Java there is
        input="".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        check=True,
    )
    answers = done.stdout.decode().split("\n")[:-1]
    if len(answers) != len(lines):
        raise ValueError("the program did not answer line by line")
    return answers


def ask(frame: str, candidates: Iterable[str], language: str = "en") -> dict[str, str]:
    """Each candidate with what becomes of the frame around it."""
    candidates = list(candidates)
    lines = [frame.replace("#", candidate) for candidate in candidates]
    return dict(zip(candidates, normalise(lines, language), strict=True))


# -- characters -------------------------------------------------------------------------------------------------------


def find_word_characters(language: str) -> list[str]:
    """Characters that stay inside a word."""
    answers = ask("k#k", CHARACTERS, language)
    return [character for character in CHARACTERS if answers[character] == f"k{character}k" and character not in MARKS]


def find_blanks() -> list[str]:
    """Characters that separate words and vanish, the blank itself left out."""
    answers = ask("k#k", CHARACTERS)
    return [character for character in CHARACTERS if answers[character] == "k k" and character not in f"{MARKS} "]


def find_written(blanks: Iterable[str]) -> dict[str, str]:
    """What characters are written as, where that is another character."""
    candidates = sorted(set(CHARACTERS) - set(blanks) - set(map(chr, range(33))))
    answers = {character: answer[2:-2] for character, answer in ask("k # k", candidates).items()}
    return {character: answer for character, answer in answers.items() if answer != character}


def find_digits(words: Iterable[str]) -> list[str]:
    """Characters that keep a comma between them and a digit."""
    return [character for character, answer in ask("7,#", words).items() if answer == f"7,{character}"]


def find_going_on(words: Iterable[str]) -> list[str]:
    """Characters that keep the stop of the word before theirs."""
    return [character for character, answer in ask("kz. #z", words).items() if answer == f"kz. {character}z"]


# -- apostrophes ------------------------------------------------------------------------------------------------------


def find_apostrophes(language: str) -> dict[str, str]:
    """Kinds of characters between which an apostrophe does not stand alone, and what becomes of it."""
    found = {}
    for (name, before), (other_name, behind) in product(KINDS.items(), KINDS.items()):
        (answer,) = normalise([f"{before}'{behind}"], language)
        found[f"{name} {other_name}"] = answer.removeprefix(before).removesuffix(behind)
    return {kinds: answer for kinds, answer in found.items() if answer != " ' "}


def find_clitics(language: str) -> list[str]:
    """Letters before which an apostrophe behind a digit is not treated like before the others."""
    letters = ask("7'#", string.ascii_letters, language)
    usual = normalise(["7'k"], language)[0].removesuffix("k")
    return [letter for letter, answer in letters.items() if answer != f"{usual}{letter}"]


def find_once() -> list[str]:
    """Languages in which an apostrophe stays as it is if the one before it shares a letter with it."""
    return [language for language in LANGUAGES if normalise(["k'k'k"], language)[0].count(" ") == 1]


# -- hyphens and stops ------------------------------------------------------------------------------------------------


def find_beside_hyphen(frame: str, words: Iterable[str]) -> list[str]:
    """Characters beside which a hyphen becomes a blank, those of words left out."""
    answers = ask(frame, CHARACTERS)
    found = {
        character for character, answer in answers.items() if answer == frame.replace("#", character).replace("-", " ")
    }
    if not found.issuperset(words):
        raise ValueError(f"{frame}: not beside every character of a word")
    return sorted(found.difference(words))


def find_stops(words: Iterable[str], digits: Iterable[str]) -> dict[str, str]:
    """What becomes of a stop, by what is before it and what behind it."""
    with_stops = {character for character, answer in ask("7.#.", words).items() if answer == f"7{character}"}
    if with_stops != set(words) - set(digits):
        raise ValueError("other characters than letters make initials")
    found: dict[str, str] = {}
    for language in LANGUAGES:
        asked = [
            (f"{kind} {follower}", before, behind)
            for (kind, words_before), (follower, examples) in product(
                _find_examples(language).items(), FOLLOWERS.items()
            )
            for before, behind in product(words_before, examples)
        ]
        answers = normalise([f"{before}.{behind}" for _, before, behind in asked], language)
        for (kinds, before, behind), answer in zip(asked, answers, strict=True):
            stop = _find_stop(before, behind.strip(), answer)
            if found.setdefault(kinds, stop) != stop:
                raise ValueError(f"{language}: {before}.{behind} is not like the others")
    return found


def _find_examples(language: str) -> dict[str, list[str]]:
    """What can be before a stop; abbreviations that keep it before a capital, or only a digit, are looked for."""
    small = ["".join(letters) for size in (1, 2) for letters in product(string.ascii_lowercase, repeat=size)]
    candidates = [*small, *map(str.capitalize, small)]
    before_capital, before_digit = (
        {word for word, answer in ask(f"#. {behind}", candidates, language).items() if answer == f"{word}. {behind}"}
        for behind in ("Kz", "7")
    )
    return {
        "word": ["kz", "Kz", "7.7", ".7", "k-"],
        "initials": ["k.z", "k.7", "7.k", ".k"],
        "abbreviation": sorted(before_capital),
        "abbreviation of numbers": sorted(before_digit - before_capital),
    }


def _find_stop(before: str, behind: str, answer: str) -> str:
    """What a stop has become: itself, a word of its own, or nothing, with the stops before it."""
    for stop in (".", " .", ""):
        word = before if stop else before.replace(".", "")
        if answer == f"{word}{stop} {behind}".rstrip():
            return stop
    raise ValueError(f"{before}. has become {answer}")


# -- writing ----------------------------------------------------------------------------------------------------------


def write_tables() -> str:
    """All tables as a Python module."""
    words = find_word_characters("en")
    for language in LANGUAGES:
        if find_word_characters(language) != words:
            raise ValueError(f"'{language}' has other characters in words than English")
    words = [word for word in words if not word.isspace()]
    blanks, digits = find_blanks(), find_digits(words)
    stops = {kinds: ascii(stop) for kinds, stop in find_stops(words, digits).items()}
    parts = [
        (
            f'"""What the normaliser of METEOR {VERSION} was seen to do with characters.\n\n'
            f"Written by tools/probe_meteor.py on {FOUND_ON} from the program's answers. Not to be edited.\n"
            '"""\n\n# fmt: off\n'
        ),
        (
            "# First and last code points of the characters that stay inside words; others stand alone.\n"
            f"WORD_RANGES: list[tuple[int, int]] = [\n{_wrap(map(repr, _make_ranges(words)))}]\n"
        ),
        "# Characters that separate words and vanish, beside the blank.\n" + _write_string("BLANKS", blanks),
        "# What characters are written as.\n"
        + _write_dict("WRITTEN_AS", "str", {key: ascii(item) for key, item in find_written(blanks).items()}),
        "# Characters between which a comma stays.\n" + _write_string("DIGITS", digits),
        "# Characters before which a word keeps its stop.\n" + _write_string("GOING_ON", find_going_on(words)),
        "# Characters before a hyphen that becomes a blank, beside those of words.\n"
        + _write_string("BEFORE_HYPHEN", find_beside_hyphen("#-k", words)),
        "# Characters behind it, beside those of words.\n"
        + _write_string("BEHIND_HYPHEN", find_beside_hyphen("k-#", words)),
        "# What becomes of a stop, by what is before it and what is behind it; '': stops inside the word go with it.\n"
        + _write_dict("STOPS", "str", stops),
        "# By language: kinds of characters between which an apostrophe does not stand alone, and what becomes of it.\n"
        + _write_dict("APOSTROPHES", "dict[str, str]", {key: _write_row(key) for key in LANGUAGES}),
        "# Letters that leave a digit together with the apostrophe before them, by language.\n"
        + _write_dict("CLITICS", "str", {key: ascii("".join(find_clitics(key))) for key in LANGUAGES}),
        "# Languages in which one letter is not used by two apostrophes.\n"
        f"USED_ONCE: frozenset[str] = frozenset({find_once()!a})\n".replace("'", '"'),
    ]
    return "\n".join(parts)


def _make_ranges(characters: Iterable[str]) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    for code in map(ord, characters):
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1] = (ranges[-1][0], code)
        else:
            ranges.append((code, code))
    return ranges


def _write_string(name: str, characters: Iterable[str]) -> str:
    return f"{name} = {''.join(sorted(characters))!a}\n"


def _write_row(language: str) -> str:
    return f"{{{', '.join(f'{key!a}: {item!a}' for key, item in sorted(find_apostrophes(language).items()))}}}"


def _write_dict(name: str, types: str, items: dict[str, str]) -> str:
    """A dictionary; items are written already."""
    pairs = [f"{key!a}: {item}" for key, item in sorted(items.items())]
    return f"{name}: dict[str, {types}] = {{\n{_wrap(pairs)}}}\n"


def _wrap(items: Iterable[str], indent: int = 4) -> str:
    """Items with commas, in lines of at most 120 characters."""
    lines = [" " * (indent - 1)]
    for item in items:
        if len(lines[-1]) + len(item) > 117:
            lines.append(" " * (indent - 1))
        lines[-1] += f" {item},"
    return "".join(f"{line}\n" for line in lines if line.strip())


def main() -> None:
    """Write or check the tables, or show lines from standard input as the program normalises them."""
    parser = argparse.ArgumentParser(description="Ask METEOR's normaliser.")
    parser.add_argument("language", nargs="?", default="en", choices=LANGUAGES, help="language of the lines")
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
        for line, answer in zip(lines, normalise(lines, options.language), strict=True):
            print(f"{line}\t{answer}")  # noqa: T201


if __name__ == "__main__":
    main()
