"""Settings are declared once: the keywords of the Python interface are the fields of the settings' dataclasses."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

import pytest

import genchal
from genchal.domain.results.correlation import Correlating
from genchal.domain.results.judgements.agreement import Agreeing
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.domain.settings import described_settings

OWN = {  # keywords that are no settings: what is worked on
    genchal.rank_systems: {"ratings", "criterion", "quality_control"},
    genchal.agreement: {"ratings", "criterion", "against", "quality_control"},
    genchal.correlate: {"scores", "human", "systems", "instances", "lower_is_better", "higher_is_better"},
}
NOT_KEYWORDS = {  # settings that plain columns have no use for, or that another keyword stands for
    RankingBy: set[str](),
    Agreeing: {"rules"},
    Correlating: {"log", "calibrate", "ceiling", "correction", "resample", "swap", "trials"},
}


@pytest.mark.parametrize(
    ("function", "settings"),
    [(genchal.rank_systems, RankingBy), (genchal.agreement, Agreeing), (genchal.correlate, Correlating)],
)
def test_keywords_are_the_fields_of_the_settings_with_their_defaults(
    function: Callable[..., Any], settings: type
) -> None:
    keywords = {
        name: parameter.default
        for name, parameter in inspect.signature(function).parameters.items()
        if name not in OWN[function]
    }
    declared = {
        field.name: field.default
        for field in fields(settings)
        if field.name not in NOT_KEYWORDS[settings] and not field.name.startswith("_")
    }
    assert keywords == declared


@pytest.mark.parametrize("settings", [RankingBy, Agreeing, Correlating])
def test_every_setting_says_what_it_is(settings: type) -> None:
    for setting in described_settings(settings):
        assert setting.name == "rules" or setting.doc.endswith((".", ").", "]."))
        assert setting.default is not MISSING
