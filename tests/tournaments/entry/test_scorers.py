"""A scorer enters at his tables on his evening, by page and API alike, and nowhere else."""

import datetime as dt
import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from lhombre_club.members import domain
from lhombre_club.members.access import offices_of
from lhombre_club.members.domain.security import give_office
from lhombre_club.members.models import ClubRole, OfficeLink, User
from lhombre_club.members.queries import evening
from tests import make
from tournaments.entry.domain import ended, leases
from tournaments.entry.domain.links import issue_link
from tournaments.models import EntryLink, Revision, Round, Table, TableLease

pytestmark = pytest.mark.django_db
Role = ClubRole.Role
HOUR = dt.timedelta(hours=1)


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, deals=8)


@pytest.fixture
def tables(event):
    return list(Table.objects.filter(round__event=event).select_related("round__event"))


@pytest.fixture
def scorer(club, event):
    """At the second table."""
    now = timezone.now()
    terms = {"since": now - HOUR, "until": now + HOUR, "event": event.pk, "tables": [2]}
    return make.make_officer(club, Role.SCORER, **terms)


def logged_in(user):
    client = Client()
    client.force_login(user)
    return client


def enter(client, table):
    body = {"id": str(uuid.uuid4()), "deal": 1, "base": 0, "line": "2+"}
    address = f"/api/v1/tables/{table.pk}/results/"
    return client.post(address, json.dumps(body), content_type="application/json").status_code


def looked(client, table):
    return client.get(reverse("tournaments:table", args=[table.pk])).status_code


def test_at_his_table_and_no_other(scorer, tables, stranger):
    client, (first, second) = logged_in(scorer), tables
    assert (looked(client, first), enter(client, first)) == (404, 404)
    assert (looked(client, second), enter(client, second)) == (200, 201)
    assert Revision.objects.get().actor == scorer.actor
    other = make.make_released_event(stranger.club_roles.get().club, tables=2, deals=8)
    foreign = Table.objects.get(round__event=other, number=2)
    assert (looked(client, foreign), enter(client, foreign)) == (404, 404)


def test_he_directs_nothing(scorer, tables, event):
    client = logged_in(scorer)
    page = client.get(reverse("tournaments:table", args=[tables[1].pk])).content.decode()
    assert "Account and corrections" not in page
    for name, row in (("event", event), ("account", tables[1]), ("round-close", tables[1].round)):
        address = reverse(f"tournaments:{name}", args=[row.pk])
        assert client.post(address).status_code in {403, 405}


def test_his_first_page_has_his_tables(scorer, tables):
    page = logged_in(scorer).get("/").content.decode()
    first, second = (reverse("tournaments:table", args=[table.pk]) for table in tables)
    assert (first in page, second in page) == (False, True)


def test_before_and_after_his_evening_nothing_opens(scorer, tables):
    client, now = logged_in(scorer), timezone.now()
    for terms in ({"since": now + HOUR}, {"since": now - 2 * HOUR, "until": now - HOUR}):
        scorer.club_roles.update(**terms)
        assert looked(client, tables[1]) == 404


def test_in_a_round_that_is_over_his_deal_waits_in_the_tray(scorer, tables, event):
    """As that of a phone, while a director's is refused."""
    Round.objects.update(state=Round.State.FINAL)
    assert enter(logged_in(scorer), tables[1]) == 202
    assert event.tray.get().actor == scorer.actor
    assert not Revision.objects.exists()


def test_a_director_invites_one_for_an_evening_and_ends_him(director_client, event, club):
    make.make_officer(club, Role.DIRECTOR, "leads")
    client = Client()
    client.login(username="leads", password=make.PASSWORD)
    address = reverse("tournaments:scorers", args=[event.pk])
    for wrong in (evening() - dt.timedelta(days=1), dt.date.max):
        assert client.post(address, {"date": wrong.isoformat()}).status_code == 400
    client.post(address, {"date": evening().isoformat(), "tables": ["2"]})
    link = OfficeLink.objects.get()
    assert (link.role, link.event, link.tables) == (Role.SCORER, event.pk, [2])
    assert link.since
    assert link.until == link.since + dt.timedelta(days=1)
    page = client.get(address).content.decode()
    token = page.partition("/welcome/office/")[2].partition("/")[0]
    scorer = make.make_user("bodil")
    role = domain.take_office(token=token, user=scorer)
    assert [each.pk for each in offices_of(scorer)] == [role.pk]
    assert "bodil" in client.get(address).content.decode()
    client.post(reverse("members:office-end", args=[role.pk]))
    assert offices_of(scorer) == []


def test_of_two_events_of_one_evening_he_may_be_the_scorer(club, scorer, event):
    other = uuid.uuid4()
    (role,) = offices_of(scorer)
    for asked, tables in ((event.pk, [2]), (event.pk, [1]), (other, [])):
        give_office(
            scorer,
            club,
            role=Role.SCORER,
            actor="user:x",
            until=role.until,
            event=asked,
            tables=tables,
        )
    held = {(each.event, tuple(each.tables)) for each in offices_of(scorer)}
    assert held == {(event.pk, (2,)), (event.pk, (1,)), (other, ())}
    assert len(offices_of(scorer)) == 3


class TestWhatEndsAtTheTables:
    @pytest.fixture
    def director(self, club):
        make.make_director(club, "owner")
        return make.make_officer(club, Role.DIRECTOR)

    def ended(self, user):
        owner = User.objects.get(username="owner")
        role = user.club_roles.get(role=Role.DIRECTOR)
        domain.end_office(role=role, roles=offices_of(owner), actor=owner.actor)

    def test_his_links_and_his_keeping_but_no_printed_code(self, director, tables):
        first, second = tables
        issue_link(first, actor=director.actor)
        issue_link(second)
        leases.take(table=second, actor=director.actor, name="x")
        self.ended(director)
        living = EntryLink.objects.filter(revoked_at=None)
        assert [link.table for link in living] == [second]
        assert not TableLease.objects.exists()

    def test_nothing_while_he_still_directs(self, club, director, tables):
        ClubRole.objects.create(user=director, club=club, role=Role.OWNER)
        issue_link(tables[0], actor=director.actor)
        self.ended(director)
        assert EntryLink.objects.get().revoked_at is None

    def test_without_it_his_link_would_open_the_table(self, director, tables, monkeypatch):
        """The twin."""
        monkeypatch.setattr(ended, "revoke_links", lambda *_, **__: 0)
        issue_link(tables[0], actor=director.actor)
        self.ended(director)
        assert EntryLink.objects.get().revoked_at is None
