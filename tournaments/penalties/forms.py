"""Penalties and entries by hand: the forms."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.alphabet import by_name
from tournaments.models import Event, Table, TableEntry
from tournaments.penalties.domain.bonuses import MOST_EACH, Bonus, present, rounds_for
from tournaments.penalties.domain.penalties import (
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_POINTS,
    Movement,
    Penalty,
    enter_by_hand,
    from_everybody,
    of_movement,
    of_penalty,
    penalise,
    transfer,
)
from tournaments.review.queries.rounds import rounds
from tournaments.words.bonuses import NINE_MATADORS

CASH = "cash"
MOST_FROM_EACH = 10_000
MOST_DEAL = 999
NOBODY = ("", _("Choose a player"))


class ReasonForm(forms.Form):
    """A line of the list of what is penalised."""

    text = forms.CharField(label=_("What is penalised"), max_length=LONGEST_REASON)
    points = forms.IntegerField(
        label=_("Points"),
        min_value=0,
        max_value=MOST_POINTS,
        initial=1,
        help_text=_("0 is a warning only."),
    )


class TableForm(forms.Form):
    """What every entry at a table says."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)
    deal = forms.IntegerField(
        label=_("Deal"),
        required=False,
        min_value=1,
        help_text=_("Leave it empty if it is about no deal."),
    )
    decided_by = forms.CharField(
        label=_("Decided by"),
        required=False,
        max_length=LONGEST_NAME,
        help_text=_("If it was somebody else than you."),
    )

    def __init__(self, names: Sequence[str], *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {}).setdefault("id", uuid.uuid4())
        super().__init__(*args, **kwargs)
        self.names = tuple(names)

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The players to choose from."""
        return [(str(seat), name) for seat, name in enumerate(self.names)]

    def said(self) -> dict[str, Any]:
        """Return what penalties and movements have in common."""
        wanted = self.cleaned_data
        return {
            "id": wanted["id"],
            "reason": wanted["reason"],
            "decided_by": wanted["decided_by"],
            "deal": wanted["deal"] or 0,
        }


class PenaltyForm(TableForm):
    """Points that one player loses to nobody, or a warning."""

    seat = forms.ChoiceField(label=_("Player"))
    points = forms.IntegerField(
        label=_("Points"),
        min_value=0,
        max_value=MOST_POINTS,
        initial=1,
        help_text=_("0 is a warning only."),
    )
    field_order = ("id", "seat", "reason", "points", "deal", "decided_by")

    def __init__(self, names: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(names, *args, **kwargs)
        self.fields["seat"] = forms.ChoiceField(label=_("Player"), choices=[NOBODY, *self.seats])
        self.fields["reason"].widget.attrs["list"] = "penalty-reasons"

    def penalty(self) -> Penalty:
        """Return what was filled in."""
        wanted = self.cleaned_data
        return Penalty(seat=int(wanted["seat"]), points=wanted["points"], **self.said())

    def entry(self, table: Table, actor: str) -> TableEntry:
        """Return what would be stored; raises Refusal."""
        return of_penalty(table, self.penalty(), actor)

    def store(self, table: Table, actor: str) -> None:
        """Store it; raises Refusal."""
        penalise(table=table, penalty=self.penalty(), actor=actor)


class HandForm(TableForm):
    """Points from everybody, or from one, to one player or to the cash box."""

    payer = forms.ChoiceField(label=_("Who pays"))
    payee = forms.ChoiceField(label=_("Who gets it"))
    points = forms.IntegerField(
        label=_("Points from each"), min_value=1, max_value=MOST_FROM_EACH, initial=2
    )
    stake = forms.BooleanField(label=_("It is a starting stake that changes hands"), required=False)
    field_order = ("id", "payer", "points", "payee", "reason", "deal", "decided_by", "stake")

    def __init__(self, names: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(names, *args, **kwargs)
        cash = (CASH, _("The cash box"))
        self.fields["payer"] = forms.ChoiceField(
            label=_("Who pays"), choices=[("all", _("Everybody")), *self.seats, cash]
        )
        self.fields["payee"] = forms.ChoiceField(
            label=_("Who gets it"), choices=[NOBODY, *self.seats, cash]
        )

    def movement(self) -> Movement:
        """Return what was filled in."""
        wanted = self.cleaned_data
        points: int = wanted["points"]
        players = len(self.names)
        payee = None if wanted["payee"] == CASH else int(wanted["payee"])
        if wanted["payer"] == "all":
            amounts = from_everybody(players=players, each=points, to=payee)
        else:
            moved = [0] * players
            if wanted["payer"] != CASH:
                moved[int(wanted["payer"])] -= points
            if payee is not None:
                moved[payee] += points
            amounts = tuple(moved)
        return Movement(amounts=amounts, cash=-sum(amounts), **self.said())

    def entry(self, table: Table, actor: str) -> TableEntry:
        """Return what would be stored; raises Refusal."""
        return of_movement(table, self.movement(), actor)

    def store(self, table: Table, actor: str) -> None:
        """Store it; raises Refusal."""
        move = transfer if self.cleaned_data["stake"] else enter_by_hand
        move(table=table, movement=self.movement(), actor=actor)


class BonusForm(forms.Form):
    """Kroner from everybody who was there in a round to one of them."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    winner = forms.ChoiceField(label=_("Who gets it"))
    each = forms.IntegerField(
        label=_("Kroner from each"),
        min_value=1,
        max_value=MOST_EACH,
        initial=2,
        help_text=_(
            "Whole kroner. Everybody else who is there in the round pays them, once; for a chair "
            "on which somebody else plays, the one whose chair it is."
        ),
    )
    reason = forms.CharField(label=_("For what"), max_length=LONGEST_REASON)
    round = forms.IntegerField(widget=forms.HiddenInput)
    deal = forms.IntegerField(
        label=_("Deal"),
        required=False,
        min_value=1,
        max_value=MOST_DEAL,
        help_text=_("Leave it empty if it is about no deal."),
    )

    def __init__(self, event: Event, data: Any = None, *, number: int | None = None) -> None:
        """Ask about the round of this ``number``; where it is none of them, of the one played.

        That is the first with a sheet missing, or the newest where none is.
        """
        of = rounds_for(event).order_by("-number")
        self.rounds = list(of.values_list("number", flat=True))
        newest = self.rounds[0] if self.rounds else 0
        open_ = (each.number for each in rounds(event) if not each.is_over)
        played = next((each for each in open_ if each in self.rounds), newest)
        self.number = number if number in self.rounds else played
        start = {"id": uuid.uuid4(), "reason": NINE_MATADORS, "round": self.number}
        super().__init__(data, initial=start)
        there = by_name(present(event, self.number))
        self.fields["winner"] = forms.ChoiceField(
            label=_("Who gets it"), choices=[("", "–"), *((who.pk, who.name) for who in there)]
        )

    def bonus(self) -> Bonus:
        """Return what was filled in."""
        wanted = self.cleaned_data
        return Bonus(
            id=wanted["id"],
            winner=uuid.UUID(wanted["winner"]),
            each=wanted["each"],
            reason=wanted["reason"],
            round=wanted["round"],
            deal=wanted["deal"] or 0,
        )
