"""Columns of tables: the roles they play, the names they go by, and what a user says about them.

One list of names serves outputs, references and ratings, so that every command recognises the same files.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from genchal.errors import InvalidInput, UnknownName, suggestion
from genchal.text.tables.names import is_personal, plain_name

ColumnRole = Literal[
    "output",
    "reference",
    "input",
    "system",
    "instance",
    "rater",
    "sheet",
    "criterion",
    "value",
    "kind",
    "position",
    "shown_at",
    "answered_at",
]
ROLES: tuple[ColumnRole, ...] = get_args(ColumnRole)
SAMPLES = 2  # values of a column that an error shows
LONGEST = 30  # characters of each
MOST_COLUMNS = 12  # columns that an error shows

COLUMNS_DOC = (
    "Which columns to read, such as output=response,instance=sample_id. Roles: output, reference, input, system, "
    "instance; for ratings also rater, criterion, value, sheet. Several columns are joined by +: instance=doc+segment."
)
_PLAIN_IN_SHELLS = re.compile(r"[\w=+,.:/@%-]*")
JOINT = ":"  # between the cells of columns that are joined to one id: en-de:17
RATING_COLUMNS_DOC = (
    "Which columns to read, such as rater=worker_id,value=fluency+adequacy. Roles: instance, system, value, rater, "
    "criterion, sheet, kind, position, shown_at, answered_at. Columns joined by + make one id; those of value are "
    "criteria."
)
SYSTEMS_DOC = "Names of columns, with commas between them, that have one system's outputs or ratings each."

# Names that a column goes by, in plain letters (see `plain_name`); the first is the one that we write. A word may mean
# one thing in a file of outputs and another in one of ratings, hence two lists with much in common.
_SYSTEM = (
    *("system", "systemid", "systemname", "sys", "sysid", "model", "modelname", "modelid", "team", "setupid"),
    *("submission", "submissionid", "variant"),
)
_INSTANCE = (
    *("instance", "instanceid", "item", "itemid", "segment", "segmentid", "segid", "sid", "row", "example"),
    *("exampleid", "exampleidx", "sample", "sampleid", "inputid", "mrid", "promptid", "questionid", "sourceid"),
    *("docid", "eid", "idx"),
)
OUTPUT_NAMES: dict[ColumnRole, tuple[str, ...]] = {
    "output": (
        *("output", "outputs", "text", "hypothesis", "hyp", "prediction", "systemoutput", "generated", "response"),
        *("generatedtext", "generation", "completion", "answer", "candidate", "modeloutput", "predicted", "pred"),
        *("predictions", "generations", "completions", "responses", "hypotheses", "outputtext", "predictedtext"),
        *("modelresponse", "modelanswer", "filteredresps", "resps"),
    ),
    "reference": (
        *("reference", "references", "ref", "refs", "target", "targets", "gold", "humanref", "groundtruth", "expected"),
        *("goldtext", "referencetext", "expectedoutput", "goldanswer", "goldstandard"),
    ),
    "input": (
        *("input", "mr", "source", "src", "meaningrepresentation", "da", "dialogueact", "prompt", "question"),
        *("inputs", "instruction", "query"),
    ),
    "system": _SYSTEM,
    "instance": ("id", *_INSTANCE, "index", "gemid", "customid", "testidx", "uid", "uuid", "key", "rowid", "trial"),
}
# Names that are meant whatever else goes by a name of their role: the user's own id beside that of a service.
STRONG_NAMES = frozenset({"customid", "filteredresps"})
# Names that give way to any other name of their role: what tools write besides (the numbers of rows, the raw answers
# beside the filtered ones of lm-eval), or what means something else in their company (`instruction` beside `input`).
WEAK_NAMES = frozenset(
    {"row", "rowid", "index", "idx", "key", "testidx", "uid", "uuid", "resps", "team", "variant"}
    | {"inputs", "instruction", "query", "prompt"}
)
RATING_NAMES: dict[ColumnRole, tuple[str, ...]] = {
    "rater": (
        *("rater", "raterid", "worker", "workerid", "annotator", "annotatorid", "judge", "judgeid", "user", "userid"),
        *("username", "participant", "participantid", "assessor", "evaluator", "subject", "prolificid", "prolificpid"),
    ),
    "sheet": ("sheet", "sheetid", "hit", "hitid", "assignmentid", "page", "screen", "taskid"),
    "instance": _INSTANCE,
    "system": _SYSTEM,
    "criterion": ("criterion", "aspect", "dimension", "measure", "question", "attribute"),
    "value": (
        *("value", "rating", "score", "judgement", "judgment", "answer", "points", "rank", "ratings", "scores"),
        *(
            "ranking",
            "judgements",
            "judgments",
            "annotations",
            "mean",
            "average",
            "avg",
            "meanscore",
            "averagescore",
            "avgscore",
        ),
        *("meanrating", "averagerating", "avgrating"),
    ),
    "kind": ("kind", "itemtype"),
    "position": ("position", "place", "slot", "order"),
    "shown_at": ("shownat", "startedat", "starttime", "start", "shown"),
    "answered_at": ("answeredat", "submittedat", "submittime", "endtime", "end", "createdat", "timestamp"),
}
_RATER_NAMES = frozenset(RATING_NAMES["rater"])


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """What a user says about the columns of a file: the columns of a role, and columns that are systems."""

    columns: Mapping[ColumnRole, tuple[str, ...]] = field(default_factory=dict)
    systems: tuple[str, ...] = ()
    in_campaign: bool = False  # whether campaign.toml says it, rather than options: errors then ask for a key

    def __bool__(self) -> bool:
        return bool(self.columns or self.systems)

    def named(self, role: ColumnRole) -> tuple[str, ...]:
        """The columns that the user gave a role; none if the user did not say."""
        return self.columns.get(role, ())

    def find_role(self, column: str) -> ColumnRole | None:
        """The role that the user gave a column."""
        return next((role for role, names in self.columns.items() if column in names), None)

    def check_header(self, header: Sequence[str], source: str) -> None:
        """Refuse columns that a file does not have."""
        for name in (*(name for names in self.columns.values() for name in names), *self.systems):
            if name not in header:
                raise InvalidInput(f"{source}: no column '{name}'", suggestion(name, list(header)))


NO_COLUMNS = ColumnNames()


def parse_columns(
    columns: str | Mapping[str, str | Sequence[str]] = "", systems: str | Sequence[str] = ""
) -> ColumnNames:
    """Read what a user says: ``output=response,instance=doc+segment`` and ``A,B``, or the same as tables and lists.

    A name with a comma or a plus sign is written in double quotes, or in a list of a campaign file.
    """
    given = list(columns.items() if isinstance(columns, Mapping) else _split_pairs(columns))
    for wide in [names for role, names in given if role == "systems"]:  # where a command's --systems is something else
        systems = systems or (_split_names(wide, "+") if isinstance(wide, str) else wide)
    given = [(role, names) for role, names in given if role != "systems"]
    found: dict[ColumnRole, tuple[str, ...]] = {}
    for role, names in given:
        known = next((known for known in ROLES if known == {"id": "instance", "text": "output"}.get(role, role)), None)
        if known is None:
            raise UnknownName("role of a column", role, ROLES)
        if known in found:
            raise InvalidInput(f"columns: '{role}' is given twice", "Give every role once.")
        found[known] = tuple(_split_names(names, "+")) if isinstance(names, str) else tuple(names)
        if not all(found[known]):
            raise InvalidInput(f"columns: no column is named for '{role}'", f"Write {role}=NAME.")
        for name in found[known]:
            if other := next((role for role in found if role != known and name in found[role]), None):
                raise InvalidInput(f"columns: '{name}' is both {other} and {known}", "Give every column one role.")
    return ColumnNames(found, tuple(_split_names(systems, ",") if isinstance(systems, str) else systems))


def _split_pairs(text: str) -> Iterable[tuple[str, str]]:
    for pair in _split_names(text, ",", keep_quotes=True):
        role, equals, names = pair.partition("=")
        if not equals:
            raise InvalidInput(f"columns: '{pair}' names no role", "Write ROLE=COLUMN, such as output=response.")
        yield role.strip(), names.strip()


def _split_names(text: str, separator: str, *, keep_quotes: bool = False) -> list[str]:
    """Split at a separator outside double quotes."""
    parts, start, quoted = [], 0, False
    for place, char in enumerate(f"{text}{separator}"):
        if char == '"':
            quoted = not quoted
        elif char == separator and not quoted:
            parts.append(text[start:place].strip())
            start = place + 1
    if quoted:
        raise InvalidInput(f"columns: a quote is not closed in '{text}'", 'Close it with ".')
    parts = [part if keep_quotes else _unquote(part) for part in parts]
    return parts if any(parts) else []


def _unquote(name: str) -> str:
    return next(iter(csv.reader([name])), [""])[0] if name.startswith('"') else name


def describe_columns(header: Sequence[str], samples: Mapping[str, Sequence[str]]) -> str:
    """The columns of a file with two values each, such as "id (17, 18), text ('A pub.', 'The ...')".

    Values of columns that are about persons are not shown.
    """
    parts = []
    for name in header[:MOST_COLUMNS]:
        is_hidden = is_personal(name) or plain_name(name) in _RATER_NAMES
        shown = [] if is_hidden else [_shorten(value) for value in dict.fromkeys(samples.get(name, ()))][:SAMPLES]
        parts.append(f"{name} ({', '.join(shown)})" if shown else name)
    more = len(header) - MOST_COLUMNS
    return ", ".join(parts) + (f" and {more} more" if more > 0 else "")


def name_option(role: ColumnRole, column: str | Sequence[str] = "NAME", *, in_campaign: bool = False) -> str:
    """What to add so that a column, or several, are found: an option, or a key of campaign.toml."""
    names = [column] if isinstance(column, str) else column
    if in_campaign:
        plain = ", ".join('"{}"'.format(name.replace('"', "'")) for name in names)
        return f"columns = {{ {role} = {plain if len(names) == 1 else f'[{plain}]'} }}"
    return name_options({role: names})


def name_options(columns: Mapping[ColumnRole, Sequence[str]]) -> str:
    """The option that names the columns of several roles."""
    pairs = (f"{role}={'+'.join(map(_quote_name, names))}" for role, names in columns.items())
    return f"--columns {_shell_quoted(','.join(pairs))}"


def _quote_name(name: str) -> str:
    return f'"{name}"' if any(char in name for char in ',+"') else name


def _shell_quoted(text: str) -> str:
    return text if _PLAIN_IN_SHELLS.fullmatch(text) else f"'{text}'"


def refuse_columns(
    source: str, problem: str, option: str, header: Sequence[str], samples: Mapping[str, Sequence[str]]
) -> InvalidInput:
    """An error about columns: what is wrong, the columns there are, and the option to add."""
    return InvalidInput(f"{source}: {problem}. Its columns: {describe_columns(header, samples)}", f"Add {option}.")


def _shorten(value: str) -> str:
    flat = " ".join(value.split())
    return f"'{flat}'" if len(flat) <= LONGEST else f"'{flat[: LONGEST - 3]}...'"
