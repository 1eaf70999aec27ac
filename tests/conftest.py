"""What tests share: Hypothesis profiles, real data, a real browser."""

import gzip
import lzma
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from genchal.engines import Engine
    from genchal.metrics.meteor.tables import Tables
    from genchal.text.kernels.library import Kernels

REQUIRED = set(filter(None, os.environ.get("GENCHAL_REQUIRE", "").split(",")))

# Arrays in tests are small: threads of the linear algebra library would only spin. Tests start processes of their own.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

EVERYTHING = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("everything", EVERYTHING, derandomize=True)
settings.register_profile("quick", EVERYTHING, max_examples=10)
settings.load_profile("everything" if "slow" in REQUIRED else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests to runs that ask for them: GENCHAL_REQUIRE=slow, or -m slow."""
    if "slow" in REQUIRED or config.option.markexpr:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def lacking(what: str, message: str) -> None:
    """Skip with one clear line, or fail where the run says that this must be there."""
    if what in REQUIRED:
        pytest.fail(f"GENCHAL_REQUIRE asks for {what}: {message}")
    pytest.skip(message)


@pytest.fixture(scope="session")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> "Kernels":
    """The kernels, compiled from the sources as they are."""
    from kernel_tools import compile_into, load_kernels

    path, problem = compile_into(tmp_path_factory.mktemp("kernels"))
    if problem:
        lacking("kernels", f"compiled kernels: {problem}")
    return load_kernels(path)


# Files that tests read packed, and that `genchal data get` leaves unpacked.
PACKED = {"e2e/*set*.csv": ".xz", "e2e-eval/primary_raw/*.tsv": ".gz", "bagel/*.txt": ".gz"}


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of real data sets; what was downloaded by `genchal data get` is packed in a copy of it."""
    folder = Path(os.environ.get("GENCHAL_DATA") or os.devnull)
    if not folder.is_dir():
        lacking("data", "real data: set GENCHAL_DATA to the folder of data sets")
    found = [(path, suffix) for pattern, suffix in PACKED.items() for path in folder.glob(pattern)]
    loose = [(path, suffix) for path, suffix in found if path.name != "testset.csv"]
    if not loose:
        return folder
    copy = tmp_path_factory.mktemp("real") / "data"
    shutil.copytree(folder, copy)
    for path, suffix in loose:
        pack = lzma.compress if suffix == ".xz" else gzip.compress
        target = copy / path.relative_to(folder)
        target.with_name(target.name + suffix).write_bytes(pack(path.read_bytes()))
    return copy


@pytest.fixture(scope="session")
def meteor() -> "Tables":
    """METEOR's tables in English, compiled in the user's cache if they are not yet."""
    from genchal.errors import NeedsExtra
    from genchal.resources.meteor import load_meteor

    try:
        return load_meteor("en synonym paraphrase", print)
    except NeedsExtra as error:
        lacking("meteor", f"METEOR's tables: {error.remedy}")
        raise


@pytest.fixture(scope="session")
def neural() -> None:
    """Torch and transformers, for tests that train or run a network."""
    if not all(map(find_spec, ("torch", "transformers"))):
        lacking("neural", "networks: make neural")


@pytest.fixture(scope="session")
def two_workers() -> Iterator[Callable[[str], "Engine"]]:
    """An engine of this name with two workers; those of Ray are started once."""
    from genchal.engines import ENGINES
    from genchal.errors import NeedsExtra

    def make(name: str) -> "Engine":
        try:
            return ENGINES[name](2)
        except NeedsExtra as error:
            lacking(name, f"engine '{name}': {error.remedy}")
            raise

    yield make
    if "ray" in sys.modules:
        sys.modules["ray"].shutdown()


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """A headless Chromium."""
    executable = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if executable is None:
        lacking("browser", "browser tests: install chromium")
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield browser
        browser.close()
