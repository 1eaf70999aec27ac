"""Layouts of other tools, each read from a small file in the shape that the tool writes."""

import json

import numpy as np
import pytest

from genchal.domain.ratings import KINDS, Ratings
from genchal.domain.selection import SetAside
from genchal.errors import InvalidInput
from genchal.ratings import LAYOUTS
from genchal.text.tables.opening import open_table


def read(layout: str, text: str, name: str = "the file") -> Ratings:
    return LAYOUTS[layout].read(open_table(text.split("\n"), name)).to_ratings()


def rows(ratings: Ratings) -> list[tuple[str, str, str, str, float]]:
    """Rater, instance, system, criterion, value."""
    named = (ratings.rater, ratings.instance, ratings.system, ratings.criterion)
    names = [[column.names[code] for code in column.codes] for column in named]
    return list(zip(*names, ratings.value.tolist(), strict=True))


def kinds(ratings: Ratings) -> list[str]:
    return [KINDS[code] for code in ratings.kind]


def sheets(ratings: Ratings) -> list[str]:
    return [ratings.sheet.names[code] for code in ratings.sheet.codes]


CROWDFLOWER = (
    "_id,_created_at,_started_at,_tainted,_trust,_worker_id,_city,_ip,mr_id,sys1,sys2,natur1,natur2,natur1_gold,"
    "check1,check2,dupl_ref1,ref1\n"
    '1,11/28/2017 02:30:23,11/28/2017 02:30:03,false,0.9,anna,Elmham,::1,5,A,B,100,90,,ok,"added\nmissing",2.0,x\n'
)


def test_crowdflower_gives_a_judgement_for_every_place_and_criterion() -> None:
    found = read("crowdflower", CROWDFLOWER)
    assert rows(found) == [
        ("r1", "5", "A", "naturalness", 100),
        ("r1", "5", "A", "added", 0),
        ("r1", "5", "A", "missed", 0),
        ("r1", "5", "B", "naturalness", 90),
        ("r1", "5", "B", "added", 1),
        ("r1", "5", "B", "missed", 1),
    ]
    assert found.position.tolist() == [0, 0, 0, 1, 1, 1]
    assert set(sheets(found)) == {"s1"}
    assert set((found.answered_at - found.shown_at).tolist()) == {20}
    assert found.notes["personal data"] == "2 columns with personal data were not read"
    assert found.notes["trust"] == "CrowdFlower's trust in the workers is 0.90 to 0.90"


def test_crowdflower_sets_aside_what_the_platform_rejected_and_marks_its_test_questions() -> None:
    row = "1,11/28/2017 02:30:23,,{},1,anna,,,{},A,B,{},90,{},ok,{},,x\n"
    found = read(
        "crowdflower",
        CROWDFLOWER.partition("\n")[0]
        + "\n"
        + row.format("true", 1, 100, "", "ok")
        + row.format("false", 2, 100, 80, "ok")
        + row.format("false", 3, "good", "", "")
        + row.format("false", 3, "good", "", "")  # the same row, hence the same sheet, twice
        + row.format("false", 4, 70, "", "odd"),
    )
    assert {one.reason: (one.count, one.shorten().lines) for one in found.set_aside} == {
        "CrowdFlower had marked the worker's answers as tainted": (6, (2,)),
        "the value is empty": (4, (4, 5)),
        "the value is not a number or box": (4, (4, 5, 6)),
        "an exact repeat of an earlier one": (3, (5,)),
    }
    assert len(found) + sum(one.count for one in found.set_aside) == 5 * 6
    assert len(found.of_kind("attention")) == 6
    assert set(found.of_kind("attention").instance.names) == {"2"}


def test_crowdflower_without_numbers_is_one_output_a_sheet() -> None:
    found = read(
        "crowdflower",
        "_worker_id,mr,team,quality,informativeness,check_those_that_apply,comment\n"
        "anna,name[Elm],A,6,5,missing,fine\n",
    )
    assert [row[2:] for row in rows(found)] == [
        ("A", "quality", 6),
        ("A", "informativeness", 5),
        ("A", "added", 0),
        ("A", "missed", 1),
    ]
    assert found.instance.names == ("name[Elm]",)


def test_crowdflower_reads_other_numbered_answers_but_no_remarks() -> None:
    found = read("crowdflower", "_worker_id,mr_id,sys1,sys2,tone1,tone2,why1,why2\nanna,1,A,B,3,4,so,\n")
    assert found.criterion.names == ("tone",)
    assert found.value.tolist() == [3, 4]


@pytest.mark.parametrize(
    ("header", "winners"),
    [
        ("left,right,winner", ("left", "right", "tie")),
        ("model_a,model_b,winner", ("model_a", "model_b", "tie (bothbad)")),
        ("model_a,model_b,winner", ("A", "C", "tie")),
        ("response_a_model,response_b_model,preferred", ("A", "b wins", "Neither")),
        ("modelLeft,modelRight,Choice", ("Response A is better", "right", "no preference")),
        ("LLM 1,LLM 2,verdict", ("1", "option 2", "equally bad")),
    ],
)
def test_a_battle_is_a_sheet_with_two_systems(header: str, winners: tuple[str, ...]) -> None:
    found = read("arena", f"{header}\nA,B,{winners[0]}\nB,C,{winners[1]}\nC,A,{winners[2]}\n")
    assert [row[2:] for row in rows(found)] == [
        *(("A", "preference", 1), ("B", "preference", 0)),
        *(("B", "preference", 0), ("C", "preference", 1)),
        *(("C", "preference", 0.5), ("A", "preference", 0.5)),
    ]
    assert found.pairwise().outcome.tolist() == [1, -1, 0]
    assert len(found.sheet.names) == len(found.instance.names) == 3
    assert set(found.notes) == {"raters", "instances"}


def shares(found: Ratings) -> dict[str, float]:
    """What systems got, on average."""
    return {name: float(found.value[found.system.codes == code].mean()) for code, name in enumerate(found.system.names)}


@pytest.mark.parametrize("names", [("A", "B"), ("1", "2"), ("X", "Y"), ("left", "right"), ("0", "1")])
def test_a_winner_may_be_the_name_of_a_system_that_is_also_the_name_of_a_side(names: tuple[str, str]) -> None:
    best, other = names
    text = f"model_a,model_b,winner\n{best},{other},{best}\n{other},{best},{best}\n"
    if names in (("X", "Y"), ("0", "1")):
        assert shares(read("arena", text)) == {best: 1, other: 0}
        return
    with pytest.raises(InvalidInput, match=f"line 3: winner '{best}' is the name of one system, and the side of the"):
        read("arena", text)
    assert shares(read("arena", text.replace("winner", "winner_name"))) == {best: 1, other: 0}
    assert shares(read("arena", text.replace("winner", "winner_side"))) == {best: 0.5, other: 0.5}


def test_rows_that_can_be_read_in_one_way_decide_for_all() -> None:
    # C is no side: winners are names. Neither C nor D is called B: winners are sides.
    assert shares(read("arena", "model_a,model_b,winner\nX,Y,A\nX,Z,B\n")) == {"X": 0.5, "Y": 0, "Z": 1}
    names = read("arena", "model_a,model_b,winner\nB,A,A\nC,A,C\n")
    assert shares(names) == {"B": 0, "A": 0.5, "C": 1}
    sides = read("arena", "model_a,model_b,winner\nB,A,A\nC,D,B\n")
    assert shares(sides) == {"B": 1, "A": 0, "C": 0, "D": 1}
    with pytest.raises(InvalidInput, match="is the name of one system"):
        read("arena", "model_a,model_b,winner\nB,A,A\nC,A,C\nC,D,B\n")


def test_small_letters_may_be_names_of_systems_too() -> None:
    with pytest.raises(InvalidInput, match="winner 'a' is the name of one system"):
        read("arena", "model_a,model_b,winner\nA,B,a\nB,A,a\n")
    assert shares(read("arena", "model_a,model_b,winner\nNorth,South,north\nSouth,North,NORTH\n"))["North"] == 1


@pytest.mark.parametrize("winners", ["110", "000", "012", "1 0 0.5", "1.0 0.0 1.0"])
def test_winners_that_count_from_0_are_refused_as_they_may_also_say_whether_the_first_won(winners: str) -> None:
    cells = winners.split() if " " in winners else list(winners)
    with pytest.raises(InvalidInput, match=r"winner '0.*' may stand for the first system, or say"):
        read("arena", "".join(["model_a,model_b,winner\n", *(f"X,Y,{cell}\n" for cell in cells)]))
    whole = [{"0": "2", "0.0": "2.0", "0.5": "tie"}.get(cell, cell) for cell in cells]
    assert len(read("arena", "".join(["model_a,model_b,winner\n", *(f"X,Y,{cell}\n" for cell in whole)]))) == 6


def test_a_system_that_loses_battles_to_words_that_are_not_understood_is_named() -> None:
    found = read("arena", "model_a,model_b,winner\nX,Y,model_a\nX,Y,unsure\n")
    assert found.notes["losses"].startswith("judgements that cannot be used: X (1 of 2), Y (1 of 2)")


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("A much better", 1),
        ("B is slightly better", 0),
        ("Strongly prefer A", 1),
        ("left is preferred", 1),
        ("About the same", 0.5),
        ("both are bad", 0.5),
    ],
)
def test_degrees_of_preference_are_wins_and_ties_have_many_words(word: str, value: float) -> None:
    found = read("arena", f"model_a,model_b,winner\nX,Y,{word}\nX,Y,model_a\n")
    assert found.value.tolist() == [value, 1 - value, 1, 0]


def test_battles_of_which_ties_alone_are_understood_are_refused() -> None:
    rows = "".join(f"X,Y,{word}\n" for word in ("tie", "first one", "second one", ""))
    said = r"most winners \(2\) are not understood: 'first one', 'second one'"
    with pytest.raises(InvalidInput, match=said):
        read("arena", f"model_a,model_b,winner\n{rows}")


def test_battles_repeat_unless_a_time_shows_that_they_are_copies() -> None:
    assert len(read("arena", "left,right,winner\nA,B,left\nA,B,left\n")) == 4
    rows = ["q1,anna,A,B,left", "q1,anna,A,B,left", "q1,bert,A,B,left"]
    assert len(read("arena", "\n".join(["question_id,judge,left,right,winner", *rows]))) == 6
    timed = [f"{row},17" for row in rows]
    found = read("arena", "\n".join(["question_id,judge,left,right,winner,tstamp", *timed]))
    assert len(found) == 4
    assert found.set_aside == (SetAside("an exact repeat of an earlier one", 2, (3, 3)),)


def test_battles_that_cannot_be_used_are_set_aside() -> None:
    found = read("arena", "model_a,model_b,winner\nA,B,\nA,B,maybe\nA,A,model_a\n,B,model_b\nA,B,model_b\n")
    assert {one.reason: one.count for one in found.set_aside} == {
        "no winner is named": 2,
        "the winner is not understood": 2,
        "a system against itself": 2,
        "no system is named": 1,
    }
    assert found.value.tolist() == [1, 0, 1]  # the fourth battle has lost its other side
    assert len(found.pairwise()) == 1


WMT = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,"
    "system3Number,system3Id,system1rank,system2rank,system3rank\n"
)


def test_wmt_ranks_are_turned_round_and_missing_ones_set_aside() -> None:
    found = read(
        "wmt-ranking",
        f"{WMT}French,English,5,-1,5,anna,-1,A,-1,B,-1,C,2,1,2\nFrench,English,6,-1,6,anna,-1,A,-1,B,-1,C,1,-1,2\n",
    )
    assert [row[1:] for row in rows(found)] == [
        *(("5", "A", "rank", -2), ("5", "B", "rank", -1), ("5", "C", "rank", -2)),
        *(("6", "A", "rank", -1), ("6", "C", "rank", -2)),
    ]
    assert found.set_aside == (SetAside("no rank was given", 1, (3,)),)
    assert found.pairwise().outcome.tolist() == [-1, 0, 1, 1]  # A-B, A-C, B-C of the first, A-C of the second


def test_segments_of_several_language_pairs_are_not_mixed_up() -> None:
    found = read(
        "wmt-ranking",
        f"{WMT}French,English,5,-1,5,anna,-1,A,-1,B,-1,C,2,1,2\nGerman,English,5,-1,5,anna,-1,A,-1,B,-1,C,1,2,2\n",
    )
    assert found.instance.names == ("French:5", "German:5")


def test_direct_assessment_keeps_the_kinds_of_items() -> None:
    header = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time"
    body = ["SYSTEM 3 80", "REPEAT 3 75", "BAD_REF 3 10", "REF 3 99", "OTHER 3 1"]
    lines = [f"h1 anna de en ad 1 A {place} {one} 1000" for place, one in enumerate(body)]
    for mark in (" ", "\t"):
        found = read("direct-assessment", "\n".join([header, *lines]).replace(" ", mark))
        assert kinds(found) == ["scored", "repeat", "damaged", "reference"]
        assert [row[1:] for row in rows(found.of_kind("scored"))] == [("3", "A", "adequacy", 80)]
        assert set(sheets(found)) == {"s1"}
        assert found.position.tolist() == [0, 1, 2, 3]
        assert [(one.count, one.lines) for one in found.set_aside] == [(1, (6,))]


def test_means_of_segments_name_no_raters() -> None:
    found = read("direct-assessment", "SID SYS SCR N \n7 A 0.25 15 \n7 B -0.5 15 \n")
    assert rows(found) == [("?1", "7", "A", "adequacy", 0.25), ("?2", "7", "B", "adequacy", -0.5)]
    assert "raters" in found.notes


def test_appraise_is_read_without_a_header() -> None:
    found = read(
        "appraise",
        "anna,A,3,TGT,eng,deu,80,1700000000.5,1700000009.5\n"
        "anna,A,3,BAD,eng,deu,20,1700000010.5,1700000012.5\n"
        "anna,B,3,CHK,eng,deu,70,1700000013.5,1700000014.5\n"
        "bert,Ref,3,REF,eng,deu,,1700000013.5,1700000014.5\n",
    )
    assert rows(found) == [
        ("r1", "3", "A", "score", 80),
        ("r1", "3", "A", "score", 20),
        ("r1", "3", "B", "score", 70),
    ]
    assert kinds(found) == ["scored", "damaged", "repeat"]
    assert (found.answered_at - found.shown_at).tolist() == [9, 2, 1]
    assert len(set(sheets(found))) == 3


def test_appraise_tells_scores_of_documents_from_those_of_segments() -> None:
    text = (
        "anna,A,1,TGT,eng,deu,80,news1,False,[],1700000000.5,1700000001.5\n"
        "anna,A,2,TGT,eng,deu,70,news1,True,[],1700000002.5,1700000003.5\n"
        "anna,A,1,TGT,eng,ces,60,news1,False,[],1700000004.5,1700000005.5\n"
    )
    found = read("appraise", text)
    assert [row[1:4] for row in rows(found)] == [
        ("eng:deu:news1:1", "A", "score"),
        ("eng:deu:news1:2", "A", "document score"),
        ("eng:ces:news1:1", "A", "score"),
    ]


def test_outputs_that_appraise_showed_side_by_side_share_a_sheet() -> None:
    times = "1700000000.5,1700000001.5"
    found = read("appraise", f"anna,A,1,TGT,eng,deu,80,,{times}\nanna,B,1,TGT,eng,deu,60,,{times}\n")
    assert found.pairwise().outcome.tolist() == [1]


def pearmut_entry(**changes: object) -> str:
    entry = {
        "annotation": [
            {"A": {"score": 70, "error_spans": [{"severity": "minor"}]}, "B": {"score": 90, "error_spans": []}}
        ],
        "actions": [{"time": 5.5}, {"time": 9.5}],
        "item": [{"item_id": "d-0", "src": "a", "tgt": {}}],
        "user_id": "anna",
        "item_i": 0,
    }
    return json.dumps(entry | changes)


def test_pearmut_compares_the_systems_of_a_segment() -> None:
    found = read("pearmut", pearmut_entry())
    assert rows(found) == [
        *(("r1", "d-0", "A", "score", 70), ("r1", "d-0", "A", "errors", -1)),
        *(("r1", "d-0", "B", "score", 90), ("r1", "d-0", "B", "errors", 0)),
    ]
    assert found.of("score").pairwise().outcome.tolist() == [-1]
    assert (found.answered_at - found.shown_at).tolist() == [4, 4, 4, 4]


def test_pearmut_keeps_the_last_answer_and_what_was_not_reset() -> None:
    plain = [{"A": {"score": 1}}]
    found = read(
        "pearmut",
        "\n".join(
            [
                pearmut_entry(annotation=plain),
                pearmut_entry(annotation=[{"A": {"score": 2}}]),
                pearmut_entry(annotation=plain, user_id="bert"),
                pearmut_entry(annotation="__RESET__", user_id="bert"),
                pearmut_entry(annotation=[None, {"A": {"score": None}}], item_i=1, item=[{"src": "b"}, {"src": "c"}]),
                pearmut_entry(annotation=plain, item_i="welcome_0"),
                pearmut_entry(annotation=plain, item_i=2, item=[{"item_id": "v", "validation": {"A": {}}}]),
                pearmut_entry(annotation=["me"], item_i="welcome_1", item=[{"text": "Your name?", "form": "string"}]),
            ]
        ),
    )
    assert found.value.tolist() == [2, 1, 1]
    assert kinds(found) == ["scored", "practice", "attention"]
    assert {one.reason: (one.count, one.lines) for one in found.set_aside} == {
        "answered again later, or reset": (2, (1, 3)),
        "the value is empty": (1, (5,)),
    }
    assert found.notes["forms"] == "1 form about raters was not read"


def test_pearmuts_download_is_one_document() -> None:
    download = json.dumps(
        {"first": [json.loads(pearmut_entry())], "second": [json.loads(pearmut_entry(item_i=1))]}, indent=1
    )
    source = open_table(download.split("\n"), "annotations.json")
    assert LAYOUTS["pearmut"].claims(source.header)
    assert len(LAYOUTS["pearmut"].read(source).to_ratings()) == 8


def factgenie_entry(**changes: object) -> str:
    entry = {
        "dataset": "walks",
        "split": "test",
        "example_idx": 3,
        "setup_id": "A",
        "output": "a text",
        "metadata": {
            "annotator_id": "anna",
            "annotation_span_categories": [{"name": "wrong"}, {"name": "odd"}],
            "start_timestamp": 5,
            "end_timestamp": 9,
        },
        "annotations": [{"type": 1, "text": "x"}, {"annotation_type": 1, "text": "y"}],
        "flags": [{"label": "off topic", "value": True}],
        "options": [{"label": "grade", "index": 1, "value": "4"}, {"label": "verdict", "index": 0, "value": "good"}],
        "sliders": [{"label": "fluency", "value": "55", "min": "0", "max": "100"}],
        "text_fields": [{"label": "remark", "value": "none"}],
    }
    return json.dumps(entry | changes)


def test_factgenie_gives_sliders_flags_options_and_counts_of_spans() -> None:
    found = read("factgenie", f"{factgenie_entry()}\n{factgenie_entry(split='dev', annotations=[])}\n")
    assert [row[1:] for row in rows(found)[:5]] == [
        ("walks:test:3", "A", "fluency", 55),
        ("walks:test:3", "A", "off topic", 1),
        ("walks:test:3", "A", "grade", 4),
        ("walks:test:3", "A", "errors: wrong", 0),
        ("walks:test:3", "A", "errors: odd", -2),
    ]
    assert rows(found)[-1][1:] == ("walks:dev:3", "A", "errors: odd", 0)
    assert found.set_aside == (SetAside("the option is not a number", 2, (1, 2)),)
    assert set((found.answered_at - found.shown_at).tolist()) == {4}


POTATO = [
    {"instance_id": "1::A", "user_id": "anna", "labels": {"clear": {"4": "4"}, "slide": {"slider": "55"}}},
    {"instance_id": "1::B", "user_id": "anna", "labels": {"clear": {"scale_2": "2"}, "tone": {"warm": "true"}}},
    {"instance_id": "2::A", "user_id": "bert", "labels": {"each": {"first": "3", "second": "5"}}},
]


def test_potato_reads_scales_and_sets_categories_aside() -> None:
    found = read("potato", "\n".join(map(json.dumps, POTATO)))
    assert rows(found) == [
        ("r1", "1", "A", "clear", 4),
        ("r1", "1", "A", "slide", 55),
        ("r1", "1", "B", "clear", 2),
        ("r2", "2", "A", "each.first", 3),
        ("r2", "2", "A", "each.second", 5),
    ]
    assert found.set_aside == (SetAside("the answer is neither a number nor a ranking", 1, (2,)),)


def test_potatos_tables_and_states_give_the_same() -> None:
    expected = rows(read("potato", "\n".join(map(json.dumps, POTATO))))
    table = (
        "instance_id,user_id,clear.4,slide.slider,clear.scale_2,tone.warm,each.first,each.second,ner._spans\n"
        "1::A,anna,4,55,,,,,[]\n1::B,anna,,,2,true,,,[]\n2::A,bert,,,,,3,5,[]\n"
    )
    assert rows(read("potato", table)) == expected
    states = [
        {
            "user_id": "anna",
            "instance_id_to_label_to_value": {
                "1::A": [[{"schema": "clear", "name": "4"}, "4"], [{"schema": "slide", "name": "slider"}, "55"]],
                "1::B": {"clear": {"labels": {"scale_2": "2"}}, "tone": {"labels": {"warm": True}}},
            },
        },
        {"user_id": "bert", "instance_id_to_label_to_value": {"2::A": {"each": {"first": "3", "second": "5"}}}},
    ]
    assert rows(read("potato", "\n".join(map(json.dumps, states)))) == expected


def test_potatos_rankings_and_choices_compare_systems() -> None:
    entries = [
        {"instance_id": "1", "user_id": "anna", "labels": {"order": {"rank_order": "B,D=A,C"}}},
        {"instance_id": "2", "user_id": "anna", "labels": {"pick": {"selection": "B"}}},
        {"instance_id": "3", "user_id": "anna", "labels": {"pick": {"selection": "tie"}}},
    ]
    found = read("potato", "\n".join(map(json.dumps, entries)))
    assert [row[2:] for row in rows(found)][:4] == [
        *(("B", "order", -1), ("D", "order", -2), ("A", "order", -2), ("C", "order", -4)),
    ]
    assert found.of("pick").value.tolist() == [0, 1, 0.5, 0.5]
    assert len(found.of("order").pairwise()) == 6


def test_mtme_scores_are_numbered_by_system() -> None:
    found = read("mtme", "A 0.5\nB None\nA -0.25\nB 0.75\n", "wmt/en-de.mqm.seg.score.gz")
    assert [row[1:] for row in rows(found)] == [
        ("1", "A", "mqm", 0.5),
        ("2", "A", "mqm", -0.25),
        ("2", "B", "mqm", 0.75),
    ]
    assert found.set_aside == (SetAside("the value is empty", 1, (2,)),)
    domains = read("mtme", "news\tA\t0.5\nchat\tA\t0.25\n")
    assert domains.instance.names == ("news", "chat")
    with pytest.raises(InvalidInput, match="line 2: 3 columns, expected 2"):
        read("mtme", "A 0.5\nB 0.5 0.5\n")


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name not in ("long", "wide", "mtme")])
def test_a_layout_that_is_not_that_of_the_file_says_what_it_expects(name: str) -> None:
    for text in ("rater,instance,system,value\nanna,7,A,3\n", '{"rater": "anna", "value": 3}\n'):
        with pytest.raises(InvalidInput) as caught:
            read(name, text)
        assert "anna" not in str(caught.value)


def test_times_that_are_not_understood_are_unknown() -> None:
    found = read(
        "long", "rater,instance,system,value,answered_at\nanna,7,A,3,yesterday\nanna,8,A,3,11/28/2017 02:30:23\n"
    )
    assert np.isnan(found.answered_at[0])
    assert found.answered_at[1] == 1511836223  # 28 November 2017, 02:30:23 UTC
    assert found.notes["answered_at"] == "1 time not understood, treated as unknown"
