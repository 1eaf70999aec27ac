"""What a design asks for: its method with settings, and its criteria with their words."""

from __future__ import annotations

from dataclasses import replace

from genchal.domain.settings import configure
from genchal.domain.study.design import StudyDesign
from genchal.domain.study.study import Criterion
from genchal.elicitation import METHODS
from genchal.elicitation.criteria import make_criterion
from genchal.elicitation.messages import load_messages
from genchal.elicitation.method import Method
from genchal.errors import InvalidInput, counted, name_place_of_errors

APART = 5  # items between an original and its copy, if items are shown one after another
APART_ON_A_PAGE = 40  # if all are on one page: as WMT's repeated items are apart


def make_method(design: StudyDesign) -> Method:
    """The method of a study, checked against what else the study says."""
    with name_place_of_errors(f"study '{design.name}'"):
        method = configure(METHODS[design.method], design.settings, f"method '{design.method}'")
    outputs = outputs_per_sheet(design, method)
    method.check_size(outputs, f"study '{design.name}': {counted(outputs, 'output')} on a sheet of {design.method}")
    if not method.has_texts and (design.control.total or design.systems or design.sheets_per_instance):
        key = "control" if design.control.total else "systems" if design.systems else "sheets_per_instance"
        raise InvalidInput(
            f"study '{design.name}': {design.method} collects texts and does not judge any", f"Remove {key}."
        )
    if method.is_comparison and (groups_per_sheet(design, method) > 1 or design.control.repeat):
        problem = "the same text twice" if design.control.repeat else "outputs of several instances"
        raise InvalidInput(
            f"study '{design.name}': {problem} on a sheet of {design.method}",
            "Set control.repeat to 0." if design.control.repeat else "Leave items_per_sheet out.",
        )
    if outputs == 1 and design.adaptive:
        raise InvalidInput(
            f"study '{design.name}' is adaptive, but has one output on a sheet: there is nothing to compare",
            "Set outputs_per_sheet to 2 or more, or remove adaptive.",
        )
    if outputs == 1 and design.items_per_sheet is None and design.control.total:
        raise InvalidInput(
            f"study '{design.name}' has control items, but one output on a sheet: raters would see which they are",
            "Set items_per_sheet, for example to 100.",
        )
    return method


def separate_copies(design: StudyDesign, method: Method) -> StudyDesign:
    """Have items shown one after another where there are copies of some; refuse what would show a copy by its original.

    Copies are half a sheet away from their originals. For those who make a study: one that is stored is shown as it was
    begun.
    """
    if not design.control.repeat + design.control.damaged:
        return replace(design, one_at_a_time=bool(design.one_at_a_time))
    what = f"study '{design.name}': copies of outputs (control.repeat, control.damaged)"
    if method.is_comparison or groups_per_sheet(design, method) == 1:
        raise InvalidInput(
            f"{what} would stand beside their originals, as a sheet has outputs of one instance",
            "Set control.repeat and control.damaged to 0, or use a method that judges one text at a time.",
        )
    apart = (design.items_per_sheet or 0) // 2
    if design.one_at_a_time is False and apart < APART_ON_A_PAGE:
        raise InvalidInput(
            f"{what} would be {apart} items from their originals on one page: raters would compare them",
            f"Remove one_at_a_time, or set items_per_sheet to {2 * APART_ON_A_PAGE} or more.",
        )
    if apart < APART:
        raise InvalidInput(
            f"{what} would be {apart} items from their originals: raters would remember them",
            f"Set items_per_sheet to {2 * APART} or more.",
        )
    return replace(design, one_at_a_time=design.one_at_a_time is not False)


def outputs_per_sheet(design: StudyDesign, method: Method) -> int:
    """How many outputs are shown together: as the study says, or as is usual for the method."""
    return design.outputs_per_sheet or method.per_sheet


def groups_per_sheet(design: StudyDesign, method: Method) -> int:
    """How many times outputs that are shown together stand on a sheet, each time of another instance."""
    return max(((design.items_per_sheet or 0) - design.control.total) // outputs_per_sheet(design, method), 1)


def make_criteria_groups(design: StudyDesign) -> tuple[tuple[Criterion, ...], ...]:
    """The criteria of the sheets: all of them at once (Setup 1), or one at a time (Setup 2)."""
    names = design.criteria or METHODS[design.method].default_criteria
    texts = load_messages(design.language)
    unused = sorted(set(design.questions) - set(names))
    if unused:
        raise InvalidInput(
            f"study '{design.name}' has a question for criterion '{unused[0]}', which it does not ask about",
            "Add it to criteria.",
        )
    with name_place_of_errors(f"study '{design.name}'"):
        found = tuple(make_criterion(name, design.questions.get(name), texts) for name in names)
    return (found,) if design.together else tuple((criterion_,) for criterion_ in found)
