"""What commands that read ratings have in common."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genchal.cli._options import PATH, options_of
from genchal.cli._show import show, table_options
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.selection import RatingsSelection

if TYPE_CHECKING:
    from genchal.domain.results.table import Result, TableForm

CRITERION = "Criterion to use, such as quality; needed if the ratings have several."
ratings_argument = click.argument("ratings", type=PATH, nargs=-1, required=True)
criterion_option = click.option("--criterion", help=CRITERION)
rules_options = options_of(PassRules, into="rules")
selection_options = options_of(RatingsSelection, into="which")
layout_option = options_of(RatingsSelection, into="which", leave_out=("quality_control", "leave_out"))
# For plan, in which --systems is how many there will be; columns of systems are --columns systems=A+B.
pilot_options = options_of(RatingsSelection, into="which", leave_out=("quality_control", "leave_out", "systems"))


def ratings_command(
    name: str, settings: type, criterion: str | None = CRITERION
) -> Callable[[Callable[..., Result]], click.Command]:
    """Make a command of a function from ratings to a result: it reads the files, and shows what comes back.

    The function gets `ratings`, `how`, which are the `settings`, and, unless its help is None, the `criterion`.
    """

    def decorate(step: Callable[..., Result]) -> click.Command:
        @functools.wraps(step)
        def read_and_show(
            ratings: tuple[Path, ...], which: RatingsSelection, rules: PassRules, form: TableForm, **values: Any
        ) -> None:
            started = time.perf_counter()
            from genchal.campaign.judgements.select import read_ratings

            show(step(read_ratings(ratings, which, rules), **values), form, started, why=which.why)

        command = options_of(settings, into="how")(selection_options(rules_options(table_options(read_and_show))))
        if criterion is not None:
            command = click.option("--criterion", help=criterion)(command)
        return click.command(name)(ratings_argument(command))

    return decorate
