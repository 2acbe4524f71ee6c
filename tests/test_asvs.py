"""The table of requirements is whole, and names tests that there are."""

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TEXT = (HERE.parent / "docs" / "security" / "asvs.md").read_text(encoding="utf-8")
REQUIREMENTS = {1: 70, 2: 183, 3: 92}
"""So many has each level, counted in the table that the standard's authors publish."""
WAYS = ("Reason: ", "Open: ", "Not there")
NAMED = re.compile(r"`([\w/]+\.py(?:::\w+)+)`")


def rows(text):
    """The numbers, the level and the way of each row."""
    for line in re.findall(r"^\| (\d.*) \|$", text, flags=re.MULTILINE):
        ids, level, _subject, how = line.split(" | ")
        yield ids.split(", "), int(level), how


def requirements(text):
    """The level of each requirement that is named, as often as it is."""
    found = [(each, level) for ids, level, _how in rows(text) for each in ids]
    others = re.findall(r"^Level 3: (.+)\.$", text, flags=re.MULTILINE)
    return found + [(each, 3) for line in others for each in line.split(", ")]


def gaps(text):
    """The sections whose requirements are not numbered from one on, each once."""
    sections = defaultdict(list)
    for each, _level in requirements(text):
        section, _dot, number = each.rpartition(".")
        sections[section].append(int(number))
    return {
        section
        for section, found in sections.items()
        if sorted(found) != [*range(1, len(found) + 1)]
    }


def is_there(name):
    """Whether a test, or the check of a machine, is where its name says."""
    path, *inside = name.split("::")
    if not (HERE / path).is_file():
        return False
    body = ast.parse((HERE / path).read_text(encoding="utf-8"))
    for each in inside:
        kinds = ast.FunctionDef | ast.ClassDef
        found = [node for node in ast.walk(body) if isinstance(node, kinds) and node.name == each]
        if not found:
            return False
        body = found[0]
    return isinstance(body, ast.FunctionDef)


def test_each_requirement_stands_there_once_with_its_level():
    assert Counter(level for _each, level in requirements(TEXT)) == REQUIREMENTS
    assert gaps(TEXT) == set()


def test_each_says_how_it_is_met_or_that_it_is_not():
    assert [ids for ids, _level, how in rows(TEXT) if not how.startswith((*WAYS, "`"))] == []


def test_each_test_that_is_named_is_there():
    named = set(NAMED.findall(TEXT))
    assert len(named) > 80
    assert {each for each in named if not is_there(each)} == set()


@pytest.mark.parametrize(
    "name",
    (
        "test_asvs.py::test_that_nobody_wrote",
        "test_nowhere.py::test_it",
        "test_settings.py::TestKeys",
        "test_settings.py::TestHeaders::test_the_first_start_makes_one",
    ),
)
def test_what_is_not_there_is_found(name):
    assert NAMED.fullmatch(f"`{name}`")
    assert not is_there(name)


def test_a_requirement_that_is_left_out_or_twice_is_found():
    assert gaps(TEXT.replace("| 1.1.1 |", "| 1.1.2 |")) == {"1.1"}
    assert gaps(re.sub(r"^\| 2\.3\.2 .*\n", "", TEXT, flags=re.MULTILINE)) == {"2.3"}
