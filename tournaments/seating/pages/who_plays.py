"""Who plays in an event, in words, and the forms that change it."""

from collections.abc import Collection, Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Event, Participant, Round, Wish
from tournaments.teams.pages.substitutes import NOBODY, WhoForm
from tournaments.teams.queries import Others
from tournaments.words.wording import SEATS

MOST_TABLES = 200
MOST_GROUPS = 9


class RoundForm(forms.Form):
    """The round from which somebody plays again, or at another time than was planned."""

    def __init__(
        self, event: Event, next_round: int, data: Any = None, *, known: Collection[int] = ()
    ) -> None:
        """``known``: rounds from which he plays already, which would be no change."""
        when = _first_round(event.planned_rounds)
        self.offered = [each for each in _not_closed(event) if each[0] not in known]
        """A closed round would be refused."""
        later = [number for number, _words in self.offered if number >= next_round]
        super().__init__(data, initial={"from_round": min(later, default=event.planned_rounds)})
        when.widget.choices = self.offered
        self.fields["from_round"] = when


class JoinForm(WhoForm):
    """Somebody new, and from which round."""

    def __init__(self, event: Event, people: Others, next_round: int, data: Any = None) -> None:
        last = event.planned_rounds
        super().__init__(people, data, initial={"from_round": min(next_round, last)})
        when = _first_round(last)
        self.offered = when.widget.choices = _not_closed(event)
        self.fields["from_round"] = when


class LeaveForm(forms.Form):
    """After which round somebody leaves."""

    def __init__(
        self, player: Participant, next_round: int, data: Any = None, *, played: int = 0
    ) -> None:
        last = player.event.planned_rounds
        choices = [(number, _after(number)) for number in range(last)]
        when = forms.TypedChoiceField(label=_("When"), coerce=int, choices=choices)
        self.offered = [*choices[: not played], *choices[max(player.from_round, played) :]]
        """Who has played a round does not leave before it: that would be refused, with what to do.
        Nor does anybody leave after a round before his first."""
        offered = [number for number, _words in self.offered]
        likely = [number for number in offered if number >= min(next_round, last) - 1]
        super().__init__(data, initial={"after_round": next(iter([*likely, *offered]), None)})
        when.widget.choices = self.offered
        self.fields["after_round"] = when


class WishForm(forms.Form):
    """What somebody asks of the seating towards somebody else."""

    kind = forms.ChoiceField(label=gettext_lazy("Wish"), choices=Wish.Kind.choices)
    other = forms.ChoiceField(label=gettext_lazy("With"))
    every_evening = forms.BooleanField(
        label=gettext_lazy("On every evening, where both are members"), required=False, initial=True
    )

    def __init__(self, others: Iterable[Participant], data: Any = None) -> None:
        self.known = {str(other.pk): other for other in others}
        super().__init__(data)
        self.fields["other"] = forms.ChoiceField(
            label=self.fields["other"].label,
            choices=[NOBODY, *((key, other.name) for key, other in self.known.items())],
        )

    @property
    def other_chosen(self) -> Participant:
        """The other one."""
        return self.known[self.cleaned_data["other"]]


class PlaceForm(forms.Form):
    """A table, and perhaps a seat, that somebody keeps in every round."""

    table = forms.IntegerField(
        label=gettext_lazy("Keeps table number"),
        required=False,
        min_value=1,
        max_value=MOST_TABLES,
        help_text=gettext_lazy("For somebody who cannot walk far. Empty: any table."),
    )
    seat = forms.TypedChoiceField(
        label=gettext_lazy("And the seat"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", gettext_lazy("any")), *enumerate(SEATS)],
    )


class StrengthForm(forms.Form):
    """A group of strength."""

    strength = forms.IntegerField(
        label=gettext_lazy("Group of strength"),
        required=False,
        min_value=1,
        max_value=MOST_GROUPS,
        help_text=gettext_lazy("1 is the strongest. Equal groups sit together. Empty: none."),
    )


def stay(participant: Participant, rounds: int) -> str:
    """Return which rounds of an event somebody plays, where not all of them."""
    first, last = participant.from_round, participant.to_round
    if not participant.plays:
        return _after(0)
    if last is not None and last < rounds:
        if first > 1:
            return _("plays from round %(first)d to round %(last)d") % {
                "first": first,
                "last": last,
            }
        return _after(last)
    return _from(first) if first > 1 else ""


def _first_round(last: int) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=_("Plays"),
        coerce=int,
        choices=[(number, _from(number)) for number in range(1, last + 1)],
    )


def _not_closed(event: Event) -> list[tuple[int, str]]:
    """Return the rounds that somebody may still come into, drawn or not, each in words."""
    closed = set(event.rounds.filter(state=Round.State.FINAL).values_list("number", flat=True))
    return [
        (number, _from(number))
        for number in range(1, event.planned_rounds + 1)
        if number not in closed
    ]


def _from(number: int) -> str:
    return _("from round %(number)d") % {"number": number}


def _after(number: int) -> str:
    if not number:
        return _("does not play at all")
    return _("leaves after round %(number)d") % {"number": number}
