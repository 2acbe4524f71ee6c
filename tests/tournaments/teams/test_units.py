"""No pair is called a team, on no page and no paper of an event of pairs; nor the other way."""

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags

from lhombre_club.members.queries import evening
from lhombre_club.printing import registry
from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.played import ACTOR, make_pairs_or_teams
from tournaments.models import Event, Table
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round
from tournaments.teams.domain.teams import entries_of, part_into_divisions, set_teams

pytestmark = pytest.mark.django_db
OTHER = {"pairs": r"\bteams?\b", "teams": r"\bpairs and teams\b|\bpair or team\b"}
"""What an event of the kind must not say; two of a team are a pair too."""
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture(params=("pairs", "teams"))
def event(request, club):
    made = make_pairs_or_teams(club, request.param, 4, deals=4, name="Meeting", language="en")
    made.date = evening()
    made.save(update_fields=["date"])
    return made


def said(html):
    """What a reader sees."""
    return " ".join(
        strip_tags(re.sub(r"<(script|style).*?</\1>", "", html, flags=re.DOTALL)).split()
    )


def page(client, name, *args, follow=False, **sent):
    address = reverse(name, args=args)
    answer = (
        client.post(address, sent, headers=ENGLISH, follow=follow)
        if sent
        else client.get(address, headers=ENGLISH)
    )
    return said(answer.content.decode())


def paper(kind, event):
    made = registry.build(kind, {"event": str(event.pk)})
    with translation.override("en"):
        return said(render_to_string(f"print/{made.template}", made.context))


def test_every_page_and_paper_calls_them_what_they_are(director_client, client, event):
    own = ("Pairs", "pair") if event.kind == "pairs" else ("Teams", "team")
    typed = {
        f"team{number}-player{place}": str(player)
        for number, team in enumerate(entries_of(event))
        for place, player in enumerate(team.members)
    }
    parted = page(
        director_client, "tournaments:teams-divisions", event.pk, follow=True, number=2, **typed
    )
    shown = {
        "teams": page(director_client, "tournaments:teams", event.pk),
        "parted": parted,
        "event": page(director_client, "tournaments:event", event.pk),
        "tonight": page(director_client, "members:tonight"),
    }
    part_into_divisions(event=event, number=1, actor=ACTOR)
    draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=1)
    first = event.rounds.get(number=1)
    release_round(round_=first, actor=ACTOR)
    shown |= {
        "matches": page(director_client, "tournaments:matches", event.pk),
        "round": page(director_client, "tournaments:round-matches", first.pk),
        "standings": page(client, "tournaments:public-standings", event.pk),
        "crosstable": paper("crosstable", event),
        "pack": paper("pack", event),
    }
    assert {
        name: re.findall(OTHER[event.kind], text, re.IGNORECASE) for name, text in shown.items()
    } == {name: [] for name in shown}
    assert f"The {own[0].lower()} are parted into 2 divisions." in shown["parted"]
    assert f"The {own[1]} keeps the points" in shown["round"]
    assert f"The {own[0].lower()} stay as they were put together." in shown["tonight"]
    assert f"what the {own[1]} has won" in shown["crosstable"]
    assert f"Give each {own[1]} a number." in shown["pack"]
    assert f"{own[0]} Place" in shown["standings"]


def test_so_does_every_refusal(event):
    known = entries_of(event)
    deeds = (
        lambda: set_teams(event=event, teams=known[:1], actor=ACTOR),
        lambda: set_teams(event=event, teams=known * 100, actor=ACTOR),
        lambda: set_teams(event=event, teams=[known[0], type(known[0])(members=())], actor=ACTOR),
        lambda: part_into_divisions(event=event, number=4, actor=ACTOR),
        lambda: part_into_divisions(event=event, number=99, actor=ACTOR),
        lambda: draw_matches(event=named("ABCD"), settings=LeagueSettings(), actor=ACTOR),
        lambda: draw_matches(
            event=named("AABB"), settings=LeagueSettings(byes_on_purpose=True), actor=ACTOR
        ),
    )

    def named(divisions):
        for team, division in zip(event.teams.all(), divisions, strict=True):
            team.division = division
            team.save()
        return event

    with translation.override("en"):
        for deed in deeds:
            with pytest.raises(Refusal) as refused:
                deed()
            assert not re.search(OTHER[event.kind], str(refused.value), re.IGNORECASE)
            assert re.search(rf"\b{event.kind[:-1]}s?\b", str(refused.value))


def test_who_takes_up_whose_hand_is_said_wherever_a_deal_is_read(director_client, club):
    """The declarer's partner sits out, and not who is dealt no cards."""
    says = "Who is dealt no cards takes up the hand of the declarer’s partner"
    event = make.make_released_event(club, tables=1, deals=4, kind="pairs", language="en")
    table = Table.objects.get(round__event=event)
    seat = table.seats.get(seat=0)
    pages = (
        ("tournaments:table", table.pk),
        ("tournaments:phone", table.pk),
        ("tournaments:recap", table.pk),
        ("tournaments:public-player", event.pk, seat.participant_id),
    )
    make.enter(table, 1, {"passed": True})
    assert [says in page(director_client, *each) for each in pages] == [True] * 4
    address = reverse("tournaments:table", args=[table.pk])
    sheet = director_client.get(address, headers=ENGLISH).content.decode()
    assert "is dealt no cards." in sheet
    assert "deals, " in sheet
    assert re.search(r"deals, \S+ [^.]*sits out\.", sheet) is None
    Event.objects.update(kind="individual")
    assert not any(says in page(director_client, *each) for each in pages)
