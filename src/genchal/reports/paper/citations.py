r"""References and how they are cited: one list, from which a paper gets those that its sentences cite.

Sentences have citations as ``[@papineni-2002; @post-2018]``. LaTeX gets ``\citep{...}``, Markdown the names and years.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from genchal.reports.tables.latex_text import escape_sentence
from genchal.reports.tables.markdown_table import escape_markdown

ENTRY = re.compile(r"^@(?P<kind>\w+)\{(?P<key>[\w-]+),\n(?P<fields>.*?)^\}\n", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+) = \{(.*)\},$", re.MULTILINE)
CITATION = re.compile(r"\[@([\w-]+(?:; @[\w-]+)*)\]")
ACCENTS = {
    r"\v{r}": "ř",
    r"\v{s}": "š",
    r"\'{c}": "ć",
    r"\'c": "ć",
    r"\'a": "á",
    r"\'e": "é",
    r"\^e": "ê",
    r"\c{c}": "ç",
}


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the list: its key, its BibTeX, and its fields without markup."""

    key: str
    bibtex: str
    fields: dict[str, str]

    @property
    def authors(self) -> list[str]:
        """Names of the authors."""
        return self.fields["author"].split(" and ")

    def cite(self) -> str:
        """Such as "Papineni et al. 2002"."""
        first, *others = [author.split()[-1] for author in self.authors]
        names = f"{first} et al." if len(others) > 1 else " and ".join([first, *others])
        return f"{names} {self.fields['year']}"

    def describe(self) -> str:
        """Authors, year, title and place, for a list of references."""
        fields = self.fields
        where = next((fields[name] for name in PLACES if name in fields), "")
        volume = f" {fields['volume']}" if "journal" in fields and "volume" in fields else ""
        pages = f", {fields['pages'].replace('--', '–')}" if "pages" in fields else ""
        doi = f" https://doi.org/{fields['doi']}" if "doi" in fields else ""
        title = fields["title"] if fields["title"].endswith("?") else f"{fields['title']}."
        return f"{', '.join(self.authors)} ({fields['year']}). {title} {where}{volume}{pages}.{doi}"


PLACES = ("journal", "booktitle", "publisher", "institution", "note")


@cache
def all_references() -> dict[str, Reference]:
    """Everything that can be cited, by key."""
    text = files("genchal.reports.paper").joinpath("references.bib").read_text(encoding="utf-8")
    found = {}
    for entry in ENTRY.finditer(text):
        fields = {name: _plain(value) for name, value in FIELD.findall(entry["fields"])}
        found[entry["key"]] = Reference(entry["key"], entry.group(), fields)
    return found


def cited_keys(sentences: Iterable[str]) -> list[str]:
    """The keys that sentences cite, in alphabetical order."""
    return sorted({key for text in sentences for found in CITATION.findall(text) for key in found.split("; @")})


def render_bibtex(keys: Iterable[str]) -> str:
    """The entries of these keys."""
    return "\n".join(all_references()[key].bibtex for key in keys)


def write_latex(sentence: str) -> str:
    """A sentence in LaTeX."""
    return _replace(sentence, escape_sentence, lambda keys: rf"~\citep{{{','.join(keys)}}}")


def write_markdown(sentence: str) -> str:
    """A sentence in Markdown."""
    known = all_references()
    return _replace(sentence, escape_markdown, lambda keys: f" ({'; '.join(known[key].cite() for key in keys)})")


def _replace(sentence: str, escape: Callable[[str], str], cite: Callable[[list[str]], str]) -> str:
    parts, end = [], 0
    for found in CITATION.finditer(sentence):
        before = sentence[end : found.start()]
        parts += [_escape_part(before.rstrip(), escape), cite(found[1].split("; @"))]
        end = found.end()
    return "".join([*parts, _escape_part(sentence[end:], escape)])


def _escape_part(text: str, escape: Callable[[str], str]) -> str:
    """Escape a part of a sentence, keeping the blanks around it."""
    lead = " " if text[:1] == " " else ""
    trail = " " if len(text) > 1 and text[-1:] == " " else ""
    return f"{lead}{escape(text)}{trail}"


def _plain(value: str) -> str:
    for accent, letter in ACCENTS.items():
        value = value.replace(f"{{{accent}}}", letter)
    return value.replace(r"\&", "&").replace("{", "").replace("}", "")
