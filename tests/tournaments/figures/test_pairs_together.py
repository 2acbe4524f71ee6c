"""What the two of a pair did together; and how many questions a program's reading costs."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import make
from tests.tournaments.played import ACTOR, Plain, make_pairs_or_teams, play_table
from tournaments.models import Event, Table
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round

pytestmark = pytest.mark.django_db
DEALS = 4


def played(club, pairs=4):
    """An evening of pairs and its plain account."""
    event = make_pairs_or_teams(club, "pairs", pairs, deals=DEALS, name="Makker")
    event, plain = (
        draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=4),
        Plain(),
    )
    for round_ in event.rounds.all():
        release_round(round_=round_, actor=ACTOR)
        for seed, table in enumerate(Table.objects.filter(round=round_), start=round_.number):
            play_table(table, seed, DEALS, plain)
    return event, plain


def test_a_pair_has_what_its_two_have(client, director_client, club):
    event, plain = played(club)
    address = reverse("tournaments:public-figures", args=[event.pk])
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    together = page.partition('aria-label="The pairs together"')[2].partition("</table>")[0]
    said = re.findall(
        r'<th scope="row">\s*(.*?)\s*</th>\s*<td class="num">(.*?)</td>', together, re.DOTALL
    )
    points = {name: int(each.replace("\N{MINUS SIGN}", "-")) for name, each in said}
    assert points == dict(plain.teams)
    told = director_client.get(f"/api/v1/events/{event.pk}/figures/").json()
    assert {each["name"]: each["total"] for each in told["teams"]} == dict(plain.teams)
    assert {each["name"]: each["total"] for each in told["players"]} == dict(plain.own)
    assert {each["name"]: each["held"] for each in told["players"]} == dict(plain.held)


def test_a_program_reads_it_with_as_many_questions_however_many_play(director_client, club):
    asked = []
    for pairs in (4, 6):
        event, _plain = played(make.make_club(f"Klub {pairs}"), pairs)
        Event.objects.filter(pk=event.pk).update(club=club)
        address = f"/api/v1/events/{event.pk}/figures/"
        with CaptureQueriesContext(connection) as seen:
            answer = director_client.get(address)
        asked.append(len(seen))
        same = director_client.get(address, headers={"if-none-match": answer["ETag"]})
        assert (answer.status_code, same.status_code) == (200, 304)
        make.enter(Table.objects.filter(round__event=event)[0], 1, {"passed": True}, base=1)
        anew = director_client.get(address, headers={"if-none-match": answer["ETag"]})
        assert anew.status_code == 200
    assert asked[0] == asked[1]
