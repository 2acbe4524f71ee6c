"""Offices: who may do what, given by a link that works once, ended with all that came from them."""

import datetime as dt
import importlib
import re

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from lhombre_club.members import domain
from lhombre_club.members.access import offices_of
from lhombre_club.members.models import ClubRole, OfficeLink, SecurityNote, Session, User
from lhombre_club.members.offices import GIVES, MAY, SAYS, Deed, given_by
from lhombre_club.members.reasons import OfficeReason, SetupReason, SetupRefusedError
from tests import make
from tests.refused import refused_for

pytestmark = pytest.mark.django_db
Role = ClubRole.Role
Kind = SecurityNote.Kind
WHO = domain.Director("bodil", "four words in a row", "Bodil Holm")


def invite(user, club, role=Role.SECRETARY, **terms):
    return domain.invite(
        club=club,
        offer=domain.Offer(role=role, **terms),
        roles=offices_of(user),
        actor=user.actor,
    )


def end(user, role, **more):
    return domain.end_office(role=role, roles=offices_of(user), actor=user.actor, **more)


def logged_in(user):
    client = Client()
    client.force_login(user)
    return client


NAMED = {
    Deed.DIRECT: "evenings, events",
    Deed.ENTER: "enter",
    Deed.MEMBERS: "members",
    Deed.UNION: "the union asks",
    Deed.CALENDAR: "calendar",
    Deed.HONOURS: "board of honour",
    Deed.MONEY: "settling up",
    Deed.CASH: "the cash book",
    Deed.LETTERS: "post",
    Deed.THE_CLUB: "the club’s page",
    Deed.CLUB: "what it is called",
    Deed.KEPT: "forgetting",
    Deed.OFFICES: "who has what office",
    Deed.WATCH: "who logged in",
}
"""By which words the sentence of an office names a deed."""
SAID = [role for role in Role if role not in {Role.OWNER, Role.MEMBER}]


class TestTable:
    def test_every_deed_and_office_is_in_it_and_an_owner_may_all(self):
        assert set(MAY) == set(Deed)
        assert set(SAYS) == set(Role)
        assert all(Role.OWNER in offices for offices in MAY.values())
        assert GIVES[Role.OWNER] == set(Role)

    @pytest.mark.parametrize("role", SAID)
    def test_what_it_is_said_to_do_names_all_that_it_may(self, role):
        """An owner may do everything; a page that waits for papers is of whoever asks for them."""
        with translation.override("en"):
            says = str(SAYS[role])
        named = {deed for deed, words in NAMED.items() if words in says}
        assert named == {deed for deed in NAMED if role in MAY[deed]}
        assert set(NAMED) == set(Deed) - {Deed.OWN, Deed.PAPERS}

    def test_what_a_director_may_today_two_offices_may(self):
        """All but the cash book, which nobody had."""
        both = {Role.ADMINISTRATOR, Role.DIRECTOR}
        assert {deed for deed in Deed if not both & MAY[deed]} == {Deed.CASH}

    def test_an_office_counts_from_its_beginning_until_its_end(self, club):
        now, hour = timezone.now(), dt.timedelta(hours=1)
        terms = {"early": {"since": now + hour}, "late": {"until": now - hour}}
        terms["now"] = {"since": now - hour, "until": now + hour}
        for role, living in ((Role.SCORER, ["now"]), (Role.DIRECTOR, ["early", "now"])):
            for name, each in terms.items():
                make.make_officer(club, role, f"{name} {role}", **each)
            found = ClubRole.objects.living().filter(role=role).order_by("user__username")
            assert [one.user.username.partition(" ")[0] for one in found] == living

    def test_what_was_ended_is_over_though_the_clock_is_set_back(self, club):
        until = timezone.now() + dt.timedelta(hours=1)
        make.make_officer(club, Role.DIRECTOR, until=until, ended_by="user:x")
        assert not ClubRole.objects.living().exists()


class TestInviting:
    def test_whoever_opens_it_first_has_an_account_and_the_office(self, club, director):
        token = invite(director, club)
        user = domain.make_account(token=token, who=WHO)
        (role,) = offices_of(user)
        assert (role.role, role.club, role.given_by) == (Role.SECRETARY, club, director.actor)
        with refused_for(SetupReason.LINK):
            domain.make_account(token=token, who=WHO)
        told = SecurityNote.objects.filter(office=Role.SECRETARY).order_by("at")
        assert [note.kind for note in told] == [Kind.INVITED, Kind.OFFICE]
        assert token not in str(OfficeLink.objects.values().get())

    def test_of_two_who_looked_at_the_same_time_one_has_it(self, club, director, monkeypatch):
        token = invite(director, club)
        seen = domain.office_link(token)
        domain.take_office(token=token, user=make.make_user("first"))
        monkeypatch.setattr("lhombre_club.members.domain.offices.office_link", lambda _token: seen)
        with refused_for(SetupReason.LINK):
            domain.take_office(token=token, user=make.make_user("second"))

    @pytest.mark.parametrize("gone", ("expired", "withdrawn", "unknown"))
    def test_a_link_that_is_gone_opens_nothing(self, club, director, gone):
        token = invite(director, club)
        if gone == "expired":
            OfficeLink.objects.update(expires_at=timezone.now())
        elif gone == "withdrawn":
            link = OfficeLink.objects.get()
            domain.withdraw(link=link, roles=offices_of(director), actor=director.actor)
        with refused_for(SetupReason.LINK):
            domain.office_link("x" if gone == "unknown" else token)

    def test_what_was_typed_amiss_is_told_and_the_link_stays_good(self, club, director):
        token = invite(director, club)
        typed = domain.Director("DIRECTOR", "aaaaaaaaaaaa", "")
        with pytest.raises(SetupRefusedError) as refused:
            domain.make_account(token=token, who=typed)
        assert set(refused.value.complaints) == {"name", "username", "password"}
        assert domain.office_link(token).used_at is None
        assert User.objects.count() == 1

    def test_who_has_the_office_keeps_it_and_the_link(self, club, director):
        token = invite(director, club, Role.OWNER)
        with refused_for(OfficeReason.HAS_IT):
            domain.take_office(token=token, user=director)
        assert domain.office_link(token).used_at is None

    @pytest.mark.parametrize("role", Role)
    def test_nobody_gives_what_his_office_does_not(self, club, role):
        user = make.make_officer(club, role)
        gives = given_by(offices_of(user), club.pk)
        assert gives == GIVES.get(role, frozenset())
        for asked in set(Role) - gives:
            with refused_for(OfficeReason.NOT_YOURS):
                invite(user, club, asked)

    def test_nobody_gives_what_is_of_another_club(self, club, stranger):
        with refused_for(OfficeReason.NOT_YOURS):
            invite(stranger, club)


class TestEnding:
    def test_it_ends_at_once_with_log_ins_and_links(self, club, director):
        other = make.make_officer(club, Role.ADMINISTRATOR, "other")
        client, here = logged_in(other), logged_in(director)
        token = invite(other, club)
        assert client.get(reverse("members:offices")).status_code == 200
        assert end(director, other.club_roles.get())
        assert client.get(reverse("members:offices")).status_code == 302
        assert here.get(reverse("members:offices")).status_code == 200
        with refused_for(SetupReason.LINK):
            domain.office_link(token)
        assert not end(director, other.club_roles.get())
        ended = SecurityNote.objects.get(kind=Kind.OFFICE_ENDED)
        assert (ended.user, ended.actor, ended.office) == (other, director.actor, "administrator")

    def test_without_the_signal_the_log_in_would_stay(self, club, director, monkeypatch):
        """The twin."""
        other = make.make_officer(club, Role.ADMINISTRATOR, "other")
        logged_in(other)
        monkeypatch.setattr(domain.offices.office_ended, "send", lambda *_, **__: None)
        end(director, other.club_roles.get())
        assert Session.objects.count() == 1

    def test_the_last_owner_cannot_end_himself(self, club, director):
        role = director.club_roles.get()
        with refused_for(OfficeReason.LAST_OWNER):
            end(director, role)
        second = make.make_officer(club, Role.OWNER, "second")
        assert end(second, role)
        with refused_for(OfficeReason.LAST_OWNER):
            end(second, second.club_roles.get())

    def test_an_owner_who_cannot_log_in_is_none(self, club, director):
        second = make.make_officer(club, Role.OWNER, "second")
        User.objects.filter(pk=second.pk).update(is_active=False)
        with refused_for(OfficeReason.LAST_OWNER):
            end(director, director.club_roles.get())

    def test_an_administrator_ends_no_owner_and_a_treasurer_only_himself(self, club, director):
        treasurer = make.make_officer(club, Role.TREASURER)
        administrator = make.make_officer(club, Role.ADMINISTRATOR)
        make.make_officer(club, Role.OWNER, "second")
        with refused_for(OfficeReason.NOT_YOURS):
            end(administrator, director.club_roles.get())
        with refused_for(OfficeReason.NOT_YOURS):
            end(treasurer, administrator.club_roles.get())
        assert end(treasurer, treasurer.club_roles.get())


def test_those_who_directed_become_what_they_may(club):
    """The migration: the first of each club is its owner, the others have both offices."""
    first = make.make_officer(club, Role.DIRECTOR, "first")
    second = make.make_officer(club, Role.DIRECTOR, "second")
    foreign = make.make_officer(make.make_club("Klub Basta"), Role.DIRECTOR, "foreign")
    User.objects.filter(pk=first.pk).update(date_joined=timezone.now() - dt.timedelta(days=900))
    migration = importlib.import_module("lhombre_club.members.migrations.0014_first_owners")
    migration.give_offices(apps, None)
    held = {
        user.username: sorted(user.club_roles.values_list("role", flat=True))
        for user in (first, second, foreign)
    }
    both = ["administrator", "director"]
    assert held == {"first": ["owner"], "second": both, "foreign": ["owner"]}
    assert first.club_roles.get().since.date() < timezone.now().date()
    migration.take_back(apps, None)
    assert set(ClubRole.objects.values_list("role", flat=True)) == {"director"}
    assert ClubRole.objects.count() == 3


class TestPages:
    def invited(self, client, **sent):
        client.post(reverse("members:offices"), sent)
        page = client.get(reverse("members:offices")).content.decode()
        return page.partition('readonly value="')[2].partition('"')[0]

    def test_a_colleague_is_invited_comes_and_is_ended(self, club, director, director_client):
        link = self.invited(director_client, office="treasurer")
        assert link not in director_client.get(reverse("members:offices")).content.decode()
        there = Client()
        assert "asked to be treasurer" in there.get(link).content.decode()
        word = "four words in a row"
        typed = {"name": "Bodil Holm", "username": "bodil", "password": word, "again": word}
        assert there.post(link, {**typed, "again": "other"}).status_code == 400
        assert there.post(link, typed).status_code == 302
        assert "Your offices: treasurer" in there.get("/").content.decode()
        page = director_client.get(reverse("members:offices")).content.decode()
        assert "Bodil Holm" in page
        role = ClubRole.objects.get(role=Role.TREASURER)
        director_client.post(reverse("members:office-end", args=[role.pk]))
        assert there.get("/members/").status_code == 302
        page = director_client.get(reverse("members:offices")).content.decode()
        assert "Offices that are over" in page
        assert there.get(link).status_code == 410

    def test_who_is_logged_in_takes_it_by_one_button(self, club, director_client):
        link = self.invited(director_client, office="secretary")
        user = make.make_user("bodil")
        assert logged_in(user).post(link).status_code == 302
        assert [role.role for role in offices_of(user)] == [Role.SECRETARY]

    def test_the_last_owner_is_told_so_on_the_page(self, club, director, director_client):
        role = director.club_roles.get()
        answer = director_client.post(reverse("members:office-end", args=[role.pk]), follow=True)
        assert "The club would have no owner" in answer.content.decode()
        assert offices_of(director) == [role]

    def test_an_administrator_is_not_offered_an_owner(self, club):
        client = logged_in(make.make_officer(club, Role.ADMINISTRATOR))
        address = reverse("members:offices")
        assert 'value="owner"' not in client.get(address).content.decode()
        assert client.post(address, {"office": "owner"}).status_code == 400
        assert not OfficeLink.objects.exists()

    def test_two_clubs_two_offices(self, club, stranger):
        """He chooses the club, and sees of each what his office there has."""
        other = stranger.club_roles.get().club
        user = make.make_officer(club, Role.TREASURER, "both")
        ClubRole.objects.create(user=user, club=other, role=Role.SECRETARY)
        client = logged_in(user)
        home = {}
        for each in (club, other):
            client.post(reverse("members:choose-club"), {"club": str(each.pk)})
            home[each] = client.get("/").content.decode()
        assert ("Settling up" in home[club], "Settling up" in home[other]) == (True, False)
        assert ("Board of honour" in home[club], "Board of honour" in home[other]) == (False, True)
        assert client.get(reverse("members:list")).context["request"].club == other


def test_who_ends_his_own_office_keeps_this_log_in_and_is_told_so(club):
    user = make.make_officer(club, Role.TREASURER)
    client, office = logged_in(user), user.club_roles.get()
    answer = client.post(reverse("members:office-end", args=[office.pk]), follow=True)
    assert "All other log-ins of this account are ended" in answer.content.decode()
    page = client.get(reverse("members:account"))
    assert page.status_code == 200, "a password of one's own needs no office"
    assert 'href="/security/"' not in page.content.decode()
    assert client.get(reverse("members:factor")).status_code == 200
    assert client.get(reverse("members:list")).status_code == 403
    assert 'href="/members/"' not in page.content.decode()


def test_a_page_for_everybody_leads_nobody_where_he_may_not(club):
    event = make.make_released_event(club, tables=1)
    address = reverse("tournaments:public-standings", args=[event.pk])
    for role, leads in ((Role.MEMBER, False), (Role.SECRETARY, True)):
        page = logged_in(make.make_officer(club, role, role)).get(address).content.decode()
        assert ('href="/members/"' in page) is leads, role
        assert 'href="/club/"' not in page


def test_an_office_that_is_over_has_two_dates_or_two_times(club, director_client):
    now = timezone.now().replace(hour=12) - dt.timedelta(1)
    for name, since in (("a", now - dt.timedelta(40)), ("b", now - dt.timedelta(hours=1))):
        make.make_officer(club, Role.TREASURER, name, since=since, until=now)
    page = director_client.get(reverse("members:offices")).content.decode()
    said = {
        name: ends for name, *ends in re.findall(r"(\w), treasurer: from (.+) until (.+)", page)
    }
    assert not any(":" in end for end in said["a"])
    assert all(":" in end and str(now.year) in end for end in said["b"])
