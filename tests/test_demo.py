"""The demonstration: plausible, legal, the same each time, and never twice."""

import datetime as dt
import time
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from lhombre_club.members.models import Attendance, Club, Person
from lhombre_club.printing.models import Job
from lhombre_club.refusal import Refusal
from rules import RULESETS, Contract, Outcome, read_result, settle
from scoring.models import JournalEntry
from tests import make
from tournaments.book.results import NewResult, enter_result
from tournaments.events.domain import demo, demo_seasons
from tournaments.events.domain.demo_results import CONTRACTS, OUTCOMES, results
from tournaments.management.commands import seed_demo
from tournaments.models import Event, Revision, Round, Season, Table
from tournaments.standings.queries.seasons import season_table
from tournaments.standings.queries.standings import standings

DLU = RULESETS["dlu"]


def sheet(seed, players=4, deals=40, first_dealer=0):
    return list(results(seed, ruleset=DLU, players=players, deals=deals, first_dealer=first_dealer))


# --- the results --------------------------------------------------------------------------


@given(st.text(), st.sampled_from((3, 4)), st.integers(0, 2))
def test_every_record_is_legal_and_the_dealer_goes_round(seed, players, first):
    for deal, record in enumerate(sheet(seed, players, 12, first)):
        assert record["dealer"] == (first + deal) % players
        settle(read_result({**record, "ruleset": "dlu"}, DLU, players=players), DLU)


def test_the_same_seed_gives_the_same_sheet_and_another_another():
    assert sheet("a") == sheet("a")
    assert sheet("a") != sheet("b")


def test_everything_that_can_be_named_is_named_in_the_long_run():
    seen = sheet("long", deals=4000)
    assert {record.get("contract") for record in seen} == {None, *CONTRACTS}
    assert {record.get("outcome") for record in seen} == {None, *OUTCOMES}
    assert {record.get("tout") for record in seen} == {None, "made"}
    assert {record.get("trump") for record in seen} == {None, *"SHDC"}
    won = sum(record.get("outcome") == Outcome.WON for record in seen)
    assert 2000 < won < 3000


def test_a_contract_without_a_kodille_never_ends_in_one():
    nolo = next(one for one in DLU.contracts if one.contract is Contract.REN_NOLO)
    assert nolo.kodille is not None  # under the Union's rules; others have none
    without = replace(DLU, contracts=(replace(nolo, kodille=None),))
    seen = list(results("a", ruleset=without, players=4, deals=400, first_dealer=0))
    assert {record.get("outcome") for record in seen} == {None, "won", "bet"}


# --- the evening --------------------------------------------------------------------------


def counts():
    return [model.objects.count() for model in (Club, Person, Attendance, Event, Revision)]


@pytest.mark.strict
@pytest.mark.django_db
def test_filling_in_gives_an_evening_and_filling_in_again_changes_nothing():
    event = demo.fill_in()
    assert counts() == [1, 16, 16, 1, 320]
    now = standings(event)
    assert len(now.rows) == 16
    assert sum(row.points for row in now.rows) == 0
    entries = list(JournalEntry.objects.values_list("pk", flat=True))
    again = demo.fill_in()
    assert again == event
    assert counts() == [1, 16, 16, 1, 320]
    assert standings(again) == now
    assert list(JournalEntry.objects.values_list("pk", flat=True)) == entries
    call_command("check_ledger", stdout=StringIO())


class PowerCutError(Exception):
    pass


@pytest.mark.strict
@pytest.mark.django_db
def test_what_was_cut_off_is_finished_the_next_time(monkeypatch):
    entered: list[object] = []

    def dying(**kwargs):
        if len(entered) == 50:
            raise PowerCutError
        entered.append(kwargs)
        return enter_result(**kwargs)

    monkeypatch.setattr(demo, "enter_result", dying)
    with pytest.raises(PowerCutError):
        demo.fill_in()
    assert Revision.objects.count() == 50
    by_hand = Table.objects.order_by("round__number", "number").last()
    assert by_hand is not None
    own = make_entry(by_hand)
    enter_result(table=by_hand, entry=own, actor="user:somebody")
    monkeypatch.undo()
    demo.fill_in()
    assert counts() == [1, 16, 16, 1, 320]
    kept = Revision.objects.get(table=by_hand, deal=own.deal)
    assert kept.actor == "user:somebody"


def make_entry(table):
    return NewResult(id=table.pk, deal=7, base=0, record={"passed": True})


@pytest.mark.django_db
def test_a_real_club_is_not_touched():
    make.make_members(make.make_club("Klub Basta"), 3)
    before = counts()
    with pytest.raises(CommandError, match=r"Klub Basta.*LHOMBRE_VAR=demo"):
        call_command("seed_demo")
    assert counts() == before


# --- the command --------------------------------------------------------------------------


@pytest.fixture
def evening(db, monkeypatch, settings, tmp_path):
    """A small evening instead of the whole one."""
    settings.PAPERS_DIR = tmp_path
    event = make.make_released_event(make.make_club(demo.CLUB))
    monkeypatch.setattr(demo, "fill_in", lambda: event)
    return event


@pytest.mark.usefixtures("evening")
def test_the_command_prints_the_standings():
    out = StringIO()
    call_command("seed_demo", stdout=out)
    lines = out.getvalue().splitlines()
    assert any("points" in line and "round 1" in line for line in lines)
    assert any("Agnes" in line for line in lines)
    assert Job.objects.count() == 0


@pytest.fixture
def worker(monkeypatch, tmp_path):
    """A worker that is done at the second look, as ``state`` says."""

    def work(state, error=""):
        def sleep(_seconds):
            done = state == Job.State.DONE
            if done:
                (tmp_path / "sheet.pdf").write_bytes(b"%PDF")
            Job.objects.update(state=state, error=error, file_name="sheet.pdf" if done else "")

        monkeypatch.setattr(time, "sleep", sleep)

    return work


@pytest.mark.usefixtures("evening")
def test_the_paper_is_made_by_the_worker_and_there_is_never_more_than_one(worker, tmp_path):
    worker(Job.State.DONE)
    for _ in range(2):
        out = StringIO()
        call_command("seed_demo", "--paper", stdout=out)
        assert f"{tmp_path / 'sheet.pdf'} (4 bytes)" in out.getvalue()
    assert Job.objects.count() == 1


@pytest.mark.usefixtures("evening")
def test_without_pango_the_sentence_says_what_to_install(worker):
    worker(Job.State.UNAVAILABLE, Job.Error.NO_PANGO)
    out = StringIO()
    call_command("seed_demo", "--paper", stdout=out)
    assert "apt-get install libpango" in out.getvalue()


@pytest.mark.usefixtures("evening")
def test_a_paper_that_is_not_made_is_a_failure(worker, monkeypatch):
    worker(Job.State.FAILED, Job.Error.BROKEN)
    with pytest.raises(CommandError, match=r"worker\.log"):
        call_command("seed_demo", "--paper")
    monkeypatch.setattr(seed_demo, "PATIENCE", 0)
    with pytest.raises(CommandError, match="was not made"):
        call_command("seed_demo", "--paper")


# --- years, and a weekend ------------------------------------------------------------------


TODAY = dt.date(2026, 11, 27)


@pytest.mark.strict
@pytest.mark.django_db
def test_seasons_that_are_over_are_filled_in_and_filling_in_again_changes_nothing(monkeypatch):
    monkeypatch.setattr(demo_seasons, "EVENINGS", 1)
    monkeypatch.setattr(demo_seasons, "BEST", 1)
    said: list[str] = []
    for _ in range(2):
        demo_seasons.fill_seasons(2, today=TODAY, say=said.append)
        assert counts()[3] == 2
    assert said == ["1. klubaften, 16.09.2024", "1. klubaften, 15.09.2025"] * 2
    assert [season_table(each).events[0].season for each in Season.objects.all()] == [
        *Season.objects.order_by("name")
    ]
    for event in Event.objects.all():
        assert {round_.state for round_ in event.rounds.all()} == {Round.State.FINAL}
        assert 11 <= event.participants.count() <= 16
    demo.fill_in()
    assert counts()[1:4] == [16, 16, 3]
    call_command("check_ledger", stdout=StringIO())


@pytest.mark.strict
@pytest.mark.django_db
def test_a_weekend_is_played_by_48(monkeypatch):
    monkeypatch.setattr(demo_seasons, "ROUNDS", 1)
    said: list[str] = []
    demo_seasons.fill_weekend(today=TODAY, say=said.append)
    assert said == ["Mesterskab, 21.11.2026"]
    assert len(standings(Event.objects.get()).rows) == 48


@pytest.mark.django_db
def test_a_real_club_is_given_no_years(club):
    with pytest.raises(Refusal):
        demo_seasons.fill_seasons(1, today=TODAY, say=print)
    assert club.events.count() == 0
