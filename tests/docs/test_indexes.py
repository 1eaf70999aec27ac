"""Every page is found from the index above it: in one group, with a line that says what it is for."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
INDEX = (DOCS / "how-to" / "index.md").read_text(encoding="utf-8")
PAGES = sorted(path.stem for path in (DOCS / "how-to").glob("*.md") if path.stem != "index")


@pytest.mark.parametrize("name", PAGES)
def test_a_how_to_page_has_one_line_and_one_place(name: str) -> None:
    title = (DOCS / "how-to" / f"{name}.md").read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    line = rf"^- \[{re.escape(title)}\]\({name}\.md\): \S.+[.?]$"
    assert len(re.findall(line, INDEX, re.M)) == 1
    assert len(re.findall(rf"^{name}$", INDEX, re.M)) == 1


def test_groups_and_what_the_sidebar_has_are_the_same() -> None:
    groups = re.findall(r"^## (.+)$", INDEX, re.M)
    assert groups == re.findall(r"^:caption: (.+)$", INDEX, re.M)
    listed = re.findall(r"^- \[.+?\]\((.+?)\.md\)", INDEX, re.M)
    assert listed == re.findall(r"^([a-z-]+)$", INDEX, re.M)
