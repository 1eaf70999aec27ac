"""campaign.toml: what is read, and how what cannot be read is answered."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.campaign.config.load import load_campaign
from genchal.errors import UserError

GOOD = """
[campaign]
name = "C"
[[track]]
name = "t"
format = "slots"
test = "test.csv"
[[system]]
name = "s"
file = "s.tsv"
[system.descriptors]
size = 3
[[system]]
name = "HUMAN"
[[system]]
name = "g"
generator = "mined_templates"
choice = "lm"
late = true
[[metric]]
name = "bleu"
case = "lower"
[[derived]]
name = "percent"
formula = "100 * bleu"
"""


def loaded(tmp_path: Path, text: str) -> list[str]:
    """Lines of the error."""
    (tmp_path / "campaign.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        load_campaign(tmp_path / "campaign.toml")
    return caught.value.lines()


def test_a_campaign_is_read_with_paths_beside_its_file(tmp_path: Path) -> None:
    (tmp_path / "campaign.toml").write_text(GOOD, encoding="utf-8")
    campaign = load_campaign(tmp_path)
    assert campaign.tracks[0].test == tmp_path / "test.csv"
    file, human, generator = campaign.entries
    assert (file.system.descriptors, file.system.track) == ({"size": "3"}, "t")
    assert human.references == "HUMAN"
    assert (generator.settings, generator.system.late) == ({"choice": "lm"}, True)
    assert campaign.metrics[0].settings == {"case": "lower"}
    assert campaign.derived[0].score.formula == "100 * bleu"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "C"', 'name = "C"\nsede = 1', "unknown key 'sede'. Did you mean 'seed'?"),
        ('name = "C"', 'nme = "C"', "[campaign] 'name' is missing"),
        ("100 * bleu", "100 * (bleu", "derived score 'percent': '100 * (bleu' is not a formula"),
        ("100 * bleu", "sqr(bleu)", "derived score 'percent': there is no function 'sqr'. Did you mean 'sqrt'?"),
        ('formula = "', 'formulas = "', "derived 'percent': unknown key 'formulas'. Did you mean 'formula'?"),
        ("100 * bleu", 'bleu"\ntracks = ["u"]\n#"', "unknown track 'u'"),
        ('test = "test.csv"', 'tset = "test.csv"', "track 't': unknown key 'tset'. Did you mean 'test'?"),
        ('format = "slots"', 'format = "slot"', "unknown task 'slot'. Did you mean 'slots'?"),
        ('generator = "mined_templates"', 'generator = "mined"', "unknown generator 'mined'"),
        ('name = "bleu"', 'name = "belu"', "unknown metric 'belu'. Did you mean 'bleu'?"),
        ('file = "s.tsv"', 'flie = "s.tsv"', "system 's' has no outputs"),
        (
            'file = "s.tsv"',
            'file = "s.tsv"\nprimry = true',
            "system 's' has an unknown key 'primry'. Did you mean 'primary'?",
        ),
        ('file = "s.tsv"', 'file = "s.tsv"\ngenerator = "random"', "system 's' has file and generator"),
        ('file = "s.tsv"', 'file = "s.tsv"\ntrack = "u"', "is in track 'u', which does not exist"),
        ('name = "HUMAN"', 'name = "s"\nfile = "x"', "system of track 't' 's' is listed twice"),
        ('name = "C"', 'name = "C"\nschema = 9', "schema 9 is not known"),
        ('name = "C"', 'name = "C"\nseed = -1', "'seed'"),
        ('name = "C"', 'name = "C"\nseed = "x"', "'seed'"),
        ("[[track]]", "[[trakc]]", "unknown key 'trakc'. Did you mean 'track'?"),
        ('name = "bleu"', 'name = "bleu"\npreset = "sacrebleu"', "either a name or a preset"),
        ('name = "C"', "name = ", "not valid TOML"),
    ],
)
def test_every_mistake_is_answered_with_its_place_and_a_remedy(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert any(message in line for line in loaded(tmp_path, GOOD.replace(old, new, 1)))


def test_several_mistakes_are_told_at_once(tmp_path: Path) -> None:
    lines = loaded(tmp_path, GOOD.replace('name = "C"', 'name = "C"\nsede = 1').replace("late = true", "late = 3"))
    assert len(lines) == 2


def test_an_empty_file_says_what_is_missing(tmp_path: Path) -> None:
    assert any("[campaign] is missing" in line for line in loaded(tmp_path, ""))


@given(
    text=st.one_of(
        st.text(max_size=80), st.sampled_from(GOOD.split("\n")).map(lambda line: GOOD.replace(line, line[::-1], 1))
    )
)
def test_any_text_is_a_campaign_or_refused_with_a_remedy(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("c") / "campaign.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        load_campaign(path)
    except UserError as error:
        assert error.remedy
