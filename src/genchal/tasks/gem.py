"""GEM (Gehrmann et al. 2021): references and submissions in JSON, as the benchmark and its metrics exchange them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from genchal.domain import Instance, Task, Text
from genchal.errors import InvalidInput, counted, suggestion
from genchal.tasks._acts import shortened
from genchal.tasks._json import JsonCursor, write_json
from genchal.tasks.outputs import OutputRecord
from genchal.text.tables.nested_text import is_nothing, read_texts

IDS = ("gem_id", "id")
OUTPUTS = ("generated", "output", "prediction", "text")
FILE = "@file"  # the key in meta of what a file says besides its values, such as its language


class Gem(Task):
    """``{"language": "en", "values": [{"gem_id": ..., "input": ..., "target": [...]}, ...]}``.

    References are the list `references` or else `target`, one or a list; a value may also be just that. All other keys
    are kept in meta: strings as they are unless they read as JSON, anything else as JSON (`encoded`).
    """

    name = "gem"
    summary = (
        'GEM references in JSON (Gehrmann et al. 2021): `{"language": "en", "values": [{"gem_id": ..., "input": ..., '
        '"target": [...]}]}`.'
    )

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read one instance a value, named by its `gem_id` or `id`, else by its number."""
        cursor = JsonCursor("\n".join(lines), source)
        if not cursor.peek():
            return
        part = _read_part(cursor)
        cursor.finish()
        if part.values is None:
            raise InvalidInput(f'{source}: no list "values"', 'Write {"language": ..., "values": [...]}.')
        file = {FILE: _written(part.others, cursor, 1)} if part.others else {}
        seen: dict[str, int] = {}
        for number, (line, value) in enumerate(part.values, start=1):
            instance = _instance(number, value, file, cursor, line)
            if instance.id in seen:
                raise cursor.refused(
                    f"the id '{shortened(instance.id)}' was already given in line {seen[instance.id]}",
                    "Give every value a gem_id of its own.",
                    line,
                )
            seen[instance.id] = line
            yield instance

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write a value a line; the instances must be of one file."""
        file: str | None = None
        last = ""
        for number, instance in enumerate(instances, start=1):
            if number > 1 and instance.meta.get(FILE) != file:
                raise InvalidInput(
                    f"instance '{shortened(instance.id)}' comes from a file with other metadata than the first",
                    "Write the instances of every file separately.",
                )
            if number == 1:
                file = instance.meta.get(FILE)
                yield _opening(file)
            else:
                yield f"{last},"
            last = write_json(_entry(instance))
        if last:
            yield last
        else:
            yield _opening(None)
        yield "]}"


def encoded(value: object) -> str:
    """Write a value of JSON as a string of meta: a string as it is, unless it would be read as something else."""
    return value if isinstance(value, str) and decoded(value) == value else write_json(value)


def decoded(text: str) -> object:
    """Read a string of meta as the value of JSON that it stands for."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def read_gem_outputs(document: str, source: str, task: str | None = None) -> dict[str | None, list[OutputRecord]]:
    """Read the outputs in a GEM submission by the name of the system, which is None where the file has no name.

    Either ``{"submission_name": ..., "tasks": {"e2e_nlg_test": {"values": [...], "keys": [...]}}}``, of whose tasks
    `task` names one if there are several, or ``{"values": [...]}``. A value is a text, null (a missing output) or an
    object with `generated` or `output`, and perhaps `gem_id` and `input`; `keys` are the ids of the values.
    """
    cursor = JsonCursor(document, source)
    tasks: dict[str, _Part] = {}
    whole = _read_part(cursor, tasks)
    cursor.finish()
    part = whole
    if tasks:
        if task is None and len(tasks) > 1:
            known = ", ".join(map(shortened, tasks))
            raise InvalidInput(f"{source}: outputs of {counted(len(tasks), 'task')}", f"Name one of them: {known}.")
        chosen = next(iter(tasks)) if task is None else task
        if chosen not in tasks:
            raise InvalidInput(f"{source}: no task '{chosen}'", suggestion(chosen, list(tasks)))
        part = tasks[chosen]
    if not part.values:
        raise InvalidInput(f"{source}: it contains no outputs", 'Write them as {"values": [{"output": "..."}, ...]}.')
    keys = part.others.get("keys")
    ids: list[object] = [None] * len(part.values) if keys is None else keys if isinstance(keys, list) else []
    if len(ids) != len(part.values):
        raise InvalidInput(
            f"{source}: {counted(len(ids), 'key')} for {counted(len(part.values), 'value')}",
            'Give "keys" the gem_id of every value, or leave it out.',
        )
    name = next((whole.others[key] for key in ("submission_name", "system") if key in whole.others), None)
    outputs = [_output(value, key, cursor, line) for (line, value), key in zip(part.values, ids, strict=True)]
    return {name if isinstance(name, str) and name else None: outputs}


class _Part(NamedTuple):
    """An object with a list `values`, whose lines are kept, and other keys."""

    values: list[tuple[int, object]] | None
    others: dict[str, object]


def _read_part(cursor: JsonCursor, tasks: dict[str, _Part] | None = None) -> _Part:
    """Read ``{"values": [...], ...}`` or the bare list; the parts under a key `tasks` go to the table, if given."""
    if cursor.peek() == "[":
        return _Part([(line, cursor.value()) for line in cursor.elements()], {})
    values: list[tuple[int, object]] | None = None
    others: dict[str, object] = {}
    for key in cursor.members():
        if key == "values" and cursor.peek() == "[":
            values = [(line, cursor.value()) for line in cursor.elements()]
        elif key == "tasks" and tasks is not None and cursor.peek() == "{":
            tasks |= {name: _read_part(cursor) for name in cursor.members()}
        else:
            others[key] = cursor.value()
    return _Part(values, others)


def _instance(number: int, value: object, file: Mapping[str, str], cursor: JsonCursor, line: int) -> Instance:
    entry = dict(value) if isinstance(value, dict) else {"target": value}
    if FILE in entry:
        raise cursor.refused(f"a key '{FILE}', which has another meaning here", "Rename it.", line)
    identity = _popped_id(entry, cursor, line)
    references = entry.pop("references" if entry.get("references") or "target" not in entry else "target", None)
    if isinstance(references, str) or references is None:
        texts = None if references is None else read_texts(references)  # a list that was written as a text
        references = texts or ([] if references is None else [references])
    if not isinstance(references, list) or not all(isinstance(text, str) for text in references):
        raise cursor.refused("a target that is not a text or a list of texts", 'Write "target": ["..."].', line)
    text = entry.get("input")
    if text is None or isinstance(text, str):
        entry.pop("input", None)
    shown = text or "" if text is None or isinstance(text, str) else _written(text, cursor, line)
    meta = {key: _written(value, cursor, line) for key, value in entry.items()}
    return Instance(
        identity or str(number), Text(shown), tuple(references), {**meta, **file}, is_identified=bool(identity)
    )


def _popped_id(entry: dict[str, object], cursor: JsonCursor, line: int) -> str:
    for key in IDS:
        identity = entry.pop(key, None)
        if not isinstance(identity, str | int | None):
            raise cursor.refused(f"a {key} that is not a text or a number", f'Write "{key}": "...".', line)
        if identity is not None and identity != "":
            return str(identity)
    return ""


def _written(value: object, cursor: JsonCursor, line: int) -> str:
    try:
        return encoded(value)
    except (ValueError, RecursionError):
        raise cursor.refused("a value with too many levels", "Write it with fewer levels.", line) from None


def _entry(instance: Instance) -> dict[str, object]:
    entry: dict[str, object] = {"gem_id": instance.id}
    if str(instance.input):
        entry["input"] = str(instance.input)  # one that is not a text is in meta and follows
    entry["references" if "target" in instance.meta else "target"] = list(instance.references)
    return entry | {key: decoded(text) for key, text in instance.meta.items() if key != FILE}


def _opening(file: str | None) -> str:
    others = decoded(file) if file else None
    head = write_json(others)[:-1] if isinstance(others, dict) and others else "{"
    return f'{head}{", " if len(head) > 1 else ""}"values": ['


def _output(value: object, key: object, cursor: JsonCursor, line: int) -> OutputRecord:
    if isinstance(value, str) or is_nothing(value):
        return OutputRecord(line, value if isinstance(value, str) else None, None, _text_of(key))
    found = [value[name] for name in OUTPUTS if name in value] if isinstance(value, dict) else []
    texts = [None if is_nothing(text) else text for text in found]
    if not isinstance(value, dict) or not texts or not isinstance(texts[0], str | None):
        raise cursor.refused("a value without an output", 'Write it as "..." or {"output": "..."}.', line)
    own = next((value[name] for name in IDS if value.get(name) is not None), key)
    given = value.get("input")
    return OutputRecord(line, texts[0], given if isinstance(given, str) else None, _text_of(own))


def _text_of(key: object) -> str | None:
    return None if key is None else str(key)
