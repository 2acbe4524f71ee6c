"""Letters about money: who owes dues, and that somebody has paid."""

from uuid import UUID

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.cash.domain.owing import owing
from tournaments.cash.words import money, paid_for, receipt_words
from tournaments.letters.preview.said import Said
from tournaments.letters.reasons import LetterReason
from tournaments.models import HalfSeason, Receipt


def key_in(about: str) -> UUID:
    """Return the key that a letter is about. Raises Refusal for what is none."""
    try:
        return UUID(about)
    except ValueError as error:
        raise Refusal(LetterReason.GONE) from error


def reminder(club: Club, about: str) -> Said:
    """Remind those who still owe dues of a half."""
    half = HalfSeason.objects.filter(club=club, pk=key_in(about)).first()
    if half is None:
        raise Refusal(LetterReason.GONE)
    due = date_format(half.due, "DATE_FORMAT")
    says = _(
        "your dues for %(half)s are not paid yet, as far as the club’s book says: %(owed)s, "
        "payable by %(due)s. If you have paid meanwhile, this letter has crossed with it."
    )
    return Said(
        subject=_("Dues for %(half)s") % {"half": half.name},
        bodies={
            person: says % {"half": half.name, "owed": money(each.owed), "due": due}
            for person, each in owing(half).items()
            if each.owed > 0
        },
    )


def receipt(club: Club, about: str) -> Said:
    """Confirm what somebody has paid; to nobody where the receipt is for no member."""
    rows = Receipt.objects.select_related("voucher__voided").filter(club=club)
    row = rows.filter(pk=key_in(about)).first()
    if row is None:
        raise Refusal(LetterReason.GONE)
    if hasattr(row.voucher, "voided"):
        raise Refusal(LetterReason.VOID)
    called = capfirst(receipt_words(row))
    says = _(
        "the club has received %(amount)s from %(name)s on %(date)s.\n\n"
        "What for: %(text)s\n%(receipt)s"
    ) % {
        "amount": money(row.amount),
        "name": row.name,
        "date": date_format(row.voucher.date, "DATE_FORMAT"),
        "text": paid_for(row),
        "receipt": called,
    }
    return Said(
        subject=called,
        bodies={row.person_id: says} if row.person_id else {},
    )
