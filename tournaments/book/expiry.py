"""How long everybody reads how an event went: a club may say after how many months no more."""

import datetime as dt
from collections.abc import Iterable
from enum import unique
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club
from lhombre_club.refusal import Reason, Refusal
from tournaments.models import Event, Round


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


def shown_since(club: Club) -> dt.date | None:
    """Return from which day on it shows how events went; None: from the first.

    No query where the club comes with ``kept_for``.
    """
    months = club.kept_for.pages if hasattr(club, "kept_for") else 0
    return localdate() - span(months) if months else None


def over(club: Club, events: Iterable[UUID]) -> frozenset[UUID]:
    """Return which of a club's events nobody but a director reads any more: to whom none may lead.

    A league is there for as long as after its last round. One query at most, beside that of above.
    """
    since = shown_since(club)
    if since is None:
        return frozenset()
    old = Event.objects.filter(pk__in=set(events), date__lt=since)
    rounds = Round.objects.filter(event=OuterRef("pk"))
    goes_on = Exists(rounds.filter(Q(closed_at=None) | Q(closed_at__date__gte=since)))
    return frozenset(old.exclude(goes_on, planned_rounds__gt=1).values_list("pk", flat=True))


def is_over(event: Event) -> bool:
    """Whether it is one of those; no query where its day alone says that it is not."""
    since = shown_since(event.club)
    return since is not None and event.date < since and bool(over(event.club, [event.pk]))


def refuse_over(event: Event) -> None:
    """Refuse a page for everybody of an event whose time is over."""
    if is_over(event):
        raise Refusal(ExpiryReason.OVER, months=event.club.kept_for.pages)
