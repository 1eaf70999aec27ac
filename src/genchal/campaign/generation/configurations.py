"""Generators as files: a TOML file that names one and has its settings, to vary a system and to pass it on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from genchal.domain.settings import parse_toml, settings_of
from genchal.domain.slots.lexicon import SHIPPED
from genchal.errors import InvalidInput, UnknownName, suggestion
from genchal.generators import GENERATORS
from genchal.resources.files import read_text

SUFFIX = ".toml"
USUAL = "neural"  # the generator of a file that names none: those that come with genchal are configurations of it


def is_configuration(name: str) -> bool:
    """Whether a name is that of a file with settings, not of a generator or of a trained model."""
    return name.lower().endswith(SUFFIX)


def read_configuration(name: str, settings: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """The generator that is meant and its settings: from a file if `name` is one; those given beside it win.

    Files that settings name (lexicons, templates) are looked for beside the file.
    """
    if not is_configuration(name):
        return name, dict(settings)
    path = Path(name)
    found = parse_toml(read_text(path), name)
    chosen = str(found.pop("generator", USUAL))
    if chosen not in GENERATORS:
        unknown = UnknownName("generator", chosen, GENERATORS)
        raise InvalidInput(f"{name}: {unknown.problem}", unknown.remedy)
    kind = GENERATORS[chosen]
    known = settings_of(kind)
    for key, value in found.items():
        if key not in known:
            raise InvalidInput(f"{name}: generator '{chosen}' has no setting '{key}'", suggestion(key, list(known)))
        if isinstance(value, dict):
            raise InvalidInput(f"{name}: [{key}] is a table", f"Write {key} = VALUE.")
        is_file = key in kind.files or key == "lexicon"
        if is_file and value not in (*kind.shipped, *SHIPPED) and (path.parent / str(value)).is_file():
            found[key] = str(path.parent / str(value))
    return chosen, {**found, **settings}
