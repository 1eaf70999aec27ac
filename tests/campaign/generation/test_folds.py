"""Cross-validation: nobody writes about what they learnt from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Self

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import genchal
from genchal.campaign.generation.folds import divide_in_folds, generate_in_folds
from genchal.domain import Generator, Instance, SlotValues
from genchal.domain.campaign import Folds
from genchal.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Witness(Generator):
    """Says which instances it has learnt from."""

    name: ClassVar[str] = "witness"
    version: ClassVar[int] = 1
    seen: tuple[str, ...] = ()

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        return replace(self, seen=tuple(instance.id for instance in train if instance.references))

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        assert not any(instance.references for instance in instances)
        return [" ".join(self.seen) for _ in instances]


def make_instances(count: int) -> list[Instance]:
    return [
        Instance(f"i{n}", SlotValues((("name", f"walk {n}"),)), (f"text {n}",), {"participant": f"p{n % 4}"})
        for n in range(count)
    ]


@given(count=st.integers(4, 30), folds=st.integers(2, 4), by=st.sampled_from(["row", "participant"]))
def test_no_output_comes_from_a_generator_that_has_seen_its_instance(count: int, folds: int, by: str) -> None:
    instances = make_instances(count)
    outputs = generate_in_folds(Witness(), [], [], instances, Folds(folds, by, 2), 1)
    assert len(outputs) == 2 * count
    for place, output in enumerate(outputs):
        own = instances[place % count]
        seen = set(str(output).split())
        assert own.id not in seen
        assert len(seen) == count - sum(
            fold == divide_in_folds(instances, Folds(folds, by, 2), 1, place // count)[place % count]
            for fold in divide_in_folds(instances, Folds(folds, by, 2), 1, place // count)
        )
        if by == "participant":
            kin = {instance.id for instance in instances if instance.meta == own.meta}
            assert seen.isdisjoint(kin)


def test_training_files_are_seen_in_every_fold() -> None:
    (extra,) = make_instances(1)
    outputs = generate_in_folds(Witness(), [replace(extra, id="extra")], [], make_instances(6), Folds(3), 1)
    assert all("extra" in str(output).split() for output in outputs)


def test_divisions_differ_by_seed_and_round_and_are_the_same_every_time() -> None:
    instances = make_instances(30)
    first = divide_in_folds(instances, Folds(5), 1)
    assert first == divide_in_folds(instances, Folds(5), 1)
    assert len({tuple(divide_in_folds(instances, Folds(5), seed, n)) for seed in (1, 2) for n in (0, 1)}) == 4
    assert sorted(map(first.count, range(5))) == [6] * 5


def test_too_few_groups_are_one_line() -> None:
    with pytest.raises(InvalidInput, match="4 groups by participant cannot be divided into 5 folds"):
        divide_in_folds(make_instances(20), Folds(5, "participant"), 1)


CAMPAIGN = """
[campaign]
name = "Walks"

[[track]]
name = "walks"
format = "slots"
test = "test.csv"
folds = 2
fold_seeds = 3

[[system]]
name = "mined"
generator = "mined_templates"

[[metric]]
name = "bleu"
"""


def test_a_track_with_folds_needs_no_training_file_and_has_an_output_for_each_round(tmp_path: Path) -> None:
    rows = "".join(f"name[Walk {n}],Walk {n} is a walk.\n" for n in range(8))
    (tmp_path / "test.csv").write_text("mr,ref\n" + rows, encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    assert genchal.validate(tmp_path).count("error") == 0
    (score,) = genchal.run(tmp_path).results.tracks[0].scores
    assert (score.value, score.n) == (1.0, 24)
    assert genchal.run(tmp_path).generated == 0


def test_keys_of_folds_without_folds_are_refused(tmp_path: Path) -> None:
    (tmp_path / "test.csv").write_text("mr,ref\nname[A],A.\n", encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(CAMPAIGN.replace("folds = 2\n", ""), encoding="utf-8")
    with pytest.raises(InvalidInput, match="track 'walks' has fold_seeds, but no folds"):
        genchal.run(tmp_path)
