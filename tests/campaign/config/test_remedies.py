"""Remedies in campaigns speak of keys of campaign.toml, not of options that genchal run does not have."""

from pathlib import Path

import pytest

from campaign.people.small_campaign import RATINGS, write, write_campaign
from genchal.campaign.config.remedies import write_keys
from genchal.campaign.run import run_campaign
from genchal.campaign.validate.campaign import validate_campaign
from genchal.errors import InvalidInput


@pytest.mark.parametrize(
    ("option", "key"),
    [
        ("Add --columns value=COLUMN.", 'Add columns = { value = "COLUMN" }.'),
        ("Add --columns value=wit+warmth, or not.", 'Add columns = { value = ["wit", "warmth"] }, or not.'),
        (
            "Add --columns 'value=Helpful (1-5)+Fluent (1-5)'.",
            'Add columns = { value = ["Helpful (1-5)", "Fluent (1-5)"] }.',
        ),
        ("--columns instance=A,system=B; or", 'columns = { instance = "A", system = "B" }; or'),
        ("Use --method z or mean, or give", 'Use method = "z" or "mean", or give'),
        ("Leave out --columns, or add --layout long.", 'Leave out columns, or add layout = "long".'),
        ("with --systems A,B.", 'with systems = ["A", "B"].'),
        ('--systems "a b,c" if', 'systems = ["a b", "c"] if'),
        ("add --partial to leave", "add partial = true to leave"),
        ("Run it with --database URL.", "Run it with --database URL."),
    ],
)
def test_options_become_keys(option: str, key: str) -> None:
    assert write_keys(option) == key


def test_a_column_that_is_missing_is_named_in_campaign_toml(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    write(folder / "ratings.csv", ["rater,instance,system,stars", "ada,1,north,5", "ada,1,south,4"])
    remedy = 'Add columns = { value = "stars" }'
    with pytest.raises(InvalidInput, match=remedy):
        run_campaign(folder)
    assert any(remedy in problem.remedy for file in validate_campaign(folder).files for problem in file.problems)
