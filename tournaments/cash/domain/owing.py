"""Who owes what for a half of a season: worked out from statuses, rates, waivers and vouchers."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from lhombre_club.members.models import Membership
from lhombre_club.members.queries import standing_within
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

    Who is a member on its first day owes what the status of that day costs, and who comes later
    what their first status costs. A waiver says otherwise; in a half that is free nobody owes
    anything.
    """
    status = _statuses(half)
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


def _statuses(half: HalfSeason) -> dict[UUID, str]:
    """Return the first status in a half of each member; who was a guest before came after that."""
    guest = Membership.Status.GUEST
    found: dict[UUID, str] = {}
    for each in standing_within(half.club, half.begins, half.ends):
        if found.get(each.membership.person_id, guest) == guest:
            found[each.membership.person_id] = each.status
    return found
