"""What every registered task format promises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.errors import UserError
from genchal.tasks import TASKS
from strategies import INSTANCES


@pytest.mark.parametrize("name", list(TASKS))
@given(data=st.data())
def test_parsing_undoes_rendering(name: str, data: st.DataObject) -> None:
    task = TASKS[name]()
    instances = data.draw(INSTANCES[name])
    lines = [line for text in task.render(instances) for line in text.split("\n")]  # as a file would give them back
    assert list(task.parse(lines, "x")) == instances


@pytest.mark.parametrize("name", list(TASKS))
@given(lines=st.lists(st.text(max_size=20), max_size=6))
def test_any_lines_are_read_or_refused_with_a_remedy(name: str, lines: list[str]) -> None:
    task = TASKS[name]()
    try:
        instances = list(task.parse(lines, "some file"))
    except UserError as error:
        assert error.remedy
        assert "some file" in error.problem
    else:
        assert [instance.id for instance in instances if not instance.id] == []


@pytest.mark.parametrize("name", list(TASKS))
def test_the_registered_name_is_the_tasks_own(name: str) -> None:
    assert TASKS[name].name == name
    assert TASKS[name].summary
