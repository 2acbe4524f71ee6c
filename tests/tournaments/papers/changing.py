"""What may change of an event between one print of a paper and the next."""

import datetime as dt
import uuid
from decimal import Decimal

from django.utils import timezone

from lhombre_club.members.models import Attendance, Club, Membership, Person
from tests import make
from tournaments.entry.domain.links import revoke_links
from tournaments.folders.domain import set_folders, suggested
from tournaments.models import (
    EntryLink,
    EveningPrize,
    Event,
    Participant,
    Payment,
    Round,
    Season,
    Seat,
    Table,
    TableEntry,
    Team,
)
from tournaments.money.domain import settle_up, tick
from tournaments.penalties.domain.bonuses import Bonus, give_bonus


def first_table(event):
    return Table.objects.get(round__event=event, round__number=1, number=1)


def second_table(event):
    return Table.objects.get(round__event=event, round__number=1, number=2)


def rename_event(event):
    Event.objects.filter(pk=event.pk).update(name="Another")


def rename_club(event):
    Club.objects.update(name="Another")


def rename_player(event):
    player = first_table(event).seats.get(seat=0).participant
    Participant.objects.filter(pk=player.pk).update(name="Ærke Østergård")


def rename_player_elsewhere(event):
    player = second_table(event).seats.get(seat=0).participant
    Participant.objects.filter(pk=player.pk).update(name="Ærke Østergård")


def player_leaves(event):
    Participant.objects.filter(event=event, number=1).update(to_round=0)


def substitute(event):
    Seat.objects.filter(table=first_table(event), seat=0).update(substitute_name="A guest")


def substitute_who_is_known(event):
    person = make.make_person("Known", "Somebody")
    Seat.objects.filter(table=first_table(event), seat=0).update(substitute=person)


def swap_seats(event):
    one, other = Seat.objects.filter(round__number=1, seat=0).order_by("table__number")[:2]
    a, b = one.participant_id, other.participant_id
    spare = Participant.objects.create(event=event, number=99, name="Spare")
    for seat, participant in ((one, spare.pk), (other, a), (one, b)):
        Seat.objects.filter(pk=seat.pk).update(participant=participant)
    spare.delete()


def another_dealer(event):
    Table.objects.filter(pk=first_table(event).pk).update(first_dealer=2)


def another_number(event):
    Table.objects.filter(pk=Table.objects.get(round__number=2, number=2).pk).update(number=40)


def another_date(event):
    Round.objects.filter(event=event, number=1).update(date=dt.date(2027, 1, 2))


def back_to_draft(event):
    Round.objects.filter(event=event, number=2).update(state=Round.State.DRAFT)


def closed(event):
    Round.objects.filter(event=event).update(state=Round.State.FINAL)


def result(event):
    make.enter(first_table(event), 2, {"declarer": 2, "contract": "solo", "outcome": "won"})


def result_elsewhere(event):
    make.enter(second_table(event), 2, {"declarer": 2, "contract": "solo", "outcome": "won"})


def corrected(event):
    make.enter(first_table(event), 1, {"passed": True}, base=1)


def decide(event):
    return TableEntry.objects.create(
        id=uuid.uuid4(),
        table=first_table(event),
        kind=TableEntry.Kind.PENALTY,
        seat=0,
        amounts=[-5, 0, 0, 0],
        reason="late",
        actor="user:1",
    )


def code_revoked(event):
    revoke_links(first_table(event), actor="user:1")


def code_over(event):
    EntryLink.objects.filter(table=first_table(event)).update(expires_at=timezone.now())


def paid(event):
    tick(payment=Payment.objects.order_by("reference")[0], actor="user:1")


def bonus(event):
    winner = event.participants.get(number=1)
    nine = Bonus(id=uuid.uuid4(), winner=winner.pk, each=2, reason="Nine matadors", round=1)
    give_bonus(event=event, bonus=nine, actor="user:1")


def prize_given(event):
    EveningPrize.objects.create(club=event.club, event=event, place=1, name="Bo", kind="wine")


def settled_anew(event):
    result(event)
    event.refresh_from_db()
    settle_up(scope=event, actor="user:1")


def into_season(event):
    season, _ = Season.objects.get_or_create(club=event.club, name="Vinter")
    Event.objects.filter(pk=event.pk).update(season=season)


def season_settled(event):
    into_season(event)
    settle_up(scope=Season.objects.get(), actor="user:1")


def settled_again(event):
    settle_up(scope=event, actor="user:1")


def member_has_a_telephone(event):
    Person.objects.filter(pk=Membership.objects.order_by("number")[0].person_id).update(
        phone="12 34 56 78"
    )


def member_is_renamed(event):
    Person.objects.filter(pk=Membership.objects.order_by("number")[0].person_id).update(
        first_name="Ærke"
    )


def member_is_passive(event):
    Membership.objects.filter(number="101").update(status=Membership.Status.PASSIVE)


def member_is_new(event):
    Membership.objects.create(club=event.club, person=make.make_person("New", "One"), number="900")


def member_has_come(event):
    person = Membership.objects.order_by("number")[0].person
    Attendance.objects.create(club=event.club, person=person, date=event.date)


def in_teams(event):
    team = Team.objects.create(event=event, number=1, name="Spadille", handicap=3)
    Participant.objects.filter(event=event, number__in=(1, 2)).update(team=team)


def folders(event):
    set_folders(event=event, settings=suggested(event), actor="user:1")


def other_rules(event):
    Event.objects.filter(pk=event.pk).update(sitter_pays=True, comparison="per_opponent")


def another_language(event):
    Event.objects.filter(pk=event.pk).update(language="da")


def another_stake(event):
    Event.objects.filter(pk=event.pk).update(start=100)


def another_unit(event):
    Event.objects.filter(pk=event.pk).update(unit=Decimal(2))


def broken_off(event):
    Event.objects.filter(pk=event.pk).update(abandoned=True)


def more_rounds(event):
    Event.objects.filter(pk=event.pk).update(planned_rounds=3)


def drawn_again(event):
    Event.objects.filter(pk=event.pk).update(seed=event.seed + 1)


def other_tables(event):
    Event.objects.filter(pk=event.pk).update(tables_of=[3, 4, 5])


def joins_later(event):
    Participant.objects.create(event=event, number=98, name="Zita Ny", from_round=2)


CHANGES = (
    rename_event, rename_club, rename_player, rename_player_elsewhere, player_leaves, substitute,
    substitute_who_is_known, swap_seats, another_dealer, another_number, another_date,
    back_to_draft, result, result_elsewhere, corrected, decide, code_revoked, code_over, paid,
    bonus, prize_given, settled_anew, settled_again, season_settled, member_has_a_telephone,
    member_is_renamed, member_is_passive, member_is_new, member_has_come, in_teams, folders,
    other_rules, another_language, another_stake, another_unit, more_rounds, closed, broken_off,
    drawn_again, other_tables, joins_later,
)  # fmt: skip
