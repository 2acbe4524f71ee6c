"""What a preview lists, and what a deal is called in it."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from rules import RULESETS
from tests import make
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.corrections.pages.effects import shown
from tournaments.corrections.preview import preview
from tournaments.models import Event, Payment, Revision, Season, Table
from tournaments.money.domain import settle_up, tick
from tournaments.words.deals import record_words
from tournaments.words.figures import short

pytestmark = pytest.mark.django_db
SPIL = {"declarer": 1, "contract": "spil", "outcome": "won"}
NAMES = ("Agnes Bak", "Bent Dam", "Karen Friis", "Oda Lund")


def test_everybody_who_declared_is_named():
    record = {
        "declarer": 1,
        "contract": "koebe_nolo",
        "joined": [{"seat": 3}],
        "tricks": [None, 0, None, 2],
    }
    said = record_words(record, NAMES, ruleset=RULESETS["dlu"])
    assert "Bent" in said
    assert "Oda" in said
    assert "Agnes" not in said


@pytest.fixture
def table(club):
    """A sheet of 40 deals, each with a result, in a room of two tables, for money."""
    event = make.make_released_event(club, tables=2, deals=40, unit="1")
    table = Table.objects.get(round__event=event, number=1)
    for deal in range(1, 41):
        make.enter(table, deal, {**SPIL, "declarer": deal % 4})
    return table


def test_only_the_rows_that_change_are_listed_and_the_others_counted(table):
    change = Change(table, 3, 1, {**SPIL, "declarer": 3, "outcome": "bet"})
    effect = preview(table.round.event, [change])
    found = shown(effect)
    (here,) = found.tables
    assert [each.deal for each in here.deals] == [3]
    assert here.unchanged == 39
    (read,) = effect.tables
    pairs = zip(read.names, read.totals_before, read.totals_after, strict=True)
    moved = tuple(short(name) for name, was, now in pairs if was != now)
    assert len(moved) == 3
    assert here.names == moved, "nothing changes for who sat out"
    assert all(was != now for was, now in (*here.totals, *here.deals[0].points))
    changed = [each for each in found.places if each.place[0] != each.place[1]]
    assert changed
    assert all(each.points[0] != each.points[1] for each in found.places if each not in changed)
    assert len(found.places) + found.places_unchanged == 8
    before, after = found.payments
    assert before != after
    assert not set(before) & set(after)


def test_a_pot_that_only_stands_otherwise_changes_no_row(club):
    event = make.make_released_event(club, tables=1, deals=12, ruleset="lomber", accounting="pot")
    table = Table.objects.get(round__event=event)
    for deal in range(1, 9):
        make.enter(table, deal, {**SPIL, "declarer": deal % 4})
    other = {**SPIL, "declarer": 1, "contract": "solo"}
    effect = preview(event, [Change(table, 1, 1, other)])
    (here,) = shown(effect).tables
    (read,) = effect.tables
    assert len(read.deals) == 8  # every balance after it is another
    pairs = ((each.deal, each.before, each.after) for each in read.deals)
    moved = [deal for deal, was, now in pairs if was and now and was.changes != now.changes]
    assert [each.deal for each in here.deals] == [1, *moved[1:]]
    assert len(here.deals) + here.unchanged == 8


@pytest.mark.parametrize("played", (False, True))
def test_a_deal_that_is_called_not_played_is_told_though_it_has_no_result(club, played):
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1, deals=4))
    make.enter(table, 1, SPIL)
    if played:
        make.enter(table, 4, {"passed": True})
    change = Change(table, 4, int(played), None, Revision.Ruling.NOT_PLAYED)
    effect = preview(table.round.event, [change])
    with override("en"):
        (here,), (back,) = (shown(each).tables for each in (effect, effect.turned()))
    (row,) = here.deals
    assert (row.deal, row.after, here.unchanged) == (4, "not played", 1)
    assert row.before == ("All passed" if played else "no result")
    assert [(each.before, each.after) for each in back.deals] == [(row.after, row.before)]


def test_what_was_corrected_and_taking_it_back_stand_under_headings_of_their_own(
    director_client, table
):
    change = Change(table, 3, 1, {**SPIL, "declarer": 3, "outcome": "bet"})
    made = correct(event=table.round.event, changes=[change], reason="Misread", actor="user:x")
    address = reverse("tournaments:correction", args=[made.pk])
    page = director_client.get(address, headers={"accept-language": "en"}).content.decode()
    changed, back = page.split("<h2>Take it back</h2>")
    assert "<h2>What it changed</h2>" in changed
    assert "spil, won → " in changed
    assert "What it has changed: struck out is what stood before" in changed
    assert "39 deals are unchanged." in changed
    assert "<table" not in back
    assert "Take the correction back" in back


def said_of(payments):
    return {
        f"{short(each.payer_name)} pays {short(each.payee_name)} {each.amount:.0f}\xa0kr"
        for each in payments
    }


def test_the_payments_before_are_those_that_people_have_in_hand(table):
    event = table.round.event
    make.enter(table, 1, {**SPIL, "contract": "solo", "outcome": "bet"}, base=1)
    settle_up(scope=event, actor="system:test")
    first, *open_ = Payment.objects.order_by("-amount")
    tick(payment=first, actor="system:test")
    before, found = said_of(open_), None
    for deal, base in ((3, 1), (4, 1)):  # the second time results have changed since
        change = Change(table, deal, base, {**SPIL, "declarer": 3, "outcome": "bet"})
        effect = preview(event, [change])
        with override("en"):
            found = shown(effect)
        assert set(found.payments[0]) <= before
        assert len(found.payments[0]) + found.payments_unchanged == len(before)
        correct(event=event, changes=[change], reason="Misread", actor="user:x")
    assert found
    settle_up(scope=event, actor="system:test")
    with override("en"):
        after = {*found.payments[1], *(before - set(found.payments[0]))}
    assert said_of(Payment.objects.filter(paid_at=None)) == after


def test_who_pays_whom_is_not_said_of_an_evening_that_is_settled_up_with_its_season(table):
    event = table.round.event
    season = Season.objects.create(club=event.club, name="Spring")
    change = Change(table, 3, 1, {**SPIL, "declarer": 3, "outcome": "bet"})
    assert shown(preview(event, [change])).payments[1]
    Event.objects.update(season=season)
    settle_up(scope=season, actor="system:test")
    found = shown(preview(event, [change]))
    assert (found.payments, found.payments_unchanged, found.above) == (((), ()), 0, "Spring")
