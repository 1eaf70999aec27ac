"""``genchal describe``: texts in, statistics of whole collections out."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

if TYPE_CHECKING:
    from genchal.domain.profile import ProfileDifference, ProfileNumber, Profiles
    from genchal.domain.results.comparison import Correction

ACROSS = 6  # collections that stand side by side; more of them stand below each other


@click.command("describe")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-r", "--references", multiple=True, help="FILEs are outputs for the inputs of these references.")
@click.option("--task", help="Format of the data or the references: slots, e2e, sf, bagel ... Found out if not given.")
@click.option(
    "-s",
    "--stat",
    "statistics",
    multiple=True,
    help="sizes,lengths,vocabulary or diversity:unit=lemma:window=100; may be repeated. Default: all without lemmas.",
)
@click.option(
    "--preset", help="Texts and statistics of a published table: e2e, sfrest, sfrest-inf, bagel, e2e-outputs."
)
@click.option(
    "--delexicalise", metavar="SLOTS", help="Also look at texts without the values of these slots: name,near."
)
@click.option("--clean", help="What is done to texts first: none, detokenise, sf, bagel.")
@click.option(
    "--case", type=click.Choice(["lower", "mixed"]), help="Count in small letters (default) or as texts are written."
)
@click.option(
    "--frequencies",
    default="wordfreq",
    show_default=True,
    metavar="FILE",
    help="Words by frequency, one a line, for sophistication; or the list of the package wordfreq.",
)
@click.option("--parser", default="en", show_default=True, help="Who gives lemmas and tags, where they are needed.")
@click.option("--compare", is_flag=True, help="Test whether systems differ, by swapping outputs within instances.")
@click.option("--all-pairs", is_flag=True, help="Compare every system with every other, not only with the baseline.")
@click.option("--baseline", help="Name of the system that the others are compared with; default: the first.")
@click.option(
    "--correction",
    default="holm",
    show_default=True,
    type=click.Choice(["holm", "bh", "none"]),
    help="For the number of pairs tested in a statistic: Holm's, Benjamini and Hochberg's, or none.",
)
@click.option("--trials", default=1000, show_default=True, type=click.IntRange(1), help="Trials of a comparison.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--latex", "as_latex", is_flag=True, help="Print a LaTeX table.")
def command(
    files: tuple[str, ...],
    references: tuple[str, ...],
    task: str | None,
    statistics: tuple[str, ...],
    preset: str | None,
    delexicalise: str | None,
    clean: str | None,
    case: Literal["lower", "mixed"] | None,
    frequencies: str,
    parser: str,
    compare: bool,
    all_pairs: bool,
    baseline: str | None,
    correction: Correction,
    trials: int,
    seed: int,
    as_json: bool,
    as_latex: bool,
) -> None:
    """Describe texts: how many, how long, how rich and varied their words.

    Without -r a FILE is data, and its references are described; several FILEs are parts of one data set, which is
    described as a whole, too. With -r, or if it has no references, a FILE has outputs, as those of `genchal score`:
    of a system, or of several in a table with a column "system"; @random, @all and other pseudo-systems are made from
    the references.
    """
    started = time.perf_counter()
    from genchal.campaign.scoring.request import parse_request
    from genchal.campaign.texts.describe import Describing, describe_files
    from genchal.campaign.texts.profile_differences import Swapping
    from genchal.cli._progress import show_progress

    if as_json and as_latex:
        raise click.UsageError("--json and --latex exclude each other.")
    if not compare and (all_pairs or baseline is not None):
        raise click.UsageError("--all-pairs and --baseline go with --compare.")
    if all_pairs and baseline is not None:
        raise click.UsageError("--all-pairs has no baseline; leave one of the two out.")
    how = Describing(
        [parse_request(text) for several in statistics for text in several.split(",") if text.strip()],
        preset,
        tuple(slot.strip() for slot in (delexicalise or "").split(",") if slot.strip()),
        clean,
        case,
        frequencies,
        parser,
        seed,
        Swapping(all_pairs, baseline, correction, trials, seed) if compare else None,
    )
    found = describe_files(files, [Path(path) for path in references], how, task=task, progress=show_progress)
    if as_json:
        click.echo(profiles_json(found, time.perf_counter() - started))
    elif as_latex:
        from genchal.reports.tables.profiles import profile_latex

        click.echo(profile_latex(found.numbers), nl=False)
    else:
        click.echo("\n".join(profiles_text(found)))


def profiles_json(found: Profiles, seconds: float) -> str:
    """Numbers and differences in the stable machine-readable form; what is not a number becomes null."""
    return json.dumps(
        {
            "schema": 1,
            "numbers": [_strict(one) for one in found.numbers],
            "differences": [_strict(one) for one in found.differences],
            "notes": list(found.notes),
            "seconds": round(seconds, 4),
        },
        ensure_ascii=False,
    )


def profiles_text(found: Profiles) -> Iterator[str]:
    """Numbers as tables, then differences, notes and signatures."""
    from genchal.cli._output import aligned

    columns = list(dict.fromkeys((one.system, one.version) for one in found))
    cells = {(one.system, one.version, one.family, one.statistic): one.value for one in found}
    rows = list(dict.fromkeys((one.family, one.statistic) for one in found))
    several = len({version for _, version in columns}) > 1
    names = [f"{name}, {version}" if several else name for name, version in columns]
    table = [["statistic", *names]]
    table += [[row[1], *(_number(cells.get((*column, *row))) for column in columns)] for row in rows]
    if len(columns) <= ACROSS:
        yield from aligned(table)
    else:
        for family in dict.fromkeys(row[0] for row in rows):
            own = [table[0], *(line for line, row in zip(table[1:], rows, strict=True) if row[0] == family)]
            turned = [list(line) for line in zip(*own, strict=True)]
            yield from aligned([["system", *turned[0][1:]], *turned[1:]])
            yield ""
    yield from _differences(found.differences)
    yield ""
    yield from found.notes
    yield from dict.fromkeys(one.signature for one in found)
    yield from dict.fromkeys(one.signature for one in found.differences)


def _differences(found: Sequence[ProfileDifference]) -> Iterator[str]:
    from genchal.cli._output import aligned

    if not found:
        return
    yield ""
    several = len({one.version for one in found}) > 1
    table = [
        ["statistic", *(["texts"] if several else []), "A", "B", "A has", "B has", "difference", "p", "adjusted", "n"]
    ]
    for one in found:
        values = [_number(one.value_a), _number(one.value_b), _number(one.difference, "+")]
        version = [one.version] if several else []
        p_values = [_p(one.p_value), _p(one.p_adjusted)]
        table.append([one.statistic, *version, one.system_a, one.system_b, *values, *p_values, str(one.n)])
    yield from aligned(table)
    yield ""
    yield "Outputs swapped within instances, two-sided. Differences are B less A; p is adjusted for pairs of systems."


def _number(value: float | None, sign: str = "") -> str:
    if value is None or math.isnan(value):
        return "-"
    return f"{value:{sign},.0f}" if value == int(value) else f"{value:{sign},.4f}"


def _p(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.4f}"


def _strict(one: ProfileNumber | ProfileDifference) -> dict[str, object]:
    return {
        key: None if isinstance(value, float) and math.isnan(value) else value for key, value in asdict(one).items()
    }
