"""Penalties and entries by hand: the forms, and a sentence for each refusal."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.entries import (
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_POINTS,
    EntryCode,
    Movement,
    Penalty,
    enter_by_hand,
    from_everybody,
    of_movement,
    of_penalty,
    penalise,
    transfer,
)
from tournaments.domain.penalty_reasons import ReasonCode
from tournaments.models import Table, TableEntry

CASH = "cash"
MOST_FROM_EACH = 10_000

REFUSALS: Mapping[EntryCode, Promise] = {
    EntryCode.NOT_OPEN: _(
        "The round of this table is not open: it is not released, or it is closed. Nothing was "
        "stored."
    ),
    EntryCode.ID_REUSED: _(
        "This was sent before with other content. Look at the list, and try again."
    ),
    EntryCode.NO_REASON: _("Say why: the reason is shown to everybody whom it concerns."),
    EntryCode.TEXT_TOO_LONG: _("The text is too long. Say it in 200 letters."),
    EntryCode.NO_SUCH_SEAT: _("Nobody sits there. Choose one of the players at this table."),
    EntryCode.NO_SUCH_DEAL: _("The sheet has no deal of that number."),
    EntryCode.POINTS_NEGATIVE: _("A penalty takes points away: give the number without a minus."),
    EntryCode.TOO_MANY_POINTS: _("So many points cannot be meant. Check the number."),
    EntryCode.NOTHING_MOVED: _("Nothing would move. Give a number of points above 0."),
    EntryCode.UNBALANCED: _("What some pay and others get does not come to the same."),
}


LIST_REFUSALS: Mapping[ReasonCode, Promise] = {
    ReasonCode.NO_TEXT: _("Say what is penalised."),
    ReasonCode.TEXT_TOO_LONG: _("The text is too long. Say it in 200 letters."),
    ReasonCode.TEXT_TAKEN: _("That line is on the list already."),
    ReasonCode.POINTS_INVALID: _("So many points cannot be meant. Check the number."),
    ReasonCode.OTHER_LINES: _("Somebody else has changed the list meanwhile. Look at it again."),
}


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
        self.fields["seat"] = forms.ChoiceField(label=_("Player"), choices=self.seats)
        self.fields["reason"].widget.attrs["list"] = "penalty-reasons"

    def penalty(self) -> Penalty:
        """Return what was filled in."""
        wanted = self.cleaned_data
        return Penalty(seat=int(wanted["seat"]), points=wanted["points"], **self.said())

    def entry(self, table: Table, actor: str) -> TableEntry:
        """Return what would be stored; raises EntryRefusedError."""
        return of_penalty(table, self.penalty(), actor)

    def store(self, table: Table, actor: str) -> None:
        """Store it; raises EntryRefusedError."""
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
            label=_("Who gets it"), choices=[*self.seats, cash]
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
        """Return what would be stored; raises EntryRefusedError."""
        return of_movement(table, self.movement(), actor)

    def store(self, table: Table, actor: str) -> None:
        """Store it; raises EntryRefusedError."""
        move = transfer if self.cleaned_data["stake"] else enter_by_hand
        move(table=table, movement=self.movement(), actor=actor)
