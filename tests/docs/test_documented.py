"""Everything that can be named is in the reference pages, and everything in them is explained."""

import dataclasses
import importlib.util
import inspect
from pathlib import Path
from types import ModuleType

import click
import pytest

import genchal
from genchal.campaign.config.sections import CampaignFile
from genchal.cli import COMMANDS, cli
from genchal.domain.pseudo import PSEUDO_SYSTEMS
from genchal.domain.settings import Setting, described_settings, parse_toml
from genchal.domain.study.keys import parse_design, write_keys
from genchal.elicitation import METHODS
from genchal.elicitation.designed import make_criteria_groups, make_method, separate_copies
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
from genchal.text import TOKENISERS
from genchal.text.clean_up import CLEAN_UPS

DOCS = Path(__file__).parents[2] / "docs"


def load_extension() -> ModuleType:
    spec = importlib.util.spec_from_file_location("genchal_reference", DOCS / "_ext" / "genchal_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REFERENCE = load_extension()
PAGES: dict[str, str] = REFERENCE.pages()


def squeezed(text: str | None) -> str:
    """Text as the pages may have it: markup and line ends do not count."""
    return " ".join((text or "").replace("``", "`").replace("\\", "").split())


def section(page: str, heading: str) -> str:
    """What stands under a heading of the second level."""
    text = f"\n{PAGES[page]}"
    start = text.find(f"\n## {heading}\n")
    assert start >= 0, f"{page} has no section '{heading}'"
    end = text.find("\n## ", start + 4)
    return squeezed(text[start : end if end >= 0 else None])


def assert_explained(text: str, explanation: str | None, what: str) -> None:
    assert squeezed(explanation), f"{what} is not explained: give it a help text, a description or a docstring"
    assert squeezed(explanation) in text, f"the explanation of {what} is not in the reference"


def command_named(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_documented(name: str) -> None:
    assert_explained(section("commands.md", f"genchal {name}"), command_named(name).help, f"genchal {name}")


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, option) for name in COMMANDS for option in command_named(name).params if isinstance(option, click.Option)],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_an_option_is_documented(name: str, option: click.Option) -> None:
    text = section("commands.md", f"genchal {name}")
    for flag in [*option.opts, *option.secondary_opts]:
        assert f"`{flag}`" in text
    assert_explained(text, option.help, f"{option.opts[0]} of genchal {name}")


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_is_documented_with_its_card_and_signature(name: str) -> None:
    text = section("metrics.md", name)
    card = METRICS[name].card
    assert_explained(text, METRICS[name].__doc__, f"metric {name}")
    for entry in (card.measures, card.published, card.limits, card.citation):
        assert_explained(text, entry, f"the card of metric {name}")
    assert f"{card.low:g} to {card.high:g}" in text
    assert METRICS[name].example().signature("1") in text


@pytest.mark.parametrize("name", GENERATORS)
def test_a_generator_is_documented_with_its_card(name: str) -> None:
    text = section("generators.md", name)
    assert_explained(text, GENERATORS[name].__doc__, f"generator {name}")
    for entry in dataclasses.astuple(GENERATORS[name].card):
        assert_explained(text, entry, f"the card of generator {name}")


def assert_settings_explained(text: str, settings: dict[str, Setting], what: str) -> None:
    """Every setting has a row with its meaning, its choices and its range."""
    for name, known in settings.items():
        row = text.partition(f"| `{name}` |")[2]
        assert row, f"setting '{name}' of {what} is not in the reference"
        assert_explained(row, known.doc, f"setting '{name}' of {what}")
        for said in (*known.choices, known.range):
            assert said in row.partition(squeezed(known.doc))[0], f"setting '{name}' of {what}: '{said}' is not said"


def settings_by_name(target: type) -> dict[str, Setting]:
    return {known.name: known for known in described_settings(target)}


@pytest.mark.parametrize("name", METRICS)
def test_the_settings_of_a_metric_are_documented(name: str) -> None:
    assert_settings_explained(section("metrics.md", name), settings_by_name(METRICS[name]), name)


@pytest.mark.parametrize("name", GENERATORS)
def test_the_settings_of_a_generator_are_documented(name: str) -> None:
    assert_settings_explained(section("generators.md", name), settings_by_name(GENERATORS[name]), name)


def test_every_key_of_a_study_is_documented() -> None:
    keys = REFERENCE.study_keys()
    assert {"control.repeat", "attention.expected", "eligibility.passing", "questions.shown"} <= set(keys)
    text = section("campaign-file.md", "`[[study]]`")
    table = text[text.index("| key | values | default | example |") :]
    assert_settings_explained(table, keys, "[[study]]")
    for key, example in REFERENCE.study_examples().items():
        row = table.partition(f"| `{key}` |")[2].partition(squeezed(keys[key].doc))[0]
        assert example in row, f"key '{key}' has no example"


# What must stand beside the example of a key.
COMPANIONS = {
    "attention": "control = {attention = 1}\nitems_per_sheet = 10",
    "between": "conditions = {text = 0.8, picture = 0.2}",
    "platform": 'identity = "platform"',
    "questions": 'criteria = ["politeness"]',
    "control": "items_per_sheet = 100",
}


def test_every_key_of_a_study_has_an_example_that_is_right() -> None:
    examples = REFERENCE.study_examples()
    assert set(examples) == set(REFERENCE.study_keys())
    for key, example in examples.items():
        inner = key.partition(".")[2]
        if inner:  # of a table: it is one of the values there
            assert isinstance(parse_toml(f"{inner} = {example}", key)[inner], str | int | float | bool | list)
            continue
        usual = [f'{name} = "{value}"' for name, value in (("name", "a"), ("method", "likert")) if name != key]
        keys = parse_toml("\n".join([*usual, COMPANIONS.get(key, ""), f"{key} = {example}"]), key)
        design = parse_design(keys)
        assert key in write_keys(design), f"the example of '{key}' is its default"
        make_criteria_groups(design)


def test_the_example_of_a_study_can_be_made() -> None:
    (keys,) = parse_toml(REFERENCE.STUDY_EXAMPLE, "the reference")["study"]
    design = parse_design(keys)
    (criteria,) = make_criteria_groups(separate_copies(design, make_method(design)))
    assert [criterion.name for criterion in criteria] == ["quality", "politeness"]


@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_documented_with_its_defaults(name: str) -> None:
    text = section("tasks.md", name)
    assert_explained(text, TASKS[name].summary, f"task {name}")
    for metric, settings in TASKS[name].metric_settings.items():
        assert f"`{metric}`" in text
        assert all(f"{setting}=" in text for setting in settings)


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_of_ratings_is_documented(name: str) -> None:
    assert_explained(section("ratings.md", name), LAYOUTS[name].summary[1:], f"layout {name}")


@pytest.mark.parametrize("name", TOKENISERS)
def test_a_tokeniser_is_documented(name: str) -> None:
    assert_explained(section("tokenisers.md", name), TOKENISERS[name].__doc__, f"tokeniser {name}")


@pytest.mark.parametrize("name", STATISTICS)
def test_a_statistic_is_documented(name: str) -> None:
    text = section("statistics.md", name)
    assert all(parameter in text for parameter in inspect.signature(STATISTICS[name]).parameters)
    assert_explained(text, inspect.getdoc(STATISTICS[name]), f"statistic {name}")


@pytest.mark.parametrize("name", METHODS)
def test_a_method_is_documented_with_its_settings(name: str) -> None:
    text = section("methods.md", name)
    assert_explained(text, METHODS[name].card.elicits, f"what {name} elicits")
    assert_settings_explained(text, settings_by_name(METHODS[name]), name)


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_of_the_papers_is_documented(name: str) -> None:
    assert f"### {name} | key | value |" in section("methods.md", "Studies of the papers")


@pytest.mark.parametrize("name", PROFILES)
def test_a_text_statistic_is_documented_with_its_numbers_and_settings(name: str) -> None:
    text = section("text-statistics.md", name)
    profile = PROFILES[name]
    assert_explained(text, profile.__doc__, f"text statistic {name}")
    assert_explained(text, profile.citation, f"the citation of {name}")
    for number, meaning in profile.meanings.items():
        assert f"| `{number}` |" in text
        assert_explained(text, meaning, f"number '{number}' of {name}")
    assert_settings_explained(text, settings_by_name(profile), name)


@pytest.mark.parametrize("name", TEXT_PRESETS)
def test_a_preset_of_texts_is_documented(name: str) -> None:
    text = section("text-statistics.md", "Presets")
    assert f"### {name}" in text
    assert_explained(text, TEXT_PRESETS[name].summary, f"preset {name}")


@pytest.mark.parametrize("name", CLEAN_UPS)
def test_a_clean_up_is_documented(name: str) -> None:
    text = section("text-statistics.md", "Clean-ups")
    assert f"### {name}" in text
    assert_explained(text, CLEAN_UPS[name].__doc__, f"clean-up {name}")


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_is_documented(name: str) -> None:
    assert_explained(section("engines.md", name), ENGINES[name].__doc__, f"engine {name}")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_documented(name: str) -> None:
    text = section("metrics.md", "Presets")
    assert f"### {name}" in text
    assert_explained(text, PRESETS[name].summary, f"preset {name}")


@pytest.mark.parametrize("name", PSEUDO_SYSTEMS)
def test_a_pseudo_system_is_documented(name: str) -> None:
    text = squeezed(PAGES["pseudo-systems.md"])
    assert f"| `{name}` |" in text
    assert_explained(text, PSEUDO_SYSTEMS[name][1:], f"pseudo-system {name}")


@pytest.mark.parametrize("error", REFERENCE.error_classes(), ids=lambda error: error.__name__)
def test_an_error_is_documented_and_in_the_tree(error: type[Exception]) -> None:
    assert_explained(section("errors.md", error.__name__), error.__doc__, error.__name__)
    tree = PAGES["errors.md"].split("```")[1]
    assert error.__name__ in tree


@pytest.mark.parametrize(
    ("title", "key"), [(title, key) for title, model in REFERENCE.SECTIONS.items() for key in model.model_fields]
)
def test_a_key_of_the_campaign_file_is_documented(title: str, key: str) -> None:
    text = section("campaign-file.md", f"`{title}`")
    described = REFERENCE.SECTIONS[title].model_fields[key]
    assert f"| `{REFERENCE.key_name(key, described)}` |" in text
    assert_explained(text, described.description, f"key '{key}' of {title}")


def test_every_section_of_the_campaign_file_has_its_table() -> None:
    assert {title.strip("[]") for title in REFERENCE.SECTIONS} == set(CampaignFile.model_fields)


@pytest.mark.parametrize("name", [name for name in genchal.__all__ if name != "__version__"])
def test_the_python_interface_is_documented(name: str) -> None:
    explanation = (inspect.getdoc(getattr(genchal, name)) or "").partition(">>>")[0]
    assert_explained(section("python.md", f"`{name}`"), explanation, f"genchal.{name}")


def test_every_page_that_is_made_is_in_the_index_of_the_reference() -> None:
    index = (DOCS / "reference" / "index.md").read_text(encoding="utf-8")
    missing = [name for name in PAGES if f"generated/{name.removesuffix('.md')}\n" not in index]
    assert not missing


def test_no_page_shows_an_address_in_memory() -> None:
    assert not [name for name, text in PAGES.items() if " at 0x" in text]
