"""Lines as bytes are the lines that reading strings gives."""

from itertools import groupby, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genchal.resources.files import iterate_lines
from genchal.resources.large_texts import packed_lines
from genchal.resources.large_texts.line_survey import survey_lines
from genchal.resources.large_texts.packed_lines import group_lines, read_packed_blocks, read_packed_lines
from genchal.tasks.plain import blocks

PIECES = [
    "a walk",
    "",
    " ",
    "é",
    "日本",
    "\u3000",
    "\x1c",
    "\n",
    "\n\n",
    "\r\n",
    "\r\r\n",
    "x\ty",
    "🙂",
    "\0",
    "\ufeff",
]
contents = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@pytest.fixture(params=[3, 1 << 20])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("genchal.resources.large_texts.packed_lines.AT_ONCE", request.param)
    monkeypatch.setattr("genchal.resources.large_texts.line_survey.AT_ONCE", request.param)
    return tmp_path / "text.txt"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=contents, each=st.integers(1, 5))
def test_lines_and_blocks_are_the_same_as_strings(path: Path, text: str, each: int) -> None:
    path.write_bytes(text.encode())
    lines = list(iterate_lines(path))
    has_old_ends = "\r" in text and "\n" not in text
    survey = survey_lines(path, each)
    if has_old_ends:
        assert read_packed_lines(path, 0, each) is None
        return
    assert survey.lines == len(lines)
    assert [line for _, line in survey.line_marks] == list(range(1, len(lines) + 1, each))
    found = [read_packed_lines(path, byte, each) for byte, _ in survey.line_marks]
    assert [line for tile in found if tile is not None for line in tile] == lines

    groups = list(blocks(lines))
    assert survey.blocks == len(groups)
    assert survey.block_sizes == {len(group) for group in groups}
    tiles = [read_packed_blocks(path, byte, each) for byte, _ in survey.block_marks]
    assert [list(group) for tile in tiles if tile is not None for group in tile] == groups
    assert [line for _, line in survey.block_marks] == _first_lines(lines)[::each]


def _first_lines(lines: list[str]) -> list[int]:
    numbered = groupby(enumerate(lines, start=1), key=lambda pair: not pair[1].strip())
    return [next(iter(group))[0] for is_blank, group in numbered if not is_blank]


@pytest.mark.parametrize("data", [b"\xff\n", b"fine\n\xed\xa0\x80\n", b"cut \xc3\n"])
def test_what_is_not_utf8_is_left_to_those_who_explain_it(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(data)
    assert read_packed_lines(path, 0, 5) is None
    assert read_packed_blocks(path, 0, 5) is None


def test_references_of_several_files_are_grouped_by_line(tmp_path: Path) -> None:
    texts = [["a", "b", "c"], ["d", "e", "f"]]
    paths = [tmp_path / f"{number}.txt" for number in range(2)]
    for path, lines in zip(paths, texts, strict=True):
        path.write_text("\n".join(lines), encoding="utf-8")
    groups = group_lines([read_packed_lines(path, 0, 3) for path in paths])
    assert groups == list(zip(*texts, strict=True))
    assert groups is not None
    assert list(groups.take([2, 0])) == [("c", "f"), ("a", "d")]
    assert group_lines([None]) is None


def test_few_lines_of_a_long_file_are_read_without_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_lines, "AT_ONCE", 16)
    path = tmp_path / "text.txt"
    path.write_text("".join(f"line {number}\n" for number in range(1000)), encoding="utf-8")
    found = read_packed_lines(path, 7 * 10, 2)
    assert list(found or ()) == list(islice(iterate_lines(path, 70, 11), 2))
    assert found is not None
    assert len(found.data) < 64
