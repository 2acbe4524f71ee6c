"""Everything that can be said of one player of an event, or of all of them in a line each."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.members.alphabet import by_name
from lhombre_club.members.models import Person
from lhombre_club.refusal import Refusal
from tournaments.book.accounts import deals_at, next_deals
from tournaments.models import Event, Participant, Seat, Wish
from tournaments.seating.domain.in_place import worth
from tournaments.seating.domain.options import (
    Option,
    RoundPlan,
    plan_after_join,
    plan_after_withdraw,
)
from tournaments.seating.pages import released, ways, who_plays
from tournaments.seating.pages.again import lost_from
from tournaments.seating.queries.joining import (
    chairs_of,
    next_round,
    played_until,
    standing,
    substitutes,
    wishes_of,
)
from tournaments.seating.queries.tonight import plays_too
from tournaments.seating.reasons import SeatingReason
from tournaments.teams.pages.substitutes import ChosenForm, SubstituteForm, plays
from tournaments.teams.queries import others

SHOWN_FIRST = ("leave", "back")
"""Deeds by which the rounds to come are seated anew, which are shown before they are done."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in the list."""

    key: UUID
    name: str
    says: str


@dataclass(frozen=True, slots=True)
class Preview:
    """How the rounds to come would be seated."""

    title: str
    deed: str
    form: forms.Form
    """What was filled in, to be sent once more."""
    says: tuple[str, ...] = ()
    rounds: tuple[RoundPlan, ...] = ()
    at: int = 0
    """The table that changes alone; 0: the rounds to come are seated anew."""
    seen: str = ""
    """The mark of the plan to which that is done."""
    can: bool = True
    """Whether it can be done at all."""
    cost: int | None = None
    """What the plan of the whole evening costs; None where that is not asked."""


def joining(event: Event, form: who_plays.JoinForm) -> Preview:
    """Work out how the rest would be seated with somebody more."""
    person = form.person_chosen or Person(first_name=form.cleaned_data["name"])
    title = _("The plan with %(name)s") % {"name": person.name}
    plan = plan_after_join(event, person, form.cleaned_data["from_round"])
    says = (*elsewhere(event, person), *_says(event, plan))
    return Preview(title, "", form, says, plan.rounds)


def _says(event: Event, plan: Option) -> list[str]:
    """Return what the plan means, and first what of the plan as it is it does not keep."""
    facts = ways.facts_of(plan)
    return [
        *moves(event, plan.rounds),
        *released.taken_back(event, plan.rounds),
        *lost_from(event, plan.rounds[0].number),
        f"{ways.title(facts)}.",
        *ways.says(facts),
        *ways.why_again(plan),
        *ways.also_costs(plan.costs),
    ]


def moves(event: Event, rounds: Iterable[RoundPlan]) -> Iterable[str]:
    """Say how many sit at another table than in the plan as it is; nothing where nobody does."""
    rows = Seat.objects.filter(round__event=event)
    was = {
        (number, name): table
        for number, name, table in rows.values_list(
            "round__number", "participant__name", "table__number"
        )
    }
    now = {
        (one.number, name): table
        for one in rounds
        for table, names in one.tables
        for name in names
        if (one.number, name) in was
    }
    moved = {name for (number, name), table in now.items() if was[number, name] != table}
    if moved:
        says = ngettext(
            "%(count)d of the %(all)d who keep a seat sits at another table than now.",
            "%(count)d of the %(all)d who keep a seat sit at another table than now.",
            len(moved),
        )
        yield says % {"count": len(moved), "all": len({name for _number, name in now})}


def elsewhere(event: Event, person: Person) -> list[str]:
    """Return a sentence for each other event of the day in which somebody plays."""
    says = _("Look out: %(name)s plays in %(event)s too, on the same day.")
    return [says % {"name": person.name, "event": one.name} for one in plays_too(person, event)]


def listed(event: Event) -> list[PlayerLine]:
    """The players of an event, by their names, with who plays for them and in which round."""
    instead: dict[UUID, list[str]] = defaultdict(list)
    for seat in substitutes(event):
        instead[seat.participant_id].append(_in_round(seat))
    return [
        PlayerLine(player.pk, player.name, "; ".join(filter(None, (stay, *instead[player.pk]))))
        for player in by_name(event.participants.all())
        for stay in [who_plays.stay(player, event.planned_rounds)]
    ]


def _in_round(seat: Seat) -> str:
    """Return in which round somebody else plays on a chair, and who."""
    facts = {"number": seat.round.number, "plays": plays(seat.sitter)}
    return _("Round %(number)d: %(plays)s") % facts


@dataclass(frozen=True, slots=True)
class WishLine:
    """What two wish, in the list of who plays."""

    player: UUID
    """On whose page it is changed."""
    says: str
    lasts: bool
    """Whether it is of every evening."""


def wished(event: Event) -> list[WishLine]:
    """The wishes of an event."""
    rows = event.wishes.select_related("one", "other")
    kept = standing(event) if rows else frozenset()
    return [
        WishLine(
            row.one_id,
            f"{row.one.name}, {row.other.name}: {row.get_kind_display()}",
            _pair(row) in kept,
        )
        for row in rows
    ]


def _pair(wish: Wish) -> frozenset[UUID | None]:
    return frozenset((wish.one.person_id, wish.other.person_id))


class PlayerPage:
    """What a player's page shows: how he plays now, and a form for each thing to change."""

    def __init__(self, player: Participant, asked: str, data: Any) -> None:
        """``asked`` is the form that was sent, with ``data``; the others are as they begin."""
        self.player, self.event = player, player.event
        self.forms = {name: self._form(name, data if name == asked else None) for name in FORMS}

    @property
    def left(self) -> bool:
        """Whether he has left."""
        last = self.player.to_round
        return last is not None and last < self.event.planned_rounds

    @property
    def can_change_when(self) -> bool:
        """Whether he can come earlier, or later, than is planned: no round with him has begun."""
        is_to_come = not self.left and self.player.from_round >= next_round(self.event)
        return is_to_come and self.event.planned_rounds > 1

    @property
    def says(self) -> str:
        """Which rounds he plays."""
        return who_plays.stay(self.player, self.event.planned_rounds)

    @cached_property
    def seats(self) -> list[Seat]:
        """His chairs."""
        return chairs_of(self.player)

    @cached_property
    def within(self) -> Seat | None:
        """His chair in a round that is being played, if there is one."""
        begun = next_round(self.event)
        return next((seat for seat in self.seats if seat.round.number < begun), None)

    @property
    def unplayed(self) -> str:
        """Where it is said of the deals that are left at that chair that they were not played."""
        if self.within is None:
            return ""
        table = self.within.table_id
        said: dict[str, str | int] = {"way": "not_played"}
        if first := next_deals([table]).get(table):
            said |= {"deal": first, "until": deals_at(self.event, self.within.table.seats.count())}
        return f"{reverse('tournaments:correct', args=[table])}?{urlencode(said)}"

    @cached_property
    def wishes(self) -> list[tuple[Wish, str, bool]]:
        """His wishes, in words, and whether each is of every evening."""
        kept = standing(self.event)
        return [(wish, self._wish(wish), _pair(wish) in kept) for wish in wishes_of(self.player)]

    @cached_property
    def substituted(self) -> list[tuple[Seat, str]]:
        """Chairs on which somebody else plays, in words."""
        return [(seat, _in_round(seat)) for seat in self.seats if seat.substitute_name]

    def title(self, deed: str) -> str:
        """Name the plan after he left, or came back."""
        words = {"name": self.player.name}
        if deed == "leave":
            return _("The plan without %(name)s") % words
        return _("The plan with %(name)s") % words

    def preview(self, deed: str) -> Preview:
        """Work out how the rest would be seated if he left, or came back."""
        form, title = self.forms[deed], self.title(deed)
        plan = self._after(deed)
        if plan is None:
            return Preview(title, deed, form, (_("No round is left to be seated."),))
        says = tuple(_says(self.event, plan))
        return Preview(title, deed, form, says, plan.rounds, cost=worth(plan.costs))

    def _after(self, deed: str) -> Option | None:
        """Return the plan; None where every round has begun."""
        wanted, person = self.forms[deed].cleaned_data, self.player.person
        if deed == "back":
            who = person or Person(first_name=self.player.name)  # the club has forgotten him
            return plan_after_join(self.event, who, wanted["from_round"])
        try:
            return plan_after_withdraw(self.player, wanted["after_round"])
        except Refusal as refusal:
            if refusal.reason is not SeatingReason.NO_ROUND_LEFT:
                raise
            return None

    @property
    def wishing(self) -> bool:
        """Whether the wishes stand open: there are some, or one was refused."""
        player = self.player
        known = player.own_table or player.strength or self.wishes
        return bool(known) or any(self.forms[name].errors for name in ("wish", "place", "strength"))

    def _wish(self, wish: Wish) -> str:
        other = wish.other if wish.one_id == self.player.pk else wish.one
        return f"{other.name}: {wish.get_kind_display()}"

    def _form(self, name: str, data: Any) -> forms.Form:
        form = FORMS[name](self, data)
        form.auto_id = f"{name}-%s"  # two of them have a field of the same name
        return form


def _substitute(page: PlayerPage, data: Any) -> forms.Form:
    seats = [(seat, _("Round %(number)d") % {"number": seat.round.number}) for seat in page.seats]
    return SubstituteForm(_("In which round"), seats, others(page.event), data)


def _wish(page: PlayerPage, data: Any) -> forms.Form:
    rest = by_name(page.event.participants.exclude(pk=page.player.pk))
    return who_plays.WishForm(rest, data)


def _unwish(page: PlayerPage, data: Any) -> forms.Form:
    return ChosenForm([wish for wish, *_ in page.wishes], data)


def _place(page: PlayerPage, data: Any) -> forms.Form:
    player = page.player
    known = {"table": player.own_table, "seat": player.own_seat}
    return who_plays.PlaceForm(data, initial=known)


def _strength(page: PlayerPage, data: Any) -> forms.Form:
    return who_plays.StrengthForm(data, initial={"strength": page.player.strength})


def _leave(page: PlayerPage, data: Any) -> forms.Form:
    begun = next_round(page.event)
    return who_plays.LeaveForm(page.player, begun, data, played=played_until(page.player))


def _back(page: PlayerPage, data: Any) -> forms.Form:
    first, last = page.player.from_round, page.player.to_round
    known = range(first, 1 + (last or 0)) if page.left else (first,)
    return who_plays.RoundForm(page.event, next_round(page.event), data, known=known)


FORMS = {
    "leave": _leave,
    "back": _back,
    "substitute": _substitute,
    "himself": lambda page, data: ChosenForm([seat for seat, _says in page.substituted], data),
    "wish": _wish,
    "unwish": _unwish,
    "unwish_tonight": _unwish,
    "place": _place,
    "strength": _strength,
}
