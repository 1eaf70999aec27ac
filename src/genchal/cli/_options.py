"""Options of a command, made from the fields of a settings dataclass (see `genchal.domain.settings`).

::

    @click.command("compare")
    @options_of(Comparing, into="how")
    @table_options
    def command(how: Comparing, form: TableForm) -> None: ...

Every field is an option in kebab-case with the field's doc, range, choices and default: ``all_pairs: bool`` is
``--all-pairs``, ``cache: bool = True`` is ``--no-cache``, ``tuple[str, ...]`` may be repeated; numbers and choices may
also be given with commas: ``--items 50,100``. The command gets one instance of the dataclass under the keyword `into`.
`leave_out` are fields that the command fills in itself, `names` replaces the names of options: ``names={"jobs": "-j,
--jobs"}``. Variables of the environment follow from the names of fields: GENCHAL_COMPARE_ALL_PAIRS.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from genchal.domain.settings import REQUIRED, Setting, described_settings
from genchal.errors import check_known

Command = Callable[..., Any]
PATH = click.Path(path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
seed_option = click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Random seed.")


class OrderedGroup(click.Group):
    """Lists its commands in the order of their declaration."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def options_of(
    target: type, into: str = "settings", *, leave_out: Collection[str] = (), names: Mapping[str, str] | None = None
) -> Callable[[Command], Command]:
    """Add an option for every setting of `target`, and pass them on as one instance of it."""
    settings = [known for known in described_settings(target) if known.name not in leave_out]
    parameters = {known.name: _parameter(known) for known in settings}

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_settings(*arguments: Any, **values: Any) -> Any:
            fields = {known.name: _value(known, values.pop(parameters[known.name])) for known in settings}
            return command(*arguments, **values, **{into: target(**fields)})

        return add_options(with_settings, [_option(known, (names or {}).get(known.name)) for known in settings])

    return decorate


def add_options(command: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    """Add options to a command, to be listed in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def _option(known: Setting, names: str | None) -> Callable[[Command], Command]:
    given = names or known.option or f"--{_parameter(known).replace('_', '-')}"
    declared = (*given.split(", "), _parameter(known))
    listed = f"[{'|'.join(known.choices)}],..." if known.repeated and known.choices else None
    more: dict[str, Any] = {"help": known.doc, "metavar": known.metavar or listed}
    if known.default is REQUIRED:
        more["required"] = True
    if known.kind is bool:
        default = None if known.optional else False
        return click.option(*declared, is_flag=True, default=known.default if "/" in given else default, **more)
    if known.default is not REQUIRED:
        more["default"] = known.default
        more["show_default"] = known.default not in (None, (), "")
    return click.option(*declared, type=_type(known), multiple=known.repeated, **more)


class _Members(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic in newer click only
    """One or more members of a repeated setting, with commas between them."""

    def __init__(self, member: Any, known: Setting) -> None:
        self.member = click.types.convert_type(member)
        self.choices = known.choices
        self.name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Any, ...]:
        members = [member.strip() for member in str(value).split(",") if member.strip()]
        if self.choices and param is not None:
            check_known(param.opts[0].lstrip("-").replace("-", " "), members, self.choices)
        return tuple(self.member.convert(member, param, ctx) for member in members)


def _type(known: Setting) -> Any:
    if known.repeated and (known.choices or known.kind in (int, float)):
        return _Members(_single_type(known), known)
    return _single_type(known)


def _single_type(known: Setting) -> Any:
    if known.choices:
        return click.Choice(list(known.choices))
    if known.kind in (int, float):
        if not known.range:
            return known.kind
        if known.kind is int:
            return click.IntRange(_whole(known.low), _whole(known.high), min_open=known.open_low)
        return click.FloatRange(known.low, known.high, min_open=known.open_low)
    return PATH if known.kind is Path else str


def _whole(limit: float | None) -> int | None:
    return None if limit is None else int(limit)


def _is_switched_off(known: Setting) -> bool:
    """Whether the option of a flag is --no-...: the default is yes, and there is no --on/--off."""
    return known.kind is bool and known.default is True and "/" not in (known.option or "")


def _parameter(known: Setting) -> str:
    return f"no_{known.name}" if _is_switched_off(known) else known.name


def _value(known: Setting, value: Any) -> Any:
    if isinstance(_type(known), _Members):
        return tuple(itertools.chain.from_iterable(value))
    return not value if _is_switched_off(known) else value
