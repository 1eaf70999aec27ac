"""TUNA's XML, case by case, and what a stranger might send instead (its contracts are in contracts/)."""

import time
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Attribute, Entity, Instance, Scene, Text
from genchal.domain.instance import Wording
from genchal.errors import InvalidInput
from genchal.tasks.attribute_tables import read_attribute_sets
from genchal.tasks.outputs import OutputRecord
from genchal.tasks.tuna import Tuna, read_trial_outputs
from strategies import trial_instances

CORPUS = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE TRIAL SYSTEM "TUNA.dtd">
<TRIAL CARDINALITY="1" CONDITION="+LOC" DOMAIN="boats" ID="s7t2"
    SIMILARITY="similar">
  <DOMAIN>
    <ENTITY ID="4" IMAGE="ferry.gif" TYPE="target">
      <ATTRIBUTE NAME="age" TYPE="literal" VALUE="old "/>
      <ATTRIBUTE NAME="x-dimension" TYPE="gradable" VALUE="unknown" />
      <ATTRIBUTE NAME="hasSail" TYPE="boolean" VALUE="0"></ATTRIBUTE>
    </ENTITY>
    <ENTITY ID="9" TYPE="distractor"><ATTRIBUTE NAME="age" VALUE="new"/></ENTITY>
  </DOMAIN>
  <STRING-DESCRIPTION>
    the old ferry &amp; not the
    naïve one
  </STRING-DESCRIPTION>
  <DESCRIPTION NUM="PLURAL"><DET ID="1" VALUE="definite"><![CDATA[the]]></DET>
    <DESCRIPTION NUM="SINGULAR"><ATTRIBUTE ID="a1" NAME="age" VALUE="ancient">old
      <ATTRIBUTE ID="a9" NAME="nested" VALUE="yes"/></ATTRIBUTE></DESCRIPTION>
    <META-ATTRIBUTE NAME="location" VALUE="top"><ATTRIBUTE NAME="y-dimension" VALUE="1"/>top</META-ATTRIBUTE>
  </DESCRIPTION>
  <ATTRIBUTE-SET>
    <ATTRIBUTE ID="a1" NAME="age" VALUE="old"/>
    <ATTRIBUTE ID="a2" NAME="age" VALUE="old"/>
    <ATTRIBUTE ID="a3" NAME="other" VALUE="other"></ATTRIBUTE>
    <ATTRIBUTE ID="a4" NAME="colour" POLARITY="neg" VALUE="red"/>
  </ATTRIBUTE-SET>
</TRIAL>"""

SHARED_TASK = """<TRIALS DOMAIN="boats">
<TRIAL CONDITION="-LOC" ID="b1"><DOMAIN><ENTITY ID="1" TYPE="target"/></DOMAIN>
<WORD-STRING>the ferry</WORD-STRING>
<ANNOTATED-WORD-STRING>the <ATTRIBUTE NAME="type" VALUE="ferry">ferry</ATTRIBUTE></ANNOTATED-WORD-STRING>
<ATTRIBUTE-SET/></TRIAL>
<TRIAL ID="b2" DOMAIN="ships"><DOMAIN><ENTITY ID="1" TYPE="target"/></DOMAIN><WORD-STRING/></TRIAL>
</TRIALS>"""

SHORT = '<TRIAL ID="{}"><DOMAIN><ENTITY ID="1" TYPE="target"/></DOMAIN></TRIAL>'


def parse(text: str) -> list[Instance]:
    return list(Tuna().parse(text.split("\n"), "f"))


def refused(text: str) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        parse(text)
    assert caught.value.remedy
    return caught.value


def test_a_trial_of_the_corpus_is_a_scene_with_its_description() -> None:
    (instance,) = parse(CORPUS)
    ferry = Entity(
        "4",
        (
            Attribute("age", "old"),  # without the space that the corpus has after it
            Attribute("x-dimension", "unknown", "gradable"),
            Attribute("hasSail", "0", "boolean"),
        ),
        is_target=True,
        image="ferry.gif",
    )
    used = frozenset({("age", "old"), ("other", "other"), ("colour", "not red")})
    assert instance == Instance(
        "s7t2",
        Scene("boats", (ferry, Entity("9", (Attribute("age", "new"),))), (used,)),
        ("the old ferry & not the naïve one",),
        {"condition": "+LOC", "similarity": "similar", "cardinality": "1", "participant": "s7"},
        wordings=(
            (
                ("the", frozenset()),
                ("old", frozenset({("age", "ancient"), ("nested", "yes")})),
                ("top", frozenset({("y-dimension", "1")})),
            ),
        ),
    )
    assert parse("\n".join(Tuna().render([instance]))) == [instance]


def test_trials_of_the_shared_tasks_may_lack_a_description_or_an_attribute_set() -> None:
    first, second = parse(SHARED_TASK)
    target = (Entity("1", (), is_target=True),)
    said: Wording = (("the", frozenset()), ("ferry", frozenset({("type", "ferry")})))
    scene = Scene("boats", target, (frozenset(),))
    assert first == Instance("b1", scene, ("the ferry",), {"condition": "-LOC"}, wordings=(said,))
    assert second == Instance("b2", Scene("ships", target))


def test_an_attribute_of_a_wording_without_a_value_is_passed_over() -> None:
    text = '<ANNOTATED-WORD-STRING>a <ATTRIBUTE NAME="x">b</ATTRIBUTE> c<DET/>d</ANNOTATED-WORD-STRING>'
    (instance,) = parse(SHORT.format("1").replace("</TRIAL>", f"{text}</TRIAL>"))
    assert instance.wordings == ((("a b c d", frozenset()),),)


def test_several_descriptions_and_targets_are_kept() -> None:
    entities = '<ENTITY ID="1" TYPE="target"/><ENTITY ID="2" TYPE="TARGET"/>'
    texts = "<WORD-STRING>one</WORD-STRING><WORD-STRING>two</WORD-STRING>"
    (instance,) = parse(f'<TRIAL ID="a"><DOMAIN>{entities}</DOMAIN>{texts}<ATTRIBUTE-SET/><ATTRIBUTE-SET/></TRIAL>')
    assert instance.references == ("one", "two")
    assert isinstance(instance.input, Scene)
    assert (len(instance.input.targets), len(instance.input.attribute_sets)) == (2, 2)


def test_the_end_of_the_text_does_not_matter_to_trials_already_read() -> None:
    def lines() -> Iterator[str]:
        yield "<TRIALS>"
        yield from (SHORT.format(number) for number in range(2_000))
        yield "<oops"

    instances = Tuna().parse(lines(), "f")
    assert [next(instances).id for _ in range(100)] == [str(number) for number in range(100)]
    with pytest.raises(InvalidInput, match="f, line 2002: broken XML, unclosed token"):
        list(instances)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "f, line 1: broken XML, no element found"),
        ("colour red", "f, line 1: broken XML, syntax error"),
        ("<TRIALS>\n\0</TRIALS>", "f, line 2: broken XML, not well-formed (invalid token)"),
        ("<TRIALS>\n\ud800</TRIALS>", "f, line 2: broken XML, not well-formed (invalid token)"),
        ("\x1f\x8b\x08\x00", "f, line 1: broken XML, not well-formed (invalid token)"),
        ("<TRIALS>\n<TRIAL>\n</TRIALS>", "f, line 3: broken XML, mismatched tag"),
        ("<TRIALS>\n\n&eacute;</TRIALS>", "f, line 3: broken XML, undefined entity"),
        ("\n<html></html>", "f, line 2: the file is a 'html', not TRIALS or a TRIAL"),
        ("<TRIALS>\n<TRIAL/></TRIALS>", "f, line 2: TRIAL without ID"),
        (f"<TRIALS>{SHORT.format(1)}\n{SHORT.format(1)}</TRIALS>", "f, line 2: trial '1' is already in line 1"),
        ('<TRIALS>\n<TRIAL ID="a"/></TRIALS>', "f, line 2: trial 'a' has no target"),
        ('<TRIAL ID="a"><DOMAIN>\n<ENTITY/></DOMAIN></TRIAL>', "f, line 2: ENTITY without ID"),
        ('<TRIAL ID="a"><DOMAIN>\n<ENTITY ID="1"><ENTITY/></ENTITY></DOMAIN></TRIAL>', "an ENTITY inside an ENTITY"),
        (SHORT.format("a").replace("/>", '/><ENTITY ID="1"/>'), "trial 'a' has two entities with the same ID"),
        (SHORT.format("a").replace("/>", "><ATTRIBUTE/></ENTITY>"), "f, line 1: ATTRIBUTE without NAME"),
        ('<TRIAL ID="a"><ATTRIBUTE-SET>\n<ATTRIBUTE NAME="x"/></ATTRIBUTE-SET></TRIAL>', "ATTRIBUTE without VALUE"),
    ],
)
def test_what_is_no_trial_is_refused_with_its_line(text: str, problem: str) -> None:
    assert problem in refused(text).problem


def test_a_file_that_breaks_off_anywhere_is_refused() -> None:
    for end in range(0, len(CORPUS) - 1, 7):
        assert refused(CORPUS[:end]).problem.startswith("f, line ")


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "doctype",
    [
        f'<!DOCTYPE TRIALS [<!ENTITY l0 "ha">{LAUGHS}]>',
        '<!DOCTYPE TRIALS [<!ENTITY l11 SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE TRIALS [<!ENTITY % l SYSTEM "http://localhost/x.dtd"> %l;]>',
        '<!DOCTYPE TRIALS SYSTEM "TUNA.dtd" [<!ENTITY l11 "ha">]>',
        '<!DOCTYPE TRIALS [<!ATTLIST TRIAL ID CDATA "1">]>',
        "<!DOCTYPE TRIALS []>",
    ],
)
def test_declarations_of_entities_are_refused_before_they_do_anything(doctype: str) -> None:
    start = time.perf_counter()
    error = refused(f"<?xml version='1.0'?>\n{doctype}\n<TRIALS>&l11;</TRIALS>")
    assert time.perf_counter() - start < 1
    assert error.problem == "f, line 2: the document type has declarations of its own, which are not read"


@pytest.mark.parametrize("place", ["<WORD-STRING>caf&eacute;</WORD-STRING>", '<X NAME="caf&eacute;"/>'])
def test_an_entity_that_the_named_dtd_might_declare_is_not_dropped(place: str) -> None:
    text = SHORT.format("a").replace("</TRIAL>", f"\n{place}</TRIAL>")
    error = refused(f'<!DOCTYPE TRIAL SYSTEM "TUNA.dtd">\n{text}')
    assert error.problem == "f, line 3: '&eacute;' refers to something outside the file"


@pytest.mark.parametrize("around", ["", '<TRIAL ID="a"><DESCRIPTION>'])
def test_elements_may_not_be_nested_without_end(around: str) -> None:
    error = refused(f"<TRIALS>{around}\n{'<DESCRIPTION>' * 10_000}")
    assert error.problem == "f, line 2: elements nested more than 100 deep"


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        ("<!--", "x"),
        ("<TRIALS", "\t"),
        ("<TRIALS><TRIAL ID='", "x"),
        ("<TRIALS><TRIAL ID='a'><WORD-STRING>", "word"),
        ("<TRIALS><TRIAL ID='a'><DOMAIN>", "<ENTITY ID='1'/>"),
        ("<TRIALS>", "x" * 5_000_000),
    ],
)
def test_a_trial_without_end_is_refused_soon(first: str, rest: str) -> None:
    def lines() -> Iterator[str]:
        yield first
        for _ in range(20_000_000):
            yield rest

    tracemalloc.start()
    try:
        start = time.perf_counter()
        with pytest.raises(InvalidInput, match=r"f, line \d+: more than 1,000,000 characters without the end of a"):
            list(Tuna().parse(lines(), "f"))
        assert time.perf_counter() - start < 20  # not the hours that reading a tag again with every line would take
        assert tracemalloc.get_traced_memory()[1] < 200e6
    finally:
        tracemalloc.stop()


def test_only_scenes_in_characters_of_xml_are_written() -> None:
    with pytest.raises(InvalidInput, match="instance '1' has no scene"):
        list(Tuna().render([Instance("1", Text("a"))]))
    with pytest.raises(InvalidInput, match=r"instance '1' has the character U\+0007, which XML cannot hold"):
        list(Tuna().render([Instance("1", Scene("", ()), ("ding \a",))]))


@given(instances=trial_instances(), data=st.data())
def test_a_damaged_file_is_read_or_refused_with_its_line(instances: list[Instance], data: st.DataObject) -> None:
    text = "\n".join(Tuna().render(instances))
    start = data.draw(st.integers(0, len(text)))
    damaged = text[:start] + data.draw(st.sampled_from(["", "<", ">", "&", '"', "/", "\0", "<!"])) + text[start + 1 :]
    try:
        parse(damaged)
    except InvalidInput as error:
        assert error.problem.startswith("f, line ")
        assert error.remedy


def test_outputs_of_the_shared_tasks_are_attribute_sets_descriptions_or_both() -> None:
    text = """<TRIALS><TRIAL ID="b1"><ATTRIBUTE-SET><ATTRIBUTE NAME="type" VALUE="ferry"/></ATTRIBUTE-SET></TRIAL>
    <TRIAL ID="b2"><ATTRIBUTE-SET/><WORD-STRING> the  ferry </WORD-STRING></TRIAL><TRIAL ID="b3"/></TRIALS>"""
    assert read_trial_outputs(text.split("\n"), "f") == [
        OutputRecord(1, None, id="b1", attributes=frozenset({("type", "ferry")})),
        OutputRecord(2, "the ferry", id="b2", attributes=frozenset()),
        OutputRecord(2, None, id="b3"),
    ]


def test_two_outputs_for_a_trial_are_refused() -> None:
    with pytest.raises(InvalidInput, match="f, line 1: trial 'a' has 2 attribute sets, expected 1"):
        read_trial_outputs(['<TRIAL ID="a"><ATTRIBUTE-SET/><ATTRIBUTE-SET/></TRIAL>'], "f")
    with pytest.raises(InvalidInput, match="f, line 3: trial 'a' is already in line 2"):
        read_trial_outputs(["<TRIALS>", '<TRIAL ID="a"/>', '<TRIAL ID="a"/>', "</TRIALS>"], "f")


def test_attribute_sets_come_by_system() -> None:
    lines = ["system\tdomain\tfold\ttrial\tprediction", "A\tboats\t0\ts1t1\tage:old type:a:b", "B\tboats\t0\ts1t1\t"]
    assert read_attribute_sets(lines, "f") == {
        "A": [
            OutputRecord(2, None, id="s1t1", attributes=frozenset({("age", "old"), ("type", "a:b")}), domain="boats")
        ],
        "B": [OutputRecord(3, None, id="s1t1", attributes=frozenset(), domain="boats")],
    }
    alone = read_attribute_sets(["prediction\ttrial", "age:old\ts1t1"], "f")
    assert alone == {None: [OutputRecord(2, None, id="s1t1", attributes=frozenset({("age", "old")}))]}


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "f, line 1: no column trial and no column prediction"),
        (["system\ttrial\tprediction"], "f: it contains no outputs"),
        (["trial\tprediction", "1\t", "1\t"], "f, line 3: there is already trial '1' in line 2"),
        (["system\ttrial"], "f, line 1: no column prediction"),
        (["system\ttrial\tprediction", "A\t1"], "f, line 2: 2 columns, expected 3 (system, trial, prediction)"),
        (["system\ttrial\tprediction", "A\t1\tred"], "f, line 2: 'red' is not an attribute"),
        (["system\ttrial\tprediction", "A\t1\t:red"], "f, line 2: ':red' is not an attribute"),
        (["system\ttrial\tprediction", "A\t1\t", "A\t1\t"], "f, line 3: system 'A' already has trial '1' in line 2"),
    ],
)
def test_a_table_without_attribute_sets_is_refused(lines: list[str], problem: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_attribute_sets(lines, "f")
    assert caught.value.problem == problem
    assert caught.value.remedy
