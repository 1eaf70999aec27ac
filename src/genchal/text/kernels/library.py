"""The kernels as functions of arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.text.kernels.finding import find_library

_SEED = ctypes.c_uint64(hash("genchal"))  # differs from process to process: no file can be made to fill one place
# Arguments of every function: w whole number, s seed, a array.
_SIGNATURES = {
    "number_spans": "aaawsaa",
    "number_chunks": "aaawsaaa",
    "lay_out": "aawaaaa",
    "number_tokens": "wwaawaaaaswaaaaa",
    "clipped_matches": "aawaaaaawwsa",
    "common_ngrams": "aawaawaawsa",
    "lcs_lengths": "aawaawa",
    "best_alignments": "wwwwwaaaaaaaaaaaaaawwaa",
}


class Kernels:
    """The functions of one shared object."""

    def __init__(self, library: ctypes.CDLL) -> None:
        kinds = {"w": ctypes.c_int64, "s": ctypes.c_uint64, "a": ctypes.c_void_p}
        self._functions = {name: getattr(library, name) for name in _SIGNATURES}
        for name, function in self._functions.items():
            function.restype = ctypes.c_int64
            function.argtypes = [kinds[letter] for letter in _SIGNATURES[name]]

    def call(self, name: str, *arguments: NDArray[Any] | int | None) -> int:
        """Call a function; its seed is filled in where its arguments have one. Arrays must be contiguous."""
        given = iter(arguments)
        values = [_SEED if letter == "s" else _as_argument(next(given)) for letter in _SIGNATURES[name]]
        result = int(self._functions[name](*values))
        if result < 0:
            raise MemoryError(f"kernel {name}")
        return result


def _as_argument(value: NDArray[Any] | int | None) -> int | None:
    if not isinstance(value, np.ndarray):
        return value
    if not value.flags.c_contiguous:
        raise ValueError("kernels take contiguous arrays")
    return value.ctypes.data


class _Choice:
    """Which kernels are in use; tests put others in their place."""

    def __init__(self) -> None:
        self.is_replaced = False
        self.kernels: Kernels | None = None


_CHOICE = _Choice()


def active_kernels() -> Kernels | None:
    """The kernels, or None where array code does the work: nothing was compiled, or it is switched off."""
    return _CHOICE.kernels if _CHOICE.is_replaced else _found_kernels()


@cache
def _found_kernels() -> Kernels | None:
    library = find_library()
    return None if library is None else Kernels(library)


@contextmanager
def replaced_kernels(kernels: Kernels | None) -> Iterator[None]:
    """Use these kernels, or none, for a while."""
    before = _CHOICE.is_replaced, _CHOICE.kernels
    _CHOICE.is_replaced, _CHOICE.kernels = True, kernels
    try:
        yield
    finally:
        _CHOICE.is_replaced, _CHOICE.kernels = before
