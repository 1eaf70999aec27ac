"""Shards are scored as the file that they are parts of, and read where they are measured."""

import gzip
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import lacking
from genchal.campaign.run import run_campaign
from genchal.campaign.scoring import shard_streams
from genchal.campaign.scoring.compare import compare_files
from genchal.campaign.scoring.evidence import Machinery
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.score import score_files
from genchal.campaign.scoring.shard_streams import ShardStreams, open_shard_streams
from genchal.domain.campaign import Reading
from genchal.domain.results.comparison import Comparing
from genchal.domain.results.scores import Scoring, Uncertainty
from genchal.engines import Engine
from genchal.engines.processes import Processes
from genchal.engines.serial import Serial
from genchal.errors import UserError
from genchal.resources.files import read_lines

SEGMENTS = 10_000
OUTPUTS = [f"a walk by river {n % 97} and bridge {n}" for n in range(SEGMENTS)]
REFERENCES = [f"the walk by river {n % 89} and bridge {n}" for n in range(SEGMENTS)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Whole files, and shards with other boundaries for outputs than for references."""
    monkeypatch.chdir(tmp_path)
    everything = ("output", OUTPUTS, (0, 4500, 4500, SEGMENTS)), ("reference", REFERENCES, (0, 300, 9000, SEGMENTS))
    for role, texts, cuts in everything:
        name = "a" if role == "output" else "r"
        Path(f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        for number, (low, high) in enumerate(pairwise(cuts)):
            part = "".join(f"{text}\n" for text in texts[low:high])
            Path(f"{name}-{number}.txt").write_text(part, encoding="utf-8")
            Path(f"{name}-{number}.txt.gz").write_bytes(gzip.compress(part.encode()))
            pq.write_table(pa.table({role: texts[low:high]}), f"{name}-{number}.parquet", row_group_size=1000)
    for number, (low, high) in enumerate([(0, 6000), (6000, SEGMENTS)]):
        columns = {"output": OUTPUTS[low:high], "reference": REFERENCES[low:high]}
        pq.write_table(pa.table(columns), f"both-{number}.parquet", row_group_size=1500)
        identified = pa.table({"id": [str(n) for n in range(low, high)], **columns})
        pq.write_table(identified, f"ids-{number}.parquet")
        lines = [f"{one}\t{other}\n" for one, other in zip(columns["output"], columns["reference"], strict=True)]
        Path(f"both-{number}.tsv").write_text("output\treference\n" + "".join(lines), encoding="utf-8")
    return tmp_path


def score(outputs: str, references: str | None, engine: Engine | None = None) -> Scoring:
    reading = Reading(() if references is None else (Path(references),))
    request = make_request("bleu,rouge_l,cider")
    return score_files([outputs], reading, request, Uncertainty(100), Machinery(engine or Serial()))


def compare_values(found: Scoring, expected: Scoring) -> None:
    for ours, theirs in zip(found.scores, expected.scores, strict=True):
        assert (ours.value, ours.low, ours.high, ours.n) == (theirs.value, theirs.low, theirs.high, theirs.n)
        assert ours.signature == theirs.signature
    for one, other in zip(found.segments, expected.segments, strict=True):
        assert (list(one.instances), list(one.values)) == (list(other.instances), list(other.values))


@pytest.mark.parametrize(
    ("outputs", "references", "streamed"),
    [
        ("a-*.txt", "r-*.txt", True),
        ("a-*.txt.gz", "r.txt", True),
        ("a-*.parquet", "r-*.txt.gz", True),
        ("a-*.parquet", "r-*.parquet", True),
        ("both-*.parquet", None, True),
        ("both-*.tsv", None, False),
    ],
)
def test_shards_have_the_scores_of_the_whole_file(
    folder: Path, outputs: str, references: str | None, streamed: bool
) -> None:
    given = [] if references is None else [Path(references)]
    assert isinstance(open_shard_streams([outputs], given, None), ShardStreams) == streamed
    compare_values(score(outputs, references), score("a.txt", "r.txt"))


@pytest.mark.parametrize("ends", ["a walk\rthe river\rb c", "a walk\rb", "\r\r"])
def test_line_ends_of_old_macintoshes_lose_no_segment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.txt", "r.txt", "a-0.txt", "r-0.txt"):
        Path(name).write_bytes(ends.encode())
    request = make_request("exact_match")
    for outputs, references in (("a.txt", "r.txt"), ("a-*.txt", "r.txt"), ("a-*.txt", "r-*.txt")):
        (found,) = score_files([outputs], Reading((Path(references),)), request, Uncertainty(0)).scores
        assert found.n == len(read_lines(Path("a.txt")))


def test_a_shard_with_nothing_but_a_byte_order_mark_has_no_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number, content in enumerate(["a walk\nthe river\n", "\ufeff", "\ufeffa bridge"]):
        Path(f"a-{number}.txt").write_text(content, encoding="utf-8")
    Path("r.txt").write_text("a walk\nthe river\na bridge\n", encoding="utf-8")
    (found,) = score_files(["a-*.txt"], Reading((Path("r.txt"),)), make_request("exact_match"), Uncertainty(0)).scores
    assert (found.value, found.n) == (1.0, 3)


@pytest.mark.parametrize("engine", [Serial(), Processes(2)], ids=["here", "in processes"])
def test_lists_of_references_in_cells_are_those_of_the_whole_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: Engine
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shard_streams, "TEXTS_AT_ONCE", 16)
    cells = [*REFERENCES[:9], "['a walk by river 9 and bridge 9', 'a river']"]
    for name, (low, high) in {"a-0": (0, 5), "a-1": (5, 10), "whole": (0, 10)}.items():
        pq.write_table(pa.table({"output": OUTPUTS[low:high], "reference": cells[low:high]}), f"{name}.parquet")
    compare_values(score("a-*.parquet", None, engine), score("whole.parquet", None))


def test_columns_of_bytes_are_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = [text.encode() for text in ("a walk", "Café")]
    for name in ("a.parquet", "a-0.parquet"):
        pq.write_table(pa.table({"output": texts, "picture": [b"\xff", None]}), name)
    Path("r.txt").write_text("a walk\nCafé\n", encoding="utf-8")
    for outputs in ("a.parquet", "a-*.parquet"):
        reading = Reading((Path("r.txt"),))
        (found,) = score_files([outputs], reading, make_request("exact_match"), Uncertainty(0)).scores
        assert (found.value, found.n) == (1.0, 2)


def test_rows_with_ids_are_aligned_by_them(folder: Path) -> None:
    assert open_shard_streams(["ids-*.parquet"], [], None) is None
    found, expected = score("ids-*.parquet", None), score("a.txt", "r.txt")
    assert [one.value for one in found.scores] == [one.value for one in expected.scores]


def test_workers_of_a_cluster_read_their_shards(folder: Path, two_workers: Callable[[str], Engine]) -> None:
    engine = two_workers("ray")
    for outputs, references in (("a-*.txt", "r-*.txt.gz"), ("both-*.parquet", None)):
        compare_values(score(outputs, references, engine), score("a.txt", "r.txt"))


def test_what_a_worker_is_sent_is_small_whatever_it_describes(folder: Path) -> None:
    import pickle

    streams = open_shard_streams(["both-*.parquet"], [], None)
    assert streams is not None
    assert max(len(pickle.dumps(tile)) for tile in streams.tiles()) < 2000


def test_files_elsewhere_are_scored_where_they_are(folder: Path) -> None:
    try:
        import fsspec
    except ImportError:
        lacking("ray", "files by their address: pip install 'genchal[remote]'")
    files: Any = fsspec.filesystem("memory")
    for path in [*folder.glob("both-*"), *folder.glob("r-*.txt"), *folder.glob("a-*.txt.gz")]:
        files.pipe(f"/walks/{path.name}", path.read_bytes())
    try:
        for outputs, references in (("both-*.parquet", None), ("both-*.tsv", None), ("a-*.txt.gz", "r-*.txt")):
            remote = None if references is None else f"memory://walks/{references}"
            compare_values(score(f"memory://walks/{outputs}", remote), score("a.txt", "r.txt"))
    finally:
        files.store.clear()


def test_systems_in_shards_are_compared(folder: Path) -> None:
    def difference(one: str, references: str) -> float:
        reading = Reading((Path(references),))
        found = compare_files([one, "r-*.txt.gz"], reading, make_request("bleu"), Comparing(resamples=100))
        return found.comparisons[0].difference

    assert difference("a-*.txt", "r-*.txt") == difference("a.txt", "r.txt")


def test_shards_that_do_not_match_are_told(folder: Path) -> None:
    Path("r-2.txt").unlink()
    with pytest.raises(UserError, match=r"^r: 9,000 references for 10,000 outputs of a\. Write one per line"):
        score("a-*.txt", "r-*.txt")
    Path("a-2.txt").write_bytes(b"")
    for path in folder.glob("a-?.txt"):
        path.write_bytes(b"")
    with pytest.raises(UserError, match="a: it contains no outputs"):
        score("a-*.txt", "r-*.txt")


def test_a_shard_that_has_shrunk_is_told(folder: Path) -> None:
    streams = open_shard_streams(["a-*.txt"], [Path("r.txt")], None)
    assert streams is not None
    Path("a-2.txt").write_text("a walk\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"^a-2\.txt: it has changed while it was read"):
        [tile.load() for tile in streams.tiles()]


def test_a_campaign_has_systems_in_shards(tmp_path: Path) -> None:
    for number, (low, high) in enumerate([(0, 15), (15, 30)]):
        rows = [f"walk={n}\ta walk {n}\n" for n in range(low, high)]
        (tmp_path / f"ours-{number}.tsv").write_text("input\toutput\n" + "".join(rows), encoding="utf-8")
        tests = [f"walk={n}\tthe walk {n}\n" for n in range(low, high)]
        (tmp_path / f"test-{number}.tsv").write_text("input\treference\n" + "".join(tests), encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(
        '[campaign]\nname = "walks"\nschema = 1\n[[track]]\nname = "walks"\nformat = "table"\ntest = "test-*.tsv"\n'
        '[[system]]\nname = "ours"\ntrack = "walks"\nfile = "ours-*.tsv"\n[[metric]]\nname = "rouge_l"\n',
        encoding="utf-8",
    )
    (score,) = run_campaign(tmp_path).results.tracks[0].scores
    assert (score.n, round(score.value, 3)) == (30, 0.667)


def test_tiles_are_larger_where_much_is_unpacked_to_reach_a_text(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pq.write_table(pa.table({"output": OUTPUTS}), "whole-0.parquet")
    monkeypatch.setattr(shard_streams, "TEXTS_AT_ONCE", 8000)
    counts = []
    for outputs in ("a-*.txt", "a-*.parquet", "a-*.txt.gz", "whole-*.parquet"):
        streams = open_shard_streams([outputs], [Path("r.txt")], None)
        assert streams is not None
        counts.append(len(list(streams.tiles())))
    assert counts == [10, 10, 2, 2]  # of lines, of groups of 1,000 rows, of packed lines, of one group of 10,000 rows
