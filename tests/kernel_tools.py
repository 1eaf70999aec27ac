"""Kernels compiled for tests, whatever is installed."""

import os
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from genchal.text.kernels.finding import open_library
from genchal.text.kernels.library import Kernels, replaced_kernels

TOOLS = Path(__file__).parents[1] / "tools"
T = TypeVar("T")


def compile_into(folder: Path, *flags: str) -> tuple[Path, str]:
    """Compile the kernels into a folder; also say what went wrong."""
    path = folder / f"kernels-{os.getpid()}.so"
    problem: str = runpy.run_path(str(TOOLS / "build_kernels.py"))["compile_kernels"](path, flags)
    return path, problem


def load_kernels(path: Path) -> Kernels:
    """The kernels of a shared object."""
    return Kernels(open_library(path))


def on_both_paths(kernels: Kernels, compute: Callable[[], T]) -> tuple[T, T]:
    """A result by kernels, and by array code."""
    with replaced_kernels(kernels):
        compiled = compute()
    with replaced_kernels(None):
        return compiled, compute()


def same_bits(left: Any, right: Any) -> bool:
    """Whether two arrays are the same, type and all."""
    return (
        left.dtype == right.dtype and left.shape == right.shape and np.array_equal(left.view(), right, equal_nan=True)
    )
