"""The reference says what the engine says."""

import rules
from tests.rules.reference import PAGE, page


def test_it_is_up_to_date():
    """If not, ``python -m tests.rules.reference`` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_name_of_the_front_door_is_told_with_its_meaning():
    text = page()
    for name in rules.__all__:
        assert f"\n### `{name}" in text
    assert "| `tout_value` = `1` | Points from each opponent for a tout made" in text
    assert "\n### `settle(record, ruleset)`\n\nWhat `record`" in text
