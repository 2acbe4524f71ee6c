"""What a treasurer types."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final, cast
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club.members.models import Membership
from lhombre_club.refusal import Refusal
from scoring.ledger import Moved
from tournaments.cash.domain.amounts import oere
from tournaments.cash.domain.book import NewReceipt, NewVoucher, expect_come
from tournaments.cash.domain.dues import Half
from tournaments.cash.domain.statement import Line, UnreadableError, read
from tournaments.cash.reasons import CashReason
from tournaments.models import CashAccount, HalfSeason

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2200
MOST_TOLD: Final = 10
"""Lines that are named at once."""
MOST_PRIZES: Final = 6


class OereField(forms.CharField):
    """An amount of kroner as people write it; its value is in øre."""

    def __init__(self, *, least: int | None = 1, **kwargs: Any) -> None:
        """Take an amount of at least so many øre; None: also less than nothing."""
        self.least = least
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(**{"max_length": 20, "widget": widget, **kwargs})

    def clean(self, value: Any) -> Any:
        """Return øre, or None where nothing is filled in."""
        text = super().clean(value)
        if not text:
            return None
        try:
            amount = oere(text)
        except ValueError as error:
            raise ValidationError(_("Write it in kroner, such as 125 or 37,50.")) from error
        if self.least is not None and amount < self.least:
            raise ValidationError(_("The amount is too small."))
        return amount


class DayField(forms.DateField):
    """A day that a book of a club can be about."""

    def __init__(self, **kwargs: Any) -> None:
        """Ask with the browser's own calendar."""
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(**{"label": gettext_lazy("Date"), "widget": widget, **kwargs})

    def clean(self, value: Any) -> Any:
        """Return the day; raise ValidationError for a year that is a slip."""
        day = super().clean(value)
        if isinstance(day, dt.date) and not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise ValidationError(_("Look at the year."))
        return day


class BookedDay(DayField):
    """A day on which something was booked, counted or paid."""

    def clean(self, value: Any) -> Any:
        """Return the day; raise ValidationError for one that is still to come."""
        day = super().clean(value)
        if day is not None:
            try:
                expect_come(day)
            except Refusal as refusal:
                raise ValidationError(str(refusal)) from refusal
        return day


def one_of(accounts: Sequence[CashAccount], label: Any, *, chosen: bool = True) -> forms.Field:
    """Return the field for one of these accounts, of which the first is ``chosen`` beforehand."""
    rows = CashAccount.objects.filter(pk__in=[each.pk for each in accounts])
    return forms.ModelChoiceField(rows, empty_label=None if chosen else "–", label=label)


class OpenForm(forms.Form):
    """What lies in the cash box and in the bank when the book begins."""

    date = BookedDay()
    cash = OereField(label=gettext_lazy("In the cash box"), least=0, required=False)
    bank = OereField(
        label=gettext_lazy("In the bank"),
        least=None,
        required=False,
        help_text=gettext_lazy("Kroner, such as 1.250,75. Leave empty what there is none of."),
    )


class VoucherForm(forms.Form):
    """A voucher of one move."""

    date = BookedDay()
    text = forms.CharField(label=gettext_lazy("What for"), max_length=200)
    amount = OereField(label=gettext_lazy("Kroner"))
    receipt = forms.CharField(
        label=gettext_lazy("Receipt for"),
        max_length=160,
        required=False,
        help_text=gettext_lazy("Who has paid; leave it empty if nobody wants a receipt."),
    )

    def __init__(self, accounts: Sequence[CashAccount], data: Any = None, **kwargs: Any) -> None:
        """Ask which of ``accounts`` pays which."""
        super().__init__(data, **kwargs)
        payer = one_of(accounts, gettext_lazy("From"), chosen=False)
        payee = one_of(accounts, gettext_lazy("To"), chosen=False)
        self.fields |= {"payer": payer, "payee": payee}
        self.order_fields(["date", "payer", "payee", "amount", "text", "receipt"])

    def clean(self) -> dict[str, Any]:
        """Refuse what moves within one account, and a receipt for what is no income."""
        said: dict[str, Any] = super().clean() or {}
        payer, payee = said.get("payer"), said.get("payee")
        if payer and payee and payer == payee:
            self.add_error("payee", _("Choose another account than the one that pays."))
        if said.get("receipt") and payee and not payee.holds_money:
            self.add_error("receipt", _("A receipt is for money that came into the club."))
        return said

    def voucher(self) -> NewVoucher:
        """Return what was filled in."""
        said = self.cleaned_data
        name = said["receipt"]
        return NewVoucher(
            date=said["date"],
            text=said["text"],
            moves=[Moved(str(said["payer"].pk), str(said["payee"].pk), said["amount"])],
            receipts=[NewReceipt(name=name)] if name else (),
        )


class VoidForm(forms.Form):
    """Why a voucher is void."""

    date = DayField()
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=160)


class AccountForm(forms.Form):
    """An account of the club's own."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    holds_money = forms.BooleanField(
        label=gettext_lazy("Money lies there, as in a cash box or a bank"), required=False
    )


class RenameForm(forms.Form):
    """Another name for an account."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)


class HalfForm(forms.Form):
    """A half of a season, and what it costs by status."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("Such as Autumn 2026."),
    )
    begins = DayField(
        label=gettext_lazy("First day"),
        help_text=gettext_lazy(
            "Who is a member on that day owes the dues of that day’s status, and who comes later "
            "those of their first. A last day or a new status after it changes nothing of it."
        ),
    )
    ends = DayField(label=gettext_lazy("Last day"))
    due = DayField(label=gettext_lazy("To be paid by"))
    is_free = forms.BooleanField(label=gettext_lazy("Nobody pays for this half"), required=False)

    def __init__(self, half: HalfSeason | None, data: Any = None, **kwargs: Any) -> None:
        """Ask what ``half`` is to be, or a new one."""
        super().__init__(data, **kwargs)
        for status, label in Membership.Status.choices:
            self.fields[f"rate-{status}"] = OereField(
                label=_("Kroner, %(status)s") % {"status": label}, least=0, required=False
            )
        self.half = half

    def clean(self) -> dict[str, Any]:
        """Refuse a half that ends before it begins."""
        said: dict[str, Any] = super().clean() or {}
        begins, ends = said.get("begins"), said.get("ends")
        if begins and ends and ends < begins:
            self.add_error("ends", _("It ends before it begins."))
        return said

    def said(self) -> Half:
        """Return what was filled in."""
        said = self.cleaned_data
        rates = {key: said[f"rate-{key}"] for key in Membership.Status.values}
        return Half(
            **{name: said[name] for name in ("name", "begins", "ends", "due", "is_free")},
            rates={key: amount for key, amount in rates.items() if amount},
        )


class PayForm(forms.Form):
    """That somebody has paid the dues, or got back what was too much."""

    date = BookedDay()
    amount = OereField(label=gettext_lazy("Kroner"))
    person = forms.UUIDField(widget=forms.HiddenInput)
    owed = forms.IntegerField(widget=forms.HiddenInput, min_value=-(2**40), max_value=2**40)

    def __init__(self, boxes: Sequence[CashAccount], data: Any = None, **kwargs: Any) -> None:
        """Ask into which of ``boxes`` it was paid, or out of which."""
        super().__init__(data, **kwargs)
        self.fields["into"] = one_of(boxes, gettext_lazy("Into"))

    def clean(self) -> dict[str, Any]:
        """Read for whom else of the household it was paid, and what each owed."""
        said: dict[str, Any] = super().clean() or {}
        try:
            told = (each.split() for each in cast("QueryDict", self.data).getlist("with"))
            said["others"] = {UUID(who): int(much) for who, much in told}
        except ValueError as error:
            raise ValidationError(str(CashReason.PAID.sentence)) from error
        if said.get("person") in said["others"] or min(said["others"].values(), default=1) < 1:
            raise ValidationError(str(CashReason.PAID.sentence))
        return said


class WaiverForm(forms.Form):
    """Who owes otherwise, and why."""

    amount = OereField(
        label=gettext_lazy("Owes instead"),
        least=0,
        required=False,
        help_text=gettext_lazy("Kroner; leave it empty for nothing."),
    )
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=200)

    def __init__(self, people: Sequence[tuple[UUID, str]], data: Any = None) -> None:
        """Ask about one of ``people``."""
        super().__init__(data)
        choices = [(str(key), name) for key, name in people]
        self.fields["person"] = forms.ChoiceField(label=gettext_lazy("Member"), choices=choices)
        self.order_fields(["person", "amount", "reason"])


class CountForm(forms.Form):
    """What was counted."""

    date = BookedDay()
    counted = OereField(label=gettext_lazy("Counted, kroner"), least=None)
    reason = forms.CharField(
        label=gettext_lazy("Why it differs"),
        max_length=160,
        required=False,
        help_text=gettext_lazy("Only where the count is not what the book says."),
    )

    def __init__(self, boxes: Sequence[CashAccount], data: Any = None, **kwargs: Any) -> None:
        """Ask which of ``boxes`` was counted."""
        super().__init__(data, **kwargs)
        self.fields["box"] = one_of(boxes, gettext_lazy("What was counted"))
        self.order_fields(["box", "date", "counted", "reason"])


class StatementForm(forms.Form):
    """A statement, pasted."""

    lines = forms.CharField(
        label=gettext_lazy("Lines of the bank"),
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Date; text; amount, as the bank writes a file of them (CSV), or cells of a "
            "spreadsheet. A head with the bank’s names of the columns may stand above."
        ),
    )

    def __init__(self, boxes: Sequence[CashAccount], data: Any = None, **kwargs: Any) -> None:
        """Ask of which of ``boxes`` the statement is."""
        super().__init__(data, **kwargs)
        self.fields["bank"] = one_of(boxes, gettext_lazy("Account at the bank"))
        self.order_fields(["bank", "lines"])

    def clean_lines(self) -> list[Line]:
        """Read every line, or say which cannot be read."""
        try:
            found = read(self.cleaned_data["lines"])
        except UnreadableError as error:
            numbers = ", ".join(map(str, error.numbers[:MOST_TOLD]))
            says = _("Line %(numbers)s cannot be read as date, text and amount.")
            raise ValidationError(says % {"numbers": numbers}) from error
        if not found:
            raise ValidationError(_("There is no line with an amount."))
        for line in found:
            if line.date > timezone.localdate():
                words = {"date": date_format(line.date, "DATE_FORMAT"), "text": line.text}
                says = _("%(text)s, %(date)s: this day is still to come. Look at the year.")
                raise ValidationError(says % words)
        return found


class EntranceForm(forms.Form):
    """What an evening costs each."""

    fee = OereField(
        label=gettext_lazy("Evening fee"),
        least=0,
        required=False,
        help_text=gettext_lazy("Kroner from each, which the club keeps."),
    )
    stake = OereField(
        label=gettext_lazy("For prizes"),
        least=0,
        required=False,
        help_text=gettext_lazy("Kroner from each, all of which is paid out again."),
    )
    payers = forms.IntegerField(
        label=gettext_lazy("How many have paid"), min_value=1, max_value=2000
    )
    date = BookedDay()

    more = forms.BooleanField(
        label=gettext_lazy("Others than the players have paid too"), required=False
    )

    def __init__(
        self, boxes: Sequence[CashAccount], players: int, data: Any = None, **kwargs: Any
    ) -> None:
        """Ask into which of ``boxes`` it was paid; there are so many ``players``."""
        super().__init__(data, **kwargs)
        self.fields["into"] = one_of(boxes, gettext_lazy("Into"))
        self.players = players
        self.fields["more"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """Ask once more where more have paid than play."""
        said: dict[str, Any] = super().clean() or {}
        payers = said.get("payers") or 0
        if payers > self.players > 0:
            self.fields["more"].widget = forms.CheckboxInput()
            if not said.get("more"):
                says = _(
                    "%(players)d play, and %(payers)d are to have paid: the prizes would be of "
                    "more than the players have paid. Put the number right, or tick that others "
                    "have paid too."
                )
                self.add_error("payers", says % {"players": self.players, "payers": payers})
        return said


class PrizesForm(forms.Form):
    """Who gets which prize."""

    date = BookedDay()

    def __init__(
        self,
        boxes: Sequence[CashAccount],
        players: Sequence[tuple[UUID, str]],
        data: Any = None,
        **kwargs: Any,
    ) -> None:
        """Ask which of ``players`` has won what, on a page that has a form of the entrance too."""
        super().__init__(data, auto_id="prizes_%s", **kwargs)
        self.fields["box"] = one_of(boxes, gettext_lazy("Paid from"))
        choices = [("", _("nobody")), *((str(key), name) for key, name in players)]
        for place in range(1, MOST_PRIZES + 1):
            self.fields[f"winner{place}"] = forms.ChoiceField(
                label=_("Prize %(number)d") % {"number": place}, choices=choices, required=False
            )
            self.fields[f"part{place}"] = forms.IntegerField(
                label=_("Parts of the pool"), min_value=0, max_value=10_000, required=False
            )
            self.fields[f"kind{place}"] = forms.CharField(
                label=_("In kind"), max_length=120, required=False
            )

    def prizes(self) -> list[tuple[str, int, str]]:
        """Return who won, how many parts of the pool, and what in kind."""
        said = self.cleaned_data
        return [
            (winner, said[f"part{place}"] or 0, said[f"kind{place}"])
            for place in range(1, MOST_PRIZES + 1)
            if (winner := said[f"winner{place}"]) and (said[f"part{place}"] or said[f"kind{place}"])
        ]
