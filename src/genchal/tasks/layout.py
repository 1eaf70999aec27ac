"""Problems with the form of a file, whatever its contents: its encoding, its header, its columns.

The checks repair what they find as far as possible, so that everything else is found in the same pass.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import re
from collections.abc import Sequence
from itertools import pairwise

from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.errors import InvalidInput, counted
from genchal.tasks._json_records import ONE_OBJECT_A_LINE
from genchal.tasks.columns import NAMES, ROLES, Role, _in_single_quotes, split_table
from genchal.tasks.findings import Finding
from genchal.text.tables.json_text import parse_json
from genchal.text.tables.names import plain_name


def decode_text(data: bytes, file: str) -> tuple[str, list[Finding]]:
    """Return the text of a file, by a guess where it is not UTF-8."""
    wide = _wide_encoding(data)
    if wide is not None:
        return data.decode(wide, errors="replace").removeprefix("\ufeff"), [
            Finding(None, "encoding", "not UTF-8 text, but UTF-16", _conversion("UTF-16", file))
        ]
    findings = []
    if data.startswith(b"\xef\xbb\xbf"):
        remedy = "Nothing to do: it is skipped."
        findings.append(Finding(1, "byte-order mark", "begins with a byte-order mark", remedy, "information"))
    if b"\r\r\n" in data:
        line = data[: data.index(b"\r\r\n")].count(b"\n") + 1
        remedy = "Nothing to do: they are read as single ones."
        findings.append(Finding(line, "line ends", "line ends are doubled (CR CR LF)", remedy, "information"))
    try:
        return data.decode("utf-8-sig"), findings
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        guess = _guess_encoding(data)
        problem = f"not UTF-8 text (byte 0x{data[error.start]:02x})"
        remedy = f"It looks like {guess[1]}. {_conversion(guess[0], file)}" if guess else _MIXED
        text = data.decode(guess[0]) if guess else "\n".join(map(_decode_either, data.split(b"\n")))
        return text, [*findings, Finding(line, "encoding", problem, remedy)]


def split_lines(text: str) -> list[str]:
    """Lines without their ends, as files are read everywhere."""
    *lines, rest = text.split("\n")
    if not lines and "\r" in rest:  # old Macintosh files have no other line ends
        *lines, rest = rest.split("\r")
    return [line.rstrip("\r") for line in [*lines, *([rest] if rest else [])]]


_MIXED = "Other lines are UTF-8, so two encodings are mixed: convert the lines that are not."


def _guess_encoding(data: bytes) -> tuple[str, str] | None:
    """Name the encoding of bytes that are not UTF-8, as a program and as a person calls it; None for a mixture."""
    if any(_is_utf8(line) for line in data.split(b"\n") if not line.isascii()):
        return None
    if re.search(rb"[\x81\x8d\x8f\x90\x9d]", data) or not re.search(rb"[\x80-\x9f]", data):
        return "latin-1", "Latin-1 (ISO 8859-1)"
    return "cp1252", "Windows-1252"


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _decode_either(line: bytes) -> str:
    return line.decode("utf-8-sig" if _is_utf8(line) else "latin-1")


def _wide_encoding(data: bytes) -> str | None:
    """Whether every other byte is zero, as in UTF-16, with or without a byte-order mark."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = data[:1000]
    for name, zeros in (("utf-16-be", start[::2]), ("utf-16-le", start[1::2])):
        if len(start) >= 8 and zeros.count(0) > 0.8 * len(zeros) and start.count(0) < 0.6 * len(start):
            return name
    return None


def _conversion(encoding: str, file: str) -> str:
    name = {"latin-1": "ISO-8859-1", "cp1252": "CP1252"}.get(encoding, encoding)
    if file.endswith((".gz", ".xz")):
        return "Decompress it, save it as UTF-8 and compress it again."
    stem, dot, suffix = file.rpartition(".")
    return f"Save it as UTF-8: iconv -f {name} -t UTF-8 {file} > {stem}-utf8{dot}{suffix}"


def repair_table(lines: Sequence[str], columns: ColumnNames = NO_COLUMNS) -> tuple[list[str], list[Finding]]:
    """Check the layout of a table of outputs; rows that cannot be used are blank in what is returned."""
    first = next((line for line in lines if line.strip()), "")
    if first.lstrip().startswith(("{", "[")):
        return _mend_json(lines) if isinstance(parse_json(first), dict) else (list(lines), [])
    try:
        table = split_table(lines, "", columns, ("input", "output"))
    except InvalidInput:
        return list(lines), []  # the reader says it: where quotes are not closed there are no rows to look at
    if not table.header:
        return list(lines), []
    findings: list[Finding] = []
    repaired = list(lines)
    delimiter = table.delimiter
    rows = [(table.line, list(table.header)), *table.body] if table.has_header else table.body
    number, header = rows[0]
    names, is_header, problems = _mend_names(header) if not columns else (header, False, [])
    if problems:
        findings += [Finding(number, "header", problem, remedy) for problem, remedy in problems]
        repaired[number - 1] = _joined(names, delimiter)
    is_header = is_header or table.has_header
    body = rows[1:] if is_header else rows
    titles = header if is_header else list(table.header)
    wrong = [(line, len(row)) for line, row in body if len(row) != len(titles)]
    expected = f"expected {len(titles)} ({', '.join(titles)})"
    ends = {line: following for (line, _), (following, _) in pairwise(rows)}
    for line, width in wrong:
        remedy = _column_remedy(width > len(titles), delimiter)
        findings.append(Finding(line, "columns", f"{counted(width, 'column')}, {expected}", remedy))
        end = ends.get(line, len(repaired) + 1)
        repaired[line - 1 : end - 1] = [""] * (end - line)
    return repaired, findings


def find_quotes(lines: Sequence[str], columns: ColumnNames = NO_COLUMNS) -> list[Finding]:
    """Tell where all cells of a good table are in single quotes."""
    first = next((line for line in lines if line.strip()), "")
    if "\t" not in first or first.lstrip().startswith(("{", "[")):
        return []
    body = split_table(lines, "", columns).body
    if not body or not all(_in_single_quotes(cell) for _, row in body for cell in row):
        return []
    remedy = "Nothing to do: they are not read as text."
    return [Finding(body[0][0], "quotes", "all cells are in single quotes", remedy, "information")]


def _column_remedy(too_many: bool, delimiter: str) -> str:
    if delimiter == ",":
        return 'Put cells with commas in "...".' if too_many else "Add the comma that is missing."
    return "Remove the extra tab." if too_many else "Add the missing tab, or join a line that was broken in two."


def _mend_names(header: Sequence[str]) -> tuple[list[str], bool, list[tuple[str, str]]]:
    """Return the names of columns as they should be, whether it is a header at all, and what is wrong with it."""
    roles = [ROLES.get(plain_name(cell)) for cell in header]
    names = list(header)
    near = _near_names(header, roles)
    if not any(role in ("input", "output", "reference") for role in roles):
        words = all(re.fullmatch(r"[\w .-]{1,30}", cell) for cell in header)
        if not (words and near and 2 * len(near) >= len(header)):
            return names, False, []
    problems = []
    for place, name in near.items():
        problems.append((f"unknown column '{header[place]}'", f"Did you mean '{name}'?"))
        names[place] = name
        roles[place] = ROLES[name]
    if "output" not in roles:
        free = [place for place, role in enumerate(roles) if role in (None, "reference")]
        remedy = f"Rename '{header[free[0]]}' to 'output'." if len(free) == 1 else "Name it 'output' in this line."
        problems.append((f"no column for the outputs (there are: {', '.join(header)})", remedy))
        if len(free) == 1:
            names[free[0]] = "output"
    return names, True, problems


def _near_names(header: Sequence[str], roles: Sequence[Role | None]) -> dict[int, str]:
    """Columns with names that are nearly known, for roles that no other column has."""
    wanted: list[Role] = ["output", "input", "system", *(() if "input" in roles else ("instance",))]
    near: dict[int, str] = {}
    for place, role in enumerate(roles):
        taken = {*roles, *(ROLES[name] for name in near.values())}
        plain = plain_name(header[place])
        known = [name for column in wanted if column not in taken for name in NAMES[column]]
        if role is None and len(plain) > 1:
            found = difflib.get_close_matches(plain, known, n=1, cutoff=0.75)
            found = found or [name for name in known if len(plain) > 4 and name.startswith(plain)]
            found = found or [name for name in known if len(name) > 4 and name in plain]
            if found:
                near[place] = "mr" if found[0] == "meaningrepresentation" else found[0]
    return near


def _joined(names: Sequence[str], delimiter: str) -> str:
    if delimiter == "\t":
        return "\t".join(names)
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="").writerow(names)
    return buffer.getvalue()


def _mend_json(lines: Sequence[str]) -> tuple[list[str], list[Finding]]:
    repaired = list(lines)
    findings = []
    entries: dict[int, dict[str, object]] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        entry = parse_json(line)
        if isinstance(entry, dict):
            entries[number] = entry
        else:
            findings.append(Finding(number, "columns", "not a JSON object", ONE_OBJECT_A_LINE))
            repaired[number - 1] = ""
    keys = list(dict.fromkeys(key for entry in entries.values() for key in entry))
    names, _, problems = _mend_names(keys) if entries else ([], False, [])
    if problems:
        findings += [Finding(next(iter(entries)), "header", problem, remedy) for problem, remedy in problems]
        renamed = dict(zip(keys, names, strict=True))
        for number, entry in entries.items():
            repaired[number - 1] = json.dumps({renamed[key]: value for key, value in entry.items()}, ensure_ascii=False)
    return repaired, findings
