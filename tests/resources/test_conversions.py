"""Releases in their official layouts, with texts of our own, become the files that genchal knows."""

import csv
import gzip
import hashlib
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from genchal.campaign.judgements.load import load_ratings
from genchal.errors import InvalidInput, NotFound, UserError
from genchal.resources.conversions import CONVERSIONS
from genchal.resources.conversions.pseudonyms import PERSONAL
from genchal.resources.datasets import DataFile, convert_dataset, datasets, get_dataset
from genchal.resources.files import read_bytes, read_text

CAFES = ["name[The Lantern], food[soup]", "name[Mill Café], priceRange[less than £20]"]
RATINGS = (
    "_unit_id,_created_at,_id,_started_at,_tainted,_channel,_trust,_worker_id,_country,_region,_city,_ip,"
    "{0}1,{0}2,mr,mr_id,ref1,ref2,sys1,sys2\n"
    "1,5/1/2018 10:00:00,7,5/1/2018 9:59:00,false,clix,1.0,{1},GBR,A1,Leith,192.0.2.1,120,80,"
    '"{2}",1,Soup.,"Cake, too.",north,south\n'
    "2,5/1/2018 10:01:00,8,5/1/2018 9:59:30,false,clix,1.0,40,GBR,A1,Leith,192.0.2.2,90,95,"
    '"{2}",1,Soup.,"Cake, too.",north,south\n'
)


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return folder


def packed(folder: Path, top: str = "release-1.0/") -> Path:
    """A ZIP archive of a folder, as sites of repositories make it."""
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, top + file.relative_to(folder).as_posix())
    return path


def zipped(name: str, text: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(name, text)
    return data.getvalue()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own data folder with a test set of two inputs."""
    monkeypatch.setenv("GENCHAL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    rows = "".join(f'"{mr}"\n' for mr in CAFES)
    write(tmp_path / "data" / "e2e", {"testset.csv": f"MR\n{rows}"})
    return tmp_path / "data"


def e2e_release(folder: Path) -> Path:
    soup, cake = CAFES
    return write(
        folder,
        {
            "README.md": "About.",
            "system_outputs/primary/north.tsv": f'MR\toutput\r\r\n{soup}\tSoup.\r\r\n{cake}\tIt\'s "cheap".\r\r\n',
            "system_outputs/primary/north-2.tsv": f"\ufeffMR\tREF\n'{soup}'\t'Soup. '\n'{cake}'\t'Cheap.'\n",
            "system_outputs/all/up/Primary north.tsv": f'"{soup}"\t"Soup."\n"{cake}"\t"Cheap." \n',
            "system_outputs/all/up/System 1/b.tsv": f"mr\tref\n{soup}\tA.\n{cake.replace('£', 'Ł')}\tB: Ł20.\n",
            "system_outputs/all/up/System 1/b.segscores.tsv": "BLEU\n0.1\n0.2\n",
            "human_ratings/quality.csv": RATINGS.format("quality", 31, soup),
            "human_ratings/naturalness.csv": RATINGS.format("natur", 52, soup),
        },
    )


@pytest.mark.parametrize("is_archive", [False, True])
def test_the_release_of_the_e2e_challenge(home: Path, tmp_path: Path, is_archive: bool) -> None:
    release = e2e_release(tmp_path / "e2e-eval")
    done = convert_dataset("e2e-eval", packed(release) if is_archive else release)
    folder = home / "e2e-eval"
    assert {path.relative_to(folder).as_posix() for path in done.new} == {
        "primary_raw/north.tsv.gz", "primary_raw/north-2.tsv.gz", "segscores/b.segscores.tsv.gz", "all_outputs.tsv.xz",
        "primary_outputs.tsv.xz", "human_ratings/quality.csv.xz", "human_ratings/naturalness.csv.xz",
    }  # fmt: skip
    assert "participants.tsv" in done.by_hand
    assert "all_outputs.tsv" not in done.by_hand
    soup, cake = CAFES
    assert read_text(folder / "primary_outputs.tsv.xz") == (
        f"system\trow\tmr\toutput\nnorth-2\t1\t{soup}\tSoup.\nnorth-2\t2\t{cake}\tCheap.\n"
        f'north\t1\t{soup}\tSoup.\nnorth\t2\t{cake}\tIt\'s "cheap".\n'
    )
    assert read_text(folder / "all_outputs.tsv.xz").splitlines()[1:] == [
        f"up/Primary north\t1\t{soup}\tSoup.",
        f"up/Primary north\t2\t{cake}\tCheap.",
        f"up/System 1/b\t1\t{soup}\tA.",
        f"up/System 1/b\t2\t{cake}\tB: Ł20.",  # outputs stay as they are
    ]
    raw = folder / "primary_raw" / "north.tsv.gz"
    assert read_bytes(raw) == (release / "system_outputs/primary/north.tsv").read_bytes()
    again = convert_dataset("e2e-eval", release)
    assert (again.new, len(again.kept)) == ((), 7)


def test_ratings_lose_what_tells_who_and_where_workers_are(home: Path, tmp_path: Path) -> None:
    convert_dataset("e2e-eval", e2e_release(tmp_path / "e2e-eval"), tmp_path / "out")
    tables = {}
    for criterion in ("quality", "naturalness"):
        text = read_text(tmp_path / "out" / "human_ratings" / f"{criterion}.csv.xz")
        assert not any(secret in text for secret in ("Leith", "192.0.2", "GBR", "clix"))
        tables[criterion] = list(csv.DictReader(io.StringIO(text, newline="")))
        assert not PERSONAL & set(tables[criterion][0])
        assert tables[criterion][0]["ref2"] == "Cake, too."
    workers = {criterion: [row["_worker_id"] for row in rows] for criterion, rows in tables.items()}
    assert workers == {"quality": ["w001", "w002"], "naturalness": ["w003", "w002"]}  # 40 is the same in both
    ratings = load_ratings(tmp_path / "out" / "human_ratings" / "quality.csv.xz")
    assert sorted(ratings.value) == [80, 90, 95, 120]


def test_what_was_downloaded_is_made_into_a_table_too(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "e2e-eval"
    write(folder, {"primary_raw/north.tsv": f"{CAFES[0]}\tSoup.\n{CAFES[1]}\tCheap.\n"})
    official = datasets()["e2e-eval"]
    ours = DataFile("participants.tsv", None, "https://example.org/p.tsv", hashlib.sha256(b"team\n").hexdigest())
    known = replace(official, files=(ours, *(file for file in official.files if file.address is None)))
    monkeypatch.setattr("genchal.resources.datasets.datasets", lambda: {**datasets(), "e2e-eval": known})
    monkeypatch.setattr("genchal.resources.datasets.download", lambda *_: b"team\n")
    done = get_dataset("e2e-eval")
    assert done.new == (folder / "participants.tsv", folder / "primary_outputs.tsv.xz")
    assert done.by_hand == ("all_outputs.tsv", "human_ratings/quality.csv", "human_ratings/naturalness.csv")
    (folder / "primary_outputs.tsv.xz").unlink()
    (home / "e2e" / "testset.csv").unlink()
    assert "primary_outputs.tsv" in get_dataset("e2e-eval").by_hand  # its inputs come from the test set
    with pytest.raises(NotFound, match=r"testset\.csv of e2e is not on this machine\. Get it with: genchal data get"):
        convert_dataset("e2e-eval", folder, tmp_path / "out")


def test_the_release_of_rankme(home: Path, tmp_path: Path) -> None:
    text = RATINGS.format("quality", 31, CAFES[0])
    files: dict[str, str | bytes] = {
        "data/stp2_rankME_qual.zip": zipped("f1.csv", text),
        "data/stp1_likert.zip": zipped("f2.csv", text),
    }
    done = convert_dataset("rankme", write(tmp_path / "RankME", files))
    assert [path.name for path in done.new] == ["stp1_likert.csv.gz", "stp2_rankME_qual.csv.gz"]
    with gzip.open(done.new[0], "rt", encoding="utf-8") as file:
        assert file.readline().startswith("_unit_id,_created_at,_id,_started_at,_tainted,_trust,_worker_id,quality1")
    assert len(done.by_hand) == 10


def test_the_trials_of_tuna_are_one_file_for_each_domain(home: Path, tmp_path: Path) -> None:
    def trial(name: str) -> str:
        head = '<?xml version="1.0"?>\r\n<!DOCTYPE TRIAL SYSTEM "x.dtd">\r\n'
        return f'{head}<TRIAL ID="{name}">\r\n\t<DOMAIN/>\r\n</TRIAL>\r\n'

    names = ["s10t1", "s2t11", "s2t2"]
    release = write(tmp_path / "t", {f"TUNA_furniture/Corpus/{name}.xml": trial(name) for name in names})
    done = convert_dataset("tuna", release)
    assert (done.new, done.by_hand) == ((home / "tuna" / "furniture.xml.xz",), ("people.xml",))
    trials = "".join(f'<TRIAL ID="{name}">\n\t<DOMAIN/>\n</TRIAL>\n' for name in ("s2t2", "s2t11", "s10t1"))
    first = '<?xml version="1.0" encoding="UTF-8"?>\n<TRIALS CORPUS="TUNA" DOMAIN="furniture" NUM="singular">\n'
    assert read_text(done.new[0]) == f"{first}{trials}</TRIALS>\n"


def test_dialogue_acts_become_tables(home: Path, tmp_path: Path) -> None:
    parts = ("train", "valid", "test")
    comment = "# Ours.\n"
    triples = comment + json.dumps([["inform(name='quay inn')", "quay inn is a hotel", "the quay inn"]])
    hotels = write(tmp_path / "sf", {f"data/original/hotel/{part}.json": triples for part in parts})
    row = "1\tinform(name='quay inn')\tquay inn is a hotel\tthe quay inn\n"
    done = convert_dataset("sf-hotels", hotels)
    assert read_text(done.new[0]) == "split\trow\tda\tref\tbaseline\n" + "".join(f"{part}\t{row}" for part in parts)
    turns = "hello() \nhello() \nHello.\n\noffer(name=quay inn;) \noffer(name) \nquay inn it is\n\n"
    acts = write(tmp_path / "dstc2", {f"src/data/{part}_data": turns for part in parts})
    lines = read_text(convert_dataset("dstc2", acts).new[0]).splitlines()
    assert lines[:3] == [
        "split\trow\tda\tda_delex\tref",
        "train\t1\thello()\thello()\tHello.",
        "train\t2\toffer(name=quay inn;)\toffer(name)\tquay inn it is",
    ]


def tree(number: int, words: str) -> str:
    rows = [f"{place}\t{word}\t{word.lower()}\tX" for place, word in enumerate(words.split(), 1)]
    return "\n".join([f"# text = {words}", f"# sent_id = t-{number}", *rows, "", ""])


def scrambled(words: str) -> str:
    rows = [f"{place}\t{word.lower()}\t_\tX" for place, word in enumerate(sorted(words.split()), 1)]
    return "\n".join([*rows, "", ""])


def test_inputs_of_surface_realisation_meet_their_sentences(home: Path, tmp_path: Path) -> None:
    texts = ["Boats wait", "Boats wait here", "One is left out", "Rain falls", "Rain falls"]
    inputs = [texts[0], "Boats wait there", texts[3], texts[4]]  # one word of the second differs
    files: dict[str, str | bytes] = {
        "data/T1-input/test/en-ud-test.conll": "".join(map(scrambled, inputs)),
        "data/T2-input/test/T2_en-ud-test.conll": scrambled("boats"),
        "data/Sentences/test/en-ud-test_sentences.txt": "# sent_id = 1\n# text = \n\n# sent_id = 2\n# text = \n",
        "data/Sentences/dev/en-ud-dev_sentences.txt": (
            "# text = A boat.\n# sent_id = d-1\n\n# sent_id = d-2\n# text = B.\n"
        ),
        "UD_English/en-ud-test.conllu": "".join(tree(n, text) for n, text in enumerate(texts, 1)),
    }
    done = convert_dataset("sr18", write(tmp_path / "sr18", files))
    made = {path.relative_to(done.folder).as_posix(): read_text(path) for path in done.new}
    assert made["official/sentences/en-ud-dev.tsv.xz"] == "row\tsent_id\ttext\n1\td-1\tA boat.\n2\td-2\tB.\n"
    assert made["official/sentences/en-ud-test.tsv.xz"].splitlines() == [
        "row\tud_row\tsent_id\ttext",
        "1\t1\tt-1\tBoats wait",
        "2\t2\tt-2\tBoats wait here",
        "3\t4\tt-4\tRain falls",
        "4\t5\tt-5\tRain falls",
    ]
    assert {"official/T1/en-ud-test.conll.xz", "official/T2/T2_en-ud-test.conll.xz", "ud/en-ud-test.conllu.xz"} < set(
        made
    )
    (tmp_path / "sr18" / "UD_English" / "en-ud-test.conllu").write_text(
        tree(1, "Quite another tree") * 5, encoding="utf-8"
    )
    with pytest.raises(InvalidInput, match=r"inputs do not have the lemmas of .* tag r2\.0-test"):
        convert_dataset("sr18", tmp_path / "sr18", tmp_path / "out")


@pytest.mark.parametrize(
    ("name", "files", "message"),
    [
        ("e2e-eval", {"a.txt": "x"}, "no file of e2e-eval in it. Give a copy of https://github.com/tuetschek/e2e-eval"),
        ("e2e-eval", {"system_outputs/primary/x.tsv": "a\tb\n"}, "x.tsv: 1 outputs, expected 2"),
        ("e2e-eval", {"system_outputs/primary/x.tsv": b"\xff\tb\n"}, "x.tsv: not UTF-8 text"),
        ("e2e-eval", {"participants.tsv": "somebody\n"}, "not the official participants.tsv: its checksum differs"),
        ("e2e-eval", {"human_ratings/quality.csv": "a,b\n1,2\n"}, "not ratings by CrowdFlower"),
        ("e2e-eval", {"human_ratings/quality.csv": ""}, "quality.csv: not a CSV table"),
        ("rankme", {"data/stp1_likert.zip": b"PK"}, "stp1_likert.zip: not an archive with one CSV file"),
        ("dstc2", {f"src/data/{part}_data": "a\nb\n" for part in ("train", "valid", "test")}, "not in the layout"),
        ("e2e", {"trainset.csv": "mr,ref\n"}, "e2e is used as it is released. Get it with: genchal data get e2e"),
    ],
)
def test_what_is_not_a_release_is_one_line_and_nothing_is_written(
    home: Path, tmp_path: Path, name: str, files: dict[str, str | bytes], message: str
) -> None:
    with pytest.raises(UserError) as caught:
        convert_dataset(name, write(tmp_path / "release", files))
    assert message in str(caught.value)
    assert [path.name for path in home.iterdir()] == ["e2e"]


def test_a_source_that_is_no_release_is_explained(home: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no such file or folder"):
        convert_dataset("tuna", tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_text("notes", encoding="utf-8")
    with pytest.raises(InvalidInput, match="not a folder or a ZIP archive"):
        convert_dataset("tuna", tmp_path / "notes.txt")


def test_files_with_other_content_are_not_overwritten(home: Path, tmp_path: Path) -> None:
    write(home / "e2e-eval", {"all_outputs.tsv": "mine\n"})
    with pytest.raises(InvalidInput, match=r"all_outputs\.tsv differs from what is made of .* nothing was stored"):
        convert_dataset("e2e-eval", e2e_release(tmp_path / "e2e-eval"))
    assert [path.name for path in (home / "e2e-eval").iterdir()] == ["all_outputs.tsv"]


@pytest.mark.parametrize("name", CONVERSIONS)
def test_every_conversion_is_of_a_known_data_set_and_its_note_names_it(name: str) -> None:
    note = datasets()[name].note
    assert f"genchal data convert {name} FOLDER" in note or name.startswith("sf-")
