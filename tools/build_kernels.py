"""Compile the kernels of `genchal.text.kernels`, where there is a compiler: ``python tools/build_kernels.py``.

``hatch_build.py`` calls this when a wheel or an editable installation is made. It needs nothing but Python and a C
compiler. Without one nothing is made, and genchal runs on array code.
"""

from __future__ import annotations

import os
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "src" / "genchal" / "text" / "kernels"
FLAGS = ("-std=c11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden")
SECONDS = 120


def find_compiler() -> list[str]:
    """The compiler's command: $CC, or the first of the usual ones; nothing where there is none."""
    asked = shlex.split(os.environ.get("CC", ""))
    for name, *options in [asked] if asked else [["cc"], ["gcc"], ["clang"]]:
        found = shutil.which(name)
        if found is not None:
            return [found, *options]
    return []


def compile_kernels(target: Path, flags: Sequence[str] = ()) -> str:
    """Compile all sources into one shared object; return what is wrong, "" if it is there."""
    compiler = find_compiler()
    if not compiler or sys.platform == "win32":
        return "there is no C compiler"
    sources = sorted(map(str, FOLDER.glob("*.c")))
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".kernels-") as folder:
        made = Path(folder) / target.name
        command = [*compiler, *FLAGS, *flags, f'-DSOURCES="{digest_sources()}"', "-o", str(made), *sources]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        if done.returncode:
            return f"{compiler[0]} failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"
        made.replace(target)  # whole or not at all: a process may have the old one in use
    return ""


def digest_sources() -> str:
    """The digest that the loader asks for, by its own code."""
    digest: str = runpy.run_path(str(FOLDER / "_digest.py"))["digest_sources"](FOLDER)
    return digest


def library_path() -> Path:
    """Where the loader looks for it."""
    return FOLDER / ("kernels.dylib" if sys.platform == "darwin" else "kernels.so")


def main() -> None:
    """Compile in place."""
    problem = compile_kernels(library_path())
    print(f"kernels: not built ({problem})" if problem else f"kernels: {library_path()}")  # noqa: T201


if __name__ == "__main__":
    main()
