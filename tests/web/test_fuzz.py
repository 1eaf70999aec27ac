"""A quick run of random requests; benchmarks/web_fuzz.py is the long one."""

import pytest

from genchal.store.export import read_study_progress
from genchal.store.store import Store
from genchal.store.studies import list_studies
from web.fuzzing import fuzz


@pytest.mark.slow
def test_no_request_makes_the_server_fail(one_store: Store) -> None:
    answered = fuzz(one_store, each=40, seed=1)
    assert {200, 404, 422} <= set(answered)
    assert answered[200] > 50
    assert one_store.read(
        lambda t: sum(read_study_progress(t, one.id).judgements for one in list_studies(t))
    )  # not all is refused
    assert not one_store.find_damage()
