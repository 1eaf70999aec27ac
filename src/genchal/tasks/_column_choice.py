"""Which column of a table plays which role: by what the user says, else by the names that tools write."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from genchal.domain.columns import (
    NO_COLUMNS,
    OUTPUT_NAMES,
    STRONG_NAMES,
    WEAK_NAMES,
    ColumnNames,
    ColumnRole,
    describe_columns,
    name_option,
    refuse_columns,
)
from genchal.errors import InvalidInput
from genchal.text.tables.names import plain_name

ROLES: dict[str, ColumnRole] = {name: role for role, names in OUTPUT_NAMES.items() for name in names}
TITLES: dict[ColumnRole, str] = {
    "output": "the outputs",
    "reference": "the references",
    "input": "the inputs",
    "system": "the systems",
    "instance": "the ids",
}
_NUMBERED = re.compile(r"(\D+?)[_ ]?(\d{1,3})")  # ref0, reference_1

Samples = Mapping[str, Sequence[str]]


def find_role(name: str) -> ColumnRole | None:
    """The role of a column by its name; ref0, ref1 ... are references."""
    role = ROLES.get(plain_name(name))
    if role is None and (match := _NUMBERED.fullmatch(name.strip().lower())):
        numbered = ROLES.get(plain_name(match[1]))
        return "reference" if numbered == "reference" else None
    return role


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """The columns of every role. `rivals` are roles that several columns go by the name of, so that none is chosen."""

    columns: Mapping[ColumnRole, tuple[str, ...]]
    rivals: Mapping[ColumnRole, tuple[str, ...]]
    systems: tuple[str, ...] = ()

    def refuse_rivals(
        self, needed: Sequence[ColumnRole], source: str, header: Sequence[str], samples: Samples, *, in_campaign: bool
    ) -> None:
        """Refuse a table in which a role that is needed has rivals."""
        for role in needed:
            if role not in self.rivals:
                continue
            names = self.rivals[role]
            shown = describe_columns(names, samples)
            option = name_option(role, names[0], in_campaign=in_campaign)
            raise InvalidInput(
                f"{source}: {len(names)} columns may be {TITLES[role]}: {shown}",
                f"Say which: {option}, or another of them.",
            )


def choose_columns(
    header: Sequence[str],
    names: ColumnNames = NO_COLUMNS,
    are_together: Callable[[Sequence[str]], bool] = lambda _: True,
    role_of: Callable[[str], ColumnRole | None] = find_role,
) -> ColumnChoice:
    """Choose the columns of every role.

    What the user names counts only where the header has it: another file may have it. `are_together` says whether
    columns ever have values in the same row: JSON objects may write a thing under two names, one here, one there.
    `role_of` tells what a column is by its name; a path into an object gives way to a name without stops.
    """
    columns: dict[ColumnRole, tuple[str, ...]] = {}
    for role, given in names.columns.items():
        if role == "output" and len(given) > 1:
            problem = f"columns: {len(given)} columns are named for 'output'"
            raise InvalidInput(problem, "Name one, or the columns of several systems with --systems A,B.")
        own = tuple(found for name in given if (found := find_column(name, header)) is not None)
        if len(own) == len(given):
            columns[role] = own
    systems = tuple(found for name in names.systems if (found := find_column(name, header)) is not None)
    taken = {*(name for named in columns.values() for name in named), *systems}
    rivals: dict[ColumnRole, tuple[str, ...]] = {}
    for role in OUTPUT_NAMES:
        if role in columns or (role == "output" and systems):
            continue
        candidates = [name for name in header if name not in taken and role_of(name) == role]
        strong = [name for name in candidates if plain_name(name) in STRONG_NAMES]
        strong = strong or [name for name in candidates if not _is_weak(name)] or candidates
        if len(strong) <= 1 or (role == "reference" and _are_numbered(strong)) or not are_together(strong):
            columns |= {role: tuple(strong)} if strong else {}
        else:
            rivals[role] = tuple(strong)
    return ColumnChoice(columns, rivals, systems)


def find_column(name: str, header: Sequence[str]) -> str | None:
    """The column that a user means: by its name, whatever its case and blanks, or by its number, from 1 on."""
    if name in header:
        return name
    alike = [column for column in header if plain_name(column) == plain_name(name) != ""]
    if len(alike) == 1:
        return alike[0]
    place = int(name) if name.isdecimal() and len(name) < 6 else 0
    return header[place - 1] if 0 < place <= len(header) else None


def refuse_missing(
    role: ColumnRole, source: str, header: Sequence[str], samples: Samples, choice: ColumnChoice, *, in_campaign: bool
) -> InvalidInput:
    """An error about a role that no column plays, which names the column to add if there is only one left."""
    used = {name for names in (*choice.columns.values(), *choice.rivals.values()) for name in names}
    free = [name for name in header if name and name not in used]
    if role == "output" and not free and "reference" in choice.columns:
        own = choice.columns["reference"][0]
        option = name_option(role, own, in_campaign=in_campaign)
        problem = f"no column for the outputs, only for the references ('{own}')"
        return InvalidInput(f"{source}: {problem}", f"Check that this is the right file, or add {option}.")
    option = name_option(role, free[0] if len(free) == 1 else "NAME", in_campaign=in_campaign)
    if role == "output" and len(free) > 1:
        both = 'name = "*" and columns = { systems = ["A", "B"] }' if in_campaign else "--systems A,B"
        option = f"{option}, or {both} if every system has a column of its own"
    return refuse_columns(source, f"no column for {TITLES[role]}", option, header, samples)


def _is_weak(name: str) -> bool:
    return "." in name or plain_name(name) in WEAK_NAMES


def _are_numbered(names: Sequence[str]) -> bool:
    """Whether names differ in a number at their end only: ref, ref1, ref2."""
    stems = {plain_name(name).rstrip("0123456789") for name in names}
    return len(stems) == 1 and sum(plain_name(name) in stems for name in names) <= 1
