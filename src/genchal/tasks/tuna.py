"""TUNA: scenes of furniture or people, one thing of which is described (Gatt, van der Sluis and van Deemter 2007).

Read in the layout of the corpus (STRING-DESCRIPTION) and in that of the shared tasks of 2007 to 2009 (WORD-STRING; Gatt
and Belz 2010), and written in the latter. One trial serves all three tasks: selecting attributes goes from the entities
to the attribute sets, and referring as a whole from the entities to the reference; realising goes from an attribute
set to the reference, and as that set is otherwise hidden from systems, it has a format of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from genchal.domain import Instance, Scene, Task
from genchal.domain.inputs import NEGATION, AttributeSet
from genchal.errors import InvalidInput, counted
from genchal.tasks._trials import Trial, read_trials, squeezed
from genchal.tasks.outputs import OutputRecord

META = ("CONDITION", "SIMILARITY", "CARDINALITY")  # attributes of a TRIAL that are kept, in lower case

_PARTICIPANT = re.compile(r"(s[0-9]+)t[0-9]+")  # s101t21 is trial 21 of participant s101
_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # compiled when needed: it takes long


class Tuna(Task):
    """One instance a trial: its scene with the attribute sets that people used, and their description.

    White space is squeezed everywhere: in descriptions it is the layout of the XML, and the values `old ` and `young `
    of entities are `old` and `young` in attribute sets. An attribute with POLARITY="neg" has the value `not red`. An
    attribute that is given twice counts once. An empty description is no reference; an empty attribute set is one.
    Which words of a description stand for which attributes (DESCRIPTION, ANNOTATED-WORD-STRING) is kept piece by piece:
    a piece is an outermost attribute with all that is in it, or the words between two of them.
    """

    name = "tuna"
    summary = "TUNA's referring expressions in XML: scenes, attribute sets and descriptions, one per trial."

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read trials one at a time."""
        seen: dict[str, int] = {}
        for trial in read_trials(lines, source):
            identity = _identity(trial, seen, source)
            _check_entities(trial, f"{source}, line {trial.line}: trial '{identity}'")
            sets = tuple(map(frozenset, trial.attribute_sets))
            scene = Scene(squeezed(trial.attributes.get("DOMAIN", "")), tuple(trial.entities), sets)
            meta = {key.lower(): squeezed(trial.attributes[key]) for key in META if key in trial.attributes}
            yield Instance(
                identity,
                scene,
                tuple(trial.texts),
                meta | _participant(identity),
                is_identified=True,
                wordings=tuple(trial.wordings),
            )

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write TRIALS in the layout of the shared tasks."""
        yield "<TRIALS>"
        for instance in instances:
            for line in _trial_lines(instance):
                if match := re.search(_NOT_XML, line):
                    raise InvalidInput(
                        f"instance '{instance.id}' has the character U+{ord(match[0]):04X}, which XML cannot hold",
                        "Remove it, or write another format.",
                    )
                yield line
        yield "</TRIALS>"


class TunaRealisation(Tuna):
    """The same trials for realisation (TUNA-R): the first attribute set of each is given, and to be put into words.

    A trial without an attribute set is refused. The sets are references as well, so that a system that changes what it
    was given can be told by Dice or set accuracy.
    """

    name = "tuna_realisation"
    summary = "The same files, with the first attribute set of each trial given: its words are the task."

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read trials one at a time."""
        for instance in super().parse(lines, source):
            scene = instance.input
            if not isinstance(scene, Scene) or not scene.attribute_sets:
                raise InvalidInput(
                    f"{source}: trial '{instance.id}' has no attribute set to put into words",
                    'Add an ATTRIBUTE-SET, or read the file with format = "tuna".',
                )
            yield replace(instance, input=replace(scene, given=scene.attribute_sets[0]))


def read_trial_outputs(lines: Iterable[str], source: str) -> list[OutputRecord]:
    """Read one system's outputs in the shared tasks' XML: in each TRIAL an ATTRIBUTE-SET, a WORD-STRING, or both."""
    outputs = []
    seen: dict[str, int] = {}
    for trial in read_trials(lines, source):
        identity = _identity(trial, seen, source)
        for what, given in (("attribute set", trial.attribute_sets), ("description", trial.texts)):
            if len(given) > 1:
                raise InvalidInput(
                    f"{source}, line {trial.line}: trial '{identity}' has {counted(len(given), what)}, expected 1",
                    "Keep the one to be scored.",
                )
        attributes = frozenset(trial.attribute_sets[0]) if trial.attribute_sets else None
        text = trial.texts[0] if trial.texts else None
        outputs.append(OutputRecord(trial.line, text, id=identity, attributes=attributes))
    return outputs


def has_trials(lines: Iterable[str]) -> bool:
    """Whether a file is XML, by its beginning: TUNA's, or any other, which is then refused."""
    first = next((line for line in lines if line.strip()), "")
    return re.match(r"\s*<(\?xml\b|!DOCTYPE\b|TRIALS?\b|(?:ref|src|tst)set\b|mteval\b)", first) is not None


def _identity(trial: Trial, seen: dict[str, int], source: str) -> str:
    identity = squeezed(trial.attributes.get("ID", ""))
    if not identity:
        raise InvalidInput(f"{source}, line {trial.line}: TRIAL without ID", 'Write ID="..." in it.')
    if identity in seen:
        raise InvalidInput(
            f"{source}, line {trial.line}: trial '{identity}' is already in line {seen[identity]}",
            "Give every trial an ID of its own.",
        )
    seen[identity] = trial.line
    return identity


def _check_entities(trial: Trial, place: str) -> None:
    if not any(entity.is_target for entity in trial.entities):
        raise InvalidInput(f"{place} has no target", 'Mark what is to be described: <ENTITY TYPE="target" ...>.')
    if len({entity.id for entity in trial.entities}) != len(trial.entities):
        raise InvalidInput(f"{place} has two entities with the same ID", "Give every entity of a trial its own.")


def _participant(identity: str) -> dict[str, str]:
    match = _PARTICIPANT.fullmatch(identity)
    return {"participant": match[1]} if match else {}


def _trial_lines(instance: Instance) -> Iterator[str]:
    from xml.sax.saxutils import escape  # not quick to load

    scene = instance.input
    if not isinstance(scene, Scene):
        raise InvalidInput(f"instance '{instance.id}' has no scene", "Write it in the format that it was read from.")
    kept = {key: instance.meta[key.lower()] for key in META if key.lower() in instance.meta}
    yield _tag("TRIAL", {"ID": instance.id, "DOMAIN": scene.domain} | kept)
    yield "<DOMAIN>"
    for entity in scene.entities:
        image = {} if entity.image is None else {"IMAGE": entity.image}
        yield _tag("ENTITY", {"ID": entity.id, "TYPE": "target" if entity.is_target else "distractor"} | image)
        for attribute in entity.attributes:
            yield _tag("ATTRIBUTE", {"NAME": attribute.name, "VALUE": attribute.value, "TYPE": attribute.kind}, "/>")
        yield "</ENTITY>"
    yield "</DOMAIN>"
    for text in instance.references:
        yield f"<WORD-STRING>{escape(squeezed(text))}</WORD-STRING>"
    for wording in instance.wordings:
        pieces = " ".join(_annotated(escape(squeezed(words)), attributes) for words, attributes in wording)
        yield f"<ANNOTATED-WORD-STRING>{pieces}</ANNOTATED-WORD-STRING>"
    for attributes in scene.attribute_sets:
        yield "<ATTRIBUTE-SET>"
        for pair in sorted(attributes):
            yield _tag("ATTRIBUTE", _denoting(*pair), "/>")
        yield "</ATTRIBUTE-SET>"
    yield "</TRIAL>"


def _denoting(name: str, value: str) -> dict[str, str]:
    negated = {"POLARITY": "neg"} if value.startswith(NEGATION) else {}
    return {"NAME": name, "VALUE": value.removeprefix(NEGATION)} | negated


def _annotated(words: str, attributes: AttributeSet) -> str:
    """Words inside the attributes that they stand for."""
    for pair in sorted(attributes, reverse=True):
        words = f"{_tag('ATTRIBUTE', _denoting(*pair))}{words}</ATTRIBUTE>"
    return words


def _tag(name: str, attributes: dict[str, str], end: str = ">") -> str:
    from xml.sax.saxutils import quoteattr

    return f"<{name}{''.join(f' {key}={quoteattr(value)}' for key, value in attributes.items())}{end}"
