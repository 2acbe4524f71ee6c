"""The board tells when a table is done, from its own pace."""

import datetime as dt
import re

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests import make
from tests.tournaments.book.correcting import DIRECTOR, make_correction
from tournaments.book.changes import Change
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Revision, Screen, Table
from tournaments.review.domain.flags import raise_flag
from tournaments.review.domain.rounds import close_round, give_time
from tournaments.review.queries.board import boards
from tournaments.review.queries.rounds import rounds

pytestmark = pytest.mark.django_db
DEALS = 6
ENGLISH = {"accept-language": "en"}
STEP = dt.timedelta(minutes=4)


def board(event):
    (only,) = boards(event, rounds(event))
    return only


def play(table, deals, ago=dt.timedelta(), step=STEP):
    """Enter so many deals, each a step after the other, and the last one so long ago."""
    start = timezone.now() - ago - deals * step
    for deal in range(1, deals + 1):
        make.enter(table, deal, {"passed": True})
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE tournaments_revision SET created_at = %s WHERE deal = %s",
                [start + deal * step, deal],
            )
    return start + deals * step


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1, deals=DEALS)


@pytest.fixture
def table(event):
    return Table.objects.get(round__event=event)


def leading(client, event):
    """Return what is on the green buttons of the event's page."""
    shown = client.get(reverse("tournaments:event", args=[event.pk]), headers=ENGLISH)
    main = shown.content.decode().partition("<main")[2]
    found = re.findall(r'class="button button--primary"[^>]*>(.*?)</(?:a|button)>', main, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", "", each).split()) for each in found]


def test_a_round_that_is_full_is_closed_before_the_next_is_entered(director_client, club):
    event = make.make_released_event(club, tables=1, deals=1, rounds=2)
    first, second = Table.objects.filter(round__event=event).order_by("round__number")
    assert leading(director_client, event) == ["Enter the sheet round 1, table 1"]
    make.enter(first, 1, {"passed": True})
    assert leading(director_client, event) == ["Close the round"]
    flag = raise_flag(table=first, deal=1, words="ink", actor=DIRECTOR)
    assert leading(director_client, event) == ["Protests and doubts (1)"]
    flag.delete()
    close_round(round_=first.round, actor=DIRECTOR)
    assert leading(director_client, event) == ["Enter the sheet round 2, table 1"]
    make.enter(second, 1, {"passed": True})
    assert leading(director_client, event) == ["Close the round"]


@pytest.mark.parametrize("deals", (0, 2))
def test_a_pace_takes_three_deals(event, table, deals):
    play(table, deals)
    assert (board(event).lines[0].finish, board(event).finish) == (None, None)


def test_a_deal_that_is_corrected_is_an_entry_too_and_no_matter_of_the_pace(event, table):
    play(table, 4)
    finish = board(event).finish
    make.enter(table, 2, None, base=1)
    make.enter(table, 2, {"passed": True}, base=2)
    mended = Revision.objects.order_by("-created_at")[0]
    assert board(event).lines[0].last_entry == mended.created_at
    assert board(event).finish == finish


def test_a_correction_by_the_director_is_not_called_an_entry(event, table, director_client):
    last = play(table, DEALS)
    make_correction(event, Change(table, 2, 1, None, ruling="annulled"), reason="a card too many")
    line = board(event).lines[0]
    assert line.last_entry == last
    assert line.corrected is not None
    assert line.corrected > last
    shown = director_client.get(
        reverse("tournaments:round-board", args=[event.rounds.get().pk]), headers=ENGLISH
    )
    assert "last corrected" in shown.content.decode()


def test_it_goes_on_as_it_did(event, table):
    last = play(table, 4)
    assert board(event).lines[0].last_entry == last
    assert board(event).finish == last + 2 * STEP


def test_time_that_was_given_since_comes_on_top(event, table):
    last = play(table, 4)
    give_time(table=table, minutes=10, actor=DIRECTOR)
    assert board(event).finish == last + 2 * STEP + dt.timedelta(minutes=10)
    Table.objects.update(extra_at=last - STEP)
    assert board(event).finish == last + 2 * STEP


def test_time_that_is_given_while_the_clock_runs_comes_on_top_of_it(event, table):
    ends = timezone.now().replace(microsecond=0) + dt.timedelta(minutes=45)
    Screen.objects.create(event=event, ends_at=ends)
    give_time(table=table, minutes=5, actor=DIRECTOR)
    give_time(table=table, minutes=5, actor=DIRECTOR)
    assert board(event).lines[0].extra_until == ends + dt.timedelta(minutes=10)


def test_of_a_sheet_that_is_copied_from_paper_no_pace_is_known(event, table):
    play(table, 4, step=dt.timedelta(seconds=20))
    assert (board(event).lines[0].finish, board(event).finish) == (None, None)


def test_who_is_done_has_no_finish(event, table):
    play(table, DEALS)
    only = board(event)
    assert (only.finish, only.sheets_in, only.sheets_missing) == (None, 1, 0)
    assert only.lines[0].is_in


def test_a_deal_that_was_annulled_is_in(event, table):
    play(table, DEALS)
    make_correction(event, Change(table, 2, 1, None, ruling="annulled"), reason="a card too many")
    assert board(event).round.is_complete
    make.enter(table, 3, None, base=1)
    assert not board(event).round.is_complete


def test_deals_not_played_are_settled_and_called_so_on_each_page(director_client, event, table):
    def says(name):
        page = director_client.get(reverse(f"tournaments:{name}", args=[event.pk]), headers=ENGLISH)
        return " ".join(page.content.decode().split())

    play(table, 3)
    make_correction(event, Change(table, 3, 1, None, ruling="annulled"), reason="a card too many")
    unplayed = [Change(table, deal, 0, None, ruling="not_played") for deal in (4, 5, 6)]
    make_correction(event, *unplayed, reason="broken off")
    assert board(event).round.is_complete
    for name in ("event", "standings", "public-standings"):
        assert "2 of 6 deals, 3 not played, 1 annulled" in says(name), name
        assert "6 of 6 deals" not in says(name), name


def test_what_keeps_a_round_open_is_named_and_leads_to_where_it_is_settled(
    director_client, event, table
):
    def shown():
        address = reverse("tournaments:event", args=[event.pk])
        return director_client.get(address, headers=ENGLISH).content.decode()

    assert "when every deal is in" not in shown()
    play(table, 4)
    make.enter(table, 2, None, base=1)
    make_correction(event, Change(table, 5, 0, None, ruling="not_played"), reason="no time")
    assert board(event).lines[0].lacking == (2, 6)
    page = shown()
    assert "when every deal is in" in page
    assert f"{reverse('tournaments:correct', args=[table.pk])}?deal=2&amp;way=not_played" in page
    assert "Table 1, deals 2, 6" in " ".join(page.split())
    make.enter(table, 2, {"passed": True}, base=2)
    make.enter(table, 6, {"passed": True})
    assert "when every deal is in" not in shown()


def test_the_way_to_take_paper_in_stays_when_the_round_is_closed(director_client, event, table):
    def shown():
        address = reverse("tournaments:event", args=[event.pk])
        return director_client.get(address, headers=ENGLISH).content.decode()

    play(table, DEALS)
    assert "0 of 1 paper sheets in" in shown()
    close_round(round_=event.rounds.get(), actor=DIRECTOR)
    assert "paper sheets in" not in shown(), "it was entered without any"
    assert reverse("tournaments:round-sheets", args=[event.rounds.get().pk]) in shown()
    Table.objects.update(paper_at=timezone.now())
    assert "1 of 1 paper sheets in" in shown()


def test_more_time_is_offered_once_the_round_is_being_played(director_client, event, table):
    def offered():
        address = reverse("tournaments:round-board", args=[event.rounds.get().pk])
        return "min. more" in director_client.get(address, headers=ENGLISH).content.decode()

    assert not offered()
    play(table, 1)
    assert offered()


def test_one_table_without_a_pace_leaves_the_round_without(club):
    event = make.make_released_event(club, tables=2, deals=DEALS)
    play(Table.objects.filter(round__event=event)[0], 4)
    assert board(event).lines[0].finish
    assert board(event).finish is None


def test_a_pause_moves_the_end_and_nothing_is_done_in_the_past(event, table):
    last = play(table, 4, ago=dt.timedelta(hours=1))
    before = timezone.now()
    finish = board(event).finish
    assert finish is not None
    assert before + STEP <= finish <= timezone.now() + STEP
    assert board(event).lines[0].last_entry == last


def test_what_waited_on_a_phone_keeps_the_pace_at_which_it_was_played(event, table):
    now = timezone.now()
    for deal in range(1, 5):
        entry = NewResult(
            id=make.new_id(),
            deal=deal,
            base=0,
            record={"passed": True},
            claimed_at=now - (4 - deal) * STEP,
        )
        enter_result(table=table, entry=entry, actor="device:phone")
    assert board(event).finish == now + 2 * STEP


def test_a_clock_that_is_fast_says_nothing(event, table):
    play(table, 4)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_revision SET claimed_at = created_at")
    expected = board(event).finish
    ahead = timezone.now() + dt.timedelta(days=1)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_revision SET claimed_at = %s", [ahead])
    assert board(event).finish == expected


def test_what_leads_to_the_sheet_and_what_to_its_account_have_each_one_name(
    director_client, event, table
):
    """Two pages were both called: see or correct."""
    names: dict[str, set[str]] = {}

    def look():
        page = director_client.get(
            reverse("tournaments:event", args=[event.pk]), headers=ENGLISH
        ).content.decode()
        for page_name in ("table", "account"):
            address = reverse(f"tournaments:{page_name}", args=[table.pk])
            for said in re.findall(rf'href="{address}">\s*([^<]*?)\s*<', page):
                names.setdefault(said, set()).add(page_name)

    look()
    play(table, DEALS)
    look()
    close_round(round_=table.round, actor=DIRECTOR)
    look()
    assert names == {
        "Enter the sheet": {"table"},
        "The sheet": {"table"},
        "Account and corrections": {"account"},
    }
