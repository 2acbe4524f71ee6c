"""The club's own cash book, its receipts, dues and counts; the players' game account is another."""

import uuid
from typing import Any, NoReturn, TypeVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Membership
from tournaments.models.event import Event

Row = TypeVar("Row", bound=models.Model)


class BookedError(TypeError):
    """Somebody tried to change or delete what stands in the cash book."""


class BookedRows(models.QuerySet[Row]):
    """Rows in number are as fixed as one."""

    def update(self, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise BookedError("what is booked is voided by a counter-voucher, never changed")

    def delete(self) -> NoReturn:
        """Refuse."""
        raise BookedError("what is booked is voided by a counter-voucher, never deleted")


class Booked(models.Model):
    """A row that is written once."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    objects = BookedRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row, once."""
        if not self._state.adding:
            raise BookedError("what is booked is voided by a counter-voucher, never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise BookedError("what is booked is voided by a counter-voucher, never deleted")


class CashAccount(models.Model):
    """An account of the cash book, under the club's own name for it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="accounts")
    key = models.CharField(max_length=36)
    """What the program posts to by itself has a word, every other account its id."""
    name = models.CharField(_("name"), max_length=80)
    holds_money = models.BooleanField(_("money lies there"), default=False)
    """A cash box or a bank: what it has can be counted, and nobody owes it."""
    place = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["place", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="cash_account_key_once"),
            models.UniqueConstraint(fields=["club", "name"], name="cash_account_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Voucher(Booked):
    """One deed of the cash book; what it moves are its postings."""

    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="vouchers")
    year = models.PositiveSmallIntegerField()
    """Of its date."""
    number = models.PositiveIntegerField()
    """From 1 in each year; none is missing."""
    date = models.DateField()
    text = models.CharField(max_length=200)
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["year", "number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "number"], name="voucher_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.year}-{self.number}"


class CashPosting(Booked):
    """An amount that one account pays another: each sums to nothing, and so does every voucher.

    The CHECKs hold it on SQLite and PostgreSQL, also against ``bulk_create`` and SQL of others.
    """

    voucher = models.ForeignKey(Voucher, on_delete=models.PROTECT, related_name="postings")
    number = models.PositiveSmallIntegerField()
    """Of the voucher, from 1."""
    payer = models.ForeignKey(CashAccount, on_delete=models.PROTECT, related_name="paid")
    """Credited."""
    payee = models.ForeignKey(CashAccount, on_delete=models.PROTECT, related_name="received")
    """Debited."""
    amount = models.PositiveBigIntegerField()
    """Øre."""

    class Meta:
        ordering = ["voucher", "number"]
        constraints = [
            models.UniqueConstraint(fields=["voucher", "number"], name="cash_posting_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="cash_posting_of_something"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="cash_posting_to_another"),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} {self.payee_id} {self.amount}"


class VoidedVoucher(Booked):
    """That a voucher counts no more, since another has taken back all that it moved."""

    voucher = models.OneToOneField(Voucher, on_delete=models.PROTECT, related_name="voided")
    by = models.OneToOneField(Voucher, on_delete=models.PROTECT, related_name="voids")
    """The counter-voucher."""
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["by"]
        constraints = [
            models.CheckConstraint(condition=~Q(voucher=F("by")), name="voided_by_another"),
        ]

    def __str__(self) -> str:
        return f"{self.voucher_id} {self.reason}"


class Receipt(Booked):
    """That somebody has paid the club; void as soon as its voucher is.

    One voucher may have several: who pays for two of a household gets one for each.
    """

    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="receipts")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    """From 1 in each year; none is missing."""
    voucher = models.ForeignKey(Voucher, on_delete=models.PROTECT, related_name="receipts")
    person = models.ForeignKey(
        "members.Person", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    name = models.CharField(max_length=160)
    amount = models.PositiveBigIntegerField()
    """Øre."""

    class Meta:
        ordering = ["year", "number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "number"], name="receipt_number_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="receipt_of_something"),
        ]

    def __str__(self) -> str:
        return f"{self.year}-{self.number} {self.name}"


class HalfSeason(models.Model):
    """A half of a season for which dues are paid, or in which none are."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="halves")
    name = models.CharField(_("name"), max_length=80)
    begins = models.DateField()
    """Its first day: whoever is a member then, or comes later, owes its dues."""
    ends = models.DateField()
    due = models.DateField()
    """When they are to be paid at the latest."""
    is_free = models.BooleanField(default=False)
    """The meeting has decided that nobody pays."""

    class Meta:
        ordering = ["-begins", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="half_season_once"),
            models.CheckConstraint(condition=Q(begins__lte=F("ends")), name="half_season_ends"),
        ]

    def __str__(self) -> str:
        return self.name


class DuesRate(models.Model):
    """What a member of a status owes for a half; nothing where there is no row."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    half = models.ForeignKey(HalfSeason, on_delete=models.CASCADE, related_name="rates")
    status = models.CharField(max_length=20, choices=Membership.Status)
    amount = models.PositiveIntegerField()
    """Øre."""

    class Meta:
        ordering = ["half", "status"]
        constraints = [
            models.UniqueConstraint(fields=["half", "status"], name="dues_rate_once"),
        ]

    def __str__(self) -> str:
        return f"{self.half} {self.status} {self.amount}"


class Waiver(models.Model):
    """That somebody owes otherwise for a half than the status says, and why."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    half = models.ForeignKey(HalfSeason, on_delete=models.PROTECT, related_name="waivers")
    person = models.ForeignKey("members.Person", on_delete=models.CASCADE, related_name="+")
    amount = models.PositiveIntegerField(default=0)
    """Øre that are owed all the same."""
    reason = models.CharField(max_length=200)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["half", "person"]
        constraints = [
            models.UniqueConstraint(fields=["half", "person"], name="waiver_once"),
        ]

    def __str__(self) -> str:
        return f"{self.half} {self.person_id} {self.reason}"


class DuesPayment(Booked):
    """That a voucher has paid somebody's dues; of a voided one it says nothing any more.

    One voucher may pay those of several, or give back what one has paid too much.
    """

    half = models.ForeignKey(HalfSeason, on_delete=models.PROTECT, related_name="payments")
    person = models.ForeignKey(
        "members.Person", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    voucher = models.ForeignKey(Voucher, on_delete=models.PROTECT, related_name="dues")
    amount = models.IntegerField()
    """Øre; less than nothing where it was given back."""

    class Meta:
        ordering = ["half", "voucher"]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="dues_of_something"),
        ]

    def __str__(self) -> str:
        return f"{self.half} {self.person_id} {self.amount}"


class CashCount(Booked):
    """That what lies in a cash box or bank was counted, and what the book said then."""

    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="counts")
    account = models.ForeignKey(CashAccount, on_delete=models.PROTECT, related_name="counts")
    date = models.DateField()
    counted = models.BigIntegerField()
    """Øre."""
    booked = models.BigIntegerField()
    """Øre that the account had in the book before the difference was posted."""
    voucher = models.OneToOneField(
        Voucher, on_delete=models.PROTECT, related_name="count", null=True, blank=True
    )
    """The difference; None where there was none."""
    reason = models.CharField(max_length=200, blank=True)
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(counted=F("booked"), voucher__isnull=True)
                | (~Q(counted=F("booked")) & Q(voucher__isnull=False) & ~Q(reason="")),
                name="count_explains_its_difference",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.counted}"


class StatementLine(Booked):
    """A line of a bank's statement that was taken into the book: not twice, but for a void one."""

    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="statement")
    digest = models.CharField(max_length=64)
    """Of its date, text and amount, and how often the same stands before it; of this again where
    it was taken before by a voucher that is void."""
    date = models.DateField()
    text = models.CharField(max_length=200)
    amount = models.BigIntegerField()
    """Øre; less than nothing where the bank has paid."""
    voucher = models.OneToOneField(Voucher, on_delete=models.PROTECT, related_name="line")

    class Meta:
        ordering = ["date", "text"]
        constraints = [
            models.UniqueConstraint(fields=["club", "digest"], name="statement_line_once"),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.text} {self.amount}"


class EveningPool(Booked):
    """What an evening cost each, and what was paid for its prizes; void with its voucher."""

    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="pools")
    event = models.ForeignKey(
        Event, on_delete=models.SET_NULL, related_name="pools", null=True, blank=True
    )
    fee = models.PositiveIntegerField()
    """Øre from each, which the club keeps."""
    stake = models.PositiveIntegerField()
    """Øre from each, all of which is paid out again as prizes."""
    payers = models.PositiveSmallIntegerField()
    voucher = models.OneToOneField(Voucher, on_delete=models.PROTECT, related_name="pool")
    """What came in."""

    class Meta:
        ordering = ["voucher"]

    def __str__(self) -> str:
        return f"{self.payers} × {self.fee} + {self.stake}"


class EveningPrize(models.Model):
    """A prize of an evening: money out of the pool, or something in kind."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="prizes")
    event = models.ForeignKey(
        Event, on_delete=models.SET_NULL, related_name="prizes", null=True, blank=True
    )
    place = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        "members.Person", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    name = models.CharField(max_length=160)
    amount = models.PositiveIntegerField(default=0)
    """Øre; nothing where there is something in kind alone."""
    kind = models.CharField(max_length=120, blank=True)
    """What was given beside or instead of money."""
    voucher = models.ForeignKey(
        Voucher, on_delete=models.PROTECT, related_name="prizes", null=True, blank=True
    )
    """What all prizes of the evening were paid by."""

    class Meta:
        ordering = ["place", "name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount=0) | Q(voucher__isnull=False), name="prize_that_was_paid"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.name} {self.amount}"


class YearState(Booked):
    """That a year was closed, as the meeting has approved it, or opened again; the last holds."""

    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="cash_years")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    """From 1 in each year."""
    is_closed = models.BooleanField()
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["year", "number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "number"], name="year_state_once"),
        ]

    def __str__(self) -> str:
        return f"{self.year} {'closed' if self.is_closed else 'open'}"
