"""Letters about an evening: who is asked to come, who sits where, how it ended."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from lhombre_club.members.models import Answer, Club
from lhombre_club.members.queries import evening as tonight
from lhombre_club.members.queries import staying
from lhombre_club.refusal import Refusal
from tournaments.answers.pages import lines
from tournaments.answers.queries import Evening, coming, has_begun
from tournaments.letters.preview.owing import key_in
from tournaments.letters.preview.said import Said
from tournaments.letters.reasons import LetterReason
from tournaments.models import Event, Participant, Round
from tournaments.papers.queries.places import Place, by_table, free_in, places
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import rounds
from tournaments.standings.queries.standings import standings_shown
from tournaments.words import wording
from tournaments.words.figures import day_of_year, ordinal, signed
from tournaments.words.own_link import ANSWER


def asked_about(club: Club) -> list[Evening]:
    """Return the evenings that members can be asked about: not one that has begun, or is over."""
    today = tonight()
    return [
        each
        for each in coming(club, today)
        if not each.called_off and not (each.date == today and has_begun(club, today))
    ]


def invitation(club: Club, about: str) -> Said:
    """Ask every member whether he comes on a day of the calendar; guests are not asked."""
    found = [each for each in asked_about(club) if each.date.isoformat() == about]
    if not found:
        raise Refusal(LetterReason.GONE)
    (line,) = lines(found, {}, set())
    weekday = date_format(found[0].date, "l")  # small in Danish, since it begins no sentence here
    when = weekday + line.when[len(weekday) :]
    where = ", ".join(filter(None, [line.name, line.place]))
    body = _(
        "%(club)s plays on %(when)s: %(where)s.\n\n"
        "Do you come? Say it here; the address is yours alone:\n%(link)s"
    ) % {"club": club.name, "when": when, "where": where, "link": ANSWER}
    rows = staying(club, found[0].date).exclude(status="guest")
    said = Answer.objects.filter(club=club, date=found[0].date)
    return Said(
        subject=_("Do you come on %(day)s?") % {"day": day_of_year(found[0].date)},
        bodies=dict.fromkeys(rows.values_list("person", flat=True), body),
        settled=frozenset(said.values_list("person", flat=True)),
    )


def plan(club: Club, about: str) -> Said:
    """Tell each player of an event where he sits in each round that everybody may see, or out."""
    event = _event(club, about)
    found, everybody = places(event), list(event.participants.all())
    tables, people = by_table(found), {each.pk: each.person_id for each in everybody}
    own: dict[UUID, list[str]] = defaultdict(list)
    for round_ in event.rounds.filter(state__in=Round.SHOWN).order_by("number"):
        for place in found:
            if place.round != round_.number:
                continue
            for person, share in _sitting(place, people):
                own[person].append(_seat(place, tables[place.round, place.table], round_, share))
        for player in free_in(round_.number, found, everybody):
            if player.person_id:
                own[player.person_id].append(_out(round_))
    opening = _("this is where you sit at %(event)s on %(day)s:") % {
        "event": event.name,
        "day": day_of_year(event.date),
    }
    return Said(
        subject=_("Where you sit: %(event)s, %(day)s")
        % {"event": event.name, "day": day_of_year(event.date)},
        bodies={person: "\n".join([opening, "", *some]) for person, some in own.items()},
    )


def result(club: Club, about: str) -> Said:
    """Tell each player of an event how he stands, as everybody may read it."""
    event = _event(club, about)
    people, stands = _people(event), standings_shown(event)
    placed = [row for row in stands.rows if row.place is not None]
    address = f"{settings.PUBLIC_URL}{reverse('tournaments:public-standings', args=[event.pk])}"
    says = _(
        "in %(event)s on %(day)s you are number %(place)s of %(count)s, with %(points)s points.\n"
        "The standings are %(state)s.\n\nAll places stand here:\n%(address)s"
    )
    sharing = _(
        "in %(event)s on %(day)s you share %(shared)s place of %(count)s, with %(points)s points.\n"
        "The standings are %(state)s.\n\nAll places stand here:\n%(address)s"
    )
    facts = {
        "event": event.name,
        "day": day_of_year(event.date),
        "address": address,
        "count": str(len(placed)),
        "state": how_final(event, rounds(event)),
    }
    return Said(
        subject=_("Result: %(event)s, %(day)s")
        % {"event": event.name, "day": day_of_year(event.date)},
        bodies={
            person: (sharing if row.shared else says)
            % {
                **facts,
                "place": row.place,
                "shared": ordinal(row.place or 0),
                "points": signed(row.points),
            }
            for row in placed
            if (person := people.get(row.participant))
        },
    )


def _event(club: Club, about: str) -> Event:
    event = Event.objects.filter(club=club, pk=key_in(about)).first()
    if event is None:
        raise Refusal(LetterReason.GONE)
    return event


def _people(event: Event) -> Mapping[UUID, UUID | None]:
    rows = Participant.objects.filter(event=event)
    return dict(rows.values_list("pk", "person"))


def _sitting(place: Place, people: Mapping[UUID, UUID | None]) -> Iterator[tuple[UUID, str]]:
    """Yield who plays on a chair, of those whom the club knows: two, where one comes late.

    With which of the deals are whose, or for whom; empty where all are of whose chair it is.
    """
    own, sitter = people.get(place.participant), place.sitter
    if own and not sitter.substitute:
        yield own, ""
    elif own and sitter.comes_late:
        facts = {"deal": sitter.since - 1, "other": sitter.substitute}
        yield own, _("until deal %(deal)d, then %(other)s") % facts
    if place.helper:
        says = _("from deal %(deal)d, for %(name)s") if sitter.comes_late else _("for %(name)s")
        yield place.helper, says % {"deal": sitter.since, "name": sitter.player}


def _seat(place: Place, table: list[Place], round_: Round, share: str) -> str:
    others = [str(each.sitter) for each in table if each.seat != place.seat]
    facts = {
        "round": place.round,
        "table": place.table,
        "seat": ", ".join(filter(None, [str(wording.seat_name(place.seat)), share])),
        "others": ", ".join(others),
        "day": day_of_year(round_.date) if round_.date else "",
    }
    if round_.date:
        return _("Round %(round)s, %(day)s: table %(table)s, %(seat)s; with %(others)s") % facts
    return _("Round %(round)s: table %(table)s, %(seat)s; with %(others)s") % facts


def _out(round_: Round) -> str:
    facts = {"round": round_.number, "day": day_of_year(round_.date) if round_.date else ""}
    if round_.date:
        return _("Round %(round)s, %(day)s: you sit this round out") % facts
    return _("Round %(round)s: you sit this round out") % facts
