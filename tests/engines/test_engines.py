"""Every engine gives the same rows as the serial one."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.campaign.scoring import rows as measure
from genchal.campaign.scoring.rows import measure_submissions
from genchal.domain import Batch, Instance, Submission, System, Text
from genchal.engines import ENGINES, engine_for
from genchal.engines.serial import Serial
from genchal.errors import UserError
from genchal.metrics import METRICS
from strategies import Corpus, corpora

INSTANCES = [Instance(str(n), Text(), (f"walk {n} by the river", f"a walk number {n}")) for n in range(40)]
SUBMISSIONS = [
    Submission(System("a"), tuple(range(40)), tuple(f"walk {n} near the river" for n in range(40))),
    Submission(System("b"), tuple(range(40)), tuple(None if n % 7 == 0 else f"walk {n}" for n in range(40))),
]


@pytest.mark.parametrize("name", list(ENGINES))
def test_an_engine_gives_the_rows_of_the_serial_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "TEXTS_AT_ONCE", 16)
    metrics = [METRICS[metric].example() for metric in METRICS]
    expected = measure_submissions(INSTANCES, SUBMISSIONS, metrics, Serial())
    found = measure_submissions(INSTANCES, SUBMISSIONS, metrics, ENGINES[name](2))
    for ours, theirs in zip(found, expected, strict=True):
        for one, other in zip(ours, theirs, strict=True):
            assert np.array_equal(one, other, equal_nan=True)


@pytest.mark.parametrize("name", list(ENGINES))
def test_an_engine_keeps_the_order_and_takes_batches_as_they_come(name: str) -> None:
    taken = 0

    def batches() -> list[Batch]:
        nonlocal taken
        made = []
        for number in range(12):
            taken += 1
            made.append(Batch(["x"] * number, [("y",)] * number))
        return made

    assert list(ENGINES[name](2).map(len, batches())) == list(range(12))
    assert taken == 12


def test_an_error_in_a_worker_is_the_error_that_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(ENGINES["processes"](2).map(_divide, [0]))


def test_a_worker_that_is_killed_is_told_in_one_line() -> None:
    with pytest.raises(UserError, match="a worker process was ended from outside"):
        list(ENGINES["processes"](2).map(_die, [0, 1]))


def test_jobs_choose_the_engine() -> None:
    assert isinstance(engine_for(1), Serial)
    assert type(engine_for(2)).__name__ == "Processes"


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


def _die(number: int) -> None:
    os._exit(9)


def test_streams_score_as_whole_files_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import genchal
    from genchal.campaign.scoring.request import Wanted
    from genchal.campaign.scoring.score import Uncertainty, score_files

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
            assert score_files(files, files_of, Wanted(), uncertainty=Uncertainty()).scores == whole.scores
