"""Systems of the papers as configurations of the neural generator: a file in `systems/` each, read when it is used."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pkgutil import get_data
from typing import Any, get_type_hints

from genchal.domain.settings import setting
from genchal.generators.neural.generator import Neural

PACKAGE = "genchal.generators.neural"


def make_system(name: str) -> type[Neural]:
    """A generator whose settings have the values of a file by default."""
    text = (get_data(PACKAGE, f"systems/{name}.toml") or b"").decode()
    values: dict[str, Any] = tomllib.loads(text)
    known = {field.name: field for field in fields(Neural)}
    hints = get_type_hints(Neural)
    annotations = {key: hints[key] for key in values}
    defaults = {key: setting(value, **known[key].metadata["setting"]) for key, value in values.items()}
    body = {
        "__doc__": f"The system {name}: a configuration of the neural generator.",
        "__module__": __name__,
        "__annotations__": annotations,
        "name": name,
        "version": Neural.version,
        **defaults,
    }
    return dataclass(frozen=True, slots=True)(type(_class_name(name), (Neural,), body))


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def __getattr__(name: str) -> type[Neural]:
    """The class of a system, by the name of its file with underscores for hyphens."""
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        return make_system(name.replace("_", "-"))
    except OSError:
        raise AttributeError(name) from None
