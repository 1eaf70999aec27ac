"""``genchal train-parser``: a treebank in, weights of a tagger-parser out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from genchal.text.parser.archive import Model

FILE = click.Path(path_type=Path)
FIGURES = ("uas", "las", "las_base", "upos", "xpos", "lemma")


@click.command("train-parser")
@click.argument("train", type=FILE)
@click.option("--dev", type=FILE, required=True, help="Treebank that the result is tried on.")
@click.option("--test", type=FILE, help="Another one, for the figures to publish.")
@click.option("-o", "--out", type=FILE, required=True, help="File for the weights (.npz).")
@click.option("--name", default="parser", show_default=True, help="Name that signatures show, before a fingerprint.")
@click.option("--vectors", help="Word vectors to begin with: GloVe, word2vec, fastText, .npz or wink's JSON.")
@click.option(
    "--teachers",
    default=0,
    show_default=True,
    type=click.IntRange(0, 20),
    help="Larger networks that are trained first, for the parser to learn from; kept beside the weights.",
)
@click.option("--teacher-epochs", default=65, show_default=True, type=click.IntRange(1), help="Epochs of each.")
@click.option(
    "--extra-texts", multiple=True, type=FILE, help="Texts that the teachers annotate, one a line; may be repeated."
)
@click.option("--epochs", default=80, show_default=True, type=click.IntRange(1), help="Passes over the treebank.")
@click.option("--hidden", default=216, show_default=True, type=click.IntRange(8, 2000), help="Size of the layers.")
@click.option("--layers", default=2, show_default=True, type=click.IntRange(1, 6), help="Number of layers.")
@click.option("--dropout", default=0.3, show_default=True, type=click.FloatRange(0, 0.9), help="Inside the network.")
@click.option(
    "--lower", default=0.15, show_default=True, type=click.FloatRange(0, 1), help="Share of sentences in lower case."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@click.option("--device", default="cpu", show_default=True, type=click.Choice(["cpu", "cuda"]), help="Where to train.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    train: Path,
    dev: Path,
    test: Path | None,
    out: Path,
    name: str,
    vectors: str | None,
    teachers: int,
    teacher_epochs: int,
    extra_texts: tuple[Path, ...],
    epochs: int,
    hidden: int,
    layers: int,
    dropout: float,
    lower: float,
    seed: int,
    device: str,
    as_json: bool,
) -> None:
    """Train a tagger-parser on TRAIN, a treebank in CoNLL-U, and say how good it is."""
    from genchal.campaign.parser_training.train_parser import ParserTraining, train_parser
    from genchal.cli._progress import tell
    from genchal.training.settings import NetworkSizes, Schedule

    training = ParserTraining(
        train,
        dev,
        out,
        test,
        name,
        vectors,
        teachers,
        teacher_epochs,
        extra_texts,
        NetworkSizes(hidden=hidden, layers=layers),
        schedule=Schedule(epochs=epochs, dropout=dropout, lower=lower, seed=seed),
        device=device,
    )
    model = train_parser(training, tell)
    click.echo(_json(model, out) if as_json else _table(model, out))


def _table(model: Model, out: Path) -> str:
    lines = [
        f"{model.name}: {out}, {out.stat().st_size / 1e6:.2f} MB",
        " ".join(f"{one:>10}" for one in ("", *FIGURES)),
    ]
    for part, figures in model.about["figures"].items():
        for title, suffix in ((part, ""), (f"{part}, lower", "_lower")):
            shown = (f"{figures[one + suffix]:>10.2f}" for one in FIGURES)
            lines.append(" ".join([f"{title:>10}"[:12], *shown]))
    return "\n".join(lines)


def _json(model: Model, out: Path) -> str:
    records = [
        {"part": part, "figure": figure, "value": value, "signature": model.name}
        for part, figures in model.about["figures"].items()
        for figure, value in figures.items()
    ]
    return json.dumps({"schema": 1, "figures": records, "weights": str(out)}, ensure_ascii=False)
