"""Broken files on purpose: mutations of good ones, and the readers that must survive them.

A reader may accept an input or refuse it with a `UserError`, whose lines are for people; any other exception, a line
that is not one line, or a long wait is a bug. `make test` tries a sample, `make bench` a hundred thousand.
"""

from __future__ import annotations

import gzip
import io
import lzma
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from genchal.campaign.config.load import load_campaign
from genchal.campaign.parser_training.treebank import read_treebank
from genchal.domain import Instance, SlotValues
from genchal.domain.settings import configure
from genchal.errors import UserError
from genchal.generators import GENERATORS
from genchal.generators.templates.templates import parse_sentences
from genchal.ratings import LAYOUTS
from genchal.resources.embeddings.vectors import load_vectors
from genchal.resources.files import iterate_lines
from genchal.resources.frequencies import read_words
from genchal.resources.lexicons.reading import parse_lexicon
from genchal.resources.parser import load_model
from genchal.tasks import TASKS
from genchal.tasks.attribute_tables import read_attribute_sets
from genchal.tasks.coverage_sheet import read_sheet
from genchal.tasks.gem import read_gem_outputs
from genchal.tasks.outputs import read_outputs
from genchal.tasks.tuna import read_trial_outputs
from genchal.tasks.wmt import parse_documents, parse_scores
from genchal.text.tables.opening import open_table
from tiny_parser import tiny_arrays

Reader = Callable[[list[str], Path], object]


def _parser_weights() -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **tiny_arrays())
    return file.getvalue()


def _archive() -> bytes:
    file = io.BytesIO()
    np.savez(file, words=np.array(["heron", "loop"]), vectors=np.array([[0.5, 1.0], [2.0, -1.0]]))
    return file.getvalue()


# A small good file of our own for every format.
SEEDS: dict[str, str] = {
    "slots": 'mr,ref\n"name[Heron Loop], effort[easy]","Heron Loop is easy."\n"name[Elm Walk]","Elm ""Walk"""\n',
    "e2e": "mr\tref\nname[Heron Loop], price[£5]\tHeron Loop costs £5.\n",
    "table": '{"id": 1, "input": "a", "references": ["b", "c"]}\n{"id": 2, "input": "d", "ref": "e"}\n',
    "plain": "one walk\nanother walk\n\na third walk\n",
    "sf": "split\trow\tda\tref\tbaseline\ntrain\t1\tinform(name='heron loop';effort=easy)\theron loop is easy\teasy\n",
    "bagel": (
        'FULL_DA = inform(name="Heron Loop",type=walk)\nABSTRACT_DA = inform(name="X1",type=walk) \n'
        '-> "[name+X]X []is a [type+walk]walk"; \n\n'
    ),
    "dstc2": "split\trow\tda\tda_delex\tref\ntrain\t1\toffer(name=heron loop;) inform(effort=easy;)\tx\tIt is easy\n",
    "conllu": (
        "# sent_id = 1\n# text = Walks end.\n1\tWalks\twalk\tNOUN\tN\t_\t2\tnsubj\t_\t_\n"
        "2\tend\tend\tVERB\tV\t_\t0\troot\t_\t_\n\n"
    ),
    "tuna": (
        '<?xml version="1.0"?>\n<TRIALS><TRIAL ID="s1t1" CONDITION="+LOC"><DOMAIN><ENTITY ID="1" TYPE="target">'
        '<ATTRIBUTE NAME="colour" VALUE="red" TYPE="literal"/></ENTITY></DOMAIN>'
        "<STRING-DESCRIPTION>red</STRING-DESCRIPTION>"
        '<ATTRIBUTE-SET><ATTRIBUTE NAME="colour" VALUE="red"/></ATTRIBUTE-SET></TRIAL></TRIALS>\n'
    ),
    "tuna_realisation": (
        '<TRIALS><TRIAL ID="1"><DOMAIN><ENTITY ID="1" TYPE="target"/></DOMAIN><ANNOTATED-WORD-STRING>the '
        '<ATTRIBUTE NAME="type" VALUE="tug">boat</ATTRIBUTE></ANNOTATED-WORD-STRING>'
        '<ATTRIBUTE-SET><ATTRIBUTE NAME="type" VALUE="tug"/></ATTRIBUTE-SET></TRIAL></TRIALS>\n'
    ),
    "sr": "# text = Walks end.\n1\tend\tend\tVERB\tV\t_\t0\troot\t_\t_\n2\twalk\twalk\tNOUN\tN\t_\t1\tnsubj\t_\t_\n\n",
    "scenes": "scene,entity,target,colour,attributes\ns1,a,yes,red,colour:red | type:tug\ns1,b,no,blue,\n",
    "attributes": "trial,attributes\ns1,colour:red type:tug\ns1,\ns2,place:far left; type:tug\n",
    "gem": '{"language": "en", "values": [{"target": ["a walk", "one walk"], "gem_id": "w-1"}]}\n',
    "outputs": 'system\trow\tmr\toutput\nA\t1\tname[Heron Loop]\tHeron Loop.\nB\t1\tname[Heron Loop]\t"It"\n',
    "gem outputs": '{"submission_name": "A", "tasks": {"walks": {"values": ["a", "b"], "keys": ["1", "2"]}}}\n',
    "attribute sets": "system\tdomain\tfold\ttrial\tprediction\nA\tfurniture\t0\ts1t1\tcolour:red type:desk\n",
    "trial outputs": (
        '<TRIALS><TRIAL ID="s1t1"><ATTRIBUTE-SET><ATTRIBUTE NAME="colour" VALUE="red"/></ATTRIBUTE-SET>'
        "<WORD-STRING>the red one</WORD-STRING></TRIAL></TRIALS>\n"
    ),
    "wmt scores": "A 0.5\nB None\nA 0.25\nB 0.75\n",
    "wmt documents": "news doc1\nnews doc1\n",
    "coverage sheet": (
        "instance\tsystem\tinput\ttext\tcoverage\n1\tA\tname[Heron Loop]\tHeron Loop.\tok\n"
        "2\tB\tname[Moor Path]\tA path, perhaps.\tBoth\n3\tA\tname[Moor Path]\tMoor Path.\t\n"
    ),
    "frequencies": "# by frequency\nthe\t100\nof 50\n\nwalk\n",
    "lexicon": (
        'title = "Walks"\nnegations = ["not [a]"]\n[words]\ndogs = ["dog[s]"]\n[slots.name]\nopen = true\n'
        'phrases = ["{value}"]\n[slots.dogs]\nopposites = { yes = "no" }\n[slots.dogs.values]\n'
        'yes = ["<dogs> welcome"]\nno = [{ phrases = ["no (<dogs>|pets)"], scope = "slot" }]\n'
    ),
    "templates": '[[sentence]]\nslots = ["name"]\nwhen = { dogs = "no" }\ntext = "{name} is a walk."\n',
    "wordings tuda": 'text = "[{name}|It] is a[ {effort}] walk[{dogs:no}, no dogs]."\n[values.effort]\neasy = "calm"\n',
    "wordings dangnt": (
        '[[structure]]\nwhen = { dogs = "no" }\nwithout = ["area"]\nsentences = [["name", "effort"]]\n'
        '[[wording]]\nslot = "name"\nbefore = ["effort"]\nafter = [""]\ntext = "{name} is"\n'
    ),
    "wordings forge1": (
        '[subject]\nslot = "name"\nnumber = "plural"\n[slots.food]\nverb = "serve"\nnoun = "{value} food"\n'
        'determiner = "a"\nvalues = { Thai = "Thai" }\n'
    ),
    "campaign": (
        '[campaign]\nname = "C"\nseed = 1\n[[track]]\nname = "t"\nformat = "slots"\ntest = "t.csv"\n[[system]]\n'
        'name = "s"\nfile = "s.tsv"\n[system.descriptors]\nsize = 3\n[[metric]]\nname = "bleu"\ncase = "lower"\n'
    ),
}

# The same for every layout of ratings.
SEEDS |= {
    "ratings crowdflower": (
        "_worker_id,_trust,_created_at,_city,mr_id,sys1,sys2,quality1,quality2,check1,check2,quality1_gold\n"
        'xq17,0.9,11/28/2017 02:30:23,Elmham,1,A,B,100,90,ok,"added\nmissing",\n'
        "xq18,1,11/28/2017 02:30:24,Elmham,2,B,A,50,,missing,ok,50\n"
    ),
    "ratings long": (
        "worker,hit,segment,model,aspect,score,kind,position,shown_at,ip\n"
        "xq17,h1,1,A,fluency,3,scored,0,2026-01-02T03:04:05,127.0.0.1\nxq17,h1,1,B,fluency,2.5,repeat,1,7,127.0.0.1\n"
    ),
    "ratings mqm": (
        "system\tdoc\tseg_id\trater\tcategory\tseverity\tip\n"
        "A\tnews\t1\txq17\tAccuracy/Omission\tMajor\t127.0.0.1\nB\tnews\t1\txq18\tNo-error\tNo-error\t127.0.0.1\n"
    ),
    "ratings wide": (
        "user_id;instance_id;system;Fluency;Overall;ip\n"
        "xq17;1;A;3;5 - very good;127.0.0.1\nxq18;1;B;[2.5, 3];2;127.0.0.1\n"
    ),
    "ratings wmt-ranking": (
        "srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,"
        "system1rank,system2rank\nFrench,English,5,-1,5,xq17,-1,A,-1,B,2,1\nFrench,English,6,-1,6,xq18,-1,B,-1,A,-1,1\n"
    ),
    "ratings direct-assessment": (
        "HITId\tWorkerId\tInput.src\tInput.trg\tInput.item\thit\tsys_id\trid\ttype\tsid\tscore\ttime\n"
        "h1\txq17\tde\ten\tad\t1\tA\t7\tSYSTEM\t3\t80\t1000\nh1\txq17\tde\ten\tad\t1\tA\t9\tBAD_REF\t3\t10\t1000\n"
    ),
    "ratings appraise": (
        "xq17,A,3,TGT,eng,deu,80,news1,False,[],1700000000.5,1700000009.5\n"
        "xq17,B,3,CHK,eng,deu,70,news1,True,[],1700000010.5,1700000019.5\n"
    ),
    "ratings arena": (
        '{"question_id": "q1", "model_a": "A", "model_b": "B", "winner": "tie (bothbad)", "judge": "xq17"}\n'
        '{"question_id": "q2", "model_a": "A", "model_b": "C", "winner": "model_b", "judge": "xq18"}\n'
    ),
    "ratings pearmut": (
        '{"annotation": [{"A": {"score": 70, "error_spans": [{"severity": "minor"}]}, "B": {"score": null}}],'
        ' "actions": [{"time": 5.5}, {"time": 9.5}], "item": [{"item_id": "d-0", "src": "a"}], "user_id": "xq17",'
        ' "item_i": 0}\n{"annotation": "__RESET__", "user_id": "xq17", "item_i": 0}\n'
    ),
    "ratings factgenie": (
        '{"dataset": "walks", "split": "test", "example_idx": 3, "setup_id": "A", "metadata": {"annotator_id": "xq17",'
        ' "annotation_span_categories": [{"name": "wrong"}], "end_timestamp": 9}, "annotations": [{"type": 0}],'
        ' "flags": [{"label": "odd", "value": true}], "options": [{"label": "o", "value": "4"}],'
        ' "sliders": [{"label": "fluency", "value": "55"}]}\n'
    ),
    "ratings potato": (
        '{"instance_id": "1::A", "user_id": "xq17", "labels": {"clear": {"4": "4"}, "order": {"rank_order": "B,A"}}}\n'
        '{"instance_id": "2::A", "user_id": "xq17", "labels": {"pick": {"selection": "tie"}, "why": {"text": "so"}}}\n'
    ),
    "ratings mtme": "A 0.5\nB None\nA -0.25\nB 0.75\n",
}

# The same for every format of word vectors; two of them are bytes, written here as characters.
SEEDS |= {
    "vectors glove": "heron 0.5 -1 2e-1\nloop 1 0 0.25\nheron loop 3 2 1\n",
    "vectors word2vec": "2 3\nheron 0.5 -1 2e-1\nloop 1 0 0.25\n",
    "vectors wink": (
        '{"size": 2, "dimensions": 2, "words": ["a", "b"], "vectors": {"a": [0.5, 1, 2.5, 0], "b\\n": [1, 0, 1, 1]},'
        ' "unkVector": [0, 0, 0, -1]}\n'
    ),
    "vectors binary": (b"2 2\nheron \0\0\x80?\0\0\0?\nloop \0\0\x80\xbf\0\0\x80?\n").decode("latin-1"),
    "vectors npz": _archive().decode("latin-1"),
}

# What a parser is trained on, and what comes of it.
SEEDS |= {"treebank": SEEDS["conllu"], "parser weights": _parser_weights().decode("latin-1")}

# Where real files of a format are, to mutate their beginnings too.
REAL = {
    "e2e": "e2e/devset.csv.xz",
    "sf": "sf-restaurants/sf_restaurants.tsv.xz",
    "bagel": "bagel/ACL10-inform-training.txt.gz",
    "dstc2": "dstc2/dstc2_nlg.tsv.xz",
    "conllu": "sr18/ud/en-ud-dev.conllu.xz",
    "tuna": "tuna/people.xml.xz",
    "outputs": "e2e-eval/all_outputs.tsv.xz",
    "attribute sets": "tuna/predictions_monroe_potts_2015.tsv.xz",
    "ratings crowdflower": "e2e-eval/human_ratings/quality.csv.xz",
}


def _write_with(name: str, lines: list[str], _: Path) -> object:
    generator = configure(GENERATORS[name], {"wordings": "\n".join(lines)}, name)
    rng = np.random.default_rng(1)
    walk = Instance("1", SlotValues((("name", "Heron Loop"), ("effort", "easy"), ("dogs", "no"), ("food", "Thai"))))
    return generator.fitted((), (), rng).generate([walk], rng)


def _campaign(lines: list[str], folder: Path) -> object:
    path = folder / "campaign.toml"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    return load_campaign(path)


def _task(name: str) -> Reader:
    return lambda lines, _: list(TASKS[name]().parse(lines, "the file"))


def _layout(name: str) -> Reader:
    return lambda lines, _: LAYOUTS[name].read(open_table(lines, "the file")).to_ratings()


def _vectors(encoding: str) -> Reader:
    def read(lines: list[str], folder: Path) -> object:
        path = folder / "vectors"
        path.write_bytes("\n".join(lines).encode(encoding, "replace" if encoding == "latin-1" else "surrogatepass"))
        return load_vectors(str(path))

    return read


def _treebank(lines: list[str], folder: Path) -> object:
    path = folder / "treebank.conllu"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    return read_treebank(path)


def _weights(lines: list[str], folder: Path) -> object:
    path = folder / "weights.npz"
    path.write_bytes("\n".join(lines).encode("latin-1", "replace"))
    return load_model(str(path))


READERS: dict[str, Reader] = {name: _task(name) for name in TASKS} | {
    "outputs": lambda lines, _: read_outputs(lines, "the file", tabular=True),
    "gem outputs": lambda lines, _: read_gem_outputs("\n".join(lines), "the file"),
    "attribute sets": lambda lines, _: read_attribute_sets(lines, "the file"),
    "trial outputs": lambda lines, _: read_trial_outputs(lines, "the file"),
    "wmt scores": lambda lines, _: parse_scores(
        lines, "the file", name="mqm", level="seg", systems=("A", "B"), units=("1", "2")
    ),
    "wmt documents": lambda lines, _: parse_documents(lines, "the file"),
    "coverage sheet": lambda lines, _: read_sheet(lines, "the file"),
    "frequencies": lambda lines, _: read_words(lines, "the file"),
    "templates": lambda lines, _: parse_sentences("\n".join(lines)),
    **{f"wordings {name}": partial(_write_with, name) for name in ("tuda", "dangnt", "forge1")},
    "lexicon": lambda lines, _: parse_lexicon("\n".join(lines), "the file", "walks"),
    "campaign": _campaign,
}
READERS |= {"treebank": _treebank, "parser weights": _weights}
READERS |= {f"ratings {name}": _layout(name) for name in LAYOUTS}
READERS |= {f"vectors {name}": _vectors("utf-8") for name in ("glove", "word2vec", "wink")}
READERS |= {f"vectors {name}": _vectors("latin-1") for name in ("binary", "npz")}

BOMB = f'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "{"&a;" * 10}"><!ENTITY c "{"&b;" * 10}">]>\n'
OUTSIDE = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///nowhere">]>\n'
ODD = [
    "\0",
    "\ud800",
    "\udfff",
    "\ufeff",
    "\x1a",
    "\x85",
    "\u2028",
    '"',
    "'",
    "\t",
    "\r",
    ",",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "&",
    "=",
    "#",
    "\\",
    "\n\n",
]


def mutated(text: str, rng: random.Random) -> str:
    """Damage a text in one of many ways, or in two."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = rng.choice(_WAYS)(text, rng)
    return text


def _place(text: str, rng: random.Random) -> int:
    return rng.randrange(len(text) + 1)


def _truncate(text: str, rng: random.Random) -> str:
    return text[: _place(text, rng)]


def _cut(text: str, rng: random.Random) -> str:
    start = _place(text, rng)
    return text[:start] + text[start + rng.randrange(1, 20) :]


def _insert(text: str, rng: random.Random) -> str:
    place = _place(text, rng)
    return text[:place] + rng.choice(ODD) * rng.choice([1, 1, 2, 50]) + text[place:]


def _swap(text: str, rng: random.Random) -> str:
    return text.replace(rng.choice(ODD), rng.choice(ODD))


def _lines(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    place = rng.randrange(len(lines))
    change = rng.randrange(4)
    if change == 0:
        lines.pop(place)
    elif change == 1:
        lines.insert(place, lines[rng.randrange(len(lines))])
    elif change == 2:
        rng.shuffle(lines)
    else:
        lines[place] = "\t".join(rng.sample(cells := lines[place].split("\t"), len(cells))[: rng.randrange(1, 9)])
    return "\n".join(lines)


def _binary(text: str, rng: random.Random) -> str:
    place = _place(text, rng)
    return text[:place] + rng.randbytes(rng.randrange(1, 60)).decode("latin-1") + text[place:]


def _nested(text: str, rng: random.Random) -> str:
    opening = rng.choice(["[", '{"a":', "<a>", "(", "a[", "inform(a='"])
    return text[: _place(text, rng)] + opening * rng.choice([10, 500, 5000]) + text


def _entities(text: str, rng: random.Random) -> str:
    return rng.choice([BOMB, OUTSIDE]) + text.replace("red", "&c;&e;")


def _long_line(text: str, rng: random.Random) -> str:
    place = _place(text, rng)
    return text[:place] + rng.choice(["x", "a[1], ", "\t", "'", "=", "<"]) * rng.choice([2000, 20_000]) + text[place:]


_WAYS = [_truncate, _cut, _insert, _insert, _swap, _lines, _lines, _binary, _nested, _entities, _long_line]


@dataclass
class Tally:
    """What happened to the inputs of one reader."""

    accepted: int = 0
    refused: int = 0
    slowest: float = 0.0


def seeds(name: str, data: Path | None) -> list[str]:
    """Good files of a format: our own, and the beginning of a real one where there is data."""
    found = [SEEDS[name]]
    if data is not None and name in REAL:
        found.append("\n".join(islice(iterate_lines(data / REAL[name]), 60)) + "\n")
    return found


def try_reader(name: str, inputs: Iterator[str], folder: Path) -> Tally:
    """Feed a reader; raise AssertionError for whatever is neither accepted nor refused with a remedy."""
    tally = Tally()
    for text in inputs:
        started = time.perf_counter()
        try:
            READERS[name](text.split("\n"), folder)
            tally.accepted += 1
        except UserError as error:
            tally.refused += 1
            assert error.remedy, (name, text[:500])
            for line in error.lines():
                assert line.isprintable(), (name, line[:300])
                assert len(line) < 1100, (name, line[:300])
        except Exception as error:
            raise AssertionError(f"{name}: {type(error).__name__}: {error}\n{text[:1000]!r}") from error
        tally.slowest = max(tally.slowest, time.perf_counter() - started)
    return tally


def inputs(name: str, count: int, seed: int, data: Path | None) -> Iterator[str]:
    """Mutations of the good files of a format."""
    rng = random.Random(f"{name} {seed}")
    good = seeds(name, data)
    for _ in range(count):
        yield mutated(rng.choice(good), rng)


def damaged_files(folder: Path, count: int, seed: int) -> Iterator[Path]:
    """Files whose bytes are damaged: packed and not, cut off, not UTF-8."""
    rng = random.Random(seed)
    text = "\n".join(SEEDS.values()).encode()
    for number in range(count):
        suffix = rng.choice(["txt", "txt.gz", "txt.xz"])
        packed = gzip.compress(text) if suffix == "txt.gz" else lzma.compress(text) if suffix == "txt.xz" else text
        data = bytearray(packed[: rng.randrange(len(packed) + 1)] if rng.random() < 0.4 else packed)
        for _ in range(rng.randrange(6)):
            if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        path = folder / f"{number % 20}.{suffix}"
        path.write_bytes(bytes(data))
        yield path
