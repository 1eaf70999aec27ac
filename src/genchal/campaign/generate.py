"""Step 2: baseline generators to submissions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.named_columns import check_named_columns
from genchal.domain import Generator, Instance, Submission, System
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.inputs import full_contents
from genchal.domain.settings import configure, settings_of
from genchal.errors import InvalidInput
from genchal.generators import GENERATORS
from genchal.resources.files import read_text
from genchal.resources.results import digest


def make_generator(name: str, settings: Mapping[str, object], folder: Path) -> Generator:
    """Configure a generator; settings that name files are read, relative to `folder`."""
    kind = GENERATORS[name]
    read = {key: read_text(folder / str(value)) if key in kind.files else value for key, value in settings.items()}
    for key in kind.files:
        if key not in settings:
            raise InvalidInput(
                f"generator '{name}' needs a file",
                f'Add {key} = "FILE" to the system, or -s {key}=FILE on the command line.',
            )
    return configure(kind, read, f"generator '{name}'")


def fingerprint_generation(
    generator: Generator, train: Sequence[Instance], dev: Sequence[Instance], test: Sequence[Instance], seed: int
) -> str:
    """Fingerprint of everything that outputs depend on."""
    settings = [f"{name}={getattr(generator, name)}" for name in sorted(settings_of(type(generator)))]
    data = [fingerprint_instances(part) for part in (train, dev, test)]
    return digest([generator.name, str(generator.version), str(seed), *settings], data)


def generate_outputs(
    generator: Generator, train: Sequence[Instance], dev: Sequence[Instance], test: Sequence[Instance], seed: int
) -> list[str | None]:
    """Fit and generate. References of the test instances are not shown to the generator."""
    if generator.learns and not train:
        raise InvalidInput(
            f"generator '{generator.name}' needs training data",
            'Add train = "..." to the track, or --train FILE on the command line.',
        )
    learning, writing = np.random.default_rng(seed).spawn(2)
    hidden = [Instance(instance.id, instance.input, (), instance.meta) for instance in test]
    return generator.fitted(train, dev, learning).generate(hidden, writing)


def generate_from_files(
    name: str,
    settings: Mapping[str, object],
    train: Path | None,
    dev: Path | None,
    test: Path,
    task: str,
    seed: int,
    columns: ColumnNames = NO_COLUMNS,
) -> tuple[tuple[Instance, ...], list[str | None]]:
    """Train a generator on files and return the test instances with its outputs."""
    check_named_columns(columns, (), [path for path in (test, train, dev) if path])
    instances = load_instances(test, task, columns=columns)[1]
    learn, tune = (load_instances(path, task, columns=columns)[1] if path else () for path in (train, dev))
    generator = make_generator(name, settings, Path())
    return instances, generate_outputs(generator, learn, tune, instances, seed)


def generate(
    generator: str,
    test: Path | str | Sequence[Instance],
    train: Path | str | Sequence[Instance] = (),
    dev: Path | str | Sequence[Instance] = (),
    *,
    task: str = "slots",
    seed: int = 1,
    **settings: object,
) -> list[str | None]:
    """Train a generator and return its outputs for the test instances, as `genchal generate` does.

    Instances are files in the format of `task`, or lists of `Instance`; `settings` are those of the generator.

    >>> import genchal
    >>> walk = genchal.Instance("1", genchal.SlotValues((("name", "Fern Path"),)), ("Fern Path is a walk.",))
    >>> genchal.generate("random", [walk], train=[walk])
    ['Fern Path is a walk.']
    """
    learn, tune, tested = (
        load_instances(Path(given), task)[1] if isinstance(given, Path | str) else tuple(given)
        for given in (train, dev, test)
    )
    return generate_outputs(make_generator(generator, settings, Path()), learn, tune, tested, seed)


def render_submission(instances: Sequence[Instance], outputs: Sequence[str | None]) -> str:
    """Write outputs as a submission: input, tab, output; instances without an output are left out."""
    lines = ["mr\toutput\n"]
    for instance, output in zip(instances, outputs, strict=True):
        if output is not None:
            lines.append(f"{instance.input}\t{' '.join(output.split())}\n")
    return "".join(lines)


def make_submission(system: System, outputs: Sequence[str | None]) -> Submission:
    """Outputs in the order of the instances."""
    return Submission(system, tuple(range(len(outputs))), tuple(outputs))


def fingerprint_instances(instances: Sequence[Instance]) -> str:
    """Fingerprint of inputs and references."""
    return digest(
        [instance.id for instance in instances],
        [full_contents(instance.input) for instance in instances],
        [str(len(instance.references)) for instance in instances],
        [reference for instance in instances for reference in instance.references],
    )
