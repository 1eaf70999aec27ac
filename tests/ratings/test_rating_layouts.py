"""Layouts in which papers and tools release ratings: each is read with at most one option, and its means are right.

The files are made up. `--criterion` says what to rank by where a file has several criteria; it does not help reading.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.typed import genchal

EXPERTS = [
    {"id": text, "model_id": model, "expert_annotations": [{"coherence": a, "fluency": b} for a, b in answers]}
    for text, model, *answers in [
        ("dm-1", "M1", (2, 4), (3, 5)),
        ("dm-1", "M2", (5, 5), (4, 5)),
        ("dm-2", "M1", (1, 3), (2, 3)),
    ]
]
GENIE = '{"setup_id": "%s", "example_idx": 1, "metadata": {}, "sliders": [{"label": "tone", "value": %d}]}'


@dataclass(frozen=True)
class Released:
    """A file as it is released, the option that it needs, and the means of its systems."""

    name: str
    text: str
    means: dict[str, float]
    criterion: str = ""
    option: tuple[str, str] | tuple[()] = ()
    file: str = "ratings.csv"
    layout: str = "long"


RELEASED = [
    Released(
        "long, as most papers",
        "annotator,item,model,aspect,rating\nada,1,A,clarity,5\nada,1,B,clarity,3\neli,1,A,clarity,4\neli,1,B,clarity,4\n",
        {"A": 4.5, "B": 3.5},
    ),
    Released(
        "long, with names of its own",
        "turker,text_no,approach,stars\nada,1,A,5\nada,1,B,3\neli,1,A,4\neli,1,B,4\n",
        {"A": 4.5, "B": 3.5},
        option=("--columns", "rater=turker,instance=text_no,system=approach,value=stars"),
    ),
    Released(
        "wide by criterion, as WebNLG 2020",
        "submission_id,sample_id,Correctness,DataCoverage,Fluency,Relevance,TextStructure\n"
        "T1,7,90,80,70,60,50\nT2,7,91,81,60,61,51\nT1,8,92,82,72,62,52\nT2,8,93,83,61,63,53\n",
        {"T1": 71.0, "T2": 60.5},
        "Fluency",
        layout="wide",
    ),
    Released(
        "wide by criterion, with criteria of its own",
        "worker_id,sample_id,system,wit,warmth\nw1,7,A,4,1\nw2,7,A,5,2\nw1,7,B,2,5\n",
        {"A": 4.5, "B": 2.0},
        "wit",
        ("--columns", "value=wit+warmth"),
        layout="wide",
    ),
    Released(
        "wide by system",
        "item,rater,seq2seq,templates\n1,ada,4,2\n2,ada,5,3\n1,eli,3,2\n",
        {"seq2seq": 4.0, "templates": 7 / 3},
        option=("--systems", "seq2seq,templates"),
        layout="wide",
    ),
    Released(
        "wide by system, without ids",
        "north,south\n4,2\n5,3\n",
        {"north": 4.5, "south": 2.5},
        option=("--systems", "north,south"),
        layout="wide",
    ),
    Released(
        "lists of ratings in JSON lines",
        '{"item": 1, "system": "A", "ratings": [5, 5, 5, 1]}\n{"item": 1, "system": "B", "ratings": [3, 2]}\n',
        {"A": 4.0, "B": 2.5},
        file="ratings.jsonl",
    ),
    Released(
        "ratings by rater in a JSON document",
        '[{"item": 1, "system": "A", "scores": {"ada": 5, "eli": 4}},'
        ' {"item": 1, "system": "B", "scores": {"ada": 1, "eli": 3}}]',
        {"A": 4.5, "B": 2.0},
        file="ratings.json",
    ),
    Released(
        "lists in a table, as pandas writes them",
        "item,system,annotators,ratings\n1,A,\"['ada', 'eli']\",\"[5, 4]\"\n1,B,\"['ada', 'eli']\",\"[1, 3]\"\n",
        {"A": 4.5, "B": 2.0},
    ),
    Released(
        "averages with counts",
        "system,segment_id,mean,n\nA,1,4.5,4\nA,2,3.5,2\nB,1,2,3\nB,2,3,3\n",
        {"A": 4.0, "B": 2.5},
    ),
    Released(
        "arena battles",
        "question_id,model_a,model_b,winner,judge\n1,A,B,model_a,x\n2,A,B,model_a,x\n3,B,A,tie,y\n4,B,A,model_a,y\n",
        {"A": 2.5 / 4, "B": 1.5 / 4},
        layout="arena",
    ),
    Released(
        "WMT rankings",
        "srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system2Id,system3Id,system1rank,system2rank,system3rank\n"
        "cze,eng,1,1,j1,A,B,C,1,2,3\ncze,eng,2,2,j1,B,A,C,1,1,2\n",
        {"A": -1.0, "B": -1.5, "C": -2.5},
        layout="wmt-ranking",
    ),
    Released(
        "direct assessment with controls",
        "HITId\tWorkerId\tsrc\ttrg\titem\thit\tsys_id\trid\ttype\tsid\tscore\ttime\n"
        "h1\tw1\tcs\ten\tad\t1\tA\t1\tSYSTEM\t1\t80\t9\nh1\tw1\tcs\ten\tad\t1\tA\t2\tBAD_REF\t1\t10\t9\n"
        "h1\tw1\tcs\ten\tad\t1\tB\t3\tSYSTEM\t2\t60\t9\nh1\tw1\tcs\ten\tad\t1\tA\t4\tREPEAT\t1\t20\t9\n",
        {"A": 80.0, "B": 60.0},
        layout="direct-assessment",
    ),
    Released(
        "error spans, as MQM",
        "system\tdoc\tseg_id\trater\tcategory\tseverity\n"
        "A\tnews\t1\tr1\tAccuracy/Omission\tMajor\nA\tnews\t1\tr1\tFluency/Punctuation\tMinor\n"
        "A\tnews\t2\tr1\tNo-error\tNo-error\nB\tnews\t1\tr1\tStyle\tMinor\nB\tnews\t2\tr1\tNon-translation!\tMajor\n",
        {"A": -2.55, "B": -13.0},  # -(5 + 0.1) and 0; -1 and -25
        file="ratings.tsv",
        layout="mqm",
    ),
    Released(
        "counts of errors",
        "system,instance,rater,n_errors\nA,1,r1,2\nA,2,r1,0\nB,1,r1,4\nB,2,r1,3\n",
        {"A": 1.0, "B": 3.5},
        option=("--columns", "value=n_errors"),
    ),
    Released(
        "answers of experts in JSON lines, as SummEval",
        "\n".join(map(json.dumps, EXPERTS)),
        {"M1": 2.0, "M2": 4.5},  # (2 + 3 + 1 + 2) / 4, (5 + 4) / 2
        "coherence",
        ("--columns", "value=expert_annotations"),
        "ratings.jsonl",
    ),
    Released(
        "records of raters in JSON lines",
        '{"item": 1, "system": "A", "annotations": [{"annotator": "ada", "fluency": 4, "comment": "well"},'
        ' {"annotator": "eli", "fluency": 2}]}\n'
        '{"item": 1, "system": "B", "annotations": [{"annotator": "ada", "fluency": 1, "comment": ""}]}\n',
        {"A": 3.0, "B": 1.0},
        file="ratings.jsonl",
    ),
    Released(
        "MTME scores",
        "A 0.5\nB 0.25\nA -0.25\nB 0.75\n",
        {"A": 0.125, "B": 0.5},
        file="x.mqm.seg.score",
        layout="mtme",
    ),
    Released(
        "identification with times, as GRE studies",
        "participant,trial,system,shown_at,answered_at,identified\n"
        "1,1,A,0,2.5,yes\n1,2,B,10,14,no\n2,1,A,0,1.5,yes\n2,2,B,10,12,yes\n",
        {"A": 1.0, "B": 0.5},
        option=("--columns", "instance=trial"),
    ),
    Released(
        "identification with times as values",
        "participant;item;system;reading_time;identification_time\n1;1;A;2,5;1,5\n1;2;B;4;3\n2;1;A;1,5;0,5\n2;2;B;2;2\n",
        {"A": 1.0, "B": 2.5},
        "identification_time",
        layout="wide",
    ),
    Released(
        "a spreadsheet with labels and semicolons",
        "Participant;Item;System;Overall quality\n"
        "P1;1;A;5 - very good\nP1;1;B;1 - very bad\nP2;1;A;4 - good\nP2;1;B;2 - bad\n",
        {"A": 4.5, "B": 1.5},
        layout="wide",
    ),
    Released(
        "ids in several columns",
        "lp,sid,system,worker,rating\nen-de,1,A,w1,4\nen-cs,1,A,w1,2\nen-de,1,B,w1,3\nen-cs,1,B,w1,3\n",
        {"A": 3.0, "B": 3.0},
        option=("--columns", "instance=lp+sid"),
    ),
    Released(
        "Potato",
        '{"instance_id": "1::A", "user_id": "u1", "labels": {"clear": {"4": "4"}}}\n'
        '{"instance_id": "1::B", "user_id": "u1", "labels": {"clear": {"2": "2"}}}\n'
        '{"instance_id": "2::A", "user_id": "u1", "labels": {"clear": {"5": "5"}}}\n',
        {"A": 4.5, "B": 2.0},
        file="ratings.jsonl",
        layout="potato",
    ),
    Released(
        "Appraise",
        "u1,A,1,TGT,eng,deu,80,1700000000.0,1700000009.0\nu1,B,1,TGT,eng,deu,60,1700000010.0,1700000019.0\n"
        "u1,A,1,BAD,eng,deu,5,1700000020.0,1700000029.0\nu1,A,2,TGT,eng,deu,90,1700000030.0,1700000039.0\n",
        {"A": 85.0, "B": 60.0},
        layout="appraise",
    ),
    Released(
        "factgenie",
        "\n".join([GENIE % ("A", 4), GENIE % ("B", 1)]),
        {"A": 4.0, "B": 1.0},
        file="ratings.jsonl",
        layout="factgenie",
    ),
]


@pytest.mark.parametrize("released", RELEASED, ids=lambda released: released.name)
def test_a_release_is_read_without_a_script(released: Released, tmp_path: Path) -> None:
    (tmp_path / released.file).write_text(released.text, encoding="utf-8")
    criterion = ("--criterion", released.criterion) if released.criterion else ()
    done = genchal(
        *("rank", released.file, *released.option, *criterion, "--method", "mean", "--resamples", "100", "--json"),
        folder=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = {ranked["system"]: ranked["score"] for ranked in json.loads(done.stdout)["ranking"]}
    assert found == pytest.approx(released.means, abs=1e-12)


@pytest.mark.parametrize("released", RELEASED, ids=lambda released: released.name)
def test_its_layout_is_known(released: Released, tmp_path: Path) -> None:
    from genchal.campaign.judgements.load import load_ratings

    (tmp_path / released.file).write_text(released.text, encoding="utf-8")
    option = {released.option[0][2:]: released.option[1]} if released.option else {}
    assert load_ratings(tmp_path / released.file, **option).notes["layout"] == released.layout


def test_parquet_with_lists_is_read_as_json_lines_are(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(EXPERTS), tmp_path / "ratings.parquet")
    done = genchal(
        *("rank", "ratings.parquet", "--columns", "value=expert_annotations", "--criterion", "fluency"),
        *("--method", "mean", "--resamples", "100", "--json"),
        folder=tmp_path,
    )
    assert {one["system"]: one["score"] for one in json.loads(done.stdout)["ranking"]} == {"M1": 3.75, "M2": 5.0}


def test_names_that_parquet_has_as_bytes_are_texts(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from genchal.campaign.judgements.load import load_ratings

    rows = {"system": [b"ours", "Café".encode()] * 2, "item": ["1", "1", "2", "2"], "rater": ["a"] * 4}
    pq.write_table(pa.table({**rows, "quality": [1, 2, 3, 4]}), tmp_path / "ratings.parquet")
    assert set(load_ratings(tmp_path / "ratings.parquet").system.names) == {"ours", "Café"}
