"""Everything that can be said of one player of an event, or of all of them in a line each."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from lhombre_club.members.models import Person
from tournaments.domain.queries.joining import chairs_of, next_round, others, wishes_of
from tournaments.domain.seating_errors import NoRoundLeftError
from tournaments.domain.seating_plans import Option, RoundPlan, plan_after_join, plan_after_withdraw
from tournaments.interfaces import seating_ways, who_plays
from tournaments.models import Event, Participant, Seat, Wish

SHOWN_FIRST = ("leave", "back")
"""Deeds by which the rounds to come are seated anew, which are shown before they are done."""


@dataclass(frozen=True, slots=True)
class Line:
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


def joining(event: Event, form: who_plays.JoinForm) -> Preview:
    """Work out how the rest would be seated with somebody more."""
    person = form.person_chosen or Person(first_name=form.cleaned_data["name"])
    title = _("The plan with %(name)s") % {"name": person.name}
    plan = plan_after_join(event, person, form.cleaned_data["from_round"])
    return Preview(title, "", form, tuple(seating_ways.says(plan)), plan.rounds)


def listed(event: Event) -> list[Line]:
    """The players of an event, by their numbers."""
    return [
        Line(player.pk, player.name, who_plays.stay(player, event.planned_rounds))
        for player in event.participants.all()
    ]


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
    def says(self) -> str:
        """Which rounds he plays."""
        return who_plays.stay(self.player, self.event.planned_rounds)

    @cached_property
    def seats(self) -> list[Seat]:
        """His chairs."""
        return chairs_of(self.player)

    @cached_property
    def wishes(self) -> list[tuple[Wish, str]]:
        """His wishes, in words."""
        return [(wish, self._wish(wish)) for wish in wishes_of(self.player)]

    @cached_property
    def substituted(self) -> list[tuple[Seat, str]]:
        """Chairs on which somebody else plays, in words."""
        named = [(seat, who_plays.substitute_name(seat)) for seat in self.seats]
        return [
            (
                seat,
                _("Round %(number)d: %(name)s plays") % {"number": seat.round.number, "name": name},
            )
            for seat, name in named
            if name
        ]

    def preview(self, deed: str) -> Preview:
        """Work out how the rest would be seated if he left, or came back."""
        form, words = self.forms[deed], {"name": self.player.name}
        if deed == "leave":
            title = _("The plan without %(name)s") % words
        else:
            title = _("The plan with %(name)s") % words
        plan = self._after(deed)
        if plan is None:
            return Preview(title, deed, form, (_("No round is left to be seated."),))
        return Preview(title, deed, form, tuple(seating_ways.says(plan)), plan.rounds)

    def _after(self, deed: str) -> Option | None:
        """Return the plan; None where every round has begun."""
        wanted, person = self.forms[deed].cleaned_data, self.player.person
        if deed == "back":
            who = person or Person(first_name=self.player.name)  # the club has forgotten him
            return plan_after_join(self.event, who, wanted["from_round"])
        try:
            return plan_after_withdraw(self.player, wanted["after_round"])
        except NoRoundLeftError:
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
    return who_plays.SubstituteForm(page.seats, others(page.event), data)


def _wish(page: PlayerPage, data: Any) -> forms.Form:
    rest = page.event.participants.exclude(pk=page.player.pk)
    return who_plays.WishForm(rest, data)


def _place(page: PlayerPage, data: Any) -> forms.Form:
    player = page.player
    known = {"table": player.own_table, "seat": player.own_seat}
    return who_plays.PlaceForm(data, initial=known)


def _strength(page: PlayerPage, data: Any) -> forms.Form:
    return who_plays.StrengthForm(data, initial={"strength": page.player.strength})


FORMS = {
    "leave": lambda page, data: who_plays.LeaveForm(page.event, next_round(page.event), data),
    "back": lambda page, data: who_plays.RoundForm(page.event, next_round(page.event), data),
    "substitute": _substitute,
    "himself": lambda page, data: who_plays.ChosenForm([s for s, _ in page.substituted], data),
    "wish": _wish,
    "unwish": lambda page, data: who_plays.ChosenForm([wish for wish, _ in page.wishes], data),
    "place": _place,
    "strength": _strength,
}
