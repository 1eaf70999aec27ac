"""Files that a command writes: none of them may be one that it was given to read, nor another one of its own."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from genchal.cli._options import FILE
from genchal.errors import InvalidInput


def guard_files(command: click.Command) -> click.Command:
    """Have a command, or every command of a group, refuse to write over what it reads before it does anything."""
    if isinstance(command, click.Group):
        for member in command.commands.values():
            guard_files(member)
        return command
    callback = command.callback
    if callback is None or hasattr(callback, "guarded"):
        return command

    @functools.wraps(callback)
    def guarded(*arguments: Any, **values: Any) -> Any:
        check_files(click.get_current_context())
        return callback(*arguments, **values)

    guarded.guarded = True  # type: ignore[attr-defined]
    command.callback = guarded
    return command


def check_files(context: click.Context) -> None:
    """Compare the files of options that write with all that was given, whatever it is called by."""
    others: list[tuple[Path, str]] = []
    written: list[tuple[Path, str]] = []
    for parameter in context.command.params:
        kept = written if isinstance(parameter, click.Option) and parameter.type is FILE else others
        kept += [(path, parameter.opts[-1]) for path in _paths(context.params.get(parameter.name or ""))]
    for place, (path, option) in enumerate(written):
        if any(_is_same(path, given) for given, _ in others):
            raise InvalidInput(
                f"{path} is given to be read, and {option} would write over it",
                f"Choose another file for {option}; nothing was changed.",
            )
        for other, another in written[:place]:
            if path.absolute() == other.absolute() and (path.is_file() or not path.exists()):
                raise InvalidInput(f"{another} and {option} are the same file", "Choose two; nothing was changed.")


def _paths(value: object) -> Iterator[Path]:
    """Whatever of a value can be a path; texts that are none are no file's name."""
    if isinstance(value, Path):
        yield value
    elif isinstance(value, str):
        yield Path(value)
    elif isinstance(value, tuple | list):
        for member in value:
            yield from _paths(member)


def _is_same(written: Path, given: Path) -> bool:
    try:
        return given.is_file() and written.is_file() and written.samefile(given)
    except (OSError, ValueError):  # a text that no file can be called by
        return False
