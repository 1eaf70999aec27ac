"""Every method is pictured in the docs as raters see it, on a phone and a desktop, and told to who cannot see it."""

import re
import struct
from pathlib import Path

import pytest

from genchal.elicitation import METHODS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "how-to" / "choose-a-method.md").read_text(encoding="utf-8")
FOLDER = DOCS / "_static" / "methods"
PICTURES = {
    Path(path).name: words for words, path in re.findall(r"!\[([^\]]*)\]\(\.\./_static/methods/([^)]+)\)", PAGE)
}


def shape(file: Path) -> tuple[int, int]:
    """Width and height, from the head of a PNG."""
    width, height = struct.unpack(">II", file.read_bytes()[16:24])
    return width, height


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_method_has_its_pictures_in_its_section(name: str, size: str) -> None:
    section = PAGE.split(f"\n## {name}\n")[1].split("\n## ")[0]
    assert f"/{name}-{size}.png)" in section


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_there_and_is_told_in_words(name: str) -> None:
    width, height = shape(FOLDER / name)
    assert (width == 1280) if name.endswith("-desktop.png") else (width < height)
    assert len(PICTURES[name]) >= 15


def test_no_picture_is_left_over_and_all_are_small() -> None:
    files = list(FOLDER.iterdir())
    assert {one.name for one in files} == PICTURES.keys()
    assert sum(one.stat().st_size for one in files) < 1_300_000
