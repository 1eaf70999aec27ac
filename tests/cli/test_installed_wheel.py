"""The wheel, installed into an empty environment, scores; with compiled kernels and without a compiler."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import lacking
from kernel_tools import compile_into

ROOT = Path(__file__).parents[2]
LARGEST = 330  # MB, as `du -m` counts them, of an environment with the core, pip and compiled Python included
OUTPUTS, REFERENCES = "the walk is 6 km long\na river\n", "the walk is 6 km\na river, by the mill\n"


def run(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GENCHAL_"))}
    return subprocess.run(
        list(map(str, words)), cwd=ROOT, env=clean | environment, capture_output=True, text=True, check=False
    )


def build_wheel(folder: Path, **environment: str) -> Path:
    """Build without a network."""
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, **environment)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def install(python: str, wheel: Path, folder: Path) -> Path:
    """An environment of this Python with the core and nothing else; returns its command."""
    assert run(python, "-m", "venv", folder).returncode == 0
    pip = folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install"
    done = run(*pip, "--require-hashes", "--requirement", ROOT / "requirements.lock")
    if done.returncode and "No matching distribution" not in done.stderr:
        pytest.fail(done.stderr)
    if done.returncode:
        pytest.skip("the packages of requirements.lock cannot be had: no network")
    done = run(*pip, "--no-deps", wheel)
    assert done.returncode == 0, done.stderr
    return folder / "bin" / "genchal"


def megabytes(folder: Path) -> float:
    """What the files of an environment take on the disk, each one once."""
    found = {(status.st_dev, status.st_ino): status.st_blocks * 512 for status in map(os.lstat, folder.rglob("*"))}
    return sum(found.values()) / 2**20


def score(command: Path, folder: Path) -> list[float]:
    """BLEU, chrF and ROUGE-L of two files."""
    outputs, references = folder / "outputs.txt", folder / "references.txt"
    outputs.write_text(OUTPUTS, encoding="utf-8")
    references.write_text(REFERENCES, encoding="utf-8")
    done = run(command, "score", outputs, "-r", references, "-m", "bleu,chrf,rouge_l", "--no-cache", "--json")
    assert done.returncode == 0, done.stderr
    return [one["value"] for one in json.loads(done.stdout)["scores"]]


@pytest.mark.slow
@pytest.mark.parametrize("name", [sys.executable, "python3.13"])
def test_the_wheel_scores_in_an_empty_environment(tmp_path: Path, name: str) -> None:
    python = shutil.which(name)
    if python is None or run(python, "-c", "").returncode:
        pytest.skip(f"{name} is not there")
    _, problem = compile_into(tmp_path)
    if problem:
        lacking("kernels", f"compiled kernels: {problem}")
    (tmp_path / "wheels").mkdir()
    wheel = build_wheel(tmp_path / "wheels")
    assert "-py3-none-" in wheel.name
    assert "any" not in wheel.name
    command = install(python, wheel, tmp_path / "environment")
    assert run(command, "--version").stdout.endswith("(compiled kernels)\n")
    assert megabytes(tmp_path / "environment") < LARGEST
    compiled = score(command, tmp_path)
    library = next((tmp_path / "environment").rglob("kernels.so"))
    library.write_bytes(b"not a library")
    assert "cannot be used" in run(command, "--version").stdout
    assert score(command, tmp_path) == compiled
    library.unlink()
    assert "no compiler" in run(command, "--version").stdout
    assert score(command, tmp_path) == compiled


@pytest.mark.slow
def test_without_a_compiler_the_wheel_is_for_every_platform(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path, CC="no-such-compiler")
    assert wheel.name.endswith("-py3-none-any.whl")
