"""Remedies for campaigns: what a command calls ``--columns value=COLUMN`` is a key of campaign.toml there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from genchal.domain.columns import parse_columns
from genchal.errors import Problems, UserError

_PAIR = r"\w+=[^\s,;)]*[^\s,;).]"
_COLUMNS = re.compile(rf"--columns (?:'([^']*)'|({_PAIR}(?:,{_PAIR})*))")
_SYSTEMS = re.compile(r'--systems (?:"([^"]+)"|([^\s;)]*[^\s;).]))')
_CHOICE = re.compile(r"--(method|layout|scale|clusters|missing|group) ([a-z-]+)(?: or ([a-z-]+))?")
_LEFT_OUT = re.compile(r"--leave-out '([^']*)'")
_SWITCH = re.compile(r"--(log|partial|quality-control)\b")
_NAMED = re.compile(r"--(columns|systems|layout|leave-out|criterion|task)\b")
NAMES = {"criterion": "criteria", "task": "format"}


@contextmanager
def name_keys_in_remedies() -> Iterator[None]:
    """Say how to fix a problem in campaign.toml, where the libraries speak of options."""
    try:
        yield
    except UserError as error:
        for problem in error.problems if isinstance(error, Problems) else [error]:
            problem.remedy = write_keys(problem.remedy)
        raise


def write_keys(text: str) -> str:
    """The same with keys of campaign.toml instead of options."""
    text = _COLUMNS.sub(lambda match: _write_columns(match[1] or match[2]), text)
    text = _SYSTEMS.sub(lambda match: f"systems = [{_quote((match[1] or match[2]).split(','))}]", text)
    text = _CHOICE.sub(_write_choice, text)
    text = _LEFT_OUT.sub(lambda match: f'leave_out = ["{match[1]}"]', text)
    text = _SWITCH.sub(lambda match: f"{match[1].replace('-', '_')} = true", text)
    return _NAMED.sub(lambda match: NAMES.get(match[1], match[1].replace("-", "_")), text)


def _write_columns(option: str) -> str:
    roles = (
        f"{role} = {_quote(names) if len(names) == 1 else f'[{_quote(names)}]'}"
        for role, names in parse_columns(option).columns.items()
    )
    return f"columns = {{ {', '.join(roles)} }}"


def _write_choice(match: re.Match[str]) -> str:
    other = f' or "{match[3]}"' if match[3] else ""
    return f'{match[1]} = "{match[2]}"{other}'


def _quote(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
