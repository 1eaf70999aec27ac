"""The draft of a paper: sentences from settings, with references that exist, and LaTeX that compiles."""

import math
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from genchal.domain import Instance, Text
from genchal.domain.results.campaign import CampaignResults, Measure
from genchal.domain.results.comparison import Comparing, Test
from genchal.domain.results.judgements.ranking import METHODS as RANKING_METHODS
from genchal.domain.results.numbers import FEW_SYSTEMS
from genchal.domain.results.people import CriterionResults
from genchal.elicitation import METHODS as ELICITATION
from genchal.metrics import METRICS
from genchal.reports.paper import method_texts
from genchal.reports.paper.citations import all_references, cited_keys, render_bibtex, write_latex, write_markdown
from genchal.reports.paper.document import Paragraph, render_latex_draft
from genchal.reports.paper.evaluation import draft_evaluation
from genchal.reports.paper.method_texts import (
    AGREEMENTS,
    CORRECTIONS,
    CORRELATIONS,
    RANKINGS,
    TESTS,
    describe_comparisons,
    describe_evaluation,
    describe_ranking,
)
from genchal.reports.paper.metric_texts import SMOOTHING, TEXTS, describe_measure, describe_references, parse_signature
from genchal.reports.paper.paper_files import paper_files
from reports.campaigns import BLEU, CAMPAIGN
from reports.latex import check_structure, compile_latex, has_latex, run_latex
from reports.whole_campaign import two_tracks, whole_campaign, whole_track

FILES = paper_files(whole_campaign(), lambda track: (f"A finding about {track.name}.",))
LATEX = FILES["evaluation.tex"].decode()
MARKDOWN = FILES["evaluation.md"].decode()


def test_every_metric_has_a_text_and_every_citation_a_reference() -> None:
    assert set(TEXTS) == set(METRICS)
    sources = [text.noun for text in TEXTS.values()]
    for table in (SMOOTHING, TESTS, RANKINGS, AGREEMENTS, CORRELATIONS, CORRECTIONS, method_texts.METHODS):
        sources += list(table.values())
    keys = cited_keys([*sources, method_texts.CLUSTERED])
    assert set(keys) <= set(all_references())
    assert set(RANKINGS) == set(RANKING_METHODS)
    assert set(method_texts.METHODS) <= set(ELICITATION)


@pytest.mark.parametrize("key", all_references())
def test_a_reference_is_complete(key: str) -> None:
    reference = all_references()[key]
    assert {"author", "title", "year"} <= set(reference.fields)
    assert re.fullmatch(r"(18|19|20)\d\d", reference.fields["year"])
    assert key.endswith(reference.fields["year"])
    assert not set("{}\\") & set(reference.describe())
    if "doi" in reference.fields:
        assert re.fullmatch(r"10\.\d{4,5}/\S+", reference.fields["doi"])


def test_citations_are_written_in_both_forms() -> None:
    sentence = "BLEU [@papineni-2002; @post-2018] is 100% of a_b."
    assert write_latex(sentence) == r"BLEU~\citep{papineni-2002,post-2018} is 100\% of a\_b."
    assert write_markdown(sentence) == r"BLEU (Papineni et al. 2002; Post 2018) is 100% of a\_b."


def test_a_metric_is_described_with_its_settings() -> None:
    signature = "bleu|nrefs:3|group:input|case:mixed|eff:no|tok:13a|smooth:exp|order:4|version:genchal-0.1.0"
    assert describe_measure(replace(BLEU, signature=signature)) == (
        "BLEU is corpus BLEU [@papineni-2002; @post-2018]; n-grams up to length 4, exponential smoothing "
        "[@chen-cherry-2014], tokenised by mteval's rules (13a), case kept; higher is better."
    )
    assert parse_signature("a|b:c:d") == ("a", {"b": "c:d"})


def test_what_has_no_text_is_described_by_its_signature() -> None:
    own = Measure("mine", "Mine", None, 0, 1, "mine|nrefs:1|depth:3|v:1")
    assert describe_measure(own) == "Mine is the metric mine (depth = 3); neither direction is better."
    derived = Measure("mean", "mean", True, 0, 1, "mean|formula:(bleu + nist) / 2|of:1234|v:1")
    assert "derived from other scores as (bleu + nist) / 2" in describe_measure(derived)


@pytest.mark.parametrize("test", TESTS)
def test_every_test_is_described_with_its_numbers(test: Test) -> None:
    comparisons = whole_track().comparisons
    assert comparisons is not None
    how = Comparing(test, all_pairs=True, resamples=1234, trials=4321)
    made = tuple(replace(pair, test=test) for pair in comparisons)
    said = describe_comparisons(replace(comparisons, comparisons=made, how=how))
    assert said.startswith("All pairs of systems were compared by ")
    assert ("1,234" in said) == test.startswith("bootstrap")
    assert ("4,321" in said) == (test == "randomisation")
    assert "for 6 pairs per metric; differences are significant at 0.05." in said


def test_the_tests_of_pairs_with_few_instances_are_named() -> None:
    comparisons = whole_track().comparisons
    assert comparisons is not None
    default = replace(comparisons, how=Comparing(all_pairs=True, resamples=1234, trials=4321))
    first, *others = (replace(pair, test="bootstrap") for pair in comparisons)
    mixed = describe_comparisons(replace(default, comparisons=(replace(first, test="randomisation"), *others)))
    assert "resamples, and those that share fewer than 30 instances by two-sided approximate randomisation" in mixed
    few = tuple(replace(pair, test="randomisation") for pair in (first, *others))
    said = describe_comparisons(replace(default, comparisons=few))
    assert "4,321 trials, or with all swaps where these are no more (they share fewer than 30 instances)" in said
    assert "bootstrap" not in said
    assert "randomisation" not in describe_comparisons(replace(default, comparisons=(first, *others)))


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ([0, 0], None),
        ([1, 1], "Each instance has one reference."),
        ([3, 3], "Each instance has 3 references."),
        ([1, 1, 0], "2 of the 3 instances have one reference, and the other one has none."),
        ([2, 0, 0], "1 of the 3 instances has 2 references, and the other 2 have none."),
        ([1, 2, 2], "Instances have one reference (1) or 2 (2)."),
        ([2, 1, 0], "2 of the 3 instances have one reference (1) or 2 (1), and the other one has none."),
        ([1, 2, 6], "Instances have one to 6 references, 3.0 in the mean."),
        ([4, 2, 6, 0, 0], "3 of the 5 instances have 2 to 6 references, 4.0 in the mean, and the other 2 have none."),
    ],
)
def test_the_draft_says_how_many_references_instances_have(counts: list[int], sentence: str | None) -> None:
    instances = [Instance(str(place), Text(), ("text",) * count) for place, count in enumerate(counts)]
    assert describe_references(instances) == sentence


def test_rankings_are_described_by_what_separates_their_clusters() -> None:
    ranking = whole_track().people[0]["quality"].ranking
    assert "clustered by rater and instance" in describe_ranking(ranking)
    neighbours = replace(ranking, method="mean", how=replace(ranking.how, clusters="neighbours", method="mean"))
    assert "95% of 1,000 bootstrap resamples of the instances" in describe_ranking(neighbours)
    assert "with 200 runs; ranks cover 95% of the runs" in describe_ranking(replace(ranking, method="trueskill"))


def test_the_draft_says_only_what_was_computed() -> None:
    people = whole_track().people[0]
    quality = people["quality"]
    assert quality.differences is not None
    assert quality.by_system is not None
    alone = replace(
        quality,
        ranking=replace(quality.ranking, raters=1),
        differences=replace(quality.differences, raters=1),
        agreements=tuple(replace(agreement, value=math.nan) for agreement in quality.agreements),
    )
    said = " ".join(describe_evaluation(replace(people, criteria=(alone,))))
    assert "Agreement between raters was measured" not in said
    assert said.count("clustered by instance [@cameron-2011]") == 2
    assert "rater and instance" not in said
    nothing = replace(
        alone,
        ranking=replace(alone.ranking, pairs=()),
        differences=replace(
            quality.differences,
            differences=tuple(replace(pair, p_value=math.nan) for pair in quality.differences),
        ),
        by_system=replace(
            quality.by_system,
            correlations=tuple(replace(each, value=math.nan) for each in quality.by_system),
        ),
        by_segment=None,
    )
    said = " ".join(describe_evaluation(replace(people, criteria=(nothing,))))
    assert "Systems were ranked by" in said
    for words in ("tests", "clusters", "correlated"):
        assert words not in said
    parts = draft_evaluation(
        replace(whole_campaign(), tracks=(replace(whole_track(), people=(replace(people, criteria=(alone,)),)),)), {}
    )
    text = " ".join(sentence for part in parts if isinstance(part, Paragraph) for sentence in part.sentences)
    assert "nan" not in text.split()
    assert "Agreement on quality" not in text


def test_simulated_raters_are_called_so() -> None:
    people, simulated = whole_track().people
    assert not [text for text in describe_evaluation(people) if "simulated" in text]
    assert "These raters are simulated by a program; no person judged anything." in describe_evaluation(simulated)


def test_the_draft_says_what_was_done_and_found() -> None:
    for said in (
        "24 instances",
        "Each instance has 2 references.",
        "4 systems took part",
        "percentile intervals of 100 bootstrap resamples",
        "6 raters gave 1,296 judgements",
        "A finding about main & more.",
        "pairs of systems differ significantly",
        "It took 2.5 hours.",
    ):
        assert said in MARKDOWN
    assert r"Table~\ref{tab:main-more-leaderboard}" in LATEX
    assert r"\citep{papineni-2002,post-2018}" in LATEX
    assert 'the table "Scores of systems on 24 instances"' in MARKDOWN
    assert 'The table "Scores of systems on 24 instances" has the scores of all systems.' in MARKDOWN


def test_every_table_and_figure_of_the_draft_is_among_the_files() -> None:
    tables = re.findall(r"\\input\{(tables/[^}]+)\}", LATEX)
    figures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", MARKDOWN)
    assert len(tables) > 5
    assert len(figures) == 5
    assert {*tables, *figures} <= set(FILES)
    assert not re.search(r"\{main-more-[a-z-]+\}", re.sub(r"\\(ref|label)\{[^}]*\}", "", MARKDOWN))


def test_the_references_are_those_that_are_cited() -> None:
    cited = {key for keys in re.findall(r"\\citep\{([^}]+)\}", LATEX) for key in keys.split(",")}
    listed = re.findall(r"^@\w+\{([\w-]+),", FILES["references.bib"].decode(), re.MULTILINE)
    assert sorted(cited) == listed
    assert render_bibtex(["holm-1979"]).startswith("@article{holm-1979,\n")


def test_a_campaign_without_people_has_a_draft_too() -> None:
    draft = paper_files(CAMPAIGN)["evaluation.md"].decode()
    assert "## Metrics" in draft
    assert "Human evaluation" not in draft
    assert "neural has no output" not in draft
    assert "hasty has no output for 1 instance." in draft


def test_latex_of_the_draft_is_well_formed() -> None:
    check_structure(LATEX)
    check_structure(paper_files(two_tracks())["evaluation.tex"].decode())


@pytest.mark.skipif(not has_latex(), reason="LaTeX: install pdflatex")
def test_the_draft_compiles_with_its_references(tmp_path: Path) -> None:
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    run_latex("paper.tex", tmp_path)
    done = subprocess.run(["bibtex", "paper"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "Warning" not in done.stdout, done.stdout
    run_latex("paper.tex", tmp_path)
    log = run_latex("paper.tex", tmp_path)
    assert "undefined" not in log
    assert "multiply defined" not in log


@pytest.mark.skipif(not has_latex(), reason="LaTeX: install pdflatex")
def test_names_without_a_blank_do_not_stick_out_of_the_line(tmp_path: Path) -> None:
    names = [f"tr/NonPrimary_{number}_Thomson_test_output_beam_5_model_{number}_post" for number in range(9)]
    draft = render_latex_draft([Paragraph((f"9 systems took part: {', '.join(names)}.",))], {})
    compile_latex({"names.tex": draft}, tmp_path)


def test_the_draft_does_not_say_how_metrics_correlate_over_few_systems() -> None:
    track = whole_track()
    found = next(each for evaluation in track.people for each in evaluation.criteria if each.by_system is not None)
    assert found.by_system is not None
    assert found.by_system.systems < FEW_SYSTEMS
    assert "Over systems, metrics correlate" not in MARKDOWN + LATEX
    many = replace(found, by_system=replace(found.by_system, systems=FEW_SYSTEMS))
    said = paper_files(_with_criterion(many), lambda _: ())["evaluation.md"].decode()
    assert f"Over systems, metrics correlate with {found.criterion}" in said


def _with_criterion(found: CriterionResults) -> CampaignResults:
    campaign = whole_campaign()
    tracks = (
        replace(
            track,
            people=tuple(
                replace(
                    evaluation,
                    criteria=tuple(found if one.criterion == found.criterion else one for one in evaluation.criteria),
                )
                for evaluation in track.people
            ),
        )
        for track in campaign.tracks
    )
    return replace(campaign, tracks=tuple(tracks))


def test_the_draft_says_nothing_of_no_time_and_says_once_what_holds_for_all_criteria() -> None:
    track = whole_track()
    people = track.people[0]
    reason = "No agreement: no output has two judgements."

    def sentences(hours: float, seconds: float, *without: str) -> str:
        size = replace(people.size, hours=hours, seconds_per_sheet=seconds)
        criteria = tuple(
            replace(found, agreements=(), missing=(reason,) if found.criterion in without else ())
            for found in people.criteria
        )
        own = replace(people, size=size, criteria=criteria, quality=None, warnings=(), set_aside=())
        results = replace(whole_campaign(), tracks=(replace(track, people=(own,)),))
        return paper_files(results)["evaluation.md"].decode()

    every = [found.criterion for found in people.criteria]
    draft = sentences(0.01, 0.2, *every)
    assert "It took" not in draft
    assert "The median time" not in draft
    assert draft.count(reason) == 1
    assert f"{every[0]}: {reason}" not in draft
    assert f"{every[0]}: {reason}" in sentences(2.5, 40, every[0])
    assert "It took 2.5 hours. The median time for a sheet is 40 seconds." in sentences(2.5, 40)
