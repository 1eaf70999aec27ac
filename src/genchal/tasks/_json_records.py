"""JSON as rows: one object a line, or one document."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any

from genchal.domain.columns import JOINT, SAMPLES, ColumnNames, ColumnRole, name_option
from genchal.errors import InvalidInput, UserError, raise_all
from genchal.tasks._column_choice import ColumnChoice, choose_columns, find_role, refuse_missing
from genchal.tasks._records import Record, list_needed
from genchal.text.tables.json_documents import VALUE, find_entries, flatten_entry
from genchal.text.tables.json_text import parse_json
from genchal.text.tables.names import plain_name
from genchal.text.tables.nested_text import OPENINGS, is_nothing, read_texts

ONE_OBJECT_A_LINE = 'Write one object per line, such as {"output": "..."}.'
TEXT = "text"  # the key of a text in an object that is a reference
FIRST_CHOICE = "choices.0."  # where the answers of chat services are
LOOKED_AT = 50  # entries whose insides are looked at for columns

Entry = dict[str, Any]
Entries = dict[int, Entry]  # by the numbers of their lines


def looks_like_json(first: str) -> bool:
    """Whether a first line is the beginning of JSON, rather than a sentence in brackets."""
    start = first.lstrip()
    if start.startswith("{"):
        return True
    return start.startswith("[") and (start[1:].lstrip()[:1] in ('"', "{", "[", "") or parse_json(start) is not None)


def read_json_records(
    lines: Iterable[str],
    source: str,
    value: ColumnRole,
    columns: ColumnNames,
    optional: Sequence[ColumnRole],
) -> list[Record]:
    """Read the rows of JSON lines or of a document; entries without names are of the role `value`."""
    with _pausing_collection():
        return _read_records(lines, source, value, columns, optional)


@contextmanager
def _pausing_collection() -> Iterator[None]:
    """Leave garbage alone: among the many objects of a large file there is none, and to look for it takes long."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _read_records(
    lines: Iterable[str],
    source: str,
    value: ColumnRole,
    columns: ColumnNames,
    optional: Sequence[ColumnRole],
) -> list[Record]:
    entries = read_entries(lines, source, value, columns)
    if not entries:
        return []
    header = list(dict.fromkeys(chain.from_iterable(entries.values())))
    choice = _choose(header, entries, columns)
    is_data = "output" in optional  # which may do without references
    if _needs_insides(choice, header, columns, is_data=is_data):
        inside, names = _show_insides(entries)
        chosen = _choose(names, inside, columns)
        if not is_data or {"output", "reference"} & {*chosen.columns, *chosen.rivals}:
            entries, header, choice = inside, names, chosen
    samples = _sample(header, entries)
    choice.refuse_rivals(list_needed(choice, optional), source, header, samples, in_campaign=columns.in_campaign)
    if not is_data and "output" not in choice.columns and not choice.systems:
        raise refuse_missing("output", source, header, samples, choice, in_campaign=columns.in_campaign)
    _refuse_several_choices(entries, choice, columns, source)
    return _build_records(entries, choice, source)


def sample_keys(lines: Iterable[str], source: str, columns: ColumnNames) -> dict[str, list[str]]:
    """The keys of JSON objects, and of objects inside of them, with a few values of each."""
    entries = dict(islice(read_entries(lines, source, "output", columns).items(), LOOKED_AT))
    inside, names = _show_insides(entries)
    top = dict.fromkeys(chain.from_iterable(entries.values()))
    both = {number: entry | inside[number] for number, entry in entries.items()}
    return _sample(list(top | dict.fromkeys(names)), both)


def read_entries(lines: Iterable[str], source: str, value: ColumnRole, columns: ColumnNames) -> Entries:
    """Read objects with the numbers of their lines; where a file is one document, its entries are counted."""
    numbered = {number: line for number, line in enumerate(lines, start=1) if line.strip()}
    if not numbered:
        return {}
    start = next(iter(numbered))
    first = parse_json(numbered[start])
    if isinstance(first, dict) and len(numbered) > 1:
        return _read_lines(numbered, source)
    document = first if len(numbered) == 1 else parse_json("\n".join(numbered.values()))
    if document is None and len(numbered) > 1:
        return _read_lines(numbered, source)
    named = {*columns.systems, *(name for names in columns.columns.values() for name in names)}
    found = find_entries(document, lambda key: key in named or find_role(key) is not None)
    if found is None:
        raise InvalidInput(f"{source}, line {start}: not a JSON object", ONE_OBJECT_A_LINE)
    entries: Entries = {}
    for number, entry in enumerate(found, start=1):
        own = entry if isinstance(entry, dict) else {VALUE: entry}
        entries[number] = {str(value) if key == VALUE else key: cell for key, cell in own.items()}
    return entries


def text_of(value: Any) -> str | None:
    """A value as a text; a list of one is that one, null and NaN are none."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str):
        return value
    if is_nothing(value):
        return None
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list | bool) else str(value)


def _read_lines(numbered: Mapping[int, str], source: str) -> Entries:
    problems: list[UserError] = []
    entries: Entries = {}
    for number, line in numbered.items():
        entry = parse_json(line)
        if isinstance(entry, dict):
            entries[number] = entry
        else:
            problems.append(InvalidInput(f"{source}, line {number}: not a JSON object", ONE_OBJECT_A_LINE))
    raise_all(problems)
    return entries


def _choose(header: Sequence[str], entries: Entries, columns: ColumnNames) -> ColumnChoice:
    """Choose columns; objects and lists of objects are no texts, whatever they are called."""

    def are_together(names: Sequence[str]) -> bool:
        return any(sum(entry.get(name) is not None for name in names) > 1 for entry in entries.values())

    nested = {name for name in header if _path_role(name) is not None and _is_nested(name, entries)}
    return choose_columns([name for name in header if name not in nested], columns, are_together, _path_role)


def _path_role(path: str) -> ColumnRole | None:
    """The role of a key, or of something inside of an object: an answer of a chat, or a text by its name."""
    if "." not in path:
        return find_role(path)
    if path.endswith((f"{FIRST_CHOICE}message.content", f"{FIRST_CHOICE}text")):
        return "output"
    *around, name = path.split(".")
    role = find_role(name)
    if plain_name(name) == TEXT and "reference" in map(find_role, around):
        return "reference"
    # An `id` or a `model` inside of something is that of something else.
    return role if role in ("output", "reference") and "choices." not in path else None


def _is_nested(name: str, entries: Entries) -> bool:
    for entry in islice(entries.values(), LOOKED_AT):
        value = entry.get(name)
        objects = [member for member in (value if isinstance(value, list) else [value]) if isinstance(member, dict)]
        if objects and not (_path_role(name) == "reference" and all(isinstance(own.get(TEXT), str) for own in objects)):
            return True
    return False


def _needs_insides(choice: ColumnChoice, header: Sequence[str], columns: ColumnNames, *, is_data: bool) -> bool:
    """Whether a text that is needed is not among the columns, or the user names a path."""
    given = [name for names in (*columns.columns.values(), columns.systems) for name in names]
    if any("." in name and name not in header for name in given):
        return True
    found = {*choice.columns, *choice.rivals}
    return "output" not in found and not choice.systems and not (is_data and "reference" in found)


def _show_insides(entries: Entries) -> tuple[Entries, list[str]]:
    try:
        flat = {number: dict(flatten_entry(entry)) for number, entry in entries.items()}
    except RecursionError:
        flat = entries
    names = list(dict.fromkeys(chain.from_iterable(flat.values())))
    # An answer that failed is null where others are objects: it is no column beside what is inside of these.
    around = {".".join(parts[:end]) for name in names for parts in [name.split(".")] for end in range(1, len(parts))}
    values = {name for name in around for entry in flat.values() if entry.get(name) is not None}
    return flat, [name for name in names if name not in around or name in values]


def _sample(header: Sequence[str], entries: Entries) -> dict[str, list[str]]:
    some = list(islice(entries.values(), LOOKED_AT))
    texts = {name: [text for entry in some if (text := text_of(entry.get(name)))] for name in header}
    return {name: list(dict.fromkeys(own))[:SAMPLES] for name, own in texts.items()}


def _build_records(entries: Entries, choice: ColumnChoice, source: str) -> list[Record]:
    single = {name: role for role, names in choice.columns.items() if role != "reference" for name in names}
    joined = {role: names for role, names in choice.columns.items() if role != "reference" and len(names) > 1}
    references = set(choice.columns.get("reference", ()))
    wide = choice.systems
    problems: list[UserError] = []
    records = []
    for number in list(entries):
        entry = entries.pop(number)  # so that not all of a large file is in memory twice
        cells: dict[ColumnRole, str] = {}
        own: list[str] = []
        others = []
        for key, value in entry.items():
            role = single.get(key)
            if role is not None:
                text = value if type(value) is str else text_of(value)
                if role == "output" and isinstance(value, list) and len(value) > 1 and _has_text(value):
                    problems.append(_several(source, number, len(value)))
                elif text is not None:  # null is a missing output
                    cells[role] = text
            elif key in references:
                own.extend(_texts(value))
            elif key not in wide:
                others.append((key, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)))
        for role, names in joined.items():
            if not any(is_nothing(entry.get(name)) for name in names):
                cells[role] = JOINT.join(str(text_of(entry[name])) for name in names)
        systems = tuple([text_of(entry.get(name)) for name in wide]) if wide else ()
        records.append(Record(number, cells, tuple(own), tuple(others), systems))
    raise_all(problems)
    return records


def _has_text(members: Sequence[Any]) -> bool:
    return any(isinstance(member, str) for member in members)


def _refuse_several_choices(entries: Entries, choice: ColumnChoice, columns: ColumnNames, source: str) -> None:
    """Refuse several answers of a chat service to one question, unless the user has named the one that counts."""
    names = [] if columns.named("output") else choice.columns.get("output", ())
    problems = []
    for name in [name for name in names if FIRST_CHOICE in name]:
        before, _, after = name.rpartition(FIRST_CHOICE)
        others = re.compile(rf"{re.escape(before)}choices\.\d+\.{re.escape(after)}")
        option = name_option("output", name, in_campaign=columns.in_campaign)
        for number, entry in entries.items():
            count = sum(value is not None and others.fullmatch(key) is not None for key, value in entry.items())
            if count > 1:
                problems.append(_several(source, number, count, f"Keep one output for each instance, or add {option}."))
    raise_all(problems)


def _several(source: str, number: int, count: int, remedy: str = "Keep one output for each instance.") -> UserError:
    return InvalidInput(f"{source}, line {number}: {count} outputs in a list", remedy)


def _texts(value: Any) -> Iterator[str]:
    """References: one, those of a list and of lists in it, or none."""
    if isinstance(value, str):
        texts = read_texts(value) if value.startswith(OPENINGS) else None  # a list that was written as a text
        yield from [value] if texts is None else texts
    else:
        pending = [value]
        while pending:  # lists may be in lists, as deep as somebody likes
            member = pending.pop()
            if isinstance(member, dict) and isinstance(member.get(TEXT), str):
                yield member[TEXT]
            elif isinstance(member, list):
                pending.extend(reversed(member))
            elif not is_nothing(member):
                yield str(text_of(member))
