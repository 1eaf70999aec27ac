"""The reference pages, made from code: commands, registries, cards, settings, errors, keys of campaign.toml.

`pages()` is pure: it returns Markdown by file name, so that tests can read what Sphinx will. As a Sphinx extension
this module writes the pages into ``docs/reference/generated/`` before the sources are read.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import textwrap
import types
import typing
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

import genchal
from genchal import errors
from genchal.campaign.config import sections
from genchal.cli import COMMANDS, cli
from genchal.domain.columns import WEAK_NAMES
from genchal.domain.pseudo import PSEUDO_SYSTEMS
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.domain.results.shown import ShownResult
from genchal.domain.settings import REQUIRED, Setting, described, described_settings, find_examples
from genchal.domain.study.design import (
    AttentionCheck,
    Control,
    Eligibility,
    Selection,
    StudyDesign,
    Wording,
    list_settings,
)
from genchal.domain.study.keys import KEYS
from genchal.domain.study.platform import Codes, Platform
from genchal.elicitation import METHODS
from genchal.elicitation.criteria import CRITERIA, make_criterion
from genchal.elicitation.presets import STUDIES
from genchal.engines import ENGINES
from genchal.generators import GENERATORS
from genchal.metrics import METRICS
from genchal.metrics.presets import PRESETS
from genchal.profile import PROFILES
from genchal.profile.presets import TEXT_PRESETS
from genchal.ratings import LAYOUTS
from genchal.stats import STATISTICS
from genchal.tasks import TASKS
from genchal.tasks.columns import NAMES
from genchal.text import TOKENISERS
from genchal.text.clean_up import CLEAN_UPS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SECTIONS: dict[str, type[BaseModel]] = {
    "[campaign]": sections.CampaignSection,
    "[[track]]": sections.TrackSection,
    "[[system]]": sections.SystemSection,
    "[[metric]]": sections.MetricSection,
    "[[derived]]": sections.DerivedSection,
    "[[study]]": sections.StudySection,
    "[[ratings]]": sections.RatingsSection,
    "[[correlation]]": sections.CorrelationSection,
    "[report]": sections.ReportSection,
}


def pages() -> dict[str, str]:
    """Return every generated page as Markdown, by file name."""
    return {
        "commands.md": commands_page(),
        "campaign-file.md": campaign_file_page(),
        "metrics.md": metrics_page(),
        "generators.md": generators_page(),
        "tasks.md": tasks_page(),
        "ratings.md": ratings_page(),
        "pseudo-systems.md": pseudo_systems_page(),
        "tokenisers.md": tokenisers_page(),
        "statistics.md": statistics_page(),
        "text-statistics.md": text_statistics_page(),
        "methods.md": methods_page(),
        "engines.md": engines_page(),
        "errors.md": errors_page(),
        "python.md": python_page(),
    }


# --- Commands ----------------------------------------------------------------------------------------------------


def commands_page() -> str:
    """Every command with its usage, its help and its options."""
    parts = [
        "# Commands",
        _text(
            """
            Results go to standard output, progress and errors to standard error. Exit codes: 0 done, 2 something
            you can fix (one line says what and how), 1 a bug of genchal, 130 interrupted. Every option can also be set
            in the environment: `--seed` of `genchal score` is `GENCHAL_SCORE_SEED`. A flag wins over it.
            """
        ),
    ]
    group = click.Context(cli, info_name="genchal", **cli.context_settings)
    for name in COMMANDS:
        command = cli.get_command(group, name)
        if command is None:
            raise LookupError(name)
        parts += _command(command, click.Context(command, info_name=name, parent=group), "##")
    return _page(parts)


def _command(command: click.Command, context: click.Context, level: str) -> list[str]:
    """A command, and one level deeper the commands of a group."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    rows = [_option_row(option, context) for option in command.get_params(context)]
    parts = [
        f"{level} {context.command_path}",
        _fence("text", usage),
        _unwrapped(command.help or ""),
        _table(("option", "meaning", "default"), [row for row in rows if row]),
    ]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            member = command.get_command(context, name)
            if member is None:
                raise LookupError(f"{context.command_path} {name}")
            parts += _command(member, click.Context(member, info_name=name, parent=context), f"{level}#")
    return parts


def _option_row(parameter: click.Parameter, context: click.Context) -> tuple[str, ...] | None:
    if not isinstance(parameter, click.Option):
        return None
    names = ", ".join(_code(name) for name in [*parameter.opts, *parameter.secondary_opts])
    if parameter.is_flag or parameter.count:
        return names, parameter.help or "", ""
    kind, bounds = parameter.type, ""
    value = parameter.make_metavar(context)
    if isinstance(kind, (click.IntRange, click.FloatRange)):
        value, bounds = "NUMBER", f" {_range(kind.min, kind.max)}."
    default = parameter.get_default(context)
    shown = "" if default in (None, (), UNSET) else _code(str(default))
    repeats = " May be repeated." if parameter.multiple and "repeated" not in (parameter.help or "") else ""
    return (
        f"{names} {_code(value)}",
        f"{parameter.help or ''}{bounds}{repeats}",
        "required" if parameter.required else shown,
    )


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"From {low:g} to {high:g}"
    return f"At least {low:g}" if low is not None else f"At most {high:g}"


UNSET = getattr(click.core, "UNSET", None)  # how newer versions of click say that there is no default


# --- Things that are registered ----------------------------------------------------------------------------------


def metrics_page() -> str:
    """The card, settings and signature of every metric, and the presets."""
    parts = [
        "# Metrics",
        _text(
            """
            Name them with `-m` on the command line, in `[[metric]]` of a campaign, or in `metrics=[...]` in Python.
            Settings are written `name:key=value:key=value`. A setting on the command line wins over a preset, a
            preset over the default of the task, and that over the default given here.
            """
        ),
        _text(
            """
            Every metric also has the setting `each`: with `each=best` an output is compared with each of its references
            alone, and the best of these scores is the segment's (`each=mean`: their mean); the corpus score is then the
            mean over segments. Without it a metric uses several references in its own way.
            """
        ),
    ]
    for name in METRICS:
        metric = METRICS[name]
        card = metric.card
        best = "higher is better" if metric.higher_is_better else "lower is better"
        parts += [
            f"## {name}",
            _docstring(metric),
            _table(
                ("card", ""),
                [
                    ("measures", card.measures),
                    ("range", f"{card.low:g} to {card.high:g}, {best}"),
                    ("published", card.published),
                    ("limits", card.limits),
                    ("citation", card.citation),
                ],
            ),
            _settings(metric),
            f"Signature with these defaults and one reference: {_code(metric.example().signature('1'))}",
        ]
    parts += [
        "## Presets",
        "Metrics and settings exactly as a tool or a paper has them; choose one with `--preset`.",
    ]
    for name, preset in PRESETS.items():
        metrics = [":".join([m, *(f"{k}={described(v)}" for k, v in s.items())]) for m, s in preset.metrics.items()]
        metrics += [f"{derived} = {formula}" for derived, formula in preset.derived.items()]
        scale = f" Scores are multiplied by {preset.scale:g}." if preset.scale != 1 else ""
        missing = " Missing outputs are scored as empty ones." if preset.missing == "zero" else ""
        reads = f" Tables are read as those of task `{preset.task}`, where they can be." if preset.task else ""
        parts += [f"### {name}", f"{preset.summary}{scale}{missing}{reads}", _bullets(map(_code, metrics))]
    return _page(parts)


def generators_page() -> str:
    """The card and settings of every generator."""
    parts = [
        "# Generators",
        _text(
            """
            Baselines that write outputs. Name one with `generator = ` in a `[[system]]` of a campaign, where its
            settings are further keys, or run it with `genchal generate`, where a setting is written `-s key=value`.
            """
        ),
    ]
    for name in GENERATORS:
        generator = GENERATORS[name]
        card = generator.card
        rows = [(field.name, str(getattr(card, field.name))) for field in dataclasses.fields(card)]
        rows.append(("training data", "needed" if generator.learns else "not needed"))
        parts += [f"## {name}", _docstring(generator), _table(("card", ""), rows), _settings(generator)]
    return _page(parts)


def tasks_page() -> str:
    """The formats of instances, and the names that columns go by."""
    weak = ", ".join(map(_code, sorted(WEAK_NAMES)))
    parts = [
        "# Task formats",
        "How inputs and references are written in files. Name one with `format = ` in a `[[track]]` or with `--task`.",
    ]
    for name in TASKS:
        task = TASKS[name]
        parts += [f"## {name}", task.summary]
        if task.metric_settings:
            defaults = [
                f"{_code(metric)}: {', '.join(_code(f'{key}={described(value)}') for key, value in settings.items())}"
                for metric, settings in task.metric_settings.items()
            ]
            parts += ["Defaults of metrics under this task:", _bullets(defaults)]
    parts += [
        "## Names of columns",
        _text(
            f"""
            In tables and JSON, columns are found by name; upper and lower case, blanks, underscores and hyphens do not
            matter, and a number after a name of references (`ref0`, `ref1`) makes one of several. Some names give way
            to any other of their line: {weak}. Two that are left are an error; `--columns` says which. A
            table whose first line has none of these names has no header.
            """
        ),
        _table(("what", "names"), [(role, ", ".join(map(_code, names))) for role, names in NAMES.items()]),
    ]
    return _page(parts)


def ratings_page() -> str:
    """The layouts of rating files."""
    parts = [
        "# Layouts of ratings",
        _text(
            """
            How judgements are written in files. A layout is detected from the columns, in this order; `--layout` of
            `genchal rank`, `agree`, `correlate` and `plan` names one. Raters and sheets get new numbers, columns
            about persons are not read, and what cannot be used is set aside and counted.
            """
        ),
    ]
    for name in LAYOUTS:
        summary = LAYOUTS[name].summary
        parts += [f"## {name}", f"{summary[0].upper()}{summary[1:]}."]
    return _page(parts)


def pseudo_systems_page() -> str:
    """Systems made from references."""
    rows = [(_code(name), f"{meaning[0].upper()}{meaning[1:]}.") for name, meaning in PSEUDO_SYSTEMS.items()]
    parts = [
        "# Pseudo-systems",
        _text(
            """
            References that take part as if a system had written them: a line to compare systems with. A reference
            is scored against the *other* references of its instance, never against itself, so instances need at
            least two. On the command line the name follows an `@` (`genchal score ours.tsv @gold -r test.csv`); in
            a campaign it is the `references` of a `[[system]]`. Upper and lower case do not matter.
            """
        ),
        _table(("name", "what it is"), rows),
    ]
    return _page(parts)


def tokenisers_page() -> str:
    """The tokenisers."""
    parts = [
        "# Tokenisers",
        "Values of the setting `tok` of metrics. [Tokenising](../../explanation/tokenising.md) says which one is what.",
    ]
    for name in TOKENISERS:
        parts += [f"## {name}", _docstring(TOKENISERS[name])]
    return _page(parts)


def statistics_page() -> str:
    """The statistics, as functions."""
    parts = [
        "# Statistics",
        _text(
            """
            Functions on plain arrays. How they are used is said in [intervals](../../explanation/intervals.md),
            [paired tests](../../explanation/paired-tests.md), [rankings](../../explanation/rankings.md),
            [agreement](../../explanation/agreement.md), [correlations](../../explanation/correlations.md) and
            [tests on ratings](../../explanation/tests-on-ratings.md).
            """
        ),
    ]
    for name in STATISTICS:
        parts += [f"## {name}", *_function(STATISTICS[name])]
    return _page(parts)


def text_statistics_page() -> str:
    """The text statistics, the presets and the clean-ups of `genchal describe`."""
    parts = [
        "# Text statistics",
        _text(
            """
            Numbers of whole collections of texts: `-s` of `genchal describe`, `statistics=[...]` of
            `genchal.describe`. Settings are written `name:key=value:key=value`. What they are good for is said in
            [Text statistics](../../explanation/text-statistics.md).
            """
        ),
    ]
    for name in PROFILES:
        profile = PROFILES[name]
        rows = [(_code(one), meaning) for one, meaning in profile.meanings.items()]
        parts += [f"## {name}", _docstring(profile), _table(("number", "meaning"), rows), _settings(profile)]
        parts.append(f"Citation: {profile.citation}")
    parts += ["## Presets", "Texts and statistics as a published table has them; choose one with `--preset`."]
    for name, preset in TEXT_PRESETS.items():
        parts += [f"### {name}", preset.summary, _bullets(map(_code, preset.statistics))]
    parts += ["## Clean-ups", "What is done to texts before they are counted; choose one with `--clean`."]
    for name, clean in CLEAN_UPS.items():
        parts += [f"### {name}", _docstring(clean)]
    return _page(parts)


def methods_page() -> str:
    """How raters are asked: methods, criteria and the studies of the papers."""
    parts = [
        "# Methods of human evaluation",
        _text(
            """
            How judgements are elicited: `method` of a `[[study]]`. Keys of the section besides its own are settings of
            the method. A sheet shows neither systems nor which items are there to check the raters.
            """
        ),
    ]
    for name in METHODS:
        method = METHODS[name]
        facts = {"Elicits": method.card.elicits, "Used by": method.card.used_by, "When": method.card.when}
        facts |= {"Limits": method.card.limits, "Citation": method.card.citation}
        parts += [f"## {name}", _docstring(method), _bullets(f"{what}: {said}" for what, said in facts.items())]
        parts.append(_settings(method))
    parts += ["## Criteria", "What is judged, and what is shown beside the text. A study may ask in other words."]
    own = [make_criterion(name) for name in CRITERIA]
    rows = [(_code(one.name), one.question, one.comparison, one.low, one.high, one.shown) for one in own]
    parts.append(_table(("criterion", "question", "about two texts", "low end", "high end", "shown"), rows))
    parts += ["## Studies of the papers", "Presets: `preset` of a `[[study]]`; every key may be set otherwise."]
    for name, keys in STUDIES.items():
        lines = [(_code(key), _code(str(value))) for key, value in keys.items()]
        parts += [f"### {name}", _table(("key", "value"), lines)]
    return _page(parts)


def engines_page() -> str:
    """Where scoring runs."""
    parts = ["# Engines", "Where scoring runs. Every engine gives the same rows in the same order."]
    for name in ENGINES:
        parts += [f"## {name}", _docstring(ENGINES[name])]
    return _page(parts)


# --- Errors, campaign.toml, Python ---------------------------------------------------------------------------------


def error_classes() -> list[type[errors.GenchalError]]:
    """The classes of the tree, in the order of the file."""
    found = [one for one in vars(errors).values() if inspect.isclass(one) and issubclass(one, errors.GenchalError)]
    return [one for one in found if one.__module__ == errors.__name__]


def errors_page() -> str:
    """The tree of errors and every class of it."""
    tree = [line for line in inspect.cleandoc(errors.__doc__ or "").splitlines() if line.startswith("    ")]
    parts = [
        "# Errors",
        _text(
            """
            On the command line an error that you can fix is one line: where, what is wrong, what to do next. In
            Python it is an exception with the attributes `problem` and `remedy`.
            """
        ),
        _fence("text", textwrap.dedent("\n".join(tree))),
    ]
    for error in error_classes():
        parents = ", ".join(_code(parent.__name__) for parent in error.__bases__)
        parts += [f"## {error.__name__}", f"A kind of {parents}. {_docstring(error)}"]
    return _page(parts)


def campaign_file_page() -> str:
    """Every section and key of campaign.toml."""
    parts = [
        "# campaign.toml",
        _text(
            """
            The file that describes a campaign. It is checked whole before anything runs; an unknown key is an error
            with a suggestion. Files are named relative to it. `genchal init` writes one to start from.
            """
        ),
    ]
    for title, section in SECTIONS.items():
        note = (section.__doc__ or "").partition(";")[2].strip()
        rows = [_key_row(name, field) for name, field in section.model_fields.items()]
        parts += [
            f"## {_code(title)}",
            f"{note[:1].upper()}{note[1:]}",
            _table(("key", "values", "default", "meaning"), rows),
            *(_study_key_table() if section is sections.StudySection else ()),
            *(_ranking_key_table(set(section.model_fields)) if section is sections.RatingsSection else ()),
        ]
    return _page(parts)


# Tables among the keys of [[study]], with what they may have.
STUDY_TABLES: dict[str, type] = {
    "instances": Selection,
    "control": Control,
    "attention": AttentionCheck,
    "questions": Wording,
    "eligibility": Eligibility,
    "codes": Codes,
    "platform": Platform,
}
# A study with tables in it, as it stands in a file. It is parsed by a test.
STUDY_EXAMPLE = """\
[[study]]
name = "politeness"
method = "direct_assessment"
criteria = ["quality", "politeness"]
items_per_sheet = 24
sheets_per_rater = 2
control = {repeat = 2, damaged = 2, attention = 1}
identity = "prolific"
pay = 1.2
currency = "GBP"

[study.questions.politeness]
question = "How polite is the text?"
low = "rude"
high = "polite"
shown = "nothing"

[[study.attention]]
text = "Move the slider all the way to the right."
expected = "100"

[[study.eligibility]]
question = "Is English your native language?"
options = ["yes", "no"]
passing = ["yes"]

[study.codes]
complete = "WALKS-ALL"
partial = "WALKS-SOME"
screened_out = "WALKS-OUT"
no_consent = "WALKS-NO"
"""


def study_keys() -> dict[str, Setting]:
    """Every key of [[study]] that is not a setting of its method."""
    keys = {key: list_settings(StudyDesign)[key] for key in KEYS}
    for key, table in STUDY_TABLES.items():
        keys |= {f"{key}.{name}": known for name, known in list_settings(table).items()}
    return keys


def study_examples() -> dict[str, str]:
    """An example of every key of [[study]]."""
    examples = {key: text for key, text in find_examples(StudyDesign).items() if key in KEYS}
    for key, table in STUDY_TABLES.items():
        examples |= {f"{key}.{name}": text for name, text in find_examples(table).items()}
    return examples


def _study_key_table() -> list[str]:
    examples = study_examples()
    rows = []
    for key, known in study_keys().items():
        *left, meaning = _setting_row(key, known, in_toml=True)
        rows.append((*left, _code(examples[key]), meaning))
    text = _text(
        """
        How the study is made; a key with a dot is one of a table: `control = {repeat = 5, damaged = 10}`. Settings of
        [its method](methods.md) stand beside these. `attention` and `eligibility` are lists of tables, `questions` has
        a table for every criterion.
        """
    )
    return [
        text,
        _table(("key", "values", "default", "example", "meaning"), rows),
        "A study with a criterion, attention checks and a question of its own:",
        _fence("toml", STUDY_EXAMPLE.strip()),
    ]


def _ranking_key_table(others: set[str]) -> list[str]:
    """Keys of [[ratings]] that say how systems are ranked."""
    rows = [_setting_row(name, known, in_toml=True) for name, known in list_settings(RankingBy).items()]
    rows = [row for row in rows if row[0].strip("`") not in others]
    text = "How systems are ranked, under every criterion that `by_criterion` does not treat otherwise."
    return [text, _table(("key", "values", "default", "meaning"), rows)]


def key_name(name: str, field: FieldInfo) -> str:
    """The name of a key as it stands in the file."""
    return field.alias or name


def _key_row(name: str, field: FieldInfo) -> tuple[str, ...]:
    default = field.get_default(call_default_factory=True)
    low, high = (next((getattr(one, end) for one in field.metadata if hasattr(one, end)), None) for end in ("ge", "le"))
    bounds = Setting(name, field.annotation, default, low=low, high=high).range
    kind = _kind(field.annotation, in_toml=True)
    return (
        _code(key_name(name, field)),
        f"{kind}, {bounds}" if bounds else kind,
        "required" if field.is_required() else _default(default, in_toml=True),
        field.description or "",
    )


def python_page() -> str:
    """The public interface for Python."""
    parts = ["# Python", "Everything that `import genchal` offers."]
    for name in genchal.__all__:
        member = getattr(genchal, name)
        parts.append(f"## {_code(name)}")
        if isinstance(member, str):
            parts.append(f"The version: {_code(member)}.")
        elif inspect.isclass(member):
            parts += _class(member)
        else:
            parts += _function(member)
    scoring = typing.get_type_hints(genchal.score)["return"]
    hints = typing.get_type_hints(scoring)["scores"]
    outcome = typing.get_type_hints(genchal.run_campaign)["return"]
    comparisons = typing.get_type_hints(genchal.compare)["return"]
    compared = typing.get_args(typing.get_type_hints(comparisons)["comparisons"])[0]
    parts += ["## What they return", f"### {_code('ShownResult')}", *_class(ShownResult)]
    for result in (scoring, typing.get_args(hints)[0], comparisons, compared, outcome):
        parts += [f"### {_code(result.__name__)}", *_class(result)]
    return _page(parts)


def _class(target: type) -> list[str]:
    head = (
        [_fence("python", f"class {target.__name__}{_parameters(target)}")] if dataclasses.is_dataclass(target) else []
    )
    members = []
    for name, member in vars(target).items():
        function = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
        if not name.startswith("_") and inspect.isfunction(function):
            members.append(f"{_code(f'{name}{_parameters(function)}')}: {_docstring(function)}")
        elif not name.startswith("_") and isinstance(member, property):
            members.append(f"{_code(name)}: {_docstring(member)}")
    return [*head, _docstring(target), _bullets(members)]


def _function(target: Callable[..., Any]) -> list[str]:
    return [_fence("python", f"{target.__name__}{_parameters(target)}"), _docstring(target)]


def _parameters(target: Callable[..., Any]) -> str:
    """The parameters as the source has them, one a line where they are many; private ones are left out."""
    signature = inspect.signature(target)
    shown: list[str] = []
    for name, parameter in signature.parameters.items():
        if name in ("self", "cls") or name.startswith("_"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in shown:
            shown.append("*")
        default = "" if parameter.default is parameter.empty else f" = {_value(parameter.default)}"
        shown.append(f"{name}: {_annotation(parameter.annotation)}{default}")
    result = "" if inspect.isclass(target) else f" -> {_annotation(signature.return_annotation)}"
    line = f"({', '.join(shown)}){result}"
    if len(line) <= 80 or not shown:
        return line
    return "\n".join(["(", *(f"    {one}," for one in shown), f"){result}"])


def _annotation(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])", "", text)


def _value(default: object) -> str:
    return "{}" if "factory" in repr(default) else repr(default)  # an empty mapping, made again each time


# --- Settings ------------------------------------------------------------------------------------------------------


def _settings(target: type) -> str:
    """Settings as they are declared: what may be written, the default and the meaning."""
    rows = [_setting_row(known.name, known) for known in described_settings(target)]
    return _table(("setting", "values", "default", "meaning"), rows) if rows else "It has no settings."


def _setting_row(name: str, known: Setting, *, in_toml: bool = False) -> tuple[str, ...]:
    values = " or ".join(map(_code, known.choices)) or _kind(known.kind, in_toml=in_toml)
    values = f"list of {values}s" if known.repeated else values
    default = "required" if known.default is REQUIRED else _default(known.default, in_toml=in_toml)
    return _code(name), f"{values}, {known.range}" if known.range else values, default, known.doc


def _kind(kind: Any, *, in_toml: bool = False) -> str:
    """A type in the words of somebody who writes a file."""
    origin = typing.get_origin(kind)
    if origin is typing.Annotated:
        return _kind(typing.get_args(kind)[0], in_toml=in_toml)
    if origin is Literal:
        return " or ".join(_code(str(choice)) for choice in typing.get_args(kind))
    if origin in (typing.Union, types.UnionType):
        kinds = (_kind(one, in_toml=in_toml) for one in typing.get_args(kind) if one is not type(None))
        return " or ".join(dict.fromkeys(kinds))
    if origin is tuple:
        return f"list of {_kind(typing.get_args(kind)[0])}s"
    if kind is bool:
        return "true or false" if in_toml else "yes or no"
    return {str: "text", int: "whole number", float: "number", Path: "file"}.get(kind, "table")


def _default(value: object, *, in_toml: bool = False) -> str:
    if value in (None, "", (), {}, PydanticUndefined) or dataclasses.is_dataclass(value):
        return "none"
    if in_toml and isinstance(value, bool | str):
        return _code(json.dumps(value))
    return _code(described(value))


# --- Markdown ------------------------------------------------------------------------------------------------------


def _page(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _text(text: str) -> str:
    return " ".join(text.split())


def _code(text: str) -> str:
    return f"`{text}`"


def _fence(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join("- " + line.replace("\n", "\n  ") for line in lines)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; a bar inside a cell is escaped, line ends become blanks."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _docstring(target: Any) -> str:
    """A docstring as Markdown: double backquotes become single ones, an example becomes a block."""
    lines: list[str] = []
    inside = False
    for line in inspect.cleandoc(inspect.getdoc(target) or "").splitlines():
        if line.startswith(">>>") and not inside:
            lines.append("```pycon")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line if inside else line.replace("``", "`"))
    return "\n".join([*lines, "```"] if inside else lines)


def _unwrapped(text: str) -> str:
    """Help text with its paragraphs; what Markdown would read as markup is kept as text."""
    return inspect.cleandoc(text).replace("``", "`").replace("@", "\\@").replace("<", "\\<")


# --- Sphinx --------------------------------------------------------------------------------------------------------


def write_pages(folder: Path) -> None:
    """Write pages that have changed, and remove those that are not made any more."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for path in folder.glob("*.md"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")


def setup(app: Sphinx) -> dict[str, object]:
    """Join Sphinx."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir) / "reference" / "generated"))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
