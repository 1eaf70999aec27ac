"""Generators to outputs: set up, taught with instances, and asked about others whose answers they do not see."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from genchal.campaign.config.places import find_place
from genchal.campaign.generation.configurations import read_configuration
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.named_columns import check_named_columns
from genchal.domain import (
    DependencyTree,
    Description,
    DialogueAct,
    Generator,
    Instance,
    Output,
    SlotValues,
    Submission,
    System,
    Text,
)
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.grouping import count_sharing
from genchal.domain.inputs import full_contents, hide_answers
from genchal.domain.settings import configure, described_settings, settings_of
from genchal.domain.slots.lexicon import SHIPPED
from genchal.errors import InvalidInput, counted, list_some
from genchal.generators import GENERATORS
from genchal.resources.files import read_text
from genchal.resources.results import digest
from genchal.tasks.attribute_tables import write_set
from genchal.tasks.findings import NAMED

# Of the machine code that torch makes for every shape of a batch, so many pieces are kept: all of it took a gigabyte.
KEPT_CODE = "50"
USUAL_TASKS: Mapping[type, str] = {SlotValues: "slots", DependencyTree: "sr"}  # of generators; others are detected


def make_generator(name: str, settings: Mapping[str, object], folder: Path) -> Generator:
    """Configure a generator; settings that name files are read, relative to `folder`."""
    kind = GENERATORS[name]
    for key in kind.files:
        if key not in settings and key in needed_files(kind):
            raise InvalidInput(
                f"generator '{name}' needs a file",
                f'Add {key} = "FILE" to the system, or -s {key}=FILE on the command line.',
            )
    return equip_generator(configure(kind, read_file_settings(kind, settings, folder), f"generator '{name}'"), folder)


def equip_generator(generator: Generator, folder: Path) -> Generator:
    """Give a generator the lexicon that it needs: one that comes with genchal, or a file relative to `folder`."""
    name = generator.needs().get("lexicon")
    if name is None:
        return generator
    from genchal.resources.lexicons import load_any_lexicon  # only some generators need one

    return generator.equipped({"lexicon": load_any_lexicon(name if name in SHIPPED else str(find_place(folder, name)))})


def needed_files(kind: type[Generator]) -> tuple[str, ...]:
    """Settings that name a file which a generator cannot do without: those of learning that have no default."""
    defaults = {known.name: known.default for known in described_settings(kind)}
    return tuple(key for key in kind.files if key not in kind.decoding and not defaults[key])


def read_file_settings(kind: type[Generator], settings: Mapping[str, object], folder: Path) -> dict[str, object]:
    """The same settings with the texts of the files that some of them name."""
    return {
        key: read_text(find_place(folder, str(value))) if key in kind.files and value not in kind.shipped else value
        for key, value in settings.items()
    }


def fingerprint_generator(generator: Generator, *, only_learning: bool = False) -> str:
    """Fingerprint of a generator and its settings, or of those settings that learning depends on."""
    names = sorted(set(settings_of(type(generator))) - set(generator.decoding if only_learning else ()))
    settings = [f"{name}={getattr(generator, name)}" for name in names]
    lexicon = getattr(generator, "_lexicon", None)
    known = [] if lexicon is None else [lexicon.fingerprint]
    return digest([generator.name, str(generator.version), *settings, *known])


def fingerprint_generation(
    generator: Generator, train: Sequence[Instance], dev: Sequence[Instance], test: Sequence[Instance], seed: int
) -> str:
    """Fingerprint of everything that outputs depend on."""
    return digest(fingerprint_generator(generator), str(seed), list(map(fingerprint_instances, (train, dev, test))))


def generate_outputs(
    generator: Generator, train: Sequence[Instance], dev: Sequence[Instance], test: Sequence[Instance], seed: int
) -> list[Output]:
    """Fit and generate."""
    return write_outputs(fit_generator(generator, train, dev, seed), test, seed)


def fit_generator(generator: Generator, train: Sequence[Instance], dev: Sequence[Instance], seed: int = 1) -> Generator:
    """Let a generator learn."""
    if generator.needs_training and not train:
        raise InvalidInput(
            f"generator '{generator.name}' needs training data",
            'Add train = "..." to the track, or --train FILE on the command line.',
        )
    if generator.extra == "neural":
        os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", KEPT_CODE)
    return generator.fitted(train, dev, np.random.default_rng(seed).spawn(2)[0])


def write_outputs(fitted: Generator, test: Sequence[Instance], seed: int = 1) -> list[Output]:
    """Let a generator write that has learnt. It is shown neither references nor what people selected."""
    hidden = [Instance(instance.id, hide_answers(instance.input), (), instance.meta) for instance in test]
    outputs = list(fitted.generate(hidden, np.random.default_rng(seed).spawn(2)[1]))
    if len(outputs) != len(test):
        raise ValueError(f"generator '{fitted.name}' wrote {len(outputs)} outputs for {len(test)} instances")
    return outputs


def load_training(paths: Sequence[Path], task: str | None, columns: ColumnNames = NO_COLUMNS) -> tuple[Instance, ...]:
    """The instances of all files, one after the other."""
    return tuple(instance for path in paths for instance in load_instances(path, task, columns=columns)[1])


def usual_task(generator: Generator | type[Generator]) -> str | None:
    """The format that a generator's files have unless somebody names another; None is detected."""
    return USUAL_TASKS.get(generator.takes[0])


def generate_from_files(
    name: str,
    settings: Mapping[str, object],
    train: Sequence[Path],
    dev: Sequence[Path],
    test: Path,
    task: str | None,
    seed: int,
    columns: ColumnNames = NO_COLUMNS,
) -> tuple[tuple[Instance, ...], list[Output]]:
    """Train a generator on files and return the test instances with its outputs."""
    check_named_columns(columns, (), [test, *train, *dev])
    name, settings = read_configuration(name, settings)
    task = task or usual_task(GENERATORS[name])
    instances = load_instances(test, task, columns=columns)[1]
    learn, tune = (load_training(paths, task, columns) for paths in (train, dev))
    generator = make_generator(name, settings, Path())
    return instances, generate_outputs(generator, learn, tune, instances, seed)


def generate(
    generator: str | Generator,
    test: Path | str | Sequence[Instance],
    train: Path | str | Sequence[Instance] = (),
    dev: Path | str | Sequence[Instance] = (),
    *,
    task: str | None = None,
    seed: int = 1,
    **settings: object,
) -> list[Output]:
    """Train a generator and return its outputs for the test instances, as `genchal generate` does.

    Instances are files in the format of `task`, or lists of `Instance`; `settings` are those of the generator. A
    trained generator, as `genchal.load_model` returns, is not trained again.

    >>> import genchal
    >>> walk = genchal.Instance("1", genchal.SlotValues((("name", "Fern Path"),)), ("Fern Path is a walk.",))
    >>> genchal.generate("random", [walk], train=[walk])
    ['Fern Path is a walk.']
    """
    if isinstance(generator, str):
        generator, settings = read_configuration(generator, settings)
    kind = GENERATORS[generator] if isinstance(generator, str) else type(generator)
    tested = instances_of(test, task or usual_task(kind))
    if isinstance(generator, Generator):
        return write_outputs(replace(generator, **settings) if settings else generator, tested, seed)  # type: ignore[type-var]
    learn, tune = (instances_of(given, task or usual_task(kind)) for given in (train, dev))
    return generate_outputs(make_generator(generator, settings, Path()), learn, tune, tested, seed)


def instances_of(given: Path | str | Sequence[Instance], task: str | None) -> tuple[Instance, ...]:
    """Instances as they are, or those of a file."""
    return load_instances(Path(given), task)[1] if isinstance(given, Path | str) else tuple(given)


def render_submission(instances: Sequence[Instance], outputs: Sequence[Output]) -> str:
    """Write outputs as a submission, a line each; instances without an output are left out.

    Inputs that can be read again stand beside their outputs, with the ids of instances where some share an input. Trees
    and scenes are named by their ids; attribute sets stand in a column of their own.
    """
    pairs = [(instance, output) for instance, output in zip(instances, outputs, strict=True) if output is not None]
    if any(isinstance(output, Description) for _, output in pairs):
        return _render_descriptions(pairs)
    is_shown = not any(isinstance(instance.input, DependencyTree) for instance in instances)
    has_ids = is_shown and all(instance.is_identified for instance in instances) and count_sharing(instances) > 0
    lines = ["id\tmr\toutput\n" if has_ids else "mr\toutput\n" if is_shown else "instance\toutput\n"]
    for instance, output in pairs:
        shown = (instance.id, instance.input) if has_ids else (instance.input if is_shown else instance.id,)
        lines.append("\t".join([*map(str, shown), " ".join(str(output).split())]) + "\n")
    return "".join(lines)


def describe_gaps(instances: Sequence[Instance], outputs: Sequence[Output]) -> str | None:
    """Say for which instances there is no output, and what becomes of them; None if all have one."""
    gaps = [one for one, output in zip(instances, outputs, strict=True) if output is None]
    if not gaps:
        return None
    named = [str(one.input) if isinstance(one.input, SlotValues | DialogueAct | Text) else one.id for one in gaps]
    shown = list_some([f"'{name}'" for name in named], NAMED)
    have = "has" if len(gaps) == 1 else "have"
    return f"{len(gaps):,} of {counted(len(instances), 'instance')} {have} no output and no line ({shown})"


def _render_descriptions(pairs: Sequence[tuple[Instance, Output]]) -> str:
    described = [(instance.id, output) for instance, output in pairs if isinstance(output, Description)]
    has_texts = any(output.text is not None for _, output in described)
    lines = ["trial\tattributes\toutput\n" if has_texts else "trial\tattributes\n"]
    for trial, output in described:
        text = f"\t{' '.join((output.text or '').split())}" if has_texts else ""
        lines.append(f"{trial}\t{write_set(output.attributes)}{text}\n")
    return "".join(lines)


def make_submission(system: System, outputs: Sequence[Output], instances: int) -> Submission:
    """Outputs in the order of the instances; those of further rounds follow, in the same order."""
    texts = tuple(output.text if isinstance(output, Description) else output for output in outputs)
    sets = tuple(output.attributes if isinstance(output, Description) else None for output in outputs)
    return Submission(
        system,
        tuple(place % instances for place in range(len(outputs))),
        texts,
        attribute_sets=None if all(attributes is None for attributes in sets) else sets,
    )


def fingerprint_instances(instances: Sequence[Instance]) -> str:
    """Fingerprint of inputs and references."""
    return digest(
        [instance.id for instance in instances],
        [full_contents(instance.input) for instance in instances],
        [str(len(instance.references)) for instance in instances],
        [reference for instance in instances for reference in instance.references],
    )
