"""An event, and a club, with a row of every kind that a file holds; and a machine without any."""

import datetime as dt
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.apps import apps
from django.db import connection
from django.utils import timezone

from lhombre_club.members import queries
from lhombre_club.members.domain import (
    answer,
    attendance,
    come_back,
    keep_note,
    set_times,
    take_list,
)
from lhombre_club.members.models import (
    Answer,
    Club,
    Membership,
    OwnField,
    Person,
    SeatingWish,
    UnionFigures,
)
from rules import RULESETS
from tests import make
from tests.tournaments.cash import books
from tests.tournaments.papers.documents.scene import with_folders
from tests.tournaments.played import make_pairs_or_teams
from tests.tournaments.review.test_photos_pages import picture
from tournaments.book.changes import Change, Rules
from tournaments.book.corrections import change_rules, correct, reseat, undo
from tournaments.book.proving.seals import seal
from tournaments.book.replaced import renew_tables
from tournaments.book.results import NewResult
from tournaments.carried.queries.kinds import OF_CLUB, OF_EVENT
from tournaments.club.domain import keep_own_rules
from tournaments.entry.domain.links import Origin, issue_link
from tournaments.entry.domain.tray import Sent, Why, dismiss, receive
from tournaments.events.domain.season_draws import Evening, draw_season, make_evening
from tournaments.models import (
    ClubPreset,
    DeletedEvent,
    Event,
    Honour,
    Payment,
    PenaltyReason,
    PlannedEvening,
    Round,
    Screen,
    Season,
    SeasonDraw,
    Seat,
    Table,
    TableLease,
)
from tournaments.money.domain import settle_up, tick
from tournaments.penalties.domain.bonuses import Bonus, give_bonus
from tournaments.penalties.domain.penalties import (
    Movement,
    Penalty,
    enter_by_hand,
    penalise,
    withdraw_entry,
)
from tournaments.review.domain import flags, photos, proofs, protests, sheets_in
from tournaments.screens.domain import set_screen
from tournaments.seating.domain.players import keep_seat, wish
from tournaments.standings.domain import (
    PastLine,
    PastSettings,
    SeasonSettings,
    make_season,
    name_champion,
    take_in_past,
)
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches
from tournaments.teams.domain.substitutes import set_substitute

SOLO: dict[str, object] = {"declarer": 1, "contract": "solo", "outcome": "won"}
BET = {**SOLO, "outcome": "bet"}
ACTOR = "user:11111111-2222-4333-8444-555555555555"


def evening(club: Club, director: str = ACTOR) -> Event:
    """An event in which nearly everything has happened that can."""
    season = make_season(
        club=club, settings=SeasonSettings(name="Efterår <b>", planned=4), actor=director
    )
    event = make.make_released_event(
        club,
        tables=2,
        rounds=2,
        deals=20,
        season=season,
        unit=Decimal("0.25"),
        verification="stated",
    )
    event = with_folders(event)
    one, other = tables(event, 1)
    _before_play(event, director)
    for deal in range(1, 11):
        told: dict[str, object]
        told = {**SOLO, "declarer": deal % 4} if deal % 3 else {"passed": True}
        make.enter(one, deal, told, actor="device:phone")
    make.enter(other, 1, BET, actor=director)
    _decide(event, one, director)
    _correct(event, one, other, director)
    _prove(one, director)
    _replace(event, director)
    settle_up(scope=event, actor=director)
    tick(payment=Payment.objects.filter(settling__event=event)[0], actor=director)
    _of_this_computer(one)
    return Event.objects.get(pk=event.pk)


def tables(event: Event, number: int) -> list[Table]:
    found = Table.objects.filter(round__event=event, round__number=number)
    return list(found.select_related("round__event").order_by("number"))


def _before_play(event: Event, director: str) -> None:
    one, other, third = event.participants.select_related("event")[:3]
    wish(event=event, one=one, other=other, kind="apart", actor=director, every_evening=True)
    keep_seat(participant=third, table=1, seat=None, actor=director)
    chair = Seat.objects.select_related("round__event", "table").get(
        table__round__event=event, round__number=1, participant=event.participants.last()
    )
    helper = make.make_person("Þórður", "Ægisson")
    set_substitute(seat=chair, person=helper, name="", since=3, actor=director)
    set_screen(event=event, faces=[Screen.Face.CLOCK], call="Kaffe", foot="", actor=director)


def _decide(event: Event, table: Table, director: str) -> None:
    fine = Penalty(id=uuid.uuid4(), seat=1, points=2, reason="sen", deal=2)
    penalise(table=table, penalty=fine, actor=director)
    moved = Movement(id=uuid.uuid4(), amounts=(3, -3, 0, 0), reason="lånt")
    stored = enter_by_hand(table=table, movement=moved, actor=director)
    withdraw_entry(entry=stored.entry, reason="fortrudt", actor=director)
    winner = event.participants.all()[0].pk
    give_bonus(
        event=event,
        bonus=Bonus(id=uuid.uuid4(), winner=winner, each=2, reason="ni matadorer", round=1),
        actor=director,
    )


def _correct(event: Event, one: Table, other: Table, director: str) -> None:
    change = Change(one, 1, 1, BET)
    made = correct(event=event, changes=[change], reason="forkert", actor=director)
    undo(correction=made, actor=director)
    chairs = [
        Seat.objects.select_related("round__event").get(table=table, seat=0)
        for table in (one, other)
    ]
    reseat(moves=[(chairs[0], chairs[1]), (chairs[1], chairs[0])], reason="byttet", actor=director)
    now = Rules.of(Event.objects.get(pk=event.pk))
    rules = replace(now, settings={**now.settings, "sitter_pays": True})
    change_rules(event=Event.objects.get(pk=event.pk), rules=rules, reason="aftalt", actor=director)
    ruled = Change(other, 2, 0, None, ruling="annulled")
    correct(event=event, changes=[ruled], reason="makkerfejl", actor=director)


def _prove(table: Table, director: str) -> None:
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    proofs.state_sums(table=table, sums={10: (1, None, 2, -3)}, actor=director)
    flag = flags.raise_flag(table=table, deal=3, words="ulæseligt", actor=director)
    flags.clear_flag(flag=flag, reason="læst igen", actor=director)
    Event.objects.filter(pk=table.round.event_id).update(verification="second")
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    reading = proofs.Reading(deal=2, record={**SOLO, "dealer": 1}, typed="1s+")
    proofs.read_again(table=table, readings=[reading], actor=director)
    Event.objects.filter(pk=table.round.event_id).update(verification="confirmed")
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    proofs.confirm(table=table, deal=10, seat=2, actor="device:other")
    Event.objects.filter(pk=table.round.event_id).update(verification="none")
    photos.attach(table=table, data=picture(), actor=director)
    sheets_in.take_in(table=table, actor=director)
    sent = Sent(NewResult(id=uuid.uuid4(), deal=1, base=0, record=None), {"line": "2+"})
    item = None
    for _ in range(2):
        item = receive(
            origin=Origin.of(table),
            sent=replace(sent, entry=replace(sent.entry, id=uuid.uuid4())),
            why=Why.PROVISIONAL,
            actor="device:phone",
        )
    assert item
    dismiss(item=item, reason="dobbelt", actor=director)
    _protest(table, director)


def _protest(table: Table, director: str) -> None:
    here = Round.objects.filter(pk=table.round_id)
    here.update(state=Round.State.PROVISIONAL, provisional_at=timezone.now())
    at = Table.objects.select_related("round__event").get(pk=table.pk)
    made = protests.protest(
        table=at, participant=at.seats.all()[1].participant, words="Nej", actor="visitor:x"
    )
    protests.answer_protest(protest=made, answer="Jo", actor=director)
    here.update(state=Round.State.RELEASED, provisional_at=None)


def _replace(event: Event, director: str) -> None:
    """A table at which all was taken back, and others sit now."""
    (one, *_) = tables(event, 2)
    make.enter(one, 1, SOLO, actor=director)
    make.enter(one, 1, None, base=1, actor=director)
    renew_tables(Table.objects.filter(pk=one.pk))
    round_ = Round.objects.get(event=event, number=2)
    seal(event.pk, [round_])


def _of_this_computer(table: Table) -> None:
    issue_link(table)
    now = dt.datetime(2026, 11, 21, 20, tzinfo=dt.UTC)
    TableLease.objects.create(
        table=table, holder="device:phone", name="Bo", taken_at=now, seen_at=now
    )


def league(club: Club) -> Event:
    """An event of pairs that meet."""
    for member in Membership.objects.filter(club=club):
        member.number = f"A{member.number}"
        member.save()
    event = make_pairs_or_teams(club, "pairs", 4, deals=4, name="Makker")
    draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=1)
    return Event.objects.get(pk=event.pk)


def of_club(club: Club) -> None:
    """What a club has besides its events."""
    autumn = Season.objects.get(club=club)
    people = list(Person.objects.filter(participations__event__season=autumn)[:7])
    for each, person in enumerate(people):
        person.email, person.phone = f"m{each}@club.example", "12 34 56 78"
        person.address = f"Nygade {each}, 4000 Roskilde"
        person.save()
    winter = make_season(club=club, settings=SeasonSettings(name="Vinter", planned=7), actor=ACTOR)
    draw_season(season=winter, people=people, seed=1, actor=ACTOR)
    _past_of(winter, people[0])
    name_champion(season=autumn, person=people[0], why="lodtrækning", actor=ACTOR)
    rules = replace(RULESETS["dlu"], tout_value=3)
    keep_own_rules(
        club=club, base=RULESETS["dlu"], rules=rules, name="Vore", seen=None, actor=ACTOR
    )
    ClubPreset.objects.create(
        club=club, name="Klubaften", rules="dlu", accounting="rasle", deals=20, rounds=2
    )
    _members(club, people)
    UnionFigures.objects.create(club=club, a_team=400)
    Honour.objects.create(club=club, year=1998, title="Mester", name="Agnes Bæk")
    PlannedEvening.objects.create(
        club=club, name="Julefrokost", date=make.EVENING, begins=dt.time(19, 30), season=winter
    )
    PenaltyReason.objects.create(club=club, text="for sen", points=1)
    DeletedEvent.objects.create(club=club, name="Fejl", date=make.EVENING, actor=ACTOR)
    attendance.mark_all_active(club=club, date=make.EVENING, actor=ACTOR)
    comes = Membership.objects.get(club=club, person=people[0])
    answer(
        membership=comes, date=make.EVENING, said=Answer.Said.COMES, has_begun=False, actor=ACTOR
    )
    take_list(club=club, date=make.EVENING, people=[people[0].pk], actor=ACTOR)
    (draw,) = SeasonDraw.objects.filter(season=winter)
    wanted = Evening(number=1, name="Vinter 1", date=make.EVENING)
    make_evening(draw=draw, wanted=wanted, actor=ACTOR)
    make.enter(tables(Event.objects.get(season=autumn), 1)[1], 14, SOLO)
    settle_up(scope=autumn, actor=ACTOR)
    books.everything(club)
    assert SeatingWish.objects.filter(club=club).exists()


def _past_of(season: Season, person: Person) -> None:
    past = PastSettings(date=dt.date(2020, 1, 7), name="Før", deals=40)
    won = [PastLine("Agnes Bæk", person, 12), PastLine("Ukendt", None, -12)]
    take_in_past(season=season, evening=past, lines=won, actor=ACTOR)


def _members(club: Club, people: list[Person]) -> None:
    """Somebody who left and came back, and somebody of whom everything is kept."""
    left = Membership.objects.get(club=club, person=people[1])
    set_times(membership=left, since=None, left_on=dt.date(2026, 6, 30), actor=ACTOR)
    come_back(membership=left, since=dt.date(2026, 9, 1), status="passive", actor=ACTOR)
    left = Membership.objects.get(club=club, person=people[2])
    set_times(membership=left, since=make.EVENING, left_on=make.EVENING, actor=ACTOR)
    field = OwnField.objects.create(club=club, label="Kommer i", kind="choice", choices=["Tog"])
    Membership.objects.filter(pk=left.pk).update(
        is_beginner=True, household="Skov", own={str(field.pk): "Tog"}
    )
    keep_note(membership=left, text="Kører med tog", until=queries.evening(), actor=ACTOR)


def rows(owner: Event | Club) -> dict[str, list[Mapping[str, Any]]]:
    """Everything that is stored of an event or a club, by part, in an order."""
    kinds = OF_EVENT if isinstance(owner, Event) else OF_CLUB
    return {
        kind.name: [
            {name: value for name, value in row.items() if (name, type(value)) != ("id", int)}
            for row in kind.rows(owner).values()
        ]
        for kind in kinds
    }


def empty_machine() -> None:
    """Remove every row of every table, past all that is written once."""
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            if model._meta.managed and model._meta.app_label not in {"contenttypes", "auth"}:
                cursor.execute(f'DELETE FROM "{model._meta.db_table}"')


def parts() -> Iterator[str]:
    """The names of all parts that are rows of a model."""
    yield from (kind.name for kind in (*OF_EVENT, *OF_CLUB))


def models() -> set[Any]:
    """The models of all parts."""
    return {kind.model for kind in (*OF_EVENT, *OF_CLUB)}
