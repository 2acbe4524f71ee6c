"""What came in at an evening, and who got which prize."""

from tournaments.models import EveningPool, EveningPrize, Event


def pool_of(event: Event) -> EveningPool | None:
    """Return what was booked at the door of an evening; what is void is none."""
    rows = EveningPool.objects.filter(event=event, voucher__voided=None)
    return rows.select_related("voucher").first()


def in_pool(event: Event) -> int:
    """Return what was paid for the prizes of an evening, in øre."""
    pool = pool_of(event)
    return pool.stake * pool.payers if pool else 0


def prizes_of(event: Event) -> list[EveningPrize]:
    """Return the prizes of an evening; those whose voucher is void are none."""
    rows = EveningPrize.objects.filter(event=event, voucher__voided=None)
    return list(rows.select_related("voucher__club"))
