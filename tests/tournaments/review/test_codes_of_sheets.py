"""Whoever types the code of a sheet has the paper: nobody works it out, nobody guesses it."""

import datetime as dt
import hashlib
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils.crypto import salted_hmac

from lhombre_club import lately
from tests import make
from tests.tournaments.review.test_checks_pages import ENGLISH, player_of, send
from tournaments.book import codes
from tournaments.entry.domain import links
from tournaments.models import Protest, Round, Table
from tournaments.review.domain import rounds, sheet_ids
from tournaments.review.domain.sheet_ids import SheetId
from tournaments.review.domain.sheets_in import find, round_of
from tournaments.review.views import protesting

pytestmark = pytest.mark.django_db
YEAR = dt.timedelta(days=365)


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, deals=1)


@pytest.fixture
def table(event):
    return Table.objects.select_related("round__event").get(round__event=event, number=1)


@pytest.fixture
def protest(event, table):
    """Type a code, as who reads a player's page does, and send; the page that answers."""
    for each in event.rounds.get().tables.all():
        make.enter(each, 1, {"passed": True})
    rounds.make_provisional(round_=event.rounds.get(), actor="user:director")
    player = player_of(table)

    def protest(code="", client=None):
        said = {"round": 1, "deal": 1, "words": "It was bet", "code": code, "sure": "yes"}
        return send(
            client or Client(headers=ENGLISH), "player-protest", event.pk, player.pk, **said
        )

    return protest


def by_link(table):
    """The phone of who scanned the square code."""
    phone = Client(headers=ENGLISH)
    phone.get(urlsplit(links.issue_link(table)).path)
    return phone


def old_code(table):
    """What was printed when ids had no key: from nothing but what is public."""
    seats = sorted((seat.seat, str(seat.participant_id)) for seat in table.seats.all())

    def number(what, numbers):
        return int.from_bytes(hashlib.sha256(repr(what).encode()).digest()[:8]) % numbers

    place = number(str(table.round.event_id), 1000) * 100 + table.round.number
    plan = number([table.first_dealer, *seats], 500)
    return codes.spelled((place * 500 + table.number) * 500 + plan, 7)


@pytest.fixture
def worked_out(table, settings):
    """The codes that come of what everybody can read, with the program at hand but not its key."""
    key, settings.SECRET_KEY = settings.SECRET_KEY, "a key of somebody's own"
    found = [old_code(table)]
    for dealer in range(table.seats.count()):
        table.first_dealer = dealer
        found.append(str(SheetId.of(table)))
    settings.SECRET_KEY = key
    table.refresh_from_db()
    return found


def test_nobody_works_the_code_out_of_what_is_public(protest, worked_out):
    for code in worked_out:
        protest(code)
    assert not Protest.objects.exists()


def test_without_the_key_he_would(protest, worked_out, monkeypatch):
    def with_any_key(salt, value, *, secret, algorithm):
        return salted_hmac(salt, value, secret="a key of somebody's own", algorithm=algorithm)

    monkeypatch.setattr(sheet_ids, "salted_hmac", with_any_key)
    for code in worked_out:
        protest(code)
    assert Protest.objects.exists()


def test_to_guess_a_code_takes_an_address_a_hundred_years():
    tries = YEAR / dt.timedelta(seconds=lately.SECONDS) * protesting.MOST_AT_ONE * lately.TOGETHER
    assert sheet_ids.PLANS / tries > 100
    assert sheet_ids.OLD_PLANS / tries < 1 / 365


def test_no_two_tables_with_the_same_players_have_codes_that_tell_each_other(club):
    event = make.make_released_event(club, tables=1, rounds=2)
    one, other = Table.objects.filter(round__event=event).select_related("round__event")
    for seat in other.seats.all():
        seat.delete()
    for seat in one.seats.all():
        other.seats.create(seat=seat.seat, participant=seat.participant, round=other.round)
    other.first_dealer = one.first_dealer
    assert SheetId.of(one).plan != SheetId.of(other).plan


def test_a_paper_of_an_earlier_key_is_known_while_that_is_kept(table, settings, protest):
    printed, old = str(SheetId.of(table)), settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    assert not SheetId.read(printed).is_of(table)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert str(SheetId.of(table)) != printed
    assert find(table.round, printed) == table
    assert "The protest is noted" in protest(printed)


def test_a_paper_of_before_comes_in_and_lets_nobody_protest(event, table, protest):
    printed = old_code(table)
    assert str(SheetId.read(printed)) == printed
    assert SheetId.read(printed).is_of(table)
    round_ = Round.objects.select_related("event").get(event=event)
    address = f"{links.issue_link(table, even_expired=True)}{printed.replace('-', '')}/"
    for scanned in (printed, printed.lower(), address):
        assert find(round_, scanned) == table
        assert round_of([event.club], scanned) == round_
    assert "A code of eight letters was printed by an earlier version" in protest(printed)
    assert not Protest.objects.exists()
    assert "The protest is noted" in protest(client=by_link(table))
