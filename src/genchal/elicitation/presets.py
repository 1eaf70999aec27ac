"""Presets: the studies of the papers, as `[[study]]` of a campaign would have them; what a user sets wins.

`systems` are left out: they are those of the campaign. Where a paper does not say something, its released ratings do,
or the value is ours and a comment says so. E2E and RankME showed the same text of two systems twice, as studies do that
set no `identical`.
"""

from __future__ import annotations

from collections.abc import Mapping

from genchal.domain.study.keys import KEYS
from genchal.errors import UnknownName

Keys = Mapping[str, object]

_FIRST_100: Keys = {"choose": "first", "count": 100}
_NATIVE: Keys = {
    "question": "Is English your native language?",
    "options": ["yes", "no"],
    "passing": ["yes"],
}
_COUNTRY: Keys = {
    "question": "Which country do you live in?",
    "options": ["Canada", "United Kingdom", "United States", "another one"],
    "passing": ["Canada", "United Kingdom", "United States"],
}

# E2E (Dušek, Novikova and Rieser 2020; Novikova, Lemon and Rieser 2016)
_E2E_EVALUATION: Keys = {
    "method": "rankme",
    "together": False,
    "outputs_per_sheet": 5,
    "sheets_per_instance": 2,  # in the released ratings; 153 of 630 have a third one, for a system that came late
    "raters_per_item": 3,  # of naturalness; half of the sheets of quality have one
}
_E2E: dict[str, Keys] = {
    "e2e-quality": {
        **_E2E_EVALUATION,
        "summary": "E2E challenge: overall quality by RankME, two sheets of five outputs for an MR, which is shown.",
        "criteria": ["quality"],
    },
    "e2e-naturalness": {
        **_E2E_EVALUATION,
        "summary": "E2E challenge: naturalness by RankME, two sheets of five outputs for an MR, which is hidden.",
        "criteria": ["naturalness"],
    },
    "e2e-coverage": {
        "summary": "E2E challenge: is information added, missing, both or neither? Five outputs a sheet.",
        "method": "check_boxes",
        "form": "coverage",
        "criteria": ["coverage"],
        "outputs_per_sheet": 5,  # the same sheets as for quality
        "sheets_per_instance": 2,
        "raters_per_item": 3,
    },
    "e2e-collection": {
        "summary": "E2E data collection: write a text for an MR shown as text (80 %) or as a picture (20 %).",
        "method": "writing",
        "criteria": ["text"],
        "raters_per_item": 8,  # E2E has some eight references for an MR
        "conditions": {"text": 0.8, "picture": 0.2},
        "minimum_seconds": 20,
        "removes_hasty": True,
        "sheets_per_rater": 20,
        "eligibility": [_NATIVE, _COUNTRY],
    },
}

# RankME (Novikova, Dušek and Rieser 2018): three methods, criteria together (Setup 1) or each alone (Setup 2)
_RANKME_METHODS: dict[str, Keys] = {
    "likert": {"method": "likert", "points": 6, "outputs_per_sheet": 1},
    "magnitude": {"method": "magnitude", "outputs_per_sheet": 1},
    "rankme": {"method": "rankme", "outputs_per_sheet": 3},
}
_RANKME_CRITERIA = ("informativeness", "naturalness", "quality")


def _rankme_studies() -> dict[str, Keys]:
    """The twelve studies. Naturalness alone is asked without the MR; the boxes came with quality (see the data)."""
    studies: dict[str, Keys] = {}
    for name, method in _RANKME_METHODS.items():
        common = {**method, "instances": _FIRST_100, "raters_per_item": 3}
        studies[f"rankme-{name}-together"] = {
            **common,
            "summary": f"RankME paper, Setup 1, {name}: three criteria together, the MR shown.",
            "criteria": list(_RANKME_CRITERIA),
            "together": True,
        }
        for criterion in _RANKME_CRITERIA:
            shown = "without" if criterion == "naturalness" else "with"
            studies[f"rankme-{name}-{criterion}"] = {
                **common,
                "summary": f"RankME paper, Setup 2, {name}: {criterion} alone, {shown} the MR.",
                "criteria": [criterion],
                "together": False,
                "information": criterion == "quality",
            }
    return studies


# Surface realisation: SR'18 (Mille et al. 2018), SR'11 (Belz et al. 2011)
_SR18: Keys = {
    "method": "direct_assessment",
    "variant": "sr18",
    "instances": {"choose": "stratified", "count": 1000},  # or all, where there are fewer
    "identical": "merge",  # ours: the paper does not say; WMT's tables hint at it
    "items_per_sheet": 100,
    "control": {"repeat": 7, "damaged": 7, "reference": 6},  # 20 in 100; how many of each is ours
    "one_at_a_time": True,
    "raters_per_item": 1,  # 1.1 to 4 in the paper's tables, as raters came
}
_SR: dict[str, Keys] = {
    "sr18-readability": {
        **_SR18,
        "summary": "SR'18: readability by slider, the text alone, HUMAN among the systems; 20 control items in 100.",
        "criteria": ["readability"],
    },
    "sr18-meaning": {
        **_SR18,
        "summary": "SR'18: meaning similarity by slider, the reference in grey; 20 control items in 100.",
        "criteria": ["meaning_similarity"],
    },
    "sr18-expert": {
        **_SR18,
        "summary": "SR'18, expert variant: two studies by slider, five repeats in 100 for agreement with oneself.",
        "criteria": ["readability", "meaning_similarity"],
        "together": False,
        "control": {"repeat": 5},
    },
    "sr11-readability": {
        "summary": "SR'11: readability by slider, pointer at 50, faces at the ends.",
        "method": "direct_assessment",
        "variant": "sr11",
        "criteria": ["readability"],
        "raters_per_item": 1,  # ours
    },
    "sr11-meaning": {
        "summary": "SR'11: meaning similarity by slider, pointer at 50, faces at the ends.",
        "method": "direct_assessment",
        "variant": "sr11",
        "criteria": ["meaning_similarity"],
        "raters_per_item": 1,  # ours
    },
}

# TUNA (Gatt and Belz 2010; Gatt, van der Sluis and van Deemter 2007)
_IDENTIFICATION: Keys = {
    "method": "identification",
    "criteria": ["identification"],
    "outputs_per_sheet": 1,
    "raters_per_item": 3,  # ours
    "practice": 5,  # ours
}
_TUNA: dict[str, Keys] = {
    "tuna-judged": {
        "summary": "TUNA '09: adequacy and fluency by slider from 1 to 100, the scene shown, value hidden.",
        "method": "direct_assessment",
        "variant": "tuna",
        "criteria": ["adequacy", "fluency"],
        "questions": {"adequacy": {"shown": "scene"}, "fluency": {"shown": "scene"}},
        "together": True,
        "outputs_per_sheet": 1,
        "raters_per_item": 1,  # ours
    },
    "tuna07-identification": {
        **_IDENTIFICATION,
        "summary": "TUNA '07: identification, description and scene shown together.",
        "pacing": "simultaneous",
    },
    "tuna08-identification": {
        **_IDENTIFICATION,
        "summary": "TUNA '08: identification, self-paced: read, then the scene appears; both times are measured.",
        "pacing": "sequential",
    },
    "tuna09-identification": {
        **_IDENTIFICATION,
        "summary": "TUNA '09: identification, the description is heard while the scene is shown.",
        "pacing": "heard",
    },
    "tuna-elicitation": {
        "summary": "TUNA corpus: describe the object in the red frame; +-LOC within raters, +-FC between them.",
        "method": "describing",
        "criteria": ["description"],
        "conditions": {"loc fc": 0.25, "noloc fc": 0.25, "loc nofc": 0.25, "noloc nofc": 0.25},
        "between": ["fc", "nofc"],
        "raters_per_item": 1,
    },
    "tuna-annotation": {
        "summary": "TUNA corpus: mark which words of a description express which attribute.",
        "method": "attribute_marking",
        "criteria": ["attributes"],
        "raters_per_item": 2,  # ours: so that agreement can be measured
    },
}

_NLG_EVAL: dict[str, Keys] = {
    "nlg-eval": {
        "summary": "nlg-eval: appropriateness from 1 to 5, 20 inputs with five outputs each, every rater sees all.",
        "method": "likert",
        "points": 5,
        "criteria": ["appropriateness"],
        "instances": {"choose": "random", "count": 20},  # at random is ours
        "outputs_per_sheet": 5,
        "crossed": True,
    }
}

STUDIES: Mapping[str, Keys] = {**_E2E, **_rankme_studies(), **_NLG_EVAL, **_SR, **_TUNA}


def fill_in_preset(keys: Keys) -> dict[str, object]:
    """Put the keys of a preset under those that a user has written; `preset` itself is dropped."""
    own = {key: value for key, value in keys.items() if key != "preset"}
    if "preset" not in keys:
        return own
    name = str(keys["preset"])
    if name not in STUDIES:
        raise UnknownName(
            "preset of studies", name, [preset for preset in STUDIES if preset.startswith(name)] or STUDIES
        )
    usual = STUDIES[name]
    is_other = own.get("method", usual["method"]) != usual["method"]  # which has no use for the settings of this one
    return {**{key: value for key, value in usual.items() if key in KEYS or not is_other}, **own}
