"""A draft as parts, and how it is written: the same text in LaTeX and in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from genchal.domain.results.table import Table, TableForm
from genchal.reports.paper.citations import all_references, cited_keys, write_latex, write_markdown
from genchal.reports.tables.latex_text import define_other_script, escape_latex, escape_sentence
from genchal.reports.tables.markdown_table import escape_markdown, render_markdown


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the section itself."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Whole sentences, with citations and with tables by name, such as ``{walks-leaderboard}``."""

    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TablePart:
    """A table, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class FigurePart:
    """A figure, by its name; the caption says what it shows, also to those who do not see it."""

    name: str
    caption: str


Part = Heading | Paragraph | TablePart | FigurePart
FITTING = r"width=\linewidth,height=.85\textheight,keepaspectratio"
SECTIONS = {1: r"\section", 2: r"\subsection", 3: r"\paragraph"}


def draft_sentences(parts: Iterable[Part]) -> list[str]:
    """All sentences, for the references that they cite."""
    return [sentence for part in parts if isinstance(part, Paragraph) for sentence in part.sentences]


def render_latex_draft(parts: Sequence[Part], tables: Mapping[str, Table]) -> str:
    """The draft as a section, to be included in a paper: it reads its tables and figures from files beside it."""
    body = "\n".join(_latex_part(part, tables) for part in parts)
    return "".join(f"{line}\n" for line in [*define_other_script(body), body])


def render_markdown_draft(parts: Sequence[Part], tables: Mapping[str, Table]) -> str:
    """The draft with its tables, and with the references at the end."""
    body = "\n".join(_markdown_part(part, tables) for part in parts)
    known = all_references()
    keys = cited_keys(draft_sentences(parts))
    cited = [f"- {escape_markdown(known[key].describe())}\n" for key in keys]
    return body + (f"\n## References\n\n{''.join(cited)}" if cited else "")


def _latex_part(part: Part, tables: Mapping[str, Table]) -> str:
    match part:
        case Heading():
            return f"{SECTIONS[part.level]}{{{escape_latex(part.text)}}}\n"
        case Paragraph():
            text = " ".join(map(write_latex, part.sentences))
            for name in tables:
                text = text.replace(escape_sentence(f"{{{name}}}"), rf"Table~\ref{{tab:{name}}}")
            return f"{{\\sloppy {text}\\par}}\n" if r"\allowbreak" in text else f"{text}\n"
        case TablePart():
            return rf"\input{{tables/{part.name}.tex}}" + "\n"
        case FigurePart():
            caption = write_latex(part.caption)
            lines = [
                rf"\IfFileExists{{figures/{part.name}.pdf}}{{\begin{{figure}}",
                r"  \centering",
                rf"  \includegraphics[{FITTING}]{{figures/{part.name}.pdf}}",
                rf"  \caption{{{caption}}}",
                rf"  \label{{fig:{part.name}}}",
                r"\end{figure}}{}",
            ]
            return "".join(f"{line}\n" for line in lines)


def _name_tables(sentence: str, tables: Mapping[str, Table]) -> str:
    """A sentence with the titles of tables, which Markdown does not number."""
    for name, table in tables.items():
        place, title = escape_markdown(f"{{{name}}}"), f'table "{escape_markdown(table.title)}"'
        if sentence.startswith(place):
            sentence = f"The {title}{sentence[len(place) :]}"
        sentence = sentence.replace(place, f"the {title}")
    return sentence


def _markdown_part(part: Part, tables: Mapping[str, Table]) -> str:
    match part:
        case Heading():
            return f"{'#' * part.level} {escape_markdown(part.text)}\n"
        case Paragraph():
            return f"{' '.join(_name_tables(write_markdown(sentence), tables) for sentence in part.sentences)}\n"
        case TablePart():
            return render_markdown([tables[part.name]], TableForm())
        case FigurePart():
            caption = write_markdown(part.caption)
            return f"![{caption}](figures/{part.name}.svg)\n"
