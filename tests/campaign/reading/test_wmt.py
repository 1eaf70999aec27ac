"""Trees of WMT metrics test sets: what is written is read again, what does not fit is named."""

import gzip
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.campaign.reading.wmt import WmtSet, load_wmt
from genchal.domain import Instance, Submission, System, Text
from genchal.errors import InvalidInput, NotFound
from genchal.tasks.wmt import LEVELS, Level, WmtScore, make_instances, units

FILES = {
    "sources/en-de.txt": "one\ntwo\n",
    "documents/en-de.docs": "news d1\nchat d2\n",
    "references/en-de.refA.txt": "eins\nzwei\n",
    "references/en-de.refB.txt": "EINS\nZWEI\n",
    "references/en-fr.refA.txt": "un\n",  # of another pair
    "system-outputs/en-de/sys-1.txt": "ein\n\n",
    "system-outputs/en-de/refB.txt": "EINS\nZWEI\n",
    "human-scores/en-de.mqm.v2.seg.score": "sys-1 -1.5\nsys-1 None\n",
    "human-scores/en-de.mqm.v2.sys.score": "sys-1 -1.5\nrefB 0\n",
    "human-scores/en-de.mqm.domain.score": "chat sys-1 1\nnews sys-1 2\n",
    "human-scores/en-de.mqm.seg.rating": "something else",
    "metric-scores/en-de/BLEU-refA.sys.score": "sys-1\t0.25\n",
    "metric-scores/en-de/X-Y-refA.refB.seg.score": "sys-1 1\nsys-1 2\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return tmp_path / "tree"


def test_a_tree_is_read_with_all_that_belongs_to_a_pair(tree: Path) -> None:
    found = load_wmt(tree, "en-de")
    assert found.references == ("refA", "refB")
    assert found.instances == (
        Instance("1", Text("one"), ("eins", "EINS"), {"domain": "news", "document": "d1"}),
        Instance("2", Text("two"), ("zwei", "ZWEI"), {"domain": "chat", "document": "d2"}),
    )
    assert found.submissions == (
        Submission(System("refB"), (0, 1), ("EINS", "ZWEI")),
        Submission(System("sys-1"), (0, 1), ("ein", "")),
    )
    assert found.human_scores == (
        WmtScore("mqm", "domain", "sys-1", 1, 1.0),
        WmtScore("mqm", "domain", "sys-1", 0, 2.0),
        WmtScore("mqm.v2", "sys", "sys-1", 0, -1.5),
        WmtScore("mqm.v2", "sys", "refB", 0, 0.0),
        WmtScore("mqm.v2", "seg", "sys-1", 0, -1.5),
        WmtScore("mqm.v2", "seg", "sys-1", 1, None),
    )
    assert [(one.name, one.level, one.value) for one in found.metric_scores] == [
        ("BLEU-refA", "sys", 0.25),
        ("X-Y-refA.refB", "seg", 1.0),
        ("X-Y-refA.refB", "seg", 2.0),
    ]


def test_packed_files_are_read_and_documents_may_be_absent(tree: Path) -> None:
    (tree / "documents" / "en-de.docs").unlink()
    (tree / "human-scores" / "en-de.mqm.domain.score").unlink()
    plain = tree / "system-outputs" / "en-de" / "sys-1.txt"
    plain.with_suffix(".txt.gz").write_bytes(gzip.compress(plain.read_bytes()))
    with pytest.raises(InvalidInput, match=r"sys-1\.txt\.gz exists twice, also as sys-1\.txt"):
        load_wmt(tree, "en-de")
    plain.unlink()
    found = load_wmt(tree, "en-de")
    assert found.submissions[1].outputs == ("ein", "")
    assert found.instances[0].meta == {}


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("references/en-de.refB.txt", "EINS\n", "refB.txt, line 2: 1 line for 2 segments. Write one line"),
        ("system-outputs/en-de/sys-1.txt", "a\nb\nc\n", "sys-1.txt, line 3: 3 lines for 2 segments. Write one line"),
        ("documents/en-de.docs", "news d1\n", "en-de.docs, line 2: 1 line for 2 segments. Write one line"),
        ("sources/en-de.txt", "", "en-de.txt: it contains no segments. Check that this is the right file."),
        ("human-scores/en-de.mqm.score", "", "en-de.mqm.score: no level in its name. End the name with sys,"),
        ("human-scores/en-de.mqm.sys.score", "sys-2 1\n", "mqm.sys.score, line 1: there are no outputs of a system"),
        ("metric-scores/en-de/BLEU.sys.score", "", "BLEU.sys.score: the metric's name does not end with references."),
        ("metric-scores/en-de/BLEU-refC.sys.score", "", "BLEU-refC.sys.score: no reference 'refC'. Name it METRIC-REF"),
        ("metric-scores/en-de/BLEU-all.sys.score", "sys-1 None\n", "BLEU-all.sys.score, line 1: a score is missing"),
    ],
)
def test_what_does_not_fit_is_named_with_its_file(tree: Path, file: str, text: str, message: str) -> None:
    (tree / file).write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        load_wmt(tree, "en-de")
    assert message in str(caught.value)


def test_an_unknown_pair_is_answered_with_those_there_are(tree: Path) -> None:
    with pytest.raises(NotFound, match=r"no language pair 'en-df'\. Did you mean 'en-de'\?"):
        load_wmt(tree, "en-df")


def write_tree(test_set: WmtSet, folder: Path) -> None:
    pair, instances = test_set.pair, test_set.instances
    files = {f"sources/{pair}.txt": [str(instance.input) for instance in instances]}
    if "document" in instances[0].meta:
        files[f"documents/{pair}.docs"] = [
            f"{instance.meta['domain']}\t{instance.meta['document']}" for instance in instances
        ]
    for place, name in enumerate(test_set.references):
        files[f"references/{pair}.{name}.txt"] = [instance.references[place] for instance in instances]
    for submission in test_set.submissions:
        files[f"system-outputs/{pair}/{submission.system.name}.txt"] = list(map(str, submission.outputs))
    for start, scores in (
        (f"human-scores/{pair}.", test_set.human_scores),
        (f"metric-scores/{pair}/", test_set.metric_scores),
    ):
        for score in scores:
            domain = f"{units(instances, 'domain')[score.index]}\t" if score.level == "domain" else ""
            lines = files.setdefault(f"{start}{score.name}.{score.level}.score", [])
            lines.append(f"{domain}{score.system}\t{score.value}")
    for name, lines in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes("".join(f"{line}\n" for line in lines).encode())


lines = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\ufeff"), max_size=8)
names = st.from_regex(r"[a-z][a-zA-Z0-9_-]{0,5}", fullmatch=True)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def wmt_sets(draw: st.DrawFn) -> WmtSet:
    size = draw(st.integers(1, 4))
    texts = st.lists(lines, min_size=size, max_size=size)
    blocks = sorted(draw(st.lists(st.integers(0, 2), min_size=size, max_size=size)))
    documents = draw(st.sampled_from([None, [("even" if one % 2 == 0 else "odd", f"d{one}") for one in blocks]]))
    references = draw(st.lists(st.sampled_from(["refA", "refB", "refC"]), unique=True).map(sorted))
    instances = make_instances(draw(texts), documents, {name: draw(texts) for name in references})
    systems = sorted(draw(st.lists(names, unique_by=str.lower, max_size=3)))
    everything = tuple(range(size))
    submissions = tuple(Submission(System(name), everything, tuple(draw(texts))) for name in systems)

    def scores(scorer: str, missing: bool) -> tuple[WmtScore, ...]:
        levels: tuple[Level, ...] = LEVELS if documents else ("sys", "seg")
        values = st.one_of(st.none(), NUMBERS) if missing else NUMBERS
        return tuple(
            WmtScore(scorer, level, system, index, draw(values))
            for level in levels
            for system in systems
            for index in range(len(units(instances, level)))
        )

    return WmtSet("en-de", instances, tuple(references), submissions, scores("mqm", True), scores("M-src", False))


@given(test_set=wmt_sets())
def test_whatever_is_written_is_read_again(test_set: WmtSet) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write_tree(test_set, Path(folder))
        assert load_wmt(Path(folder), "en-de") == test_set
