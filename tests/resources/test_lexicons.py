"""Lexicon files: those that are shipped, and everything that can be wrong with one's own."""

from importlib.resources import files
from pathlib import Path

import pytest

from genchal.domain import SlotValues
from genchal.domain.slots.lexicon import SHIPPED
from genchal.domain.slots.matching import find_slots
from genchal.errors import InvalidInput, NotFound, UserError
from genchal.resources.lexicons import LARGEST, lexicon_text, load_lexicon
from genchal.resources.lexicons.reading import parse_lexicon
from genchal.tasks import TASKS

GOOD = '[slots.dogs.values]\nyes = ["dogs welcome"]\nno = ["no dogs"]\n'


def test_every_shipped_lexicon_is_listed_and_can_be_read() -> None:
    folder = files("genchal.resources.lexicons")
    assert sorted(one.name.removesuffix(".toml") for one in folder.iterdir() if one.name.endswith(".toml")) == [
        *SHIPPED
    ]
    for name in SHIPPED:
        lexicon = load_lexicon(name)
        assert lexicon.name == name
        assert lexicon.title
        assert len(lexicon.fingerprint) == 8


def test_the_lexicons_of_tasks_are_shipped() -> None:
    named = {
        str(settings["lexicon"])
        for name in TASKS
        for settings in TASKS[name].metric_settings.values()
        if "lexicon" in settings
    }
    assert named == {"e2e", "sf"}
    assert named <= set(SHIPPED)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it contains no slots"),
        ("[slots]\n", "it contains no slots"),
        ("slots = 3", "slots: not a table"),
        ("[slots.dogs]\n", "slots.dogs: no values"),
        ("[slots]\ndogs = 1", "slots.dogs: not a table"),
        ("[slot.dogs.values]\nyes = ['x']", "unknown key 'slot'"),
        (GOOD + "[slots.dogs]\nopne = true", "slots.dogs: unknown key 'opne'"),
        ("[slots.dogs.values]\nyes = 'dogs'", "slots.dogs.values.yes: not a list"),
        ("[slots.dogs.values]\nyes = []", "slots.dogs.values.yes: no phrases"),
        ("[slots.dogs.values]\nyes = ['']", "slots.dogs.values.yes: an empty phrase"),
        ("[slots.dogs.values]\nyes = [' - ']", "slots.dogs.values.yes: ' - ' can match nothing at all"),
        ("[slots.dogs.values]\nyes = ['[a]']", "slots.dogs.values.yes: '[a]' can match nothing at all"),
        ("[slots.dogs.values]\nyes = ['a *']", "can begin or end with *"),
        ("[slots.dogs.values]\nyes = ['a {value}']", "has {value}"),
        ("[slots.dogs.values]\nyes = [7]", "slots.dogs.values.yes: '7' is not a text"),
        ("[slots.dogs.values]\nyes = ['(a']", "slots.dogs.values.yes: '(a' is not a phrase: ')' is missing"),
        ("[slots.dogs.values]\nyes = ['<kids>']", "has <kids>, which is not a list"),
        ("[slots.dogs.values]\nyes = [{ phrases = ['a'], scope = 'slots' }]", "scope cannot be 'slots'"),
        ("[slots.dogs.values]\nyes = [{ phrase = ['a'] }]", "slots.dogs.values.yes: unknown key 'phrase'"),
        ("[slots.dogs.values]\nyes = ['a [b]']\nno = ['a b']", "values: 'a b' stands for 'yes' and for 'no'"),
        ("[slots.name]\nopen = 1", "slots.name.open: neither true nor false"),
        ("[slots.name]\nopen = true\nphrases = ['near']", "'near' must have {value} once"),
        ("[slots.dogs]\nknown = ['a']\n" + GOOD, "slots.dogs.known: only slots with open = true"),
        (GOOD + "[slots.dogs.opposites]\nyes = 'maybe'", "slots.dogs.opposites: 'maybe' is not a value of the slot"),
        (GOOD + "[slots.Dogs.values]\nyes = ['x']", "slots.Dogs: the same slot as 'dogs'"),
        ("title = 3\n" + GOOD, "title: not a text"),
        ("base = 'f'\n" + GOOD, "base: cannot extend 'f'"),
        ("[slots.dogs\n", "not valid TOML"),
    ],
)  # fmt: skip
def test_a_bad_lexicon_is_one_clear_line(text: str, problem: str) -> None:
    with pytest.raises(UserError) as refused:
        parse_lexicon(text, "f.toml", "f")
    lines = refused.value.lines()
    assert any(problem in line for line in lines), lines
    assert all(line.startswith("f.toml") and line.isprintable() for line in lines)


def test_several_faults_are_a_line_each() -> None:
    with pytest.raises(UserError) as refused:
        parse_lexicon("[slots.a.values]\nx = ['(']\ny = ['']\n[slots.b]\n", "f.toml", "f")
    assert len(refused.value.lines()) == 3


def test_lists_that_refer_to_lists_cannot_fill_the_memory() -> None:
    lists = "".join(
        f"w{n} = ['{'<w' + str(n - 1) + '> ' if n else 'x '}{'<w' + str(n - 1) + '>' if n else 'y'}']\n"
        for n in range(40)
    )
    with pytest.raises(UserError, match="too many phrases"):
        parse_lexicon(f"[words]\n{lists}[slots.a.values]\nx = ['<w39>']", "f.toml", "f")


def test_a_lexicon_may_build_upon_another(tmp_path: Path) -> None:
    base, own = tmp_path / "base.toml", tmp_path / "own.toml"
    base.write_text(GOOD, encoding="utf-8")
    own.write_text(f"base = '{base}'\n[slots.dogs]\nexceptions = ['no dogs']\n[slots.dogs.values]\nyes = ['hounds']\n")
    lexicon = load_lexicon(str(own))
    given = SlotValues((("dogs", "yes"),))
    assert [one.value for one in find_slots(lexicon, given, "hounds, dogs welcome, no dogs")] == ["yes", "yes"]
    assert lexicon.fingerprint != load_lexicon(str(base)).fingerprint


def test_lexicons_in_a_circle_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f"base = '{path}'\n" + GOOD, encoding="utf-8")
    with pytest.raises(InvalidInput, match="without circular references"):
        load_lexicon(str(path))


def test_comments_and_layout_do_not_change_the_fingerprint() -> None:
    assert parse_lexicon("# hello\n\n" + GOOD, "a", "a").fingerprint == parse_lexicon(GOOD, "b", "b").fingerprint
    changed = GOOD.replace("welcome", "wanted")
    assert parse_lexicon(changed, "a", "a").fingerprint != parse_lexicon(GOOD, "b", "b").fingerprint


def test_files_that_are_no_lexicons_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="there is no lexicon 'e3e'"):
        load_lexicon("e3e")
    with pytest.raises(UserError):
        load_lexicon(str(tmp_path / "absent.toml"))
    latin = tmp_path / "latin.toml"
    latin.write_bytes("[slots.a.values]\nx = ['café']".encode("latin-1"))
    with pytest.raises(InvalidInput, match="UTF-8"):
        load_lexicon(str(latin))
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(InvalidInput, match="larger than"):
        load_lexicon(str(huge))


def test_a_shipped_lexicon_can_be_read_as_it_is_written() -> None:
    assert lexicon_text("e2e").startswith("# Wordings of the E2E NLG Challenge")
