"""Trained generators in files: kept with all that is to be known about them, and refused where they do not fit."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path
from typing import Any

from genchal.campaign.generation.configurations import is_configuration, read_configuration
from genchal.campaign.generation.generate import (
    equip_generator,
    fingerprint_generator,
    fingerprint_instances,
    fit_generator,
    instances_of,
    load_training,
    make_generator,
    read_file_settings,
    usual_task,
    write_outputs,
)
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.named_columns import check_named_columns
from genchal.domain import Generator, Instance, Output, Parameters
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.results.table import Column, Table
from genchal.domain.settings import configure, described_settings, settings_of
from genchal.errors import InvalidInput, NotFound, UnknownName, UserError, list_some
from genchal.generators import GENERATORS
from genchal.resources.checkpoints import CheckpointFile
from genchal.resources.model_files import SUFFIX, read_model_file, write_model_file
from genchal.resources.results import digest
from genchal.version import __version__


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is to be known about a trained generator; `train` and `dev` are fingerprints of what it learnt from."""

    generator: str
    version: int
    settings: Mapping[str, Any]
    task: str | None
    seed: int
    instances: int
    train: str
    dev: str
    genchal: str
    card: Mapping[str, str]

    @property
    def changed(self) -> dict[str, Any]:
        """Settings that are not the usual ones."""
        usual = {known.name: known.default for known in described_settings(GENERATORS[self.generator])}
        return {name: value for name, value in self.settings.items() if value != usual.get(name)}

    @property
    def signature(self) -> str:
        """Generator, version, settings that are not the usual ones, seed and training data in one line."""
        shown = [f"{name}:{value}" for name, value in self.changed.items() if len(str(value)) <= 40]
        return "|".join([self.generator, *shown, f"seed:{self.seed}", f"train:{self.train[:8]}", f"v:{self.version}"])


@dataclass(frozen=True, slots=True)
class TrainingCosts:
    """What a training took: seconds, also those before it was killed, and the most memory of its process, in MB."""

    seconds: float = 0.0
    peak_mb: float = 0.0


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A generator that has learnt, and the facts about it; if it is kept in a file: where, its bytes, its checksum."""

    generator: Generator
    facts: ModelFacts
    path: Path | None = None
    size: int = 0
    checksum: str = ""
    costs: TrainingCosts = TrainingCosts()

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        about = {**asdict(self.facts), **asdict(self.costs)}
        return {"model": self.path, "bytes": self.size, **about, "signature": self.facts.signature}

    def tables(self) -> tuple[Table, ...]:
        """The facts, a line."""
        facts = self.facts
        row = (str(self.path), facts.generator, facts.instances, round(self.size / 1e6, 2), *astuple(self.costs))
        return (
            Table(
                title="Trained model",
                columns=(
                    *(Column("file"), Column("generator"), Column("trained on", digits=0), Column("MB", digits=2)),
                    *(Column("seconds", digits=1), Column("memory (MB)", digits=0)),
                ),
                rows=(row,),
                notes=(f"{f'{facts.generator} as it usually is: ' if facts.changed else ''}{facts.card['method']}",),
                signatures=(facts.signature,),
                label="model",
            ),
        )


def train(
    generator: str,
    train: Path | str | Sequence[Instance],
    dev: Path | str | Sequence[Instance] = (),
    *,
    out: Path | str | None = None,
    task: str | None = None,
    seed: int = 1,
    **settings: object,
) -> TrainedModel:
    """Train a generator, as `genchal train` does, and keep it in the file `out` if one is given.

    `generator` is a name, or a file of settings (``mine.toml``).

    >>> import genchal
    >>> walk = genchal.Instance("1", genchal.SlotValues((("name", "Fern Path"),)), ("Fern Path is a walk.",))
    >>> genchal.train("random", [walk]).facts.instances
    1
    """
    made = make_generator(*read_configuration(generator, settings), Path())
    task = task or usual_task(made)
    learn, tune = instances_of(train, task), instances_of(dev, task)
    return fit_model(made, learn, tune, seed, task, None if out is None else Path(out))


def train_from_files(
    name: str,
    settings: Mapping[str, object],
    train: Sequence[Path],
    dev: Sequence[Path],
    out: Path,
    task: str | None,
    seed: int,
    columns: ColumnNames = NO_COLUMNS,
) -> TrainedModel:
    """Train a generator, or the one that a file of settings describes, on files and keep it in the file `out`."""
    if looks_like_model(name):
        raise InvalidInput(f"{name} is trained already", "Give the name of a generator, or a file of settings.")
    made = make_generator(*read_configuration(name, settings), Path())
    _check_target(made, out)
    check_named_columns(columns, (), [*train, *dev])
    task = task or usual_task(made)
    learn, tune = (load_training(paths, task, columns) for paths in (train, dev))
    return fit_model(made, learn, tune, seed, task, out)


def generate_from_model(
    path: Path,
    settings: Mapping[str, object],
    test: Path,
    task: str | None,
    seed: int,
    columns: ColumnNames = NO_COLUMNS,
) -> tuple[tuple[Instance, ...], list[Output]]:
    """Load a model and return the test instances of a file with its outputs."""
    model = load_model(path, settings)
    check_named_columns(columns, (), [test])
    instances = load_instances(test, task or model.facts.task, columns=columns)[1]
    return instances, write_outputs(model.generator, instances, seed)


def fit_model(
    generator: Generator,
    train: Sequence[Instance],
    dev: Sequence[Instance],
    seed: int,
    task: str | None = None,
    out: Path | None = None,
) -> TrainedModel:
    """Let a generator learn, note all that is to be known about it, and keep it in the file `out` if one is given.

    A training that was killed goes on from the checkpoint beside that file.
    """
    facts = ModelFacts(
        generator=generator.name,
        version=generator.version,
        settings={name: getattr(generator, name) for name in settings_of(type(generator))},
        task=task,
        seed=seed,
        instances=len(train),
        train=fingerprint_instances(train),
        dev=fingerprint_instances(dev),
        genchal=__version__,
        card=asdict(generator.card),
    )
    began, checkpoint = time.perf_counter(), None
    if out is not None:
        _check_target(generator, out)
    if out is not None and generator.resumes:
        checkpoint = CheckpointFile(out, digest(fingerprint_training(generator, train, dev, seed), __version__))
        generator = generator.equipped({"checkpoint": checkpoint})
    fitted = fit_generator(generator, train, dev, seed)
    seconds = checkpoint.seconds if checkpoint else time.perf_counter() - began
    model = TrainedModel(fitted, facts, costs=TrainingCosts(round(seconds, 1), measure_peak()))
    if out is None:
        return model
    saved = save_model(out, model)
    if checkpoint:
        checkpoint.remove()
    return saved


def measure_peak() -> float:
    """The most memory that this process has had, in MB."""
    try:
        import resource  # there is none on Windows
    except ImportError:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6, 1)


def can_be_kept(generator: Generator) -> bool:
    """Whether what a generator learns can be kept in a file."""
    return not generator.needs_training or type(generator).parameters is not Generator.parameters


def save_model(path: Path, model: TrainedModel) -> TrainedModel:
    """Write a trained generator to a file."""
    _check_target(model.generator, path)
    learnt = model.generator.parameters()
    write_model_file(path, learnt.arrays, {**asdict(model.facts), "values": learnt.values}, asdict(model.costs))
    return replace(model, path=path, size=path.stat().st_size)


def load_model(path: Path | str, settings: Mapping[str, object] | None = None, folder: Path = Path()) -> TrainedModel:
    """Read a trained generator; `settings` are those of writing, which may differ from those it was trained with."""
    path = Path(path)
    file = read_model_file(path)
    try:
        facts = ModelFacts(**{key: value for key, value in file.facts.items() if key != "values"})
        kind = _find_generator(path, facts)
        if unknown := sorted(facts.settings.keys() - settings_of(kind)):
            problem = f"{path}: generator '{facts.generator}' has no setting '{unknown[0]}'"
            raise InvalidInput(problem, "Update genchal, or train it again.")
        chosen = _decoding_settings(kind, settings or {}, folder)
        made = configure(kind, {**facts.settings, **chosen}, f"generator '{facts.generator}'")
        made = equip_generator(made, Path())
        generator = made.with_parameters(Parameters(file.arrays, file.facts["values"]))
        costs = TrainingCosts(**file.costs)
        facts = replace(facts, settings={name: facts.settings[name] for name in settings_of(kind)})  # in their order
    except UserError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise InvalidInput(f"{path}: what is in it is not what its generator learns", "Train it again.") from None
    return TrainedModel(generator, facts, path, path.stat().st_size, file.checksum, costs)


def fingerprint_training(generator: Generator, train: Sequence[Instance], dev: Sequence[Instance], seed: int) -> str:
    """Fingerprint of everything that learning depends on."""
    learning = fingerprint_generator(generator, only_learning=True)
    return digest(learning, str(seed), [fingerprint_instances(train), fingerprint_instances(dev)])


def looks_like_model(name: str) -> bool:
    """Whether a name is that of a model file, not of a generator."""
    return name not in GENERATORS and not is_configuration(name) and (name.endswith(SUFFIX) or Path(name).is_file())


def _find_generator(path: Path, facts: ModelFacts) -> type[Generator]:
    try:
        kind = GENERATORS[facts.generator]
    except UnknownName:
        raise NotFound(
            f"{path}: a model of generator '{facts.generator}', which is not installed",
            "Install the package that has it, or update genchal.",
        ) from None
    if facts.version != kind.version:
        age = "a newer" if facts.version > kind.version else "an older"
        remedy = "Update genchal, or train it again." if facts.version > kind.version else "Train it again."
        raise InvalidInput(f"{path}: trained by {age} version of generator '{facts.generator}'", remedy)
    return kind


def _decoding_settings(kind: type[Generator], settings: Mapping[str, object], folder: Path) -> dict[str, object]:
    fixed = [name for name in settings if name in settings_of(kind) and name not in kind.decoding]
    if fixed:
        changed = f"These can be changed: {list_some(kind.decoding)}." if kind.decoding else "Remove it."
        raise InvalidInput(f"setting '{fixed[0]}' of a trained '{kind.name}' is fixed by its training", changed)
    return read_file_settings(kind, settings, folder)


def _check_target(generator: Generator, path: Path) -> None:
    if not can_be_kept(generator):
        generator.parameters()  # says why
    if path.is_dir() or path.suffix != SUFFIX:
        raise InvalidInput(f"{path}: not a name for a model file", f"Choose a name that ends in {SUFFIX}.")
