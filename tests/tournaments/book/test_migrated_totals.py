"""The totals of an older program: who joined a nolo and gave up had not held cards."""

from importlib import import_module

import pytest
from django.apps import apps

from rules import RULESETS
from scoring.models import SeatTotal
from tests import make
from tournaments.book.proving.ledger_check import check_event
from tournaments.models import Event, Table

pytestmark = pytest.mark.django_db
NOLO = {"declarer": 1, "contract": "koebe_nolo", "tricks": [4, 0, None, 5]}
GAVE_UP = {**NOLO, "joined": [{"seat": 2, "abandoned": True}]}


def test_who_gave_up_held_cards_in_that_deal_and_all_others_as_many_as_before(club):
    event = make.make_released_event(club, tables=2, deals=8, ruleset="familie")
    one, other = Table.objects.filter(round__event=event)
    make.enter(one, 1, GAVE_UP)
    make.enter(one, 2, {"passed": True})
    make.enter(other, 1, NOLO)
    known = list(SeatTotal.objects.values_list("book", "seat", "deals"))
    SeatTotal.objects.filter(book=one.book, seat=2).update(deals=1)  # as it was stored
    assert check_event(event)
    import_module("tournaments.migrations.0017_side_bonuses").count_held(apps, None)
    assert check_event(event) == []
    assert list(SeatTotal.objects.values_list("book", "seat", "deals")) == known


def test_a_table_whose_results_cannot_be_read_stays_as_it_is(club):
    event = make.make_released_event(club, tables=1, deals=8, ruleset="familie")
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, GAVE_UP)
    Event.objects.update(ruleset=RULESETS["klub"].to_json())
    SeatTotal.objects.filter(book=table.book, seat=2).update(deals=0)
    import_module("tournaments.migrations.0017_side_bonuses").count_held(apps, None)
    assert SeatTotal.objects.get(book=table.book, seat=2).deals == 0
