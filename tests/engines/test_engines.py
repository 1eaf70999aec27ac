"""Every engine gives the same rows as the serial one."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.campaign.recipes import copy_recipe
from genchal.campaign.run import run_campaign
from genchal.campaign.scoring import rows
from genchal.campaign.scoring.rows import SubmissionTiles, measure_rows
from genchal.domain import Batch, Instance, Metric, Submission, System, Text
from genchal.engines import ENGINES, Engine, make_engine, parse_engine
from genchal.engines.serial import Serial
from genchal.errors import UserError
from genchal.metrics import METRICS
from strategies import Corpus, corpora

A = TypeVar("A")
B = TypeVar("B")

INSTANCES = [Instance(str(n), Text(), (f"walk {n} by the river", f"a walk number {n}")) for n in range(40)]
SUBMISSIONS = [
    Submission(System("a"), tuple(range(40)), tuple(f"walk {n} near the river" for n in range(40))),
    Submission(System("b"), tuple(range(40)), tuple(None if n % 7 == 0 else f"walk {n}" for n in range(40))),
]


def assert_same_rows(metrics: Sequence[Metric], engine: Engine) -> None:
    corpus = SubmissionTiles(INSTANCES, SUBMISSIONS)
    expected, found = (measure_rows(corpus, metrics, one) for one in (Serial(), engine))
    for ours, theirs in zip(found, expected, strict=True):
        for own, others in zip(ours.rows, theirs.rows, strict=True):
            assert np.array_equal(own, others, equal_nan=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(ENGINES))
def test_an_engine_gives_the_rows_of_the_serial_one(
    name: str, two_workers: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "TEXTS_AT_ONCE", 16)
    metrics = [METRICS[metric].example() for metric in METRICS]
    assert_same_rows(metrics, two_workers(name))


class Backwards:
    """An engine of another package: it works in the wrong order, and gives results in the right one."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(self, function: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        """Apply `function` to every batch."""
        results = [function(batch) for batch in reversed(list(batches))]
        return reversed(results)


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of an engine that another package brings, by its entry point."""
    monkeypatch.setitem(sys.modules, "elsewhere", SimpleNamespace(Backwards=Backwards))
    entry = EntryPoint("backwards", "elsewhere:Backwards", "genchal.engines")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [entry] if group == "genchal.engines" else [])
    monkeypatch.setattr(ENGINES, "_external", None)
    monkeypatch.setattr(ENGINES, "_loaded", {})
    return entry.name


@pytest.mark.slow
def test_an_engine_of_another_package_gives_the_rows_of_the_serial_one(
    plugin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine(f"{plugin}:3")
    assert (type(engine).__name__, plugin in ENGINES) == ("Backwards", True)
    monkeypatch.setattr(rows, "TEXTS_AT_ONCE", 16)
    assert_same_rows([METRICS[metric]() for metric in ("bleu", "nist", "rouge_l", "cider", "chrf")], engine)
    campaign = copy_recipe("demo", tmp_path / "demo")
    text = campaign.read_text(encoding="utf-8").replace("[campaign]", f'[campaign]\nengine = "{plugin}"', 1)
    expected = run_campaign(campaign, tmp_path / "serial").results.tracks[0].scores
    campaign.write_text(text, encoding="utf-8")
    assert run_campaign(campaign, tmp_path / "other").results.tracks[0].scores == expected
    monkeypatch.setattr(ENGINES, "_external", {})
    monkeypatch.setattr(ENGINES, "_loaded", {})
    with pytest.raises(UserError, match="unknown engine 'backwards'"):
        run_campaign(campaign, tmp_path / "other")


@pytest.mark.parametrize("name", list(ENGINES))
def test_an_engine_keeps_the_order_and_takes_batches_as_they_come(
    name: str, two_workers: Callable[[str], Engine]
) -> None:
    taken = 0

    def batches() -> list[Batch]:
        nonlocal taken
        made = []
        for number in range(12):
            taken += 1
            made.append(Batch(["x"] * number, [("y",)] * number))
        return made

    assert list(two_workers(name).map(len, batches())) == list(range(12))
    assert taken == 12


@pytest.mark.parametrize("name", list(ENGINES))
def test_results_keep_the_order_however_they_are_finished_and_batches_are_read_a_few_ahead(
    name: str, two_workers: Callable[[str], Engine]
) -> None:
    waits = [0.3, 0.0, 0.2, 0.0, 0.1, *[0.0] * 95]
    taken = 0

    def batches() -> Iterator[float]:
        nonlocal taken
        for seconds in waits:
            taken += 1
            yield seconds

    results = two_workers(name).map(_wait, batches())
    assert next(results) == waits[0]
    assert taken <= 20
    assert list(results) == waits[1:]


@pytest.mark.parametrize("name", list(ENGINES))
def test_an_error_in_a_worker_is_the_error_that_is_raised(name: str, two_workers: Callable[[str], Engine]) -> None:
    with pytest.raises(ZeroDivisionError):
        list(two_workers(name).map(_divide, [0, 0]))
    with pytest.raises(UserError, match=r"^no such walk. Take another.$") as caught:
        list(two_workers(name).map(_refuse, [0, 0]))
    assert type(caught.value) is UserError


def test_no_worker_is_started_for_one_batch_or_for_what_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(*arguments: object, **options: object) -> None:
        raise AssertionError("a worker is started")

    campaign = copy_recipe("demo", tmp_path)
    expected = run_campaign(campaign)
    monkeypatch.setattr("genchal.engines.processes.ProcessPoolExecutor", start)
    assert list(ENGINES["processes"](2).map(len, [[1, 2]])) == [2]
    monkeypatch.setattr(rows, "TEXTS_AT_ONCE", 16)  # many tiles, which are not those that were stored
    with pytest.raises(AssertionError, match="a worker is started"):
        run_campaign(campaign, engine="processes:2")
    monkeypatch.undo()
    monkeypatch.setattr("genchal.engines.processes.ProcessPoolExecutor", start)
    again = run_campaign(campaign, engine="processes:2")
    everything = expected.measured + expected.computed + expected.reused + expected.generated
    assert (again.measured, again.reused) == (0, everything)


def test_a_worker_that_is_killed_is_told_in_one_line() -> None:
    with pytest.raises(UserError, match="a worker process was killed"):
        list(ENGINES["processes"](2).map(_die, [0, 1]))


@pytest.mark.parametrize(
    ("text", "kind", "workers"),
    [("serial", "Serial", 1), ("processes:3", "Processes", 3), ("processes", "Processes", os.cpu_count())],
)
def test_a_text_names_the_engine(text: str, kind: str, workers: int) -> None:
    engine = make_engine(text)
    assert type(engine).__name__ == kind
    assert getattr(engine, "workers", 1) == workers


@pytest.mark.parametrize(
    ("text", "variable", "expected"),
    [
        ("ray:2", "head:6379", ("", 2)),
        ("ray", "", ("", os.cpu_count())),
        ("ray", "local", ("", os.cpu_count())),
        ("ray", "head:6379", ("head:6379", os.cpu_count())),
        ("ray", " auto ", ("auto", os.cpu_count())),
        ("ray://head", "other:6379", ("ray://head", 0)),
        (" ray://head:10001/ ", "", ("ray://head:10001/", 0)),
    ],
)
def test_ray_works_here_with_a_number_and_else_joins_the_cluster_that_is_named(
    text: str, variable: str, expected: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", variable)
    request = parse_engine(text)
    assert (request.address, request.workers) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("proceses:2", "unknown engine 'proceses'. Did you mean 'processes'?"),
        ("processes:two", "engine 'processes:two': 'two' is not a number. Write NAME:WORKERS, such as processes:4."),
        ("ray:head:10001", "engine 'ray:head:10001': 'head:10001' is not a number. Write NAME:WORKERS, such as ray:4."),
        ("ray://", "engine 'ray://': there is no address. Write ray://HOST:PORT."),
    ],
)
def test_an_engine_that_cannot_be_made_is_answered(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        make_engine(text)
    assert str(caught.value) == message


def test_an_engine_of_this_machine_takes_no_address() -> None:
    with pytest.raises(UserError) as caught:
        make_engine("processes://head:1")
    assert str(caught.value) == (
        "engine 'processes://head:1': processes works on this machine, without an address. "
        "Write processes, or an engine of a cluster, such as ray://head:10001."
    )


def test_a_batch_travels_without_what_was_computed_from_it() -> None:
    import pickle

    batch = Batch(["a b"], [("a",)])
    small = len(pickle.dumps(batch))
    batch.tokens("13a").pairs()
    assert len(pickle.dumps(batch)) == small


@given(corpus=corpora(), marks=st.booleans())
def test_a_batch_arrives_as_it_was_sent(corpus: Corpus, marks: bool) -> None:
    import pickle

    outputs = [text + "\x1e" * marks for text in corpus.outputs]
    arrived = pickle.loads(pickle.dumps(Batch(outputs, corpus.references, [str(n) for n in range(len(outputs))])))
    assert list(arrived.outputs) == outputs
    assert list(arrived.references) == corpus.references
    assert list(arrived.ids) == [str(n) for n in range(len(outputs))]


def _divide(number: int) -> float:
    return 1 / number


def _refuse(number: int) -> float:
    raise UserError("no such walk", "Take another.")


def _wait(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def _die(number: int) -> None:
    os._exit(9)


def test_streams_score_as_whole_files_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import genchal
    from genchal.campaign.scoring.request import make_request
    from genchal.campaign.scoring.score import score_files
    from genchal.domain.campaign import Reading
    from genchal.domain.results.scores import Uncertainty

    outputs = {name: [f"{name} walk {n}" for n in range(30)] for name in ("a", "b")}
    references = [[f"a walk {n}", f"the walk {n}"] for n in range(30)]
    for name, texts in outputs.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    (tmp_path / "blocks.txt").write_text("\n\n".join("\n".join(two) for two in references), encoding="utf-8")
    for number in range(2):
        (tmp_path / f"r{number}.txt").write_text("\n".join(two[number] for two in references), encoding="utf-8")
    whole = genchal.score(outputs, references)
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for files_of in ([tmp_path / "blocks.txt"], [tmp_path / "r0.txt", tmp_path / "r1.txt"]):
        for at_once in (64, 1 << 15):
            monkeypatch.setattr("genchal.campaign.scoring.streams.TEXTS_AT_ONCE", at_once)
            assert score_files(files, Reading(tuple(files_of)), make_request(), Uncertainty()).scores == whole.scores
