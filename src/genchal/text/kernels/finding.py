"""The shared object with the kernels: loaded when first asked for, and only if made from the sources beside it."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from genchal.text.kernels._digest import digest_sources

if TYPE_CHECKING:
    from ctypes import CDLL

FOLDER = Path(__file__).parent
SWITCH = "GENCHAL_KERNELS"  # "off": array code alone
LIBRARY_NAME = "kernels.dylib" if sys.platform == "darwin" else "kernels.so"


@cache
def find_library() -> CDLL | None:
    """The shared object, if there is one that fits and it is not switched off."""
    path = FOLDER / LIBRARY_NAME
    if os.environ.get(SWITCH) == "off" or not path.is_file():
        return None
    try:
        library = open_library(path)
        return library if made_from(library) == digest_sources(FOLDER) else None
    except (OSError, AttributeError):
        return None


def open_library(path: Path) -> CDLL:
    """Load a shared object."""
    import ctypes

    return ctypes.CDLL(str(path))


def made_from(library: CDLL) -> str:
    """Digest of the sources that it was made from."""
    from ctypes import c_char_p

    library.sources.restype = c_char_p
    return bytes(library.sources()).decode()


def describe_kernels() -> str:
    """What people are told: whether compiled kernels are active, and if not, why."""
    if find_library() is not None:
        return "compiled kernels"
    if os.environ.get(SWITCH) == "off":
        return f"no compiled kernels: {SWITCH}=off"
    if not (FOLDER / LIBRARY_NAME).is_file():
        return "no compiled kernels: there was no compiler when it was installed"
    return "no compiled kernels: those that are there cannot be used; install genchal again"
