"""A name that says a date."""

import datetime as dt

import pytest

from tournaments.words.dates import renewed

OLD, NEW = dt.date(2026, 11, 25), dt.date(2026, 12, 2)


@pytest.mark.parametrize(
    ("written", "becomes"),
    (
        ("Klubaften 25. november", "Klubaften 2. december"),
        ("Onsdag den 25. november 2026", "Onsdag den 2. december 2026"),
        ("Evening of Nov. 25, 2026", "Evening of Dec. 2, 2026"),
        ("Klubaften, 25. NOVEMBER", "Klubaften, 2. december"),
        ("Evening of 25 November", "Evening of 2 December"),
        ("Klubaften 25.11.2026", "Klubaften 02.12.2026"),
        ("Klubaften (25/11)", "Klubaften (2/12)"),
        ("2026-11-25", "2026-12-02"),
    ),
)
def test_a_date_is_renewed_in_its_own_spelling(written, becomes):
    assert renewed(written, OLD, NEW) == becomes


@pytest.mark.parametrize(
    "name",
    ("Klubaften", "Pokal 5. november", "125/11", "25/110", "26. november", "25. novembersen"),
)
def test_a_name_that_says_another_date_or_none_stays(name):
    assert renewed(name, OLD, NEW) == name


def test_the_weekday_follows_too():
    thursday = NEW + dt.timedelta(days=1)
    assert renewed("onsdag 25. november", OLD, thursday) == "torsdag 3. december"
