"""Whatever stands in any field of any form, address or request of the API: it is answered."""

import random
import uuid
from collections.abc import Iterator
from dataclasses import replace
from http.cookies import SimpleCookie

import pytest
from django.test import Client
from django.urls import reverse

from lhombre_club.members.queries import evening
from tests import make, sizes
from tests.tournaments import hostile_fields as hostile
from tests.tournaments.api.conftest import link_client_of
from tests.tournaments.events.test_events_pages import FORM, NEW, here
from tests.tournaments.test_every_form_twice import given_back
from tournaments.book.begun import CLUB_NIGHT
from tournaments.book.results import NewResult
from tournaments.entry.domain.links import Origin
from tournaments.entry.domain.tray import Sent, Why, receive
from tournaments.events.domain.events import make_event
from tournaments.models import Participant, Round, Table
from tournaments.review.domain import flags, rounds
from tournaments.review.domain.protests import protest
from tournaments.review.views import protests
from tournaments.standings.domain import SeasonSettings, make_season
from tournaments.teams.domain.teams import make_team_event

pytestmark = pytest.mark.django_db
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
ACTOR = "system:test"


@pytest.fixture
def prepared(club, settings, tmp_path):
    """One club with whatever has a form: plans, sheets, protests, doubts, pairs, a season."""
    settings.LANGUAGE_CODE, settings.PHOTOS_DIR, settings.PAPERS_DIR = "en", tmp_path, tmp_path
    make_season(club=club, settings=SeasonSettings(name="Efterår", planned=4), actor=ACTOR)
    going = make.make_released_event(club, tables=1, players=4, deals=10, verification="confirmed")
    shown = make.again(going, deals_per_round=2)
    people = [each.person for each in going.participants.all() if each.person]
    make_event(club=club, name="Klubaften", date=evening(), people=people, actor=ACTOR)
    pairs = replace(CLUB_NIGHT, kind="pairs", deals=4)
    make_team_event(club=club, name="Par", date=evening(), people=people, actor=ACTOR, preset=pairs)
    table = Table.objects.select_related("round__event").get(round__event=shown)
    for deal in (1, 2):
        make.enter(table, deal, WON)
    rounds.make_provisional(round_=shown.rounds.get(), actor=ACTOR)
    sitting = Participant.objects.filter(seats__table=table).first()
    protest(table=table, participant=sitting, words="?", actor=ACTOR)
    flags.raise_flag(table=table, deal=1, words="?", actor=ACTOR)
    sent = Sent(NewResult(id=uuid.uuid4(), deal=1, base=0, record=None), {"line": "2+"})
    receive(origin=Origin.of(table), sent=sent, why=Why.PROVISIONAL, actor="device:phone")
    return Table.objects.select_related("round__event").get(round__event=going)


def cases(prepared, director_client, drawn=0, lot=None) -> Iterator[tuple[Client, hostile.Case]]:
    """Of the director, of who keeps the sheet, and of a stranger; each with his client."""
    keeper, event = link_client_of(prepared), prepared.round.event_id
    public = f"/s/{event}/"
    visitors = (
        (director_client, ("/", f"/s/{event}/")),
        (keeper, (f"/tables/{prepared.pk}/", f"/tables/{prepared.pk}/recap/", public)),
        (Client(), ("/login/", public, f"/s/{_shown()}/")),
    )
    for client, first in visitors:
        found = hostile.reached(client, first)
        yield from ((client, each) for each in hostile.cases_of(found))
        yield from ((client, each) for each in hostile.cases_together(found, drawn, lot))
        api = hostile.cases_of_api(str(prepared.pk), str(event))
        yield from ((client, each) for each in api)


def _shown() -> uuid.UUID:
    return Round.objects.get(state=Round.State.PROVISIONAL).event_id


def faults(tried: list[tuple[Client, hostile.Case]]) -> list[str]:
    """Send each, take back what it stored, and return which had no answer but a fault of ours."""
    found = []
    for client, case in tried:
        # A client of its own for each would read all middleware anew.
        cookies = {name: each.value for name, each in client.cookies.items()}
        try:
            with given_back():
                status = case.send(client).status_code
        except Exception as error:  # noqa: BLE001 -- whatever comes out of a view is a fault
            found.append(f"{case.kind} {case.said}: {error!r}"[:400])
        else:
            if status >= 500:
                found.append(f"{case.kind} {case.said}: {status}"[:400])
        client.cookies = SimpleCookie(cookies)
    return found


@pytest.mark.strict
def test_a_choice_of_all_fields_is_answered(prepared, director_client):
    lot = random.Random(1)  # noqa: S311 -- a choice that can be repeated, not a secret
    tried = hostile.chosen(cases(prepared, director_client), sizes.HOSTILE_CASES, lot)
    assert len(tried) >= sizes.HOSTILE_CASES
    assert faults(tried) == []


@pytest.mark.nightly
def test_every_field_is_answered(prepared, director_client):
    """Each value alone, and then some together; drawn anew by the number that is told."""
    seed = random.SystemRandom().randrange(10**6)
    lot = random.Random(seed)  # noqa: S311 -- a choice that can be repeated, not a secret
    tried = list(cases(prepared, director_client, drawn=2_000, lot=lot))
    assert len(tried) >= sizes.HOSTILE_BY_NIGHT
    assert (seed, faults(tried)) == (seed, [])


NAMED = (
    ("papers-ask", "event", {"kind": "score-sheet", "round": "9" * 5000}),
    ("round-sheets", "round", {"table": "9" * 5000}),
    ("plan-rounds", "event", {"rounds": "0010" + "9" * 4400}),
    ("release", "event", {"round": "9" * 5000}),
    ("confirm", "table", {"deal": "²", "seat": "²"}),
    ("correct", "table", {"deal": "²", "way": "line", "line": "2+", "reason": "?"}),
)
"""What once was a fault, by the name of its address and the row it is of."""


@pytest.mark.parametrize(("name", "row", "said"), NAMED)
def test_what_once_was_a_fault_is_answered(director_client, table, name, row, said):
    rows = {"event": table.round.event_id, "round": table.round_id, "table": table.pk}
    answer = director_client.post(reverse(f"tournaments:{name}", args=[rows[row]]), said)
    assert answer.status_code < 500


@pytest.mark.parametrize(("kind", "people"), (("individual", 401), ("pairs", 130)))
def test_more_people_than_any_plan_has_are_told_so(director_client, club, kind, people):
    """An event is made of them, or a sentence says why not."""
    here(club, people)
    answer = director_client.post(NEW, {**FORM, "date": evening().isoformat(), "kind": kind})
    assert answer.status_code in {302, 400}
    assert answer.status_code == 302 or b"errorlist" in answer.content or b"alert" in answer.content


@pytest.mark.nightly
def test_a_number_read_in_another_way_is_a_fault(prepared, director_client, monkeypatch):
    """The twin: without the one reader of numbers the same requests find it."""
    board = hostile.reached(
        director_client, (f"/rounds/{prepared.round_id}/checks/",), most_pages=1
    )
    doubt = [each for each in hostile.cases_of(board) if each.kind == "tournaments:doubt"]
    tried = [(director_client, each) for each in doubt]
    assert faults(tried) == []
    monkeypatch.setattr(protests, "number_sent", int)
    assert any("ValueError" in each for each in faults(tried))
