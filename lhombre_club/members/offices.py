"""What each office of a club may do: the one table that pages and API ask."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club, ClubRole

Role = ClubRole.Role


class Deed(StrEnum):
    """What somebody does in a club, room by room."""

    OWN = "own"
    """His own password, his log-ins, which of his clubs he looks at."""
    DIRECT = "direct"
    """Evenings, events, seasons, their rules and papers."""
    ENTER = "enter"
    """Write on the sheets of tables; a scorer at his own ones."""
    MEMBERS = "members"
    UNION = "union"
    """What the union asks of the club and gives it."""
    CALENDAR = "calendar"
    HONOURS = "honours"
    MONEY = "money"
    """Settle up an evening or a season, and tick payments off."""
    CASH = "cash"
    """The club's own cash book."""
    LETTERS = "letters"
    """Look at what was written to members; each kind of letter asks for a deed of its own too."""
    PAPERS = "papers"
    """Wait for a paper that he may ask for, and open it."""
    THE_CLUB = "the_club"
    """Look at the page of the club, which leads to what belongs to no single evening."""
    CLUB = "club"
    """What the club is called, calls things, and lets everybody read."""
    KEPT = "kept"
    """Forget a member, give out what is kept of one, take the club along as a file."""
    OFFICES = "offices"
    """Who has what office."""
    WATCH = "watch"
    """Who logged in, and whether all is well with the program."""


_EVERY: Final = frozenset(Role)
_HOUSE: Final = frozenset({Role.OWNER, Role.ADMINISTRATOR})
_BOARD: Final = _HOUSE | {Role.DIRECTOR, Role.SECRETARY}
_EVENING: Final = frozenset({Role.OWNER, Role.DIRECTOR})
MAY: Final[Mapping[Deed, frozenset[Role]]] = {
    Deed.OWN: _EVERY,
    Deed.DIRECT: _EVENING,
    Deed.ENTER: _EVENING | {Role.SCORER},
    Deed.MEMBERS: _BOARD,
    Deed.UNION: _BOARD | {Role.TREASURER},
    Deed.CALENDAR: _BOARD,
    Deed.HONOURS: _BOARD,
    Deed.MONEY: _EVENING | {Role.TREASURER},
    Deed.CASH: frozenset({Role.OWNER, Role.TREASURER}),
    Deed.LETTERS: _BOARD | {Role.TREASURER},
    Deed.PAPERS: _BOARD | {Role.TREASURER},
    Deed.THE_CLUB: _HOUSE | {Role.DIRECTOR},
    Deed.CLUB: _HOUSE,
    Deed.KEPT: _HOUSE,
    Deed.OFFICES: _HOUSE,
    Deed.WATCH: _HOUSE,
}
"""Who may do it. An owner may do everything; a test holds that."""
GIVES: Final[Mapping[Role, frozenset[Role]]] = {
    Role.OWNER: _EVERY,
    Role.ADMINISTRATOR: _EVERY - {Role.OWNER},
    Role.DIRECTOR: frozenset({Role.SCORER}),
}
"""Which offices each gives and ends."""
SENT: Final = frozenset({"POST"})
READ_OR_SENT: Final = SENT | {"GET", "HEAD"}
ASKED_AGAIN: Final[Mapping[Deed, frozenset[str]]] = {
    Deed.MONEY: SENT,
    Deed.CASH: SENT,
    Deed.OFFICES: SENT,
    Deed.KEPT: READ_OR_SENT,
}
"""For what a code is asked for again, of whoever has a second step, and by which method: what is
kept of somebody, and a whole club, is given out by a page that is read."""
DEMAND: Final = frozenset({Role.OWNER, Role.ADMINISTRATOR, Role.DIRECTOR, Role.TREASURER})
"""Which offices cannot be used without a second step, where the settings demand it."""
SAYS: Final[Mapping[Role, Promise]] = {
    Role.OWNER: _("may do everything, and alone makes and ends owners"),
    Role.ADMINISTRATOR: _(
        "the club’s page and what it is called, who has what office, members and forgetting, what "
        "the union asks, post, calendar and board of honour, who logged in, the club as a file"
    ),
    Role.DIRECTOR: _(
        "evenings, events, seasons, entering, papers and settling up; the club’s page, members, "
        "what the union asks, post, calendar and board of honour; scorers of an event"
    ),
    Role.SCORER: _("enters at the tables of one event, on one day"),
    Role.TREASURER: _(
        "settling up of evenings and seasons, what is paid, the cash book, post, and what the "
        "union asks"
    ),
    Role.SECRETARY: _("members, what the union asks, post, calendar and board of honour"),
    Role.MEMBER: _("logs in, and changes the password"),
}
"""What each may do, as the page says it."""


def deeds_of(roles: Iterable[ClubRole], club: UUID) -> frozenset[Deed]:
    """Return what somebody who has these offices may do in one of his clubs."""
    held = {role.role for role in roles if role.club_id == club}
    return frozenset(deed for deed, offices in MAY.items() if not offices.isdisjoint(held))


def clubs_for(roles: Iterable[ClubRole], deed: Deed) -> list[Club]:
    """Return the clubs in which he may do it, in the order of ``roles``."""
    found = {role.club_id: role.club for role in roles if role.role in MAY[deed]}
    return list(found.values())


def given_by(roles: Iterable[ClubRole], club: UUID) -> frozenset[Role]:
    """Return the offices that somebody who has these gives and ends in a club."""
    held = [Role(role.role) for role in roles if role.club_id == club]
    return frozenset().union(*(GIVES.get(role, frozenset()) for role in held))


def enters(roles: Iterable[ClubRole], *, club: UUID, event: UUID, table: int) -> bool:
    """Whether he may write on the sheet of a table: as a scorer, only of his event and tables."""
    return any(
        role.club_id == club
        and role.role in MAY[Deed.ENTER]
        and role.event in {None, event}
        and (not role.tables or table in role.tables)
        for role in roles
    )
