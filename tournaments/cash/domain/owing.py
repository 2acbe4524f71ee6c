"""Who owes what for a half of a season: worked out from statuses, rates, waivers and vouchers."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from lhombre_club.members.models import Membership
from tournaments.models import DuesPayment, HalfSeason, Waiver


@dataclass(frozen=True, slots=True)
class Owing:
    """What one owes for a half; amounts in øre."""

    person: UUID
    status: str
    """Empty for somebody who is no member, and has paid or was let off all the same."""
    due: int
    paid: int
    waiver: Waiver | None

    @property
    def owed(self) -> int:
        """What is still to be paid; less than nothing where too much was."""
        return self.due - self.paid


def owing(half: HalfSeason, only: Collection[UUID] | None = None) -> dict[UUID, Owing]:
    """Return everybody who has to do with the dues of a half, by person; five queries.

    Who was a member on its last day owes what the status of that day costs; before that day comes,
    who is one now. A waiver says otherwise; in a half that is free nobody owes anything.
    """
    status = statuses(half)
    rates = dict(half.rates.values_list("status", "amount"))
    waivers = {each.person_id: each for each in Waiver.objects.filter(half=half)}
    paid: dict[UUID, int] = defaultdict(int)
    rows = DuesPayment.objects.filter(half=half, voucher__voided=None, person__isnull=False)
    for person, amount in rows.values_list("person", "amount"):
        paid[person] += amount
    found = {}
    for person in {*status, *waivers, *paid} if only is None else only:
        waiver = waivers.get(person)
        due = waiver.amount if waiver else rates.get(status.get(person, ""), 0)
        found[person] = Owing(
            person, status.get(person, ""), 0 if half.is_free else due, paid[person], waiver
        )
    return found


def owed_by(half: HalfSeason, person: UUID) -> int:
    """Return what somebody has still to pay for a half, in øre."""
    return owing(half, [person])[person].owed


def statuses(half: HalfSeason) -> dict[UUID, str]:
    """Return the status of each member on the last day of a half, or now if it is not over.

    The history says what a status was. Of whom it says nothing at all, the present one holds.
    """
    now = dict(Membership.objects.filter(club=half.club_id).values_list("person", "status"))
    if half.ends >= timezone.localdate():
        return now
    after = dt.datetime.combine(
        half.ends + dt.timedelta(days=1), dt.time(), timezone.get_current_timezone()
    )
    then: dict[UUID, str] = {}
    known = set()
    rows = Membership.history.filter(club=half.club_id).order_by("history_date", "history_id")
    for row in rows.values("person_id", "status", "history_date", "history_type"):
        known.add(row["person_id"])
        if row["history_date"] >= after:
            continue
        if row["history_type"] == "-":
            then.pop(row["person_id"], None)
        else:
            then[row["person_id"]] = row["status"]
    return {**{key: status for key, status in now.items() if key not in known}, **then}
