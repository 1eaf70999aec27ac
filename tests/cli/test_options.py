"""Options that are made from a settings dataclass, as people type them."""

from dataclasses import dataclass
from typing import Literal

import click
import pytest
from click.testing import CliRunner

from genchal.cli._options import options_of
from genchal.cli._show import table_options
from genchal.domain.results.table import TableForm
from genchal.domain.settings import REQUIRED, setting


@dataclass(frozen=True, slots=True)
class Baking:
    """Settings of every kind."""

    oven: Literal["gas", "wood"] = setting("gas", "What heats.")
    minutes: int = setting(30, "How long.", low=1, high=90)
    heat: float | None = setting(None, "How hot.", low=0, open_low=True, metavar="DEGREES")
    toppings: tuple[str, ...] = setting((), "What goes on top.")
    steam: bool = setting(False, "With steam.")
    crust: bool = setting(True, "Without a crust.")
    turn: bool | None = setting(None, "Whether it is turned.", option="--turn/--leave")
    weeks: tuple[int, ...] = setting((1, 2), "Which weeks.", low=1)
    days: tuple[Literal["sat", "sun"], ...] = setting((), "Which days.")
    helpers: int = setting(1, "How many help.", option="-j, --helpers")
    seed: int = setting(1, "Left out.")


@click.command()
@click.argument("bread")
@options_of(Baking, into="how", leave_out=["seed"], names={"toppings": "-t, --topping"})
@click.option("--last", is_flag=True)
def bake(bread: str, how: Baking, last: bool) -> None:
    """Bake."""
    click.echo(f"{bread} {last} {how}")


def baked(*arguments: str, **environment: str) -> str:
    done = CliRunner().invoke(bake, arguments, auto_envvar_prefix="BAKE", env=environment)
    assert done.exit_code == 0, done.output
    return done.output


def test_defaults_are_those_of_the_fields() -> None:
    assert baked("rye") == f"rye False {Baking()}\n"


def test_every_option_reaches_its_field() -> None:
    typed = "rye --last --oven wood --minutes 45 --heat 0.5 -t a --topping b --steam --no-crust --leave -j 3"
    typed += " --weeks 3,4 --weeks 5 --days sat,sun"
    expected = Baking("wood", 45, 0.5, ("a", "b"), True, False, False, (3, 4, 5), ("sat", "sun"), 3)
    assert baked(*typed.split()) == f"rye True {expected}\n"


def test_variables_of_the_environment_reach_fields_and_options_win_over_them() -> None:
    assert baked("rye", BAKE_MINUTES="45", BAKE_NO_CRUST="1") == f"rye False {Baking(minutes=45, crust=False)}\n"
    assert baked("rye", "--minutes", "5", BAKE_MINUTES="45") == f"rye False {Baking(minutes=5)}\n"


def test_help_shows_doc_range_choices_and_default() -> None:
    lines = [" ".join(line.split()) for line in baked("--help").splitlines()]
    assert lines[5:] == [
        "--oven [gas|wood] What heats. [default: gas]",
        "--minutes INTEGER RANGE How long. [default: 30; 1<=x<=90]",
        "--heat DEGREES How hot. [x>0]",
        "-t, --topping TEXT What goes on top.",
        "--steam With steam.",
        "--no-crust Without a crust.",
        "--turn / --leave Whether it is turned.",
        "--weeks NUMBERS Which weeks. [default: 1, 2]",
        "--days [sat|sun],... Which days.",
        "-j, --helpers INTEGER How many help. [default: 1]",
        "--last",
        "--help Show this message and exit.",
    ]


@pytest.mark.parametrize(
    "typed",
    [["--oven", "coal"], ["--minutes", "0"], ["--heat", "0"], ["--seed", "2"], ["--weeks", "1,x"], ["--weeks", "0"]],
)
def test_what_the_declaration_does_not_allow_is_refused(typed: list[str]) -> None:
    assert CliRunner().invoke(bake, ["rye", *typed]).exit_code == 2


def test_a_required_setting_is_a_required_option() -> None:
    @dataclass(frozen=True)
    class Needy:
        name: str = setting(REQUIRED, "A name.")

    @click.command()
    @options_of(Needy)
    def needs(settings: Needy) -> None:
        click.echo(settings.name)

    assert "Missing option '--name'" in CliRunner().invoke(needs).output
    assert CliRunner().invoke(needs, ["--name", "x"]).output == "x\n"


def test_how_a_result_is_shown_is_one_value() -> None:
    @click.command()
    @table_options
    def shows(form: TableForm) -> None:
        click.echo(str(form))

    def shown(*arguments: str) -> str:
        return CliRunner().invoke(shows, arguments).output

    assert shown() == f"{TableForm()}\n"
    assert shown("--csv") == f"{TableForm('csv')}\n"
    assert shown("--latex", "--digits", "2", "--percent", "--no-notes") == f"{TableForm('latex', 2, True, False)}\n"
    assert "--json and --markdown cannot be combined" in shown("--json", "--markdown")
