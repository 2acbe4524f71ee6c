"""Whoever types the code of a sheet has the paper: nobody works it out, nobody guesses it."""

import datetime as dt
import hashlib
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils.crypto import salted_hmac

from lhombre_club import lately
from lhombre_club.members.models import Session
from tests import make
from tests.tournaments.review.test_checks_pages import ENGLISH, player_of, send
from tournaments.book import codes
from tournaments.entry.domain import links
from tournaments.models import Protest, Round, Table
from tournaments.review.domain import rounds, sheet_ids
from tournaments.review.domain.sheet_ids import Kind, SheetId
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


def keyed_code(table, of=""):
    """What was printed when a digest with the key was its last part, and the rest was bare."""
    seats = sorted((seat.seat, str(seat.participant_id)) for seat in table.seats.all())
    place = [str(table.round.event_id), table.round.number, table.number]
    printed = repr([*place, table.first_dealer, *seats])
    salt = "tournaments.review.domain.sheet_ids"
    digest = salted_hmac(salt, printed, secret=of or None, algorithm="sha256").digest()
    number = sheet_ids.of_event(table.round.event_id) * 100 + table.round.number
    plan = int.from_bytes(digest[:8]) % 500_000_000
    return codes.spelled((number * 500 + table.number) * 500_000_000 + plan, 11)


@pytest.fixture
def worked_out(table, settings):
    """The codes that come of what everybody can read, with the program at hand but not its key."""
    key, settings.SECRET_KEY = settings.SECRET_KEY, "a key of somebody's own"
    found = [old_code(table)]
    for dealer in range(table.seats.count()):
        table.first_dealer = dealer
        found += [str(SheetId.of(table)), keyed_code(table)]
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


def test_to_guess_a_code_takes_whoever_guesses_a_hundred_years_however_often_he_tries():
    """An earlier one takes an address as long that tries as often as it may."""
    assert codes.BASE**sheet_ids.LETTERS / 2 / (YEAR.total_seconds() * 1000) > 100
    tries = YEAR / dt.timedelta(seconds=lately.SECONDS) * protesting.MOST_AT_ONE * lately.TOGETHER
    assert sheet_ids.PLANS / tries > 100
    assert sheet_ids.OLD_PLANS / tries < 1 / 365


def test_whoever_knows_all_other_codes_knows_no_part_of_one():
    """Those of two tables have no beginning in common; before they were sealed it was half."""
    one, other = (SheetId(7, 1, table, 99) for table in (1, 2))
    assert sum(a == b for a, b in zip(one.typed, other.typed, strict=True)) <= 4
    bare = [replace(each, kind=Kind.KEYED).typed for each in (one, other)]
    assert bare[0][:4] == bare[1][:4]


def test_every_sealed_number_comes_back_and_no_other(settings):
    last = sheet_ids.EVENTS * sheet_ids.ROUNDS * sheet_ids.TABLES * sheet_ids.PLANS - 1
    key = settings.SECRET_KEY
    for number in (0, 1, last // 3, last):
        mixed = sheet_ids._mixed(number, key)
        assert 0 <= mixed < codes.BASE**sheet_ids.LETTERS
        assert sheet_ids._mixed(mixed, key, back=True) == number != mixed


@pytest.mark.parametrize("sealed", (True, False))
def test_no_guesses_at_his_address_silence_who_types_the_right_code(
    table, protest, monkeypatch, sealed
):
    """The twin prints codes as they were before they were sealed."""
    monkeypatch.setattr(protesting, "MOST_AT_ONE", 2)
    right = str(SheetId.of(table)) if sealed else keyed_code(table)
    answers = [protest("2222-2222-2222") for _guess in range(9)]
    assert "too many wrong ones came from here" in answers[-1]
    protest(right)
    assert Protest.objects.exists() is sealed


def test_a_code_that_was_not_sealed_lets_in_who_has_not_guessed(table, protest, settings):
    printed = keyed_code(table)
    assert str(SheetId.read(printed)) == printed
    assert find(table.round, printed) == table
    assert "The protest is noted" in protest(printed)


def test_who_types_the_right_code_stores_no_sessions_without_end(table, protest, monkeypatch):
    monkeypatch.setattr(protesting, "MOST_AT_ONE", 2)
    answers = [protest(str(SheetId.of(table))) for _device in range(3)]
    assert ["Enough protests from here" in answer for answer in answers] == [False, False, True]
    assert Session.objects.count() == 2


def test_no_two_tables_with_the_same_players_have_codes_that_tell_each_other(club):
    event = make.make_released_event(club, tables=1, rounds=2)
    one, other = Table.objects.filter(round__event=event).select_related("round__event")
    for seat in other.seats.all():
        seat.delete()
    for seat in one.seats.all():
        other.seats.create(seat=seat.seat, participant=seat.participant, round=other.round)
    other.first_dealer = one.first_dealer
    assert SheetId.of(one).plan == SheetId.of(other).plan
    assert not SheetId.of(one).is_of(other)
    assert SheetId.of(one).typed[:4] != SheetId.of(other).typed[:4]


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
