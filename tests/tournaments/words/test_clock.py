"""The time of day is said by 24 hours, on every page and paper, whatever the language."""

import datetime as dt
import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override

from tournaments.words.figures import clock, day, day_of_year, moment

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = {path: path.read_text("utf-8") for path in sorted((ROOT / "templates").rglob("*.html"))}
SOURCES = {
    path: path.read_text("utf-8")
    for room in ("tournaments", "lhombre_club")
    for path in sorted((ROOT / room).rglob("*.py"))
}
FILTER = re.compile(r"""\|(?P<what>time|date)\b(?!\w)(?::(?P<quote>["'])(?P<how>.*?)(?P=quote))?""")
FOUND = [found for text in TEMPLATES.values() for found in FILTER.finditer(text)]
TIMES = sorted({str(found["how"]) for found in FOUND if found["what"] == "time"})
DATES = {found["how"] for found in FOUND if found["what"] == "date"}
MOMENTS = [dt.time(0, 7, 5), dt.time(9, 30), dt.time(12, 0), dt.time(13, 45), dt.time(23, 59, 59)]
DAY = {"DATE_FORMAT", "l"}
"""Ways of saying a day; none of them has an hour in it."""
FOR_SCRIPTS = {"c", "U", "Y-m-d"}


def test_there_are_times_to_look_at():
    assert "H:i" in TIMES
    assert sum(text.count("|clock") for text in TEMPLATES.values()) > 15


@pytest.mark.parametrize("language", ("en", "da"))
@pytest.mark.parametrize("how", TIMES)
def test_each_filter_of_a_template_says_hours_and_minutes(how, language):
    template = Template(f'{{{{ at|time:"{how}" }}}}')
    pattern = "%H:%M:%S" if how.endswith(":s") else "%H:%M"
    with override(language):
        said = [template.render(Context({"at": at})) for at in MOMENTS]
    assert said == [at.strftime(pattern) for at in MOMENTS]


def test_a_filter_of_days_says_no_hour():
    assert DATES == DAY | FOR_SCRIPTS


def test_no_page_leaves_the_form_of_a_time_to_the_language():
    """English would say half past seven in the evening, and Danish 19.30."""
    by_language = re.compile(r"\b(SHORT_DATETIME|DATETIME|TIME)_FORMAT\b|\{%\s*now\b")
    texts = TEMPLATES | SOURCES
    assert [path.name for path, text in texts.items() if by_language.search(text)] == []
    calls = re.compile(r"\btime_format\((?P<what>.*)")
    made = [call["what"] for text in SOURCES.values() for call in calls.finditer(text)]
    assert made
    assert [call for call in made if not re.search(r"[\"']H:i[\"']\)", call)] == []


def test_no_script_leaves_it_to_the_language_either():
    scripts = [path.read_text("utf-8") for path in (ROOT / "tournaments/static").rglob("*.js")]
    said = [text for text in scripts if "toLocale" in text and "Time" in text]
    assert said
    assert all(text.count("toLocaleTimeString") == text.count('hourCycle: "h23"') for text in said)
    # A Danish browser would write 19.30.
    assert all(text.count("toLocaleTime") == text.count('TimeString("en-GB"') for text in said)


def test_no_page_letter_or_paper_has_a_form_of_a_day_of_its_own():
    """Danish would stand in English letters: 29. November 2026."""
    danish = re.compile(r"date_format\([^\n]*\bj\.? [FM]")
    assert [path.name for path, text in SOURCES.items() if danish.search(text)] == []
    sunday = dt.date(2026, 11, 29)
    with override("en"):
        assert (day(sunday), day_of_year(sunday)) == ("Sunday Nov. 29, 2026", "Sunday November 29")
    with override("da"):
        assert day(sunday) == "søndag 29. november 2026"
        assert day_of_year(sunday) == "søndag 29. november"


@pytest.mark.parametrize("language", ("en", "da"))
def test_a_moment_on_paper_is_of_the_clubs_clock(language):
    with override(language):
        assert moment(dt.datetime(2026, 11, 21, 22, 5, tzinfo=dt.UTC)).endswith(" 23:05")
        assert moment(dt.datetime(2026, 7, 1, 22, 5, tzinfo=dt.UTC)).endswith(" 00:05")


def test_a_time_of_another_day_has_its_date(monkeypatch):
    now = dt.datetime(2026, 11, 21, 22, 5, 7, tzinfo=dt.UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    template = Template("{% load lhombre %}{{ at|clock }} {{ none|clock }}{{ at|clock:'seconds' }}")

    def said(at):
        return template.render(Context({"at": at, "none": None}))

    assert said(now) == "23:05 23:05:07"
    assert clock(now + dt.timedelta(hours=1)) == "00:05 den 22. november 2026"
    with override("en"):
        week = said(now - dt.timedelta(days=7))
        assert week == "23:05 on Nov. 14, 2026 23:05:07 on Nov. 14, 2026"
