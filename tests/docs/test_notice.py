"""NOTICE.md names every file of data in the package, and nothing else; the wheel carries it and says its licence."""

import ast
import os
import re
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import Parser
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
NOTICE = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
FILES = re.compile(r"^Files: (.+?)\n\n", re.MULTILINE | re.DOTALL)
CODE = (".c", ".h", ".so", ".dylib")  # the kernels, and what is compiled of them
LICENCES = ["Apache-2.0", "BSD-3-Clause", "CC-BY-SA-4.0"]


def entries(notice: str) -> list[str]:
    """Return the patterns of all entries."""
    return [pattern for paragraph in FILES.findall(notice) for pattern in re.findall(r"`([^`]+)`", paragraph)]


def is_data(path: Path) -> bool:
    """Whether a file is data: all but code, and code that a tool has written."""
    if path.suffix in CODE:
        return False
    if path.suffix != ".py":
        return True
    text = path.read_text(encoding="utf-8")
    return "tools/" in text and "Written by tools/" in (ast.get_docstring(ast.parse(text)) or "")


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def unnamed(names: list[str], patterns: list[str]) -> list[str]:
    return [name for name in names if not any(fnmatchcase(name, pattern) for pattern in patterns)]


def unused(names: list[str], patterns: list[str]) -> list[str]:
    return [pattern for pattern in patterns if not any(fnmatchcase(name, pattern) for name in names)]


def test_every_file_of_data_has_an_entry() -> None:
    data = [path.relative_to(SOURCE).as_posix() for path in files(SOURCE / "genchal") if is_data(path)]
    assert len(data) > 100
    assert "genchal/text/tokenisers/ptb_tables.py" in data
    assert unnamed(data, entries(NOTICE)) == []


def test_every_entry_has_a_file() -> None:
    names = [path.relative_to(SOURCE).as_posix() for path in files(SOURCE / "genchal")]
    patterns = entries(NOTICE)
    assert unused(names, patterns) == []
    assert len(set(patterns)) == len(patterns)


def test_what_has_no_entry_and_what_has_no_file_is_found() -> None:
    patterns = entries("### Words\n\nFiles: `a/*.toml`,\n`b.npz`\n\nMore.\n")
    assert patterns == ["a/*.toml", "b.npz"]
    assert unnamed(["a/x.toml", "c.tsv"], patterns) == ["c.tsv"]
    assert unused(["a/x.toml", "c.tsv"], patterns) == ["b.npz"]


def test_every_section_says_its_files_and_what_was_taken() -> None:
    for section in re.split(r"^### ", NOTICE, flags=re.MULTILINE)[1:]:
        assert re.match(r".+\n\nFiles: [^#]+?\n\n\S", section), section.partition("\n")[0]


def test_links_of_the_notice_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", NOTICE):
        assert (ROOT / target).is_file(), target


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built from this source without a network."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(words, cwd=ROOT, env=os.environ, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def metadata(wheel: zipfile.ZipFile) -> Message:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode("utf-8"))


def test_the_wheel_carries_its_licences_and_this_notice(wheel: zipfile.ZipFile) -> None:
    about = metadata(wheel)
    listed = about.get_all("License-File") or []
    assert sorted(listed) == ["LICENSE", "NOTICE.md", "src/genchal/resources/parsers/LICENCE.md"]
    folder = next(name for name in wheel.namelist() if name.endswith("/METADATA")).removesuffix("METADATA")
    for name in listed:
        assert wheel.read(f"{folder}licenses/{name}") == (ROOT / name).read_bytes()


def test_the_licence_of_the_wheel_is_the_one_that_is_explained(wheel: zipfile.ZipFile) -> None:
    expression = metadata(wheel)["License-Expression"]
    assert expression == " AND ".join(LICENCES)
    assert f"`{expression}`" in NOTICE
    for licence in LICENCES:
        assert f"* **{licence}**: " in NOTICE
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    line = readme.partition("* Licence: ")[2].partition("Citing")[0]
    assert "[notice](NOTICE.md)" in line
    assert all(name in line for name in ("Apache-2.0", "BSD-3-Clause", "CC BY-SA 4.0"))


def test_every_file_of_data_in_the_wheel_has_an_entry(wheel: zipfile.ZipFile) -> None:
    names = [name for name in wheel.namelist() if ".dist-info/" not in name and not name.endswith((".py", *CODE))]
    assert unnamed(names, entries(NOTICE)) == []
