"""Links that open one table, and nothing else."""

import datetime as dt
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.utils import timezone

from lhombre_club.members.logins.sessions import SessionStore
from lhombre_club.members.models import ClubRole
from lhombre_club.refusal import Refusal
from tests import make
from tournaments.entry.domain.links import (
    admit,
    admitted,
    holds_links,
    issue_link,
    open_link,
    revoke_links,
)
from tournaments.entry.reasons import EntryReason
from tournaments.models import Activity, EntryLink, Round, Table

pytestmark = pytest.mark.django_db


def token_of(url):
    return urlsplit(url).path.removeprefix("/e/").rstrip("/")


def visitor(user=None):
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    request.session = SessionStore()
    return request


@pytest.fixture
def other(club):
    return Table.objects.get(round__event=make.make_released_event(make.make_club("B"), tables=1))


def came_by_link(table):
    request = visitor()
    admit(request, open_link(token_of(issue_link(table))))
    return request


def entrant(request, table, *states):
    """Under which key he writes there."""
    found, key = admitted(request, table.pk, *states)
    assert found == table
    return key


def may_enter(request, table):
    try:
        entrant(request, table)
    except Refusal:
        return False
    return True


def why(table_or_token):
    with pytest.raises(Refusal) as refused:
        open_link(table_or_token)
    return refused.value.reason


def test_the_address_is_the_public_one(table):
    url = issue_link(table)
    assert url.startswith(f"{settings.PUBLIC_URL}/e/")
    assert open_link(token_of(url)).table == table


def test_a_sheet_printed_twice_has_the_same_code(table, other):
    assert issue_link(table) == issue_link(table)
    assert issue_link(table) != issue_link(other)
    assert [(a.verb, a.actor) for a in Activity.objects.filter(event=table.round.event)] == [
        ("link.issued", "system:papers")
    ]


def test_a_link_outlives_its_evening_by_a_day(table, time_machine):
    evening = dt.datetime(2026, 11, 21, 18, tzinfo=timezone.get_default_timezone())
    time_machine.move_to(evening - dt.timedelta(days=3))
    token = token_of(issue_link(table))
    time_machine.move_to(evening + dt.timedelta(hours=35))
    open_link(token)
    time_machine.move_to(evening + dt.timedelta(hours=37))
    assert why(token) is EntryReason.LINK_EXPIRED


def test_a_link_made_long_after_the_evening_lives_as_long(table, time_machine):
    later = dt.datetime(2027, 1, 10, 12, tzinfo=dt.UTC)
    time_machine.move_to(later)
    token = token_of(issue_link(table))
    time_machine.move_to(later + dt.timedelta(hours=35))
    open_link(token)


def test_an_expired_link_is_not_handed_out_again(table, time_machine):
    before = issue_link(table)
    time_machine.move_to(dt.datetime(2027, 1, 10, tzinfo=dt.UTC))
    after = issue_link(table)
    assert after != before
    assert open_link(token_of(after)).table == table


@pytest.mark.parametrize(
    "spoil",
    (
        lambda token: token[:-1],
        lambda token: ("x" if token[0] != "x" else "y") + token[1:],
        lambda token: token.partition(".")[0],
        lambda _token: "",
        lambda _token: "…",
        lambda _token: "a.b.c",
    ),
)
def test_a_spoilt_token_opens_nothing(table, spoil):
    assert why(spoil(token_of(issue_link(table)))) is EntryReason.LINK_UNREADABLE


def test_another_secret_key_opens_nothing(table, settings):
    token = token_of(issue_link(table))
    settings.SECRET_KEY = "another"
    assert why(token) is EntryReason.LINK_UNREADABLE


def test_a_revoked_link_opens_nothing_at_once(table):
    token = token_of(issue_link(table))
    request = came_by_link(table)
    assert may_enter(request, table)
    assert revoke_links(table, actor="user:director") == 1
    assert revoke_links(table, actor="user:director") == 0
    assert why(token) is EntryReason.LINK_REVOKED
    assert not may_enter(request, table)
    assert token_of(issue_link(table)) != token
    assert Activity.objects.filter(verb="link.revoked").count() == 1


def test_a_sheet_of_a_table_that_is_gone_is_called_replaced_and_not_unreadable(table):
    token = token_of(issue_link(table))
    table.seats.all().delete()
    table.delete()
    assert not EntryLink.objects.exists()
    assert why(token) is EntryReason.LINK_REPLACED


def test_a_round_that_is_not_released_is_not_opened(table):
    token = token_of(issue_link(table))
    request = came_by_link(table)
    Round.objects.update(state=Round.State.DRAFT)
    assert why(token) is EntryReason.NOT_RELEASED
    table.round.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        entrant(request, table)
    assert refused.value.reason is EntryReason.NOT_RELEASED


def test_a_link_opens_a_closed_round_to_be_looked_at_and_nothing_is_written_there(table):
    token = token_of(issue_link(table))
    request = came_by_link(table)
    Round.objects.update(state=Round.State.FINAL)
    assert open_link(token).table == table
    table.round.refresh_from_db()
    assert entrant(request, table, Round.SHOWN)
    with pytest.raises(Refusal) as refused:
        entrant(request, table)
    assert refused.value.reason is EntryReason.ROUND_CLOSED


def test_a_link_opens_its_own_table_only(table, other):
    request = came_by_link(table)
    assert may_enter(request, table)
    with pytest.raises(Refusal) as refused:
        entrant(request, other)
    assert refused.value.reason is EntryReason.NOT_FOUND


def test_a_device_keeps_its_name_and_may_hold_two_tables(table, other):
    request = came_by_link(table)
    key = entrant(request, table)
    assert key.startswith("device:")
    admit(request, open_link(token_of(issue_link(other))))
    assert entrant(request, other) == entrant(request, table) == key


def test_a_new_link_for_the_same_table_lets_a_device_in_again(table):
    request = came_by_link(table)
    revoke_links(table, actor="user:director")
    admit(request, open_link(token_of(issue_link(table))))
    assert may_enter(request, table)


def test_the_session_has_another_key_afterwards(table):
    request = visitor()
    request.session.create()
    before = request.session.session_key
    admit(request, open_link(token_of(issue_link(table))))
    assert request.session.session_key != before


def test_a_login_ends_with_its_key(table, director):
    request = visitor(director)
    request.session[SESSION_KEY] = str(director.pk)
    request.session.create()
    before = request.session.session_key
    admit(request, open_link(token_of(issue_link(table))))
    assert not SessionStore().exists(before)
    assert request.session[SESSION_KEY] == str(director.pk)


def test_who_has_nothing_sees_nothing(table):
    request = visitor()
    assert not holds_links(request)
    with pytest.raises(Refusal) as refused:
        entrant(request, table)
    assert refused.value.reason is EntryReason.NOT_FOUND


def test_a_director_writes_under_his_own_name(table, director, stranger):
    assert entrant(visitor(director), table) == director.actor
    assert not may_enter(visitor(stranger), table)


def test_who_is_no_director_any_more_is_out_at_the_next_request(table, director):
    request = visitor(director)
    assert may_enter(request, table)
    ClubRole.objects.all().delete()
    assert not may_enter(request, table)


def test_a_user_who_is_no_director_may_come_by_a_link(table, stranger):
    request = came_by_link(table)
    request.user = stranger
    assert entrant(request, table).startswith("device:")


def test_a_printed_code_outlives_the_key_that_signed_it(table, settings):
    printed, old = token_of(issue_link(table)), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [old]
    assert open_link(printed).table == table
    new = token_of(issue_link(table))
    assert new != printed
    settings.SECRET_KEY_FALLBACKS = []
    assert open_link(new).table == table
    assert why(printed) is EntryReason.LINK_UNREADABLE
