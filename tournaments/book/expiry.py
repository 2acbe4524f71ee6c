"""How long everybody reads how an event went: a club may say after how many months no more."""

import datetime as dt
from enum import unique

from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason, Refusal
from tournaments.models import Event


@unique
class ExpiryReason(Reason):
    """Why a page is there no more."""

    OVER = (
        "pages_over",
        _("The club shows everybody how an event went for %(months)s months, and they are over."),
        410,
    )


def span(months: int) -> dt.timedelta:
    """Return how long so many months are."""
    return dt.timedelta(days=months * 365 // 12)


def refuse_over(event: Event) -> None:
    """Refuse a page for everybody of an event whose time is over.

    No query where it comes with ``club__kept_for`` and its time is not over by its day alone. A
    league is there for as long as after its last round.
    """
    months = event.club.kept_for.pages if hasattr(event.club, "kept_for") else 0
    first = localdate() - span(months)
    if not months or event.date >= first:
        return
    goes_on = Q(closed_at=None) | Q(closed_at__date__gte=first)
    if not (event.planned_rounds > 1 and event.rounds.filter(goes_on).exists()):
        raise Refusal(ExpiryReason.OVER, months=months)
