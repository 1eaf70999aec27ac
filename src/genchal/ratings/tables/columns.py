"""Which column of a table plays which role: as the user says, or by the names that people use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from genchal.domain.columns import (
    OUTPUT_NAMES,
    RATING_NAMES,
    ColumnNames,
    ColumnRole,
    name_option,
    name_options,
    refuse_columns,
)
from genchal.errors import InvalidInput, list_some, suggestion
from genchal.ratings.tables.cells import NOTHING, parse_values
from genchal.ratings.tables.criteria import is_criterion, is_mean
from genchal.ratings.tables.nested_cells import is_nested
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, combine_codes
from genchal.text.tables.names import is_personal, plain_name
from genchal.text.tables.source import CodedTable

ROLES: dict[str, ColumnRole] = {name: role for role, names in RATING_NAMES.items() for name in names}
# Names that may be those of an instance, and are taken for it only where no other column is: numbers, which may number
# the rows, before inputs, which name an instance by its text. `source` and `question` have too many other meanings.
NUMBERS = ("id", "index")
INPUTS = ("prompt", "input", "inputs", "instruction", "query", "meaningrepresentation", "dialogueact")
FALLBACKS = ("mr", *NUMBERS, *INPUTS)
# Columns of texts, which need not be read to see whether they have numbers.
TEXTS = frozenset(
    {*OUTPUT_NAMES["output"], *OUTPUT_NAMES["reference"], *OUTPUT_NAMES["input"]}
    | {"comment", "comments", "remark", "remarks", "note", "notes", "feedback", "explanation", "rationale"}
)
# Words in the names of columns whose numbers are no judgements.
COUNTING = frozenset(
    {"id", "ids", "nr", "no", "num", "number", "index", "idx", "row", "line", "seed", "batch", "session", "version"}
    | {"time", "timestamp", "date", "day", "month", "year", "duration", "elapsed", "latency", "seconds", "secs", "sec"}
    | {"ms", "milliseconds", "minutes", "hours", "age", "attempt", "fold", "order", "tokens", "cost", "pay", "bonus"}
)
# What survey tools and experiments write beside judgements (jsPsych, data frames), perhaps with a number behind it.
LOGGED = frozenset(
    {
        "clicks",
        "nclicks",
        "numclicks",
        "mouseclicks",
        "rt",
        "begin",
        "end",
        "start",
        "stop",
        "offset",
        "onset",
        "unnamed",
    }
    | {"trial", "trials", "trialindex", "block", "blocks", "round", "keystrokes", "keypresses", "scrolldepth", "x", "y"}
    | {"payment", "temperature"}
)
PAGE_TIMERS = ("firstclick", "lastclick", "pagesubmit", "clickcount")  # of Qualtrics, behind the name of a question
# Columns that number judgements, so that a copy can be told from a second judgement.
IDENTITY = ("judgementid", "judgmentid", "ratingid", "annotationid", "answerid", "responseid", "uuid")
# Columns that say of how many ratings a value is the mean.
COUNTS = ("n", "count", "nratings", "numratings", "numberofratings", "nannotators", "numannotators", "nraters", "votes")
# Roles of which there can be one column only: which it is changes results.
DISTINCT: tuple[ColumnRole, ...] = ("instance", "system", "rater")
NEEDED: tuple[ColumnRole, ...] = ("instance", "system", "value")
# Parts of names that a column about raters may have; its values are not shown.
HINTS = (
    *("rater", "worker", "annotator", "judge", "user", "participant", "assessor", "evaluator", "subject", "name"),
    *("who", "coder", "reviewer", "expert", "person", "student", "turker", "respondent", "initials", "contact"),
)
SUGGESTED = 6  # columns that an error proposes as values
MOST = 0.5  # share of rows with numbers, from which on a column is one of numbers
MOMENT = 1e8  # seconds: what is larger is a time, or the number of something
REPEATS = 5  # rows with the same instance (rater ...) as another one, which tell whether numbers only describe it
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
LINES_SEEN = 1000  # rows from which an error takes its values


@dataclass(frozen=True)
class RatingColumns:
    """The columns of a table by their roles: several of a role are joined; those of `values` are criteria.

    If `systems` or `raters` are columns, they have the values. `count` says of how many ratings a value is the mean.
    """

    roles: dict[ColumnRole, tuple[str, ...]]
    values: tuple[str, ...]
    systems: tuple[str, ...] = ()
    raters: tuple[str, ...] = ()
    count: str | None = None
    identity: str | None = None

    def of(self, role: ColumnRole, table: CodedTable) -> list[Labels]:
        """The columns of a role."""
        return [table.columns[name] for name in self.roles.get(role, ())]


def is_wanted(name: str, names: ColumnNames) -> bool:
    """Whether a column may have to do with ratings."""
    plain = plain_name(name)
    is_named = names.find_role(name) is not None or name in names.systems
    return is_named or plain in (*ROLES, *FALLBACKS, *IDENTITY, *COUNTS) or is_criterion(name)


def is_complete(header: Sequence[str], names: ColumnNames) -> bool:
    """Whether there are columns for everything that is needed, so that the others need not be read."""
    plain = [plain_name(name) for name in header]
    has = {ROLES[name] for name in plain if name in ROLES} | set(names.columns)
    if names.systems:
        has |= {"system", "value"}
    if any(map(is_criterion, header)):
        has.add("value")
    if any(name in FALLBACKS for name in plain):
        has.add("instance")
    return has >= set(NEEDED)


def is_wide(header: Sequence[str]) -> bool:
    """Whether columns are named after criteria, and none after values."""
    roles = {ROLES.get(plain_name(name)) for name in header}
    return "value" not in roles and any(map(is_criterion, header)) and is_complete(header, ColumnNames())


def _check_names(table: CodedTable, header: Sequence[str], names: ColumnNames) -> None:
    known = [*table.columns, *(name for name in header if name not in table.columns)]
    for name in (*(name for given in names.columns.values() for name in given), *names.systems):
        if is_personal(name) and name in known:
            raise InvalidInput(
                f"{table.name}: column '{name}' is about persons and is not read", "Put numbers in its place."
            )
        if name not in known:
            raise InvalidInput(f"{table.name}: no column '{name}'", suggestion(name, known))
    if names.systems and names.named("value"):
        raise InvalidInput(
            "both --systems and value= name columns of values", "Leave out value=, or give --columns system=COLUMN."
        )
    if "output" in names.columns or "reference" in names.columns or "input" in names.columns:
        role = next(role for role in ("output", "reference", "input") if role in names.columns)
        raise InvalidInput(
            f"ratings have no {role}", "Roles of ratings: instance, system, value, rater, criterion, sheet."
        )


@dataclass(frozen=True)
class ColumnFinder:
    """Finds the columns of a table. A needed column that is missing, or may be one of several, is an error."""

    table: CodedTable
    header: tuple[str, ...]
    names: ColumnNames

    def find_columns(self) -> RatingColumns:
        """Find the columns of every role. Instances may be missing: rows can be numbered."""
        _check_names(self.table, self.header, self.names)
        roles: dict[ColumnRole, tuple[str, ...]] = {}
        for role in RATING_NAMES:
            if role == "value" or (role == "system" and self.names.systems):
                continue
            if found := self.names.named(role) or self.find(role):
                roles[role] = found
        raters = self._find_rater_columns()
        if raters:
            roles.pop("rater")
        values = () if self.names.systems or raters else self.find_values("criterion" in roles)
        if len(values) > 1:
            if self.names.named("criterion"):
                problem = f"{self.table.name}: a column of criteria, and {len(values)} columns of values"
                raise InvalidInput(problem, "Name one column of values.")
            roles.pop("criterion", None)  # the columns are the criteria
        if not self.names.systems and "system" not in roles:
            option = '--columns system=COLUMN, or --systems "A,B" where every system has a column of its own'
            raise self.refuse("no column names the systems", option)
        # Beside a rater's name a number is not that of raters, unless the values say that they are means.
        has_means = len(values) == 1 and (is_mean(values[0]) or "rater" not in roles)
        count = self.find_other(COUNTS) if has_means else None
        return RatingColumns(roles, values, self.names.systems, raters, count, self.find_other(IDENTITY))

    def refuse(self, problem: str, option: str) -> InvalidInput:
        """An error that shows the columns there are; values of columns that may be about raters are left out."""
        samples = {}
        for name, column in self.table.columns.items():
            plain = plain_name(name)
            may_be_rater = any(hint in plain for hint in HINTS) and ROLES.get(plain) != "system"
            if not may_be_rater and self.names.find_role(name) != "rater":
                codes = dict.fromkeys(column.codes[:LINES_SEEN].tolist())
                samples[name] = [column.names[code] for code in codes if column.names[code]]
        header = (*self.header, *(name for name in self.table.columns if name not in self.header))
        return refuse_columns(self.table.name, problem, option, header, samples)

    def find(self, role: ColumnRole) -> tuple[str, ...]:
        """The column of a role by its name; none if there is none."""
        order = RATING_NAMES[role]
        found = [name for name in self._free() if plain_name(name) in order]
        if not found and role == "instance":
            return self._find_fallback()
        found.sort(key=lambda name: order.index(plain_name(name)))
        if len(found) > 1 and role in DISTINCT and plain_name(found[0]) != order[0] and not self._say_the_same(found):
            both = f" (or {role}={'+'.join(found[:2])})" if role == "instance" else ""
            raise self.refuse(
                f"more than one column may name the {role}s: {_quote(found)}", f"--columns {role}={found[0]}{both}"
            )
        return tuple(found[:1])

    def _find_rater_columns(self) -> tuple[str, ...]:
        """The columns that the user calls raters, if they have the ratings: they are numbers, and nothing else is."""
        given = self.names.named("rater")
        if len(given) < 2 or self.names.named("value") or self.names.systems:
            return ()
        others = [name for name in self._free() if plain_name(name) in RATING_NAMES["value"] or is_criterion(name)]
        have_numbers = all(self._has_numbers(name) for name in given)
        return given if have_numbers and not others and not self.list_numeric() else ()

    def find_values(self, has_criteria: bool) -> tuple[str, ...]:
        """The columns of values: one, or one for every criterion."""
        if given := self.names.named("value"):
            return given
        order = RATING_NAMES["value"]
        found = [name for name in self._free() if plain_name(name) in order]
        found.sort(key=lambda name: order.index(plain_name(name)))
        if found and plain_name(found[0]) == order[0]:
            return tuple(found[:1])
        criteria = [name for name in self._free() if is_criterion(name) and plain_name(name) not in order]
        if has_criteria and found:
            criteria = []
        if len(found) + len(criteria) > 1 and found:
            options = [*found, *criteria]
            raise self.refuse(
                f"more than one column may have the values: {_quote(options)}",
                f"--columns value={options[0]}, or value={'+'.join(options)} to read them as criteria",
            )
        if not found and not criteria:
            numeric = self.list_numeric()[:SUGGESTED]
            if len(numeric) > 1 and not (self.names.named("system") or self.find("system")):
                option = (
                    f'--systems "{",".join(numeric)}" if these are systems, or name a column: --columns system=COLUMN'
                )
                raise self.refuse("no column names the systems, and none has the values", option)
            option = name_option("value", numeric or "COLUMN")
            if len(numeric) > 1 and not self.find("rater"):
                option += f" if these are criteria, or {name_option('rater', numeric)} if each is of one rater"
            raise self.refuse("no column of values", option)
        return tuple(found or criteria)

    def list_numeric(self) -> list[str]:
        """Columns without a role that have values in them."""
        return [name for name in self._free() if not is_criterion(name) and self._has_numbers(name)]

    def describe_unread(self, columns: RatingColumns) -> str:
        """What to say of columns that have numbers, may be criteria and are not read; nothing where there are none.

        Nothing is said, either, if the user named the columns of values, or those of systems.
        """
        if self.names.named("value") or columns.systems or columns.raters:
            return ""
        unread = [name for name in self._list_unused(columns) if self._may_be_criterion(name, columns)]
        if not unread:
            return ""
        which = "column with numbers that is" if len(unread) == 1 else "columns with numbers that are"
        them = "it is a criterion" if len(unread) == 1 else "they are criteria"
        if "criterion" in columns.roles:
            option = name_options({**self.names.columns, "value": unread[:1]})
            return f"{which} not read: {list_some(unread)}; {option} reads it instead of {columns.values[0]}"
        option = name_options({**self.names.columns, "value": (*columns.values, *unread)})
        return f"{which} not read: {list_some(unread)}; if {them}, add {option}"

    def _may_be_criterion(self, name: str, columns: RatingColumns) -> bool:
        """Whether most cells of an unused column are numbers, and not such as count, name or describe something else.

        A judgement is about an output, and is somebody's: numbers that are the same for all rows of an instance, a
        system, a rater, or an output (as its length is) are none; nor are those that number the rows.
        """
        plain = plain_name(name)
        if plain in (*FALLBACKS, *IDENTITY, *COUNTS, *TEXTS) or ROLES.get(plain, "value") != "value":
            return False
        if not is_criterion(name) and (COUNTING.intersection(_split_words(name)) or _is_logged(name)):
            return False
        column = self.table.columns[name]
        texts = [text for text in column.names if text.lower() not in NOTHING]
        if texts and all(map(is_nested, texts)):
            return any(letter.isdigit() for letter in texts[0])
        values = parse_values(column).value
        known = np.isfinite(values)
        if not known.any() or known.mean() < MOST or np.abs(values[known]).max() > MOMENT:
            return False
        return not _is_numbering(values[known]) and not self._describes(column, columns)

    def _describes(self, column: Labels, columns: RatingColumns) -> bool:
        """Whether cells are the same wherever the instance, the system, both, the rater or the sheet is."""
        keys = {role: columns.of(role, self.table) for role in ("instance", "system", "rater", "sheet")}
        groups = [*keys.values(), [*keys["instance"], *keys["system"]]]
        for parts in groups:
            if not parts:
                continue
            group = np.unique(combine_codes(*(part.codes for part in parts)), return_inverse=True)[1]
            count = int(group.max(initial=-1)) + 1
            pairs = len(np.unique(combine_codes(group, column.codes)))
            if len(group) - count >= REPEATS and pairs == count:
                return True
        return False

    def _list_unused(self, columns: RatingColumns) -> list[str]:
        """Columns that were read, and play no role."""
        used = {*columns.values, *columns.systems, *columns.raters, columns.count, columns.identity}
        used |= {name for names in columns.roles.values() for name in names}
        return [name for name in self.table.columns if name not in used]

    def list_unnamed(self, columns: RatingColumns) -> list[str]:
        """Columns without a role that may name the raters, or the instances, where no other column does."""
        used = {*columns.values, *columns.systems, *columns.raters, columns.count, columns.identity}
        used |= {name for names in columns.roles.values() for name in names}
        free = [name for name in self.header if name not in used and not is_personal(name)]
        if "instance" not in columns.roles:
            return free
        if "rater" not in columns.roles and not columns.raters:
            return [name for name in free if any(hint in plain_name(name) for hint in HINTS)]
        return []

    def find_other(self, plain: Sequence[str]) -> str | None:
        """The first column of such a name."""
        return next((name for name in self._free() if plain_name(name) in plain), None)

    def _free(self) -> list[str]:
        """Columns about which the user says nothing."""
        taken = {*self.names.systems, *(name for given in self.names.columns.values() for name in given)}
        return [name for name in self.table.columns if name not in taken]

    def suggest_instance(self) -> str:
        """The option that names the instances: a column such as `id`, if there is one."""
        return f"--columns instance={self.find_other(FALLBACKS) or 'COLUMN'}"

    def _find_fallback(self) -> tuple[str, ...]:
        """A column such as `id` or `prompt`, if it has the same instance more than once: `id` may number the rows.

        Otherwise it is that of the inputs: their texts number nothing.
        """
        for plain in FALLBACKS:
            for name in self._free():
                if plain_name(name) == plain:
                    column = self.table.columns[name]
                    if self.names.systems or plain in INPUTS or len(set(column.codes.tolist())) < len(column):
                        return (name,)
        return ()

    def _say_the_same(self, names: Sequence[str]) -> bool:
        """Whether columns are names for the same things, such as a number and a name of every system."""
        columns = [self.table.columns[name].codes for name in names]
        return len({len(np.unique(codes)) for codes in (*columns, combine_codes(*columns))}) == 1

    def _has_numbers(self, name: str) -> bool:
        """Whether a column without a role has values in it."""
        plain = plain_name(name)
        if plain in (*ROLES, *FALLBACKS, *IDENTITY, *COUNTS):
            return False
        column = self.table.columns[name]
        texts = [text for text in column.names if text.lower() not in NOTHING]
        if texts and all(map(is_nested, texts)):
            return any(letter.isdigit() for letter in texts[0])
        return bool(texts) and int(np.isfinite(parse_values(column).value).sum()) > 0


def _split_words(name: str) -> set[str]:
    return {word.lower() for word in _WORDS.findall(name)}


def _is_numbering(values: FloatArray) -> bool:
    """Whether all are different whole numbers without gaps, in whatever order, or ever larger ones."""
    if len(values) < REPEATS or (values != np.floor(values)).any() or len(np.unique(values)) < len(values):
        return False
    return bool(np.ptp(values) == len(values) - 1 or (np.diff(values) > 0).all())


def _is_logged(name: str) -> bool:
    """Whether a column is one that programs write: "rt", "Unnamed: 0", "Q12.3_Page Submit"."""
    plain = plain_name(name)
    return plain.rstrip("0123456789") in LOGGED or plain.endswith(PAGE_TIMERS)


def _quote(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
