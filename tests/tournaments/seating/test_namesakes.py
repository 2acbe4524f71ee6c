"""Nobody at an evening is shown under another's name."""

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from lhombre_club.members.models import Attendance, Membership
from lhombre_club.printing import registry
from tests import make
from tournaments.book.names import sitter_name
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Round, Season, Seat
from tournaments.money.domain import shares
from tournaments.seating.domain.players import join
from tournaments.standings.queries.seasons import season_table
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = pytest.mark.django_db
ACTOR = "user:director"
KIRSTEN = ("Kirsten", "Hansen")
EN = {"accept-language": "en"}


def member(club, number="", name=KIRSTEN, **kwargs):
    person = make.make_person(*name, **kwargs)
    Membership.objects.create(club=club, person=person, number=number)
    return person


def evening(club, *people, **kwargs):
    others = make.make_members(club, 8 - len(people))
    return make_event(
        club=club,
        name="Klubaften",
        date=make.EVENING,
        people=[*people, *others],
        actor=ACTOR,
        **kwargs,
    )


def names(event):
    return list(event.participants.order_by("number").values_list("name", flat=True))


def test_members_have_their_numbers_and_others_the_order_in_which_they_came(club):
    twelve, seven = member(club, "12"), member(club, "7", ("kirsten", "HANSEN"))
    assert names(evening(club, twelve, seven))[:2] == ["Kirsten Hansen (12)", "kirsten HANSEN (7)"]
    guest = member(club)
    event = evening_of(club, guest, seven)
    assert names(event)[:2] == ["Kirsten Hansen (3)", "kirsten HANSEN (2)"]


def evening_of(club, *people):
    found = Membership.objects.exclude(person__in=people).exclude(number="12")
    others = [row.person for row in found if row.number][:6]
    return make_event(
        club=club, name="Next", date=make.EVENING, people=[*people, *others], actor=ACTOR
    )


def test_alone_of_her_name_she_has_it_alone(club):
    member(club, "12")
    assert names(evening(club, member(club, "7")))[0] == "Kirsten Hansen"


def test_when_a_namesake_comes_the_first_is_told_from_her_too(club):
    first, second = member(club, "12"), member(club, "7")
    event = evening(club, first)
    assert names(event)[0] == "Kirsten Hansen"
    join(event=event, person=second, from_round=2, actor=ACTOR)
    assert [names(event)[0], names(event)[-1]] == ["Kirsten Hansen (12)", "Kirsten Hansen (7)"]
    third = member(club)
    join(event=event, person=third, from_round=2, actor=ACTOR)
    assert names(event)[-1] == "Kirsten Hansen (3)"
    assert len(set(names(event))) == len(names(event))


def test_who_comes_late_and_who_sits_in_are_told_apart(club):
    first, second, third = (member(club, number) for number in ("12", "7", "9"))
    event = evening(club, first, late=[second])
    assert {"Kirsten Hansen (12)", "Kirsten Hansen (7)"} < set(names(event))
    chair = Seat.objects.filter(round__event=event).exclude(participant__person=first)[0]
    set_substitute(seat=chair, person=third, name="", actor=ACTOR)
    chair.refresh_from_db()
    assert chair.substitute_name == "Kirsten Hansen (9)"
    assert sitter_name(event, None, "Kirsten Hansen") == "Kirsten Hansen (1)"
    assert sitter_name(event, None, "Vera Vikar") == "Vera Vikar"


def test_no_page_and_no_paper_of_the_evening_shows_two_under_one_name(club, director_client):
    event = evening(club, member(club, "12"), member(club, "7"), member(club, "", ("Bo", "Ø")),
                    member(club, "", ("Bo", "Ø")))  # fmt: skip
    Round.objects.filter(event=event).update(state=Round.State.RELEASED)
    shown = ["Kirsten Hansen (12)", "Kirsten Hansen (7)", "Bo Ø (1)", "Bo Ø (2)"]
    assert names(event)[:4] == shown
    for page in ("seating", "standings", "participants", "public-standings"):
        text = director_client.get(
            reverse(f"tournaments:{page}", args=[event.pk]), headers=EN
        ).content.decode()
        for name in shown:
            assert name in text, (page, name)
        assert "Kirsten Hansen<" not in text, page
    params = {"event": str(event.pk), "round": str(event.rounds.first().pk)}
    for kind in ("round-plan", "name-cards", "seat-slips", "standings", "crosstable"):
        paper = str(registry.build(kind, params))
        for name in shown:
            assert name in paper, (kind, name)


def test_a_season_tells_apart_who_never_met(club):
    season = Season.objects.create(club=club, name="Winter")
    one, other = member(club, "12"), member(club, "7")
    for people in ((one,), (other,)):
        event = evening_of(club, *people) if Event.objects.exists() else evening(club, *people)
        assert names(event)[0] == "Kirsten Hansen"
        Event.objects.filter(pk=event.pk).update(season=season, unit=1)
        Round.objects.filter(event=event).update(state=Round.State.RELEASED)
    shown = {"Kirsten Hansen (12)", "Kirsten Hansen (7)"}
    assert shown < set(season_table(season).names.values())
    assert shown < {share.name for share in shares(season)}


def test_the_clubs_list_and_tonight_tell_them_apart(club, director_client):
    one, other = member(club, "12"), member(club, "7")
    guests = [member(club, "", ("Bo", "Ø")) for _ in range(2)]
    for person in (one, *guests):
        Attendance.objects.create(club=club, person=person, date=make.EVENING)
    for page in ("members:list", "members:tonight"):
        text = director_client.get(reverse(page), headers=EN).content.decode()
        text = " ".join(strip_tags(text).split())
        for name in ("Kirsten Hansen (12)", "Kirsten Hansen (7)", "Bo Ø (1)", "Bo Ø (2)"):
            assert name in text, (page, name)
    marked = director_client.post(
        reverse("members:tonight-mark"),
        {"here": str(other.pk)},
        headers={**EN, "hx-request": "true"},
    )
    assert "Kirsten Hansen (7)" in marked.content.decode()
