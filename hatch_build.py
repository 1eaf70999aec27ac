"""Compiles the kernels when a wheel or an editable installation is made; without a compiler they are left out."""

from __future__ import annotations

import os
import runpy
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelsHook(BuildHookInterface):  # type: ignore[type-arg]
    """One shared object without a word of Python's own interface in it: one wheel per platform, for every Python 3."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and if that works, say that the wheel is for this platform."""
        if os.environ.get("GENCHAL_KERNELS") == "off":
            return
        builder = runpy.run_path(str(Path(self.root) / "tools" / "build_kernels.py"))
        library: Path = builder["library_path"]()
        problem = builder["compile_kernels"](library)
        if problem:
            self.app.display_warning(f"without compiled kernels, which make scoring faster: {problem}")
            return
        build_data["artifacts"].append(library.relative_to(self.root).as_posix())
        if version != "editable":
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data.update(pure_python=False, tag=f"py3-none-{platform}")
