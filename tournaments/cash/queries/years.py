"""Which years of the cash book are closed."""

from lhombre_club.members.models import Club
from tournaments.models import YearState


def closed_until(club: Club) -> int:
    """Return the last year that is closed, and with it all before; 0: none is."""
    last = {row.year: row.is_closed for row in YearState.objects.filter(club=club)}
    return max((year for year, is_closed in last.items() if is_closed), default=0)


def states_of(club: Club, year: int) -> list[YearState]:
    """Return when a year was closed and opened again, the last at the end."""
    return list(YearState.objects.filter(club=club, year=year))
