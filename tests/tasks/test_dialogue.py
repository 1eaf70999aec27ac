"""Dialogue acts and the data sets that are made of them, case by case (their contracts are in contracts/)."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Act, DialogueAct, Instance, Text
from genchal.errors import InvalidInput, UserError
from genchal.tasks import TASKS
from genchal.tasks._acts import ActNotation, read_acts, write_acts
from genchal.tasks._bagel import relexicalised
from genchal.tasks.dialogue import Bagel, Dstc2, SanFrancisco
from strategies import dialogue_acts

NOTATIONS = [SanFrancisco.notation, Dstc2.notation, Bagel.notation]
HERON = DialogueAct((Act("inform", (("name", "heron loop"), ("setting", "woodland"))),))


def pairs(text: str, notation: ActNotation = SanFrancisco.notation) -> tuple[tuple[str, str | None], ...]:
    (act,) = read_acts(text, notation).acts
    return act.pairs


@pytest.mark.parametrize("notation", NOTATIONS)
@given(turn=dialogue_acts)
def test_reading_acts_undoes_writing_them(notation: ActNotation, turn: DialogueAct) -> None:
    assert read_acts(write_acts(turn, notation), notation) == turn


@pytest.mark.parametrize("notation", NOTATIONS)
@given(text=st.text(st.sampled_from("ab(=)'\";,\\ \n\0")) | st.text())
def test_any_text_is_read_or_refused_with_a_remedy(notation: ActNotation, text: str) -> None:
    try:
        turn = read_acts(text, notation)
    except UserError as error:
        assert error.remedy
    else:
        assert read_acts(write_acts(turn, notation), notation) == turn


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sf", "inform(name='heron loop';setting=woodland)"),
        ("dstc2", "inform(name=heron loop;setting=woodland;)"),
        ("bagel", 'inform(name="heron loop",setting=woodland)'),
    ],
)
def test_every_data_set_has_its_notation_and_reads_the_canonical_one(name: str, text: str) -> None:
    task = TASKS[name]()
    assert task.parse_input(text) == task.parse_input(str(HERON)) == HERON
    (first, *_) = (line for line in task.render([Instance("1", HERON)]) if "heron" in line)
    assert text in first


def test_acts_without_slots_and_slots_without_values() -> None:
    assert read_acts("goodbye()", SanFrancisco.notation) == DialogueAct((Act("goodbye"),))
    assert read_acts("?request(near)", SanFrancisco.notation) == DialogueAct((Act("?request", (("near", None),)),))
    assert pairs("inform(name='a';food;near=b)") == (("name", "a"), ("food", None), ("near", "b"))
    assert pairs("inform(name=;near='')") == (("name", ""), ("near", ""))


def test_a_turn_may_have_several_acts() -> None:
    turn = read_acts("offer(name=heron loop;) inform(km=6;)inform(dogs=yes;)", Dstc2.notation)
    assert [act.type for act in turn.acts] == ["offer", "inform", "inform"]


def test_odd_values_are_kept() -> None:
    assert pairs("?select(meal=any;meal=dinner')") == (("meal", "any"), ("meal", "dinner'"))
    assert pairs("f(name='joe's loop';near=x)") == (("name", "joe's loop"), ("near", "x"))
    assert pairs("f(name='t pad;near=x)") == (("name", "'t pad"), ("near", "x"))
    assert pairs("f(name=loop (north; south);near='x)')") == (("name", "loop (north; south)"), ("near", "x)"))
    assert pairs("f(sum=a=b;text='c;d\\'e\\\\')") == (("sum", "a=b"), ("text", "c;d'e\\"))
    assert pairs("f(addr=st. john's road;)", Dstc2.notation) == (("addr", "st. john's road"),)


def test_commas_separate_only_before_a_slot() -> None:
    expected = (("name", "The Mill, East Road"), ("near", None), ("food", "thai"))
    for notation in NOTATIONS:
        assert pairs("f(name=The Mill, East Road, near, food=thai)", notation) == expected
    assert pairs("f(addr='12, x')") == (("addr", "12, x"),)


@pytest.mark.parametrize(
    "text", ["", "no act", "f", "f(", "f(a=b", "f(a=(b)", "f(=b)", "f(a;;b)", "(a=b)", "f(a b=c)", "f() x"]
)
def test_what_is_no_dialogue_act_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"^f, line 3: .* is not a dialogue act: .*Write acts such as inform\("):
        list(SanFrancisco().parse(["da\tref", "f()\tx", f"{text}\tx"], "f"))


@pytest.mark.parametrize(
    "text", ["f(" + "a='b;" * 50_000, "f(a=" + "(" * 50_000, "f(a='" + "' " * 50_000, "f(a=" + ", " * 50_000]
)
def test_nasty_texts_take_no_longer_than_others(text: str) -> None:
    start = time.perf_counter()
    for notation in NOTATIONS:
        with pytest.raises(InvalidInput):
            read_acts(text, notation)
    assert time.perf_counter() - start < 5  # quadratic would take minutes


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(InvalidInput, match="'a b' cannot be the name of an act or a slot"):
        write_acts(DialogueAct((Act("a b"),)), Bagel.notation)
    with pytest.raises(InvalidInput, match="without acts"):
        write_acts(DialogueAct(()), Bagel.notation)
    with pytest.raises(InvalidInput, match="instance '7' is not a dialogue act"):
        list(SanFrancisco().render([Instance("7", Text("x"))]))


def test_sf_rows_have_meta_and_are_numbered_where_splits_are_numbered_apart() -> None:
    lines = ["split\trow\tda\tref\tbaseline", "train\t1\tf()\ta \tb", "test\t1\tf()\tc\t"]
    assert list(SanFrancisco().parse(lines, "f")) == [
        Instance("1", DialogueAct((Act("f"),)), ("a ",), {"split": "train", "baseline": "b"}),
        Instance("2", DialogueAct((Act("f"),)), ("c",), {"split": "test"}),
    ]
    lines[2] = "test\tt7\tf()\tc\t"
    assert [one.id for one in SanFrancisco().parse(lines, "f")] == ["1", "t7"]


def test_dstc2_keeps_the_delexicalised_acts() -> None:
    lines = ["split\trow\tda\tda_delex\tref", "train\t1\tf(a=b;) g()\tf(a) g()\tx"]
    (instance,) = Dstc2().parse(lines, "f")
    assert instance.meta == {"split": "train", "delex": "f(a) g()"}
    assert list(Dstc2().render([instance])) == lines


def test_what_tsv_cannot_hold_is_written_as_json_lines() -> None:
    instance = Instance("1", HERON, ("one\ttab", "two\nlines"), {"split": "test"})
    (line,) = SanFrancisco().render([instance])
    assert json.loads(line)["ref"] == ["one\ttab", "two\nlines"]
    assert list(SanFrancisco().parse([line], "f")) == [instance]


def test_a_table_without_acts_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"f, line 2: no dialogue act\. Name the column"):
        list(SanFrancisco().parse(["row\tref", "1\tx"], "f"))


def test_the_json_of_the_release_is_read_after_its_comments() -> None:
    lines = ["# made by hand", "#", "[", ' ["f(a=\'b\')", "ref", "base"],', ' ["g()",', '  "other"]', "]"]
    assert list(SanFrancisco().parse(lines, "f")) == [
        Instance("1", DialogueAct((Act("f", (("a", "b"),)),)), ("ref",), {"baseline": "base"}),
        Instance("2", DialogueAct((Act("g"),)), ("other",)),
    ]


@pytest.mark.parametrize(
    ("third", "message"),
    [
        ('["f()", 7]', r"line 3: not a list of strings \[act, reference, baseline\]\. Write every turn"),
        ('"f()"', "line 3: not a list of strings"),
        ('["f(", "x"]]', r"line 3: 'f\(' is not a dialogue act"),
        ('["f()", "x"', "line 3: not valid JSON .*Check the file"),
        ('["f()", "x"]] []', "line 3: more text after the end"),
        ("[" * 100_000, "line 3: JSON that cannot be read .*fewer levels"),
        ("1" * 10_000, "line 3: JSON that cannot be read"),
    ],
)
def test_json_that_is_something_else_is_refused_with_its_line(third: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        list(SanFrancisco().parse(["# x", "[", third], "f"))


BLOCK = [
    'FULL_DA = inform(name="The Loop",area=north,near="A, B",near="C \\"D\\"")',
    'ABSTRACT_DA = inform(name="X1",area=north,near="X2",near="X3") ',
    '-> "[name+X]X []is [near]near [near+X]X [near]and [near+X]X, [area+north]up [area]there; [name+X]X."; ',
]


def test_bagel_references_have_names_for_their_xs() -> None:
    first, second = Bagel().parse([*BLOCK, "", "FULL_DA = f()", "", ""], "f")
    assert first.references == ('The Loop is near A, B and C "D", up there; The Loop.',)
    assert first.meta == {
        "abstract": 'inform(name="X1",area=north,near="X2",near="X3")',
        "aligned": "[name+X]X []is [near]near [near+X]X [near]and [near+X]X, [area+north]up [area]there; [name+X]X.",
    }
    assert second == Instance("2", DialogueAct((Act("f"),)))
    assert [line.rstrip() for line in Bagel().render([first])] == [line.rstrip() for line in [*BLOCK, ""]]


def test_an_x_stays_where_its_name_cannot_be_told() -> None:
    full, abstract = (
        read_acts(text, Bagel.notation)
        for text in ("f(near=a,near=b,area=c,type=X)", "f(near=X1,near=X2,area=c,type=X)")
    )
    assert relexicalised("[near+X]X [near+X]X [near+X]X", full, abstract) == "a b X"  # more Xs than values
    assert relexicalised("[area+X]X [food+X]X", full, abstract) == "X X"  # not abstracted; not there
    assert relexicalised("[near]X X [near+X]Xavier", full, abstract) == "X X Xavier"  # no placeholders
    assert relexicalised("[near+X]X", full, None) == "X"
    assert relexicalised("[near+X]X", full, read_acts("f(near=X1)", Bagel.notation)) == "X"  # another act
    assert relexicalised("a [ b ]", full, abstract) == "a [ b ]"


def test_references_without_alignments_stand_for_themselves() -> None:
    instance = Instance("1", HERON, ('A "loop"\nof 6 km; \\', "Another"))
    lines = list(Bagel().render([instance]))
    assert [(one.references, one.meta) for one in Bagel().parse(lines, "f")] == [
        (('A "loop"\nof 6 km; \\',), {}),
        (("Another",), {}),
    ]
    with pytest.raises(InvalidInput, match="has square brackets"):
        list(Bagel().render([Instance("1", HERON, ("A [sic] loop",))]))
    with pytest.raises(InvalidInput, match="abstract act of instance '1' is not one line"):
        list(Bagel().render([Instance("1", HERON, (), {"abstract": "f(\n)"})]))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["x", *BLOCK], "f, line 1: 'x' is not part of a block. Write FULL_DA"),
        (BLOCK[1:], "f, line 1: a block without FULL_DA. Write FULL_DA"),
        ([BLOCK[0], *BLOCK], "f, line 2: a second FULL_DA in one block"),
        ([*BLOCK[:2], "-> text"], 'f, line 3: a text without quotes. Write it as -> "text";'),
        ([BLOCK[0], "ABSTRACT_DA = f(", BLOCK[2]], "f, line 2: 'f(' is not a dialogue act"),
    ],
)
def test_blocks_that_are_something_else_are_refused_with_their_line(lines: list[str], message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        list(Bagel().parse(lines, "f"))
    assert str(caught.value).startswith(message)
