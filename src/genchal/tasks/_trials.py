"""TUNA's XML, read trial by trial and defensively: the file may come from anybody.

Nothing in the file is expanded or fetched: a document type that declares anything is refused, and one that names a DTD
is passed over. Depth is bounded, so is the size of a trial, and what has been read of earlier trials is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from genchal.domain import Attribute, Entity
from genchal.domain.inputs import NEGATION
from genchal.domain.instance import Wording
from genchal.errors import InvalidInput

MAX_DEPTH = 100  # the corpus has 6 levels
MAX_TRIAL = 1_000_000  # characters; the longest trial of the corpus has fewer than 10,000
PIECE = 1 << 16  # expat before 2.6 starts an unfinished tag afresh with every piece, so pieces must not be lines

_BLANKS = re.compile(r"[ \t\r\n]+")
_ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;|#)[^\s;&<>]*;")
_TEXTS = ("STRING-DESCRIPTION", "WORD-STRING")  # the corpus, the shared tasks
_WORDINGS = ("DESCRIPTION", "ANNOTATED-WORD-STRING")
_MEANING = ("ATTRIBUTE", "META-ATTRIBUTE")  # elements of a wording whose words stand for attributes


@dataclass(slots=True)
class Trial:
    """What a TRIAL element says; `line` is where it begins."""

    line: int
    attributes: dict[str, str]
    entities: list[Entity] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    attribute_sets: list[list[tuple[str, str]]] = field(default_factory=list)
    wordings: list[Wording] = field(default_factory=list)


def read_trials(lines: Iterable[str], source: str) -> Iterator[Trial]:
    """Read the trials of a file in either layout, with one TRIAL or many."""
    reader = _Reader(source)
    for piece in _pieces(lines):
        reader.feed(piece)
        yield from reader.finished()
    reader.feed("", final=True)
    yield from reader.finished()


def squeezed(text: str) -> str:
    """Text without the line breaks and indents that XML files are laid out with."""
    return _BLANKS.sub(" ", text).strip(" ")


class _Reader:
    """Handlers of expat; only elements right inside a TRIAL mean anything, wherever else their names come again."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._parser = expat.ParserCreate("utf-8")  # the lines are decoded: a declared encoding no longer holds
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._finished: list[Trial] = []
        self._open: list[str] = []  # names of the elements around
        self._defaults: dict[str, str] = {}  # attributes of TRIALS
        self._trial: Trial | None = None
        self._entity: tuple[str, str, str | None] | None = None  # id, type, image
        self._attributes: list[Attribute] = []
        self._words: list[str] = []
        self._wording = _WordingReader()
        self._inside = 0  # how many elements are around the trial's own, the TRIAL included
        self._size = 0  # characters since the last trial
        self._lines = 0
        self._has_doctype = False

    def feed(self, piece: str, final: bool = False) -> None:
        self._size += len(piece)
        try:
            self._parser.Parse(piece.encode("utf-8", "surrogatepass"), final)
        except expat.ExpatError as error:
            line = min(error.lineno, max(self._lines, 1)) if final else error.lineno  # the end is on the last line
            raise InvalidInput(
                f"{self._source}, line {line}: broken XML, {expat.ErrorString(error.code)}",
                "Check that this is the right file, and that it is complete.",
            ) from None
        if self._size > MAX_TRIAL:
            raise self._problem(f"more than {MAX_TRIAL:,} characters without the end of a trial", "Split the trial up.")
        if self._has_doctype and (match := _ENTITY.search(piece)):  # expat drops these where a DTD might declare them
            line = self._lines + piece.count("\n", 0, match.start()) + 1
            raise InvalidInput(
                f"{self._source}, line {line}: '{match[0][:30]}' refers to something outside the file",
                "Write the character itself.",
            )
        self._lines += piece.count("\n")

    def finished(self) -> list[Trial]:
        """Trials that have ended since the last call."""
        finished, self._finished = self._finished, []
        return finished

    def _problem(self, problem: str, remedy: str) -> InvalidInput:
        return InvalidInput(f"{self._source}, line {self._parser.CurrentLineNumber}: {problem}", remedy)

    def _doctype(self, name: str, system: str | None, public: str | None, declares: bool) -> None:
        self._has_doctype = True
        if declares:
            raise self._problem(
                "the document type has declarations of its own, which are not read",
                "Remove what is in [ ] after DOCTYPE, and write entities out.",
            )

    def _start(self, name: str, given: dict[str, str]) -> None:
        depth = len(self._open)
        if depth >= MAX_DEPTH:
            raise self._problem(f"elements nested more than {MAX_DEPTH} deep", "Check that this is a TUNA file.")
        self._open.append(name)
        if depth == 0:
            if name not in ("TRIALS", "TRIAL"):
                raise self._problem(
                    f"the file is a '{name[:30]}', not TRIALS or a TRIAL",
                    "Of XML only TUNA's is read: convert other files to text, CSV or JSON lines.",
                )
            self._defaults = given if name == "TRIALS" else {}
        if name == "TRIAL" and self._trial is None:
            domain = {"DOMAIN": self._defaults["DOMAIN"]} if "DOMAIN" in self._defaults else {}
            self._trial = Trial(self._parser.CurrentLineNumber, domain | given)
            self._inside = depth + 1
        elif self._trial is not None:
            self._start_inside(self._trial, self._open[self._inside :], given)

    def _start_inside(self, trial: Trial, path: list[str], given: dict[str, str]) -> None:
        section, name = path[0], path[-1]
        if len(path) == 1:
            if name in _TEXTS:
                self._words = []
            elif name == "ATTRIBUTE-SET":
                trial.attribute_sets.append([])
            elif name in _WORDINGS:
                self._wording = _WordingReader()
        elif section in _WORDINGS:
            is_whole = name == "ATTRIBUTE" and {"NAME", "VALUE"} <= given.keys()  # what is broken here spoils no set
            self._wording.start(name, self._denoted(given) if is_whole else None)
        elif section == "DOMAIN" and name == "ENTITY":
            if self._entity is not None:
                raise self._problem("an ENTITY inside an ENTITY", "End the first one with </ENTITY>.")
            image = given.get("IMAGE")
            self._entity = (self._needed(given, "ENTITY", "ID"), given.get("TYPE", ""), image and squeezed(image))
            self._attributes = []
        elif section == "DOMAIN" and name == "ATTRIBUTE" and self._entity is not None:
            pair = self._needed(given, name, "NAME"), self._needed(given, name, "VALUE")
            self._attributes.append(Attribute(*pair, squeezed(given.get("TYPE", "literal"))))
        elif section == "ATTRIBUTE-SET" and name == "ATTRIBUTE":
            trial.attribute_sets[-1].append(self._denoted(given))

    def _denoted(self, given: dict[str, str]) -> tuple[str, str]:
        """The attribute that an element of a set or of a wording stands for."""
        negation = NEGATION if given.get("POLARITY", "").lower().startswith("neg") else ""
        value = self._needed(given, "ATTRIBUTE", "VALUE")
        return self._needed(given, "ATTRIBUTE", "NAME"), negation + value

    def _needed(self, given: dict[str, str], element: str, attribute: str) -> str:
        if attribute not in given:
            raise self._problem(f"{element} without {attribute}", f'Write {attribute}="..." in it.')
        return squeezed(given[attribute])

    def _text(self, text: str) -> None:
        if self._trial is not None and len(self._open) > self._inside:
            section = self._open[self._inside]
            if section in _TEXTS:
                self._words.append(text)
            elif section in _WORDINGS:
                self._wording.add(text)

    def _end(self, name: str) -> None:
        trial = self._trial
        if trial is not None:
            path = self._open[self._inside :]
            if not path:
                self._finished.append(trial)
                self._trial, self._size = None, 0
            elif path[-1] == "ENTITY" and path[0] == "DOMAIN" and self._entity is not None:
                identity, kind, image = self._entity
                is_target = squeezed(kind).lower() == "target"
                trial.entities.append(Entity(identity, tuple(self._attributes), is_target, image))
                self._entity = None
            elif len(path) == 1 and name in _TEXTS and (text := squeezed("".join(self._words))):
                trial.texts.append(text)
            elif path[0] in _WORDINGS:
                self._end_inside_wording(trial, path)
        self._open.pop()

    def _end_inside_wording(self, trial: Trial, path: list[str]) -> None:
        if len(path) > 1:
            self._wording.end(path[-1])
        elif wording := self._wording.pieces():
            trial.wordings.append(wording)


class _WordingReader:
    """Collects the pieces of an annotated description.

    All words inside an outermost ATTRIBUTE or META-ATTRIBUTE are one piece, with all attributes in it: in the corpus
    the words of a place stand beside its empty attributes. Other elements inside, such as DET, only separate words.
    """

    def __init__(self) -> None:
        self._pieces: list[tuple[list[str], set[tuple[str, str]]]] = [([], set())]
        self._depth = 0  # elements with a meaning around

    def start(self, name: str, attribute: tuple[str, str] | None) -> None:
        if name in _MEANING:
            if self._depth == 0:
                self._pieces.append(([], set()))
            self._depth += 1
        if attribute is not None:
            self._pieces[-1][1].add(attribute)
        self.add(" ")

    def end(self, name: str) -> None:
        self.add(" ")
        if name in _MEANING:
            self._depth -= 1
            if self._depth == 0:
                self._pieces.append(([], set()))

    def add(self, text: str) -> None:
        self._pieces[-1][0].append(text)

    def pieces(self) -> Wording:
        found: list[tuple[str, frozenset[tuple[str, str]]]] = []
        for parts, attributes in self._pieces:
            words = squeezed("".join(parts))
            if not words:
                continue
            if found and not attributes and not found[-1][1]:
                found[-1] = f"{found[-1][0]} {words}", frozenset()
            else:
                found.append((words, frozenset(attributes)))
        return tuple(found)


def _pieces(lines: Iterable[str]) -> Iterator[str]:
    """Join lines to pieces, and cut lines that are longer."""
    gathered: list[str] = []
    size = 0
    for line in lines:
        gathered.append(line)
        size += len(line) + 1
        if size >= PIECE:
            text = "\n".join([*gathered, ""])
            yield from (text[start : start + PIECE] for start in range(0, len(text), PIECE))
            gathered, size = [], 0
    if gathered:
        yield "\n".join([*gathered, ""])
