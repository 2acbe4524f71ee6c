"""A club and an evening to look at, made by the same functions as the pages use.

Filling in twice is the same as once, also if the first time was cut off half-way.
"""

from typing import Final
from uuid import uuid5

from django.db import transaction

from lhombre_club.members import domain as members
from lhombre_club.members import queries
from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.book.accounts import Frame
from tournaments.book.results import NewResult, StaleError, enter_result
from tournaments.events.domain.demo_results import results
from tournaments.events.domain.events import make_event
from tournaments.events.reasons import DemoReason
from tournaments.models import Event, Table
from tournaments.seating.domain.released import draw_rounds, release_rounds

ACTOR: Final = "system:demo"
CLUB: Final = "Klub Spadille (demo)"
EVENT: Final = "Klubaften"
SEED: Final = 20_261_121
"""The demonstration's own draw, by which its evening is known again."""
MEMBERS: Final = """number;first name;last name;e-mail;status
1;Alma;Agerbo;alma@demo.example;active
2;Anton;Birk;anton@demo.example;active
3;Bodil;Enggaard;bodil@demo.example;active
4;Carl;Fjord;carl@demo.example;active
5;Ditte;Granlund;ditte@demo.example;active
6;Ejnar;Hede;ejnar@demo.example;active
7;Frida;Kilde;frida@demo.example;active
8;Gunnar;Lyng;gunnar@demo.example;active
9;Helga;Mose;helga@demo.example;active
10;Ivar;Nørreskov;ivar@demo.example;active
11;Johanne;Overby;johanne@demo.example;active
12;Knud;Pilegård;knud@demo.example;active
13;Lærke;Rosenvænge;laerke@demo.example;active
14;Magnus;Sø;magnus@demo.example;active
15;Nanna;Tang;nanna@demo.example;active
16;Ove;Åbrink;ove@demo.example;active
"""
"""Sixteen people who do not exist."""


def fill_in() -> Event:
    """Return the demonstration's evening, with every deal of its sheets entered.

    Refused for OWN_CLUB where there is a real club.
    """
    event = _event(the_club())
    release_rounds(event=event, actor=ACTOR)
    for table in Table.objects.filter(round__event=event).select_related("round__event"):
        play(table)
    event.refresh_from_db()
    return event


def the_club() -> Club:
    """Return the demonstration's club, with its members; refused as ``fill_in`` is."""
    club = members.the_club()
    if club is not None and club.name != CLUB:
        raise Refusal(DemoReason.OWN_CLUB, name=club.name)
    if club is None:
        club = members.found_club(name=CLUB, actor=ACTOR)
    members.import_members(club=club, text=MEMBERS, actor=ACTOR)
    return club


@transaction.atomic
def _event(club: Club) -> Event:
    """Return the evening, made today if it is not there."""
    known = Event.objects.filter(club=club, seed=SEED).order_by("created_at").first()
    if known is not None:
        return known
    today = queries.evening()
    members.mark_all_active(club=club, date=today, actor=ACTOR)
    people = queries.present(club, today)
    event = make_event(club=club, name=EVENT, date=today, people=people, actor=ACTOR)
    return draw_rounds(event=event, seed=SEED, actor=ACTOR)


def play(table: Table) -> None:
    """Enter the deals of a table that are not in yet.

    An id follows from table and deal, so that entering again changes nothing; a deal that
    somebody has entered by hand is left to him.
    """
    frame = Frame.of(table, players=table.seats.count())
    event = table.round.event
    draw = SEED if event.seed == SEED else f"{event.name} {event.date}"
    seed = f"{draw}/{table.round.number}/{table.number}"
    records = results(
        seed,
        ruleset=frame.ruleset,
        players=frame.players,
        deals=frame.deals,
        first_dealer=frame.first_dealer,
    )
    for deal, record in enumerate(records, start=1):
        entry = NewResult(id=uuid5(table.pk, f"demo {deal}"), deal=deal, base=0, record=record)
        try:
            enter_result(table=table, entry=entry, actor=ACTOR)
        except StaleError:
            continue
