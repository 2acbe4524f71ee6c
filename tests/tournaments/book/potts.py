"""A table of three that plays a pott in lomber, where deal 5 decides what deal 9 is paid.

Worked out by hand from docs/algorithms/pott.md. The antes leave 6 in the pot. The declarers by
deal, each of a spil (1) unless said otherwise::

    1 seat 1 won          5 seat 2 bet, or won     9 seat 0 wins a ren nolo (3)
    2 seat 2 won          6 seat 0 bet
    3 seat 2 won          7 seat 0 won
    4 seat 1 won a solo   8 seat 0 bet

With the bet the pot holds 3 before deal 9 and pays it. With the win it holds 1: all ante 2 once.
"""

from django.core.management import call_command

from tests import make
from tournaments.models import Event, Table

BET = {"declarer": 2, "contract": "spil", "outcome": "bet"}
WON = {"declarer": 2, "contract": "spil", "outcome": "won"}
DEALS = (
    {"declarer": 1, "contract": "spil", "outcome": "won"},
    {"declarer": 2, "contract": "spil", "outcome": "won"},
    {"declarer": 2, "contract": "spil", "outcome": "won"},
    {"declarer": 1, "contract": "solo", "outcome": "won"},
    BET,
    {"declarer": 0, "contract": "spil", "outcome": "bet"},
    {"declarer": 0, "contract": "spil", "outcome": "won"},
    {"declarer": 0, "contract": "spil", "outcome": "bet"},
    {"declarer": 0, "contract": "ren_nolo", "outcome": "won"},
)
TOTALS_WITH_BET = (0, 1, -1)
TOTALS_WITH_WIN = (-2, -1, -1)
POTS_WITH_BET = (5, 4, 3, 1, 2, 3, 2, 3, 0)
POTS_WITH_WIN = (5, 4, 3, 1, 0, 1, 0, 1, 4)
NINTH_WITH_BET = (3, 0, 0)
NINTH_WITH_WIN = (1, -2, -2)


def make_pott(club, **kwargs) -> Event:
    """The event of that table, all nine deals entered."""
    event = make.make_released_event(
        club, tables=1, players=3, deals=12, ruleset="lomber", accounting="pott", **kwargs
    )
    table = Table.objects.get(round__event=event)
    for deal, record in enumerate(DEALS, start=1):
        make.enter(table, deal, record)
    return event


def check_ledger() -> None:
    """Fail if anything differs."""
    call_command("check_ledger", verbosity=0)
