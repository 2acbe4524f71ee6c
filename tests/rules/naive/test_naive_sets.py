"""What differs between rule sets is data: the modules that read it know none by its name."""

from pathlib import Path

import pytest

from tests.rules.naive.sets import SETS, USUAL

MODULES = sorted(Path(__file__).parent.glob("*ing*.py"))
READ = [path for path in MODULES if not path.name.startswith("test_")]


def named(text):
    """The rule sets whose id stands in a text, be it in a longer word."""
    return [ruleset for ruleset in SETS if ruleset in text.lower()]


@pytest.mark.parametrize("path", READ, ids=lambda path: path.stem)
def test_no_module_names_a_rule_set(path):
    assert named(path.read_text(encoding="utf-8")) == []


def test_a_rule_set_that_is_named_is_found():
    assert {path.stem for path in READ} >= {"checking", "checking_auction", "settling"}
    assert named('if deal["ruleset"] == "klub":\n    return _HOEM') == ["klub", "hoem"]


def test_a_row_says_nothing_that_is_not_asked_for():
    """A misspelt fact would be one that nobody reads."""
    read = "".join(path.read_text(encoding="utf-8") for path in READ)
    for ruleset, row in SETS.items():
        assert row.keys() == {*USUAL, "prices"}, ruleset
    assert [fact for fact in [*USUAL, "prices"] if f'["{fact}"]' not in read] == []
