"""``genchal rank`` as it is typed."""

import json
from pathlib import Path

import numpy as np
import pytest
from click import Choice, Context
from click.testing import CliRunner, Result

from cli.typed import genchal
from genchal.cli import cli
from genchal.domain.results.judgements.ranking import METHODS, NORMALISED
from genchal.errors import UserError


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Sheets with three systems, two criteria."""
    rng = np.random.default_rng(1)
    lines = ["rater,sheet,instance,system,criterion,value"]
    for item in range(60):
        for rater in range(12):
            if rng.random() < 0.3:
                for place, system in enumerate(("north", "south", "east_1")):
                    value = round(float(60 - 15 * place + rng.normal(0, 12)))
                    lines.append(f"r{rater},s{item}-{rater},i{item},{system},quality,{value}")
                    lines.append(f"r{rater},s{item}-{rater},i{item},{system},fluency,{value // 2}")
    path = tmp_path / "ratings.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def ranked(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["rank", *map(str, arguments)])


def test_json_has_the_agreed_form(table: Path) -> None:
    done = ranked(table, "--criterion", "quality", "--runs", "20", "--seed", "1", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["schema"] == 1
    assert [one["system"] for one in found["ranking"]] == ["north", "south", "east_1"]
    assert {"system", "score", "rank_low", "rank_high", "cluster", "low", "high", "n"} == set(found["ranking"][0])
    assert found["signature"].startswith("bradley-terry|crit:quality|")
    assert {"system_a", "system_b", "p_value", "p_adjusted", "better", "significant"} == set(found["pairs"][0])
    assert found["warnings"] == found["set_aside"] == []
    assert "stability" not in found


def test_the_table_has_rules_between_clusters_and_says_what_it_means(table: Path) -> None:
    done = ranked(table, "--criterion", "quality", "--method", "bradley-terry", "--resamples", "200")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["#", "system", "score", "95%", "interval", "ranks", "n"]
    assert sum(set(line) == {"-"} for line in lines) == 3
    assert "Bradley and Terry" in done.stdout
    assert lines[-1].startswith("bradley-terry|crit:quality|")


def test_latex_is_a_table_with_the_signature_in_its_caption(table: Path) -> None:
    done = ranked(table, "--criterion", "quality", "--method", "wins", "--resamples", "200", "--latex")
    assert done.exit_code == 0, done.output
    assert done.stdout.count(r"\midrule") == 3
    assert r"east\_1" in done.stdout
    assert r"\label{tab:ranking-quality}" in done.stdout
    assert r"\texttt{wins" in done.stdout


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_a_plot_is_written_in_the_format_of_its_name(table: Path, suffix: str, start: bytes) -> None:
    path = table.with_suffix(f".{suffix}")
    done = ranked(table, "--criterion", "quality", "--method", "mean", "--resamples", "100", "--plot", path)
    assert done.exit_code == 0, done.output
    assert path.read_bytes().startswith(start)
    first = path.read_bytes()
    ranked(table, "--criterion", "quality", "--method", "mean", "--resamples", "100", "--plot", path)
    assert path.read_bytes() == first


def test_a_plot_needs_a_known_suffix(table: Path) -> None:
    done = ranked(table, "--criterion", "quality", "--plot", "ranking.doc")
    assert done.exit_code == 2
    assert "--plot writes .svg, .pdf, .png" in done.output


def test_latex_and_json_exclude_each_other(table: Path) -> None:
    assert ranked(table, "--criterion", "quality", "--latex", "--json").exit_code == 2


def test_stability_is_in_the_json_if_asked_for(table: Path) -> None:
    done = ranked(table, "--criterion", "quality", "--method", "mean", "--resamples", "100", "--stability", "--json")
    points = json.loads(done.stdout)["stability"]
    assert [one["share"] for one in points] == [tenth / 10 for tenth in range(1, 11)]


def test_of_several_criteria_one_must_be_chosen(table: Path) -> None:
    done = ranked(table)
    assert isinstance(done.exception, UserError)
    assert "quality, fluency" in str(done.exception)


def test_lower_can_be_better(table: Path) -> None:
    done = ranked(
        table, "--criterion", "quality", "--method", "mean", "--resamples", "100", "--lower-is-better", "--json"
    )
    assert [one["system"] for one in json.loads(done.stdout)["ranking"]] == ["east_1", "south", "north"]


def test_what_has_no_score_is_null(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    rows = [f"r{n % 3},s{n},i{n},{system},quality,{value}" for n in range(9) for system, value in (("a", n), ("b", 4))]
    rows += [f"r1,alone{n},i{n},c,quality,3" for n in range(9)]
    path.write_text("\n".join(["rater,sheet,instance,system,criterion,value", *rows]) + "\n", encoding="utf-8")
    done = ranked(path, "--method", "wins", "--resamples", "100", "--json")
    assert done.exit_code == 0, done.output
    last = json.loads(done.stdout)["ranking"][-1]
    assert (last["system"], last["score"], last["n"]) == ("c", None, 0)


def test_the_options_know_every_method_and_normalisation() -> None:
    command = cli.get_command(Context(cli), "rank")
    assert command is not None
    choices = {one.name: one.type.choices for one in command.params if isinstance(one.type, Choice)}
    assert tuple(choices["method"]) == METHODS
    assert tuple(choices["normalisation"]) == tuple(NORMALISED)


def test_why_says_that_every_rating_counts_where_none_is_set_aside(tmp_path: Path) -> None:
    rows = [f"r{rater},{item},{system},{item + rater}" for rater in "12" for item in "123" for system in "AB"]
    (tmp_path / "f.csv").write_text("\n".join(["rater,instance,system,value", *rows]), encoding="utf-8")
    done = genchal("rank", "f.csv", "--why", folder=tmp_path)
    assert "Every rating counts: none was set aside.\n" in done.stdout
    assert "Ratings set aside" not in done.stdout
    assert "Every rating counts" not in genchal("rank", "f.csv", folder=tmp_path).stdout
