"""Contracts of all layouts of ratings."""

import json
from pathlib import Path

import pytest

from fuzzing import SEEDS
from genchal.campaign.judgements.load import load_ratings
from genchal.domain.ratings import Ratings
from genchal.errors import UserError
from genchal.ratings import LAYOUTS
from genchal.text.tables.names import is_personal
from genchal.text.tables.opening import open_table


def loaded(name: str, folder: Path, text: str | None = None) -> Ratings:
    path = folder / "ratings.txt"
    path.write_text(SEEDS[f"ratings {name}"] if text is None else text, encoding="utf-8")
    return load_ratings(path)


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_found_out(name: str, tmp_path: Path) -> None:
    ratings = loaded(name, tmp_path)
    assert ratings.notes["layout"] == name
    assert len(ratings) or name == "pearmut"
    assert LAYOUTS[name].summary


@pytest.mark.parametrize("name", LAYOUTS)
def test_nothing_of_a_raters_name_or_of_personal_columns_survives(name: str, tmp_path: Path) -> None:
    ratings = loaded(name, tmp_path)
    columns = (ratings.rater, ratings.sheet, ratings.instance, ratings.system, ratings.criterion)
    names = [name for column in columns for name in column.names]
    told = " ".join([*names, *(one.sentence() for one in ratings.set_aside), *ratings.notes.values()])
    for private in ("xq17", "xq18", "Elmham", "127.0.0.1"):
        assert private not in told
    numbered = [rater for rater in ratings.rater.names if not rater.startswith("?")]
    assert numbered == [f"r{number}" for number in range(1, len(numbered) + 1)]


@pytest.mark.parametrize("name", LAYOUTS)
def test_errors_do_not_tell_what_stands_in_a_row(name: str, tmp_path: Path) -> None:
    seed = SEEDS[f"ratings {name}"]
    for broken in (
        f"{seed}xq17\n",
        seed.replace("xq17", 'xq17"'),
        seed.replace(",", ",,", 3),
        seed.replace("}", "", 1),
    ):
        try:
            loaded(name, tmp_path, broken)
        except UserError as error:
            assert "xq17" not in str(error)


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name != "mqm"])  # rows of errors are added up
def test_rows_are_kept_or_counted(name: str) -> None:
    """The same file twice over: every judgement of the second half is counted, or kept."""
    lines = SEEDS[f"ratings {name}"].rstrip("\n").split("\n")
    once = LAYOUTS[name].read(open_table(lines, "the file")).to_ratings()
    has_header = name not in ("appraise", "arena", "pearmut", "factgenie", "potato", "mtme")
    twice = LAYOUTS[name].read(open_table([*lines, *lines[has_header:]], "the file")).to_ratings()

    def total(ratings: Ratings) -> int:
        return len(ratings) + sum(one.count for one in ratings.set_aside)

    assert total(twice) == 2 * total(once)


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_documented(name: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "bring-your-ratings.md"
    assert f"| `{name}` |" in page.read_text(encoding="utf-8")


def test_columns_about_persons_are_known() -> None:
    for name in ("_ip", "_city", "_region", "_country", "_channel", "E-Mail", "IP address", "user agent", "Latitude"):
        assert is_personal(name)
    for name in ("_worker_id", "mr_id", "system", "score", "description", json.dumps({})):
        assert not is_personal(name)
