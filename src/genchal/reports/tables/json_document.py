"""Results as JSON: the one place where values become what JSON can say, and NaN becomes null."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from pathlib import Path

SCHEMA = 1


def render_json(payload: Mapping[str, object], seconds: float | None = None) -> str:
    """Write a result on one line: the number of the schema first, how long it took last."""
    document = {"schema": SCHEMA, **payload, **({} if seconds is None else {"seconds": round(seconds, 4)})}
    return json.dumps(plain_value(document), ensure_ascii=False, allow_nan=False)


def plain_value(value: object) -> object:
    """Turn dataclasses, mappings, sequences, paths and numpy's numbers and arrays into plain values; NaN is None."""
    match value:
        case None | str() | bool() | int():
            return value
        case float():
            return float(value) if math.isfinite(value) else None
        case Mapping():
            return {key: plain_value(member) for key, member in value.items()}
        case list() | tuple():
            return [plain_value(member) for member in value]
        case Path():
            return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain_value(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if hasattr(value, "tolist"):  # numpy, which need not be imported to print
        return plain_value(value.tolist())
    raise TypeError(f"JSON has no way to write {type(value).__name__}")
