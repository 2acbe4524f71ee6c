"""The pages: what is kept, a member's own data, and forgetting, shown first."""

import json
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.environment import CONSOLE
from lhombre_club.members.domain.attendance import mark_present, take_back
from lhombre_club.members.domain.clubs import rename_club
from lhombre_club.members.models import Membership
from tests import make
from tests.tournaments.kept import canary
from tests.tournaments.kept.canary import NAME
from tournaments.kept import pages
from tournaments.kept.domain.places import ALL_ROWS, KEPT
from tournaments.kept.queries import FORMAT
from tournaments.kept.words import heading
from tournaments.models import (
    Counted,
    CountedPlayer,
    DuesPayment,
    Forgotten,
    HalfSeason,
    KeptFor,
    VoidedVoucher,
    Voucher,
)

pytestmark = pytest.mark.django_db
EN = {"accept-language": "en"}
DAY = make.EVENING


def at(name, member):
    return reverse(f"tournaments:{name}", args=[member.person_id])


def read(client, path):
    return client.get(path, headers=EN).content.decode()


def mark(page):
    """By what a page knows what it has shown."""
    (seen,) = re.findall(r'name="seen"\s+value="(\w+)"', page)
    return seen


@pytest.fixture
def knud(club):
    """A member who never played."""
    return canary.another(club, "Knud", "Krag")


def test_what_is_kept_stands_there_with_what_is_left_of_it(english, director, settings):
    page = read(english, reverse("tournaments:kept"))
    for each in KEPT:
        assert each.key
    assert "Photos of sheets, on which names stand" in page
    assert "Of these nothing goes by itself until you have chosen here" in page
    assert "an owner or an administrator of the club does it" in page
    assert "Nobody yet." in page
    assert "The program’s logs name nobody; a log file goes after a year." in page
    settings.EMAIL_BACKEND = CONSOLE
    page = read(english, reverse("tournaments:kept"))
    assert "The program’s logs name nobody but in letters" in page


def test_a_club_chooses_after_how_long_what_goes(english, club, director):
    path = reverse("tournaments:kept")
    answer = english.post(
        path,
        {
            "photos": "12",
            "protests": "0",
            "guests": "36",
            "answers": "24",
            "pages": "60",
            "letters": "6",
        },
        headers=EN,
    )
    assert answer.status_code == 302
    row = KeptFor.objects.get()
    assert (row.club, row.photos, row.protests, row.guests) == (club, 12, 0, 36)
    assert row.actor == director.actor
    page = read(english, path)
    assert "Next, photos of sheets: there are none" in page
    assert "words of protests" not in re.findall(r"Next, [^<]*", page)


def test_what_is_no_choice_is_refused(english):
    path = reverse("tournaments:kept")
    assert english.post(path, {"photos": "1", "protests": "0", "guests": "0"}).status_code == 400
    assert not KeptFor.objects.exists()


def test_changes_of_how_the_club_is_set_are_read_there(english, club, director):
    rename_club(club=club, name="Klub Manille", actor=director.actor)
    page = read(english, reverse("tournaments:kept"))
    assert re.search(r"Name\s+\(director\)", page)


def test_forgetting_is_shown_first_and_asks_for_the_password(english, club, knud):
    path = at("forget", knud)
    assert path in read(english, reverse("members:edit", args=[knud.person_id]))
    page = read(english, path)
    assert "Knud Krag leaves the list of members" in page
    assert not Forgotten.objects.exists()
    seen = mark(page)
    told = english.post(path, {"seen": seen, "old": "wrong"}, headers=EN)
    assert "This is not your password" in told.content.decode()
    told = english.post(path, {"seen": "x", "old": make.PASSWORD}, headers=EN)
    assert "Something has changed meanwhile" in told.content.decode()
    assert not Forgotten.objects.exists()
    answer = english.post(path, {"seen": seen, "old": make.PASSWORD}, headers=EN, follow=True)
    told = answer.content.decode()
    assert "In the place of the name stands" in told
    assert "Krag" not in told
    assert not Membership.objects.filter(club=club).exists()
    assert english.get(path).status_code == 404
    assert "Anonym 1" in read(english, reverse("tournaments:kept"))


def test_what_was_not_shown_is_shown_first(english, club, knud):
    path = at("forget", knud)
    seen = mark(read(english, path))
    event = make.make_released_event(club, tables=1)
    event.rounds.update(state="final")
    event.participants.filter(number=1).update(person=knud.person, name="Knud Krag")
    told = english.post(path, {"seen": seen, "old": make.PASSWORD}, headers=EN)
    assert "look at it once more" in told.content.decode()
    assert not Forgotten.objects.exists()


def test_who_plays_is_refused_with_the_reason(english, club):
    event = make.make_released_event(club, tables=1)
    type(event).objects.filter(pk=event.pk).update(date=timezone.localdate())
    member = Membership.objects.filter(club=club)[0]
    page = read(english, at("forget", member))
    assert "Close its rounds first" in page
    assert 'name="old"' not in page
    english.post(at("forget", member), {"seen": "x", "old": make.PASSWORD})
    assert not Forgotten.objects.exists()


def test_a_member_reads_all_and_takes_it_along(there, member):
    client = there.fresh(there.director)
    page = client.get(at("own-data", member), headers=EN).content.decode()
    assert NAME in page
    assert "Every form of the names" in page
    assert canary.EARLIER in page
    assert re.search(r"Date: Nov\w*\.? 21, 2026 · \S", page)
    assert "{&#x27;" not in page  # what is kept in parts is read in parts
    assert at("own-data-file", member) in page
    answer = client.get(at("own-data-file", member), headers=EN)
    assert "attachment" in answer["Content-Disposition"]
    assert not canary.is_told(answer["Content-Disposition"])
    said = json.loads(answer.content)
    assert (said["format"], said["version"], said["name"]) == (FORMAT, 1, NAME)
    by_key = {part["key"]: part["rows"] for part in said["kept"]}
    assert by_key["members"]["members.Person"][0]["email"] == canary.EMAIL
    assert by_key["members"]["members.Membership"][0]["number"] == canary.NUMBER
    assert {row["last_name"] for row in by_key["members"]["members.HistoricalPerson"]} >= {
        canary.EARLIER, canary.LAST,
    }  # fmt: skip
    assert by_key["seats"]["tournaments.Participant"]
    assert by_key["seats"]["tournaments.Seat"]
    assert {each["of"] for each in said["named_in"]} >= {
        "tournaments.Protest", "tournaments.TableEntry", "tournaments.Activity",
    }  # fmt: skip
    assert "password" not in answer.content.decode()


def test_the_data_of_another_are_not_among_them(there, member):
    other = Membership.objects.filter(club=there.club).exclude(pk=member.pk)[0]
    said = there.fresh(there.director).get(at("own-data-file", other)).json()
    rows = [row for part in said["kept"] for row in part["rows"].get("members.Person", [])]
    assert [row["id"] for row in rows] == [str(other.person_id)]


def test_a_stranger_finds_nobody(stranger_client, knud):
    for name in ("forget", "own-data", "own-data-file"):
        assert stranger_client.get(at(name, knud)).status_code == 404
    asked = {"seen": "x", "old": make.PASSWORD}
    assert stranger_client.post(at("forget", knud), asked).status_code == 404
    assert Membership.objects.filter(pk=knud.pk).exists()


def test_a_form_with_a_password_is_not_held_for_later(english, knud, settings):
    settings.SESSION_IDLE_HOURS = 0
    asked = {"seen": "x", "old": "held no longer than here"}
    english.post(at("forget", knud), asked)
    assert "held_form" not in english.session
    english.post(at("forget", knud), {"seen": "x"})


def test_a_strength_is_read_as_on_other_pages():
    heads = [("One", False), ("Two", False), ("Three", False)]
    assert pages._line(heads, (-0.8669567, None, 12.4)) == "One: −1 · Three: +12"


def test_an_amount_is_read_in_kroner_and_dues_that_were_annulled_are_said_to_be(english, club):
    person = make.make_members(club, 1)[0]
    half = HalfSeason.objects.create(club=club, name="Spring", begins=DAY, ends=DAY, due=DAY)
    paid, back = (
        Voucher.objects.create(club=club, year=2026, number=number, date=DAY, text="x", actor="x")
        for number in (1, 2)
    )
    DuesPayment.objects.create(half=half, person=person, voucher=paid, amount=11200)
    VoidedVoucher.objects.create(voucher=paid, by=back, reason="twice")
    page = read(english, at("own-data", person.memberships.get()))
    assert "Amount: 112.00" in page.replace("kr.", "").replace("DKK", "")
    assert "Annulled: Nov" in page


def test_what_an_evening_came_to_is_read_whole(english, club):
    people = make.make_members(club, 4)
    person, event = people[0], make.make_released_event(club, tables=1, people=people)
    kept = Counted.objects.create(event=event, rules="dlu", deals=9)
    figures = dict.fromkeys(("bet", "kodille", "remis", "squares", "defences"), 0)
    moved = {"points": 4, "defended": -2, "out": 1, "beside": -3}
    CountedPlayer.objects.create(
        counted=kept, person=person, name=person.name, held=7, won=2, **moved, **figures
    )
    page = read(english, at("own-data", person.memberships.get()))
    assert (
        "Points of own games: 4 · As defender: −2 · Sitting out: 1 · Beside the deals: −3" in page
    )


def test_what_was_taken_back_and_from_which_deal_somebody_helped_is_read(english, club, knud):
    said = {"club": club, "person": knud.person, "date": DAY, "actor": "user:x"}
    mark_present(**said)
    take_back(**said)
    event = make.make_released_event(club, tables=1)
    seats = event.rounds.get().seats.order_by("seat")
    for seat, since in zip(seats, (1, 4), strict=False):
        seat.substitute, seat.substitute_name = knud.person, knud.person.full_name
        seat.substitute_from = since
        seat.save()
    page = read(english, at("own-data", knud))
    assert page.count("What was said: here") == 2
    assert page.count("What was said: here · Taken back: yes") == 1
    assert page.count("Substitute: Knud Krag") == 2
    assert page.count("Substitute: Knud Krag · From deal: 4") == 1


def test_every_field_that_is_read_has_a_heading():
    for rows in ALL_ROWS:
        assert all(heading(rows, way) for way in rows.shows.split()), rows.model
