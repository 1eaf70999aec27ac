"""``genchal train-parser``: a treebank in, weights of a tagger-parser out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import options_of
from genchal.cli._show import show, table_options
from genchal.domain.settings import described_settings
from genchal.training.settings import NetworkSizes, ParserTraining, Schedule

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm


OFFERED = ("hidden", "layers", "epochs", "dropout", "lower", "seed")  # of the network and its training
LEFT_OUT = {known.name for kind in (NetworkSizes, Schedule) for known in described_settings(kind)} - {*OFFERED}


@click.command("train-parser")
@click.argument("train", type=click.Path(path_type=Path))
@options_of(ParserTraining, into="training", leave_out=("sizes", "teacher_sizes", "schedule"))
@options_of(NetworkSizes, into="sizes", leave_out=LEFT_OUT)
@options_of(Schedule, into="schedule", leave_out=LEFT_OUT)
@table_options
def command(train: Path, training: ParserTraining, sizes: NetworkSizes, schedule: Schedule, form: TableForm) -> None:
    """Train a tagger-parser on TRAIN, a treebank in CoNLL-U, and evaluate it."""
    from genchal.campaign.parser_training.train_parser import train_parser
    from genchal.cli._show import tell

    show(train_parser(train, replace(training, sizes=sizes, schedule=schedule), tell), form)
