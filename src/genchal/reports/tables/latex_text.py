r"""Any text as LaTeX that prints it, whatever engine compiles the file.

pdfLaTeX knows the letters of Latin script and a few signs. Greek letters and the usual signs of statistics are written
as mathematics. Everything else, such as Arabic, Chinese or emoji, is written twice: ``\otherscript{...}{65E5 672C}``.
LuaLaTeX and XeLaTeX print the first with a font that has it, pdfLaTeX prints the numbers of the characters, and the
file compiles with all of them.
"""

from __future__ import annotations

import re
import unicodedata

from genchal.reports.names import one_line

ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "#$%&_{}"},
    # Not special, but something else in the old font encoding.
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # After the end of a row these would be read as its arguments.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
GREEK = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"
SIGNS = {
    "−": "-",
    "≤": r"\leq",
    "≥": r"\geq",
    "≠": r"\neq",
    "≈": r"\approx",
    "∞": r"\infty",
    "√": r"\surd",
    # Papers mark families of systems by these.
    "♥": r"\heartsuit",
    "♦": r"\diamondsuit",
    "♣": r"\clubsuit",
    "♠": r"\spadesuit",
    "★": r"\star",
    "●": r"\bullet",
}


def _name_letter(letter: str) -> str:
    word = unicodedata.name(letter).split()[-1].lower().replace("lamda", "lambda")
    return f"\\{word.capitalize() if letter.isupper() else word}"


MATHEMATICS = {
    character: rf"\ensuremath{{{command}}}"
    for character, command in {**{letter: _name_letter(letter) for letter in GREEK}, **SIGNS}.items()
}
REPLACED = {**ESCAPES, **MATHEMATICS}
SPECIAL = re.compile("|".join(map(re.escape, REPLACED)))
LONG = 20  # letters of a word that may be divided
LIGATURE = re.compile(r"([-'`,?!])(?=\1|`)")  # these would become dashes, quotation marks, inverted marks
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# What pdfLaTeX prints in the font encoding T1, found by compiling every character.
PRINTED = (
    "\x00-\x7f\u00a0-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017eƒȘșȚț"
    "‐‑‒–—―‖‘’‚“”„†‡•…‰‹›€№™←↑→↓"
)
OTHER = re.compile(f"[^{PRINTED}{re.escape(''.join(MATHEMATICS))}]+")
OTHER_SCRIPT = (
    r"\ifdefined\otherscript\else\DeclareRobustCommand{\otherscript}[2]"
    r"{\ifdefined\Umathchar#1\else{\scriptsize #2}\fi}\fi"
)


def escape_latex(text: str) -> str:
    """Write any text as LaTeX that prints it, on one line; control characters are dropped."""
    line = unicodedata.normalize("NFC", one_line(text))
    parts = []
    end = 0
    for found in OTHER.finditer(line):
        parts += [_escape_printed(line[end : found.start()]), _write_other(found.group())]
        end = found.end()
    return CONTROL.sub("", "".join([*parts, _escape_printed(line[end:])]))


def define_other_script(latex: str) -> list[str]:
    """The line that defines what other scripts need, where a text has any."""
    return [OTHER_SCRIPT] if r"\otherscript{" in latex else []


def escape_sentence(text: str) -> str:
    """Write text as `escape_latex` does; lines may end within long names that have neither blanks nor hyphens."""
    words = [(word, escape_latex(word)) for word in one_line(text).split(" ")]
    return " ".join(allow_breaks(latex, ESCAPES["_"], "/") if len(word) > LONG else latex for word, latex in words)


def allow_breaks(latex: str, *ends: str) -> str:
    """Let lines end after these."""
    for end in ends:
        latex = latex.replace(end, end + r"\allowbreak{}")
    return latex


def _escape_printed(text: str) -> str:
    return LIGATURE.sub(r"\1{}", SPECIAL.sub(lambda found: REPLACED[found.group()], text))


def _write_other(text: str) -> str:
    if not CONTROL.sub("", text):
        return ""
    return rf"\otherscript{{{text}}}{{{' '.join(f'{ord(character):04X}' for character in text)}}}"
