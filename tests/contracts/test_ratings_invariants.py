"""What must not change a mean: the order of rows, names of raters, how rows are spread over files and columns."""

import csv
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.typed import genchal
from genchal.campaign.judgements.load import load_ratings
from genchal.campaign.judgements.rank import rank_ratings
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.domain.selection import FILE
from genchal.errors import UserError

MEAN = RankingBy(method="mean", resamples=100)


@dataclass(frozen=True)
class Row:
    """A row as it is in a file; `sheet` and `time` are written only if any row has one."""

    rater: str
    instance: str
    system: str
    value: str
    sheet: str = ""
    time: str = ""


RATERS = ("ada", "eli", "kim")
numbers = st.integers(1, 5).map(str)
cells = st.one_of(numbers, numbers, numbers, st.sampled_from(["", "good", "inf", "NA"]))
plain_rows = st.builds(
    Row,
    st.sampled_from(RATERS),
    st.sampled_from("123"),
    st.sampled_from("AB"),
    cells,
)
# With times and sheets copies can be proved; some raters, instances and systems are not named.
rows = st.builds(
    Row,
    st.sampled_from([*RATERS, ""]),
    st.sampled_from(["1", "2", ""]),
    st.sampled_from(["A", "B", ""]),
    cells,
    st.sampled_from(["s1", "s2"]),
    st.sampled_from(["", "10", "20"]),
)
tables = st.one_of(st.lists(plain_rows, min_size=2, max_size=14), st.lists(rows, min_size=2, max_size=14))


def write(path: Path, table: Sequence[Row], *, with_raters: bool = True, detailed: bool | None = None) -> Path:
    """A long table of these rows."""
    detailed = any(row.sheet for row in table) if detailed is None else detailed
    names = [*(["rater"] if with_raters else []), "instance", "system", "value"]
    names += ["sheet", "answered_at"] if detailed else []
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows([getattr(row, {"answered_at": "time"}.get(name, name)) for name in names] for row in table)
    return path


def load(*parts: Sequence[Row], with_raters: bool = True) -> Ratings | None:
    """The ratings of one or several files; None where the files have no rating that can be used."""
    detailed = any(row.sheet for part in parts for row in part)
    with tempfile.TemporaryDirectory() as folder:
        paths = [
            write(Path(folder) / f"{number}.csv", part, with_raters=with_raters, detailed=detailed)
            for number, part in enumerate(parts)
        ]
        try:
            return load_ratings(paths)
        except UserError:
            return None


def means(ratings: Ratings | None) -> dict[str, float]:
    """The means of `rank --method mean`; nothing where there is nothing to rank."""
    if ratings is None or not len(ratings):
        return {}
    return {ranked.system: ranked.score for ranked in rank_ratings(ratings, None, MEAN).systems}


def plain_means(table: Sequence[Row]) -> dict[str, float]:
    """The slow and obvious means of rows that all count."""
    found = defaultdict(list)
    for row in table:
        if row.value.isdigit():
            found[row.system].append(int(row.value))
    return {system: sum(values) / len(values) for system, values in found.items()}


@settings(max_examples=60, deadline=None)
@given(st.lists(plain_rows, min_size=2, max_size=14))
def test_a_mean_is_that_of_all_rows_with_a_number(table: list[Row]) -> None:
    assert means(load(table)) == pytest.approx(plain_means(table))


@settings(max_examples=60, deadline=None)
@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(table: list[Row], random: Random) -> None:
    shuffled = random.sample(table, k=len(table))
    assert means(load(shuffled)) == pytest.approx(means(load(table)))


@settings(max_examples=60, deadline=None)
@given(tables, st.permutations(["zoe", "r7", "worker with blanks"]))
def test_names_of_raters_do_not_matter(table: list[Row], names: list[str]) -> None:
    others = dict(zip(RATERS, names, strict=True))
    renamed = [replace(row, rater=others.get(row.rater, "")) for row in table]
    before, after = load(table), load(renamed)
    assert means(after) == pytest.approx(means(before))
    if before is not None and after is not None:
        assert after.raters == before.raters


@settings(max_examples=60, deadline=None)
@given(st.lists(plain_rows, min_size=2, max_size=14))
def test_without_a_column_of_raters_means_are_the_same(table: list[Row]) -> None:
    with_names, without = load(table), load(table, with_raters=False)
    assert means(without) == pytest.approx(means(with_names))
    if without is not None and len(without):
        assert without.raters is None


def has_values(part: Sequence[Row]) -> bool:
    """Whether a file is fit to be read by itself: one without any number is an error that names it."""
    return any(row.value.isdigit() for row in part)


@settings(max_examples=80, deadline=None)
@given(tables, st.data())
def test_splitting_a_file_in_two_does_not_matter(table: list[Row], data: st.DataObject) -> None:
    in_first = [data.draw(st.booleans()) for _ in table]
    parts = [[row for row, is_in in zip(table, in_first, strict=True) if is_in is which] for which in (True, False)]
    if not all(map(has_values, parts)):
        return
    whole, split = load(table), load(*parts)
    assert whole is not None
    assert split is not None
    assert means(split) == pytest.approx(means(whole))
    assert (len(split), split.raters) == (len(whole), whole.raters)
    assert sum(aside.count for aside in split.set_aside) == sum(aside.count for aside in whole.set_aside)


@settings(max_examples=40, deadline=None)
@given(st.lists(plain_rows, min_size=2, max_size=8), st.lists(plain_rows, min_size=1, max_size=8))
def test_a_rater_of_the_same_name_in_another_file_is_the_same_one_and_means_do_not_ask(
    first: list[Row], second: list[Row]
) -> None:
    if not (has_values(first) and has_values(second)):
        return
    same = load([replace(row, rater="ada") for row in first], [replace(row, rater="ada") for row in second])
    other = load([replace(row, rater="ada") for row in first], [replace(row, rater="zoe") for row in second])
    assert same is not None
    assert other is not None
    assert means(same) == pytest.approx(means(other))
    assert (same.raters, other.raters) == (1, 2)
    assert "same raters" in same.notes
    assert "same raters" not in other.notes


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=5),
    st.integers(1, 5),
)
def test_a_rater_who_gives_everything_the_same_value_shrinks_differences_and_never_turns_them(
    pairs: list[tuple[int, int]], constant: int
) -> None:
    # With N ratings of each system and N more of the constant rater: mean = (N m + N c) / 2N, so differences halve.
    table = [
        Row("ada", str(item), system, str(value))
        for item, pair in enumerate(pairs)
        for system, value in zip("AB", pair, strict=True)
    ]
    more = [replace(row, rater="kim", value=str(constant)) for row in table]
    before, after = means(load(table)), means(load([*table, *more]))
    assert after["A"] - after["B"] == pytest.approx((before["A"] - before["B"]) / 2)
    # A constant rater of other outputs changes nothing about these.
    others = [replace(row, rater="kim", value=str(constant), system="C") for row in table]
    beside = means(load([*table, *others]))
    assert {name: beside[name] for name in "AB"} == pytest.approx(before)


@settings(max_examples=80, deadline=None)
@given(tables, st.integers(0, 14))
def test_every_row_is_used_or_listed_with_its_line(table: list[Row], cut: int) -> None:
    parts = [part for part in (table[:cut], table[cut:]) if part]
    ratings = load(*parts)
    if ratings is None:
        assert not all(map(has_values, parts))
        return
    listed = [line for aside in ratings.set_aside for line in aside.lines]
    assert sum(aside.count for aside in ratings.set_aside) == len(listed)
    expected = [number * FILE + line + 2 for number, part in enumerate(parts) for line in range(len(part))]
    assert sorted([*ratings.line.tolist(), *listed]) == expected
    assert all(aside.reason for aside in ratings.set_aside)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("AB"), st.lists(st.one_of(st.integers(1, 5), st.none()), max_size=4)), min_size=1
    )
)
def test_ratings_in_lists_are_those_in_rows(items: list[tuple[str, list[int | None]]]) -> None:
    table = [
        Row("", str(number), system, "" if value is None else str(value))
        for number, (system, values) in enumerate(items)
        for value in values or [None]  # an empty list is an item without a value, and is counted
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lists.jsonl"
        objects = [
            {"item": number, "system": system, "ratings": values} for number, (system, values) in enumerate(items)
        ]
        path.write_text("\n".join(map(json.dumps, objects)), encoding="utf-8")
        try:
            nested = load_ratings(path)
        except UserError:
            nested = None
    long = load(table, with_raters=False)
    assert means(nested) == pytest.approx(means(long))
    if nested is not None and long is not None:
        counts = [Counter({aside.reason: aside.count for aside in found.set_aside}) for found in (nested, long)]
        assert counts[0] == counts[1]
        assert len(nested) == len(long)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(RATERS), st.sampled_from("12"), cells, cells), min_size=1, max_size=8))
def test_columns_of_systems_and_of_criteria_are_rows_side_by_side(wide: list[tuple[str, str, str, str]]) -> None:
    table = [
        Row(rater, item, system, value)
        for rater, item, *values in wide
        for system, value in zip("AB", values, strict=True)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wide.csv"
        path.write_text("\n".join(["rater,item,A,B", *map(",".join, wide)]), encoding="utf-8")
        try:
            by_system = load_ratings(path, systems="A,B")
        except UserError:
            by_system = None
        path.write_text("\n".join(["rater,item,system,wit,warmth", *(f"{r},{i},A,{a},{b}" for r, i, a, b in wide)]))
        try:
            by_criterion = load_ratings(path, columns="value=wit+warmth")
        except UserError:
            by_criterion = None
    assert means(by_system) == pytest.approx(means(load(table)))
    # A column of words is no criterion, whatever stands beside it.
    columns = [{*column} - {"", "NA"} for column in [*zip(*wide, strict=True)][2:]]
    is_refused = any(column and not any(map(str.isdigit, column)) for column in columns)
    for criterion, values in (("wit", [row[2] for row in wide]), ("warmth", [row[3] for row in wide])):
        known = [int(value) for value in values if value.isdigit()]
        if known and not is_refused:
            assert by_criterion is not None
            assert by_criterion.of(criterion).value.mean() == pytest.approx(sum(known) / len(known))


def test_why_lists_the_places_of_several_files(tmp_path: Path) -> None:
    first = [Row("ada", "1", "A", "3"), Row("ada", "1", "B", "good")]
    write(tmp_path / "a.csv", first)
    write(tmp_path / "b.csv", [Row("ada", "2", "A", "4"), Row("eli", "2", "B", "2"), Row("eli", "", "A", "2")])
    command = ("rank", "a.csv", "b.csv", "--method", "mean", "--resamples", "100")
    done = genchal(*command, "--why", "--json", folder=tmp_path)
    found = json.loads(done.stdout)
    assert {ranked["system"]: ranked["score"] for ranked in found["ranking"]} == {"A": 3.5, "B": 2.0}
    assert found["set_aside"] == [
        {"reason": "the value is not a number", "count": 1, "lines": ["3 of a.csv"]},
        {"reason": "no instance is named", "count": 1, "lines": ["4 of b.csv"]},
    ]
    text = genchal(*command, folder=tmp_path).stdout
    assert "1 rater has the same name in several files and is taken for the same person" in " ".join(text.split())
