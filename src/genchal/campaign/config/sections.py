"""The sections of campaign.toml and their keys, as pydantic checks them; `entries.py` makes a Campaign of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from genchal.campaign.config.places import find_place
from genchal.domain.campaign import MOST_COMPARED, Missing, RatingsEntry, Reading, Simulation
from genchal.domain.grouping import Grouping
from genchal.domain.results.judgements.differences import DifferenceSettings
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.domain.results.scores import Uncertainty
from genchal.domain.selection import RatingsSelection
from genchal.domain.settings import configure, described_settings, settings_of
from genchal.domain.study.design import StudyDesign
from genchal.domain.study.keys import KEYS, parse_design
from genchal.elicitation import METHODS
from genchal.elicitation.designed import make_criteria_groups, make_method
from genchal.elicitation.presets import fill_in_preset
from genchal.engines import DEFAULT as DEFAULT_ENGINE
from genchal.engines import MEANING as ENGINE_MEANING
from genchal.errors import InvalidInput, suggestion

SCHEMA = 1
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000, strip_whitespace=True)]
Columns = dict[str, str | tuple[str, ...]]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]


class Section(BaseModel):
    """A section whose keys are all known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class OpenSection(BaseModel):
    """A section whose other keys are settings of what it names."""

    model_config = ConfigDict(extra="allow", frozen=True)


def _key(target: type, name: str) -> Any:
    """The field of a section that is a setting elsewhere, too: default, range and meaning are declared there."""
    known = next(known for known in described_settings(target) if known.name == name)
    return Field(known.default, ge=known.low, le=known.high, description=known.doc)


class CampaignSection(Section):
    """[campaign]."""

    name: Name = Field(description="Title of the campaign and its report.")
    seed: int = _key(Uncertainty, "seed")
    schema_: int = Field(SCHEMA, alias="schema", description="Version of this file's layout.")
    resamples: int = _key(Uncertainty, "resamples")
    confidence: float = _key(Uncertainty, "confidence")
    engine: Name = Field(DEFAULT_ENGINE, description=ENGINE_MEANING)


class TrackSection(Section):
    """[[track]]. Files of known data sets are named by their place: data:e2e/devset.csv."""

    name: Name = Field(description="Name of the track.")
    format: Name = Field(description="Task format of its files.")
    language: Name = Field("en", description="Language of the texts, as a code.")
    test: Name = Field(description="File with the inputs and references to score against.")
    references: Name | None = Field(
        None,
        description="File with the references, where they are not in `test`: by the same ids, or in the same order.",
    )
    train: Name | tuple[Name, ...] = Field((), description="File that generators learn from, or a list of files.")
    dev: Name | tuple[Name, ...] = Field((), description="File that generators tune on, or a list of files.")
    folds: int | None = Field(
        None,
        ge=2,
        le=1000,
        description="Cross-validation: so many parts of the test instances, each of them written about by generators "
        "that learnt from the others.",
    )
    fold_by: Name = Field(
        "row", description="What stays together in folds: row, input, slots, or a property such as participant."
    )
    fold_seeds: int = Field(
        1, ge=1, le=100, description="How often test instances are divided into folds; scores are means over all."
    )
    score_by: tuple[Name, ...] = Field(
        (), description="Properties of instances, such as condition: every value has scores of its own besides."
    )
    group: Grouping | None = _key(Reading, "group")
    missing: Missing | None = _key(Reading, "missing")
    columns: Columns = Field({}, description='Which columns of these files to read, by role: { input = "prompt" }.')
    optional: bool = Field(
        False, description="Whether the track is left out where its data are not on this machine. Default: an error."
    )


class SystemSection(OpenSection):
    """[[system]]; keys besides these are settings of its generator, or of the generator of its model."""

    name: Name = Field(description="Name of the system.")
    track: Name | None = Field(None, description="Its track; needed only if there are several.")
    tracks: tuple[Name, ...] = Field((), description="Its tracks, if it takes part in several.")
    file: Name | None = Field(
        None,
        description="File with its outputs. With the name * every system of the file takes part; if each has a column, "
        'columns = { systems = ["A", "B"] } names them.',
    )
    generator: Name | None = Field(None, description="Baseline generator that writes its outputs.")
    model: Name | None = Field(None, description="Trained model that writes its outputs, made by genchal train.")
    references: Name | None = Field(None, description="Pseudo-system made from the references.")
    columns: Columns = Field(
        {}, description='Which columns of its file to read, by role: { output = "response", instance = "sample_id" }.'
    )
    team: Name | None = Field(None, description="Team that submitted it.")
    family: Name | None = Field(None, description="Kind of system, such as seq2seq or templates.")
    primary: bool = Field(True, description="Whether the team named it as one of its primary systems.")
    late: bool = Field(False, description="Whether it was submitted after the deadline; it is then marked.")
    anonymous: bool = Field(False, description="Whether it is shown without its team.")
    withdrawn: bool = Field(False, description="Whether it is scored but not shown.")
    oracle: bool = Field(
        False,
        description="Whether it is told what the others are not; it is then shown and marked, and does not compete.",
    )
    descriptors: dict[str, str | int | float | bool] = Field({}, description="Any other properties of the system.")


class MetricSection(OpenSection):
    """[[metric]]; keys besides these are settings of the metric."""

    name: Name | None = Field(None, description="Name of the metric.")
    preset: Name | None = Field(None, description="Preset of metrics and settings, instead of a name.")
    label: Name | None = Field(None, description="Heading of its column.")
    tracks: tuple[Name, ...] = Field((), description="Tracks it is for; all if omitted.")


class DerivedSection(Section):
    """[[derived]]."""

    name: Name = Field(description="Name of the score.")
    formula: Text = Field(description="Arithmetic over labels of metrics: (bleu + nist / 10) / 2.")
    higher_is_better: bool = Field(True, description="Whether higher is better.")
    tracks: tuple[Name, ...] = Field((), description="Tracks it is for; all if omitted.")


class StudySection(OpenSection):
    """[[study]]; other keys say how the study is made, or are settings of its method."""

    name: Name = Field(description="Name of the study; it becomes part of addresses.")
    preset: Name | None = Field(None, description="Published study to start from; keys given here override it.")
    method: Name | None = Field(None, description="How judgements are elicited; needed without a preset.")

    def design(self) -> StudyDesign:
        """The design of the study; raises what is wrong with it."""
        keys = fill_in_preset(self.model_dump(exclude_none=True))
        known = [*KEYS, "preset", *settings_of(METHODS[str(keys["method"])])] if "method" in keys else []
        for key in keys:
            if known and key not in known:
                raise InvalidInput(f"[[study]] '{self.name}' has an unknown key '{key}'", suggestion(key, known))
        design = parse_design(keys)
        make_method(design)
        make_criteria_groups(design)
        return design


class RatingsSection(OpenSection):
    """[[ratings]]; keys besides these are settings of the ranking, as in genchal rank: method, runs, scale."""

    name: Name = Field(description="Name of the human evaluation.")
    file: Name | tuple[Name, ...] = Field((), description="File with the ratings, or a list of files.")
    study: Name | None = Field(None, description="Study of this campaign, instead of a file: how it is evaluated.")
    track: Name | None = Field(None, description="Its track; needed only if there are several.")
    tracks: tuple[Name, ...] = Field((), description="Its tracks, if several are evaluated alike.")
    layout: Name | None = _key(RatingsSelection, "layout")
    columns: Columns = Field(
        {}, description='Which columns of the file to read, by role: { rater = "worker", value = ["wit", "warmth"] }.'
    )
    systems: tuple[Name, ...] = Field((), description="Columns that have the ratings of one system each.")
    rename: dict[str, Name] = Field(
        {}, description='What systems are called in the file: { "name in the file" = "name of the system" }.'
    )
    criteria: tuple[Name, ...] = Field((), description="Criteria to evaluate; all if omitted.")
    leave_out: tuple[Name, ...] = Field((), description="Systems whose ratings are left out.")
    lower_is_better: tuple[Name, ...] = Field(
        (),
        description="Criteria for which lower is better; known where a word of the name is added, missed, wrong, time, "
        "seconds or the like.",
    )
    quality_control: bool | dict[str, Any] | None = Field(
        None,
        description="Whether raters are tested, and those who fail set aside; or a table of rules, as in genchal "
        'agree: { fail_by = ["attention"] }. Default: yes for a study with control items, else no.',
    )
    log: bool = _key(DifferenceSettings, "log")
    by_criterion: dict[str, dict[str, Any]] = Field(
        {}, description='Other settings of the ranking for some criteria: { added = { method = "mean" } }.'
    )
    partial: bool = Field(
        False, description="Whether ratings of unknown systems and instances are allowed. Default: they are an error."
    )
    direct_assessment: bool = Field(
        False, description="Whether the table of WMT and SR'18 is added: z-scores, and clusters by rank-sum tests."
    )
    williams: bool = Field(
        False, description="Whether it is tested which metrics go together better with people, by Williams' test."
    )
    simulated: bool = Field(False, description="Whether the raters were a program; the report says so.")
    simulate: dict[str, Name] = Field(
        {},
        description="Instead of a file: let a program rate, to see the whole evaluation before people begin. Which "
        'metric it follows under each criterion: { fluency = "bleu" }.',
    )
    simulated_raters: int = Field(20, ge=2, le=1000, description="How many raters the program plays.")
    simulated_instances: int = Field(100, ge=2, description="For how many instances, drawn at random.")
    elicitation: Name | None = Field(None, description="How judgements were elicited, such as rankme, for the report.")
    cost: float | None = Field(None, ge=0, description="What the evaluation cost, for the report.")
    currency: str = Field("", max_length=20, description="Currency of the cost.")

    @property
    def files(self) -> tuple[str, ...]:
        """The files, one or several."""
        return (self.file,) if isinstance(self.file, str) else self.file

    def entry(self, folder: Path, track: str, ranking: Mapping[str, object]) -> RatingsEntry:
        """The ratings and how they are evaluated; `ranking` has settings that hold unless the section has others."""
        what = f"[[ratings]] '{self.name}'"
        files = self.files
        sources = [name for name in ("file", "study", "simulate") if getattr(self, name)]
        if len(sources) != 1:
            problem = f"has {' and '.join(sources)} at once" if sources else "has neither a file nor a study"
            raise InvalidInput(f"{what} {problem}", 'Write file = "ratings.csv", study = "NAME", or simulate = {...}.')
        return RatingsEntry(
            name=self.name,
            track=track,
            files=tuple(find_place(folder, name) for name in files),
            **{key: getattr(self, key) for key in RATINGS_KEYS},
            simulated=self.simulated or bool(self.simulate),
            simulation=self._simulation(),
            rules=self._rules(what),
            ranking=self._ranking(what, {}, ranking),
            by_criterion={
                criterion: self._ranking(f"{what}, by_criterion.{criterion},", own, ranking)
                for criterion, own in self.by_criterion.items()
            },
        )

    def _ranking(self, what: str, own: Mapping[str, object], usual: Mapping[str, object]) -> RankingBy:
        known = [*type(self).model_fields, *settings_of(RankingBy)]
        settings = {**(self.model_extra or {}), **own}
        for key in settings:
            if key not in settings_of(RankingBy):
                raise InvalidInput(f"{what} has an unknown key '{key}'", suggestion(key, known))
        return configure(RankingBy, {**usual, **settings}, what)

    def _simulation(self) -> Simulation | None:
        if not self.simulate:
            return None
        return Simulation(tuple(self.simulate.items()), self.simulated_raters, self.simulated_instances)

    def _rules(self, what: str) -> PassRules | bool | None:
        if not isinstance(self.quality_control, dict):
            return self.quality_control
        return configure(PassRules, self.quality_control, f"quality_control of {what}")


class CorrelationSection(Section):
    """[[correlation]]: Pearson's r over the systems of tracks, as in Tables 5 to 7 of TUNA."""

    name: Name = Field(description="Title of its table.")
    of: tuple[Name, ...] = Field(min_length=1, description="Metrics, by their labels, or criteria: the rows.")
    against: tuple[Name, ...] = Field(min_length=1, description="Metrics or criteria to correlate them with.")
    tracks: tuple[Name, ...] = Field((), description="Tracks it is for, one by one and together; all if omitted.")
    leave_out: tuple[Name, ...] = Field((), description="Systems that are left out.")


# Keys of [[ratings]] that go into its entry as they are.
RATINGS_KEYS = (
    *("study", "layout", "columns", "systems", "rename", "criteria", "leave_out", "lower_is_better"),
    *("log", "partial", "elicitation", "cost", "currency", "direct_assessment", "williams"),
)


class ReportSection(Section):
    """[report]."""

    statistics: tuple[Name, ...] = Field(
        (),
        description="Text statistics of the outputs, as in genchal describe: lengths, vocabulary, diversity. "
        "Default: none; lengths and diversity where the file has no [[metric]] and a track has no references.",
    )
    similarity: tuple[Name, ...] = Field(
        (), description="Metrics of the similarity between systems, as in genchal similarity."
    )
    delexicalise: tuple[Name, ...] = Field(
        (),
        description="Slots whose values are removed from the texts for both; statistics have both.",
    )
    frequencies: Name | None = Field(
        None,
        description="File of words by frequency for the statistic sophistication (LS2), one lemma a line, the most "
        "frequent first. Default: the list of the package wordfreq.",
    )
    levels: bool = Field(False, description="Whether the D-Levels of outputs in English are determined.")
    comparisons: bool | None = Field(
        None,
        description=f"Whether all pairs of systems are tested on every metric. Default: up to {MOST_COMPARED} systems.",
    )
    digits: int | None = Field(None, ge=0, le=15, description="Decimals of scores. Default: 4.")
    percent: bool = Field(False, description="Whether scores between 0 and 1 are shown times 100.")
    tracks: tuple[Name, ...] = Field(
        (), description="Tracks that statistics, similarity and levels are for; all if omitted."
    )
    published: tuple[Name, ...] = Field(
        (), description="Tables of published numbers to compare with (TSV), or folders of them."
    )
    baseline: Name | None = Field(
        None,
        description="System that others are compared with: what is significantly better is marked in the leaderboard. "
        'Default: the first of the family "baseline".',
    )


class CampaignFile(Section):
    """campaign.toml."""

    campaign: CampaignSection
    track: tuple[TrackSection, ...] = ()
    system: tuple[SystemSection, ...] = ()
    metric: tuple[MetricSection, ...] | None = None
    derived: tuple[DerivedSection, ...] = ()
    study: tuple[StudySection, ...] = ()
    ratings: tuple[RatingsSection, ...] = ()
    correlation: tuple[CorrelationSection, ...] = ()
    report: ReportSection = Field(default_factory=lambda: ReportSection.model_validate({}))
